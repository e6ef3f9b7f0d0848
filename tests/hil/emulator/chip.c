#include "chip.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_eeprom.h>
#include <simavr/sim_elf.h>

#define LONGEST_NAP 1600 /* cycles that a sleeping chip skips at once: 0.1 ms, so that commands come in between */

#define STORE_WRITE_US 3400 /* a byte of EEPROM, from the chips' data sheets; simavr takes no time for it */

static avr_t *avr;

/* ---- the store takes its time, and loses the byte that is being written when the power goes ---- */

static struct {
    avr_eeprom_t *module;
    avr_io_write_t write;
    void *parameter;
    uint16_t being_written;
} store;

static avr_cycle_count_t store_is_ready(avr_t *one, avr_cycle_count_t when, void *parameter)
{
    (void)when, (void)parameter;
    avr_regbit_clear(one, store.module->eepe);
    return 0;
}

static void store_control(avr_t *one, avr_io_addr_t address, uint8_t value, void *parameter)
{
    (void)parameter;
    bool allowed = avr_regbit_get(one, store.module->eempe);
    store.write(one, address, value, store.parameter);
    if (!allowed || !(value >> store.module->eepe.bit & 1))
        return;
    store.being_written = (uint16_t)(one->data[store.module->r_eearl] | one->data[store.module->r_eearh] << 8);
    avr_regbit_set(one, store.module->eepe);
    avr_cycle_timer_register_usec(one, STORE_WRITE_US, store_is_ready, NULL);
}

static void slow_the_store_down(void)
{
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (strcmp(io->kind, "eeprom") == 0)
            store.module = (avr_eeprom_t *)io;
    if (!store.module)
        give_up("this chip has no store");
    avr_io_addr_t at = AVR_DATA_TO_IO(store.module->r_eecr);
    store.write = avr->io[at].w.c;
    store.parameter = avr->io[at].w.param;
    avr->io[at].w.c = store_control;
}

/* ---- the chip ---- */

static void (*reset_of_the_core)(avr_t *);

/* Whoever resets the chip, its watchdog too: the levels that the world outside gives its pins stay as they are. */
static void keep_levels(avr_t *one)
{
    if (reset_of_the_core)
        reset_of_the_core(one);
    for (avr_io_t *io = one->io_port; io; io = io->next)
        if (strcmp(io->kind, "port") == 0)
            one->data[((avr_ioport_t *)io)->r_pin] = ((avr_ioport_t *)io)->external.pull_value;
}

void give_up(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("emulator: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

struct pin pin_named(const char *name)
{
    struct pin pin = {name[0], (uint8_t)(name[1] - '0')};
    if (name[0] < 'A' || name[0] > 'L' || pin.bit > 7 || name[2])
        give_up("\"%s\" is no pin; one is called D6 for bit 6 of port D", name);
    return pin;
}

static void log_errors(avr_t *from, const int level, const char *format, va_list arguments)
{
    (void)from;
    if (level <= LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

static void do_not_wait(avr_t *one, avr_cycle_count_t how_long)
{
    (void)one, (void)how_long; /* simulated time passes at once; who wants real time waits in the main loop */
}

avr_t *chip_start(const char *elf, const char *mcu)
{
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    avr_global_logger_set(log_errors);
    if (elf_read_firmware(elf, &firmware) != 0)
        give_up("%s is no firmware that can be read", elf);
    avr = avr_make_mcu_by_name(mcu);
    if (!avr)
        give_up("simavr knows no %s", mcu);
    avr_init(avr);
    firmware.frequency = FREQUENCY;
    avr_load_firmware(avr, &firmware);
    avr->sleep = do_not_wait;
    reset_of_the_core = avr->reset;
    avr->reset = keep_levels;
    slow_the_store_down();
    avr->run_cycle_limit = LONGEST_NAP;
    return avr;
}

avr_t *chip(void)
{
    return avr;
}

void chip_run(avr_cycle_count_t cycles, const bool *stop)
{
    avr_cycle_count_t end = avr->cycle + cycles;
    while (avr->cycle < end && !(stop && *stop)) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed)
            give_up("the chip stopped at %x after %llu cycles", avr->pc, (unsigned long long)avr->cycle);
    }
}

void chip_reset(void)
{
    avr_cycle_count_t cycle = avr->cycle;
    avr_reset(avr);
    avr->cycle = cycle;
}

void chip_cut_power(uint32_t noise_seed)
{
    if (avr_cycle_timer_status(avr, store_is_ready, NULL))
        store.module->eeprom[store.being_written] = 0xFF; /* erased, and not written yet */
    chip_reset();
    for (uint32_t at = avr->ioend + 1u; at <= avr->ramend; at++) {
        noise_seed = noise_seed * 1664525u + 1013904223u;
        avr->data[at] = (uint8_t)(noise_seed >> 24);
    }
}

void chip_hang(avr_cycle_count_t cycles)
{
    static const uint8_t jump_to_itself[2] = {0xFF, 0xCF};
    uint8_t *here = avr->flash + avr->pc, kept[2];
    memcpy(kept, here, sizeof kept);
    memcpy(here, jump_to_itself, sizeof kept);
    chip_run(cycles, NULL);
    memcpy(here, kept, sizeof kept);
}

avr_ioport_t *chip_port(char name)
{
    static avr_ioport_t *ports[256];
    avr_ioport_t **port = &ports[(unsigned char)name];
    for (avr_io_t *io = avr->io_port; io && !*port; io = io->next)
        if (strcmp(io->kind, "port") == 0 && ((avr_ioport_t *)io)->name == name)
            *port = (avr_ioport_t *)io;
    if (!*port)
        give_up("this chip has no port %c", name);
    return *port;
}

avr_irq_t *chip_pin_irq(struct pin pin)
{
    return chip_port(pin.port)->io.irq + IOPORT_IRQ_PIN0 + pin.bit;
}

/* Both the pin and its external level: a write to the port sets inputs anew, from the external level. */
void chip_set_level(struct pin pin, bool high)
{
    avr_ioport_t *port = chip_port(pin.port);
    uint8_t mask = (uint8_t)(1u << pin.bit);
    port->external.pull_mask |= mask;
    port->external.pull_value = (uint8_t)((port->external.pull_value & ~mask) | (high ? mask : 0));
    avr_raise_irq(chip_pin_irq(pin), high);
}

uint8_t *chip_store(uint32_t *size)
{
    *size = store.module->size;
    return store.module->eeprom;
}
