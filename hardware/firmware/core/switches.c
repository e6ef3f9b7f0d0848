#include "switches.h"

#include <string.h>

#include "events.h"
#include "ghosts.h"
#include "settings.h"

/* A switch reads empty, taken or doubtful; a doubtful one's `taken` bit means nothing. */
struct readings {
    uint8_t taken[PORT_INPUT_BYTES];
    uint8_t doubtful[PORT_INPUT_BYTES];
};

static struct readings state;         /* what the table is told */
static struct readings before;        /* what the scan before this one read */
static uint8_t steady_ms[PORT_INPUTS]; /* for how long an input has read the same, where that is not its state */
static uint16_t lost;

void switches_start(void)
{
    memset(&state, 0, sizeof state);
    memset(&before, 0, sizeof before);
    memset(steady_ms, 0, sizeof steady_ms);
    lost = 0;
}

static uint8_t differing(const struct readings *a, const struct readings *b, uint8_t byte)
{
    uint8_t both_certain = (uint8_t)~(a->doubtful[byte] | b->doubtful[byte]);
    return (uint8_t)((a->doubtful[byte] ^ b->doubtful[byte]) | (both_certain & (a->taken[byte] ^ b->taken[byte])));
}

static void copy_bit(uint8_t *to, const uint8_t *from, uint8_t byte, uint8_t mask)
{
    to[byte] = (uint8_t)((to[byte] & ~mask) | (from[byte] & mask));
}

/* Makes what was read the state, with its events; false where it has to wait. */
static bool settle(const struct readings *now, uint16_t input, uint32_t now_ms, enum settling settling)
{
    if (settling == SETTLE_LATER)
        return false;
    uint8_t byte = (uint8_t)(input / 8), mask = (uint8_t)(1u << input % 8);
    bool was_doubtful = state.doubtful[byte] & mask, is_doubtful = now->doubtful[byte] & mask;
    uint16_t cell = settings_cell_of(input);
    if (settling == SETTLE_TELLING && cell != SETTINGS_UNUSED) {
        if (!events_have_room(was_doubtful ? 2 : 1))
            return false;
        if (is_doubtful) {
            events_add(now_ms, cell, EVENT_DOUBTFUL);
        } else {
            if (was_doubtful)
                events_add(now_ms, cell, EVENT_CERTAIN);
            events_add(now_ms, cell, now->taken[byte] & mask ? EVENT_TAKEN : EVENT_EMPTIED);
        }
    }
    copy_bit(state.taken, now->taken, byte, mask);
    copy_bit(state.doubtful, now->doubtful, byte, mask);
    return true;
}

void switches_scan(uint32_t now_ms, uint8_t debounce_ms, enum settling settling)
{
    struct readings now;
    port_scan(now.taken);
    if (settings_diodes())
        memset(now.doubtful, 0, sizeof now.doubtful);
    else
        ghosts_find(now.taken, now.doubtful);
    for (uint8_t byte = 0; byte < PORT_INPUT_BYTES; byte++) {
        uint8_t moved = differing(&now, &before, byte);
        uint8_t pending = (uint8_t)(differing(&now, &state, byte) | moved);
        for (uint8_t bit = 0; pending; bit++, pending >>= 1) {
            if (!(pending & 1))
                continue;
            uint16_t input = (uint16_t)(8 * byte + bit);
            if (moved >> bit & 1) {
                if (steady_ms[input] >= debounce_ms && lost < UINT16_MAX)
                    lost++; /* it was due, and had to wait */
                steady_ms[input] = 0;
            } else if (steady_ms[input] < debounce_ms) {
                steady_ms[input]++;
            }
            if (steady_ms[input] >= debounce_ms && settle(&now, input, now_ms, settling))
                steady_ms[input] = 0;
        }
    }
    before = now;
}

static void cells_of(const uint8_t inputs[PORT_INPUT_BYTES], const uint8_t except[PORT_INPUT_BYTES], uint8_t *cells)
{
    memset(cells, 0, PORT_INPUT_BYTES);
    for (uint16_t input = 0; input < PORT_INPUTS; input++) {
        uint8_t byte = (uint8_t)(input / 8), mask = (uint8_t)(1u << input % 8);
        if (!(inputs[byte] & mask) || (except && except[byte] & mask))
            continue;
        uint16_t cell = settings_cell_of(input);
        if (cell != SETTINGS_UNUSED)
            cells[cell / 8] |= (uint8_t)(1u << cell % 8);
    }
}

void switches_taken(uint8_t cells[PORT_INPUT_BYTES])
{
    cells_of(state.taken, state.doubtful, cells);
}

void switches_doubtful(uint8_t cells[PORT_INPUT_BYTES])
{
    cells_of(state.doubtful, NULL, cells);
}

bool switches_any_doubtful(void)
{
    for (uint8_t byte = 0; byte < PORT_INPUT_BYTES; byte++)
        if (state.doubtful[byte])
            return true;
    return false;
}

uint16_t switches_lost(void)
{
    return lost;
}
