/* What each chip holds. The kind of input is chosen when it is built: -DTAVOLO_MATRIX or -DTAVOLO_CHAIN. */
#ifndef TAVOLO_PORT_LIMITS_H
#define TAVOLO_PORT_LIMITS_H

#if defined(__AVR_ATmega2560__)
#define PORT_INPUTS 256
#define PORT_LIGHTS 256
#define PORT_BODY 240
#define PORT_ANSWER 240
#define PORT_EVENTS 256
#define PORT_STORE_BYTES 4096
#define PORT_SEND_BYTES 256
#define PORT_RECEIVE_BYTES 256
#define PORT_CHIP_NAME "atmega2560"
#elif defined(__AVR_ATmega328P__)
#define PORT_LIGHTS 96
#define PORT_BODY 120
#define PORT_ANSWER 100
#define PORT_EVENTS 32
#define PORT_STORE_BYTES 1024
#define PORT_SEND_BYTES 128
#define PORT_RECEIVE_BYTES 128
#define PORT_CHIP_NAME "atmega328p"
#else
#error "Tavolo's sensor board knows the ATmega2560 (Arduino Mega) and the ATmega328P (Arduino Uno, Nano)."
#endif

#if defined(TAVOLO_MATRIX)
#define PORT_CHIP PORT_CHIP_NAME " matrix"
#if defined(__AVR_ATmega2560__)
#define PORT_COLUMNS 16
#else
#define PORT_COLUMNS 8
#define PORT_INPUTS 64
#endif
#elif defined(TAVOLO_CHAIN)
#define PORT_CHIP PORT_CHIP_NAME " chain"
#define PORT_COLUMNS 0
#if !defined(PORT_INPUTS)
#define PORT_INPUTS 128
#endif
#else
#error "Build with -DTAVOLO_MATRIX or -DTAVOLO_CHAIN."
#endif

#endif
