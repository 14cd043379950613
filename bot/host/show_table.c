/* Everything here is made from views: of the crowd, of a seat. What one reader is sent depends on
 * nothing but that reader's view and the events that name them. */
#include "show_table.h"

#include <string.h>

#include "fairness.h"
#include "hash.h"
#include "house_private.h"
#include "outage.h"
#include "team_room.h"
#include "turn.h"
#include "warned.h"

struct compose house_compose(struct house *house, const struct table_entry *entry)
{
    struct compose compose = {
        .catalogue = house->setup.catalogue,
        .arena = house->arena,
        .many_tables = entry != NULL && entry->room->count > 1,
        .now_ms = house->now_ms,
        .room_name = entry == NULL ? "" : house_room_name(house, entry->room),
    };
    return compose;
}

void show_append(struct doc *doc, const struct doc *more)
{
    if (more == NULL) {
        return;
    }
    if (more->blocks != NULL) {
        *(doc->blocks == NULL ? &doc->blocks : &doc->last_block->next) = more->blocks;
        doc->last_block = more->last_block;
    }
    if (more->panel != NULL) {
        *(doc->panel == NULL ? &doc->panel : &doc->last_choice->next) = more->panel;
        doc->last_choice = more->last_choice;
    }
}

/* The view of a reader; the secret is shown once the game is over. */
const struct view *show_view(struct house *house, const struct table_entry *entry, int reader)
{
    struct view *view = &house->scratch->view;
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    table_view(&entry->resident->table, reader, view);
    if (entry->resident->table.phase >= TABLE_OVER) {
        char secret[SEED_BYTES * 2 + 1];
        hash_hex(secret, entry->secret, SEED_BYTES);
        facts_text(&view->facts, "secret", secret, sizeof secret - 1);
    }
    return view;
}

/* What is needed to tell a reader what happened: whose table it is, and who sits there. */
static const struct view *show_names(struct house *house, const struct table_entry *entry,
                                     int reader)
{
    struct view *view = &house->scratch->view;
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    table_view_names(&entry->resident->table, reader, view);
    return view;
}

/* A picture costs as much as the rest of its board: it is drawn where somebody looks at it. */
static bool takes_pictures(struct house *house, const struct room *room)
{
    const struct adapter_link *link = house_link(house, room->adapter);
    struct room_caps caps = {.pictures = true};
    if (link->def != NULL && link->def->caps != NULL) {
        link->def->caps(link->adapter, room->id, &caps);
    }
    return caps.pictures;
}

const struct doc *show_board(struct house *house, const struct table_entry *entry)
{
    struct compose compose = house_compose(house, entry);
    struct board *board = &house->scratch->board;
    compose.no_pictures = !takes_pictures(house, entry->room);
    const struct view *view = show_view(house, entry, SEAT_CROWD);
    bool has = table_board(&entry->resident->table, SEAT_CROWD, board);
    return compose_board(&compose, view, has ? board : NULL);
}

static void put_crowd(struct turn *turn, const struct doc *doc, const char *kind)
{
    const struct outbox_message message = {
        .kind = SEND_POST,
        .room = turn->entry->room->key,
        .doc = doc,
        .doc_kind = kind,
        .entry = turn->entry,
        .step = turn->entry->resident->table.step,
        .seat = SEAT_CROWD,
    };
    outbox_put(turn->commit, &message);
}

static void show_crowd(struct turn *turn)
{
    struct house *house = turn->house;
    const struct compose compose = house_compose(house, turn->entry);
    const struct view *view = show_names(house, turn->entry, SEAT_CROWD);
    const struct doc *doc = compose_events(&compose, view, &house->scratch->out, AUDIENCE_CROWD);
    if (doc != NULL && !doc_is_empty(doc)) {
        put_crowd(turn, doc, "lines");
    }
}

/* The account by which a person is reached about this table: at the table's own platform where they
 * are known there, else anywhere. */
static const struct address *address_for(const struct person *person,
                                         const struct table_entry *entry)
{
    const struct address *address = person_address(person, entry->room->adapter);
    return address != NULL ? address : person->addresses;
}

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
static void put_private(struct turn *turn, const struct person *person, int seat,
                        const struct doc *doc)
{
    struct house *house = turn->house;
    const struct table *table = &turn->entry->resident->table;
    const struct address *address = address_for(person, turn->entry);
    if (address == NULL) {
        return;
    }
    const struct inbox_item *item = turn->item;
    bool answers = item != NULL && item->copy.heard.answer != NULL && person == turn->person;
    bool pending = seat_is_person(seat) && table->seat[seat].reach != REACH_PROVEN;
    const struct outbox_message message = {
        .kind = answers && !pending ? SEND_ANSWER : SEND_PRIVATE,
        .room = room_for(house, address, turn->entry),
        .account = address->account,
        .doc = doc,
        .doc_kind = "private",
        .entry = turn->entry,
        .step = table->step,
        .seat = seat,
        .proves = pending,
        .answer = answers && !pending ? item->copy.heard.answer : NULL,
        .after = team_room_wait(turn->entry, person->id),
        .talk = turn->talks,
    };
    outbox_put(turn->commit, &message);
    turn->spoke = turn->spoke || person == turn->person;
}

