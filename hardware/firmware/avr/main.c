/* The sensor board on a bare ATmega: wakes every millisecond or at a byte, does what is due, sleeps again. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "board.h"
#include "buzzer.h"
#include "clock.h"
#include "inputs.h"
#include "uart.h"
#include "ws2812.h"

/* A watchdog that fired goes on running, at its shortest, until it is stopped. */
void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
void stop_watchdog(void)
{
    MCUSR = 0;
    wdt_disable();
}

/* Sleeps unless a byte came in since it was looked for: `sei` lets one more instruction run before any interrupt. */
static void sleep_until_something_is_due(void)
{
    cli();
    if (board_listens() && uart_has_byte()) {
        sei();
        return;
    }
    sleep_enable();
    sei();
    sleep_cpu();
    sleep_disable();
}

int main(void)
{
    inputs_start();
    ws2812_start();
    buzzer_start();
    uart_start();
    clock_start();
    set_sleep_mode(SLEEP_MODE_IDLE);
    board_start();
    wdt_enable(WDTO_500MS);
    sei();
    for (;;) {
        wdt_reset();
        while (board_listens() && uart_has_byte())
            board_take(uart_byte());
        board_step(clock_ms());
        sleep_until_something_is_due();
    }
}
