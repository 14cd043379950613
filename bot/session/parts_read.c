#include "parts_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle_finish.h"
#include "handling.h"
#include "heap.h"
#include "house_private.h"
#include "link_answer.h"
#include "parts_tables.h"
#include "questions.h"

enum { PARTS_KEY_BYTES = 512 };

/* One that is read. */
struct parts_reading {
    struct handling handling;
    struct inbox_item *item;
    enum command_question question;
    char *said;  /* behind its word */
    char *other; /* the account that is to be linked; NULL none */
    bool others; /* its tables are read now */
    struct parts_tables tables;
    struct {
        uint64_t part;
        uint64_t table;
    } at[PERSON_TABLES_MAX];
};

static void parts_row(void *context, const struct store_row *row)
{
    struct parts_reading *reading = context;
    struct parts_tables *tables = &reading->tables;
    if (row->damaged || row->sub == reading->handling.house->setup.part) {
        return; /* our own are in memory */
    }
    if (!reading->others && tables->count < PERSON_TABLES_MAX) {
        reading->at[tables->count].part = row->sub;
        reading->at[tables->count++].table = row->id;
    }
    for (unsigned i = 0; i < tables->count && reading->others; i++) {
        if (reading->at[i].part == row->sub && reading->at[i].table == row->id) {
            snprintf(tables->both, sizeof tables->both, "%s", row->text);
        }
    }
}

/* The command as it was read. */
static void parts_command(const struct parts_reading *reading)
{
    struct command *command = &reading->handling.house->scratch->command;
    command->kind = COMMAND_ASK;
    command->question = reading->question;
    command->table = NULL;
    value_init(&command->args, command->fact, sizeof command->fact / sizeof command->fact[0],
               command->text, sizeof command->text);
    value_text(&command->args, "to", reading->said, strlen(reading->said));
}

static void parts_end(struct parts_reading *reading)
{
    struct handling *handling = &reading->handling;
    struct house *house = handling->house;
    arena_reset(house->arena);
    parts_command(reading);
    handling->parts = &reading->tables;
    if (questions_answer(handling)) {
        handle_finish(handling, reading->item);
        inbox_item_free(&reading->item);
    }
    house->loads_in_flight--;
    free(reading->said);
    free(reading->other);
    free(reading);
}

static void parts_came(void *context, const struct fault *fault);

static void parts_ask(struct parts_reading *reading, const char *key)
{
    const struct store_question question = {.query = STORE_SITTING_AT, .key = key};
    store_read(reading->handling.house->setup.store, &question, parts_row, parts_came, reading);
}

static void parts_came(void *context, const struct fault *fault)
{
    struct parts_reading *reading = context;
    bool more = fault == NULL && reading->other != NULL && !reading->others;
    reading->others = true;
    if (more) {
        parts_ask(reading, reading->other);
    } else {
        parts_end(reading);
    }
}

bool parts_read(struct handling *handling, enum command_question question)
{
    struct house *house = handling->house;
    const char *said = value_text_at(&house->scratch->command.args, "to", "");
    const char *other = question == ASK_LINK ? link_other(handling, said) : NULL;
    bool needs = other != NULL || (question == ASK_DATA && said[0] == '\0');
    char key[PARTS_KEY_BYTES];
    if (house->setup.parts <= 1 || house->down || handling->parts != NULL || !needs) {
        return false;
    }
    snprintf(key, sizeof key, "%s/%s", handling->item->adapter->name,
             handling->item->copy.inbound.account);
    struct parts_reading *reading = heap_allocate(sizeof *reading);
    reading->handling = *handling;
    reading->item = handling->item;
    reading->question = question;
    reading->said = heap_copy(said);
    reading->other = heap_copy(other);
    house->loads_in_flight++;
    parts_ask(reading, key);
    return true;
}
