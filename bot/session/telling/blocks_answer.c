#include "blocks_answer.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "commit.h"
#include "controls.h"
#include "forgotten.h"
#include "handling.h"
#include "hash.h"
#include "house_button.h"
#include "house_private.h"
#include "linked.h"
#include "parts_known.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"

enum {
    MET_MAX = 20, /* people who are offered */
    BLOCK_FACTS = 128,
    BLOCK_TEXT_BYTES = BLOCKS_MAX * TABLE_NAME_BYTES,
    BLOCK_WISH_BYTES = 32,
    BLOCK_TOKEN_BYTES = 8 /* of a hash */
};

static const char block_id[] = "id-";
static const char block_at[] = "at-"; /* a piece of the hash of an address */

/* --- people met ------------------------------------------------------------------------------- */

/* Somebody whom they met. */
struct met_one {
    const struct person *person; /* NULL: nobody whom this part of the house knows */
    const char *address;         /* "adapter/account"; NULL: they have none */
    const char *name;
};

struct met {
    unsigned count;
    struct met_one one[MET_MAX + PARTS_MET_MAX + BLOCKS_MAX];
};

static struct met_one met_person(const struct person *person)
{
    const struct address *address = person->addresses;
    return (struct met_one){person, address == NULL ? NULL : address->key, person->name};
}

static void met_add(struct met *met, const struct handling *handling, const struct person *person)
{
    bool there = person == NULL || linked_are(person, handling->person) || person->name == NULL;
    for (unsigned i = 0; i < met->count && !there; i++) {
        there = met->one[i].person == person;
    }
    if (!there) {
        met->one[met->count++] = met_person(person);
    }
}

static void met_add_id(struct met *met, const struct handling *handling, uint64_t id)
{
    if (met->count < MET_MAX) {
        met_add(met, handling, people_find(handling->house->people, id));
    }
}

static void met_at(struct met *met, const struct handling *handling, const uint64_t *tables,
                   unsigned count)
{
    for (unsigned i = count; i > 0; i--) {
        const struct table_entry *entry = tables_find(&handling->house->tables, tables[i - 1]);
        for (unsigned k = 0; entry != NULL && k < entry->people_count; k++) {
            met_add_id(met, handling, entry->people[k]);
        }
        for (unsigned k = 0; entry != NULL && k < entry->sat.count; k++) {
            met_add_id(met, handling, entry->sat.person[k]);
        }
    }
}

