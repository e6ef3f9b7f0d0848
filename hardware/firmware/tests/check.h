/* How the core's tests say what is wrong. */
#ifndef TAVOLO_CHECK_H
#define TAVOLO_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, __func__, #condition);                             \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* The wire against the vectors in the file at `vectors`, events and ghosts: each part of the core by itself. */
void the_parts_do_what_they_should(const char *vectors);

#endif
