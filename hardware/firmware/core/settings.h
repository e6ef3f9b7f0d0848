/* What a board remembers without power: who it is, its name, which cell each switch feels, which light shines where. */
#ifndef TAVOLO_SETTINGS_H
#define TAVOLO_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

#define SETTINGS_UNUSED 0xFFFFu
#define SETTINGS_NAME_LENGTH 24

enum settings_key {
    SETTINGS_NAME = 1,
    SETTINGS_MAP = 2,
    SETTINGS_DEBOUNCE = 3,
    SETTINGS_LAMPS = 4,
    SETTINGS_MATRIX = 5,
    SETTINGS_FORGET = 6
};

/* Reads what is kept, makes up an identity at the first start of a board's life, counts the start. */
void settings_start(void);

const uint8_t *settings_uid(void); /* 8 bytes */
uint16_t settings_boot(void);      /* differs at every start */
uint8_t settings_debounce_ms(void);
uint8_t settings_matrix(void);               /* flags, as on the wire */
bool settings_diodes(void);                  /* no switch can be a ghost */
uint16_t settings_entries(uint8_t key);      /* of the map: one for each input; of the lamps: one for each light */
uint16_t settings_cell_of(uint16_t input);   /* or SETTINGS_UNUSED */
uint16_t settings_cell_over(uint16_t light); /* or SETTINGS_UNUSED */
const uint8_t *settings_name(void);          /* length, then that many bytes */

/* The keys whose settings were found damaged at the start, as bits (1 << key); the factory's hold instead. */
uint8_t settings_damaged(void);

struct settings_answer {
    enum wire_error error;
    uint16_t detail;
};

static inline struct settings_answer settings_answer(enum wire_error error, uint16_t detail)
{
    struct settings_answer one = {error, detail};
    return one;
}

/* Begins to keep a value (the body of a `set` after its key). Where it answers no error, writing goes on with every
 * settings_step() until settings_busy() is over; then settings_kept() says whether the store took it. */
struct settings_answer settings_set(uint8_t key, const uint8_t *value, uint8_t length);
void settings_step(void);
bool settings_busy(void);
bool settings_kept(void);

/* In settings_told.c. Checks a `get`, and writes its value (with its key) into the answer that was begun on the wire. */
struct settings_answer settings_can_get(uint8_t key, const uint8_t *argument, uint8_t length);
uint8_t settings_value_length(uint8_t key, const uint8_t *argument); /* of the whole body */
void settings_put_value(uint8_t key, const uint8_t *argument);

#endif
