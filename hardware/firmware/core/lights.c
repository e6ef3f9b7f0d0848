#include "lights.h"

#include <string.h>

#include "port.h"

static uint8_t strip[3 * PORT_LIGHTS]; /* green, red, blue: the order a WS2812 takes */

void lights_start(void)
{
    lights_clear();
    lights_show();
}

void lights_clear(void)
{
    memset(strip, 0, sizeof strip);
}

void lights_fill(uint16_t first, const uint8_t *colours, uint16_t count)
{
    for (uint8_t *light = strip + 3 * first; count--; light += 3, colours += 3) {
        light[0] = colours[1];
        light[1] = colours[0];
        light[2] = colours[2];
    }
}

void lights_show(void)
{
    port_lights_write(strip, sizeof strip);
}
