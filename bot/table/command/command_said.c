/* Things said plainly that are a move by their wording, by whom they answer, or whom they speak to:
 * a sentence of the language around a name ("I'd like to put Ana up for vote"), a reply of who is
 * asked, a message of who asks that names whom. What is more than that is people talking. */
#include "command_private.h"

#include "table_view.h"

#include <string.h>

enum { SAID_SENTENCE_MAX = 200 }; /* bytes of a sentence with a name in it */

/* The table here where the person sits at a running game; NULL when none. */
static const struct table *said_table(const struct reading *reading, size_t i)
{
    const struct command_table *one = &reading->tables[i];
    bool plays = one->in_this_room && one->table->phase == TABLE_PLAYING && !one->table->frozen &&
                 table_seat_of(one->table, reading_person(reading, one->table)) != SEAT_NONE;
    return plays && (reading->only_table == 0 || reading->only_table == one->table->id) ? one->table
                                                                                        : NULL;
}

static const struct action_def *said_row(const struct table *table, unsigned surface)
{
    for (size_t i = 0; i < table->game->action_count; i++) {
        if ((table->game->actions[i].surfaces & surface) != 0) {
            return &table->game->actions[i];
        }
    }
    return NULL;
}

/* Marks that some keyboards give for an apostrophe, and that fold to something else. */
static size_t said_apostrophe(const char *at, size_t left)
{
    static const char *const marks[] = {"\u00b4", "\u2032", "\u02bc"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        size_t len = strlen(marks[i]);
        if (left >= len && memcmp(at, marks[i], len) == 0) {
            return len;
        }
    }
    return 0;
}

/* The word without those marks. */
static struct span said_unmarked(struct span word, char bare[SAID_SENTENCE_MAX])
{
    struct span kept = {bare, 0};
    for (size_t i = 0; i < word.len && kept.len < SAID_SENTENCE_MAX;) {
        size_t mark = kept.len > 0 ? said_apostrophe(word.at + i, word.len - i) : 0;
        if (mark == 0) {
            bare[kept.len++] = word.at[i++];
        }
        i += mark;
    }
    return kept;
}

/* A folded word without the apostrophes inside it and without punctuation behind it. A mark around
 * it quotes, and stays. */
static bool said_word(struct span word, char bare[FOLD_BYTES])
{
    char unmarked[SAID_SENTENCE_MAX];
    char folded[FOLD_BYTES];
    size_t len = 0;
    if (!span_fold(said_unmarked(word, unmarked), folded)) {
        return false;
    }
    for (const char *at = folded; *at != '\0'; at++) {
        bool inside = at > folded && at[1] != '\0';
        if (!inside || (*at != '\'' && *at != '`')) {
            bare[len++] = *at;
        }
    }
    while (len > 0 && strchr(".,;:!", bare[len - 1]) != NULL) {
        len--;
    }
    bare[len] = '\0';
    return len > 0;
}

/* The length of a blank at the front of text, 0 without one. */
static size_t said_blank(struct span text)
{
    static const char hard[] = "\u00a0";
    if (text.len >= sizeof hard - 1 && memcmp(text.at, hard, sizeof hard - 1) == 0) {
        return sizeof hard - 1;
    }
    return text.len > 0 && span_is_blank(text.at[0]);
}

static struct span said_from(struct span text, size_t used)
{
    return (struct span){text.at + used, text.len - used};
}

static struct span said_skip_blanks(struct span text)
{
    for (size_t blank = 0; (blank = said_blank(text)) > 0;) {
        text = said_from(text, blank);
    }
    return text;
}

static struct span said_next(struct span *rest)
{
    *rest = said_skip_blanks(*rest);
    struct span word = {rest->at, 0};
    while (word.len < rest->len && said_blank(said_from(*rest, word.len)) == 0) {
        word.len++;
    }
    *rest = said_from(*rest, word.len);
    return word;
}

/* Takes the words of a pattern off the front of text; false when others are there. */
static bool said_take(struct span *text, struct span pattern)
{
    while (span_trim(pattern).len > 0) {
        char wanted[FOLD_BYTES];
        char said[FOLD_BYTES];
        if (!said_word(said_next(&pattern), wanted) || !said_word(said_next(text), said) ||
            strcmp(wanted, said) != 0) {
            return false;
        }
    }
    *text = span_trim(*text);
    return true;
}

/* Where a name stands so that all behind it is the pattern's end; false when nothing fits. */
static bool said_name(struct span text, struct span after, struct span *name_r)
{
    text = said_skip_blanks(text);
    for (struct span rest = text; span_trim(rest).len > 0;) {
        said_next(&rest);
        struct span end = rest;
        size_t len = (size_t)(rest.at - text.at);
        if (said_take(&end, after) && end.len == 0) {
            *name_r = span_trim((struct span){text.at, len});
            return name_r->len > 0;
        }
    }
    return false;
}

/* One pattern, "i'd like to put {seat} up for vote", against the whole message. */
static bool said_fits(struct span text, struct span pattern, struct span *name_r)
{
    static const char hole[] = "{seat}";
    for (size_t at = 0; at + sizeof hole - 1 <= pattern.len; at++) {
        if (memcmp(pattern.at + at, hole, sizeof hole - 1) == 0) {
            struct span before = {pattern.at, at};
            struct span after = {pattern.at + at + sizeof hole - 1,
                                 pattern.len - at - (sizeof hole - 1)};
            return said_take(&text, before) && said_name(text, after, name_r);
        }
    }
    return false;
}

