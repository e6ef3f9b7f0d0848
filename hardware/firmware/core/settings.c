#include "settings.h"

#include <string.h>

#include "crc.h"

/* Layout of the store. Every part carries its own check, so that a cut of power in the middle of a write costs at most the
 * entry that was being written; a store never written to (all 0xFF) holds the factory's settings.
 *
 *   0  uid 8, crc8
 *   9  boot 2, crc8
 *  12  record A, record B: turn 1, name length 1, name 24, debounce 1, matrix flags 1, crc16 – the one with the newer turn
 *      holds, and the other one is written next
 *  72  map: for each input its cell 2, crc8; then lamps: for each light the cell that it shines under 2, crc8
 *      high byte 0xFF: the factory's setting (input i feels cell i, light i shines under cell i); 0xF0: unused */
#define UID_AT 0
#define UID_BYTES 8
#define BOOT_AT 9
#define RECORDS_AT 12
#define MAP_AT 72
#define ENTRY_BYTES 3
#define LAMPS_AT (MAP_AT + ENTRY_BYTES * PORT_INPUTS)
#define STORE_END (LAMPS_AT + ENTRY_BYTES * PORT_LIGHTS)
#define FACTORY_HIGH 0xFF
#define UNUSED_HIGH 0xF0
#define FACTORY_DEBOUNCE_MS 5
#define LONGEST_DEBOUNCE_MS 100
#define DIODES 0x01

typedef char the_store_is_large_enough[STORE_END <= PORT_STORE_BYTES ? 1 : -1];

struct record {
    uint8_t turn;
    uint8_t name[1 + SETTINGS_NAME_LENGTH];
    uint8_t debounce_ms;
    uint8_t matrix;
    uint8_t crc[2];
};

typedef char the_record_has_no_gaps[sizeof(struct record) == 30 ? 1 : -1];

static uint8_t uid[UID_BYTES];
static uint16_t boot;
static struct record record;
static uint8_t record_slot; /* where the record that holds lies: 0 or 1 */
static uint8_t damaged;

/* What is being written: `at` goes over `count` bytes from `from`; byte_of() says what belongs there. */
static struct {
    enum { JOB_NONE, JOB_RECORD, JOB_ENTRIES, JOB_FORGET } kind;
    uint16_t from, at, count;
    uint8_t values[PORT_BODY]; /* of entries, two bytes each */
    bool written;              /* the byte at `at` was written and is to be compared */
    bool kept;
} job;

static uint8_t crc8_of(const uint8_t *bytes, uint8_t count)
{
    uint8_t crc = CRC8_BEGIN;
    while (count--)
        crc = crc8_add(crc, *bytes++);
    return crc;
}

static void read(uint16_t at, uint8_t *bytes, uint8_t count)
{
    while (count--)
        *bytes++ = port_store_read(at++);
}

static void write_now(uint16_t at, uint8_t byte)
{
    while (!port_store_ready())
        ;
    if (port_store_read(at) != byte)
        port_store_write(at, byte);
}

static void write_checked(uint16_t at, const uint8_t *bytes, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++)
        write_now((uint16_t)(at + i), bytes[i]);
    write_now((uint16_t)(at + count), crc8_of(bytes, count));
}

static void start_identity(void)
{
    read(UID_AT, uid, UID_BYTES);
    if (port_store_read(UID_AT + UID_BYTES) == crc8_of(uid, UID_BYTES))
        return;
    port_make_uid(uid);
    write_checked(UID_AT, uid, UID_BYTES);
}

static void count_start(void)
{
    uint8_t bytes[2];
    read(BOOT_AT, bytes, 2);
    boot = port_store_read(BOOT_AT + 2) == crc8_of(bytes, 2) ? (uint16_t)(wire_read_u16(bytes) + 1) : 1;
    bytes[0] = (uint8_t)(boot >> 8);
    bytes[1] = (uint8_t)boot;
    write_checked(BOOT_AT, bytes, 2);
}

static uint16_t record_crc(const struct record *one)
{
    const uint8_t *bytes = (const uint8_t *)one;
    uint16_t crc = CRC16_BEGIN;
    for (uint8_t i = 0; i < sizeof *one - sizeof one->crc; i++)
        crc = crc16_add(crc, bytes[i]);
    return crc;
}

static bool record_is_good(const struct record *one)
{
    return record_crc(one) == wire_read_u16(one->crc) && one->name[0] <= SETTINGS_NAME_LENGTH;
}

static bool is_blank(const void *bytes, uint8_t count)
{
    for (const uint8_t *byte = bytes; count--; byte++)
        if (*byte != 0xFF)
            return false;
    return true;
}

