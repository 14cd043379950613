#include "alerts_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alerts_tell.h"
#include "commit.h"
#include "controls.h"
#include "handling.h"
#include "hash.h"
#include "house_button.h"
#include "house_private.h"
#include "letters_put.h"
#include "notify_wish.h"
#include "parts_known.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"
#include "team_room_row.h"

enum { PART_SIGN_BYTES = 16, NOTIFY_FACTS = 10, NOTIFY_TEXT_BYTES = 512, NOTIFY_SEATS_OFFERED = 4 };

/* --- where ------------------------------------------------------------------------------------ */

/* What a button says of the part of the house where it was offered; "" where that is whole. */
static void part_sign(const struct house *house, char sign[PART_SIGN_BYTES])
{
    sign[0] = '\0';
    if (house->setup.parts > 1) {
        snprintf(sign, PART_SIGN_BYTES, "%s%u", NOTIFY_OF, house->setup.part);
    }
}

/* What a button that is read in private says of its room. */
static void room_token(const char *key, char token[NOTIFY_ROOM_BYTES])
{
    uint8_t hash[HASH_BYTES];
    hash_of(hash, key, strlen(key));
    hash_hex(token, hash, NOTIFY_ROOM_BYTES / 2);
}

static bool token_fits(const char *key, const char *token)
{
    char own[NOTIFY_ROOM_BYTES];
    room_token(key, own);
    return strcmp(own, token) == 0;
}

/* The room of a button: where they asked last, or one in which tables stand. False: none is known.
 */
static bool room_of_token(const struct handling *handling, const char *token,
                          char key[ALERT_ROOM_BYTES])
{
    const char *near = handling->person->near;
    size_t at = 0;
    const char *found = near != NULL && token_fits(near, token) ? near : NULL;
    for (struct room *room = NULL;
         found == NULL && (room = map_next(&handling->house->tables.rooms, &at)) != NULL;) {
        found = token_fits(room->key, token) ? room->key : NULL;
    }
    if (found != NULL) {
        snprintf(key, ALERT_ROOM_BYTES, "%s", found);
    }
    return found != NULL;
}

/* The room that is meant: a thread's channel, of a team's room that of its table. False: none. */
static bool room_meant(const struct handling *handling, const char *token,
                       char key[ALERT_ROOM_BYTES])
{
    if (token[0] != '\0') {
        return room_of_token(handling, token, key);
    }
    struct house *house = handling->house;
    const struct inbound *inbound = &handling->item->copy.inbound;
    char here[ROOM_KEY_BYTES];
    char home[ROOM_KEY_BYTES];
    int len = snprintf(here, sizeof here, "%s/%s", handling->item->adapter->name, inbound->room);
    if (len < 0 || (size_t)len >= sizeof here) {
        return false;
    }
    const struct team_room *team = team_room_at(&house->tables, here);
    const struct table_entry *entry = team != NULL            ? team->entry
                                      : inbound->private_room ? handling->entry
                                                              : NULL;
    if (entry == NULL && inbound->private_room) {
        return false;
    }
    const char *room = entry == NULL ? here : entry->room->key;
    const char *from = link_home(&house->links, room, home, sizeof home);
    snprintf(key, ALERT_ROOM_BYTES, "%s", from == NULL ? room : from);
    return true;
}

/* The lobby at hand in which they could still sit down; NULL: none. */
static const struct table *lobby_at_hand(const struct handling *handling)
{
    const struct table *table = handling->entry == NULL || handling->entry->resident == NULL
                                    ? NULL
                                    : &handling->entry->resident->table;
    bool open = table != NULL && table->phase == TABLE_LOBBY && !table->practice &&
                !table->frozen && table_seat_of(table, handling->person->id) == SEAT_NONE;
    return open ? table : NULL;
}

/* How a room ("adapter/room") is called. */
static const char *room_called(struct house *house, const char *key)
{
    const char *slash = strchr(key, '/');
    const char *name =
        slash == NULL ? NULL
                      : link_room_name(&house->links, link_of(&house->links, key)->name, slash + 1);
    return name != NULL && name[0] != '\0' && strlen(name) < NOTIFY_TEXT_BYTES / 2 ? name : NULL;
}

