#include "parts_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle_finish.h"
#include "handling.h"
#include "heap.h"
#include "house_private.h"
#include "json_tree.h"
#include "link_answer.h"
#include "linked.h"
#include "parts_known.h"
#include "questions.h"
#include "show_say.h"
#include "show_view.h"

enum { PARTS_KEY_BYTES = 512 };

/* One that is read. */
struct parts_reading {
    struct handling handling;
    struct inbox_item *item;
    uint64_t table; /* at hand */
    enum command_question question;
    char *said;    /* behind its word */
    uint64_t whom; /* who is mentioned there; 0: nobody */
    char *other;   /* the account that is to be linked; NULL none */
    bool others;   /* its tables are read now */
    bool failed;
    const struct person *account; /* theirs, about which is asked next; NULL: none any more */
    struct parts_known known;
    struct {
        uint64_t part;
        uint64_t table;
    } at[PERSON_TABLES_MAX];
};

/* --- rows ------------------------------------------------------------------------------------- */

static void parts_sitting(struct parts_reading *reading, const struct store_row *row)
{
    struct parts_known *known = &reading->known;
    if (!reading->others && known->count < PERSON_TABLES_MAX) {
        reading->at[known->count].part = row->sub;
        reading->at[known->count++].table = row->id;
    }
    for (unsigned i = 0; i < known->count && reading->others; i++) {
        if (reading->at[i].part == row->sub && reading->at[i].table == row->id) {
            snprintf(known->both, sizeof known->both, "%s", row->text);
        }
    }
}

static void parts_alerts(struct parts_known *known, unsigned part, const cJSON *json)
{
    struct alerts *alerts = alerts_read(json);
    for (unsigned i = 0;
         alerts != NULL && i < alerts->count && known->alert_count < PARTS_ALERTS_MAX; i++) {
        known->alert[known->alert_count++] = (struct parts_alert){part, alerts->item[i]};
    }
    free(alerts);
}

static void parts_met(struct parts_known *known, const char *address, const cJSON *json)
{
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "name"));
    bool there = name == NULL || strlen(address) >= PARTS_ADDRESS_BYTES;
    for (unsigned i = 0; i < known->met_count && !there; i++) {
        there = strcmp(known->met[i].address, address) == 0;
    }
    if (!there && known->met_count < PARTS_MET_MAX) {
        struct parts_met *met = &known->met[known->met_count++];
        snprintf(met->address, sizeof met->address, "%s", address);
        snprintf(met->name, sizeof met->name, "%s", name);
    }
}

static void parts_row(void *context, const struct store_row *row)
{
    struct parts_reading *reading = context;
    const struct house_setup *setup = &reading->handling.house->setup;
    if (row->damaged || row->sub == setup->part || row->sub >= setup->parts) {
        return; /* our own are in memory */
    }
    if (reading->question == ASK_LINK || reading->question == ASK_DATA) {
        parts_sitting(reading, row);
        return;
    }
    cJSON *json = json_tree_read(row->text, row->text_len);
    if (reading->question == ASK_NOTIFY) {
        parts_alerts(&reading->known, (unsigned)row->sub, json);
    } else {
        parts_met(&reading->known, row->key, json);
    }
    json_tree_free(json);
}

/* --- the end ---------------------------------------------------------------------------------- */

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
    if (reading->whom != 0) {
        value_number(&command->args, "person", (int64_t)reading->whom);
    }
}

/* The table that was at hand may not be there any more. */
static void parts_table(struct parts_reading *reading)
{
    struct handling *handling = &reading->handling;
    struct table_entry *entry =
        reading->table == 0 ? NULL : tables_find(&handling->house->tables, reading->table);
    handling->entry = entry != NULL && entry->resident != NULL ? entry : NULL;
}