static bool said_any(const struct reading *reading, const struct action_def *row, struct span text,
                     struct span *name_r)
{
    const char *patterns = reading_word(reading, "say", row->name);
    while (patterns != NULL && *patterns != '\0') {
        size_t len = strcspn(patterns, "|");
        struct span pattern = {patterns, len};
        if (said_fits(text, span_trim(pattern), name_r)) {
            return true;
        }
        patterns += len + (patterns[len] == '|');
    }
    return false;
}

static void said_bind(const struct reading *reading, const struct table *table,
                      const struct action_def *row, struct raw *raw)
{
    reading->command->table = table;
    reading_bind(reading, table, row, raw, 0);
}

static bool said_sentence(const struct reading *reading, struct span text)
{
    for (size_t i = 0; i < reading->table_count && text.len <= SAID_SENTENCE_MAX; i++) {
        const struct table *table = said_table(reading, i);
        const struct action_def *row = table != NULL ? said_row(table, AS_SENTENCE) : NULL;
        struct raw raw = {.given = {true}};
        if (row != NULL && said_any(reading, row, text, &raw.value[0])) {
            said_bind(reading, table, row, &raw);
            return true;
        }
    }
    return false;
}

static bool said_owes(const struct table *table, int seat, const char *action)
{
    struct owed_list list;
    table_owed(table, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (list.owed[i].seat == seat && list.owed[i].actions[0] != NULL &&
            strcmp(list.owed[i].actions[0], action) == 0) {
            return true;
        }
    }
    return false;
}

/* A row of this surface that the person owes at a table here; NULL when none. */
static const struct action_def *said_owed(const struct reading *reading, unsigned surface,
                                          const struct table **table_r)
{
    for (size_t i = 0; i < reading->table_count; i++) {
        const struct table *table = said_table(reading, i);
        const struct action_def *row = table != NULL ? said_row(table, surface) : NULL;
        if (row != NULL &&
            said_owes(table, table_seat_of(table, reading_person(reading, table)), row->name)) {
            *table_r = table;
            return row;
        }
    }
    return NULL;
}

/* A reply to the house, or to whoever the act answers at this table. */
static bool said_to_asker(const struct reading *reading, const struct table *table,
                          const struct action_def *row)
{
    const struct inbound *inbound = reading->inbound;
    struct view view;
    if (inbound->reply_to == NULL) {
        return false;
    }
    if (inbound->reply_seat == SEAT_HOUSE) {
        return inbound->reply_table == table->id;
    }
    rules_view(table->game, table->state, SEAT_CROWD, &view);
    return seat_is_person(inbound->reply_seat) && row->replies_to != NULL &&
           value_number_at(&view.facts, row->replies_to, SEAT_NONE) == inbound->reply_seat;
}

static bool said_reply(const struct reading *reading, struct span text)
{
    const struct table *table = NULL;
    const struct action_def *row = said_owed(reading, AS_REPLY, &table);
    struct raw raw = {.given = {true}, .value = {text}};
    if (row == NULL || text.len == 0 || !said_to_asker(reading, table, row)) {
        return false;
    }
    said_bind(reading, table, row, &raw);
    return true;
}

static bool said_asks(struct span text)
{
    static const char *const marks[] = {"?", "\uff1f", "\u061f"};
    for (size_t at = 0; at < text.len; at++) {
        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
            size_t len = strlen(marks[i]);
            if (at + len <= text.len && memcmp(text.at + at, marks[i], len) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Whom a message speaks to: it begins with "@name" of somebody who sits here, and then rest_r is
 * what follows; or it is a question that mentions just one of them, and rest_r is all of it. */
static int said_whom(const struct reading *reading, const struct table *table, struct span text,
                     struct span *rest_r)
{
    const struct inbound *inbound = reading->inbound;
    struct span rest = text;
    struct span word = said_next(&rest);
    bool first = text.len > 0 && (text.at[0] == '@' || people_mentioned(reading, word) != 0);
    rest = text;
    struct span name = people_take(reading, table, &rest);
    int seat = first ? people_only(reading, table, name) : SEAT_NONE;
    *rest_r = text;
    if (seat != SEAT_NONE) {
        *rest_r = span_trim(rest);
        return seat;
    }
    for (unsigned i = 0; i < inbound->mention_count && said_asks(text); i++) {
        int other = people_only(reading, table, span_of(inbound->mentions[i]));
        if (other != SEAT_NONE && seat != SEAT_NONE && other != seat) {
            return SEAT_NONE; /* two are mentioned */
        }
        seat = other != SEAT_NONE ? other : seat;
    }
    return seat;
}

static bool said_address(const struct reading *reading, struct span text)
{
    const struct table *table = NULL;
    const struct action_def *row = said_owed(reading, AS_ADDRESSED, &table);
    struct raw raw = {.given = {true, true}};
    if (row == NULL || row->arg_count < 2) {
        return false;
    }
    int seat = said_whom(reading, table, text, &raw.value[1]);
    if (seat == SEAT_NONE || raw.value[1].len == 0 ||
        seat == table_seat_of(table, reading_person(reading, table))) {
        return false;
    }
    char number[4] = {(char)('0' + seat / 10), (char)('0' + seat % 10), '\0'};
    raw.value[0] = span_of(number[0] == '0' ? number + 1 : number);
    said_bind(reading, table, row, &raw);
    return true;
}

bool reading_said(const struct reading *reading, struct span text)
{
    return said_sentence(reading, text) || said_reply(reading, text) || said_address(reading, text);
}
