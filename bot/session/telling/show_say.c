/* A message to somebody: the way it goes, and what it waits for. */
#include "show_say.h"

#include <string.h>

#include "doc_bare.h"
#include "handling.h"
#include "house_private.h"
#include "linked.h"
#include "outbox.h"
#include "outbox_put.h"
#include "show_view.h"
#include "team_room_row.h"

/* The room a private message is about: the table's, named for the adapter that sends it. */
static const char *room_for(struct house *house, const struct address *address,
                            const struct table_entry *entry)
{
    size_t len = (size_t)(address->account - address->key) - 1;
    if (strncmp(entry->room->key, address->key, len + 1) == 0) {
        return entry->room->key;
    }
    char *key = arena_take(house->arena, len + 2);
    memcpy(key, address->key, len + 1);
    return key;
}

/* A private message to a person about the table. */
static void put_private(struct handling *handling, const struct person *person, int seat,
                        const struct doc *doc)
{
    struct house *house = handling->house;
    const struct address *address = linked_way(person, handling->entry->room->adapter);
    if (address == NULL) {
        return;
    }
    const struct outbox_message message = {
        .kind = SEND_PRIVATE,
        .room = room_for(house, address, handling->entry),
        .account = address->account,
        .doc = person_is_plain(person) ? doc_bare(doc) : doc,
        .doc_kind = DOC_PRIVATE,
        .table = handling->entry->id,
        .number = handling->entry->number,
        .step = handling->entry->resident->table.step,
        .seat = seat,
        .after = team_room_wait(handling->entry, person->id),
        .talk = handling->talks,
    };
    outbox_put(&handling->commit->mail, &message);
}

void show_private(struct handling *handling, int seat, const struct doc *doc)
{
    const struct table *table = &handling->entry->resident->table;
    const struct person *person = people_find(handling->house->people, table->seat[seat].person);
    if (person != NULL) {
        put_private(handling, person, seat, doc);
    }
}

void show_call(struct handling *handling, const struct doc *doc)
{
    const struct outbox_message message = {
        .kind = SEND_POST,
        .room = handling->entry->room->key,
        .doc = doc,
        .doc_kind = DOC_CALL,
        .table = handling->entry->id,
        .number = handling->entry->number,
        .step = handling->entry->resident->table.step,
        .seat = SEAT_CROWD,
        .call = true,
        .notify = true,
    };
    outbox_put(&handling->commit->mail, &message);
}

static uint64_t wait_of(const struct handling *handling)
{
    bool known = handling->entry != NULL && handling->person != NULL;
    return known ? team_room_wait(handling->entry, handling->person->id) : 0;
}

void show_answer(struct handling *handling, const struct doc *doc, enum doc_kind kind)
{
    const struct inbound *inbound = &handling->item->copy.inbound;
    char *room = arena_take(handling->house->arena,
                            strlen(handling->item->adapter->name) + strlen(inbound->room) + 2);
    memcpy(room, handling->item->adapter->name, strlen(handling->item->adapter->name));
    room[strlen(room)] = '/';
    memcpy(room + strlen(room), inbound->room, strlen(inbound->room));
    bool in_time = inbound->answer != NULL;
    const struct outbox_message message = {
        .kind = in_time ? SEND_ANSWER : SEND_PRIVATE,
        .room = room,
        .account = inbound->account,
        .doc = person_is_plain(handling->person) ? doc_bare(doc) : doc,
        .doc_kind = kind,
        .table = handling->entry == NULL ? 0 : handling->entry->id,
        .number = handling->entry == NULL ? 0 : handling->entry->number,
        .step = handling->entry != NULL && handling->entry->resident != NULL
                    ? handling->entry->resident->table.step
                    : 0,
        .seat = SEAT_NONE,
        .answer = in_time ? inbound->answer : NULL,
        .after = wait_of(handling),
    };
    if (handling->house->down || handling->passing) {
        outbox_say_now(&handling->house->outbox, &message);
    } else {
        outbox_put(&handling->commit->mail, &message);
    }
}

void show_say(struct commit *commit, const char *room_key, enum message message,
              const struct value_tree *facts)
{
    struct house *house = commit->house;
    const struct compose compose = house_compose_in(house, room_key);
    const struct outbox_message said = {
        .kind = SEND_POST,
        .room = room_key,
        .doc = compose_say(&compose, message, facts, facts == NULL ? VALUE_NONE : 0),
        .doc_kind = DOC_SAY,
        .seat = SEAT_CROWD,
    };
    if (house->down) {
        outbox_say_now(&house->outbox, &said);
    } else {
        outbox_put(&commit->mail, &said);
    }
}

void show_doc_to(struct commit *commit, struct table_entry *entry, const struct person *person,
                 const struct doc *doc)
{
    const struct address *address = linked_way(person, entry->room->adapter);
    if (address == NULL) {
        return;
    }
    const struct outbox_message said = {
        .kind = SEND_PRIVATE,
        .room = room_for(commit->house, address, entry),
        .account = address->account,
        .doc = person_is_plain(person) ? doc_bare(doc) : doc,
        .doc_kind = DOC_PRIVATE,
        .table = entry->id,
        .number = entry->number,
        .seat = SEAT_NONE,
    };
    outbox_put(&commit->mail, &said);
}

void show_say_to(struct commit *commit, struct table_entry *entry, const struct person *person,
                 enum message message, const struct value_tree *facts)
{
    struct compose compose = house_compose(commit->house, entry);
    house_compose_own(commit->house, person, &compose);
    show_doc_to(commit, entry, person,
                compose_say(&compose, message, facts, facts == NULL ? VALUE_NONE : 0));
}