void show_private(struct turn *turn, int seat, const struct doc *doc)
{
    const struct table *table = &turn->entry->resident->table;
    const struct person *person = people_find(turn->house->people, table->seat[seat].person);
    if (person != NULL) {
        put_private(turn, person, seat, doc);
    }
}

/* Is this seat asked something now that it was not asked before? */
static bool asked_anew(const struct owed_list *before, const struct owed_list *after, int seat)
{
    for (size_t i = 0; i < after->count; i++) {
        bool known = after->owed[i].seat != seat;
        for (size_t j = 0; j < before->count && !known; j++) {
            known = before->owed[j].seat == seat && before->owed[j].ask == after->owed[i].ask;
        }
        if (!known) {
            return true;
        }
    }
    return false;
}

static void show_reader_alone(struct turn *turn, int reader, uint16_t audience, uint64_t id,
                              bool asked)
{
    struct house *house = turn->house;
    const struct person *person = people_find(house->people, id);
    if (person == NULL) {
        return;
    }
    const struct compose compose = house_compose(house, turn->entry);
    const struct view *view =
        asked ? show_view(house, turn->entry, reader) : show_names(house, turn->entry, reader);
    const struct doc *doc = compose_private(&compose, view, &house->scratch->out, audience, asked);
    if (doc != NULL && !doc_is_empty(doc)) {
        put_private(turn, person, reader, doc);
    }
}

void show_turn(struct turn *turn, const struct owed_list *before)
{
    struct house *house = turn->house;
    const struct table *table = &turn->entry->resident->table;
    const struct outcome *out = &house->scratch->out;
    uint16_t readers = 0;
    for (unsigned i = 0; i < out->event_count; i++) {
        readers |= out->event[i].to;
    }
    struct owed_list after;
    table_owed(table, &after);
    if ((readers & AUDIENCE_CROWD) != 0) {
        show_crowd(turn);
    }
    for (int seat = 0; seat < table->seat_count; seat++) {
        bool asked = asked_anew(before, &after, seat);
        if (asked || (readers & seat_bit(seat)) != 0) {
            show_reader_alone(turn, seat, seat_bit(seat), table->seat[seat].person, asked);
        }
    }
    bool asked = asked_anew(before, &after, SEAT_MODERATOR);
    if (table->referee != 0 && (asked || (readers & AUDIENCE_MODERATORS) != 0)) {
        show_reader_alone(turn, SEAT_MODERATOR, AUDIENCE_MODERATORS, table->referee, asked);
    }
    outbox_put_board(turn->commit, turn->entry);
}

/* In the team's own room one message is enough. */
static bool talk_in_room(struct turn *turn, int seat, uint16_t mates)
{
    const struct table *table = &turn->entry->resident->table;
    const struct team_room *room = team_room_of(turn->entry, table->game->team(table->state, seat));
    if (room == NULL) {
        return false;
    }
    const struct compose compose = house_compose(turn->house, turn->entry);
    const struct view *view = show_names(turn->house, turn->entry, SEAT_CROWD);
    const struct outbox_message message = {
        .kind = SEND_POST,
        .room = room->key,
        .doc = compose_private(&compose, view, &turn->house->scratch->out, mates, false),
        .doc_kind = "lines",
        .entry = turn->entry,
        .step = table->step,
        .seat = SEAT_NONE,
        .talk = true,
        .author = seat,
    };
    outbox_put(turn->commit, &message);
    return true;
}

void show_talk(struct turn *turn, int seat)
{
    const struct table *table = &turn->entry->resident->table;
    const struct outcome *out = &turn->house->scratch->out;
    uint16_t readers = 0;
    for (unsigned i = 0; i < out->event_count; i++) {
        readers |= out->event[i].to;
    }
    turn->talks = true;
    if (talk_in_room(turn, seat, (uint16_t)(readers & ~seat_bit(seat)))) {
        readers = seat_bit(seat);
    }
    for (int reader = 0; reader < table->seat_count; reader++) {
        if ((readers & seat_bit(reader)) != 0) {
            show_reader_alone(turn, reader, seat_bit(reader), table->seat[reader].person, false);
        }
    }
}

void show_closed(struct turn *turn)
{
    bool theirs = false; /* they sat or hosted there; else they look after the room */
    for (unsigned i = 0; i < turn->entry->people_count; i++) {
        theirs = theirs || turn->entry->people[i] == turn->person->id;
    }
    struct fact fact[4];
    char text[64];
    struct facts facts;
    const struct compose compose = house_compose(turn->house, turn->entry);
    facts_init(&facts, fact, 4, text, sizeof text);
    facts_object(&facts, "args");
    facts_term(&facts, "reason", theirs ? "done" : "moderator");
    facts_end(&facts);
    put_crowd(turn, compose_say(&compose, MSG_TABLE_CLOSED, &facts, 0), "say");
}

