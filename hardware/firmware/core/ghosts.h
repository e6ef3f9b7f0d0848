/* Which switches of a matrix without diodes cannot be judged. */
#ifndef TAVOLO_GHOSTS_H
#define TAVOLO_GHOSTS_H

#include <stdint.h>

#include "port.h"

/* Where three switches at the corners of a rectangle are closed, current finds its way around and the fourth reads closed
 * too. Two rows that share two or more closed columns are such a rectangle: all their shared columns are doubtful. */
void ghosts_find(const uint8_t closed[PORT_INPUT_BYTES], uint8_t doubtful[PORT_INPUT_BYTES]);

#endif
