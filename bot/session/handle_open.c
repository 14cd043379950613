/* Opening a table. */
#include <stdio.h>
#include <string.h>

#include "access.h"
#include "calendar.h"
#include "downtime.h"
#include "fairness.h"
#include "handle.h"
#include "house_private.h"
#include "last_options.h"
#include "lesson.h"
#include "practice.h"
#include "room_choices.h"
#include "room_keep.h"
#include "room_words.h"
#include "said_moment.h"
#include "sampling.h"
#include "season_end.h"
#include "show_view.h"
#include "table_night.h"
#include "team_room_row.h"
#include "weekly.h"

/* May one more table be opened here, by this person? */
static enum refusal open_allowed(const struct handling *handling, const char *room_key)
{
    const struct house *house = handling->house;
    const struct room *room = tables_room(&house->tables, room_key);
    unsigned in_room = 0;
    for (const struct table_entry *entry = room == NULL ? NULL : room->first; entry != NULL;
         entry = entry->next_in_room) {
        in_room += !entry->frozen && entry->phase < TABLE_OVER;
    }
    unsigned of_person = 0;
    const struct person *one = handling->person->lead;
    for (; one != NULL; one = one->next_linked) {
        for (unsigned i = 0; i < one->table_count; i++) {
            const struct table_entry *entry = tables_find(&house->tables, one->tables[i]);
            of_person += entry != NULL && entry->phase < TABLE_OVER;
        }
    }
    bool full = in_room >= house->limits.tables_per_room ||
                of_person >= house->limits.tables_per_person ||
                handling->person->table_count + 1 >= PERSON_TABLES_MAX;
    return full ? REFUSAL_TOO_MANY_TABLES : REFUSAL_NONE;
}

static enum refusal refuse(struct house *house, enum refusal refusal)
{
    outcome_init(&house->scratch->out);
    outcome_refuse(&house->scratch->out, refusal);
    outcome_end(&house->scratch->out);
    return refusal;
}

static const char *kept(const struct house *house, const char *text)
{
    return arena_text(house->arena, text, strlen(text));
}

static bool says_yes(const char *text)
{
    return strcmp(text, "no") != 0 && strcmp(text, "false") != 0 && strcmp(text, "off") != 0;
}

/* A person whom an option names: a move of its own, once the table is there. */
static bool open_is_person(const struct value *fact)
{
    return strcmp(fact->key, "referee") == 0 && fact->kind == VALUE_NUMBER;
}

/* Options by name, from what was said: all but "full", which is the lobby's, the number of the
 * table that a rematch follows, "practice", which has its lesson's options, and what has a move of
 * its own; where nothing was
 * said, the options of the room's last table of the game; and the pack that the room has chosen,
 * where none was said. */
static void open_options(const struct handling *handling, struct move *move,
                         const struct value_tree *args, const char *room_pack,
                         const struct lesson *lesson)
{
    bool full = false;
    value_object(&move->args, "options");
    if (lesson != NULL) {
        lesson_options(lesson, &move->args);
    }
    for (uint16_t i = value_first(args, VALUE_NONE); i != VALUE_NONE;
         i = value_next(args, VALUE_NONE, i)) {
        if (strcmp(args->fact[i].key, "rematch") == 0 ||
            strcmp(args->fact[i].key, "practice") == 0 || strcmp(args->fact[i].key, "at") == 0 ||
            strcmp(args->fact[i].key, TABLE_WEEK_OPTION) == 0 || open_is_person(&args->fact[i])) {
            continue;
        }
        if (strcmp(args->fact[i].key, "full") == 0) {
            full = value_bool_at(args, "full") || says_yes(value_text_at(args, "full", "no"));
        } else {
            value_copy(&move->args, args->fact[i].key, args, i);
        }
    }
    bool last = last_options_add(handling, args, &move->args, &full);
    if (room_pack != NULL && !value_has(args, "pack")) {
        value_text(&move->args, "pack", room_pack, strlen(room_pack));
    }
    value_end(&move->args);
    value_bool(&move->args, "full", full);
    if (last) {
        value_bool(&move->args, "last", true);
    }
    if (lesson != NULL) {
        value_number(&move->args, "practice", lesson_seats(lesson));
    }
}

