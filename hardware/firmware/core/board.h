/* A sensor board: answers the table's questions one at a time and tells what happens on the board. */
#ifndef TAVOLO_BOARD_H
#define TAVOLO_BOARD_H

#include <stdbool.h>
#include <stdint.h>

void board_start(void);

/* Hands over a byte that came from the table; only while board_listens(), which is not while a question waits. */
bool board_listens(void);
void board_take(uint8_t byte);

/* To be called at least once a millisecond, with the time since the start. */
void board_step(uint32_t now_ms);

#endif
