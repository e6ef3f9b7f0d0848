#include "wire.h"

#include <string.h>

#include "crc.h"

#define CHECKSUM 2
#define STUFFED 2 /* the first code byte and the zero at the end: a frame is always shorter than 254 bytes */

/* What is coming in: COBS is undone byte by byte, so nothing but the payload is kept. */
static struct {
    uint8_t data[WIRE_HEAD + PORT_BODY + CHECKSUM];
    uint16_t length;   /* bytes of the payload and its checksum so far, also those that were not kept */
    uint16_t crc;
    uint8_t left;      /* bytes until the next code byte */
    bool owes_zero;    /* the next code byte stands for a zero too */
    bool begun;        /* anything since the last zero */
    bool hopeless;     /* longer than any frame may be */
    uint16_t bad;
} in;

static struct {
    uint8_t data[WIRE_HEAD + PORT_ANSWER + CHECKSUM];
    uint8_t length;
} out;

static void begin_frame(void)
{
    in.length = 0;
    in.crc = CRC16_BEGIN;
    in.left = 0;
    in.owes_zero = false;
    in.begun = false;
    in.hopeless = false;
}

void wire_start(void)
{
    begin_frame();
    in.bad = 0;
    out.length = 0;
}

static void keep(uint8_t byte)
{
    if (in.length >= WIRE_HEAD + WIRE_LONGEST_BODY + CHECKSUM) {
        in.hopeless = true;
        return;
    }
    if (in.length < sizeof in.data)
        in.data[in.length] = byte;
    in.length++;
    in.crc = crc16_add(in.crc, byte);
}

static bool end_frame(void)
{
    bool good = !in.hopeless && in.left == 0 && in.crc == 0 && in.length >= WIRE_HEAD + CHECKSUM;
    if (in.begun && !good && in.bad < UINT16_MAX)
        in.bad++;
    return in.begun && good;
}

bool wire_take(uint8_t byte)
{
    if (byte == 0) {
        bool good = end_frame();
        uint16_t length = in.length;
        begin_frame();
        if (good)
            in.length = length; /* wire_question() needs it; the next byte begins at `begun` */
        return good;
    }
    if (!in.begun) {
        begin_frame();
        in.begun = true;
    }
    if (in.left > 0) {
        in.left--;
        keep(byte);
        return false;
    }
    if (in.owes_zero)
        keep(0);
    in.left = (uint8_t)(byte - 1);
    in.owes_zero = byte != 0xFF;
    return false;
}

struct wire_question wire_question(void)
{
    struct wire_question question = {
        .version = in.data[0],
        .type = in.data[1],
        .seq = in.data[2],
        .length = (uint8_t)(in.length - WIRE_HEAD - CHECKSUM),
        .body = in.data + WIRE_HEAD,
    };
    return question;
}

uint16_t wire_bad_frames(void)
{
    return in.bad;
}

bool wire_has_room(uint8_t body_length)
{
    return port_send_room() >= (uint16_t)(WIRE_HEAD + body_length + CHECKSUM + STUFFED);
}

void wire_begin(enum wire_type type, uint8_t seq)
{
    out.length = 0;
    wire_u8(WIRE_VERSION);
    wire_u8((uint8_t)type);
    wire_u8(seq);
}

void wire_u8(uint8_t value)
{
    if (out.length < WIRE_HEAD + PORT_ANSWER)
        out.data[out.length++] = value;
}

void wire_u16(uint16_t value)
{
    wire_u8((uint8_t)(value >> 8));
    wire_u8((uint8_t)value);
}

void wire_u32(uint32_t value)
{
    wire_u16((uint16_t)(value >> 16));
    wire_u16((uint16_t)value);
}

void wire_bytes(const uint8_t *bytes, uint8_t count)
{
    while (count--)
        wire_u8(*bytes++);
}

void wire_text(const char *text)
{
    uint8_t count = (uint8_t)strlen(text);
    wire_u8(count);
    while (count--)
        wire_u8((uint8_t)*text++);
}

void wire_send(void)
{
    uint16_t crc = CRC16_BEGIN;
    for (uint8_t i = 0; i < out.length; i++)
        crc = crc16_add(crc, out.data[i]);
    out.data[out.length++] = (uint8_t)(crc >> 8);
    out.data[out.length++] = (uint8_t)crc;
    uint8_t at = 0;
    for (;;) {
        uint8_t zero = at;
        while (zero < out.length && out.data[zero] != 0)
            zero++;
        port_send((uint8_t)(zero - at + 1));
        while (at < zero)
            port_send(out.data[at++]);
        if (at == out.length)
            break;
        at++;
    }
    port_send(0);
}

uint16_t wire_read_u16(const uint8_t *bytes)
{
    return (uint16_t)((uint16_t)bytes[0] << 8 | bytes[1]);
}