static void factory_record(void)
{
    uint8_t turn = record.turn;
    memset(&record, 0, sizeof record);
    record.turn = turn;
    record.debounce_ms = FACTORY_DEBOUNCE_MS;
}

static void start_record(void)
{
    struct record slots[2];
    bool good[2];
    for (uint8_t i = 0; i < 2; i++) {
        read((uint16_t)(RECORDS_AT + i * sizeof slots[i]), (uint8_t *)&slots[i], sizeof slots[i]);
        good[i] = record_is_good(&slots[i]);
    }
    if (good[0] && good[1])
        record_slot = (int8_t)(slots[1].turn - slots[0].turn) > 0;
    else
        record_slot = good[1];
    if (good[record_slot]) {
        record = slots[record_slot];
        return;
    }
    if (!is_blank(slots, sizeof slots))
        damaged |= 1u << SETTINGS_NAME;
    record.turn = 0;
    factory_record();
}

/* The value of an entry of the map or of the lamps; *bad says that its check failed. */
static uint16_t entry(uint16_t base, uint16_t index, bool *bad)
{
    uint8_t bytes[ENTRY_BYTES];
    read((uint16_t)(base + ENTRY_BYTES * index), bytes, ENTRY_BYTES);
    if (bytes[0] == FACTORY_HIGH)
        return index;
    if (bytes[2] != crc8_of(bytes, 2)) {
        *bad = true;
        return index;
    }
    return bytes[0] == UNUSED_HIGH ? SETTINGS_UNUSED : wire_read_u16(bytes);
}

static void check_entries(uint16_t base, uint8_t key)
{
    for (uint16_t i = 0; i < settings_entries(key); i++) {
        bool bad = false;
        uint16_t value = entry(base, i, &bad);
        if (bad || (value >= PORT_INPUTS && value != SETTINGS_UNUSED && value != i))
            damaged |= (uint8_t)(1u << key);
    }
}

uint16_t settings_entries(uint8_t key)
{
    return key == SETTINGS_LAMPS ? PORT_LIGHTS : PORT_INPUTS;
}

void settings_start(void)
{
    damaged = 0;
    job.kind = JOB_NONE;
    start_identity();
    count_start();
    start_record();
    check_entries(MAP_AT, SETTINGS_MAP);
    check_entries(LAMPS_AT, SETTINGS_LAMPS);
}

const uint8_t *settings_uid(void)
{
    return uid;
}

uint16_t settings_boot(void)
{
    return boot;
}

uint8_t settings_debounce_ms(void)
{
    return record.debounce_ms;
}

uint8_t settings_matrix(void)
{
    return record.matrix;
}

bool settings_diodes(void)
{
    return PORT_COLUMNS == 0 || (record.matrix & DIODES);
}

const uint8_t *settings_name(void)
{
    return record.name;
}

uint8_t settings_damaged(void)
{
    return damaged;
}

/* The cell of an entry as `value` and the core know it; one beyond what this chip has (the store of another port, or a light
 * beyond the last cell) counts as the factory's, and where the factory has none as unused. */
static uint16_t cell_at(uint16_t base, uint16_t index)
{
    bool bad = false;
    uint16_t value = entry(base, index, &bad);
    if (value != SETTINGS_UNUSED && value >= PORT_INPUTS)
        return index < PORT_INPUTS ? index : SETTINGS_UNUSED;
    return value;
}

uint16_t settings_cell_of(uint16_t input)
{
    return cell_at(MAP_AT, input);
}

uint16_t settings_cell_over(uint16_t light)
{
    return cell_at(LAMPS_AT, light);
}

/* ---- keeping ---- */

static struct settings_answer begin_job(uint8_t kind, uint16_t from, uint16_t count)
{
    job.kind = kind;
    job.from = from;
    job.at = 0;
    job.count = count;
    job.written = false;
    job.kept = true;
    return settings_answer(WIRE_FINE, 0);
}

/* The record goes to the slot that does not hold now, so a cut of power leaves one of the two. */
static struct settings_answer keep_record(void)
{
    record.turn++;
    uint16_t crc = record_crc(&record);
    record.crc[0] = (uint8_t)(crc >> 8);
    record.crc[1] = (uint8_t)crc;
    record_slot = !record_slot;
    return begin_job(JOB_RECORD, (uint16_t)(RECORDS_AT + record_slot * sizeof record), sizeof record);
}

static struct settings_answer set_name(const uint8_t *value, uint8_t length)
{
    if (length < 1 || length != value[0] + 1)
        return settings_answer(WIRE_BAD_LENGTH, (uint16_t)(length + 1));
    if (value[0] > SETTINGS_NAME_LENGTH)
        return settings_answer(WIRE_OUT_OF_RANGE, value[0]);
    memset(record.name, 0, sizeof record.name);
    memcpy(record.name, value, length);
    return keep_record();
}

