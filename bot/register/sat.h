/* Who sits at a table or has signed up for a night, or has ever done so: they may ask about it from
 * wherever they are alone with the bot. */
#ifndef SAT_H
#define SAT_H

#include <stdbool.h>
#include <stdint.h>

struct table;

enum { SAT_MAX = 48 }; /* beyond it who left first is forgotten */

struct sat {
    uint8_t count;
    uint64_t person[SAT_MAX];
};

void sat_add(struct sat *sat, uint64_t person);
/* Everybody who sits there now. */
void sat_note(struct sat *sat, const struct table *table);
bool sat_has(const struct sat *sat, uint64_t person);

#endif
