/* Time since the start, from a counter that runs by itself: nothing is lost while interrupts are off. */
#ifndef TAVOLO_CLOCK_H
#define TAVOLO_CLOCK_H

#include <stdint.h>

/* Timer 1 counts 4 µs; its compare interrupt wakes the chip every millisecond. */
void clock_start(void);

/* Milliseconds since the start. To be called at least every 262 ms. */
uint32_t clock_ms(void);

#endif
