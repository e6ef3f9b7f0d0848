/* The emulated chip: loads the firmware that ships, runs it, and lets pins, line and store be touched from outside. */
#ifndef EMULATOR_CHIP_H
#define EMULATOR_CHIP_H

#include <stdbool.h>
#include <stdint.h>

#include <simavr/avr_ioport.h>
#include <simavr/sim_avr.h>

#define FREQUENCY 16000000UL
#define CYCLES_PER_US (FREQUENCY / 1000000UL)

struct pin {
    char port; /* 'A'… */
    uint8_t bit;
};

/* Ends the program with a message: whoever started it named something that is not there. */
void give_up(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

struct pin pin_named(const char *name); /* "D6" is bit 6 of port D */

avr_t *chip_start(const char *elf, const char *mcu);
avr_t *chip(void);

/* Runs for so many cycles of the chip's time, or until `stop` becomes true. */
void chip_run(avr_cycle_count_t cycles, const bool *stop);

/* As the reset button, and as a cut of power: what memory held is noise afterwards. */
void chip_reset(void);
void chip_cut_power(uint32_t noise_seed);

/* Lets the program turn on the spot for so long, as if it had lost its way. */
void chip_hang(avr_cycle_count_t cycles);

avr_ioport_t *chip_port(char name);
avr_irq_t *chip_pin_irq(struct pin pin);

/* The level that the world outside gives an input. */
void chip_set_level(struct pin pin, bool high);

uint8_t *chip_store(uint32_t *size);

#endif
