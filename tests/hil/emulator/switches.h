/* The switches that the chip feels: a matrix of rows and columns, or a chain of 74HC165. */
#ifndef EMULATOR_SWITCHES_H
#define EMULATOR_SWITCHES_H

#include <stdbool.h>
#include <stdint.h>

/* Pins by name, separated by commas. */
void switches_wire_matrix(const char *rows, const char *columns);
void switches_wire_chain(const char *load, const char *clock, const char *data, unsigned registers);

void switches_set_diodes(bool diodes);
unsigned switches_count(void);
void switches_set(unsigned input, bool closed);

/* Every row and column lets go, as at a reset of the chip. */
void switches_reset(void);

/* How often the chip did what no wiring bears: two outputs against each other, a column read without its pull-up. */
unsigned switches_faults(void);

#endif
