/* One tone at a time, that ends by itself. */
#ifndef TAVOLO_BEEP_H
#define TAVOLO_BEEP_H

#include <stdbool.h>
#include <stdint.h>

#define BEEP_LOWEST_HZ 50
#define BEEP_HIGHEST_HZ 20000

void beep_start(void);

/* Can the buzzer sound it? 0 is silence. */
bool beep_can(uint16_t hz);
void beep_sound(uint16_t hz, uint16_t length_ms, uint32_t now_ms);
void beep_step(uint32_t now_ms);

#endif
