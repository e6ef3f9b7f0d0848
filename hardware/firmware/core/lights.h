/* The buffer of the strip: filled in parts, written at once. */
#ifndef TAVOLO_LIGHTS_H
#define TAVOLO_LIGHTS_H

#include <stdint.h>

/* All dark, and the strip told so: lights keep their colour over a restart of the board. */
void lights_start(void);
void lights_clear(void);

/* `count` lights from `first` on, which must exist; three bytes each: red, green, blue. */
void lights_fill(uint16_t first, const uint8_t *colours, uint16_t count);

/* Returns when the last light is written. */
void lights_show(void);

#endif
