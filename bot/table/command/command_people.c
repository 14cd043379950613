/* Names: a mention, a display name, a unique beginning of one, a seat's number. Two that fit are
 * asked about, never guessed between. */
#include "command_private.h"

#include "table_private.h"
#include "table_view.h"

#include <string.h>

/* Who has left can be named as long as somebody may sit in for them. */
static bool people_sits(const struct table *table, int seat)
{
    const struct table_seat *at = &table->seat[seat];
    return at->person != 0 && (!at->left || table_seat_is_open(table, seat));
}

/* The account of a mention that the words contain as their platform writes it. */
static const char *people_account(const struct reading *reading, struct span span)
{
    const struct inbound *inbound = reading->inbound;
    for (unsigned i = 0; i < inbound->mention_count; i++) {
        size_t len = strlen(inbound->mentions[i]);
        for (size_t at = 0; len > 0 && at + len <= span.len; at++) {
            if (memcmp(span.at + at, inbound->mentions[i], len) == 0) {
                return inbound->mentions[i];
            }
        }
    }
    return NULL;
}

uint64_t people_mentioned(const struct reading *reading, struct span span)
{
    const char *account = people_account(reading, span);
    if (account == NULL || reading->words->person == NULL) {
        return 0;
    }
    return reading->words->person(reading->words->people, account);
}

static void people_unknown(const struct reading *reading, struct span span)
{
    struct value_tree *facts = outcome_refuse(reading->out, REFUSAL_UNKNOWN_PERSON);
    value_text(facts, "name", span.at, span.len < 200 ? span.len : 0);
    outcome_end(reading->out);
    reading->command->kind = COMMAND_REFUSED;
}

static void people_ask_which(const struct reading *reading, const struct table *table,
                             uint16_t seats, struct span span)
{
    struct value_tree *facts = outcome_refuse(reading->out, REFUSAL_WHICH_PERSON);
    value_text(facts, "name", span.at, span.len < 200 ? span.len : 0);
    value_list(facts, "names");
    for (int i = 0; i < table->seat_count; i++) {
        if ((seats & seat_bit(i)) != 0) {
            value_text(facts, NULL, table->seat[i].name, strlen(table->seat[i].name));
        }
    }
    value_end(facts);
    value_list(facts, "seats");
    for (int i = 0; i < table->seat_count; i++) {
        if ((seats & seat_bit(i)) != 0) {
            value_number(facts, NULL, i);
        }
    }
    value_end(facts);
    outcome_end(reading->out);
    reading->command->kind = COMMAND_REFUSED;
}

/* Seats whose folded name is, or begins with, the folded words. */
static uint16_t people_named(const struct table *table, const char *folded, bool whole)
{
    uint16_t seats = 0;
    size_t len = strlen(folded);
    for (int i = 0; i < table->seat_count; i++) {
        char name[FOLD_BYTES];
        if (people_sits(table, i) && span_fold(span_of(table->seat[i].name), name) &&
            (whole ? strcmp(name, folded) == 0 : len > 0 && strncmp(name, folded, len) == 0)) {
            seats |= seat_bit(i);
        }
    }
    return seats;
}

static uint16_t people_numbered(const struct table *table, const char *folded)
{
    unsigned number = 0;
    if (folded[0] == '\0' || strlen(folded) > 2) {
        return 0;
    }
    for (const char *at = folded; *at != '\0'; at++) {
        if (*at < '0' || *at > '9') {
            return 0;
        }
        number = number * 10 + (unsigned)(*at - '0');
    }
    return number < table->seat_count && people_sits(table, (int)number) ? seat_bit((int)number)
                                                                         : 0;
}

/* Every seat that the words could mean, nearest meaning first. */
static uint16_t people_fit(const struct reading *reading, const struct table *table,
                           struct span span, bool beginnings)
{
    char folded[FOLD_BYTES];
    uint64_t person = people_mentioned(reading, span);
    int seat = table_seat_of(table, person);
    if (seat != SEAT_NONE) {
        return seat_bit(seat);
    }
    if (!span_fold(span, folded)) {
        return 0;
    }
    const char *bare = folded[0] == '@' ? folded + 1 : folded;
    uint16_t seats = people_named(table, folded, true);
    seats = (uint16_t)(seats | people_named(table, bare, true));
    seats = (uint16_t)(seats | people_numbered(table, bare));
    if (seats == 0 && beginnings) {
        seats = people_named(table, bare, false);
    }
    return seats;
}

/* Without punctuation behind it. */
static struct span people_bare(struct span span)
{
    span = span_trim(span);
    while (span.len > 0 && strchr(".,;:!?", span.at[span.len - 1]) != NULL) {
        span.len--;
    }
    return span;
}

int people_seat(const struct reading *reading, const struct table *table, struct span span)
{
    uint16_t seats = people_fit(reading, table, span_trim(span), true);
    struct span bare = people_bare(span);
    if (seats == 0 && bare.len > 0) {
        seats = people_fit(reading, table, bare, true);
    }
    for (int i = 0; i < table->seat_count; i++) {
        if (seats == seat_bit(i)) {
            return i;
        }
    }
    if (seats == 0) {
        people_unknown(reading, span);
    } else {
        people_ask_which(reading, table, seats, span);
    }
    return SEAT_NONE;
}

int people_only(const struct reading *reading, const struct table *table, struct span span)
{
    uint16_t seats = people_fit(reading, table, people_bare(span), false);
    for (int i = 0; i < table->seat_count; i++) {
        if (seats == seat_bit(i)) {
            return i;
        }
    }
    return SEAT_NONE;
}

struct span people_take(const struct reading *reading, const struct table *table, struct span *rest)
{
    struct span after = span_trim(*rest);
    struct span longest = {after.at, 0};
    struct span best_rest = after;
    struct span best = {NULL, 0};
    struct span inside;
    if (span_quoted(after, &inside, rest)) {
        return inside;
    }
    for (unsigned words = 0; words < 6 && after.len > 0; words++) {
        struct span word = span_take(&after);
        longest.len = (size_t)(word.at + word.len - longest.at);
        if (words == 0 || people_fit(reading, table, longest, false) != 0) {
            best = longest;
            best_rest = after;
        }
        if (people_account(reading, longest) != NULL) {
            break; /* a mention is whole, whatever comes behind it */
        }
    }
    *rest = best_rest;
    return best;
}
