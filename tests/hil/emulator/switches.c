#include "switches.h"

#include <stdlib.h>
#include <string.h>

#include "chip.h"

#define MOST_LINES 16
#define MOST_INPUTS 512

static enum { NOTHING, MATRIX, CHAIN } kind;
static bool closed[MOST_INPUTS];
static unsigned count, faults;

/* ---- matrix ---- */

struct line {
    struct pin pin;
    avr_ioport_t *port;
    bool level; /* of a column */
};

static struct line rows[MOST_LINES], columns[MOST_LINES];
static unsigned row_count, column_count;
static bool diodes;
static uint16_t driven_low, reached; /* rows; columns that are pulled low */

static bool bit_of(uint16_t bits, unsigned at)
{
    return bits >> at & 1;
}

/* Columns that are connected to a row driven low: through a closed switch, and without diodes on through other ones. */
static uint16_t columns_reached(void)
{
    uint16_t low_rows = driven_low, low_columns = 0, rows_before, columns_before;
    do {
        rows_before = low_rows;
        columns_before = low_columns;
        for (unsigned r = 0; r < row_count; r++)
            for (unsigned c = 0; c < column_count; c++)
                if (closed[r * column_count + c]) {
                    if (bit_of(low_rows, r))
                        low_columns |= (uint16_t)(1u << c);
                    else if (!diodes && bit_of(low_columns, c))
                        low_rows |= (uint16_t)(1u << r);
                }
    } while (low_rows != rows_before || low_columns != columns_before);
    for (unsigned r = 0; r < row_count; r++) {
        const struct line *row = &rows[r];
        uint8_t mask = (uint8_t)(1u << row->pin.bit);
        bool high = chip()->data[row->port->r_ddr] & chip()->data[row->port->r_port] & mask;
        if (high && bit_of(low_rows, r) && !bit_of(driven_low, r))
            faults++;
    }
    return low_columns;
}

static void update_columns(void)
{
    uint16_t low = columns_reached();
    for (unsigned c = 0; c < column_count; c++)
        if (bit_of(low ^ reached, c))
            chip_set_level(columns[c].pin, !bit_of(low, c));
    reached = low;
}

static void row_changed(struct avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq, (void)value, (void)parameter;
    uint16_t low = 0;
    const uint8_t *data = chip()->data;
    for (unsigned r = 0; r < row_count; r++) {
        uint8_t mask = (uint8_t)(1u << rows[r].pin.bit);
        if (data[rows[r].port->r_ddr] & ~data[rows[r].port->r_port] & mask)
            low |= (uint16_t)(1u << r);
    }
    if (low == driven_low)
        return;
    driven_low = low;
    if (low)
        for (unsigned c = 0; c < column_count; c++)
            if (!(data[columns[c].port->r_port] >> columns[c].pin.bit & 1))
                faults++;
    update_columns();
}

/* simavr tells of a write to DDR before the register holds it; the pins are told afterwards. */
static void watch(struct line *line)
{
    avr_irq_t *irq = avr_io_getirq(chip(), AVR_IOCTL_IOPORT_GETIRQ(line->pin.port), IOPORT_IRQ_PIN_ALL);
    irq->flags &= (uint8_t)~IRQ_FLAG_FILTERED;
    avr_irq_register_notify(irq, row_changed, NULL);
}

static unsigned lines_named(const char *names, struct line *lines)
{
    char *list = strdup(names);
    unsigned found = 0;
    for (char *rest = list, *name; (name = strsep(&rest, ",")); found++) {
        if (found == MOST_LINES)
            give_up("more than %d lines: %s", MOST_LINES, names);
        lines[found].pin = pin_named(name);
        lines[found].port = chip_port(lines[found].pin.port);
    }
    free(list);
    return found;
}

void switches_wire_matrix(const char *row_names, const char *column_names)
{
    kind = MATRIX;
    row_count = lines_named(row_names, rows);
    column_count = lines_named(column_names, columns);
    count = row_count * column_count;
    for (unsigned c = 0; c < column_count; c++)
        chip_set_level(columns[c].pin, true);
    bool watched[256] = {false};
    for (unsigned r = 0; r < row_count; r++)
        if (!watched[(unsigned char)rows[r].pin.port]) {
            watched[(unsigned char)rows[r].pin.port] = true;
            watch(&rows[r]);
        }
}

/* ---- chain ---- */

static struct pin load_pin, clock_pin, data_pin;
static uint8_t shifting[MOST_INPUTS];
static unsigned shifted;
static bool loading, clock_high;

/* The register nearest to the chip comes first, each with its pin H first; the last one's serial input is tied high. */
static void show_data(void)
{
    unsigned input = shifted / 8 * 8 + 7 - shifted % 8;
    chip_set_level(data_pin, shifted >= count || !shifting[input]);
}

static void load_changed(struct avr_irq_t *irq, uint32_t level, void *parameter)
{
    (void)irq, (void)parameter;
    loading = !level;
    for (unsigned i = 0; i < count; i++)
        shifting[i] = closed[i];
    shifted = 0;
    show_data();
}

static void clock_changed(struct avr_irq_t *irq, uint32_t level, void *parameter)
{
    (void)irq, (void)parameter;
    if (level && !clock_high && !loading) {
        shifted++;
        show_data();
    }
    clock_high = level;
}

void switches_wire_chain(const char *load, const char *clock, const char *data, unsigned registers)
{
    kind = CHAIN;
    count = 8 * registers;
    if (count > MOST_INPUTS)
        give_up("more than %d registers", MOST_INPUTS / 8);
    load_pin = pin_named(load);
    clock_pin = pin_named(clock);
    data_pin = pin_named(data);
    avr_irq_register_notify(chip_pin_irq(load_pin), load_changed, NULL);
    avr_irq_register_notify(chip_pin_irq(clock_pin), clock_changed, NULL);
    chip_set_level(data_pin, true);
}

/* ---- both ---- */

void switches_set_diodes(bool on)
{
    diodes = on;
}

unsigned switches_count(void)
{
    return count;
}

void switches_set(unsigned input, bool is_closed)
{
    if (input >= count)
        give_up("there is no switch %u; the last one is %u", input, count - 1);
    closed[input] = is_closed;
    if (kind == MATRIX && driven_low)
        update_columns();
}

void switches_reset(void)
{
    driven_low = 0;
    if (kind == MATRIX)
        update_columns();
    clock_high = loading = false;
}

unsigned switches_faults(void)
{
    return faults;
}
