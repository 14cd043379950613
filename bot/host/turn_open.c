/* Opening a table. */
#include <stdio.h>
#include <string.h>

#include "draw.h"
#include "fairness.h"
#include "house_private.h"
#include "lesson.h"
#include "recovery.h"
#include "turn.h"

/* May one more table be opened here, by this person? */
static enum refusal open_allowed(const struct turn *turn, const char *room_key)
{
    const struct house *house = turn->house;
    const struct room *room = tables_room(&house->tables, room_key);
    unsigned in_room = 0;
    for (const struct table_entry *entry = room == NULL ? NULL : room->first; entry != NULL;
         entry = entry->next_in_room) {
        in_room += !entry->frozen && entry->phase < TABLE_OVER;
    }
    unsigned of_person = 0;
    for (unsigned i = 0; i < turn->person->table_count; i++) {
        const struct table_entry *entry = tables_find(&house->tables, turn->person->tables[i]);
        of_person += entry != NULL && entry->phase < TABLE_OVER;
    }
    bool full = in_room >= house->limits.tables_per_room ||
                of_person >= house->limits.tables_per_person ||
                turn->person->table_count + 1 >= PERSON_TABLES_MAX;
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
static bool open_is_person(const struct fact *fact)
{
    return strcmp(fact->key, "referee") == 0 && fact->kind == FACT_NUMBER;
}

/* Options by name, from what was said: all but "full", which is the lobby's, the number of the
 * table that a rematch follows, and "practice", which has its lesson's options; and the pack that
 * the room has chosen, where none was said. */
static void open_options(struct move *move, const struct facts *args, const char *room_pack,
                         const struct lesson *lesson)
{
    bool full = false;
    facts_object(&move->args, "options");
    if (lesson != NULL) {
        lesson_options(lesson, &move->args);
    }
    for (uint16_t i = facts_first(args, FACTS_NONE); i != FACTS_NONE;
         i = facts_next(args, FACTS_NONE, i)) {
        if (strcmp(args->fact[i].key, "rematch") == 0 ||
            strcmp(args->fact[i].key, "practice") == 0 || open_is_person(&args->fact[i])) {
            continue;
        }
        if (strcmp(args->fact[i].key, "full") == 0) {
            full = facts_bool_at(args, "full") || says_yes(facts_text_at(args, "full", "no"));
        } else {
            facts_copy(&move->args, args->fact[i].key, args, i);
        }
    }
    if (room_pack != NULL && !facts_has(args, "pack")) {
        facts_text(&move->args, "pack", room_pack, strlen(room_pack));
    }
    facts_end(&move->args);
    facts_bool(&move->args, "full", full);
    if (lesson != NULL) {
        facts_number(&move->args, "practice", lesson_seats(lesson));
    }
}

static void open_move(const struct turn *turn, const struct facts *args, struct move *move)
{
    struct house *house = turn->house;
    const struct table_entry *entry = turn->entry;
    char commitment[SEED_BYTES * 2 + 1];
    fairness_commitment(entry->secret, commitment);
    move_init(move, table_action(&entry->resident->table, "open"), SEAT_NONE,
              turn->item->copy.heard.at_ms);
    move->person = turn->person->id;
    move->moderator = turn->item->copy.heard.moderator;
    facts_term(&move->args, "game", entry->game->id);
    facts_number(&move->args, "number", entry->number);
    if (turn->person->name != NULL) {
        facts_text(&move->args, "name", turn->person->name, strlen(turn->person->name));
    }
    facts_term(&move->args, "adapter", kept(house, entry->room->adapter));
    facts_term(&move->args, "room", kept(house, entry->room->id));
    facts_term(&move->args, "commitment", kept(house, commitment));
    bool practice = facts_bool_at(args, "practice");
    open_options(move, args,
                 practice ? NULL : draw_room_choice(house, entry->game, entry->room->key),
                 practice ? lesson_built_in(entry->game) : NULL);
}

/* Said before anything stands there that could not be shown. */
static enum refusal open_lacks(const struct turn *turn, const char *room_key)
{
    struct house *house = turn->house;
    const struct adapter_link *link = house_link_of(house, room_key);
    const char *room = strchr(room_key, '/') + 1;
    const char *missing = link->def == NULL || link->def->lacks == NULL
                              ? NULL
                              : link->def->lacks(link->adapter, room);
    if (missing == NULL) {
        return REFUSAL_NONE;
    }
    struct outcome *out = &house->scratch->out;
    outcome_init(out);
    facts_text(outcome_refuse(out, REFUSAL_LACKS_RIGHTS), "missing", missing, strlen(missing));
    outcome_end(out);
    return REFUSAL_LACKS_RIGHTS;
}

static void open_referee(struct turn *turn, const struct facts *args)
{
    struct house *house = turn->house;
    uint16_t at = facts_find(args, FACTS_NONE, "referee");
    if (at == FACTS_NONE || !open_is_person(&args->fact[at])) {
        return;
    }
    const struct person *person = people_find(house->people, (uint64_t)args->fact[at].number);
    struct move *move = &house->scratch->move;
    move_init(move, table_action(&turn->entry->resident->table, "referee"), SEAT_NONE,
              turn->item->copy.heard.at_ms);
    move->person = turn->person->id;
    move->moderator = turn->item->copy.heard.moderator;
    facts_number(&move->args, "person", args->fact[at].number);
    if (person != NULL && person->name != NULL) {
        facts_text(&move->args, "name", person->name, strlen(person->name));
    }
    turn_make(turn, move); /* a table without its referee stands all the same */
}

static enum refusal open_with(struct turn *turn, const struct game_def *game,
                              const struct facts *args, const char *room_key)
{
    struct house *house = turn->house;
    enum refusal refusal = house->closing ? REFUSAL_CLOSING : open_allowed(turn, room_key);
    if (refusal == REFUSAL_NONE && facts_bool_at(args, "practice") &&
        (game->player == NULL || lesson_built_in(game) == NULL)) {
        refusal = REFUSAL_NO_LESSON;
    }
    if (refusal != REFUSAL_NONE) {
        return refuse(house, refusal);
    }
    refusal = open_lacks(turn, room_key);
    if (refusal == REFUSAL_NONE) {
        refusal = draw_check_open(house, game, args);
    }
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    char header[CHAIN_HEADER_BYTES];
    struct table_entry *entry = tables_open(&house->tables, room_key, game);
    const struct entropy *entropy = &house->setup.entropy;
    entropy->fill(entropy->context, entry->secret, SEED_BYTES);
    entry->away_ms = recovery_away_ms(house, entry);
    chain_header(header, game->id, entry->rules_version, entry->id);
    chain_begin(&entry->resident->chain, header);
    turn->entry = entry;
    open_move(turn, args, &house->scratch->move);
    refusal = turn_make(turn, &house->scratch->move);
    if (refusal != REFUSAL_NONE) {
        tables_remove(&house->tables, entry);
        turn->entry = NULL;
        return refusal;
    }
    open_referee(turn, args);
    return REFUSAL_NONE;
}

/* The room that the new table stands in: the one it was asked for in, or that of the table which a
 * rematch follows. False when there is none. */
static bool open_room(const struct turn *turn, const struct command *command,
                      char room_key[ROOM_KEY_BYTES])
{
    const struct heard *heard = &turn->item->copy.heard;
    uint64_t after = (uint64_t)facts_number_at(&command->args, "rematch", 0);
    const struct table_entry *over = tables_find(&turn->house->tables, after);
    int len = 0;
    if (over != NULL) {
        len = snprintf(room_key, ROOM_KEY_BYTES, "%s", over->room->key);
    } else if (!heard->private_room) {
        len = snprintf(room_key, ROOM_KEY_BYTES, "%s/%s", turn->item->adapter->name, heard->room);
    }
    return len > 0 && len < ROOM_KEY_BYTES;
}

enum refusal turn_open(struct turn *turn, const struct command *command)
{
    char room_key[ROOM_KEY_BYTES];
    if (!open_room(turn, command, room_key)) {
        return refuse(turn->house, REFUSAL_NOT_ALLOWED_HERE);
    }
    return open_with(turn, command->game, &command->args, room_key);
}
