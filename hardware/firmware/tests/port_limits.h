/* The host as a board: as small as an Uno where nothing else is asked for. */
#ifndef TAVOLO_PORT_LIMITS_H
#define TAVOLO_PORT_LIMITS_H

#define PORT_INPUTS 64
#define PORT_LIGHTS 96
#define PORT_BODY 120
#define PORT_ANSWER 100
#define PORT_EVENTS 32
#define PORT_STORE_BYTES 1024
#if defined(TAVOLO_CHAIN)
#define PORT_COLUMNS 0
#define PORT_CHIP "host chain"
#else
#define PORT_COLUMNS 8
#define PORT_CHIP "host matrix"
#endif

#endif
