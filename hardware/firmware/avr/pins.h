/* Which pin does what on each board; hardware/wiring.toml says the same for people, and the tests hold the two together. */
#ifndef TAVOLO_PINS_H
#define TAVOLO_PINS_H

#include <avr/io.h>
#include <stdint.h>

struct pin {
    volatile uint8_t *port; /* PORTx; DDRx lies one below it, PINx two */
    uint8_t mask;
};

#define DDR_OF(pin) (*((pin).port - 1))
#define PIN_OF(pin) (*((pin).port - 2))

#if defined(__AVR_ATmega2560__)

#define LIGHTS_PORT PORTB /* D11 */
#define LIGHTS_DDR DDRB
#define LIGHTS_BIT PB5
#define BUZZER_DDR DDRB /* D10, OC2A */
#define BUZZER_BIT PB4

#define CHAIN_PORT PORTA /* D22 load, D23 clock, D24 data */
#define CHAIN_DDR DDRA
#define CHAIN_PIN PINA
#define CHAIN_LOAD PA0
#define CHAIN_CLOCK PA1
#define CHAIN_DATA PA2

#define ROWS 16 /* D22…D29, D37…D30 */
#define ROW_PINS                                                                                                       \
    {&PORTA, 1 << 0}, {&PORTA, 1 << 1}, {&PORTA, 1 << 2}, {&PORTA, 1 << 3}, {&PORTA, 1 << 4}, {&PORTA, 1 << 5},       \
        {&PORTA, 1 << 6}, {&PORTA, 1 << 7}, {&PORTC, 1 << 0}, {&PORTC, 1 << 1}, {&PORTC, 1 << 2}, {&PORTC, 1 << 3},   \
        {&PORTC, 1 << 4}, {&PORTC, 1 << 5}, {&PORTC, 1 << 6}, {&PORTC, 1 << 7}

/* A0…A15 */
static inline void columns_pull_up(void)
{
    PORTF = 0xFF;
    PORTK = 0xFF;
}

static inline void columns_read(uint8_t *closed)
{
    closed[0] = (uint8_t)~PINF;
    closed[1] = (uint8_t)~PINK;
}

#else /* ATmega328P */

#define LIGHTS_PORT PORTD /* D6 */
#define LIGHTS_DDR DDRD
#define LIGHTS_BIT PD6
#define BUZZER_DDR DDRB /* D11, OC2A */
#define BUZZER_BIT PB3

#define CHAIN_PORT PORTD /* D4 load, D5 clock, D7 data */
#define CHAIN_DDR DDRD
#define CHAIN_PIN PIND
#define CHAIN_LOAD PD4
#define CHAIN_CLOCK PD5
#define CHAIN_DATA PD7

#define ROWS 8 /* D2, D3, D4, D5, D7, D8, D9, D13; D13 has the board's own light on it, which no column could bear */
#define ROW_PINS                                                                                                       \
    {&PORTD, 1 << 2}, {&PORTD, 1 << 3}, {&PORTD, 1 << 4}, {&PORTD, 1 << 5}, {&PORTD, 1 << 7}, {&PORTB, 1 << 0},       \
        {&PORTB, 1 << 1}, {&PORTB, 1 << 5}

/* A0…A5, D10, D12 */
static inline void columns_pull_up(void)
{
    PORTC |= 0x3F;
    PORTB |= 1 << 2 | 1 << 4;
}

static inline void columns_read(uint8_t *closed)
{
    uint8_t b = PINB;
    uint8_t open = PINC & 0x3F;
    if (b & 1 << 2)
        open |= 1 << 6;
    if (b & 1 << 4)
        open |= 1 << 7;
    closed[0] = (uint8_t)~open;
}

#endif

#endif
