/* One move, one transaction. The table in memory runs ahead of the disk by what is in flight; when
 * the disk refuses, it is dropped and replayed (outage.c). Nobody is told of a turn before it is on
 * disk: its messages are rows of the same transaction. */
#include "turn.h"

#include <assert.h>
#include <string.h>

#include "crash.h"
#include "draw.h"
#include "fairness.h"
#include "hidden.h"
#include "house_player.h"
#include "house_private.h"
#include "lesson.h"
#include "practice.h"
#include "recovery.h"
#include "show_table.h"
#include "team_room.h"

enum { CATCH_UP_MAX = 64, DEAL_BYTES_MAX = 8192 };

static void journal_line(const struct turn *turn, const struct move *move)
{
    struct scratch *scratch = turn->house->scratch;
    struct resident *resident = turn->entry->resident;
    journal_words(move, &scratch->words);
    chain_salt(&turn->house->setup.entropy, &scratch->words, scratch->salts);
    size_t len = journal_print(move, resident->table.step, &scratch->words, scratch->line,
                               sizeof scratch->line);
    assert(len > 0);
    chain_add(&resident->chain, scratch->line, len);
    const struct store_row line = {
        .id = turn->entry->id,
        .sub = resident->table.step,
        .key = turn->item == NULL ? "" : turn->item->key,
        .extra = resident->chain.last,
        .text = scratch->line,
        .text_len = len,
    };
    commit_put(turn->commit, STORE_JOURNAL, &line);
}

/* Whose words they are: a name is that of who is called so, whoever said it. */
static uint64_t journal_author(const struct turn *turn, const struct move *move)
{
    const struct table *table = &turn->entry->resident->table;
    int64_t named = facts_number_at(&move->args, "person", 0);
    int64_t seat = facts_number_at(&move->args, "seat", SEAT_NONE);
    if (strcmp(move->row->name, "referee") == 0 && named > 0) {
        return (uint64_t)named;
    }
    bool renames = strcmp(move->row->name, "name") == 0 && seat >= 0 && seat < table->seat_count;
    return renames ? table->seat[seat].person : move->person;
}

/* The words lie beside the line: the salt as hex, then the text. */
static void journal_words_beside(const struct turn *turn, const struct move *move)
{
    struct scratch *scratch = turn->house->scratch;
    for (size_t i = 0; i < scratch->words.count; i++) {
        const struct journal_word *word = &scratch->words.word[i];
        struct buf *text = &scratch->json;
        buf_clear(text);
        buf_text(text, scratch->salts[i]);
        buf_add(text, word->text, word->len);
        const struct store_row row = {
            .id = turn->entry->id,
            .sub = journal_author(turn, move),
            .key = word->digest,
            .text = text->text,
            .text_len = text->len,
        };
        commit_put(turn->commit, STORE_WORDS, &row);
    }
}

