#include "telling.h"

#include "events.h"
#include "settings.h"
#include "switches.h"

#include <string.h>

#define FIRMWARE "tavolo 1.0"
#define HEARTBEAT_MS 1000
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
static struct {
    uint8_t type, seq;
    enum wire_error error;
    uint16_t detail;
    uint8_t key, argument[2]; /* of a value */
    bool second_part;         /* of a snapshot */
    uint16_t until;           /* an `ack` that waits until this event was sent */
    bool waits;
} owed;

static uint8_t damage_to_tell;
static uint32_t last_sent_ms;

void telling_start(void)
{
    telling_owe(WIRE_HELLO, 0);
    damage_to_tell = settings_damaged();
}

void telling_begin(uint32_t now_ms)
{
    last_sent_ms = now_ms;
}

bool telling_owes(void)
{
    return owed.type != 0;
}

bool telling_owes_snapshot(void)
{
    return owed.type == WIRE_SNAPSHOT;
}

void telling_owe(enum wire_type type, uint8_t seq)
{
    memset(&owed, 0, sizeof owed);
    owed.type = (uint8_t)type;
    owed.seq = seq;
}

void telling_owe_result(uint8_t seq, enum wire_error error, uint16_t detail)
{
    telling_owe(error == WIRE_FINE ? WIRE_ACK : WIRE_ERROR, seq);
    owed.error = error;
    owed.detail = detail;
}

void telling_owe_value(uint8_t seq, uint8_t key, const uint8_t *argument, uint8_t length)
{
    telling_owe(WIRE_VALUE, seq);
    owed.key = key;
    if (length == sizeof owed.argument)
        memcpy(owed.argument, argument, length);
}

void telling_owe_after(uint8_t seq, uint16_t event)
{
    telling_owe(WIRE_ACK, seq);
    owed.until = event;
    owed.waits = true;
}

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
static bool owed_is_due(bool settled)
{
    struct event next;
    if (owed.type == 0)
        return false;
    if (owed.type == WIRE_SNAPSHOT)
        return settled && !events_next(&next);
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

void telling_step(uint32_t now_ms, bool settled)
{
    struct event event;
    while (owed_is_due(settled) && wire_has_room(owed_length()))
        send_owed(now_ms);
    while (damage_to_tell && owed.type != WIRE_HELLO && wire_has_room(ERROR_BODY))
        tell_damage(now_ms);
    while (events_next(&event) && wire_has_room(EVENT_BODY)) {
        send_event(&event, now_ms);
        if (owed_is_due(settled) && wire_has_room(owed_length()))
            send_owed(now_ms);
    }
    if (now_ms - last_sent_ms >= HEARTBEAT_MS && wire_has_room(HEARTBEAT_BODY))
        send_heartbeat(now_ms);
}
