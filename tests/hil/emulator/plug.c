#define _GNU_SOURCE
#include "plug.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "chip.h"
#include "line.h"

static int outer = -1, inner = -1; /* the inner side stays open, so that the outer one has somebody even before a program comes */
static char linked[512];

void plug_in(const char *path)
{
    char name[128];
    struct termios raw;
    if (openpty(&outer, &inner, name, NULL, NULL) != 0)
        give_up("no pseudo-terminal: %s", strerror(errno));
    tcgetattr(inner, &raw);
    cfmakeraw(&raw);
    tcsetattr(inner, TCSANOW, &raw);
    fcntl(outer, F_SETFL, O_NONBLOCK);
    snprintf(linked, sizeof linked, "%s", path);
    unlink(linked);
    if (symlink(name, linked) != 0)
        give_up("%s: %s", linked, strerror(errno));
}

void plug_pull(void)
{
    if (!plugged_in())
        return;
    unlink(linked);
    close(inner);
    close(outer);
    outer = inner = -1;
}

bool plugged_in(void)
{
    return outer >= 0;
}

int plug_descriptor(void)
{
    return outer;
}

void plug_carry(void)
{
    const uint8_t *heard;
    uint8_t bytes[256];
    size_t count = line_heard(&heard);
    if (!plugged_in())
        return;
    if (count && write(outer, heard, count) < 0) {
        /* nobody reads: what a port that is not open is sent is gone */
    }
    ssize_t got = read(outer, bytes, sizeof bytes);
    if (got > 0)
        line_send(bytes, (size_t)got);
}
