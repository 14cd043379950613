/* A list from the lead on. What is shared lies with the lead: when it goes, the next one has it. */
#include "linked.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"

bool linked_are(const struct person *one, const struct person *other)
{
    return one->lead == other->lead;
}

bool linked_is_alone(const struct person *person)
{
    return person->lead == person && person->next_linked == NULL;
}

unsigned linked_accounts(const struct person *person)
{
    unsigned count = 0;
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        for (const struct address *at = one->addresses; at != NULL; at = at->next) {
            count++;
        }
    }
    return count;
}

void linked_put(struct person *lead, struct person *person)
{
    if (lead == person || !linked_is_alone(person) || lead->lead != lead) {
        return;
    }
    struct person **link = &lead->next_linked;
    while (*link != NULL && (*link)->id < person->id) {
        link = &(*link)->next_linked;
    }
    person->next_linked = *link;
    person->lead = lead;
    *link = person;
}

static struct own_choices *choices_copy(const struct own_choices *choices)
{
    struct own_choices *copy = choices == NULL ? NULL : heap_allocate(sizeof *copy);
    if (copy != NULL) {
        *copy = *choices;
    }
    return copy;
}

/* What the other's choices become beside the first's. */
static void choices_join(struct person *first, const struct own_choices *other, int64_t now_ms)
{
    if (other == NULL) {
        return;
    }
    if (first->choices == NULL) {
        first->choices = choices_copy(other);
        return;
    }
    own_choices_fill(first->choices, other, now_ms);
}

void linked_join(struct person *first, struct person *other, int64_t now_ms)
{
    struct person *lead = first->lead;
    struct person *one = other->lead;
    if (lead == one) {
        return;
    }
    choices_join(lead, one->choices, now_ms);
    free(one->choices);
    one->choices = NULL;
    blocks_fill(&lead->blocks, one->blocks);
    free(one->blocks);
    one->blocks = NULL;
    fact_marks_follow(&one->marks, NULL);
    one->active = NULL;
    bool later = one->flood.full_ms > lead->flood.full_ms;
    lead->flood.full_ms = later ? one->flood.full_ms : lead->flood.full_ms;
    while (one != NULL) {
        struct person *next = one->next_linked;
        one->next_linked = NULL;
        one->lead = one;
        linked_put(lead, one);
        one = next;
    }
    for (one = lead; one != NULL; one = one->next_linked) {
        one->stored = one->frozen;
    }
}

void linked_follow(struct person *lead, struct person *person)
{
    free(person->choices);
    free(person->blocks);
    person->choices = NULL;
    person->blocks = NULL;
    fact_marks_follow(&person->marks, NULL);
    person->active = NULL;
    linked_put(lead, person);
    person->stored = person->frozen;
    lead->stored = lead->frozen;
}

/* The next one takes the lead's place. */
static void lead_pass(struct person *lead)
{
    struct person *next = lead->next_linked;
    next->choices = choices_copy(lead->choices);
    blocks_fill(&next->blocks, lead->blocks);
    fact_marks_follow(&next->marks, lead->marks);
    next->flood = lead->flood;
    next->active = lead->active;
    next->moved_ms = lead->moved_ms;
    for (struct person *one = next; one != NULL; one = one->next_linked) {
        one->lead = next;
    }
    lead->next_linked = NULL;
}

void linked_part(struct person *person)
{
    struct person *lead = person->lead;
    if (linked_is_alone(person)) {
        return;
    }
    struct person *left = lead == person ? person->next_linked : lead;
    struct person *one = lead;
    do {
        one->stored = one->frozen;
        one = one->next_linked;
    } while (one != NULL);
    if (lead == person) {
        lead_pass(person);
    } else {
        struct person **link = &lead->next_linked;
        while (*link != NULL && *link != person) {
            link = &(*link)->next_linked;
        }
        *link = person->next_linked;
        person->next_linked = NULL;
        person->lead = person;
        person->choices = choices_copy(lead->choices);
        blocks_fill(&person->blocks, lead->blocks);
        fact_marks_follow(&person->marks, lead->marks);
        person->flood = lead->flood;
    }
    person->active = NULL;
    if (left->active != NULL && left->active->person == person) {
        left->active = NULL;
    }
    if (linked_is_alone(left)) {
        left->active = NULL;
    }
}

bool linked_acts(struct person *person, const struct address *from)
{
    struct person *lead = person->lead;
    if (linked_is_alone(person) || from == NULL || lead->active == from) {
        return false;
    }
    lead->active = from;
    lead->stored = lead->frozen;
    return true;
}

bool linked_way_works(const struct person *person, const char *key)
{
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        for (const struct address *at = one->addresses; at != NULL; at = at->next) {
            if (strcmp(at->key, key) == 0) {
                return !at->closed;
            }
        }
    }
    return false;
}

const struct address *linked_way(const struct person *person, const char *adapter)
{
    const struct address *own = person_address(person, adapter);
    own = own != NULL ? own : person->addresses;
    if (linked_is_alone(person)) {
        return own;
    }
    const struct address *active = person->lead->active;
    if (active != NULL && !active->closed) {
        return active;
    }
    if (own != NULL && !own->closed) {
        return own;
    }
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        for (const struct address *at = one->addresses; at != NULL; at = at->next) {
            if (!at->closed) {
                return at;
            }
        }
    }
    return own != NULL ? own : active;
}

unsigned linked_tables(const struct person *person)
{
    unsigned count = 0;
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        count += one->table_count;
    }
    return count;
}

bool linked_has_table(const struct person *person, uint64_t table)
{
    bool has = false;
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        has = has || person_has_table(one, table);
    }
    return has;
}

bool linked_is_greeted(const struct person *person)
{
    bool greeted = false;
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        greeted = greeted || one->greeted;
    }
    return greeted;
}

bool linked_zone_asked(const struct person *person)
{
    bool asked = false;
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        asked = asked || one->zone_asked;
    }
    return asked;
}

struct own_choices linked_choices(const struct person *person)
{
    struct own_choices choices = {.nudges = NUDGES_ALL};
    if (person_choices(person) != NULL) {
        choices = *person_choices(person);
    }
    choices.unlisted = person->unlisted;
    return choices;
}
