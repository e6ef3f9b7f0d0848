/* The plug: a pseudo-terminal that programs open like the board's own port, and that vanishes when it is pulled. */
#ifndef EMULATOR_PLUG_H
#define EMULATOR_PLUG_H

#include <stdbool.h>

/* The port is reached under `path`, a symbolic link, while it is plugged in. */
void plug_in(const char *path);
void plug_pull(void);
bool plugged_in(void);
int plug_descriptor(void); /* to wait on; -1 while it is pulled */

/* Carries bytes between the pseudo-terminal and the line. */
void plug_carry(void);

#endif
