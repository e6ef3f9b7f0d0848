/* The settings as they are told on the wire: what a `get` may ask for, and the body of its `value`. */
#include "settings.h"

#define MOST_ENTRIES 100 /* in one `value` */

static uint8_t entries_from(uint8_t key, uint16_t first)
{
    uint16_t count = (uint16_t)(settings_entries(key) - first);
    uint16_t most = (PORT_ANSWER - 3) / 2 < MOST_ENTRIES ? (PORT_ANSWER - 3) / 2 : MOST_ENTRIES;
    return (uint8_t)(count < most ? count : most);
}

struct settings_answer settings_can_get(uint8_t key, const uint8_t *argument, uint8_t length)
{
    bool has_entries = key == SETTINGS_MAP || key == SETTINGS_LAMPS;
    if (key < SETTINGS_NAME || key >= SETTINGS_FORGET)
        return settings_answer(WIRE_NO_SUCH, key);
    if (key == SETTINGS_MATRIX && PORT_COLUMNS == 0)
        return settings_answer(WIRE_NOT_SUPPORTED, key);
    if (length != (has_entries ? 2 : 0))
        return settings_answer(WIRE_BAD_LENGTH, (uint16_t)(length + 1));
    if (has_entries && wire_read_u16(argument) >= settings_entries(key))
        return settings_answer(WIRE_NO_SUCH, wire_read_u16(argument));
    return settings_answer(WIRE_FINE, 0);
}

uint8_t settings_value_length(uint8_t key, const uint8_t *argument)
{
    switch (key) {
    case SETTINGS_NAME:
        return (uint8_t)(2 + settings_name()[0]);
    case SETTINGS_MAP:
    case SETTINGS_LAMPS:
        return (uint8_t)(3 + 2 * entries_from(key, wire_read_u16(argument)));
    default:
        return 2;
    }
}

void settings_put_value(uint8_t key, const uint8_t *argument)
{
    wire_u8(key);
    switch (key) {
    case SETTINGS_NAME:
        wire_bytes(settings_name(), (uint8_t)(1 + settings_name()[0]));
        return;
    case SETTINGS_MAP:
    case SETTINGS_LAMPS: {
        uint16_t first = wire_read_u16(argument);
        uint8_t count = entries_from(key, first);
        wire_u16(first);
        for (uint16_t i = first; i < first + count; i++)
            wire_u16(key == SETTINGS_MAP ? settings_cell_of(i) : settings_cell_over(i));
        return;
    }
    case SETTINGS_DEBOUNCE:
        wire_u8(settings_debounce_ms());
        return;
    default:
        wire_u8(settings_matrix());
    }
}
