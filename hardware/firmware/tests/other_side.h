/* The other side of the line: how a table makes its frames and reads those of the board. */
#ifndef TAVOLO_OTHER_SIDE_H
#define TAVOLO_OTHER_SIDE_H

#include <stdint.h>

#define OTHER_SIDE_PAYLOAD 300
#define OTHER_SIDE_FRAME 310

/* A payload with its checksum as a good frame, whatever it says; the frame's length. */
unsigned other_side_framed(const uint8_t *payload, unsigned length, uint8_t frame[OTHER_SIDE_FRAME]);

/* Takes the first frame from what the board has sent; its length without the checksum, 0 where there is none. */
unsigned other_side_reads(uint8_t payload[OTHER_SIDE_PAYLOAD]);

#endif
