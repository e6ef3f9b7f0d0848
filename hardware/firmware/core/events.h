/* A ring of numbered events: what happened on the board, until the table has heard it, and a while longer. */
#ifndef TAVOLO_EVENTS_H
#define TAVOLO_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

enum event_kind { EVENT_EMPTIED = 0, EVENT_TAKEN = 1, EVENT_DOUBTFUL = 4, EVENT_CERTAIN = 5 };

struct event {
    uint16_t number;
    uint32_t time_ms;
    uint16_t cell;
    enum event_kind kind;
};

void events_start(void);

/* Can `count` more be added without dropping one that was not sent yet? */
bool events_have_room(uint8_t count);
void events_add(uint32_t time_ms, uint16_t cell, enum event_kind kind);

/* The number of the newest event; 0 before the first. */
uint16_t events_last(void);

/* The oldest event that is to be sent; false where there is none. events_sent() goes on to the next. */
bool events_next(struct event *event);
void events_sent(void);

/* Begins to send again after `number`; false where some of these are gone. events_oldest() is the first that is held. */
bool events_again(uint16_t number);
uint16_t events_oldest(void);

#endif
