#include "questions.h"

#include "beep.h"
#include "events.h"
#include "lights.h"
#include "settings.h"
#include "telling.h"
#include "wire.h"

#define LIGHT_HEAD 3 /* flags, first light */
#define SHOW 0x01
#define CLEAR 0x02

static struct {
    uint8_t type, seq; /* the question that was answered last, so that a repeat does the thing only once */
    enum wire_error error;
    uint16_t detail;
} answered;
static struct {
    uint8_t type, seq, key; /* the `set` that is being written */
} keeping;
static bool waits;

void questions_start(void)
{
    answered.type = 0;
    keeping.type = 0;
    waits = false;
}

bool questions_wait(void)
{
    return waits;
}

void questions_take(uint8_t byte)
{
    waits = wire_take(byte);
}

static void owe_result(const struct wire_question *question, enum wire_error error, uint16_t detail)
{
    telling_owe_result(question->seq, error, detail);
    answered.error = error;
    answered.detail = detail;
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
    telling_owe_value(question->seq, question->body[0], question->body + 1, (uint8_t)(question->length - 1));
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
    telling_owe_after(question->seq, events_last());
    answered.type = 0;
}

static void answer_bare(const struct wire_question *question, enum wire_type type)
{
    if (question->length != 0) {
        owe_result(question, WIRE_BAD_LENGTH, question->length);
        return;
    }
    telling_owe(type, question->seq);
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
    bool must_wait = question.type != WIRE_WHO && (telling_owes() || settings_busy());
    if (!repeats_what_is_kept && must_wait)
        return;
    waits = false;
    if (!repeats_what_is_kept)
        answer_question(&question, now_ms);
}

/* A `set` that was written, or was not. */
static void finish_keeping(void)
{
    if (settings_busy() || keeping.type == 0 || telling_owes())
        return;
    struct wire_question question = {.type = keeping.type, .seq = keeping.seq};
    bool kept = settings_kept();
    owe_result(&question, kept ? WIRE_FINE : WIRE_NOT_KEPT, kept ? 0 : keeping.key);
    keeping.type = 0;
}

void questions_step(uint32_t now_ms)
{
    finish_keeping();
    if (waits)
        listen(now_ms);
}