static void put_room(struct house *house, struct value_tree *facts, const char *key)
{
    const char *room = key == NULL ? NULL : room_called(house, key);
    if (room == NULL) {
        value_null(facts, "room");
    } else {
        value_text(facts, "room", room, strlen(room));
    }
}

/* --- what there is ---------------------------------------------------------------------------- */

/* All that they want to be told, by whichever part of the house; by their parts. */
struct notify_list {
    unsigned count;
    struct parts_alert item[ALERTS_MAX + PARTS_ALERTS_MAX];
};

static void list_others(const struct handling *handling, bool before, struct notify_list *list)
{
    const struct parts_known *parts = handling->parts;
    for (unsigned i = 0; parts != NULL && i < parts->alert_count; i++) {
        if ((parts->alert[i].part < handling->house->setup.part) == before) {
            list->item[list->count++] = parts->alert[i];
        }
    }
}

static void list_gather(const struct handling *handling, struct notify_list *list)
{
    const struct alerts *alerts = handling->person->alerts;
    list->count = 0;
    list_others(handling, true, list);
    for (unsigned i = 0; alerts != NULL && i < alerts->count; i++) {
        list->item[list->count++] =
            (struct parts_alert){handling->house->setup.part, alerts->item[i]};
    }
    list_others(handling, false, list);
}

/* As what it is listed: each part numbers by itself, so those of several are counted. */
static unsigned list_number(const struct handling *handling, const struct notify_list *list,
                            unsigned at)
{
    return handling->house->setup.parts > 1 ? at + 1 : list->item[at].alert.number;
}

static const struct doc *notify_line(const struct compose *compose, struct handling *handling,
                                     const struct notify_list *list, unsigned at)
{
    static const char *const kinds[ALERT_KINDS] = {"players", "step_in", "seats"};
    struct value fact[NOTIFY_FACTS];
    char pool[NOTIFY_TEXT_BYTES];
    struct value_tree facts;
    const struct alert *alert = &list->item[at].alert;
    bool ours = list->item[at].part == handling->house->setup.part;
    const struct table_entry *entry = ours && alert->kind == ALERT_SEATS
                                          ? tables_find(&handling->house->tables, alert->table)
                                          : NULL;
    value_init(&facts, fact, NOTIFY_FACTS, pool, sizeof pool);
    value_object(&facts, "args");
    value_number(&facts, "at", list_number(handling, list, at));
    value_term(&facts, "kind", kinds[alert->kind]);
    value_bool(&facts, "elsewhere", !ours); /* then the room's name is not known here */
    put_room(handling->house, &facts, ours ? alert->room : NULL);
    if (entry != NULL) {
        value_term(&facts, "game", entry->game->id);
        value_number(&facts, "number", entry->number);
    }
    value_number(&facts, "count", alert->seats);
    value_end(&facts);
    return compose_say(compose, MSG_HOUSE_NOTIFY_ONE, &facts, 0);
}

/* A button that asks for something or takes it back; count 0: its label needs no number. */
static void notify_button(const struct compose *compose, struct doc *doc, const char *tag,
                          const char *to, enum message label, int64_t count)
{
    struct value fact[1];
    char pool[1];
    struct value_tree facts;
    value_init(&facts, fact, 1, pool, sizeof pool);
    value_number(&facts, "count", count);
    house_button_put(compose, doc,
                     &(struct house_button){.act = "notify",
                                            .tag = tag,
                                            .to = to,
                                            .key = message_name(label),
                                            .facts = &facts,
                                            .style = CHOICE_SECONDARY});
}

void alerts_offer(const struct handling *handling, struct doc *doc)
{
    const struct compose compose = house_compose_for(handling);
    const char *tag = lobby_at_hand(handling) == NULL ? NULL : handling->entry->tag;
    notify_button(&compose, doc, tag, NULL, MSG_LABEL_NOTIFY, 0);
}

