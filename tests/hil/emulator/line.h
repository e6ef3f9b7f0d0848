/* The serial line: bytes go to the chip at the line's speed into a receiver as small as the chip's, and come back. */
#ifndef EMULATOR_LINE_H
#define EMULATOR_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void line_wire(void);

/* Bytes for the chip; they go one after the other, each taking as long as it takes at 115,200 baud. */
void line_send(const uint8_t *bytes, size_t count);
size_t line_unsent(void);

/* What the chip sent since this was asked last; the pointer holds until the chip runs on. */
size_t line_heard(const uint8_t **bytes);

/* Becomes true when the chip has sent the zero that ends a frame; set it false before waiting for the next. */
bool *line_frame_ended(void);

/* Forgets what is under way, as when the plug is pulled. */
void line_clear(void);

/* Bytes that the chip lost because it did not fetch them in time. */
unsigned line_overruns(void);

#endif
