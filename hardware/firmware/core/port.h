/* What the core asks of a chip. A port (avr/, the host in tests/) answers these functions and gives the limits in port_limits.h. */
#ifndef TAVOLO_PORT_H
#define TAVOLO_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "port_limits.h"

/* port_limits.h defines:
 *   PORT_INPUTS       switches that can be felt, a multiple of 8
 *   PORT_COLUMNS      columns of the switch matrix (8 or 16), or 0 where every switch has a line of its own
 *   PORT_LIGHTS       lights in the strip
 *   PORT_BODY         longest body of a question, at most 240
 *   PORT_ANSWER       longest body of an answer, at least 100 and at least 7 + PORT_INPUTS / 8
 *   PORT_EVENTS       events that are held, a power of two
 *   PORT_STORE_BYTES  bytes that outlive a power cut
 *   PORT_CHIP         text for `hello`
 */

#define PORT_INPUT_BYTES (PORT_INPUTS / 8)

/* Reads every switch: input i is bit i mod 8 of closed[i / 8], 1 = closed. */
void port_scan(uint8_t closed[PORT_INPUT_BYTES]);

/* Writes `count` bytes (green, red, blue for each light) to the strip; returns when the last one is out. */
void port_lights_write(const uint8_t *bytes, uint16_t count);

/* Sounds the buzzer, Hz; 0 is silence. */
void port_tone(uint16_t hz);

/* Bytes that port_send takes now without waiting, and one of them. */
uint16_t port_send_room(void);
void port_send(uint8_t byte);

/* The store: one byte at a time; a write goes on by itself until port_store_ready. A read waits for it. */
uint8_t port_store_read(uint16_t at);
bool port_store_ready(void);
void port_store_write(uint16_t at, uint8_t byte);

/* Eight bytes that no other board has, made up once in a board's life. */
void port_make_uid(uint8_t uid[8]);

/* Bytes of memory that were never used yet. */
uint16_t port_free_memory(void);

#endif