/* How many could be waited for in a lobby: from one more than sit there to one seat less than there
 * are. 0: none. */
static unsigned seats_from(const struct table *table)
{
    unsigned from = table_players(table) + 1;
    return from < table->seat_count ? from : 0;
}

/* With how many the game can begin once who asks sits down too. */
static unsigned seats_usual(const struct table *table)
{
    unsigned usual = table->game->seats_min - 1u;
    unsigned from = seats_from(table);
    return usual > from ? usual : from;
}

static void offer_seats(const struct compose *compose, struct handling *handling, struct doc *doc)
{
    const struct table *table = lobby_at_hand(handling);
    unsigned from = table == NULL ? 0 : seats_from(table);
    for (unsigned n = from; from != 0 && n < table->seat_count && n < from + NOTIFY_SEATS_OFFERED;
         n++) {
        char to[NOTIFY_WISH_BYTES];
        snprintf(to, sizeof to, "seats-%u", n);
        const struct alert *there =
            alerts_find(handling->person->alerts, ALERT_SEATS, "", handling->entry->id);
        if (there != NULL && there->seats == n) {
            continue;
        }
        notify_button(compose, doc, handling->entry->tag, to, MSG_LABEL_ALERT_SEATS, n);
    }
}

static void offer_room(const struct compose *compose, struct handling *handling, struct doc *doc,
                       const char *key)
{
    static const struct {
        enum alert_kind kind;
        const char *to;
        enum message label;
    } offers[] = {{ALERT_PLAYERS, "players", MSG_LABEL_ALERT_PLAYERS},
                  {ALERT_STEP_IN, "step-in", MSG_LABEL_ALERT_STEP_IN}};
    char token[NOTIFY_ROOM_BYTES];
    char sign[PART_SIGN_BYTES];
    room_token(key, token);
    part_sign(handling->house, sign);
    person_is_near(handling->person, key);
    for (size_t i = 0; i < sizeof offers / sizeof *offers; i++) {
        char to[NOTIFY_WISH_BYTES];
        snprintf(to, sizeof to, "%s%s%s%s", offers[i].to, NOTIFY_AT, token, sign);
        if (alerts_find(handling->person->alerts, offers[i].kind, key, 0) == NULL) {
            notify_button(compose, doc, NULL, to, offers[i].label, 0);
        }
    }
}

/* All of it, said first: what has just come of what they asked. */
static void notify_show(struct handling *handling, const char *token, const struct doc *first)
{
    const struct compose compose = house_compose_for(handling);
    struct notify_list list;
    struct doc *doc = doc_new(handling->house->arena);
    struct value fact[NOTIFY_FACTS];
    char pool[NOTIFY_TEXT_BYTES];
    char key[ALERT_ROOM_BYTES];
    struct value_tree facts;
    bool here = room_meant(handling, token, key);
    list_gather(handling, &list);
    show_append(doc, first);
    value_init(&facts, fact, NOTIFY_FACTS, pool, sizeof pool);
    value_object(&facts, "args");
    value_bool(&facts, "any", list.count > 0);
    put_room(handling->house, &facts, here ? key : NULL);
    value_end(&facts);
    show_append(doc, compose_say(&compose, MSG_HOUSE_NOTIFY, &facts, 0));
    for (unsigned i = 0; i < list.count; i++) {
        show_append(doc, notify_line(&compose, handling, &list, i));
    }
    if (here) {
        offer_room(&compose, handling, doc, key);
    }
    offer_seats(&compose, handling, doc);
    for (unsigned i = 0; i < list.count; i++) {
        char to[NOTIFY_WISH_BYTES];
        alerts_off_print(handling->house, list.item[i].part, list.item[i].alert.number, to,
                         sizeof to);
        notify_button(&compose, doc, NULL, to, MSG_LABEL_ALERT_TAKE_BACK,
                      list_number(handling, &list, i));
    }
    show_answer(handling, doc, DOC_ANSWER);
}

/* --- choosing --------------------------------------------------------------------------------- */

