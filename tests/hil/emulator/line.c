#include "line.h"

#include <string.h>

#include <simavr/avr_uart.h>

#include "chip.h"

DEFINE_FIFO(uint16_t, uart_fifo);

#define BYTE_CYCLES (10 * FREQUENCY / 115200) /* start, eight bits, stop */
#define RECEIVER_BYTES 3                      /* two in the receiver's buffer, one in its shift register */
#define MOST_BYTES (1u << 16)

static avr_uart_t *uart;
static avr_irq_t *uart_input;
static uint8_t outgoing[MOST_BYTES], incoming[MOST_BYTES];
static size_t out_from, out_to, in_count;
static bool frame_ended, frame_begun, sending;
static unsigned overruns;

/* simavr counts a parity bit that is not there: eleven bits a byte, where the firmware asked for ten. */
static void keep_the_chips_speed(void)
{
    const uint8_t *data = chip()->data;
    unsigned divisor = (unsigned)(data[uart->ubrrl.reg] | (data[uart->ubrrh.reg] & 0x0F) << 8) + 1;
    uart->cycles_per_byte = 10 * divisor * (avr_regbit_get(chip(), uart->u2x) ? 8 : 16);
}

static avr_cycle_count_t byte_arrives(avr_t *avr, avr_cycle_count_t when, void *parameter)
{
    (void)avr, (void)parameter;
    if (out_from == out_to) {
        out_from = out_to = 0;
        sending = false;
        return 0;
    }
    uint8_t byte = outgoing[out_from++];
    keep_the_chips_speed();
    if (uart_fifo_get_read_size(&uart->input) >= RECEIVER_BYTES)
        overruns++;
    else
        avr_raise_irq(uart_input, byte);
    return when + BYTE_CYCLES;
}

static void byte_sent(struct avr_irq_t *irq, uint32_t byte, void *parameter)
{
    (void)irq, (void)parameter;
    keep_the_chips_speed();
    if (in_count < MOST_BYTES)
        incoming[in_count++] = (uint8_t)byte;
    if (byte == 0 && frame_begun)
        frame_ended = true;
    frame_begun = byte != 0;
}

void line_wire(void)
{
    for (avr_io_t *io = chip()->io_port; io; io = io->next)
        if (strcmp(io->kind, "uart") == 0 && ((avr_uart_t *)io)->name == '0')
            uart = (avr_uart_t *)io;
    if (!uart)
        give_up("this chip has no serial line");
    uart->flags = 0; /* neither sleep while it polls nor print what it sends */
    uart_input = avr_io_getirq(chip(), AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(chip(), AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), byte_sent, NULL);
}

void line_send(const uint8_t *bytes, size_t count)
{
    if (out_from == out_to)
        out_from = out_to = 0;
    if (count > MOST_BYTES - out_to)
        give_up("%zu bytes are more than the line holds", count);
    memcpy(outgoing + out_to, bytes, count);
    out_to += count;
    if (!sending && count) {
        sending = true;
        avr_cycle_timer_register(chip(), BYTE_CYCLES, byte_arrives, NULL);
    }
}

size_t line_unsent(void)
{
    return out_to - out_from;
}

size_t line_heard(const uint8_t **bytes)
{
    size_t count = in_count;
    *bytes = incoming;
    in_count = 0;
    return count;
}

bool *line_frame_ended(void)
{
    return &frame_ended;
}

void line_clear(void)
{
    out_from = out_to = in_count = 0;
    frame_ended = frame_begun = sending = false;
    avr_cycle_timer_cancel(chip(), byte_arrives, NULL);
}

unsigned line_overruns(void)
{
    return overruns;
}
