/* Tests of the whole board on the host: ghosts, bounce, what is asked and answered, and settings that power cuts spare. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "check.h"
#include "other_side.h"
#include "port_host.h"
#include "settings.h"

#define STARTED_MS 60

static uint32_t now_ms;

static void pass(uint32_t ms)
{
    while (ms--) {
        board_step(++now_ms);
        host.room = 255;
    }
}

static void power_up(void)
{
    now_ms = 0;
    board_start();
    pass(STARTED_MS);
}

static void new_board(void)
{
    host_new();
    power_up();
    host.sent_count = 0;
}

static void set_switch(unsigned input, bool closed)
{
    uint8_t mask = (uint8_t)(1u << input % 8);
    host.closed[input / 8] = (uint8_t)(closed ? host.closed[input / 8] | mask : host.closed[input / 8] & ~mask);
}

/* ---- asking, and what is answered ---- */

static void send_bytes(const uint8_t *bytes, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned wait = 0; !board_listens() && wait < 10000; wait++)
            pass(1);
        CHECK(board_listens());
        board_take(bytes[i]);
    }
}

static void ask(const char *hex)
{
    uint8_t payload[300], frame[310];
    unsigned length = 0, byte;
    while (sscanf(hex + 2 * length, "%2x", &byte) == 1)
        payload[length++] = (uint8_t)byte;
    send_bytes(frame, other_side_framed(payload, length, frame));
    pass(2);
}

static bool next_is(const char *hex)
{
    uint8_t payload[300];
    unsigned length = other_side_reads(payload), byte, at = 0;
    for (; sscanf(hex + 2 * at, "%2x", &byte) == 1; at++)
        if (at >= length || payload[at] != byte)
            return false;
    return length != 0;
}

static bool silent(void)
{
    return host.sent_count == 0;
}

/* ---- ghosts ---- */

#if PORT_COLUMNS
static void a_rectangle_is_doubtful_until_it_is_known_to_have_diodes(void)
{
    new_board();
    for (unsigned i = 0; i < 4; i++)
        set_switch((unsigned[]){0, 1, 8, 9}[i], true);
    pass(10);
    CHECK(next_is("01030000010000") && next_is("01030000020000") && next_is("01030000030000") && next_is("01030000040000"));
    ask("014201");
    CHECK(next_is("010201000400000000400000000000000000"));
    CHECK(next_is("010201000405000000400303000000000000"));
    ask("0145020501");
    pass(300);
    host.sent_count = 0;
    ask("014203");
    CHECK(next_is("010203000c01000000400303000000000000"));
}
#endif

/* ---- switches ---- */

static void a_change_is_told_when_it_has_lasted(void)
{
    new_board();
    set_switch(20, true);
    pass(5);
    CHECK(silent());
    pass(1);
    CHECK(next_is("01030000010000004200140100"));
    for (unsigned i = 0; i < 50; i++) {
        set_switch(20, i % 2);
        pass(1 + i % 4);
    }
    CHECK(silent());
    set_switch(20, false);
    pass(7);
    CHECK(next_is("0103000002"));
}

static void no_change_is_lost_while_the_line_is_full(void)
{
    new_board();
    for (unsigned input = 0; input < PORT_INPUTS; input++) {
        set_switch(input, true);
        for (unsigned ms = 0; ms < 8; ms++) {
            host.room = 0;
            board_step(++now_ms);
        }
    }
    ask("0145010501");
    host.sent_count = 0;
    pass(400);
    ask("014202");
    CHECK(host.sent_count > 0);
    uint8_t payload[300], last[300];
    unsigned length = 0;
    for (unsigned got; (got = other_side_reads(payload)); length = got)
        memcpy(last, payload, got);
    CHECK(length > 10 && last[1] == WIRE_SNAPSHOT);
#if !PORT_COLUMNS
    for (unsigned byte = 0; byte < PORT_INPUT_BYTES; byte++)
        CHECK(last[10 + byte] == 0xFF);
#endif
}

