#include "other_side.h"

#include <stdlib.h>
#include <string.h>

#include "crc.h"
#include "port_host.h"

unsigned other_side_framed(const uint8_t *payload, unsigned length, uint8_t frame[OTHER_SIDE_FRAME])
{
    uint8_t data[OTHER_SIDE_PAYLOAD];
    uint16_t crc = CRC16_BEGIN;
    memcpy(data, payload, length);
    for (unsigned i = 0; i < length; i++)
        crc = crc16_add(crc, payload[i]);
    data[length++] = (uint8_t)(crc >> 8);
    data[length++] = (uint8_t)crc;
    unsigned at = 0, out = 0;
    do {
        unsigned zero = at;
        while (zero < length && data[zero])
            zero++;
        frame[out++] = (uint8_t)(zero - at + 1);
        while (at < zero)
            frame[out++] = data[at++];
    } while (at++ < length);
    frame[out++] = 0;
    return out;
}

unsigned other_side_reads(uint8_t payload[OTHER_SIDE_PAYLOAD])
{
    uint8_t *end = memchr(host.sent, 0, host.sent_count);
    unsigned length = 0;
    if (!end)
        return 0;
    for (uint8_t *at = host.sent; at < end;) {
        uint8_t code = *at++;
        for (uint8_t i = 1; i < code; i++)
            payload[length++] = *at++;
        if (at < end)
            payload[length++] = 0;
    }
    unsigned taken = (unsigned)(end - host.sent) + 1;
    host.sent_count -= taken;
    memmove(host.sent, host.sent + taken, host.sent_count);
    if (length < 5)
        abort(); /* shorter than anything that may be said */
    return length - 2;
}
