#include "ws2812.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "pins.h"
#include "port.h"

#if F_CPU != 16000000UL
#error "The loop below counts cycles of 62.5 ns."
#endif

void ws2812_start(void)
{
    LIGHTS_PORT &= (uint8_t)~(1 << LIGHTS_BIT);
    LIGHTS_DDR |= 1 << LIGHTS_BIT;
}

/* One bit takes 20 cycles = 1.25 µs. Where it is a 0 the line is high for 6 cycles (0.375 µs), where it is a 1 for 13
 * (0.8125 µs); the WS2812B wants 0.25…0.55 and 0.65…0.95. Between two bytes the line is low for 4 cycles longer, which it
 * does not mind (only 50 µs and more end the picture). Interrupts are off: a byte that arrives meanwhile may be lost, which
 * is why nothing is sent to the board before the `ack`. */
void port_lights_write(const uint8_t *bytes, uint16_t count)
{
    if (count == 0)
        return;
    uint8_t high = LIGHTS_PORT | 1 << LIGHTS_BIT;
    uint8_t low = LIGHTS_PORT & (uint8_t)~(1 << LIGHTS_BIT);
    uint8_t status = SREG;
    uint8_t byte, bits;
    cli();
    __asm__ volatile(
        "1:  ld   %[byte], %a[at]+   \n\t" /* 2 */
        "    ldi  %[bits], 8         \n\t" /* 1 */
        "2:  out  %[port], %[high]   \n\t" /* 1   the line is high from here on: 0 */
        "    rjmp .+0                \n\t" /* 2 */
        "    rjmp .+0                \n\t" /* 2 */
        "    sbrs %[byte], 7         \n\t" /* 1 (2 where it skips) */
        "    out  %[port], %[low]    \n\t" /* 1   a 0 goes low at 6 */
        "    lsl  %[byte]            \n\t" /* 1   at 7 */
        "    rjmp .+0                \n\t" /* 2 */
        "    rjmp .+0                \n\t" /* 2 */
        "    nop                     \n\t" /* 1 */
        "    out  %[port], %[low]    \n\t" /* 1   a 1 goes low at 13 */
        "    rjmp .+0                \n\t" /* 2 */
        "    nop                     \n\t" /* 1 */
        "    dec  %[bits]            \n\t" /* 1 */
        "    brne 2b                 \n\t" /* 2   20 */
        "    sbiw %[count], 1        \n\t" /* 2 */
        "    brne 1b                 \n\t" /* 2 */
        : [byte] "=&r"(byte), [bits] "=&d"(bits), [at] "+e"(bytes), [count] "+w"(count)
        : [port] "I"(_SFR_IO_ADDR(LIGHTS_PORT)), [high] "r"(high), [low] "r"(low)
        : "memory");
    SREG = status;
}
