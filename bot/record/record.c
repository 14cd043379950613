/* Writing a record: nothing here is computed anew, so that what is checked is what was stored. */
#include "record.h"

#include <string.h>

#include "candidates.h"
#include "fairness.h"
#include "hash.h"
#include "journal.h"
#include "journal_chain.h"
#include "json_out.h"
#include "rules.h"

enum { SALT_HEX = CHAIN_SALT_BYTES * 2 };

#define LINE_BEGINS "{\"line\":\""
#define WORDS_BEGIN "{\"digest\":\""

void record_words(struct buf *lines, const struct store_row *row)
{
    if (row->text_len < SALT_HEX) {
        return;
    }
    buf_add(lines, "{", 1);
    json_out_text(lines, "digest", row->key);
    json_out_key(lines, "salt");
    json_out_string(lines, row->text, SALT_HEX);
    json_out_key(lines, "text");
    json_out_string(lines, row->text + SALT_HEX, row->text_len - SALT_HEX);
    buf_add(lines, "}\n", 2);
}

void record_line(struct buf *lines, const struct store_row *row)
{
    buf_add(lines, "{", 1);
    json_out_key(lines, "line");
    json_out_string(lines, row->text, row->text_len);
    json_out_text(lines, "hash", row->extra);
    buf_add(lines, "}\n", 2);
}

static void write_options(struct buf *out, const struct table *table)
{
    const struct option_def *row = NULL;
    struct options usual;
    options_default(table->game, &usual);
    json_out_key(out, "options");
    buf_add(out, "{", 1);
    for (unsigned i = 0; (row = option_row(table->game, i)) != NULL; i++) {
        char value[32];
        if (row->later && table->options.value[i] == usual.value[i]) {
            continue; /* records of before have none, and are written anew to be compared */
        }
        options_print(table->game, &table->options, i, value);
        json_out_text(out, row->name, value);
    }
    json_out_text(out, "pack", table->pack[0] == '\0' ? NULL : table->pack);
    buf_add(out, "}", 1);
}

static void write_seats(struct buf *out, const struct table *table)
{
    json_out_key(out, "seats");
    buf_add(out, "[", 1);
    for (unsigned i = 0; i < table->seat_count; i++) {
        json_out_next(out);
        buf_add(out, "{", 1);
        json_out_number(out, "seat", i);
        json_out_text(out, "name", table->seat[i].name);
        json_out_text(out, "join", table->seat[i].event);
        if (table->seat[i].house) {
            json_out_flag(out, "house", true);
        }
        buf_add(out, "}", 1);
    }
    buf_add(out, "]", 1);
}

static void write_hex(struct buf *out, const char *key, const uint8_t *bytes)
{
    char hex[SEED_BYTES * 2 + 1];
    hash_hex(hex, bytes, SEED_BYTES);
    json_out_text(out, key, hex);
}

static void write_header(struct buf *out, const struct table *table,
                         const struct record_frame *frame)
{
    char chain[CHAIN_HEADER_BYTES];
    chain_header(chain, table->game->id, frame->rules_version, table->id);
    buf_add(out, "{", 1);
    json_out_number(out, "record", RECORD_FORMAT);
    json_out_id(out, "table", table->id);
    json_out_text(out, "game", table->game->id);
    json_out_number(out, "rules", frame->rules_version);
    json_out_text(out, "chain", chain);
    write_hex(out, "commitment", table_commitment(table));
    json_out_text(out, "week", table->week.name[0] == '\0' ? NULL : table->week.name);
    if (frame->secret != NULL) {
        write_hex(out, "secret", frame->secret);
    }
    write_options(out, table);
    write_seats(out, table);
    json_out_key(out, "candidates");
    candidates_json(out, frame->candidates);
    buf_add(out, "}\n", 2);
}

/* What chance has drawn since the deal, a round after the other. */
static void write_rounds(struct buf *out, const struct table *table)
{
    enum { FACTS = 64, TEXT = 1024 };
    struct value fact[FACTS];
    char text[TEXT];
    char print[TEXT];
    struct value_tree round;
    const struct game_def *game = table->game;
    for (uint32_t nth = 0; game->drawn != NULL; nth++) {
        value_init(&round, fact, FACTS, text, TEXT);
        if (!game->drawn(table->state, nth, &round)) {
            buf_text(out, nth > 0 ? "]" : "");
            return;
        }
        buf_text(out, nth > 0 ? "," : ",\"rounds\":[");
        buf_add(out, print, value_print(&round, print, sizeof print));
    }
}

static void write_result(struct buf *out, const struct table *table)
{
    static const char *const outcomes[] = {"none", "win", "loss", "tie"};
    buf_add(out, "{", 1);
    json_out_key(out, "result");
    if (table->phase < TABLE_OVER || rules_state(table->state)->over == false) {
        buf_add(out, "null}\n", 6);
        return;
    }
    const struct result *result = &rules_state(table->state)->result;
    buf_add(out, "{", 1);
    json_out_text(out, "outcome", outcomes[result->outcome]);
    json_out_text(out, "reason", result->reason);
    json_out_key(out, "winners");
    buf_add(out, "[", 1);
    for (int seat = 0; seat < table->seat_count; seat++) {
        if ((result->winners & seat_bit(seat)) != 0) {
            json_out_next(out);
            buf_number(out, seat);
        }
    }
    buf_text(out, "]}");
    write_rounds(out, table);
    buf_text(out, "}\n");
}

/* Is this a journal line of that act? "{"line":"step at by act …". */
static bool line_is_of(const char *line, const char *act)
{
    const char *at = line + sizeof LINE_BEGINS - 1;
    if (strncmp(line, LINE_BEGINS, sizeof LINE_BEGINS - 1) != 0) {
        return false;
    }
    for (int blanks = 0; blanks < 3; blanks++) {
        at += strcspn(at, " \n");
        at += *at == ' ';
    }
    size_t len = strlen(act);
    return strncmp(at, act, len) == 0 && at[len] == ' ';
}

/* Is a text with its digest that of such a line? */
static bool words_are_of(const struct buf *lines, const char *words, const char *act)
{
    enum { DIGEST_LEN = JOURNAL_DIGEST_BYTES * 2 };
    for (const char *line = lines->text; *line != '\0'; line = strchr(line, '\n') + 1) {
        const char *end = strchr(line, '\n');
        for (const char *at = line; line_is_of(line, act) && at + DIGEST_LEN < end; at++) {
            if (*at == '~' && strncmp(at + 1, words, DIGEST_LEN) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* All lines, but for texts of an act whose words nobody is to read. */
static void write_without(struct buf *out, const struct buf *lines, const char *act)
{
    for (const char *line = lines->text; *line != '\0';) {
        const char *end = strchr(line, '\n') + 1;
        bool words = strncmp(line, WORDS_BEGIN, sizeof WORDS_BEGIN - 1) == 0;
        if (!words || !words_are_of(lines, line + sizeof WORDS_BEGIN - 1, act)) {
            buf_add(out, line, (size_t)(end - line));
        }
        line = end;
    }
}

void record_write(struct buf *out, const struct table *table, const struct record_frame *frame,
                  const struct buf *lines)
{
    const struct game_def *game = table->game;
    const char *withheld = game->withheld == NULL ? NULL : game->withheld(&table->options);
    write_header(out, table, frame);
    if (lines->len > 0 && withheld != NULL) {
        write_without(out, lines, withheld);
    } else if (lines->len > 0) {
        buf_add(out, lines->text, lines->len);
    }
    write_result(out, table);
}
