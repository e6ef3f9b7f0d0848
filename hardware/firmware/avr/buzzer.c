#include "buzzer.h"

#include <avr/io.h>

#include "pins.h"
#include "port.h"

/* Timer 2 divides by 1, 8, 32, 64, 128, 256 or 1024; the clock bits that choose each are its place here plus one. */
static const uint8_t shifts[] = {0, 3, 5, 6, 7, 8, 10};

void buzzer_start(void)
{
    BUZZER_DDR |= 1 << BUZZER_BIT;
    port_tone(0);
}

void port_tone(uint16_t hz)
{
    if (hz == 0) {
        TCCR2A = 0;
        TCCR2B = 0;
        return;
    }
    uint32_t half_period = (F_CPU / 2 + hz / 2) / hz; /* in cycles; the pin turns once in each */
    uint8_t choice = 0;
    while (choice < sizeof shifts - 1 && half_period >> shifts[choice] > 256)
        choice++;
    uint32_t counts = (half_period + (1UL << shifts[choice] >> 1)) >> shifts[choice];
    OCR2A = (uint8_t)((counts > 256 ? 256 : counts) - 1);
    TCNT2 = 0;
    TCCR2A = 1 << COM2A0 | 1 << WGM21;
    TCCR2B = (uint8_t)(choice + 1);
}
