/* Runs the sensor board's firmware on an emulated chip among emulated switches and lights.
 *
 *   emulator ELF MCU matrix ROWS COLUMNS LIGHTS BUZZER
 *   emulator ELF MCU chain LOAD,CLOCK,DATA REGISTERS LIGHTS BUZZER
 *
 * Commands come in on standard input, one a line; each is answered by one line, `ok …`. Time stands still between commands,
 * unless it is `live`: then the chip keeps pace with the clock on the wall and its line is the pseudo-terminal.
 *
 *   close N…, open N…      switches              diodes 0|1      whether each has its diode
 *   run US                 let time pass         send HEX        bytes for the chip, at the line's speed
 *   frame US               as run, but only until the chip has ended a frame
 *   change N 0|1 N 0|1 … every US               one switch after the other, so far apart
 *   heard                  what the chip sent    lights, tone, faults, cycle
 *   hang US                the program turns on the spot for so long
 *   reset | cut SEED       button, power         store | poke AT HEX   what outlives a cut of power
 *   plug PATH | pull       the pseudo-terminal   live | still    keep pace with the clock on the wall, or stand still
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "buzzer.h"
#include "chip.h"
#include "line.h"
#include "plug.h"
#include "strip.h"
#include "switches.h"

#define LONGEST_COMMAND (1u << 17)
#define SLICE_US 500            /* simulated at once while live */
#define MOST_BEHIND_US 100000   /* a busy machine: time that is lost is not made up for beyond this */

static bool live;
static bool off; /* the power is cut until the plug is in again */
static int64_t ahead_us; /* of the clock on the wall, while live */
static struct timespec seen;

static void say_hex(const uint8_t *bytes, size_t count)
{
    fputs("ok ", stdout);
    for (size_t i = 0; i < count; i++)
        printf("%02x", bytes[i]);
    putchar('\n');
}

static size_t bytes_of(const char *hex, uint8_t *bytes, size_t most)
{
    size_t count = 0;
    unsigned byte;
    while (count < most && sscanf(hex + 2 * count, "%2x", &byte) == 1)
        bytes[count++] = (uint8_t)byte;
    return count;
}

static void set_all(char *rest, bool closed)
{
    for (char *word; (word = strsep(&rest, " "));)
        if (*word)
            switches_set((unsigned)strtoul(word, NULL, 10), closed);
}

static void change_all(char *rest)
{
    char *every = strstr(rest, " every ");
    if (!every)
        give_up("change … every US");
    avr_cycle_count_t pause = strtoull(every + 7, NULL, 10) * CYCLES_PER_US;
    *every = 0;
    for (char *word; (word = strsep(&rest, " "));) {
        char *level = strsep(&rest, " ");
        if (!level)
            give_up("change names a switch without a level");
        switches_set((unsigned)strtoul(word, NULL, 10), *level == '1');
        chip_run(pause, NULL);
    }
}

static void say_lights(void)
{
    const struct strip *strip = strip_now();
    printf("ok %u %u %u %u %u %u %u ", strip->pictures, strip->odd_pulses, strip->odd_bits, strip->narrowest[0], strip->widest[0],
           strip->narrowest[1], strip->widest[1]);
    for (unsigned i = 0; i < strip->bytes; i++)
        printf("%02x", strip->colours[i]);
    puts(strip->bytes ? "" : "-");
}

static void restart(bool cut, uint32_t seed)
{
    line_clear();
    if (cut)
        chip_cut_power(seed);
    else
        chip_reset();
    switches_reset();
}

