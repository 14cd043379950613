/* A press names its table by the tag. What else is said in private is about the tables of whoever
 * says it, but for what they ask of the house about themselves. Where each of the other parts has
 * tables is in the store (STORE_SITTING); our own are in memory. */
#include "find_part.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "controls.h"
#include "heap.h"
#include "house_part.h"
#include "house_private.h"
#include "item_words.h"
#include "link_answer.h"
#include "linked.h"
#include "print.h"
#include "sitting.h"
#include "store_down.h"
#include "store_part.h"

enum { FIND_TABLES_BYTES = 2048, FIND_KEY_BYTES = ADAPTER_NAME_BYTES + INBOUND_ID_BYTES_MAX };

/* By what it is found. */
enum find_by { FIND_HERE, FIND_FIRST, FIND_TAG, FIND_PERSON };

/* One that is asked after. */
struct find {
    struct find *next;
    struct house *house;
    const struct adapter_link *link; /* of whoever asks; without def: it is gone */
    house_part_fn done;
    void *context;
    enum find_by by;
    bool answered;
    bool ours;     /* they have tables here too */
    uint64_t seen; /* parts that have tables of theirs, a bit each */
    struct house_part where;
    struct buf tables;
    char tag[TABLE_TAG_BYTES];
    char key[FIND_KEY_BYTES]; /* "adapter/account" */
};

static_assert(STORE_PARTS_MAX <= 64, "a bit for each part");

/* --- what is meant ---------------------------------------------------------------------------- */

bool find_part_is_first(enum command_question question)
{
    return question == ASK_LINK || question == ASK_UNLINK || question == ASK_DATA;
}

/* Questions about whoever asks, or about nobody; what they have chosen all parts know. */
static bool find_is_house(enum command_question question)
{
    static const enum command_question house[] = {ASK_ABOUT, ASK_OWN,     ASK_NOTIFY,
                                                  ASK_BLOCK, ASK_UNBLOCK, ASK_ROOM};
    bool found = command_setting(question) != SETTINGS;
    for (size_t i = 0; i < sizeof house / sizeof house[0]; i++) {
        found = found || house[i] == question;
    }
    return found;
}

/* What words are read into: the house may be handling something else at the moment. */
struct find_reading {
    struct command command;
    struct outcome out;
};

/* By its words, or the button's, without any table. */
static enum find_by find_by_words(struct house *house, struct adapter_link *link,
                                  const struct inbound *inbound)
{
    struct inbox_item item = {.house = house, .adapter = link, .copy.inbound = *inbound};
    if (link_is_said(inbound)) {
        return FIND_FIRST;
    }
    struct find_reading *reading = heap_allocate(sizeof *reading);
    const struct command *command = &reading->command;
    const struct command_words words = item_words(house, &item);
    const struct person *person = people_at(house->people, link->name, inbound->account);
    const struct command_inbound asked = {inbound, person == NULL ? 0 : person->id, NULL, 0,
                                          &words};
    outcome_init(&reading->out);
    command_read(&asked, &reading->command, &reading->out);
    bool first = command->kind == COMMAND_ASK && find_part_is_first(command->question);
    bool about = command->kind == COMMAND_ASK && find_is_house(command->question);
    free(reading);
    return first ? FIND_FIRST : about || !inbound->private_room ? FIND_HERE : FIND_PERSON;
}

static enum find_by find_by_what(struct find *find, struct adapter_link *link,
                                 const struct inbound *inbound)
{
    struct control control;
    bool pressed = inbound->control != NULL && controls_parse(&control, inbound->control);
    if (!pressed || strcmp(control.tag, CONTROL_NO_TAG) == 0) {
        return find_by_words(find->house, link, inbound);
    }
    memcpy(find->tag, control.tag, sizeof find->tag);
    return tables_tagged(&find->house->tables, control.tag) != NULL ? FIND_HERE : FIND_TAG;
}

/* --- the answer ------------------------------------------------------------------------------- */

