/* Names: a mention, a display name, a unique beginning of one, a seat's number. Two that fit are
 * asked about, never guessed between. */
#include "command_private.h"

#include "table_view.h"
#include "text.h"

#include <string.h>
#include <utf8proc.h>

static bool people_sits(const struct table *table, int seat)
{
    return table->seat[seat].person != 0 && !table->seat[seat].left;
}

/* The account of a mention that the words contain as their platform writes it. */
static const char *people_account(const struct reading *reading, struct span span)
{
    const struct heard *heard = reading->heard;
    for (unsigned i = 0; i < heard->mention_count; i++) {
        size_t len = strlen(heard->mentions[i]);
        for (size_t at = 0; len > 0 && at + len <= span.len; at++) {
            if (memcmp(span.at + at, heard->mentions[i], len) == 0) {
                return heard->mentions[i];
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
    struct facts *facts = outcome_refuse(reading->out, REFUSAL_UNKNOWN_PERSON);
    facts_text(facts, "name", span.at, span.len < 200 ? span.len : 0);
    outcome_end(reading->out);
    reading->command->kind = COMMAND_REFUSED;
}

static void people_ask_which(const struct reading *reading, const struct table *table,
                             uint16_t seats, struct span span)
{
    struct facts *facts = outcome_refuse(reading->out, REFUSAL_WHICH_PERSON);
    facts_text(facts, "name", span.at, span.len < 200 ? span.len : 0);
    facts_list(facts, "names");
    for (int i = 0; i < table->seat_count; i++) {
        if ((seats & seat_bit(i)) != 0) {
            facts_text(facts, NULL, table->seat[i].name, strlen(table->seat[i].name));
        }
    }
    facts_end(facts);
    facts_list(facts, "seats");
    for (int i = 0; i < table->seat_count; i++) {
        if ((seats & seat_bit(i)) != 0) {
            facts_number(facts, NULL, i);
        }
    }
    facts_end(facts);
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

int people_seat(const struct reading *reading, const struct table *table, struct span span)
{
    uint16_t seats = people_fit(reading, table, span_trim(span), true);
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
    }
    *rest = best_rest;
    return best;
}

/* Letters of other scripts that look like Latin ones: a name must not pass for another's. */
struct people_alike {
    int32_t point;
    char looks;
};

static const struct people_alike people_alikes[] = {
    {0x0131, 'i'}, {0x0251, 'a'}, {0x0261, 'g'}, {0x03b1, 'a'}, {0x03b5, 'e'}, {0x03b9, 'i'},
    {0x03ba, 'k'}, {0x03bd, 'v'}, {0x03bf, 'o'}, {0x03c1, 'p'}, {0x03c4, 't'}, {0x03c5, 'u'},
    {0x03c7, 'x'}, {0x0430, 'a'}, {0x0432, 'b'}, {0x0435, 'e'}, {0x043a, 'k'}, {0x043c, 'm'},
    {0x043d, 'h'}, {0x043e, 'o'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0442, 't'}, {0x0443, 'y'},
    {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'}, {0x04bb, 'h'}, {0x0501, 'd'},
    {0x051b, 'q'}, {0x051d, 'w'}, {0x0561, 'w'}, {0x0578, 'n'}, {0x057d, 'u'}, {0x0585, 'o'},
    {'0', 'o'},    {'1', 'l'},    {'|', 'l'},
};

/* What a name looks like: folded, letters of other scripts as the Latin ones they resemble, without
 * blanks and marks. */
static void people_looks(const char *name, char looks[FOLD_BYTES])
{
    struct text text;
    size_t len = 0;
    looks[0] = '\0';
    if (!text_norm(name, &text)) {
        return;
    }
    for (int i = 0; i < text.count && len + 5 < FOLD_BYTES; i++) {
        int32_t point = text.point[i];
        utf8proc_category_t category = utf8proc_category(point);
        if (text_is_space(point) || category == UTF8PROC_CATEGORY_MN) {
            continue;
        }
        for (size_t k = 0; k < sizeof people_alikes / sizeof people_alikes[0]; k++) {
            if (people_alikes[k].point == point) {
                point = people_alikes[k].looks;
            }
        }
        len += (size_t)utf8proc_encode_char(point, (utf8proc_uint8_t *)looks + len);
    }
    looks[len] = '\0';
}

static bool people_is_taken(const struct table *table, uint64_t person, const char *name)
{
    char looks[FOLD_BYTES];
    people_looks(name, looks);
    for (int i = 0; i < table->seat_count; i++) {
        char other[FOLD_BYTES];
        people_looks(table->seat[i].name, other);
        if (table->seat[i].person != 0 && table->seat[i].person != person &&
            strcmp(looks, other) == 0) {
            return true;
        }
    }
    return false;
}

/* Cuts after so many characters, blanks in a row made one. */
static size_t people_shorten(char *name, unsigned characters)
{
    size_t len = 0;
    unsigned count = 0;
    for (const char *at = name; *at != '\0'; at++) {
        bool blank = span_is_blank(*at);
        bool starts = ((unsigned char)*at & 0xc0) != 0x80;
        if (blank && (len == 0 || name[len - 1] == ' ')) {
            continue;
        }
        count += starts;
        if (count > characters) {
            break;
        }
        name[len++] = blank ? ' ' : *at;
    }
    while (len > 0 && name[len - 1] == ' ') {
        len--;
    }
    name[len] = '\0';
    return len;
}

void people_name(const struct table *table, uint64_t person, const char *name,
                 char clean[TABLE_NAME_BYTES])
{
    enum { NAME_CHARACTERS = 32 };
    char inert[1024];
    char mark[] = " (2)";
    text_inert(name == NULL ? "" : name, inert, sizeof inert);
    if (people_shorten(inert, NAME_CHARACTERS) == 0) {
        memcpy(inert, "?", 2);
    }
    table_keep_text(clean, TABLE_NAME_BYTES, inert);
    for (char n = '2'; n <= '9' && people_is_taken(table, person, clean); n++) {
        size_t len = strlen(inert);
        mark[2] = n;
        memcpy(inert + len, mark, sizeof mark);
        table_keep_text(clean, TABLE_NAME_BYTES, inert);
        inert[len] = '\0';
    }
}
