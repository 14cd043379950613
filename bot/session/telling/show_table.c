/* Everything here is made from views: of the crowd, of a seat. What one reader is sent depends on
 * nothing but that reader's view and the events that name them. */
#include "show_table.h"

#include <string.h>

#include "board_put.h"
#include "cards.h"
#include "console.h"
#include "handling.h"
#include "house_private.h"
#include "lines.h"
#include "lobby.h"
#include "outbox_put.h"
#include "show_say.h"
#include "show_view.h"
#include "team_room_row.h"

static void put_crowd(struct handling *handling, const struct doc *doc, enum doc_kind kind)
{
    const struct outbox_message message = {
        .kind = SEND_POST,
        .room = handling->entry->room->key,
        .doc = doc,
        .doc_kind = kind,
        .table = handling->entry->id,
        .number = handling->entry->number,
        .step = handling->entry->resident->table.step,
        .seat = SEAT_CROWD,
    };
    outbox_put(&handling->commit->mail, &message);
}

static void show_crowd(struct handling *handling)
{
    struct house *house = handling->house;
    const struct compose compose = house_compose(house, handling->entry);
    const struct view *view = show_names(house, handling->entry, SEAT_CROWD);
    const struct doc *doc = compose_lines(&compose, view, &house->scratch->out);
    if (doc != NULL && !doc_is_empty(doc)) {
        lines_put(handling, view, doc);
    }
}

/* Is this the person who acted? */
static bool is_doer(const struct handling *handling, uint64_t person)
{
    return handling->item != NULL && handling->person != NULL && handling->person->id == person;
}

/* Is it a warning to this reader? It comes as a message of its own, not as news on a card. */
static bool is_warning(const struct outcome *out, uint16_t audience)
{
    bool warns = false;
    for (unsigned i = 0; i < out->event_count; i++) {
        warns = warns ||
                (out->event[i].message == MSG_TABLE_WARNED && (out->event[i].to & audience) != 0);
    }
    return warns;
}

/* What one reader alone hears: who did it in answer, the others on their card. */
static void show_reader_alone(struct handling *handling, int reader, uint16_t audience,
                              uint64_t person)
{
    struct compose compose = house_compose(handling->house, handling->entry);
    const struct outcome *out = &handling->house->scratch->out;
    const struct view *view = show_names(handling->house, handling->entry, reader);
    house_compose_own(handling->house, people_find(handling->house->people, person), &compose);
    if (is_warning(out, audience)) {
        show_private(handling, reader, compose_events(&compose, view, out, audience));
        return;
    }
    if (!is_doer(handling, person)) {
        cards_news(handling, person, compose_news(&compose, view, out, audience));
        return;
    }
    const struct doc *doc = compose_answer(&compose, view, out, audience);
    if (doc != NULL && !doc_is_empty(doc)) {
        show_append(handling->answer, doc);
    }
}

/* What the doer is told where they did it: a few words, and their card where nothing else brings
 * it to them. */
static void show_done(struct handling *handling)
{
    if (handling->item == NULL || handling->person == NULL) {
        return;
    }
    if (handling->console && console_is_theirs(handling)) {
        show_append(handling->answer, console_doc(handling));
        show_answer(handling, handling->answer, DOC_CONSOLE);
        return;
    }
    const struct doc *card = cards_behind_hand(handling);
    show_append(handling->answer, card);
    if (!doc_is_empty(handling->answer)) {
        /* a card takes the place of the one that they acted by, so that no button of that lives */
        show_answer(handling, handling->answer, card != NULL ? DOC_CARD : DOC_ANSWER);
    }
}

void show_turn(struct handling *handling, const struct owed_list *before)
{
    struct house *house = handling->house;
    const struct table *table = &handling->entry->resident->table;
    const struct outcome *out = &house->scratch->out;
    uint16_t readers = 0;
    for (unsigned i = 0; i < out->event_count; i++) {
        readers |= out->event[i].to;
    }
    if ((readers & AUDIENCE_CROWD) != 0) {
        show_crowd(handling);
    }
    handling->answer = doc_new(house->arena);
    for (int seat = 0; seat < table->seat_count; seat++) {
        if ((readers & seat_bit(seat)) != 0 && !table->seat[seat].house) {
            show_reader_alone(handling, seat, seat_bit(seat), table->seat[seat].person);
        }
    }
    if (table->referee != 0 && (readers & AUDIENCE_MODERATORS) != 0) {
        show_reader_alone(handling, SEAT_MODERATOR, AUDIENCE_MODERATORS, table->referee);
    }
    cards_follow(handling, before);
    show_done(handling);
    board_put(handling->commit, handling->entry);
    lobby_put(handling->commit, handling->entry);
}

/* In the team's own room one message is enough. */
static bool talk_in_room(struct handling *handling, int seat, uint16_t mates)
{
    const struct table *table = &handling->entry->resident->table;
    const struct team_room *room =
        team_room_of(handling->entry, table->game->team(table->state, seat));
    if (room == NULL) {
        return false;
    }
    const struct compose compose = house_compose(handling->house, handling->entry);
    const struct view *view = show_names(handling->house, handling->entry, SEAT_CROWD);
    const struct outbox_message message = {
        .kind = SEND_POST,
        .room = room->key,
        .doc = compose_events(&compose, view, &handling->house->scratch->out, mates),
        .doc_kind = DOC_LINES,
        .table = handling->entry->id,
        .number = handling->entry->number,
        .step = table->step,
        .seat = SEAT_NONE,
        .talk = true,
        .author = seat,
    };
    outbox_put(&handling->commit->mail, &message);
    return true;
}

/* What is said to a team, for one of those who hear it; who said it is answered. */
static void show_inbound(struct handling *handling, int reader)
{
    struct compose compose = house_compose(handling->house, handling->entry);
    const struct outcome *out = &handling->house->scratch->out;
    const struct view *view = show_names(handling->house, handling->entry, reader);
    uint64_t person = handling->entry->resident->table.seat[reader].person;
    house_compose_own(handling->house, people_find(handling->house->people, person), &compose);
    if (is_doer(handling, person)) {
        show_answer(handling, compose_answer(&compose, view, out, seat_bit(reader)), DOC_ANSWER);
    } else {
        show_private(handling, reader, compose_events(&compose, view, out, seat_bit(reader)));
    }
}

void show_talk(struct handling *handling, int seat)
{
    const struct table *table = &handling->entry->resident->table;
    const struct outcome *out = &handling->house->scratch->out;
    uint16_t readers = 0;
    for (unsigned i = 0; i < out->event_count; i++) {
        readers |= out->event[i].to;
    }
    handling->talks = true;
    if (talk_in_room(handling, seat, (uint16_t)(readers & ~seat_bit(seat)))) {
        readers = seat_bit(seat);
    }
    for (int reader = 0; reader < table->seat_count; reader++) {
        if ((readers & seat_bit(reader)) != 0) {
            show_inbound(handling, reader);
        }
    }
}

void show_closed(struct handling *handling)
{
    bool theirs = false; /* they sat or hosted there; else they look after the room */
    for (unsigned i = 0; i < handling->entry->people_count; i++) {
        theirs = theirs || handling->entry->people[i] == handling->person->id;
    }
    struct value fact[4];
    char text[64];
    struct value_tree facts;
    const struct compose compose = house_compose(handling->house, handling->entry);
    value_init(&facts, fact, 4, text, sizeof text);
    value_object(&facts, "args");
    value_term(&facts, "reason", theirs ? "done" : "moderator");
    value_end(&facts);
    put_crowd(handling, compose_say(&compose, MSG_TABLE_CLOSED, &facts, 0), DOC_SAY);
}
