#include "beep.h"

#include "port.h"

static bool sounding;
static uint32_t began_ms;
static uint16_t lasts_ms;

void beep_start(void)
{
    sounding = false;
    port_tone(0);
}

bool beep_can(uint16_t hz)
{
    return hz == 0 || (hz >= BEEP_LOWEST_HZ && hz <= BEEP_HIGHEST_HZ);
}

void beep_sound(uint16_t hz, uint16_t length_ms, uint32_t now_ms)
{
    sounding = hz != 0 && length_ms != 0;
    began_ms = now_ms;
    lasts_ms = length_ms;
    port_tone(sounding ? hz : 0);
}

void beep_step(uint32_t now_ms)
{
    if (sounding && now_ms - began_ms >= lasts_ms) {
        sounding = false;
        port_tone(0);
    }
}
