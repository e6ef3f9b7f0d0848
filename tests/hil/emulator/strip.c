#include "strip.h"

#include <string.h>

/* WS2812B, in cycles of 62.5 ns: high 0.25…0.55 µs is a 0, 0.65…0.95 µs a 1; then low for at least 0.3 µs, and at most
 * 5 µs while a picture goes on. 50 µs of silence show it (280 µs on newer ones). */
#define ZERO_FROM 4
#define ZERO_TO 8
#define ONE_FROM 11
#define ONE_TO 15
#define LOW_FROM 5
#define LOW_TO 80
#define SHOWS_AFTER (280 * CYCLES_PER_US)

static struct strip strip = {.narrowest = {~0u, ~0u}};
static uint8_t coming[STRIP_BYTES];
static unsigned coming_bits;
static avr_cycle_count_t rose, fell;

static void finish_picture(void)
{
    if (coming_bits == 0)
        return;
    strip.pictures++;
    if (coming_bits % 24)
        strip.odd_bits++;
    strip.bytes = coming_bits / 8;
    memcpy(strip.colours, coming, strip.bytes);
    memset(coming, 0, sizeof coming);
    coming_bits = 0;
}

static void take_bit(unsigned high)
{
    unsigned bit = high >= ONE_FROM;
    if (high < ZERO_FROM || high > ONE_TO || (high > ZERO_TO && high < ONE_FROM))
        strip.odd_pulses++;
    if (high < strip.narrowest[bit])
        strip.narrowest[bit] = high;
    if (high > strip.widest[bit])
        strip.widest[bit] = high;
    if (coming_bits < 8 * STRIP_BYTES) {
        coming[coming_bits / 8] |= (uint8_t)(bit << (7 - coming_bits % 8));
        coming_bits++;
    }
}

static void line_changed(struct avr_irq_t *irq, uint32_t level, void *parameter)
{
    (void)irq, (void)parameter;
    avr_cycle_count_t now = chip()->cycle;
    if (!level) {
        if (rose)
            take_bit((unsigned)(now - rose));
        rose = 0;
        fell = now;
        return;
    }
    avr_cycle_count_t low = now - fell;
    if (low >= SHOWS_AFTER)
        finish_picture();
    else if (coming_bits && (low < LOW_FROM || low > LOW_TO))
        strip.odd_pulses++;
    rose = now;
}

void strip_wire(struct pin pin)
{
    avr_irq_register_notify(chip_pin_irq(pin), line_changed, NULL);
}

const struct strip *strip_now(void)
{
    if (!rose && chip()->cycle - fell >= SHOWS_AFTER)
        finish_picture();
    return &strip;
}
