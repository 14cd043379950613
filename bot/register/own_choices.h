/* What a person has chosen for themselves, everywhere: where they live, when they want quiet, how
 * often they are reminded. One row of own_choices.def each; kept in the person's row. */
#ifndef OWN_CHOICES_H
#define OWN_CHOICES_H

#include "buf.h"
#include "message.h"
#include "own_clock.h"
#include "refusal.h"

struct cJSON;

enum { OWN_CHOICE_BYTES = VACATION_TEXT_BYTES /* the longest */ };

/* How often somebody is reminded of what they owe. */
enum nudges { NUDGES_ALL, NUDGES_ONCE, NUDGES_OFF, NUDGES_COUNT };

struct own_choices {
    struct own_clock clock; /* their zone, quiet hours, days off, vacation */
    enum nudges nudges;
};

enum own_choice {
#define OWN_CHOICE(id, name, help) OWN_##id,
#include "own_choices.def"
#undef OWN_CHOICE
    OWN_CHOICES
};

/* Its name as it is typed and stored ("zone"). */
const char *own_choice_name(enum own_choice choice);
/* One sentence about it. */
enum message own_choice_help(enum own_choice choice);
/* Chooses it by what somebody said at that moment; "usual" takes it back. Else nothing is changed,
 * and it says why. */
enum refusal own_choice_set(struct own_choices *choices, enum own_choice choice, const char *said,
                            int64_t now_ms);
/* What is chosen, as own_choice_set reads it; "": nothing. Of vacation what is not over at that
 * moment. choices may be NULL. */
void own_choice_print(const struct own_choices *choices, enum own_choice choice, int64_t now_ms,
                      char text[OWN_CHOICE_BYTES]);

/* Adds members to the JSON of a person's row, and reads them from it. */
void own_choices_write(const struct own_choices *choices, struct buf *json);
/* NULL where nothing was chosen; the caller frees it. */
struct own_choices *own_choices_read(const struct cJSON *json);

#endif
