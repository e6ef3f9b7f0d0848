/* What lies on the board: switches read, bounce waited out, changes told as events. */
#ifndef TAVOLO_SWITCHES_H
#define TAVOLO_SWITCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "port.h"

void switches_start(void);

enum settling {
    SETTLE_SILENTLY, /* while the first state after the start is found */
    SETTLE_TELLING,  /* every change is an event */
    SETTLE_LATER     /* while a snapshot goes out: the state stands still, what happens is told afterwards */
};

/* One scan, to be made every millisecond. What read the same for `debounce_ms` on end becomes the state. */
void switches_scan(uint32_t now_ms, uint8_t debounce_ms, enum settling settling);

/* Bits of cells (not inputs) that are taken, or whose state cannot be judged. */
void switches_taken(uint8_t cells[PORT_INPUT_BYTES]);
void switches_doubtful(uint8_t cells[PORT_INPUT_BYTES]);
bool switches_any_doubtful(void);

/* Changes that came and went while no event could be held, at most 65535. */
uint16_t switches_lost(void);

#endif
