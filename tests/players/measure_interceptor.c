/* Does a partner find the signal, and is a call right? */
#include <string.h>

#include "measure.h"

static const char *play_of(const struct value_tree *facts, uint16_t plays, unsigned seat)
{
    uint16_t at = value_member(facts, plays, seat);
    return at == VALUE_NONE || facts->fact[at].kind == VALUE_NULL ? NULL : facts->fact[at].text;
}

void measure_interceptor(struct measure *measure, enum message message,
                         const struct value_tree *facts, uint16_t args)
{
    uint16_t who = value_find(facts, args, "seat");
    if (message == MSG_INTERCEPTOR_WRONG && who != VALUE_NONE) {
        measure->wrong[facts->fact[who].number & 1]++;
    }
    measure->calls += message == MSG_INTERCEPTOR_CALLED;
    measure->right += message == MSG_INTERCEPTOR_RIGHT;
    if (message != MSG_INTERCEPTOR_REVEALED) {
        return;
    }
    uint16_t plays = value_find(facts, args, "plays");
    for (unsigned team = 0; team < 2; team++) {
        const char *one = play_of(facts, plays, team);
        const char *two = play_of(facts, plays, team + 2);
        measure->pairs += one != NULL && two != NULL;
        measure->matched += one != NULL && two != NULL && strcmp(one, two) == 0;
    }
}