static void what_came_and_went_while_it_could_not_be_told_is_counted(void)
{
    uint8_t payload[300];
    new_board();
    for (unsigned i = 0; i < PORT_EVENTS + 1; i++) {
        set_switch(3, i % 2 == 0);
        for (unsigned ms = 0; ms < 8; ms++) {
            host.room = 0;
            board_step(++now_ms);
        }
    }
    set_switch(3, PORT_EVENTS % 2 != 0);
    host.room = 0;
    board_step(++now_ms);
    pass(1100);
    while (other_side_reads(payload) && payload[1] != WIRE_HEARTBEAT)
        ;
    CHECK(payload[1] == WIRE_HEARTBEAT && payload[11] == 0 && payload[12] == 1);
}

/* ---- conversations ---- */

static void a_new_board_greets(void)
{
    host_new();
    power_up();
    CHECK(next_is("0101000101"
                  "0001020304050607"
                  "0001"));
    CHECK(silent());
    ask("014109");
    CHECK(next_is("010109"));
}

static void lights_are_answered_after_they_are_written(void)
{
    new_board();
    unsigned before = host.pictures;
    ask("01430101005dff8001010203040506");
    CHECK(host.pictures == before + 1 && next_is("010401"));
    CHECK(memcmp(host.strip + 3 * 93, (uint8_t[]){0x80, 0xff, 0x01, 2, 1, 3, 5, 4, 6}, 9) == 0);
    ask("01430101005dff8001010203040506");
    CHECK(host.pictures == before + 1 && next_is("010401"));
    ask("01410101");
    CHECK(next_is("01060103"));
    ask("01430201005eff8001010203040506");
    CHECK(next_is("010602040060"));
}

static void a_worn_out_store_is_admitted(void)
{
    new_board();
    host.writes_left = 4;
    ask("01450501036162" "63");
    pass(300);
    CHECK(next_is("010605080001"));
}

static void a_tone_ends_by_itself(void)
{
    new_board();
    ask("01440103e80014");
    CHECK(host.tone_hz == 1000 && next_is("010401"));
    pass(30);
    CHECK(host.tone_hz == 0);
}

static void who_is_answered_while_settings_are_written(void)
{
    new_board();
    ask("01450702" "0000" "0009000800070006");
    CHECK(silent());
    ask("014101");
    CHECK(next_is("010101"));
    pass(200);
    CHECK(silent() && settings_cell_of(0) == 9);
}

static void a_cut_at_any_byte_leaves_the_other_settings_whole(void)
{
    static uint8_t before[PORT_STORE_BYTES];
    new_board();
    ask("01450101" "03616263");
    pass(200);
    memcpy(before, host.store, sizeof before);
    for (unsigned cut = 0; cut < 70; cut++) {
        host_new();
        memcpy(host.store, before, sizeof before);
        power_up();
        host.writes_left = cut;
        ask(cut % 2 ? "01450102" "000000050006" : "01450103" "20");
        pass(100);
        host.writes_left = ~0u;
        host.store_busy = 0;
        power_up();
        CHECK(memcmp(settings_name(), "\003abc", 4) == 0);
        CHECK(settings_debounce_ms() == 5 || settings_debounce_ms() == 32);
        CHECK(settings_cell_of(0) == 5 || settings_cell_of(0) == 0);
        CHECK(settings_cell_of(9) == 9);
    }
}

int main(int count, char **words)
{
    CHECK(count == 2);
    host_new();
    the_parts_do_what_they_should(words[1]);
#if PORT_COLUMNS
    a_rectangle_is_doubtful_until_it_is_known_to_have_diodes();
#endif
    a_change_is_told_when_it_has_lasted();
    no_change_is_lost_while_the_line_is_full();
    what_came_and_went_while_it_could_not_be_told_is_counted();
    a_new_board_greets();
    lights_are_answered_after_they_are_written();
    a_worn_out_store_is_admitted();
    a_tone_ends_by_itself();
    who_is_answered_while_settings_are_written();
    a_cut_at_any_byte_leaves_the_other_settings_whole();
    printf("%s: the core does what it should\n", PORT_CHIP);
    return 0;
}
