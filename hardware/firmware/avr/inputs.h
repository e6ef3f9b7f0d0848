/* The switches: a matrix whose rows are driven one by one, or a chain of 74HC165 shift registers. */
#ifndef TAVOLO_INPUTS_H
#define TAVOLO_INPUTS_H

void inputs_start(void);

#endif
