/* What is known about memory before the program used it. */
#ifndef TAVOLO_MEMORY_H
#define TAVOLO_MEMORY_H

#include <stdint.h>

/* The bits that free memory happened to wake up with, mixed: they differ from chip to chip. */
extern uint32_t memory_woke_up_as;

#endif
