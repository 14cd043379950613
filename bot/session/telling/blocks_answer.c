#include "blocks_answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "commit.h"
#include "controls.h"
#include "handling.h"
#include "house_button.h"
#include "house_private.h"
#include "linked.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"

enum {
    MET_MAX = 20, /* people who are offered */
    BLOCK_FACTS = 128,
    BLOCK_TEXT_BYTES = BLOCKS_MAX * TABLE_NAME_BYTES,
    BLOCK_WISH_BYTES = 32
};

/* --- people met ------------------------------------------------------------------------------- */

struct met {
    unsigned count;
    const struct person *person[MET_MAX];
};

static void met_add(struct met *met, const struct handling *handling, uint64_t id)
{
    const struct person *person = people_find(handling->house->people, id);
    bool there = person == NULL || linked_are(person, handling->person) || person->name == NULL;
    for (unsigned i = 0; i < met->count && !there; i++) {
        there = met->person[i] == person;
    }
    if (!there && met->count < MET_MAX) {
        met->person[met->count++] = person;
    }
}

static void met_at(struct met *met, const struct handling *handling, const uint64_t *tables,
                   unsigned count)
{
    for (unsigned i = count; i > 0; i--) {
        const struct table_entry *entry = tables_find(&handling->house->tables, tables[i - 1]);
        for (unsigned k = 0; entry != NULL && k < entry->people_count; k++) {
            met_add(met, handling, entry->people[k]);
        }
        for (unsigned k = 0; entry != NULL && k < entry->sat.count; k++) {
            met_add(met, handling, entry->sat.person[k]);
        }
    }
}

/* Whom they share a table with or did, the newest first. */
static void met_gather(struct met *met, const struct handling *handling)
{
    met->count = 0;
    for (const struct person *one = handling->person->lead; one != NULL; one = one->next_linked) {
        met_at(met, handling, one->tables, one->table_count);
        met_at(met, handling, one->past, one->past_count);
    }
}

/* --- the answer ------------------------------------------------------------------------------- */

static const struct doc *say_name(const struct compose *compose, enum message message,
                                  const struct person *person)
{
    struct value fact[4];
    char pool[TABLE_NAME_BYTES + 64];
    struct value_tree facts;
    value_init(&facts, fact, 4, pool, sizeof pool);
    value_object(&facts, "args");
    value_text(&facts, "name", person->name, strnlen(person->name, TABLE_NAME_BYTES));
    value_end(&facts);
    return compose_say(compose, message, &facts, 0);
}

static void block_button(const struct compose *compose, struct doc *doc, const char *act,
                         const struct person *person, enum message label)
{
    struct house_button button = {
        .act = act, .key = message_name(label), .style = CHOICE_SECONDARY};
    struct value fact[1];
    char pool[TABLE_NAME_BYTES + 1];
    char to[BLOCK_WISH_BYTES];
    struct value_tree facts;
    if (person == NULL) {
        house_button_put(compose, doc, &button);
        return;
    }
    value_init(&facts, fact, 1, pool, sizeof pool);
    value_text(&facts, "name", person->name, strnlen(person->name, TABLE_NAME_BYTES));
    snprintf(to, sizeof to, "id-%" PRIu64, person->id);
    button.to = to;
    button.facts = &facts;
    struct choice *choice = house_button_put(compose, doc, &button);
    if (choice != NULL) {
        choice->value = arena_text(doc->arena, person->name, strlen(person->name));
    }
}

void blocks_offer(const struct handling *handling, struct doc *doc)
{
    const struct compose compose = house_compose_for(handling);
    block_button(&compose, doc, "block", NULL, MSG_LABEL_BLOCKED);
}

static void blocks_show(struct handling *handling, const struct doc *first)
{
    const struct compose compose = house_compose_for(handling);
    const struct blocks *blocks = person_blocks(handling->person);
    struct value *fact = arena_take(handling->house->arena, BLOCK_FACTS * sizeof *fact);
    char *pool = arena_take(handling->house->arena, BLOCK_TEXT_BYTES);
    struct doc *doc = doc_new(handling->house->arena);
    struct value_tree facts;
    struct met met;
    unsigned offered = 0;
    met_gather(&met, handling);
    show_append(doc, first);
    value_init(&facts, fact, BLOCK_FACTS, pool, BLOCK_TEXT_BYTES);
    value_object(&facts, "args");
    value_list(&facts, "names");
    for (unsigned i = 0; blocks != NULL && i < blocks->count; i++) {
        const struct person *one = people_find(handling->house->people, blocks->person[i]);
        if (one != NULL && one->name != NULL) {
            value_text(&facts, NULL, one->name, strnlen(one->name, TABLE_NAME_BYTES));
        }
    }
    value_end(&facts);
    value_end(&facts);
    show_append(doc, compose_say(&compose, MSG_HOUSE_BLOCKED, &facts, 0));
    for (unsigned i = 0; i < met.count && offered < MET_MAX / 2; i++) {
        if (!blocks_have(blocks, met.person[i]->id)) {
            block_button(&compose, doc, "block", met.person[i], MSG_LABEL_BLOCK);
            offered++;
        }
    }
    for (unsigned i = blocks == NULL ? 0 : blocks->count; i > 0 && offered < MET_MAX; i--) {
        const struct person *one = people_find(handling->house->people, blocks->person[i - 1]);
        if (one != NULL && one->name != NULL) {
            block_button(&compose, doc, "unblock", one, MSG_LABEL_UNBLOCK);
            offered++;
        }
    }
    show_answer(handling, doc, DOC_ANSWER);
}

/* --- choosing --------------------------------------------------------------------------------- */