static struct settings_answer set_entries(uint16_t base, uint16_t entries, const uint8_t *value, uint8_t length)
{
    if (length < 4 || length % 2)
        return settings_answer(WIRE_BAD_LENGTH, (uint16_t)(length + 1));
    uint16_t first = wire_read_u16(value), count = (uint16_t)(length / 2 - 1);
    value += 2;
    if (first >= entries || count > entries - first)
        return settings_answer(WIRE_NO_SUCH, first >= entries ? first : entries);
    for (uint16_t i = 0; i < count; i++) {
        uint16_t one = wire_read_u16(value + 2 * i);
        if (one >= PORT_INPUTS && one != SETTINGS_UNUSED)
            return settings_answer(WIRE_NO_SUCH, one);
    }
    memcpy(job.values, value, (size_t)(2 * count));
    return begin_job(JOB_ENTRIES, (uint16_t)(base + ENTRY_BYTES * first), (uint16_t)(ENTRY_BYTES * count));
}

static struct settings_answer forget(const uint8_t *value, uint8_t length)
{
    if (length != 4)
        return settings_answer(WIRE_BAD_LENGTH, (uint16_t)(length + 1));
    if (memcmp(value, "DEAD", 4) != 0)
        return settings_answer(WIRE_OUT_OF_RANGE, SETTINGS_FORGET);
    factory_record();
    return begin_job(JOB_FORGET, RECORDS_AT, STORE_END - RECORDS_AT);
}

struct settings_answer settings_set(uint8_t key, const uint8_t *value, uint8_t length)
{
    switch (key) {
    case SETTINGS_NAME:
        return set_name(value, length);
    case SETTINGS_MAP:
        return set_entries(MAP_AT, settings_entries(key), value, length);
    case SETTINGS_LAMPS:
        return set_entries(LAMPS_AT, settings_entries(key), value, length);
    case SETTINGS_DEBOUNCE:
        if (length != 1)
            return settings_answer(WIRE_BAD_LENGTH, (uint16_t)(length + 1));
        if (value[0] < 1 || value[0] > LONGEST_DEBOUNCE_MS)
            return settings_answer(WIRE_OUT_OF_RANGE, value[0]);
        record.debounce_ms = value[0];
        return keep_record();
    case SETTINGS_MATRIX:
        if (PORT_COLUMNS == 0)
            return settings_answer(WIRE_NOT_SUPPORTED, key);
        if (length != 1)
            return settings_answer(WIRE_BAD_LENGTH, (uint16_t)(length + 1));
        if (value[0] & ~DIODES)
            return settings_answer(WIRE_OUT_OF_RANGE, value[0]);
        record.matrix = value[0];
        return keep_record();
    case SETTINGS_FORGET:
        return forget(value, length);
    default:
        return settings_answer(WIRE_NO_SUCH, key);
    }
}

static uint8_t entry_byte(uint16_t at)
{
    uint8_t bytes[2];
    memcpy(bytes, job.values + at / ENTRY_BYTES * 2, 2);
    if (wire_read_u16(bytes) == SETTINGS_UNUSED)
        bytes[0] = UNUSED_HIGH;
    return at % ENTRY_BYTES == 2 ? crc8_of(bytes, 2) : bytes[at % ENTRY_BYTES];
}

/* What belongs at `at` of the job; false where that byte may stay as it is. */
static bool byte_of(uint16_t at, uint8_t *byte)
{
    switch (job.kind) {
    case JOB_RECORD:
        *byte = ((const uint8_t *)&record)[at];
        return true;
    case JOB_ENTRIES:
        *byte = entry_byte(at);
        return true;
    default: /* JOB_FORGET: the records whole, of an entry only what says that it is the factory's */
        *byte = 0xFF;
        return at < MAP_AT - RECORDS_AT || (at - (MAP_AT - RECORDS_AT)) % ENTRY_BYTES == 0;
    }
}

void settings_step(void)
{
    while (job.kind != JOB_NONE && port_store_ready()) {
        if (job.at == job.count) {
            job.kind = JOB_NONE;
            return;
        }
        uint16_t at = (uint16_t)(job.from + job.at);
        uint8_t wanted;
        if (byte_of(job.at, &wanted) && port_store_read(at) != wanted) {
            if (!job.written) {
                port_store_write(at, wanted);
                job.written = true;
                return;
            }
            job.kept = false; /* written, and still not there: worn out */
        }
        job.written = false;
        job.at++;
    }
}

bool settings_busy(void)
{
    return job.kind != JOB_NONE;
}

bool settings_kept(void)
{
    return job.kept;
}
