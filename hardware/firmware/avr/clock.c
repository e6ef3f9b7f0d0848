#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define TICKS_PER_MS (F_CPU / 64 / 1000)

static uint16_t last_tick, ticks_over; /* what was counted beyond whole milliseconds */
static uint32_t ms;

void clock_start(void)
{
    TCCR1A = 0;
    TCCR1B = 1 << CS11 | 1 << CS10;
    OCR1A = TICKS_PER_MS;
    TIMSK1 = 1 << OCIE1A;
    ms = 0;
    last_tick = ticks_over = 0;
}

/* It only wakes: what time it is, the counter says. So it is set from now on, not from when it was due. */
ISR(TIMER1_COMPA_vect)
{
    OCR1A = TCNT1 + TICKS_PER_MS;
}

uint32_t clock_ms(void)
{
    uint8_t status = SREG;
    cli(); /* the interrupt reads the same 16-bit register through the same hidden byte */
    uint16_t tick = TCNT1;
    SREG = status;
    uint16_t over = (uint16_t)(tick - last_tick);
    last_tick = tick;
    while (over >= TICKS_PER_MS) {
        over = (uint16_t)(over - TICKS_PER_MS);
        ms++;
    }
    ticks_over = (uint16_t)(ticks_over + over);
    if (ticks_over >= TICKS_PER_MS) {
        ticks_over = (uint16_t)(ticks_over - TICKS_PER_MS);
        ms++;
    }
    return ms;
}
