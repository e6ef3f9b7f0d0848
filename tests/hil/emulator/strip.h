/* The WS2812 strip: what a strip would show, and whether every pulse was one that it understands. */
#ifndef EMULATOR_STRIP_H
#define EMULATOR_STRIP_H

#include <stdint.h>

#include "chip.h"

#define STRIP_BYTES (3 * 512)

void strip_wire(struct pin pin);

struct strip {
    unsigned pictures;          /* how often it was written */
    unsigned bytes;             /* of the last picture: green, red, blue for each light */
    unsigned odd_pulses;        /* neither a 0 nor a 1, or too short or too long a pause after it */
    unsigned odd_bits;          /* pictures that did not end with a whole light */
    unsigned narrowest[2], widest[2]; /* cycles that the line was high for a 0 and for a 1 */
    uint8_t colours[STRIP_BYTES];
};

/* The last picture that is complete at this moment. */
const struct strip *strip_now(void);

#endif
