#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "port.h"

#define BAUD 115200UL
#define DIVISOR ((F_CPU + 4 * BAUD) / (8 * BAUD) - 1) /* double speed: 117,647 baud, 2.1 % fast, as every Arduino */

/* Indices run freely in eight bits and are cut to the ring's size; one side writes `head`, the other `tail`. */
static volatile uint8_t received[PORT_RECEIVE_BYTES], receive_head, receive_tail;
static volatile uint8_t sending[PORT_SEND_BYTES], send_head, send_tail;

#define IN_RECEIVED(index) ((uint8_t)((index) & (PORT_RECEIVE_BYTES - 1)))
#define IN_SENDING(index) ((uint8_t)((index) & (PORT_SEND_BYTES - 1)))

#if defined(__AVR_ATmega2560__)
#define RECEIVED_vect USART0_RX_vect
#define EMPTY_vect USART0_UDRE_vect
#else
#define RECEIVED_vect USART_RX_vect
#define EMPTY_vect USART_UDRE_vect
#endif

void uart_start(void)
{
    UCSR0A = 1 << U2X0;
    UBRR0 = DIVISOR;
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXCIE0 | 1 << RXEN0 | 1 << TXEN0;
}

ISR(RECEIVED_vect)
{
    uint8_t byte = UDR0;
    uint8_t next = IN_RECEIVED(receive_head + 1);
    if (next != receive_tail) { /* else it is lost, and the frame's checksum tells */
        received[receive_head] = byte;
        receive_head = next;
    }
}

ISR(EMPTY_vect)
{
    if (send_tail == send_head) {
        UCSR0B &= (uint8_t)~(1 << UDRIE0);
        return;
    }
    UDR0 = sending[send_tail];
    send_tail = IN_SENDING(send_tail + 1);
}

bool uart_has_byte(void)
{
    return receive_tail != receive_head;
}

uint8_t uart_byte(void)
{
    uint8_t byte = received[receive_tail];
    receive_tail = IN_RECEIVED(receive_tail + 1);
    return byte;
}

uint16_t port_send_room(void)
{
    return IN_SENDING(send_tail - send_head - 1);
}

void port_send(uint8_t byte)
{
    sending[send_head] = byte;
    send_head = IN_SENDING(send_head + 1);
    uint8_t status = SREG;
    cli();
    UCSR0B |= 1 << UDRIE0; /* not one instruction on these chips: the register lies outside the reach of sbi */
    SREG = status;
}
