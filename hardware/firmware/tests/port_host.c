#include "port_host.h"

#include <stdlib.h>
#include <string.h>

struct host host;

void host_new(void)
{
    memset(&host, 0, sizeof host);
    memset(host.store, 0xFF, sizeof host.store);
    host.room = 255;
    host.writes_left = ~0u;
}

void port_scan(uint8_t closed[PORT_INPUT_BYTES])
{
    memcpy(closed, host.closed, PORT_INPUT_BYTES);
}

void port_lights_write(const uint8_t *bytes, uint16_t count)
{
    if (count > sizeof host.strip)
        abort();
    memcpy(host.strip, bytes, count);
    host.pictures++;
}

void port_tone(uint16_t hz)
{
    host.tone_hz = hz;
}

uint16_t port_send_room(void)
{
    return host.room;
}

void port_send(uint8_t byte)
{
    if (host.room == 0)
        abort(); /* the core sends only what there is room for */
    host.room--;
    if (host.sent_count < HOST_LINE_BYTES)
        host.sent[host.sent_count++] = byte;
}

uint8_t port_store_read(uint16_t at)
{
    if (at >= PORT_STORE_BYTES)
        abort();
    return host.store[at];
}

bool port_store_ready(void)
{
    if (host.store_busy) {
        host.store_busy--;
        return false;
    }
    return true;
}

void port_store_write(uint16_t at, uint8_t byte)
{
    if (at >= PORT_STORE_BYTES || host.store_busy)
        abort();
    host.store_busy = 3;
    if (host.writes_left) {
        host.store[at] = byte;
        host.writes_left--;
    }
}

void port_make_uid(uint8_t uid[8])
{
    for (uint8_t i = 0; i < 8; i++)
        uid[i] = (uint8_t)(host.uid_seed + i);
}

uint16_t port_free_memory(void)
{
    return 1234;
}
