/* The wire of docs/wire.md: cuts bytes into frames and writes frames; knows no question's meaning. */
#ifndef TAVOLO_WIRE_H
#define TAVOLO_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "port.h"

#define WIRE_VERSION 1
#define WIRE_HEAD 3          /* version, type, seq */
#define WIRE_LONGEST_BODY 240 /* of any frame, whatever this board takes */

enum wire_type {
    WIRE_HELLO = 0x01,
    WIRE_SNAPSHOT = 0x02,
    WIRE_EVENT = 0x03,
    WIRE_ACK = 0x04,
    WIRE_HEARTBEAT = 0x05,
    WIRE_ERROR = 0x06,
    WIRE_VALUE = 0x07,
    WIRE_WHO = 0x41,
    WIRE_LOOK = 0x42,
    WIRE_LIGHTS = 0x43,
    WIRE_BEEP = 0x44,
    WIRE_SET = 0x45,
    WIRE_GET = 0x46,
    WIRE_AGAIN = 0x47
};

enum wire_error {
    WIRE_FINE = 0,
    WIRE_UNKNOWN_TYPE = 1,
    WIRE_UNKNOWN_VERSION = 2,
    WIRE_BAD_LENGTH = 3,
    WIRE_NO_SUCH = 4,
    WIRE_OUT_OF_RANGE = 5,
    WIRE_NOT_SUPPORTED = 6,
    WIRE_EVENTS_GONE = 7,
    WIRE_NOT_KEPT = 8
};

/* A frame that arrived whole. `length` may be above PORT_BODY; then only the head can be trusted to be there. */
struct wire_question {
    uint8_t version, type, seq, length;
    const uint8_t *body;
};

void wire_start(void);

/* Takes one byte; true when it ended a good frame, which wire_question() then names until the next byte is taken. */
bool wire_take(uint8_t byte);
struct wire_question wire_question(void);

/* Frames thrown away since the start, at most 65535. */
uint16_t wire_bad_frames(void);

/* Is there room to send a frame with this body without waiting? */
bool wire_has_room(uint8_t body_length);

/* A frame is begun, filled and sent; a body above PORT_ANSWER is cut. */
void wire_begin(enum wire_type type, uint8_t seq);
void wire_u8(uint8_t value);
void wire_u16(uint16_t value);
void wire_u32(uint32_t value);
void wire_bytes(const uint8_t *bytes, uint8_t count);
void wire_text(const char *text); /* with its length before it */
void wire_send(void);

/* Big-endian numbers in a body. */
uint16_t wire_read_u16(const uint8_t *bytes);

#endif
