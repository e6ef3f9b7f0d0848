#include "events.h"

#include "port.h"

#define KIND_SHIFT 12 /* a cell has 12 bits */

static struct {
    uint32_t time_ms;
    uint16_t cell_and_kind;
} ring[PORT_EVENTS]; /* event n lies at n mod PORT_EVENTS, which divides 65536 */

static uint16_t last, told; /* numbers of the newest event and of the newest that was sent */
static uint16_t held;       /* events that the ring holds */

void events_start(void)
{
    last = told = held = 0;
}

bool events_have_room(uint8_t count)
{
    return (uint16_t)(last - told) + count <= PORT_EVENTS;
}

void events_add(uint32_t time_ms, uint16_t cell, enum event_kind kind)
{
    last++;
    ring[last % PORT_EVENTS].time_ms = time_ms;
    ring[last % PORT_EVENTS].cell_and_kind = (uint16_t)(cell | (uint16_t)kind << KIND_SHIFT);
    if (held < PORT_EVENTS)
        held++;
}

uint16_t events_last(void)
{
    return last;
}

bool events_next(struct event *event)
{
    if (told == last)
        return false;
    uint16_t number = (uint16_t)(told + 1);
    uint16_t packed = ring[number % PORT_EVENTS].cell_and_kind;
    event->number = number;
    event->time_ms = ring[number % PORT_EVENTS].time_ms;
    event->cell = packed & ((1u << KIND_SHIFT) - 1);
    event->kind = (enum event_kind)(packed >> KIND_SHIFT);
    return true;
}

void events_sent(void)
{
    told++;
}

bool events_again(uint16_t number)
{
    if ((uint16_t)(last - number) > held)
        return false;
    told = number;
    return true;
}

uint16_t events_oldest(void)
{
    return (uint16_t)(last - held + 1);
}
