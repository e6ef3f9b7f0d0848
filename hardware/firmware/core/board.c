#include "board.h"

#include "beep.h"
#include "events.h"
#include "lights.h"
#include "settings.h"
#include "switches.h"
#include "wire.h"

#define FIRMWARE "tavolo 1.0"
#define HEARTBEAT_MS 1000
#define FIRST_SCANS 30    /* and the debounce time: pieces that stand on the board at the start are no events */
#define LIGHT_HEAD 3      /* flags, first light */
#define SHOW 0x01
#define CLEAR 0x02
#define LAST_PART 0x01
#define PART_OF_DOUBTS 0x04
#define HELLO_BODY (22 + 1 + SETTINGS_NAME_LENGTH + sizeof FIRMWARE + sizeof PORT_CHIP)
#define SNAPSHOT_HEAD 7
#define EVENT_BODY 10
#define HEARTBEAT_BODY 12
#define ERROR_BODY 3

enum capability {
    CAN_SWITCHES = 1 << 0,
    CAN_LIGHTS = 1 << 2,
    CAN_BUZZ = 1 << 3,
    IS_MATRIX = 1 << 4,
    IS_CHAIN = 1 << 5,
    HAS_DIODES = 1 << 6,
    KEEPS_SETTINGS = 1 << 7
};

/* What is owed to the table. `type` 0 is nothing. */
struct owed {
    uint8_t type, seq;
    enum wire_error error;
    uint16_t detail;
    uint8_t key, argument[2]; /* of a value */
    bool second_part;         /* of a snapshot */
    uint16_t until;           /* an `ack` that waits until this event was sent */
    bool waits;
};

static struct owed owed;
static struct {
    uint8_t type, seq; /* the question that was answered last, so that a repeat does the thing only once */
    enum wire_error error;
    uint16_t detail;
} answered;
static struct {
    uint8_t type, seq, key; /* the `set` that is being written */
} keeping;
static bool question_waits, telling, began;
static uint8_t damage_to_tell;
static uint8_t first_scans; /* that are still to be made before changes are told */
static uint32_t last_scan_ms, last_sent_ms;

void board_start(void)
{
    wire_start();
    events_start();
    settings_start();
    switches_start();
    lights_start();
    beep_start();
    owed = (struct owed){.type = WIRE_HELLO};
    answered.type = 0;
    keeping.type = 0;
    question_waits = telling = began = false;
    first_scans = (uint8_t)(FIRST_SCANS + settings_debounce_ms());
    damage_to_tell = settings_damaged();
}

bool board_listens(void)
{
    return !question_waits;
}

void board_take(uint8_t byte)
{
    question_waits = wire_take(byte);
}

/* ---- answers ---- */

static void sent(uint32_t now_ms)
{
    wire_send();
    last_sent_ms = now_ms;
}

static uint16_t capabilities(void)
{
    return CAN_SWITCHES | CAN_LIGHTS | CAN_BUZZ | KEEPS_SETTINGS | (PORT_COLUMNS ? IS_MATRIX : IS_CHAIN) |
           (settings_diodes() ? HAS_DIODES : 0);
}

static void send_hello(uint8_t seq, uint32_t now_ms)
{
    wire_begin(WIRE_HELLO, seq);
    wire_u8(WIRE_VERSION);
    wire_u8(WIRE_VERSION);
    wire_bytes(settings_uid(), 8);
    wire_u16(settings_boot());
    wire_u16(capabilities());
    wire_u16(PORT_INPUTS);
    wire_u16(PORT_LIGHTS);
    wire_u8(PORT_BODY);
    wire_u16(events_last());
    wire_u8(settings_debounce_ms());
    wire_bytes(settings_name(), (uint8_t)(1 + settings_name()[0]));
    wire_text(FIRMWARE);
    wire_text(PORT_CHIP);
    sent(now_ms);
}

static void send_snapshot_part(bool of_doubts, bool last, uint32_t now_ms)
{
    uint8_t cells[PORT_INPUT_BYTES];
    if (of_doubts)
        switches_doubtful(cells);
    else
        switches_taken(cells);
    wire_begin(WIRE_SNAPSHOT, owed.seq);
    wire_u16(events_last());
    wire_u8((uint8_t)((last ? LAST_PART : 0) | (of_doubts ? PART_OF_DOUBTS : 0)));
    wire_u16(0);
    wire_u16(PORT_INPUTS);
    wire_bytes(cells, sizeof cells);
    sent(now_ms);
}

static void send_error(uint8_t seq, enum wire_error error, uint16_t detail, uint32_t now_ms)
{
    wire_begin(WIRE_ERROR, seq);
    wire_u8((uint8_t)error);
    wire_u16(detail);
    sent(now_ms);
}

static uint8_t owed_length(void)
{
    switch (owed.type) {
    case WIRE_HELLO:
        return HELLO_BODY;
    case WIRE_SNAPSHOT:
        return SNAPSHOT_HEAD + PORT_INPUT_BYTES;
    case WIRE_VALUE:
        return settings_value_length(owed.key, owed.argument);
    default:
        return ERROR_BODY;
    }
}

