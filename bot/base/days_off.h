/* Days of the week on which somebody does not want to be asked for anything. */
#ifndef DAYS_OFF_H
#define DAYS_OFF_H

#include <stdbool.h>
#include <stdint.h>

enum { DAYS_OFF_TEXT_BYTES = 28, DAYS_OFF_MOST = 5 };

struct days_off {
    uint8_t days; /* bit 0: Monday */
};

/* Reads "sat sun", "Saturday, Sunday", "weekend", "off". False, and nothing changed, when it is
 * none of them, or more than DAYS_OFF_MOST days. */
bool days_off_read(struct days_off *off, const char *text);
/* "sat sun"; "" where there are none. */
void days_off_print(const struct days_off *off, char text[DAYS_OFF_TEXT_BYTES]);
/* Is that day one of them? 0: 1 January 1970. */
bool days_off_has(const struct days_off *off, int32_t day);

#endif
