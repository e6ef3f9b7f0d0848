/* The buzzer on OC2A: timer 2 turns the pin by itself. */
#ifndef TAVOLO_BUZZER_H
#define TAVOLO_BUZZER_H

void buzzer_start(void);

#endif
