/* Checksums: CRC-16/CCITT-FALSE for frames and the settings record, CRC-8 for single settings. */
#ifndef TAVOLO_CRC_H
#define TAVOLO_CRC_H

#include <stdint.h>

#define CRC16_BEGIN 0xFFFFu
#define CRC8_BEGIN 0xFFu

/* One byte more; over a payload with its checksum the result is 0. */
uint16_t crc16_add(uint16_t crc, uint8_t byte);

/* Polynomial 0x07. */
uint8_t crc8_add(uint8_t crc, uint8_t byte);

#endif
