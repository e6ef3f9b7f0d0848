/* The table's questions, answered one at a time: what each means, and that a repeat does the thing only once. */
#ifndef TAVOLO_QUESTIONS_H
#define TAVOLO_QUESTIONS_H

#include <stdbool.h>
#include <stdint.h>

void questions_start(void);

/* Takes a byte that came from the table; only while no question waits to be answered. */
bool questions_wait(void);
void questions_take(uint8_t byte);

/* Answers the question that waits, if it can be by now; a `set` when it was written. */
void questions_step(uint32_t now_ms);

#endif