static void notify_refuse(struct handling *handling, enum refusal refusal, const char *key,
                          int64_t number)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    struct value_tree *facts = outcome_refuse(out, refusal);
    if (key != NULL) {
        value_number(facts, key, number);
    }
    outcome_end(out);
    show_refusal(handling);
}

static void notify_stored(struct handling *handling)
{
    commit_person(handling->commit, handling->person);
}

/* Those that no table is there for any more go first. */
static void drop_past(struct handling *handling)
{
    const struct alerts *alerts = handling->person->alerts;
    for (unsigned i = alerts == NULL ? 0 : alerts->count; i > 0; i--) {
        const struct alert *one = &alerts->item[i - 1];
        const struct table_entry *entry =
            one->kind == ALERT_SEATS ? tables_find(&handling->house->tables, one->table) : NULL;
        if (one->kind == ALERT_SEATS && (entry == NULL || entry->phase > TABLE_LOBBY)) {
            person_unask(handling->person, one->number);
        }
    }
}

static void notify_add(struct handling *handling, const char *token, const struct alert *alert)
{
    struct house *house = handling->house;
    struct alert *there = alerts_find(handling->person->alerts, (enum alert_kind)alert->kind,
                                      alert->room, alert->table);
    if (there != NULL && there->seats == alert->seats) {
        notify_show(handling, token, NULL);
        return;
    }
    if (there != NULL) {
        person_unask(handling->person, there->number);
    }
    if (!person_ask(house->people, handling->person, alert)) {
        notify_refuse(handling, REFUSAL_NOTIFY_FULL, "max", ALERTS_MAX);
        return;
    }
    notify_stored(handling);
    const struct room *room = tables_room(&house->tables, alert->room);
    for (struct table_entry *entry = room == NULL ? NULL : room->first; entry != NULL;
         entry = entry->next_in_room) {
        if (entry->load == ENTRY_RESIDENT) {
            alerts_plan(house, entry);
        }
    }
    notify_show(handling, token, NULL);
}

static void add_of_room(struct handling *handling, const char *token, enum alert_kind kind)
{
    struct alert alert = {.kind = (uint8_t)kind};
    if (!room_meant(handling, token, alert.room)) {
        notify_refuse(handling, REFUSAL_NOTIFY_HERE, NULL, 0);
        return;
    }
    notify_add(handling, token, &alert);
}

/* count 0: as many as it takes. */
static void add_seats(struct handling *handling, unsigned count)
{
    const struct table *table = lobby_at_hand(handling);
    unsigned from = table == NULL ? 0 : seats_from(table);
    count = count == 0 && from != 0 ? seats_usual(table) : count;
    if (from == 0 || count < from || count >= table->seat_count) {
        struct outcome *out = &handling->house->scratch->out;
        outcome_init(out);
        struct value_tree *facts = outcome_refuse(out, REFUSAL_NOTIFY_SEATS);
        if (from == 0) {
            value_null(facts, "min");
        } else {
            value_number(facts, "min", from);
            value_number(facts, "max", table->seat_count - 1);
        }
        outcome_end(out);
        show_refusal(handling);
        return;
    }
    struct alert alert = {
        .kind = ALERT_SEATS, .table = handling->entry->id, .seats = (uint8_t)count};
    snprintf(alert.room, sizeof alert.room, "%s", handling->entry->room->key);
    notify_add(handling, "", &alert);
}

/* --- taking back ------------------------------------------------------------------------------ */

/* One that another part tells them of, or (number 0) all of all parts: those hear of it. */
static bool unask_elsewhere(struct handling *handling, unsigned part, unsigned number)
{
    char text[NOTIFY_ROOM_BYTES + PART_SIGN_BYTES];
    unsigned kept = 0;
    struct parts_known *parts = handling->parts;
    const struct address *address = handling->person->addresses;
    unsigned count = parts == NULL ? 0 : parts->alert_count;
    for (unsigned i = 0; i < count; i++) {
        const struct parts_alert *one = &parts->alert[i];
        if (number != 0 && (one->part != part || one->alert.number != number)) {
            parts->alert[kept++] = *one;
        }
    }
    if (parts != NULL) {
        parts->alert_count = kept;
    }
    snprintf(text, sizeof text, "{\"number\":%u}", number);
    if (number == 0 && address != NULL) {
        letters_put_all(handling->commit, LETTER_NOTIFY_OFF, address->key, text);
    } else if (kept < count && address != NULL) {
        letters_put(handling->commit, part, LETTER_NOTIFY_OFF, address->key, text);
    }
    return kept < count;
}

