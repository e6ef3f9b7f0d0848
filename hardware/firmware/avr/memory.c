/* How much memory was never used: free memory is painted at the start, and the paint that is left is counted. */
#include "memory.h"

#include <avr/io.h>

#include "port.h"

#define PAINT 0xC5
#define LOOKED_AT_ONCE 64
#define OWN_STACK 32 /* below the stack pointer: what painting itself may use */

extern uint8_t __heap_start;

uint32_t memory_woke_up_as __attribute__((section(".noinit")));

/* Runs before memory is given its values. */
void paint_memory(void) __attribute__((naked, used, section(".init3")));
void paint_memory(void)
{
    uint32_t mixed = 1;
    for (uint8_t *byte = &__heap_start; byte < (uint8_t *)(SP - OWN_STACK); byte++) {
        mixed = (mixed << 5 | mixed >> 27) ^ *byte;
        *byte = PAINT;
    }
    memory_woke_up_as = mixed;
}

/* Looks down from where the paint ended last time; the stack reaches a little further now and then. */
uint16_t port_free_memory(void)
{
    static uint8_t *edge;
    if (!edge)
        edge = (uint8_t *)SP;
    uint8_t *seen = edge;
    for (uint8_t *at = edge - 1; at >= &__heap_start && at + LOOKED_AT_ONCE >= edge; at--)
        if (*at != PAINT)
            seen = at;
    edge = seen;
    return (uint16_t)(edge - &__heap_start);
}