int show_reader(const struct turn *turn)
{
    if (turn->entry == NULL || turn->entry->resident == NULL || turn->person == NULL) {
        return SEAT_CROWD;
    }
    bool moderator = turn->item != NULL && turn->item->copy.heard.moderator;
    return table_acts_as(&turn->entry->resident->table, turn->person->id, moderator);
}

static uint64_t wait_of(const struct turn *turn)
{
    bool known = turn->entry != NULL && turn->person != NULL;
    return known ? team_room_wait(turn->entry, turn->person->id) : 0;
}

void show_answer(struct turn *turn, const struct doc *doc, const char *kind)
{
    const struct heard *heard = &turn->item->copy.heard;
    char *room =
        arena_take(turn->house->arena, strlen(turn->item->adapter->name) + strlen(heard->room) + 2);
    memcpy(room, turn->item->adapter->name, strlen(turn->item->adapter->name));
    room[strlen(room)] = '/';
    memcpy(room + strlen(room), heard->room, strlen(heard->room));
    /* whose private way is not proven is answered that way: when it arrives, it is */
    int seat = show_reader(turn);
    bool pending = seat_is_person(seat) && !turn->house->down &&
                   turn->entry->resident->table.seat[seat].reach != REACH_PROVEN;
    bool in_time = heard->answer != NULL && !pending;
    const struct outbox_message message = {
        .kind = in_time ? SEND_ANSWER : SEND_PRIVATE,
        .room = room,
        .account = heard->account,
        .doc = doc,
        .doc_kind = kind,
        .entry = turn->entry,
        .step = turn->entry != NULL && turn->entry->resident != NULL
                    ? turn->entry->resident->table.step
                    : 0,
        .seat = pending ? seat : SEAT_NONE,
        .proves = pending,
        .answer = in_time ? heard->answer : NULL,
        .after = wait_of(turn),
    };
    turn->spoke = true;
    if (turn->house->down) {
        outbox_say_now(turn->house, &message);
    } else {
        outbox_put(turn->commit, &message);
    }
}

/* Was a bare button pressed for an act that takes more than a press? Then the choices are the
 * answer, and nothing was wrong. */
static bool show_wants_more(const struct turn *turn)
{
    const struct outcome *out = &turn->house->scratch->out;
    uint16_t problem = facts_find(&out->facts, out->refusal_args, "problem");
    return turn->item->copy.heard.kind == HEARD_PRESS && out->refusal == REFUSAL_BAD_ARGUMENT &&
           problem != FACTS_NONE && strcmp(out->facts.fact[problem].text, "missing") == 0;
}

/* Why not; with insist, the first button says it all the same. */
static void show_why(struct turn *turn, const char *insist)
{
    struct house *house = turn->house;
    const struct compose compose = house_compose(house, turn->entry);
    const struct view *view = turn->entry == NULL || turn->entry->resident == NULL ||
                                      turn->entry->resident->table.phase == TABLE_NEW
                                  ? NULL
                                  : show_view(house, turn->entry, show_reader(turn));
    const struct doc *why =
        view != NULL && show_wants_more(turn) ? compose_prompt(&compose, view) : NULL;
    why = why != NULL ? why : compose_refusal(&compose, view, &house->scratch->out);
    house->figures.refused++;
    if (insist == NULL) {
        show_answer(turn, why, "answer");
        return;
    }
    struct doc *doc = doc_new(house->arena);
    doc_choice(doc, catalogue_entry(house->setup.catalogue, message_name(MSG_LABEL_INSIST)), insist,
               CHOICE_SECONDARY);
    show_append(doc, why);
    show_answer(turn, doc, "answer");
}

void show_refusal(struct turn *turn)
{
    show_why(turn, NULL);
}

void show_warning(struct turn *turn, const struct move *move)
{
    char control[CONTROL_BYTES];
    show_why(turn, warned_note(turn->entry, move, control) ? control : NULL);
}

void show_say(struct commit *commit, const char *room_key, enum message message,
              const struct facts *facts)
{
    struct house *house = commit->house;
    const struct compose compose = house_compose(house, NULL);
    const struct outbox_message said = {
        .kind = SEND_POST,
        .room = room_key,
        .doc = compose_say(&compose, message, facts, facts == NULL ? FACTS_NONE : 0),
        .doc_kind = "say",
        .seat = SEAT_CROWD,
    };
    if (house->down) {
        outbox_say_now(house, &said);
    } else {
        outbox_put(commit, &said);
    }
}

void show_say_to(struct commit *commit, struct table_entry *entry, const struct person *person,
                 enum message message, const struct facts *facts)
{
    struct house *house = commit->house;
    const struct compose compose = house_compose(house, entry);
    const struct address *address = address_for(person, entry);
    if (address == NULL) {
        return;
    }
    const struct outbox_message said = {
        .kind = SEND_PRIVATE,
        .room = room_for(house, address, entry),
        .account = address->account,
        .doc = compose_say(&compose, message, facts, facts == NULL ? FACTS_NONE : 0),
        .doc_kind = "private",
        .entry = entry,
        .seat = SEAT_NONE,
    };
    outbox_put(commit, &said);
}
