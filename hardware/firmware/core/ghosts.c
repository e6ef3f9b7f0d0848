#include "ghosts.h"

#include <string.h>

#if PORT_COLUMNS

#define ROW_BYTES (PORT_COLUMNS / 8)
#define ROWS (PORT_INPUT_BYTES / ROW_BYTES)

#if PORT_COLUMNS == 16
typedef uint16_t row_bits;
#else
typedef uint8_t row_bits;
#endif

static row_bits row_of(const uint8_t *bits, uint8_t row)
{
#if PORT_COLUMNS == 16
    return (row_bits)(bits[2 * row] | (uint16_t)bits[2 * row + 1] << 8);
#else
    return bits[row];
#endif
}

static void add_to_row(uint8_t *bits, uint8_t row, row_bits more)
{
    bits[ROW_BYTES * row] |= (uint8_t)more;
#if PORT_COLUMNS == 16
    bits[2 * row + 1] |= (uint8_t)(more >> 8);
#endif
}

void ghosts_find(const uint8_t closed[PORT_INPUT_BYTES], uint8_t doubtful[PORT_INPUT_BYTES])
{
    memset(doubtful, 0, PORT_INPUT_BYTES);
    for (uint8_t a = 0; a + 1 < ROWS; a++) {
        row_bits mine = row_of(closed, a);
        if ((mine & (row_bits)(mine - 1)) == 0)
            continue; /* a row with less than two closed switches has no corner to share */
        for (uint8_t b = (uint8_t)(a + 1); b < ROWS; b++) {
            row_bits shared = mine & row_of(closed, b);
            if (shared & (row_bits)(shared - 1)) {
                add_to_row(doubtful, a, shared);
                add_to_row(doubtful, b, shared);
            }
        }
    }
}

#else

void ghosts_find(const uint8_t closed[PORT_INPUT_BYTES], uint8_t doubtful[PORT_INPUT_BYTES])
{
    (void)closed; /* every switch has a line of its own */
    memset(doubtful, 0, PORT_INPUT_BYTES);
}

#endif