/* At tables of other parts of the house, where this one may know nothing of them. */
static void met_elsewhere(struct met *met, const struct handling *handling)
{
    const struct house *house = handling->house;
    const struct parts_known *parts = handling->parts;
    for (unsigned i = 0; parts != NULL && i < parts->met_count; i++) {
        const struct parts_met *one = &parts->met[i];
        const struct person *person = people_at_key(house->people, one->address);
        if (person != NULL && person->name != NULL) {
            met_add(met, handling, person);
        } else if ((person == NULL || !linked_are(person, handling->person)) &&
                   forgotten_at(house->forgotten, one->address) == 0) {
            met->one[met->count++] = (struct met_one){person, one->address, one->name};
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
    met_elsewhere(met, handling);
}

/* What a button says of somebody. A person has a number in each part of the house, and a press may
 * come to another one. */
static void met_token(const struct house *house, const struct met_one *one,
                      char token[BLOCK_WISH_BYTES])
{
    uint8_t hash[HASH_BYTES];
    if (house->setup.parts <= 1) {
        assert(one->person != NULL);
        snprintf(token, BLOCK_WISH_BYTES, "%s%" PRIu64, block_id, one->person->id);
        return;
    }
    const char *address = one->address == NULL ? "" : one->address;
    memcpy(token, block_at, sizeof block_at);
    hash_of(hash, address, strlen(address));
    hash_hex(token + sizeof block_at - 1, hash, BLOCK_TOKEN_BYTES);
}

/* --- the answer ------------------------------------------------------------------------------- */

static const struct doc *say_name(const struct compose *compose, enum message message,
                                  const char *name)
{
    struct value fact[4];
    char pool[TABLE_NAME_BYTES + 64];
    struct value_tree facts;
    value_init(&facts, fact, 4, pool, sizeof pool);
    value_object(&facts, "args");
    value_text(&facts, "name", name, strnlen(name, TABLE_NAME_BYTES));
    value_end(&facts);
    return compose_say(compose, message, &facts, 0);
}

/* Of somebody, or (one NULL) the list. */
static void block_button(const struct handling *handling, const struct compose *compose,
                         struct doc *doc, const char *act, const struct met_one *one,
                         enum message label)
{
    struct house_button button = {
        .act = act, .key = message_name(label), .style = CHOICE_SECONDARY};
    struct value fact[1];
    char pool[TABLE_NAME_BYTES + 1];
    char to[BLOCK_WISH_BYTES];
    struct value_tree facts;
    if (one == NULL) {
        house_button_put(compose, doc, &button);
        return;
    }
    value_init(&facts, fact, 1, pool, sizeof pool);
    value_text(&facts, "name", one->name, strnlen(one->name, TABLE_NAME_BYTES));
    met_token(handling->house, one, to);
    button.to = to;
    button.facts = &facts;
    struct choice *choice = house_button_put(compose, doc, &button);
    if (choice != NULL) {
        choice->value = arena_text(doc->arena, one->name, strlen(one->name));
    }
}

void blocks_offer(const struct handling *handling, struct doc *doc)
{
    const struct compose compose = house_compose_for(handling);
    block_button(handling, &compose, doc, "block", NULL, MSG_LABEL_BLOCKED);
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
        const struct met_one *one = &met.one[i];
        if (one->person == NULL || !blocks_have(blocks, one->person->id)) {
            block_button(handling, &compose, doc, "block", one, MSG_LABEL_BLOCK);
            offered++;
        }
    }
    for (unsigned i = blocks == NULL ? 0 : blocks->count; i > 0 && offered < MET_MAX; i--) {
        const struct person *one = people_find(handling->house->people, blocks->person[i - 1]);
        if (one != NULL && one->name != NULL) {
            const struct met_one blocked = met_person(one);
            block_button(handling, &compose, doc, "unblock", &blocked, MSG_LABEL_UNBLOCK);
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

/* Is this one meant, by a button's number or token, or the name that was said? */
static bool met_is_said(const struct house *house, const struct met_one *one, const char *said)
{
    char token[BLOCK_WISH_BYTES];
    if (strncmp(said, block_id, sizeof block_id - 1) == 0) {
        uint64_t id = strtoull(said + sizeof block_id - 1, NULL, 10);
        return one->person != NULL && one->person->id == id;
    }
    if (house->setup.parts > 1 && strncmp(said, block_at, sizeof block_at - 1) == 0) {
        met_token(house, one, token);
        return strcmp(token, said) == 0;
    }
    return strcasecmp(one->name, said + (said[0] == '@')) == 0;
}

/* One of them; NULL: none, or several. */
static const struct met_one *named_among(const struct house *house, const struct met *met,
                                         const char *said)
{
    const struct met_one *found = NULL;
    unsigned fit = 0;
    for (unsigned i = 0; i < met->count; i++) {
        if (met_is_said(house, &met->one[i], said)) {
            found = &met->one[i];
            fit++;
        }
    }
    return fit == 1 ? found : NULL;
}

/* Somebody of whom this part of the house knows nothing yet, or not the name. */
static struct person *met_made(struct handling *handling, const struct met_one *one)
{
    struct people *people = handling->house->people;
    char adapter[ADAPTER_NAME_BYTES];
    size_t len = strcspn(one->address, "/");
    if (len >= sizeof adapter || one->address[len] == '\0') {
        return NULL;
    }
    memcpy(adapter, one->address, len);
    adapter[len] = '\0';
    struct person *person = people_inbound(people, adapter, one->address + len + 1, one->name,
                                           people_unused_id(people));
    commit_person(handling->commit, person);
    return person->frozen ? NULL : person;
}

static const struct person *block_whom(struct handling *handling, const char *said)
{
    const struct house *house = handling->house;
    const struct blocks *blocks = person_blocks(handling->person);
    uint64_t id = (uint64_t)value_number_at(&house->scratch->command.args, "person", 0);
    const struct person *mentioned = id == 0 ? NULL : people_find(house->people, id);
    if (mentioned != NULL && mentioned->name != NULL) {
        return mentioned;
    }
    struct met met;
    met_gather(&met, handling);
    for (unsigned i = 0; blocks != NULL && i < blocks->count; i++) {
        met_add(&met, handling, people_find(house->people, blocks->person[i]));
    }
    const struct met_one *one = named_among(house, &met, said);
    bool known = one != NULL && one->person != NULL && one->person->name != NULL;
    return one == NULL || known || house->down ? one == NULL ? NULL : one->person
                                               : met_made(handling, one);
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
        show_append(done,
                    say_name(&compose, blocks ? MSG_HOUSE_BLOCKS : MSG_HOUSE_UNBLOCKS, whom->name));
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