static const struct lesson *open_lesson(struct house *house, const struct game_def *game,
                                        const char *room_key)
{
    char adapter[ADAPTER_NAME_BYTES];
    const char *slash = strchr(room_key, '/');
    snprintf(adapter, sizeof adapter, "%.*s", (int)(slash - room_key), room_key);
    return practice_lesson_in(house, game, adapter, slash + 1);
}

/* Are house players offered there without a wait for people? */
static bool open_offers_bots(struct house *house, const struct room *room)
{
    const struct adapter_link *link = link_named(&house->links, room->adapter);
    struct room_capabilities caps = {.bots_at_once = false};
    if (link->def != NULL && link->def->capabilities != NULL) {
        link->def->capabilities(link->adapter, room->id, &caps);
    }
    return caps.bots_at_once;
}

/* The seats of the table that a rematch follows. */
static void open_kept(struct house *house, const struct value_tree *args, struct move *move)
{
    uint64_t after = (uint64_t)value_number_at(args, "rematch", 0);
    const struct table_entry *over = after == 0 ? NULL : tables_find(&house->tables, after);
    if (over != NULL && over->load == ENTRY_RESIDENT && !over->resident->table.practice) {
        table_kept_write(&over->resident->table, move);
    }
}

/* When a night is to be, by the room's clock: as somebody wrote it, else at eight in the evening;
 * 0: that is no moment ahead of us. */
static int64_t open_night_ms(const struct handling *handling, const struct value_tree *args)
{
    enum { LEAST_MS = 2 * 60 * 60 * 1000 };
    const struct compose compose = house_compose_for(handling);
    const char *zone = compose.zone == NULL ? "UTC" : compose.zone;
    const char *at = value_text_at(args, "at", "");
    int64_t now_ms = handling->item->copy.inbound.at_ms;
    int64_t at_ms = at[0] == '\0' ? said_moment("20:00", zone, now_ms + LEAST_MS)
                                  : said_moment(at, zone, now_ms);
    return at_ms <= now_ms + INT64_C(1) * NIGHT_DAYS_MAX * CALENDAR_DAY_MS ? at_ms : 0;
}

static enum refusal open_refuse_when(struct house *house)
{
    struct outcome *out = &house->scratch->out;
    outcome_init(out);
    value_number(outcome_refuse(out, REFUSAL_NIGHT_TIME), "max", NIGHT_DAYS_MAX);
    outcome_end(out);
    return REFUSAL_NIGHT_TIME;
}

static void open_move(const struct handling *handling, const struct value_tree *args,
                      struct move *move)
{
    struct house *house = handling->house;
    const struct table_entry *entry = handling->entry;
    char commitment[SEED_BYTES * 2 + 1];
    fairness_commitment(entry->secret, commitment);
    move_init(move, table_action(&entry->resident->table, "open"), SEAT_NONE,
              handling->item->copy.inbound.at_ms);
    move->person = handling->person->id;
    move->moderator = handling->item->copy.inbound.moderator;
    value_term(&move->args, "game", entry->game->id);
    value_number(&move->args, "number", entry->number);
    if (handling->person->name != NULL) {
        value_text(&move->args, "name", handling->person->name, strlen(handling->person->name));
    }
    value_term(&move->args, "adapter", kept(house, entry->room->adapter));
    value_term(&move->args, "room", kept(house, entry->room->id));
    value_term(&move->args, "commitment", kept(house, commitment));
    if (open_offers_bots(house, entry->room)) {
        value_bool(&move->args, "bots", true);
    }
    open_kept(house, args, move);
    if (entry->game->gathers) {
        value_object(&move->args, "night");
        value_number(&move->args, "at", open_night_ms(handling, args));
        value_end(&move->args);
    }
    bool practice = value_bool_at(args, "practice");
    open_options(handling, move, args,
                 practice ? NULL : sampling_room_choice(house, entry->game, entry->room->key),
                 practice ? open_lesson(house, entry->game, entry->room->key) : NULL);
}

