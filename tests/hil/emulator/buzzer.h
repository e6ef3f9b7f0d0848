/* The buzzer: what would be heard. */
#ifndef EMULATOR_BUZZER_H
#define EMULATOR_BUZZER_H

#include "chip.h"

void buzzer_wire(struct pin pin);

/* The pitch of the last whole wave if it ended less than two of its length ago, else 0, Hz. */
unsigned buzzer_hz(void);

#endif