/* Snapshots, and the answer to `again`, come after the events before them. */
static bool owed_is_due(void)
{
    struct event next;
    if (owed.type == 0)
        return false;
    if (owed.type == WIRE_SNAPSHOT)
        return telling && !events_next(&next);
    return !(owed.waits && events_next(&next) && (int16_t)(next.number - owed.until) <= 0);
}

static void send_owed(uint32_t now_ms)
{
    switch (owed.type) {
    case WIRE_HELLO:
        send_hello(owed.seq, now_ms);
        break;
    case WIRE_SNAPSHOT: {
        bool doubts = switches_any_doubtful();
        send_snapshot_part(owed.second_part, owed.second_part || !doubts, now_ms);
        if (doubts && !owed.second_part) {
            owed.second_part = true;
            return;
        }
        break;
    }
    case WIRE_VALUE:
        wire_begin(WIRE_VALUE, owed.seq);
        settings_put_value(owed.key, owed.argument);
        sent(now_ms);
        break;
    case WIRE_ERROR:
        send_error(owed.seq, owed.error, owed.detail, now_ms);
        break;
    default:
        wire_begin(WIRE_ACK, owed.seq);
        sent(now_ms);
    }
    owed.type = 0;
}

static void send_event(const struct event *event, uint32_t now_ms)
{
    wire_begin(WIRE_EVENT, 0);
    wire_u16(event->number);
    wire_u32(event->time_ms);
    wire_u16(event->cell);
    wire_u8((uint8_t)event->kind);
    wire_u8(0);
    sent(now_ms);
    events_sent();
}

static void send_heartbeat(uint32_t now_ms)
{
    wire_begin(WIRE_HEARTBEAT, 0);
    wire_u16(events_last());
    wire_u32(now_ms / 1000);
    wire_u16(wire_bad_frames());
    wire_u16(switches_lost());
    wire_u16(port_free_memory());
    sent(now_ms);
}

static void tell_damage(uint32_t now_ms)
{
    for (uint8_t key = 0; damage_to_tell; key++)
        if (damage_to_tell & 1u << key) {
            send_error(0, WIRE_NOT_KEPT, key, now_ms);
            damage_to_tell &= (uint8_t)~(1u << key);
            return;
        }
}

static void speak(uint32_t now_ms)
{
    struct event event;
    while (owed_is_due() && wire_has_room(owed_length()))
        send_owed(now_ms);
    while (damage_to_tell && owed.type != WIRE_HELLO && wire_has_room(ERROR_BODY))
        tell_damage(now_ms);
    while (events_next(&event) && wire_has_room(EVENT_BODY)) {
        send_event(&event, now_ms);
        if (owed_is_due() && wire_has_room(owed_length()))
            send_owed(now_ms);
    }
    if (now_ms - last_sent_ms >= HEARTBEAT_MS && wire_has_room(HEARTBEAT_BODY))
        send_heartbeat(now_ms);
}

/* ---- questions ---- */

static void owe(const struct wire_question *question, uint8_t type)
{
    owed = (struct owed){.type = type, .seq = question->seq};
}

static void owe_result(const struct wire_question *question, enum wire_error error, uint16_t detail)
{
    owe(question, error == WIRE_FINE ? WIRE_ACK : WIRE_ERROR);
    owed.error = answered.error = error;
    owed.detail = answered.detail = detail;
    answered.type = question->type;
    answered.seq = question->seq;
}

static struct settings_answer fill_lights(const struct wire_question *question)
{
    struct settings_answer result = {WIRE_BAD_LENGTH, question->length};
    if (question->length < LIGHT_HEAD || (question->length - LIGHT_HEAD) % 3)
        return result;
    uint8_t flags = question->body[0];
    uint16_t first = wire_read_u16(question->body + 1), count = (uint16_t)((question->length - LIGHT_HEAD) / 3);
    if (flags & ~(SHOW | CLEAR)) {
        result.error = WIRE_OUT_OF_RANGE;
        result.detail = flags;
        return result;
    }
    if (first > PORT_LIGHTS || count > PORT_LIGHTS - first) {
        result.error = WIRE_NO_SUCH;
        result.detail = first >= PORT_LIGHTS ? first : PORT_LIGHTS;
        return result;
    }
    if (flags & CLEAR)
        lights_clear();
    lights_fill(first, question->body + LIGHT_HEAD, count);
    if (flags & SHOW)
        lights_show();
    result.error = WIRE_FINE;
    return result;
}

static void answer_lights(const struct wire_question *question)
{
    struct settings_answer result = fill_lights(question);
    owe_result(question, result.error, result.detail);
}