/* Said before anything stands there that could not be shown. */
static enum refusal open_lacks(const struct handling *handling, const char *room_key)
{
    struct house *house = handling->house;
    const struct adapter_link *link = link_of(&house->links, room_key);
    const char *room = strchr(room_key, '/') + 1;
    const char *missing = link->def == NULL || link->def->missing_permissions == NULL
                              ? NULL
                              : link->def->missing_permissions(link->adapter, room);
    if (missing == NULL) {
        return REFUSAL_NONE;
    }
    struct outcome *out = &house->scratch->out;
    outcome_init(out);
    value_text(outcome_refuse(out, REFUSAL_LACKS_RIGHTS), "missing", missing, strlen(missing));
    outcome_end(out);
    return REFUSAL_LACKS_RIGHTS;
}

/* Is something damaged of what is kept of the room, or of the one that it was opened from? */
static bool open_is_damaged(struct house *house, const char *room_key)
{
    char key[ROOM_KEY_BYTES];
    const char *home = link_home(&house->links, room_key, key, sizeof key);
    const struct adapter_link *link = link_of(&house->links, room_key);
    bool there = link->def != NULL && link->def->room_damaged != NULL &&
                 link->def->room_damaged(link->adapter, strchr(room_key, '/') + 1);
    return there || room_choices_are_damaged(house->room_choices, room_key) ||
           (home != NULL && room_choices_are_damaged(house->room_choices, home));
}

static void open_referee(struct handling *handling, const struct value_tree *args)
{
    struct house *house = handling->house;
    uint16_t at = value_find(args, VALUE_NONE, "referee");
    if (at == VALUE_NONE || !open_is_person(&args->fact[at])) {
        return;
    }
    const struct person *person = people_find(house->people, (uint64_t)args->fact[at].number);
    struct move *move = &house->scratch->move;
    move_init(move, table_action(&handling->entry->resident->table, "referee"), SEAT_NONE,
              handling->item->copy.inbound.at_ms);
    move->person = handling->person->id;
    move->moderator = handling->item->copy.inbound.moderator;
    value_number(&move->args, "person", args->fact[at].number);
    if (person != NULL && person->name != NULL) {
        value_text(&move->args, "name", person->name, strlen(person->name));
    }
    handle_move(handling, move); /* a table without its referee stands all the same */
}

/* The deal of the week is chosen by the move that chooses it in the lobby. */
static void open_weekly(struct handling *handling, const struct value_tree *args)
{
    const struct inbound *inbound = &handling->item->copy.inbound;
    if (value_bool_at(args, "practice") ||
        strcmp(value_text_at(args, TABLE_WEEK_OPTION, ""), "weekly") != 0) {
        return;
    }
    struct move *move = &handling->house->scratch->move;
    move_init(move, table_action(&handling->entry->resident->table, "option"), SEAT_NONE,
              inbound->at_ms);
    move->person = handling->person->id;
    move->moderator = inbound->moderator;
    value_term(&move->args, "option", TABLE_WEEK_OPTION);
    value_term(&move->args, "value", "weekly");
    handle_resolve(handling, move);
    handle_move(handling, move);
}

/* Who opens it sits down by the move of everybody who joins. A practice round seats its person by
 * itself, and who is the referee plays nothing. */
