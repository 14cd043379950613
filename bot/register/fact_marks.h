/* When each of the facts of somebody that all parts of a house have in common (person_facts.h) was
 * chosen last, and what was told or heard of it then. Kept in the person's row. */
#ifndef FACT_MARKS_H
#define FACT_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "own_choices.h"

struct cJSON;

/* A fact is one of enum own_choice, or: */
enum {
    FACT_BLOCKED = OWN_CHOICES, /* whom they keep away */
    FACT_LINKED,                /* their accounts; part 0 alone says so */
    FACT_WEEKS,                 /* which deals of weeks they know */
    FACTS
};

struct fact_mark {
    uint64_t hash; /* of what it said; 0: nothing */
    int64_t at_ms; /* 0: it was never told or heard */
};

struct fact_marks {
    struct fact_mark of[FACTS];
};

const char *fact_name(unsigned fact);
/* Is it one for all accounts of somebody, so that it lies with their lead (linked.h)? */
bool fact_is_common(unsigned fact);
uint64_t fact_hash(const char *text, size_t len);

/* All 0 where marks is NULL. */
struct fact_mark fact_mark_of(const struct fact_marks *marks, unsigned fact);
/* *marks is made where it is NULL. */
void fact_mark_set(struct fact_marks **marks, unsigned fact, struct fact_mark mark);
/* Those of what is common become the other's; NULL: none. */
void fact_marks_follow(struct fact_marks **marks, const struct fact_marks *other);

/* Adds a member to the JSON of a person's row, and reads it from there. */
void fact_marks_write(const struct fact_marks *marks, struct buf *json);
/* NULL where there are none; the caller frees it. */
struct fact_marks *fact_marks_read(const struct cJSON *json);

#endif
