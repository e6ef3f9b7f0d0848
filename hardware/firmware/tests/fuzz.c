/* Fuzzes all that the line can bring: raw bytes, and frames that are well made but say anything. With clang it is a libFuzzer
 * target; without, main() below draws the same inputs from a seeded generator. Sanitizers tell what goes wrong, and the host's
 * port aborts where the core writes beyond its store, its strip or its line. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "board.h"
#include "other_side.h"
#include "port_host.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t now_ms;

static void take(uint8_t byte)
{
    for (unsigned wait = 0; !board_listens() && wait < 8000; wait++) {
        board_step(++now_ms);
        host.room = 255;
        host.sent_count = 0;
    }
    if (!board_listens())
        abort(); /* a question that is never answered */
    board_take(byte);
}

/* As a good frame: whatever the fuzzer thinks of gets past the checksum. */
static void take_framed(const uint8_t *payload, size_t length)
{
    uint8_t frame[OTHER_SIDE_FRAME];
    unsigned count = other_side_framed(payload, (unsigned)length, frame);
    for (unsigned i = 0; i < count; i++)
        take(frame[i]);
}

/* The first byte of each piece says what it is: raw bytes, a payload to be framed, switches, a restart. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    host_new();
    now_ms = 0;
    board_start();
    while (size >= 2) {
        size_t length = data[1] < size - 2 ? data[1] : size - 2;
        const uint8_t *piece = data + 2;
        switch (data[0] & 7) {
        case 0:
            for (size_t i = 0; i < length; i++)
                take(piece[i]);
            break;
        case 1:
            for (size_t i = 0; i < length && i < PORT_INPUT_BYTES; i++)
                host.closed[i] = piece[i];
            break;
        case 2:
            host.room = data[1];
            break;
        case 3:
            if (length && piece[0] < 8)
                board_start();
            break;
        default:
            take_framed(piece, length < 250 ? length : 250);
        }
        for (unsigned ms = 0; ms < (unsigned)(data[0] >> 3); ms++) {
            board_step(++now_ms);
            if (data[0] & 1)
                host.room = 255;
        }
        data += 2 + length;
        size -= 2 + length;
    }
    host.room = 255;
    host.sent_count = 0;
    return 0;
}

#if !defined(TAVOLO_LIBFUZZER)

static uint64_t luck;

static uint8_t draw(void)
{
    luck ^= luck << 13;
    luck ^= luck >> 7;
    luck ^= luck << 17;
    return (uint8_t)(luck >> 24);
}

/* Mostly questions of the right type with a body that is nearly right, for these go deepest. */
static size_t question(uint8_t *data)
{
    static const uint8_t lengths[] = {0, 0, 9, 4, 8, 3, 2};
    uint8_t type = (uint8_t)(draw() % 8);
    size_t length = 3 + (type < 7 ? lengths[type] : 0) + (draw() % 4 == 0 ? draw() % 200 : 0);
    data[0] = (uint8_t)(draw() << 3 | 4);
    data[1] = (uint8_t)length;
    for (size_t i = 0; i < length; i++)
        data[2 + i] = draw() % 3 ? (uint8_t)(draw() % 8) : draw();
    data[2] = draw() % 16 ? 1 : draw();
    data[3] = (uint8_t)(0x41 + type);
    return 2 + length;
}

static size_t anything(uint8_t *data)
{
    size_t length = draw() % 40;
    data[0] = draw();
    data[1] = (uint8_t)length;
    for (size_t i = 0; i < length; i++)
        data[2 + i] = draw();
    return 2 + length;
}

int main(int count, char **words)
{
    unsigned long runs = count > 1 ? strtoul(words[1], NULL, 10) : 20000;
    for (unsigned long run = 0; run < runs; run++) {
        uint8_t data[4096];
        size_t size = 0;
        luck = run * 0x9E3779B97F4A7C15u + 1;
        for (unsigned pieces = 1 + draw() % 12; pieces; pieces--)
            size += draw() % 3 ? question(data + size) : anything(data + size);
        LLVMFuzzerTestOneInput(data, size);
    }
    printf("%lu random lines of questions and noise were survived\n", runs);
    return 0;
}

#endif