static void take_back_end(struct handling *handling, bool any)
{
    const struct compose compose = house_compose_for(handling);
    notify_stored(handling);
    notify_show(handling, "",
                any ? compose_say(&compose, MSG_HOUSE_NOTIFY_OFF, NULL, VALUE_NONE) : NULL);
}

static void take_back_all(struct handling *handling)
{
    bool any = unask_elsewhere(handling, 0, 0);
    take_back_end(handling, person_unask_all(handling->person) || any);
}

static void take_back_one(struct handling *handling, unsigned part, unsigned number)
{
    bool ours = part == handling->house->setup.part;
    take_back_end(handling, ours ? person_unask(handling->person, number)
                                 : unask_elsewhere(handling, part, number));
}

/* By what it is listed as. */
static void take_back_listed(struct handling *handling, unsigned number)
{
    struct notify_list list;
    list_gather(handling, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (list_number(handling, &list, i) == number) {
            take_back_one(handling, list.item[i].part, list.item[i].alert.number);
            return;
        }
    }
    take_back_end(handling, false);
}

/* One of this room. */
static void take_back_here(struct handling *handling, enum alert_kind kind)
{
    char key[ALERT_ROOM_BYTES];
    const struct alert *one =
        room_meant(handling, "", key) ? alerts_find(handling->person->alerts, kind, key, 0) : NULL;
    take_back_end(handling, one != NULL && person_unask(handling->person, one->number));
}

/* --- what is said ----------------------------------------------------------------------------- */

void alerts_answer(struct handling *handling)
{
    static const char *const players[] = {"players", "on", "wanted", "players-on", NULL};
    static const char *const players_off[] = {"players-off", "wanted-off", NULL};
    static const char *const step_in[] = {"step-in", "stepin", "substitute", "step-in-on", NULL};
    static const char *const step_in_off[] = {"step-in-off", "stepin-off", "substitute-off", NULL};
    static const char *const seats[] = {"seats", "people", NULL};
    static const char *const off[] = {"off", "none", "usual", NULL};
    struct notify_wish read;
    notify_wish_read(value_text_at(&handling->house->scratch->command.args, "to", ""), &read);
    const char *wish = read.text;
    const char *token = read.room;
    int number = notify_wish_number(wish, "off-");
    int count = notify_wish_number(wish, notify_wish_number(wish, "") >= 0 ? "" : "seats-");
    if (wish[0] != '\0' && handling->house->down) {
        notify_refuse(handling, REFUSAL_STORE_DOWN, NULL, 0);
        return;
    }
    drop_past(handling);
    if (wish[0] == '\0') {
        notify_show(handling, token, NULL);
    } else if (number > 0 && read.by_part) {
        take_back_one(handling, read.part, (unsigned)number);
    } else if (number > 0) {
        take_back_listed(handling, (unsigned)number);
    } else if (count > 0 || notify_wish_is(wish, seats)) {
        add_seats(handling, count > 0 ? (unsigned)count : 0);
    } else if (notify_wish_is(wish, players) || notify_wish_is(wish, step_in)) {
        add_of_room(handling, token, notify_wish_is(wish, players) ? ALERT_PLAYERS : ALERT_STEP_IN);
    } else if (notify_wish_is(wish, players_off) || notify_wish_is(wish, step_in_off)) {
        take_back_here(handling, notify_wish_is(wish, players_off) ? ALERT_PLAYERS : ALERT_STEP_IN);
    } else if (notify_wish_is(wish, off)) {
        take_back_all(handling);
    } else {
        notify_refuse(handling, REFUSAL_BAD_NOTIFY, NULL, 0);
    }
}
