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
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"
#include "team_room_row.h"

enum {
    WISH_BYTES = 48,
    TOKEN_BYTES = 17,
    NOTIFY_FACTS = 10,
    NOTIFY_TEXT_BYTES = 512,
    NOTIFY_SEATS_OFFERED = 4,
    NOTIFY_NUMBER_MAX = 999
};

/* --- where ------------------------------------------------------------------------------------ */

/* What a button that is read in private says of its room. */
static void room_token(const char *key, char token[TOKEN_BYTES])
{
    uint8_t hash[HASH_BYTES];
    hash_of(hash, key, strlen(key));
    hash_hex(token, hash, TOKEN_BYTES / 2);
}

static bool token_fits(const char *key, const char *token)
{
    char own[TOKEN_BYTES];
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

static const struct doc *notify_line(const struct compose *compose, struct handling *handling,
                                     const struct alert *alert)
{
    static const char *const kinds[ALERT_KINDS] = {"players", "step_in", "seats"};
    struct value fact[NOTIFY_FACTS];
    char pool[NOTIFY_TEXT_BYTES];
    struct value_tree facts;
    const struct table_entry *entry =
        alert->kind == ALERT_SEATS ? tables_find(&handling->house->tables, alert->table) : NULL;
    value_init(&facts, fact, NOTIFY_FACTS, pool, sizeof pool);
    value_object(&facts, "args");
    value_number(&facts, "at", alert->number);
    value_term(&facts, "kind", kinds[alert->kind]);
    put_room(handling->house, &facts, alert->room);
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
        char to[WISH_BYTES];
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
    char token[TOKEN_BYTES];
    room_token(key, token);
    person_is_near(handling->person, key);
    for (size_t i = 0; i < sizeof offers / sizeof *offers; i++) {
        char to[WISH_BYTES];
        snprintf(to, sizeof to, "%s-at-%s", offers[i].to, token);
        if (alerts_find(handling->person->alerts, offers[i].kind, key, 0) == NULL) {
            notify_button(compose, doc, NULL, to, offers[i].label, 0);
        }
    }
}

/* All of it, said first: what has just come of what they asked. */
static void notify_show(struct handling *handling, const char *token, const struct doc *first)
{
    const struct compose compose = house_compose_for(handling);
    struct alerts *alerts = handling->person->alerts;
    struct doc *doc = doc_new(handling->house->arena);
    struct value fact[NOTIFY_FACTS];
    char pool[NOTIFY_TEXT_BYTES];
    char key[ALERT_ROOM_BYTES];
    struct value_tree facts;
    bool here = room_meant(handling, token, key);
    bool any = alerts != NULL && alerts->count > 0;
    show_append(doc, first);
    value_init(&facts, fact, NOTIFY_FACTS, pool, sizeof pool);
    value_object(&facts, "args");
    value_bool(&facts, "any", any);
    put_room(handling->house, &facts, here ? key : NULL);
    value_end(&facts);
    show_append(doc, compose_say(&compose, MSG_HOUSE_NOTIFY, &facts, 0));
    for (unsigned i = 0; any && i < alerts->count; i++) {
        show_append(doc, notify_line(&compose, handling, &alerts->item[i]));
    }
    if (here) {
        offer_room(&compose, handling, doc, key);
    }
    offer_seats(&compose, handling, doc);
    for (unsigned i = 0; any && i < alerts->count; i++) {
        char to[WISH_BYTES];
        snprintf(to, sizeof to, "off-%u", alerts->item[i].number);
        notify_button(&compose, doc, NULL, to, MSG_LABEL_ALERT_TAKE_BACK, alerts->item[i].number);
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

/* Takes back one by its number, one of this room, or (number 0, kind ALERT_KINDS) all. */
static void take_back(struct handling *handling, unsigned number, enum alert_kind kind)
{
    char key[ALERT_ROOM_BYTES];
    struct alerts *alerts = handling->person->alerts;
    const struct compose compose = house_compose_for(handling);
    bool any = number != 0 && person_unask(handling->person, number);
    if (kind < ALERT_KINDS && room_meant(handling, "", key)) {
        const struct alert *one = alerts_find(alerts, kind, key, 0);
        any = one != NULL && person_unask(handling->person, one->number);
    }
    while (number == 0 && kind == ALERT_KINDS && alerts != NULL && alerts->count > 0) {
        any = person_unask(handling->person, alerts->item[0].number) || any;
    }
    notify_stored(handling);
    notify_show(handling, "",
                any ? compose_say(&compose, MSG_HOUSE_NOTIFY_OFF, NULL, VALUE_NONE) : NULL);
}

/* "players-at-1234": the part behind it is taken off. */
static void wish_token(char wish[WISH_BYTES], char token[TOKEN_BYTES])
{
    static const char sign[] = "-at-";
    char *at = strstr(wish, sign);
    token[0] = '\0';
    if (at != NULL) {
        snprintf(token, TOKEN_BYTES, "%s", at + sizeof sign - 1);
        *at = '\0';
    }
}

static char wish_letter(char letter)
{
    if (letter == ' ' || letter == '_') {
        return '-';
    }
    if (letter >= 'A' && letter <= 'Z') {
        return (char)(letter - 'A' + 'a');
    }
    return letter;
}

/* Letters small, what stands between words as one kind of sign. */
static void wish_fold(const char *said, char wish[WISH_BYTES])
{
    size_t len = strnlen(said, WISH_BYTES - 1);
    memset(wish, 0, WISH_BYTES);
    for (size_t i = 0; i < len; i++) {
        wish[i] = wish_letter(said[i]);
    }
}

static bool wish_is(const char *wish, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strcmp(*words, wish) == 0) {
            return true;
        }
    }
    return false;
}

/* "seats-3", "3", "off-3": the number behind what it begins with; -1: it is no such wish. */
static int wish_number(const char *wish, const char *before)
{
    size_t len = strlen(before);
    char *end = NULL;
    if (strncmp(wish, before, len) != 0 || wish[len] < '0' || wish[len] > '9') {
        return -1;
    }
    long number = strtol(wish + len, &end, 10);
    return number <= NOTIFY_NUMBER_MAX && *end == '\0' ? (int)number : -1;
}

void alerts_answer(struct handling *handling)
{
    static const char *const players[] = {"players", "on", "wanted", "players-on", NULL};
    static const char *const players_off[] = {"players-off", "wanted-off", NULL};
    static const char *const step_in[] = {"step-in", "stepin", "substitute", "step-in-on", NULL};
    static const char *const step_in_off[] = {"step-in-off", "stepin-off", "substitute-off", NULL};
    static const char *const seats[] = {"seats", "people", NULL};
    static const char *const off[] = {"off", "none", "usual", NULL};
    char wish[WISH_BYTES];
    char token[TOKEN_BYTES];
    wish_fold(value_text_at(&handling->house->scratch->command.args, "to", ""), wish);
    wish_token(wish, token);
    int number = wish_number(wish, "off-");
    int count = wish_number(wish, wish_number(wish, "") >= 0 ? "" : "seats-");
    if (wish[0] != '\0' && handling->house->down) {
        notify_refuse(handling, REFUSAL_STORE_DOWN, NULL, 0);
        return;
    }
    drop_past(handling);
    if (wish[0] == '\0') {
        notify_show(handling, token, NULL);
    } else if (number > 0) {
        take_back(handling, (unsigned)number, ALERT_KINDS);
    } else if (count > 0 || wish_is(wish, seats)) {
        add_seats(handling, count > 0 ? (unsigned)count : 0);
    } else if (wish_is(wish, players) || wish_is(wish, step_in)) {
        add_of_room(handling, token, wish_is(wish, players) ? ALERT_PLAYERS : ALERT_STEP_IN);
    } else if (wish_is(wish, players_off) || wish_is(wish, step_in_off)) {
        take_back(handling, 0, wish_is(wish, players_off) ? ALERT_PLAYERS : ALERT_STEP_IN);
    } else if (wish_is(wish, off)) {
        take_back(handling, 0, ALERT_KINDS);
    } else {
        notify_refuse(handling, REFUSAL_BAD_NOTIFY, NULL, 0);
    }
}
