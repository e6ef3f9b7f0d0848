/* A board made of memory: what the core does to its port can be looked at, and what it reads can be set. */
#ifndef TAVOLO_PORT_HOST_H
#define TAVOLO_PORT_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "port.h"

#define HOST_LINE_BYTES (1u << 16)

struct host {
    uint8_t closed[PORT_INPUT_BYTES];
    uint8_t strip[3 * PORT_LIGHTS];
    unsigned pictures;
    uint16_t tone_hz;
    uint8_t store[PORT_STORE_BYTES];
    unsigned store_busy;  /* looks at it until it is ready again */
    unsigned writes_left; /* until it is worn out */
    uint8_t sent[HOST_LINE_BYTES];
    unsigned sent_count;
    uint16_t room;        /* bytes the line takes before it is full */
    uint8_t uid_seed;
};

extern struct host host;

/* A board that leaves the factory. */
void host_new(void);

#endif
