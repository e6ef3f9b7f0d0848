/* The store is the chip's EEPROM. */
#include <avr/boot.h>
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>

#include "crc.h"
#include "memory.h"
#include "port.h"

#define SIGNATURE_BYTES 32
#define NOISE_SAMPLES 512

uint8_t port_store_read(uint16_t at)
{
    return eeprom_read_byte((const uint8_t *)at);
}

bool port_store_ready(void)
{
    return eeprom_is_ready();
}

void port_store_write(uint16_t at, uint8_t byte)
{
    eeprom_write_byte((uint8_t *)at, byte);
}

/* These chips promise no serial number. What differs between two of them is mixed: the calibration and lot bytes of the
 * signature row, the state their memory woke up in, and the noise of an analogue input. */
void port_make_uid(uint8_t uid[8])
{
    uint16_t mixed[4] = {(uint16_t)memory_woke_up_as, (uint16_t)(memory_woke_up_as >> 16), 0x5A5A, 0xA5A5};
    for (uint8_t i = 0; i < SIGNATURE_BYTES; i++)
        mixed[i % 4] = crc16_add(mixed[i % 4], boot_signature_byte_get(i));
    ADMUX = 1 << REFS0;
    ADCSRA = 1 << ADEN | 1 << ADPS1; /* far too fast to be exact, which is what is wanted */
    for (uint16_t i = 0; i < NOISE_SAMPLES; i++) {
        ADCSRA |= 1 << ADSC;
        while (ADCSRA & 1 << ADSC)
            ;
        mixed[i % 4] = crc16_add(mixed[i % 4], (uint8_t)ADC);
    }
    ADCSRA = 0;
    for (uint8_t i = 0; i < 4; i++) {
        mixed[i] = crc16_add(mixed[i], (uint8_t)mixed[(i + 1) % 4]);
        uid[2 * i] = (uint8_t)(mixed[i] >> 8);
        uid[2 * i + 1] = (uint8_t)mixed[i];
    }
}
