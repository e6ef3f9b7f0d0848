#include "inputs.h"

#include <util/delay.h>

#include "pins.h"
#include "port.h"

#if PORT_COLUMNS

/* A pull-up of 20 to 50 kΩ lifts a metre of wire (100 pF) in less than this. */
#define SETTLE_US 8
#define ROW_BYTES (PORT_COLUMNS / 8)

typedef char the_rows_are_the_inputs[ROWS * PORT_COLUMNS == PORT_INPUTS ? 1 : -1];

static const struct pin rows[ROWS] = {ROW_PINS};

/* Rows that are not read hang on their pull-ups, so that two closed switches never short two outputs. */
void inputs_start(void)
{
    columns_pull_up();
    for (uint8_t row = 0; row < ROWS; row++)
        *rows[row].port |= rows[row].mask;
}

void port_scan(uint8_t closed[PORT_INPUT_BYTES])
{
    for (uint8_t row = 0; row < ROWS; row++) {
        struct pin pin = rows[row];
        *pin.port &= (uint8_t)~pin.mask;
        DDR_OF(pin) |= pin.mask;
        _delay_us(SETTLE_US);
        columns_read(closed + ROW_BYTES * row);
        DDR_OF(pin) &= (uint8_t)~pin.mask;
        *pin.port |= pin.mask;
    }
}

#else

#define PULSE_US 0.25 /* 74HC165 at 4.5 V and 85 °C: at least 24 ns; the rest is for the wires */

void inputs_start(void)
{
    CHAIN_PORT |= 1 << CHAIN_LOAD | 1 << CHAIN_DATA;
    CHAIN_DDR |= 1 << CHAIN_LOAD | 1 << CHAIN_CLOCK;
}

/* Input 8 r + b is pin b (A to H) of register r, counted from the chip; a register shows H first. */
void port_scan(uint8_t closed[PORT_INPUT_BYTES])
{
    CHAIN_PORT &= (uint8_t)~(1 << CHAIN_LOAD);
    _delay_us(PULSE_US);
    CHAIN_PORT |= 1 << CHAIN_LOAD;
    for (uint8_t byte = 0; byte < PORT_INPUT_BYTES; byte++) {
        uint8_t open = 0;
        for (uint8_t bit = 0; bit < 8; bit++) {
            _delay_us(PULSE_US);
            open = (uint8_t)(open << 1);
            if (CHAIN_PIN & 1 << CHAIN_DATA)
                open |= 1;
            CHAIN_PORT |= 1 << CHAIN_CLOCK;
            _delay_us(PULSE_US);
            CHAIN_PORT &= (uint8_t)~(1 << CHAIN_CLOCK);
        }
        closed[byte] = (uint8_t)~open;
    }
}

#endif