static bool parts_answer(struct parts_reading *reading)
{
    struct handling *handling = &reading->handling;
    const struct compose compose = house_compose_for(handling);
    if (!reading->failed) {
        return questions_answer(handling);
    }
    show_answer(handling, compose_say(&compose, MSG_HOUSE_UNREADABLE, NULL, VALUE_NONE),
                DOC_ANSWER);
    return true;
}

static void parts_end(struct parts_reading *reading)
{
    struct handling *handling = &reading->handling;
    struct house *house = handling->house;
    arena_reset(house->arena);
    parts_command(reading);
    parts_table(reading);
    handling->parts = &reading->known;
    if (parts_answer(reading)) {
        handle_finish(handling, reading->item);
        inbox_item_free(&reading->item);
    }
    house->loads_in_flight--;
    free(reading->said);
    free(reading->other);
    free(reading);
}

/* --- questions -------------------------------------------------------------------------------- */

static void parts_came(void *context, const struct fault *fault);

static void parts_ask(struct parts_reading *reading, enum store_query query, const char *key)
{
    const struct house_setup *setup = &reading->handling.house->setup;
    const struct store_question question = {
        .query = query, .id = setup->part, .key = key, .limit = PARTS_MET_MAX};
    store_read(setup->store, &question, parts_row, parts_came, reading);
}

/* What is asked of the others about the next account. */
static void parts_ask_next(struct parts_reading *reading)
{
    const struct person *one = reading->account;
    bool all = reading->question != ASK_NOTIFY; /* those are each account's own */
    reading->account = all ? one->next_linked : NULL;
    parts_ask(reading, all ? STORE_MET_ELSEWHERE : STORE_PERSONS_ELSEWHERE,
              one->addresses == NULL ? "" : one->addresses->key);
}

static void parts_came(void *context, const struct fault *fault)
{
    struct parts_reading *reading = context;
    bool link = fault == NULL && reading->other != NULL && !reading->others;
    bool people = reading->question != ASK_LINK && reading->question != ASK_DATA;
    reading->failed = people && fault != NULL;
    reading->others = true;
    if (link) {
        parts_ask(reading, STORE_SITTING_AT, reading->other);
    } else if (fault == NULL && reading->account != NULL) {
        parts_ask_next(reading);
    } else {
        parts_end(reading);
    }
}

static bool parts_are_needed(enum command_question question, const char *said, const char *other)
{
    return question == ASK_NOTIFY || question == ASK_BLOCK || question == ASK_UNBLOCK ||
           other != NULL || (question == ASK_DATA && said[0] == '\0');
}

static struct parts_reading *parts_begin(struct handling *handling, enum command_question question,
                                         const char *said, const char *other)
{
    const struct value_tree *args = &handling->house->scratch->command.args;
    struct parts_reading *reading = heap_allocate(sizeof *reading);
    reading->handling = *handling;
    reading->item = handling->item;
    reading->table = handling->entry == NULL ? 0 : handling->entry->id;
    reading->question = question;
    reading->said = heap_copy(said);
    reading->whom = (uint64_t)value_number_at(args, "person", 0);
    reading->other = heap_copy(other);
    handling->house->loads_in_flight++;
    return reading;
}

bool parts_read(struct handling *handling, enum command_question question)
{
    struct house *house = handling->house;
    const char *said = value_text_at(&house->scratch->command.args, "to", "");
    const char *other = question == ASK_LINK ? link_other(handling, said) : NULL;
    char key[PARTS_KEY_BYTES];
    if (house->setup.parts <= 1 || house->down || handling->parts != NULL ||
        !parts_are_needed(question, said, other)) {
        return false;
    }
    struct parts_reading *reading = parts_begin(handling, question, said, other);
    if (question == ASK_LINK || question == ASK_DATA) {
        snprintf(key, sizeof key, "%s/%s", handling->item->adapter->name,
                 handling->item->copy.inbound.account);
        parts_ask(reading, STORE_SITTING_AT, key);
    } else {
        reading->account = question == ASK_NOTIFY ? handling->person : handling->person->lead;
        parts_ask_next(reading);
    }
    return true;
}