/* Their tables here. */
static void find_ours(struct find *find, const struct person *person)
{
    struct house *house = find->house;
    for (const struct person *one = person == NULL ? NULL : person->lead; one != NULL;
         one = one->next_linked) {
        for (unsigned i = 0; i < one->table_count; i++) {
            char label[SITTING_LABEL_BYTES];
            const struct table_entry *entry = tables_find(&house->tables, one->tables[i]);
            if (entry != NULL) {
                find->ours = true;
                sitting_label(house, entry, label);
                buf_text(&find->tables, label);
                buf_text(&find->tables, "\n");
            }
        }
    }
}

static void find_row(void *context, const struct store_row *row)
{
    struct find *find = context;
    if (row->sub == find->house->setup.part || row->sub >= find->house->setup.parts) {
        return; /* what we have is in memory */
    }
    find->seen |= (uint64_t)1 << row->sub;
    if (find->by == FIND_PERSON && !row->damaged) {
        buf_text(&find->tables, row->text);
        buf_text(&find->tables, "\n");
    }
}

/* Where their tables are: here, in another part alone, or in several. */
static void find_decide(struct find *find)
{
    bool one = find->seen != 0 && (find->seen & (find->seen - 1)) == 0;
    if (find->seen == 0) {
        return;
    }
    if (one && !find->ours) {
        while ((find->seen >> find->where.part & 1) == 0) {
            find->where.part = (find->where.part + 1) % find->house->setup.parts;
        }
        return;
    }
    buf_text(&find->tables, "");
    find->tables.text[find->tables.len - (find->tables.len > 0 ? 1 : 0)] =
        '\0'; /* the last line's */
    find->where.tables = find->tables.text;
}

static void find_free(struct find *find)
{
    buf_deinit(&find->tables);
    free(find);
}

/* Is somebody's earlier one still asked after? */
static bool find_waits(const struct house *house, const struct find *find)
{
    const struct find *at = house->finds;
    while (at != NULL && at != find && strcmp(at->key, find->key) != 0) {
        at = at->next;
    }
    return at != NULL && at != find;
}

static struct find **find_ready(struct house *house)
{
    struct find **at = &house->finds;
    while (*at != NULL && (!(*at)->answered || find_waits(house, *at))) {
        at = &(*at)->next;
    }
    return at;
}

/* Tells all whose turn it is; whoever is told may ask anew. */
static void find_tell(struct house *house)
{
    struct find **at = NULL;
    while (*(at = find_ready(house)) != NULL) {
        struct find *find = *at;
        *at = find->next;
        if (find->link->def != NULL) {
            find->done(find->context, &find->where);
        }
        find_free(find);
    }
}

static void find_done(void *context, const struct fault *fault)
{
    struct find *find = context;
    find->answered = true;
    if (fault == NULL) {
        find_decide(find);
    } else {
        store_down_begin(find->house, fault); /* no move is taken that may be for another part */
    }
    find_tell(find->house);
}

static void find_ask(struct find *find)
{
    const struct store_question question = {
        .query = STORE_SITTING_AT,
        .key = find->by == FIND_PERSON ? find->key : "",
        .extra = find->by == FIND_TAG ? find->tag : "",
    };
    store_read(find->house->setup.store, &question, find_row, find_done, find);
}

static void find_begin(struct find *find, struct adapter_link *link, const struct inbound *inbound)
{
    struct house *house = find->house;
    struct find **last = &house->finds;
    print_join(find->key, sizeof find->key, link->name, "/", inbound->account);
    find->by = find_by_what(find, link, inbound);
    if (find->by == FIND_PERSON) {
        find_ours(find, people_at_key(house->people, find->key));
    }
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = find;
    if (find->by == FIND_TAG || find->by == FIND_PERSON) {
        find_ask(find);
        return;
    }
    find->answered = true;
    find->where.part = find->by == FIND_FIRST ? 0 : house->setup.part;
    find_tell(house);
}

void house_find_part(struct house *house, struct adapter *adapter, const struct inbound *inbound,
                     house_part_fn done, void *context)
{
    struct adapter_link *link = link_calling(&house->links, adapter);
    const struct house_part here = {.part = house->setup.part};
    if (house->setup.parts <= 1 || link == NULL) {
        done(context, &here);
        return;
    }
    struct find *find = heap_allocate(sizeof *find);
    find->house = house;
    find->link = link;
    find->done = done;
    find->context = context;
    find->where = here;
    buf_init(&find->tables, FIND_TABLES_BYTES);
    find_begin(find, link, inbound);
}
