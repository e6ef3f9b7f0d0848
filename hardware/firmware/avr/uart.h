/* The serial line to the table: 115,200 baud, 8N1, a ring of bytes each way. */
#ifndef TAVOLO_UART_H
#define TAVOLO_UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_start(void);
bool uart_has_byte(void);
uint8_t uart_byte(void);

#endif
