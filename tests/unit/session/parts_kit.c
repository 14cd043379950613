#include "parts_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

struct house_kit part[PARTS];

static void open_part(unsigned at)
{
    house_kit_open(&part[at], NULL);
    part[at].part = at;
    part[at].parts = PARTS;
    part[at].all = part;
    part[at].dice = at * UINT64_C(1000);
    house_kit_restart(&part[at]);
    house_kit_settle(&part[at]);
}

void open_parts(void)
{
    for (unsigned at = 0; at < PARTS; at++) {
        open_part(at);
    }
}

void close_parts(void)
{
    for (unsigned at = 0; at < PARTS; at++) {
        house_kit_close(&part[at]);
    }
}

/* --- letters ---------------------------------------------------------------------------------- */

static void take_letter(void *context, const struct store_row *row)
{
    struct carried *letters = context;
    ck_assert(!row->damaged);
    ck_assert_uint_lt(letters->count, LETTERS_MAX);
    letters->letter[letters->count].id = row->id;
    letters->letter[letters->count].key = strdup(row->key);
    letters->letter[letters->count].kind = strdup(row->extra);
    letters->letter[letters->count++].text = strdup(row->text);
}

struct carried letters_of(unsigned from, unsigned to)
{
    struct fault fault;
    struct carried letters = {.to = to};
    const struct store_question question = {.query = STORE_LETTERS, .id = to};
    ck_assert_int_eq(store_read_now(part[from].store, &question, take_letter, &letters, &fault), 0);
    return letters;
}

void letters_drop(struct carried *letters)
{
    for (unsigned i = 0; i < letters->count; i++) {
        free(letters->letter[i].key);
        free(letters->letter[i].kind);
        free(letters->letter[i].text);
    }
    letters->count = 0;
}

void deliver(const struct carried *letters)
{
    for (unsigned i = 0; i < letters->count; i++) {
        const struct store_row row = {.sub = letters->to,
                                      .key = letters->letter[i].key,
                                      .extra = letters->letter[i].kind,
                                      .text = letters->letter[i].text};
        ck_assert_int_eq(kit_put(part[letters->to].store, STORE_LETTER, &row).code, FAULT_NONE);
    }
    house_hear_letters(part[letters->to].house);
    house_kit_settle(&part[letters->to]);
}

void leave(unsigned from, const struct carried *letters)
{
    for (unsigned i = 0; i < letters->count; i++) {
        const struct store_row row = {.id = letters->letter[i].id};
        ck_assert_int_eq(kit_put(part[from].store, STORE_LETTER_DONE, &row).code, FAULT_NONE);
    }
}

unsigned carry(unsigned from, unsigned to)
{
    struct carried letters = letters_of(from, to);
    unsigned count = letters.count;
    deliver(&letters);
    leave(from, &letters);
    letters_drop(&letters);
    return count;
}

void carry_all(void)
{
    for (unsigned from = 0; from < PARTS; from++) {
        for (unsigned to = 0; to < PARTS; to++) {
            if (from != to) {
                carry(from, to);
            }
        }
    }
}

unsigned waiting(unsigned from, unsigned to)
{
    struct carried letters = letters_of(from, to);
    unsigned count = letters.count;
    letters_drop(&letters);
    return count;
}

/* --- people ----------------------------------------------------------------------------------- */

struct person *person(unsigned at, const char *account)
{
    return people_at(part[at].house->people, "kit", account);
}

void privately(unsigned at, const char *account, const char *text)
{
    char room[KIT_ROOM_BYTES];
    snprintf(room, sizeof room, "~%s", account);
    house_kit_says_in(&part[at], room, account, text);
}

bool is_stored(unsigned at, enum store_query query, const char *text)
{
    return strstr(kit_read(part[at].store, &(struct store_question){.query = query}), text) != NULL;
}
