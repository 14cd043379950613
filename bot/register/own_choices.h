/* What a person has chosen for themselves, everywhere: where they live, when they want quiet, how
 * often they are reminded. One row of own_choices.def each; kept in the person's row. */
#ifndef OWN_CHOICES_H
#define OWN_CHOICES_H

#include <stdbool.h>

#include "buf.h"
#include "own_clock.h"
#include "refusal.h"
#include "setting.h"

struct cJSON;

enum { OWN_CHOICE_BYTES = VACATION_TEXT_BYTES /* the longest */, OWN_LANGUAGE_BYTES = 16 };

/* How often somebody is reminded of what they owe. */
enum nudges { NUDGES_ALL, NUDGES_ONCE, NUDGES_OFF, NUDGES_COUNT };

struct own_choices {
    struct own_clock clock; /* their zone, quiet hours, days off, vacation */
    enum nudges nudges;
    char language[OWN_LANGUAGE_BYTES]; /* the tag; "": that of the room */
    bool plain;                        /* no pictures, no emoji, no counting down in private */
    bool longer;                       /* their time is half as long again; nobody else knows */
    bool unlisted;                     /* others see no statistics of them; kept by each account
                                        * for itself (linked_choices) */
};

enum own_choice {
#define OWN_CHOICE(id, ...) OWN_##id,
#include "own_choices.def"
#undef OWN_CHOICE
    OWN_CHOICES
};

/* Its row, with the name by which it is typed and stored. */
const struct setting_row *own_choice_row(enum own_choice choice);
/* Chooses it by what somebody said at that moment; "usual" takes it back. Else nothing is changed,
 * and it says why. */
enum refusal own_choice_set(struct own_choices *choices, enum own_choice choice, const char *said,
                            int64_t now_ms);
/* What is chosen, as own_choice_set reads it; "": nothing. Of vacation what is not over at that
 * moment. choices may be NULL. */
void own_choice_print(const struct own_choices *choices, enum own_choice choice, int64_t now_ms,
                      char text[OWN_CHOICE_BYTES]);

/* Takes what own_choice_print has written for moment 0, whenever that was. False: nothing is chosen
 * by it. */
bool own_choice_restore(struct own_choices *choices, enum own_choice choice, const char *text);

/* What is not chosen in one is taken from the other. Vacation that was taken in either counts, and
 * what is to come of the other's only as far as days are left. */
void own_choices_fill(struct own_choices *choices, const struct own_choices *other, int64_t now_ms);

/* Adds members to the JSON of a person's row, and reads them from it. */
void own_choices_write(const struct own_choices *choices, struct buf *json);
/* NULL where nothing was chosen; the caller frees it. */
struct own_choices *own_choices_read(const struct cJSON *json);

#endif
