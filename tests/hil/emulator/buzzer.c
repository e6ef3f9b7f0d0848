#include "buzzer.h"

#include <stddef.h>

static avr_cycle_count_t last_rise, period;
static bool high;

static void line_changed(struct avr_irq_t *irq, uint32_t level, void *parameter)
{
    (void)irq, (void)parameter;
    bool rises = (level & 1) && !high; /* the timer marks what it drives with a bit above, and the port tells it again */
    high = level & 1;
    if (!rises)
        return;
    period = last_rise ? chip()->cycle - last_rise : 0;
    last_rise = chip()->cycle;
}

void buzzer_wire(struct pin pin)
{
    avr_irq_register_notify(chip_pin_irq(pin), line_changed, NULL);
}

unsigned buzzer_hz(void)
{
    if (period == 0 || chip()->cycle - last_rise > 2 * period)
        return 0;
    return (unsigned)((FREQUENCY + period / 2) / period);
}
