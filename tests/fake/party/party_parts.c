/* Parts of a house on one Discord, each with a store of its own in memory: what they say to each
 * other in the tables that they share elsewhere is carried from store to store. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "heap.h"
#include "party.h"

enum { PARTS_ROWS_MAX = 16, PARTS_KEY_BYTES = 64, PARTS_TEXT_MAX = 64 * 1024 };

/* --- letters ---------------------------------------------------------------------------------- */

struct parts_letter {
    uint64_t id;
    char *key;
    char *kind;
    char *text;
};

struct parts_letters {
    struct parts_letter letter[PARTS_ROWS_MAX];
    unsigned count;
};

static void letters_add(void *context, const struct store_row *row)
{
    struct parts_letters *letters = context;
    ck_assert_uint_lt(letters->count, PARTS_ROWS_MAX);
    letters->letter[letters->count++] = (struct parts_letter){.id = row->id,
                                                              .key = heap_copy(row->key),
                                                              .kind = heap_copy(row->extra),
                                                              .text = heap_copy(row->text)};
}

static void parts_read(const struct party *from, const struct store_question *question,
                       store_row_fn row, void *context)
{
    struct fault fault = {FAULT_NONE, ""};
    int read = store_read_now(from->store, question, row, context, &fault);
    ck_assert_msg(read == 0, "%s", fault.text);
}

static void parts_put(const struct party *to, enum store_op op, const struct store_row *row)
{
    struct store_batch *batch = store_batch_new();
    store_put(batch, op, row);
    store_commit(to->store, &batch, NULL, NULL);
}

static bool parts_carry_letters(const struct party *from, struct party *to)
{
    struct parts_letters letters = {.count = 0};
    const struct store_question question = {
        .query = STORE_LETTERS, .id = to->part, .limit = PARTS_ROWS_MAX};
    parts_read(from, &question, letters_add, &letters);
    for (unsigned i = 0; i < letters.count; i++) {
        struct parts_letter *letter = &letters.letter[i];
        parts_put(
            to, STORE_LETTER,
            &(struct store_row){
                .sub = to->part, .key = letter->key, .extra = letter->kind, .text = letter->text});
        to->passed += strcmp(letter->kind, "discord") == 0 ? 1 : 0;
        parts_put(from, STORE_LETTER_DONE, &(struct store_row){.id = letter->id});
        free(letter->key);
        free(letter->kind);
        free(letter->text);
    }
    if (letters.count > 0 && to->house != NULL) {
        house_hear_letters(to->house);
    }
    return letters.count > 0;
}

/* --- who sits where --------------------------------------------------------------------------- */

struct parts_table {
    uint64_t id;
    char tag[PARTS_KEY_BYTES];
    char label[PARTS_KEY_BYTES];
    char people[PARTY_PEOPLE_MAX * PARTS_KEY_BYTES];
};

struct parts_tables {
    const struct party *of;
    const char *address;
    struct parts_table table[PARTS_ROWS_MAX];
    unsigned count;
};

static void tables_add(void *context, const struct store_row *row)
{
    struct parts_tables *tables = context;
    unsigned at = 0;
    if (row->sub != tables->of->part) {
        return;
    }
    while (at < tables->count && tables->table[at].id != row->id) {
        at++;
    }
    ck_assert_uint_lt(at, PARTS_ROWS_MAX);
    struct parts_table *table = &tables->table[at];
    if (at == tables->count) {
        tables->count++;
        table->id = row->id;
        snprintf(table->tag, sizeof table->tag, "%s", row->key);
        snprintf(table->label, sizeof table->label, "%s", row->text);
    }
    size_t len = strlen(table->people);
    snprintf(table->people + len, sizeof table->people - len, "%s%s", len > 0 ? "\n" : "",
             tables->address);
}

static void tables_read(const struct party *of, struct parts_tables *tables)
{
    char address[PARTS_KEY_BYTES];
    *tables = (struct parts_tables){.of = of, .address = address};
    for (unsigned i = 0; i < of->people; i++) {
        snprintf(address, sizeof address, "discord/%llu", (unsigned long long)of->person[i]);
        const struct store_question question = {.query = STORE_SITTING_AT, .key = address};
        parts_read(of, &question, tables_add, tables);
    }
    tables->address = NULL;
}

/* The same as a text, to see whether it differs. */
static char *tables_text(const struct parts_tables *tables)
{
    struct buf text;
    buf_init(&text, PARTS_TEXT_MAX);
    buf_text(&text, "");
    for (unsigned i = 0; i < tables->count; i++) {
        buf_text(&text, tables->table[i].tag);
        buf_text(&text, tables->table[i].people);
    }
    char *copy = heap_text(text.len > 0 ? text.text : "", text.len);
    buf_deinit(&text);
    return copy;
}

static bool parts_carry_tables(struct party *first, struct party *of)
{
    static struct parts_tables tables;
    tables_read(of, &tables);
    char *text = tables_text(&tables);
    if (of->sitting != NULL && strcmp(text, of->sitting) == 0) {
        free(text);
        return false;
    }
    free(of->sitting);
    of->sitting = text;
    for (const struct party *to = first; to != NULL; to = to->next) {
        for (unsigned i = 0; i < tables.count && to != of; i++) {
            const struct parts_table *table = &tables.table[i];
            parts_put(to, STORE_SITTING,
                      &(struct store_row){.id = table->id,
                                          .sub = of->part,
                                          .key = table->tag,
                                          .extra = table->people,
                                          .text = table->label});
        }
    }
    return true;
}

bool party_carry(struct party *first)
{
    bool some = false;
    for (struct party *from = first; from != NULL; from = from->next) {
        some = parts_carry_tables(first, from) || some;
        for (struct party *to = first; to != NULL; to = to->next) {
            some = (from != to && parts_carry_letters(from, to)) || some;
        }
    }
    return some;
}
