#include "board.h"

#include "beep.h"
#include "events.h"
#include "lights.h"
#include "questions.h"
#include "settings.h"
#include "switches.h"
#include "telling.h"
#include "wire.h"

#define FIRST_SCANS 30 /* and the debounce time: pieces that stand on the board at the start are no events */

static bool began;
static uint8_t first_scans; /* that are still to be made before changes are told */
static uint32_t last_scan_ms;
static bool settled;

void board_start(void)
{
    wire_start();
    events_start();
    settings_start();
    switches_start();
    lights_start();
    beep_start();
    telling_start();
    questions_start();
    began = settled = false;
    first_scans = (uint8_t)(FIRST_SCANS + settings_debounce_ms());
}

bool board_listens(void)
{
    return !questions_wait();
}

void board_take(uint8_t byte)
{
    questions_take(byte);
}

void board_step(uint32_t now_ms)
{
    if (!began) {
        began = true;
        last_scan_ms = now_ms;
        telling_begin(now_ms);
    }
    if (now_ms != last_scan_ms) {
        last_scan_ms = now_ms;
        settled = first_scans == 0;
        if (!settled)
            first_scans--;
        switches_scan(now_ms, settings_debounce_ms(),
                      !settled                  ? SETTLE_SILENTLY
                      : telling_owes_snapshot() ? SETTLE_LATER
                                                : SETTLE_TELLING);
    }
    settings_step();
    questions_step(now_ms);
    beep_step(now_ms);
    telling_step(now_ms, settled);
}