static void answer_beep(const struct wire_question *question, uint32_t now_ms)
{
    if (question->length != 4) {
        owe_result(question, WIRE_BAD_LENGTH, question->length);
        return;
    }
    uint16_t hz = wire_read_u16(question->body);
    if (!beep_can(hz)) {
        owe_result(question, WIRE_OUT_OF_RANGE, hz);
        return;
    }
    beep_sound(hz, wire_read_u16(question->body + 2), now_ms);
    owe_result(question, WIRE_FINE, 0);
}

static void answer_set(const struct wire_question *question)
{
    struct settings_answer result = {WIRE_BAD_LENGTH, question->length};
    if (question->length >= 1)
        result = settings_set(question->body[0], question->body + 1, (uint8_t)(question->length - 1));
    if (result.error != WIRE_FINE) {
        owe_result(question, result.error, result.detail);
        return;
    }
    keeping.type = question->type; /* answered when it is written */
    keeping.seq = question->seq;
    keeping.key = question->body[0];
}

static void answer_get(const struct wire_question *question)
{
    struct settings_answer result = {WIRE_BAD_LENGTH, question->length};
    if (question->length >= 1)
        result = settings_can_get(question->body[0], question->body + 1, (uint8_t)(question->length - 1));
    if (result.error != WIRE_FINE) {
        owe_result(question, result.error, result.detail);
        return;
    }
    owe(question, WIRE_VALUE);
    owed.key = question->body[0];
    if (question->length == 3) {
        owed.argument[0] = question->body[1];
        owed.argument[1] = question->body[2];
    }
    answered.type = 0; /* asked again it is answered anew */
}

static void answer_again(const struct wire_question *question)
{
    if (question->length != 2) {
        owe_result(question, WIRE_BAD_LENGTH, question->length);
        return;
    }
    if (!events_again(wire_read_u16(question->body))) {
        owe_result(question, WIRE_EVENTS_GONE, events_oldest());
        return;
    }
    owe(question, WIRE_ACK);
    owed.until = events_last();
    owed.waits = true;
    answered.type = 0;
}

static void answer_bare(const struct wire_question *question, uint8_t type)
{
    if (question->length != 0) {
        owe_result(question, WIRE_BAD_LENGTH, question->length);
        return;
    }
    owe(question, type);
    answered.type = 0;
    if (type == WIRE_HELLO)
        keeping.type = 0; /* whoever asked for that is not listening any more */
}

static void answer_question(const struct wire_question *question, uint32_t now_ms)
{
    if (question->version != WIRE_VERSION)
        owe_result(question, WIRE_UNKNOWN_VERSION, question->version);
    else if (question->type == answered.type && question->seq == answered.seq)
        owe_result(question, answered.error, answered.detail);
    else if (question->length > PORT_BODY && question->type >= WIRE_WHO && question->type <= WIRE_AGAIN)
        owe_result(question, WIRE_BAD_LENGTH, question->length);
    else
        switch (question->type) {
        case WIRE_WHO:
            answer_bare(question, WIRE_HELLO);
            break;
        case WIRE_LOOK:
            answer_bare(question, WIRE_SNAPSHOT);
            break;
        case WIRE_LIGHTS:
            answer_lights(question);
            break;
        case WIRE_BEEP:
            answer_beep(question, now_ms);
            break;
        case WIRE_SET:
            answer_set(question);
            break;
        case WIRE_GET:
            answer_get(question);
            break;
        case WIRE_AGAIN:
            answer_again(question);
            break;
        default:
            owe_result(question, WIRE_UNKNOWN_TYPE, question->type);
        }
}

static void listen(uint32_t now_ms)
{
    struct wire_question question = wire_question();
    bool repeats_what_is_kept = question.type == keeping.type && question.seq == keeping.seq;
    bool must_wait = question.type != WIRE_WHO && (owed.type != 0 || settings_busy());
    if (!repeats_what_is_kept && must_wait)
        return;
    question_waits = false;
    if (!repeats_what_is_kept)
        answer_question(&question, now_ms);
}

/* A `set` that was written, or was not. */
static void finish_keeping(void)
{
    if (settings_busy() || keeping.type == 0 || owed.type != 0)
        return;
    struct wire_question question = {.type = keeping.type, .seq = keeping.seq};
    bool kept = settings_kept();
    owe_result(&question, kept ? WIRE_FINE : WIRE_NOT_KEPT, kept ? 0 : keeping.key);
    keeping.type = 0;
}

void board_step(uint32_t now_ms)
{
    if (!began) {
        began = true;
        last_scan_ms = last_sent_ms = now_ms;
    }
    if (now_ms != last_scan_ms) {
        last_scan_ms = now_ms;
        telling = first_scans == 0;
        if (!telling)
            first_scans--;
        switches_scan(now_ms, settings_debounce_ms(),
                      !telling                      ? SETTLE_SILENTLY
                      : owed.type == WIRE_SNAPSHOT ? SETTLE_LATER
                                                   : SETTLE_TELLING);
    }
    settings_step();
    finish_keeping();
    if (question_waits)
        listen(now_ms);
    beep_step(now_ms);
    speak(now_ms);
}
