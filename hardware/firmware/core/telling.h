/* What the board says, in its order and as the line has room: the answer that it owes, events, damage, heartbeats. */
#ifndef TAVOLO_TELLING_H
#define TAVOLO_TELLING_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

/* Owes a greeting, and says which settings were found damaged. */
void telling_start(void);

/* From now on silence is counted: a heartbeat ends it. */
void telling_begin(uint32_t now_ms);

/* One answer is owed at a time; what is owed anew takes the place of what was. */
bool telling_owes(void);
bool telling_owes_snapshot(void);
void telling_owe(enum wire_type type, uint8_t seq);
void telling_owe_result(uint8_t seq, enum wire_error error, uint16_t detail); /* an `ack`, where it went well */
void telling_owe_value(uint8_t seq, uint8_t key, const uint8_t *argument, uint8_t length);
void telling_owe_after(uint8_t seq, uint16_t event); /* an `ack` once that event was sent */

/* Sends what there is room for; a snapshot only when the switches have `settled`, and after the events before it. */
void telling_step(uint32_t now_ms, bool settled);

#endif