static void blocks_refuse(struct handling *handling, enum refusal refusal, const char *name)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    struct value_tree *facts = outcome_refuse(out, refusal);
    if (name != NULL) {
        value_text(facts, "name", name, strlen(name));
    } else {
        value_number(facts, "max", BLOCKS_MAX);
    }
    outcome_end(out);
    show_refusal(handling);
}

/* One of these people by a button's number or the name that was said; NULL: none, or several. */
static const struct person *named_among(const struct person *const *people, unsigned count,
                                        const char *said)
{
    const struct person *found = NULL;
    unsigned fit = 0;
    uint64_t id = strncmp(said, "id-", 3) == 0 ? strtoull(said + 3, NULL, 10) : 0;
    said += said[0] == '@';
    for (unsigned i = 0; i < count; i++) {
        if (id != 0 ? people[i]->id == id : strcasecmp(people[i]->name, said) == 0) {
            found = people[i];
            fit++;
        }
    }
    return fit == 1 ? found : NULL;
}

static const struct person *block_whom(const struct handling *handling, const char *said)
{
    const struct house *house = handling->house;
    const struct blocks *blocks = person_blocks(handling->person);
    uint64_t id = (uint64_t)value_number_at(&house->scratch->command.args, "person", 0);
    const struct person *mentioned = id == 0 ? NULL : people_find(house->people, id);
    if (mentioned != NULL && mentioned->name != NULL) {
        return mentioned;
    }
    const struct person *known[MET_MAX + BLOCKS_MAX];
    struct met met;
    unsigned count = 0;
    met_gather(&met, handling);
    for (unsigned i = 0; i < met.count; i++) {
        known[count++] = met.person[i];
    }
    for (unsigned i = 0; blocks != NULL && i < blocks->count; i++) {
        const struct person *one = people_find(house->people, blocks->person[i]);
        bool twice = one == NULL || one->name == NULL;
        for (unsigned k = 0; k < count && !twice; k++) {
            twice = known[k] == one;
        }
        if (!twice) {
            known[count++] = one;
        }
    }
    return named_among(known, count, said);
}

void blocks_answer(struct handling *handling, bool blocks)
{
    const char *said = value_text_at(&handling->house->scratch->command.args, "to", "");
    said += strspn(said, " ");
    if (said[0] == '\0') {
        blocks_show(handling, NULL);
        return;
    }
    const struct person *whom = block_whom(handling, said);
    if (handling->house->down) {
        blocks_refuse(handling, REFUSAL_STORE_DOWN, NULL);
    } else if (whom == NULL) {
        blocks_refuse(handling, REFUSAL_BLOCK_WHOM, said);
    } else if (linked_are(whom, handling->person)) {
        blocks_refuse(handling, REFUSAL_BLOCK_SELF, NULL);
    } else if (!person_block(handling->person, whom->id, blocks) && blocks &&
               !blocks_have(person_blocks(handling->person), whom->id)) {
        blocks_refuse(handling, REFUSAL_BLOCK_FULL, NULL);
    } else {
        const struct compose compose = house_compose_for(handling);
        const struct inbound *inbound = &handling->item->copy.inbound;
        struct doc *done = doc_new(handling->house->arena);
        commit_person(handling->commit, handling->person->lead);
        show_append(done, say_name(&compose, blocks ? MSG_HOUSE_BLOCKS : MSG_HOUSE_UNBLOCKS, whom));
        if (inbound->kind == INBOUND_TEXT && !inbound->private_room) {
            show_append(done, compose_say(&compose, MSG_HOUSE_BLOCK_READ, NULL, VALUE_NONE));
        }
        blocks_show(handling, done);
    }
}

/* --- at a table ------------------------------------------------------------------------------- */

static bool is_sitting_down(const struct move *move)
{
    return strcmp(move->row->name, "join") == 0 || strcmp(move->row->name, "substitute") == 0;
}

bool blocks_keep_away(const struct handling *handling, const struct move *move)
{
    const struct table *table = &handling->entry->resident->table;
    const struct person *host = people_find(handling->house->people, table->host);
    return is_sitting_down(move) && host != NULL && !linked_are(host, handling->person) &&
           blocks_have(person_blocks(host), handling->person->id) &&
           table_seat_of(table, handling->person->id) == SEAT_NONE;
}

void blocks_warn(struct handling *handling, const struct move *move)
{
    const struct table_entry *entry = handling->entry;
    const struct table *table = &entry->resident->table;
    struct value fact[SEATS_MAX + 8];
    char pool[SEATS_MAX * TABLE_NAME_BYTES + 512];
    struct value_tree facts;
    bool any = false;
    if (!is_sitting_down(move) || person_blocks(handling->person) == NULL) {
        return;
    }
    const char *room =
        link_room_name(&handling->house->links, entry->room->adapter, entry->room->id);
    value_init(&facts, fact, SEATS_MAX + 8, pool, sizeof pool);
    value_object(&facts, "args");
    value_term(&facts, "game", entry->game->id);
    value_number(&facts, "number", entry->number);
    if (room != NULL && room[0] != '\0' && strlen(room) < 256) {
        value_text(&facts, "room", room, strlen(room));
    } else {
        value_null(&facts, "room");
    }
    value_list(&facts, "names");
    for (int i = 0; i < table->seat_count; i++) {
        if (!table->seat[i].left &&
            blocks_have(person_blocks(handling->person), table->seat[i].person)) {
            value_text(&facts, NULL, table->seat[i].name, strlen(table->seat[i].name));
            any = true;
        }
    }
    value_end(&facts);
    value_end(&facts);
    if (any) {
        show_say_to(handling->commit, handling->entry, handling->person, MSG_HOUSE_BLOCK_SITS,
                    &facts);
    }
}
