/* A press names its table by the tag, or its part by what stands behind its word. What else is said
 * in private is about the tables of whoever says it, but for what they ask of the house about
 * themselves; results are asked of the part where they played last. Where each of the other parts
 * has tables is in the store (STORE_SITTING), and what came of them; our own are in memory. */
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
#include "notify_wish.h"
#include "print.h"
#include "results_answer.h"
#include "sitting.h"
#include "store_down.h"
#include "store_part.h"

enum { FIND_TABLES_BYTES = 2048, FIND_KEY_BYTES = ADAPTER_NAME_BYTES + INBOUND_ID_BYTES_MAX };

/* By what it is found. */
enum find_by { FIND_HERE, FIND_FIRST, FIND_NAMED, FIND_TAG, FIND_PERSON };

/* One that is asked after. */
struct find {
    struct find *next;
    struct house *house;
    const struct adapter_link *link; /* of whoever asks; without def: it is gone */
    house_part_fn done;
    void *context;
    enum find_by by;
    bool answered;
    bool ours;                    /* they have tables here too */
    uint64_t seen;                /* parts that have tables of theirs, a bit each */
    bool results;                 /* it is about games that are over, */
    const struct person *account; /* the account of theirs whose newest is read next, */
    bool elsewhere;               /* and that in other parts */
    int64_t newest_ms;            /* when the newest that was read came to its end */
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

/* Does a button say of which part it is? */
static bool find_names_part(struct find *find, const struct command *command)
{
    const char *to = value_text_at(&command->args, "to", "");
    unsigned part = 0;
    bool named = find->results ? results_named_part(to, &part)
                               : command->question == ASK_NOTIFY && notify_wish_part(to, &part);
    named = named && part < find->house->setup.parts;
    find->where.part = named ? part : find->where.part;
    return named;
}

static enum find_by find_by_command(struct find *find, const struct command *command,
                                    const struct inbound *inbound)
{
    bool asks = command->kind == COMMAND_ASK;
    find->results =
        asks && (command->question == ASK_STATS || command->question == ASK_LEADERBOARD);
    if (asks && find_part_is_first(command->question)) {
        return FIND_FIRST;
    }
    if (asks && find_names_part(find, command)) {
        return FIND_NAMED;
    }
    bool about = asks && find_is_house(command->question);
    return about || !inbound->private_room ? FIND_HERE : FIND_PERSON;
}

/* By its words, or the button's, without any table. */
static enum find_by find_by_words(struct find *find, struct adapter_link *link,
                                  const struct inbound *inbound)
{
    struct house *house = find->house;
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
    enum find_by by = find_by_command(find, command, inbound);
    free(reading);
    return by;
}

static enum find_by find_by_what(struct find *find, struct adapter_link *link,
                                 const struct inbound *inbound)
{
    struct control control;
    bool pressed = inbound->control != NULL && controls_parse(&control, inbound->control);
    if (!pressed || strcmp(control.tag, CONTROL_NO_TAG) == 0) {
        return find_by_words(find, link, inbound);
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

static void find_end(struct find *find)
{
    find->where.tables = find->results ? NULL : find->where.tables; /* they are about none */
    find->answered = true;
    find_tell(find->house);
}

/* The part where they played last. */
static void find_game(void *context, const struct store_row *row)
{
    struct find *find = context;
    const struct house_setup *setup = &find->house->setup;
    unsigned part = find->elsewhere ? (unsigned)row->sub : setup->part;
    bool other = part != setup->part && part < setup->parts;
    if (row->damaged || strcmp(row->extra, "table") != 0 || row->at_ms <= find->newest_ms ||
        (find->elsewhere && !other)) {
        return;
    }
    find->newest_ms = row->at_ms;
    find->where.part = part;
}

static void find_games_read(void *context, const struct fault *fault);

/* The newest of one account after another, in other parts and then here. */
static void find_games(struct find *find)
{
    const struct person *one = find->account;
    struct store_question question = {.query = STORE_RESULTS_BY, .limit = 1};
    find->elsewhere = !find->elsewhere;
    if (find->elsewhere) {
        question.query = STORE_RESULTS_ELSEWHERE;
        question.id = find->house->setup.part;
        question.key = one == NULL || one->addresses == NULL ? find->key : one->addresses->key;
    } else if (one != NULL) {
        question.id = one->id;
        find->account = one->next_linked;
    } else {
        find_end(find);
        return;
    }
    store_read(find->house->setup.store, &question, find_game, find_games_read, find);
}

static void find_games_read(void *context, const struct fault *fault)
{
    struct find *find = context;
    if (fault != NULL) {
        store_down_begin(find->house, fault);
    }
    if (fault != NULL || (!find->elsewhere && find->account == NULL)) {
        find_end(find);
    } else {
        find_games(find);
    }
}

/* Results are asked for, and no table of theirs says where. */
static bool find_needs_games(const struct find *find)
{
    bool open = find->where.part == find->house->setup.part && (find->seen != 0 || !find->ours);
    return find->results && open;
}

static void find_done(void *context, const struct fault *fault)
{
    struct find *find = context;
    if (fault == NULL) {
        find_decide(find);
    } else {
        store_down_begin(find->house, fault); /* no move is taken that may be for another part */
    }
    if (fault == NULL && find_needs_games(find)) {
        const struct person *person = people_at_key(find->house->people, find->key);
        find->account = person == NULL ? NULL : person->lead;
        find_games(find);
    } else {
        find_end(find);
    }
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
    find->where.part = find->by == FIND_FIRST ? 0 : find->where.part;
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