static void obey(char *command)
{
    static uint8_t bytes[LONGEST_COMMAND / 2];
    char *rest = command;
    const char *verb = strsep(&rest, " ");
    if (!rest)
        rest = command + strlen(command);
    if (strcmp(verb, "close") == 0)
        set_all(rest, true);
    else if (strcmp(verb, "open") == 0)
        set_all(rest, false);
    else if (strcmp(verb, "change") == 0)
        change_all(rest);
    else if (strcmp(verb, "diodes") == 0)
        switches_set_diodes(*rest == '1');
    else if (strcmp(verb, "run") == 0)
        chip_run(strtoull(rest, NULL, 10) * CYCLES_PER_US, NULL);
    else if (strcmp(verb, "hang") == 0)
        chip_hang(strtoull(rest, NULL, 10) * CYCLES_PER_US);
    else if (strcmp(verb, "frame") == 0) {
        *line_frame_ended() = false;
        chip_run(strtoull(rest, NULL, 10) * CYCLES_PER_US, line_frame_ended());
    } else if (strcmp(verb, "send") == 0)
        line_send(bytes, bytes_of(rest, bytes, sizeof bytes));
    else if (strcmp(verb, "heard") == 0) {
        const uint8_t *heard;
        size_t count = line_heard(&heard);
        say_hex(heard, count);
        return;
    } else if (strcmp(verb, "lights") == 0) {
        say_lights();
        return;
    } else if (strcmp(verb, "tone") == 0) {
        printf("ok %u\n", buzzer_hz());
        return;
    } else if (strcmp(verb, "faults") == 0) {
        printf("ok %u %u\n", line_overruns(), switches_faults());
        return;
    } else if (strcmp(verb, "cycle") == 0) {
        printf("ok %llu %zu\n", (unsigned long long)chip()->cycle, line_unsent());
        return;
    } else if (strcmp(verb, "reset") == 0)
        restart(false, 0);
    else if (strcmp(verb, "cut") == 0)
        restart(true, (uint32_t)strtoul(rest, NULL, 10));
    else if (strcmp(verb, "store") == 0) {
        uint32_t size;
        const uint8_t *store = chip_store(&size);
        say_hex(store, size);
        return;
    } else if (strcmp(verb, "poke") == 0) {
        uint32_t size;
        uint8_t *store = chip_store(&size);
        unsigned long at = strtoul(rest, &rest, 10);
        size_t count = bytes_of(rest + 1, bytes, sizeof bytes);
        if (at + count > size)
            give_up("the store has %u bytes", size);
        memcpy(store + at, bytes, count);
    } else if (strcmp(verb, "plug") == 0) {
        plug_in(rest);
        off = false;
    } else if (strcmp(verb, "pull") == 0) {
        plug_pull();
        restart(true, (uint32_t)chip()->cycle);
        off = true;
    } else if (strcmp(verb, "live") == 0) {
        live = true;
        ahead_us = 0;
        clock_gettime(CLOCK_MONOTONIC, &seen);
    } else if (strcmp(verb, "still") == 0)
        live = false;
    else
        give_up("no command \"%s\"", verb);
    puts("ok");
}

/* Reads what has come on standard input and obeys whole lines; false at its end. */
static bool read_commands(void)
{
    static char buffer[LONGEST_COMMAND];
    static size_t held;
    ssize_t got = read(STDIN_FILENO, buffer + held, sizeof buffer - held);
    if (got <= 0)
        return got < 0 && errno == EINTR;
    held += (size_t)got;
    char *line = buffer, *end;
    while ((end = memchr(line, '\n', held - (size_t)(line - buffer)))) {
        *end = 0;
        obey(line);
        line = end + 1;
    }
    held -= (size_t)(line - buffer);
    memmove(buffer, line, held);
    if (held == sizeof buffer)
        give_up("a command longer than %u bytes", LONGEST_COMMAND);
    fflush(stdout);
    return true;
}

/* One slice of the chip's time, unless it is ahead of the clock on the wall; answers how long to wait then, ms. */
static int live_on(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    ahead_us -= (now.tv_sec - seen.tv_sec) * 1000000LL + (now.tv_nsec - seen.tv_nsec) / 1000;
    seen = now;
    if (ahead_us < -MOST_BEHIND_US)
        ahead_us = -MOST_BEHIND_US;
    if (ahead_us > 0)
        return 1;
    plug_carry();
    if (!off)
        chip_run(SLICE_US * CYCLES_PER_US, NULL);
    ahead_us += SLICE_US;
    plug_carry();
    return 0;
}

int main(int count, char **words)
{
    if (count != 8)
        give_up("emulator ELF MCU matrix ROWS COLUMNS LIGHTS BUZZER, or ELF MCU chain LOAD,CLOCK,DATA REGISTERS LIGHTS BUZZER");
    chip_start(words[1], words[2]);
    line_wire();
    if (strcmp(words[3], "matrix") == 0) {
        switches_wire_matrix(words[4], words[5]);
    } else if (strcmp(words[3], "chain") == 0) {
        char *rest = words[4];
        const char *load = strsep(&rest, ","), *clock = strsep(&rest, ",");
        if (!clock || !rest)
            give_up("a chain has three pins: LOAD,CLOCK,DATA");
        switches_wire_chain(load, clock, rest, (unsigned)strtoul(words[5], NULL, 10));
    } else {
        give_up("the switches are a matrix or a chain, not \"%s\"", words[3]);
    }
    strip_wire(pin_named(words[6]));
    buzzer_wire(pin_named(words[7]));
    chip_cut_power(1);
    struct pollfd commands = {.fd = STDIN_FILENO, .events = POLLIN};
    for (;;) {
        int wait_ms = live ? live_on() : -1;
        if (poll(&commands, 1, wait_ms) > 0 && !read_commands())
            break;
    }
    plug_pull();
    return 0;
}
