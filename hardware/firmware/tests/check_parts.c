/* Tests of the core's parts on the host, each by itself: the wire against the vectors, events, ghosts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "crc.h"
#include "events.h"
#include "ghosts.h"
#include "other_side.h"
#include "port_host.h"
#include "wire.h"

/* ---- the wire ---- */

static void the_checksum_is_the_one_of_the_page(void)
{
    uint16_t crc = CRC16_BEGIN;
    for (const char *digit = "123456789"; *digit; digit++)
        crc = crc16_add(crc, (uint8_t)*digit);
    CHECK(crc == 0x29B1);
}

static unsigned bytes_of(const char *hex, uint8_t *bytes)
{
    unsigned count = 0, byte;
    while (sscanf(hex + 2 * count, "%2x", &byte) == 1)
        bytes[count++] = (uint8_t)byte;
    return count;
}

/* One vector stands on each line of the file. */
static void frames_are_read_and_written_as_both_sides_agreed(const char *path)
{
    static char line[4000];
    unsigned seen = 0;
    FILE *file = fopen(path, "r");
    CHECK(file);
    while (fgets(line, sizeof line, file)) {
        const char *frame_hex = strstr(line, "\"frame\": \"");
        const char *payload_hex = strstr(line, "\"payload\": \"");
        static uint8_t frame[2000], payload[2000];
        if (!frame_hex)
            continue;
        unsigned frame_length = bytes_of(frame_hex + 10, frame);
        unsigned payload_length = payload_hex ? bytes_of(payload_hex + 12, payload) : 0;
        bool good = false;
        wire_start();
        for (unsigned i = 0; i < frame_length; i++)
            good = wire_take(frame[i]);
        CHECK(good == (payload_hex != NULL));
        CHECK(wire_bad_frames() == (payload_hex ? 0 : 1));
        seen++;
        if (!good)
            continue;
        struct wire_question question = wire_question();
        CHECK(question.length == payload_length - WIRE_HEAD);
        CHECK(question.type == payload[1] && question.seq == payload[2]);
        if (question.length <= PORT_BODY)
            CHECK(memcmp(question.body, payload + WIRE_HEAD, question.length) == 0);
        if (question.length > PORT_ANSWER)
            continue;
        host.sent_count = 0;
        host.room = 255;
        wire_begin((enum wire_type)payload[1], payload[2]);
        wire_bytes(payload + WIRE_HEAD, (uint8_t)(payload_length - WIRE_HEAD));
        wire_send();
        CHECK(host.sent_count == frame_length && memcmp(host.sent, frame, frame_length) == 0);
    }
    fclose(file);
    CHECK(seen >= 50);
}

/* ---- events ---- */

static void events_are_held_until_sent_and_a_while_longer(void)
{
    struct event event;
    events_start();
    CHECK(!events_next(&event));
    for (unsigned i = 0; i < PORT_EVENTS; i++) {
        CHECK(events_have_room(1));
        events_add(i, (uint16_t)i, EVENT_TAKEN);
    }
    CHECK(!events_have_room(1));
    for (unsigned i = 0; i < PORT_EVENTS; i++) {
        CHECK(events_next(&event) && event.number == i + 1 && event.cell == i);
        events_sent();
    }
    CHECK(!events_next(&event) && events_have_room(PORT_EVENTS));
    CHECK(events_again(0) && events_next(&event) && event.number == 1);
    CHECK(!events_have_room(1));
    CHECK(events_again(PORT_EVENTS) && !events_next(&event));
    events_add(0, 4095, EVENT_CERTAIN);
    CHECK(events_next(&event) && event.cell == 4095 && event.kind == EVENT_CERTAIN);
    CHECK(!events_again(0) && events_oldest() == 2);
    CHECK(!events_again(40));
}

static void event_numbers_go_round(void)
{
    struct event event = {0, 0, 0, EVENT_EMPTIED};
    events_start();
    for (unsigned i = 1; i <= 65540; i++) {
        events_add(i, 7, EVENT_TAKEN);
        CHECK(events_next(&event) && event.number == (uint16_t)i);
        events_sent();
    }
    CHECK(events_last() == 4 && events_again(65534) && events_next(&event) && event.number == 65535);
}

/* ---- ghosts ---- */

#if PORT_COLUMNS
static bool doubted(const uint8_t *bits, unsigned row, unsigned column)
{
    return bits[row] >> column & 1;
}

/* Against the definition: a switch is doubtful if it is a corner of a rectangle whose four corners all read closed. */
static void ghosts_are_the_corners_of_closed_rectangles(void)
{
    uint32_t luck = 1;
    for (unsigned round = 0; round < 2000; round++) {
        uint8_t closed[PORT_INPUT_BYTES], doubtful[PORT_INPUT_BYTES];
        for (unsigned i = 0; i < PORT_INPUT_BYTES; i++) {
            luck = luck * 1664525u + 1013904223u;
            closed[i] = (uint8_t)(luck >> 24 & luck >> 16 & (round % 2 ? 0xFF : luck >> 8));
        }
        ghosts_find(closed, doubtful);
        for (unsigned r = 0; r < 8; r++)
            for (unsigned c = 0; c < 8; c++) {
                bool corner = false;
                for (unsigned r2 = 0; r2 < 8; r2++)
                    for (unsigned c2 = 0; c2 < 8; c2++)
                        corner |= r2 != r && c2 != c && doubted(closed, r, c) && doubted(closed, r, c2) &&
                                  doubted(closed, r2, c) && doubted(closed, r2, c2);
                CHECK(doubted(doubtful, r, c) == corner);
            }
    }
}
#endif

void the_parts_do_what_they_should(const char *vectors)
{
    the_checksum_is_the_one_of_the_page();
    frames_are_read_and_written_as_both_sides_agreed(vectors);
    events_are_held_until_sent_and_a_while_longer();
    event_numbers_go_round();
#if PORT_COLUMNS
    ghosts_are_the_corners_of_closed_rectangles();
#endif
}