static void open_sit(struct handling *handling, const struct value_tree *args)
{
    const struct inbound *inbound = &handling->item->copy.inbound;
    bool gathers = handling->entry->game->gathers;
    if (!inbound->sits || gathers || value_bool_at(args, "practice")) {
        return;
    }
    struct move *move = &handling->house->scratch->move;
    move_init(move, table_action(&handling->entry->resident->table, "join"), SEAT_NONE,
              inbound->at_ms);
    move->person = handling->person->id;
    move->moderator = inbound->moderator;
    handle_resolve(handling, move);
    handle_move(handling, move); /* a table without them stands all the same */
}

static enum refusal open_with(struct handling *handling, const struct game_def *game,
                              const struct value_tree *args, const char *room_key)
{
    struct house *house = handling->house;
    enum refusal refusal = house->closing ? REFUSAL_CLOSING : open_allowed(handling, room_key);
    if (refusal == REFUSAL_NONE && value_bool_at(args, "practice") &&
        (game->player == NULL || open_lesson(house, game, room_key) == NULL)) {
        refusal = REFUSAL_NO_LESSON;
    }
    if (refusal != REFUSAL_NONE) {
        return refuse(house, refusal);
    }
    refusal = open_is_damaged(house, room_key) ? refuse(house, REFUSAL_ROOM_UNREADABLE)
                                               : open_lacks(handling, room_key);
    if (refusal == REFUSAL_NONE) {
        refusal = sampling_check_open(house, game, args);
    }
    if (refusal == REFUSAL_NONE) {
        refusal = weekly_check_open(handling, game, args);
    }
    if (refusal == REFUSAL_NONE && game->gathers && open_night_ms(handling, args) == 0) {
        refusal = open_refuse_when(house);
    }
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    char header[CHAIN_HEADER_BYTES];
    char home[ROOM_KEY_BYTES];
    struct table_entry *entry = tables_open(
        &house->tables, room_key, link_home(&house->links, room_key, home, sizeof home), game);
    entry->downtime_ms = downtime_ms(house, entry);
    chain_header(header, game->id, entry->rules_version, entry->id);
    chain_begin(&entry->resident->chain, header);
    handling->entry = entry;
    open_move(handling, args, &house->scratch->move);
    refusal = handle_move(handling, &house->scratch->move);
    if (refusal != REFUSAL_NONE) {
        tables_remove(&house->tables, entry);
        handling->entry = NULL;
        return refusal;
    }
    open_referee(handling, args);
    open_weekly(handling, args);
    open_sit(handling, args);
    const char *from = link_home(&house->links, room_key, home, sizeof home);
    if (from != NULL) {
        room_keep_inherit(handling, room_key, from);
        room_words_inherit(handling, room_key, from);
    }
    season_end_tell(handling);
    return REFUSAL_NONE;
}

/* The room that the new table stands in: the one it was asked for in, or that of the table which a
 * rematch follows. False when there is none, or one in which this person has no say any more. */
static bool open_room(const struct handling *handling, const struct command *command,
                      char room_key[ROOM_KEY_BYTES])
{
    const struct inbound *inbound = &handling->item->copy.inbound;
    uint64_t after = (uint64_t)value_number_at(&command->args, "rematch", 0);
    const struct table_entry *over = tables_find(&handling->house->tables, after);
    int len = 0;
    const struct asker asker = {handling->item->adapter, inbound, handling->person};
    if (over != NULL && access_may_open(handling->house, &asker, over)) {
        len = snprintf(room_key, ROOM_KEY_BYTES, "%s", over->room->key);
    } else if (over == NULL && !inbound->private_room) {
        len = snprintf(room_key, ROOM_KEY_BYTES, "%s/%s", handling->item->adapter->name,
                       inbound->room);
    }
    return len > 0 && len < ROOM_KEY_BYTES &&
           team_room_at(&handling->house->tables, room_key) == NULL;
}

enum refusal handle_open(struct handling *handling, const struct command *command)
{
    char room_key[ROOM_KEY_BYTES];
    if (!open_room(handling, command, room_key)) {
        return refuse(handling->house, REFUSAL_NOT_ALLOWED_HERE);
    }
    return open_with(handling, command->game, &command->args, room_key);
}
