/* The strip of WS2812 lights on one pin. */
#ifndef TAVOLO_WS2812_H
#define TAVOLO_WS2812_H

#include <stdint.h>

void ws2812_start(void);

#endif