enum refusal turn_make(struct turn *turn, struct move *move)
{
    struct house *house = turn->house;
    struct table_entry *entry = turn->entry;
    struct table *table = &entry->resident->table;
    struct owed_list before;
    assert(entry->load == ENTRY_RESIDENT);
    assert(turn->commit->table == 0 || turn->commit->table == entry->id);
    table_owed(table, &before);
    outbox_know_board(house, entry);
    CRASH_POINT("turn.before_move");
    enum refusal refusal = table_apply(table, move, &house->scratch->out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    CRASH_POINT("turn.moved");
    house_player_noticed(house, entry, &house->scratch->out);
    practice_noticed(entry, move);
    turn->commit->table = entry->id;
    journal_line(turn, move);
    journal_words_beside(turn, move);
    tables_refresh(&house->tables, entry, recovery_away_ms(house, entry));
    for (unsigned i = 0; i < entry->people_count; i++) {
        commit_person(turn->commit, people_find(house->people, entry->people[i]));
    }
    team_rooms_follow(turn->commit, entry);
    CRASH_POINT("turn.journaled");
    table_lines_veil_events(&table->lines, &house->scratch->out.facts);
    show_turn(turn, &before);
    if (strcmp(move->row->name, "hide") == 0) {
        hidden_show(turn, move);
    }
    practice_show(turn);
    CRASH_POINT("turn.shown");
    if (table->phase >= TABLE_OVER) {
        outbox_wipe_talk(turn->commit, entry->id);
    }
    draw_keep(turn, move);
    if (table_is_done(table)) {
        turn->commit->closed = entry->id;
    }
    tables_store(entry, turn->commit->batch);
    house->figures.turns++;
    return REFUSAL_NONE;
}

bool turn_house(struct house *house, struct table_entry *entry, struct move *move)
{
    struct commit *commit = commit_new(house);
    struct turn turn = {.house = house, .entry = entry, .commit = commit};
    if (turn_make(&turn, move) != REFUSAL_NONE) {
        commit_drop(&commit);
        return false;
    }
    commit_submit(&commit);
    return true;
}

/* Tells the table how long the house was away since it was last told. */
static void catch_up_away(struct house *house, struct table_entry *entry)
{
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    int64_t missed_ms = recovery_away_ms(house, entry) - entry->away_ms;
    if (missed_ms <= 0) {
        return;
    }
    entry->away_ms += missed_ms;
    if (table_due_ms(table) == NO_DEADLINE) {
        tables_refresh(&house->tables, entry, entry->away_ms);
        return;
    }
    table_away_move(table, missed_ms, house->now_ms, move);
    turn_house(house, entry, move);
}

void turn_catch_up(struct house *house, struct table_entry *entry, int64_t at_ms)
{
    struct table *table = &entry->resident->table;
    if (house->down || entry->load != ENTRY_RESIDENT) {
        return;
    }
    catch_up_away(house, entry);
    if (entry->held) {
        return;
    }
    for (int i = 0; i < CATCH_UP_MAX && table_due_ms(table) <= at_ms; i++) {
        struct move *move = &house->scratch->move;
        table_tick_move(table, at_ms, move);
        if (!turn_house(house, entry, move)) {
            break;
        }
        turn_follow(house, entry);
    }
    if (table_due_ms(table) <= at_ms) {
        /* what is due does not fall: look again in a while instead of turning in a circle */
        timers_set(&house->tables.timers, &entry->timer, house->now_ms + JUMP_MS);
    }
}

void turn_reach(struct commit *commit, struct table_entry *entry, int seat, enum table_reach reach)
{
    struct house *house = commit->house;
    if (entry->load != ENTRY_RESIDENT || house->down) {
        return;
    }
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    if (seat >= table->seat_count || table->seat[seat].reach == reach) {
        return;
    }
    struct turn turn = {.house = house, .entry = entry, .commit = commit};
    turn_catch_up(house, entry, house->now_ms);
    move_init(move, table_action(table, "reach"), SEAT_HOUSE, house->now_ms);
    move->person = 0;
    move->moderator = false;
    facts_number(&move->args, "seat", seat);
    facts_term(&move->args, "state", reach == REACH_PROVEN ? "proven" : "failed");
    turn_make(&turn, move);
}

/* Empty facts in the turn's arena. */
static void resolve_facts(const struct house *house, struct facts *facts)
{
    struct fact *fact = arena_take(house->arena, MOVE_FACTS_MAX * sizeof *fact);
    char *text = arena_take(house->arena, DEAL_BYTES_MAX);
    facts_init(facts, fact, MOVE_FACTS_MAX, text, DEAL_BYTES_MAX);
}

/* Copies the members that into does not have yet. */
static void resolve_copy(struct facts *into, uint16_t object, const struct facts *from)
{
    for (uint16_t i = facts_first(from, FACTS_NONE); i != FACTS_NONE;
         i = facts_next(from, FACTS_NONE, i)) {
        if (facts_find(into, object, from->fact[i].key) == FACTS_NONE) {
            facts_copy(into, from->fact[i].key, from, i);
        }
    }
}

/* The deal as far as it does not come of the seed alone: the very words drawn from a pack, and what
 * a script pins. */
static void resolve_deal(const struct turn *turn, struct move *move)
{
    const struct house *house = turn->house;
    struct facts pinned;
    struct facts drawn;
    resolve_facts(house, &pinned);
    resolve_facts(house, &drawn);
    const struct table *table = &turn->entry->resident->table;
    const char *deal =
        table->practice ? lesson_deal(lesson_built_in(table->game)) : house->pinned_deal;
    if (deal != NULL) {
        facts_parse(&pinned, deal, strlen(deal));
    }
    const char *candidates = draw_deal(turn->house, turn->entry,
                                       facts_text_at(&move->args, "seed", ""), &pinned, &drawn);
    if (candidates != NULL) {
        facts_term(&move->args, "candidates", candidates);
    }
    if (pinned.count == 0 && drawn.count == 0) {
        return;
    }
    uint16_t object = move->args.count;
    facts_object(&move->args, "deal");
    resolve_copy(&move->args, object, &drawn);
    resolve_copy(&move->args, object, &pinned);
    facts_end(&move->args);
}

static void resolve_name(const struct turn *turn, struct move *move)
{
    const struct person *person = turn->person;
    int64_t named = facts_number_at(&move->args, "person", 0);
    if (named != 0) {
        person = people_find(turn->house->people, (uint64_t)named);
    }
    if (person != NULL && person->name != NULL) {
        facts_text(&move->args, "name", person->name, strlen(person->name));
    }
}

void turn_resolve(const struct turn *turn, struct move *move)
{
    struct house *house = turn->house;
    for (unsigned i = 0; i < move->row->arg_count; i++) {
        const struct arg_def *arg = &move->row->args[i];
        if ((arg->flags & ARG_RESOLVED) == 0 || facts_has(&move->args, arg->name)) {
            continue;
        }
        if (strcmp(arg->name, "name") == 0) {
            resolve_name(turn, move);
        } else if (strcmp(arg->name, "event") == 0 && turn->item != NULL) {
            facts_term(&move->args, "event",
                       arena_text(house->arena, turn->item->key, strlen(turn->item->key)));
        } else if (strcmp(arg->name, "called") == 0) {
            facts_term(&move->args, "called", house_player_name(house, turn->entry));
        } else if (strcmp(arg->name, "seed") == 0) {
            char *seed = arena_take(house->arena, SEED_BYTES * 2 + 1);
            fairness_seed_for(house, turn->entry, seed);
            facts_term(&move->args, "seed", seed);
        } else if (strcmp(arg->name, "deal") == 0) {
            resolve_deal(turn, move);
        }
    }
}

/* Everybody is there: the house starts the game. */
static void follow_start(struct house *house, struct table_entry *entry)
{
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    const struct turn turn = {.house = house, .entry = entry};
    move_init(move, table_action(table, "start"), SEAT_HOUSE, table->now_ms);
    move->person = 0;
    move->moderator = false;
    turn_resolve(&turn, move);
    turn_house(house, entry, move);
}

void turn_follow(struct house *house, struct table_entry *entry)
{
    team_rooms_settle(house, entry);
    practice_follow(house, entry);
    if (!house->down && entry->load == ENTRY_RESIDENT &&
        table_should_start(&entry->resident->table) &&
        draw_is_ready(house, &entry->resident->table)) {
        follow_start(house, entry);
    }
}
