/* One move, one transaction. The table in memory runs ahead of the disk by what is in flight; when
 * the disk refuses, it is dropped and replayed (store_down.c). Nobody is told of a move before it
 * is on disk: its messages are rows of the same transaction. */
#include "handle.h"

#include <assert.h>
#include <string.h>

#include "alerts_tell.h"
#include "announce.h"
#include "board_put.h"
#include "cards.h"
#include "crash.h"
#include "downtime.h"
#include "fairness.h"
#include "house_player.h"
#include "house_private.h"
#include "last_options.h"
#include "lesson.h"
#include "night_calendar.h"
#include "night_tell.h"
#include "outbox_put.h"
#include "practice.h"
#include "redaction.h"
#include "results_keep.h"
#include "said_moment.h"
#include "sampling.h"
#include "show_table.h"
#include "show_view.h"
#include "team_room.h"
#include "weekly.h"

enum { DEAL_BYTES_MAX = 8192 };

static void journal_line(const struct handling *handling, const struct move *move)
{
    struct scratch *scratch = handling->house->scratch;
    struct resident *resident = handling->entry->resident;
    char event[CHAIN_EVENT_BYTES] = "";
    if (handling->item != NULL) {
        chain_event(handling->item->key, event);
    }
    journal_words(move, &scratch->words);
    chain_salt(&handling->house->setup.entropy, &scratch->words, scratch->salts);
    size_t len = journal_print(move, resident->table.step, &scratch->words, scratch->line,
                               sizeof scratch->line);
    assert(len > 0);
    chain_add(&resident->chain, scratch->line, len);
    const struct store_row line = {
        .id = handling->entry->id,
        .sub = resident->table.step,
        .key = event,
        .extra = resident->chain.last,
        .text = scratch->line,
        .text_len = len,
    };
    commit_put(handling->commit, STORE_JOURNAL, &line);
}

/* Whose words they are: a name is that of who is called so, whoever said it. */
static uint64_t journal_author(const struct handling *handling, const struct move *move)
{
    const struct table *table = &handling->entry->resident->table;
    int64_t named = value_number_at(&move->args, "person", 0);
    int64_t seat = value_number_at(&move->args, "seat", SEAT_NONE);
    if (strcmp(move->row->name, "referee") == 0 && named > 0) {
        return (uint64_t)named;
    }
    bool renames = strcmp(move->row->name, "name") == 0 && seat >= 0 && seat < table->seat_count;
    return renames ? table->seat[seat].person : move->person;
}

/* The words lie beside the line: the salt as hex, then the text. */
static void journal_words_beside(const struct handling *handling, const struct move *move)
{
    struct scratch *scratch = handling->house->scratch;
    for (size_t i = 0; i < scratch->words.count; i++) {
        const struct journal_word *word = &scratch->words.word[i];
        struct buf *text = &scratch->json;
        buf_clear(text);
        buf_text(text, scratch->salts[i]);
        buf_add(text, word->text, word->len);
        const struct store_row row = {
            .id = handling->entry->id,
            .sub = journal_author(handling, move),
            .key = word->digest,
            .text = text->text,
            .text_len = text->len,
        };
        commit_put(handling->commit, STORE_WORDS, &row);
    }
}

enum refusal handle_move(struct handling *handling, struct move *move)
{
    struct house *house = handling->house;
    struct table_entry *entry = handling->entry;
    struct table *table = &entry->resident->table;
    struct owed_list before;
    assert(entry->load == ENTRY_RESIDENT);
    assert(handling->commit->table == 0 || handling->commit->table == entry->id);
    table_owed(table, &before);
    board_know(house, entry);
    cards_know(house, entry);
    uint64_t sat[SEATS_MAX] = {0};
    bool ticks = table->phase == TABLE_LOBBY && strcmp(move->row->name, "tick") == 0;
    for (int i = 0; ticks && i < table->seat_count; i++) {
        sat[i] = table->seat[i].person;
    }
    uint8_t phase = table->phase;
    CRASH_POINT("turn.before_move");
    enum refusal refusal = weekly_check(house, table, move);
    if (refusal == REFUSAL_NONE) {
        refusal = table_apply(table, move, &house->scratch->out);
    }
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    CRASH_POINT("turn.moved");
    house_player_noticed(house, entry, &house->scratch->out);
    practice_noticed(house, entry, move);
    weekly_note(house, table);
    handling->commit->table = entry->id;
    journal_line(handling, move);
    journal_words_beside(handling, move);
    tables_refresh(&house->tables, entry, downtime_ms(house, entry));
    for (unsigned i = 0; i < entry->people_count; i++) {
        commit_person(handling->commit, people_find(house->people, entry->people[i]));
    }
    team_rooms_follow(handling->commit, entry);
    CRASH_POINT("turn.journaled");
    table_lines_redact_events(&table->lines, &house->scratch->out.facts);
    show_turn(handling, &before);
    announce_elsewhere(handling, move);
    if (strcmp(move->row->name, "hide") == 0) {
        redaction_show(handling, move);
    }
    practice_show(handling);
    CRASH_POINT("turn.shown");
    if (table->phase >= TABLE_OVER) {
        outbox_wipe_talk(&handling->commit->mail, entry->id);
    }
    alerts_dropped(handling->commit, entry, sat);
    night_tell(handling->commit, entry, &house->scratch->out);
    night_schedule(handling->commit, entry, &house->scratch->out);
    alerts_plan(house, entry);
    sampling_keep(handling, move);
    weekly_keep(handling, move);
    last_options_keep(handling, move);
    results_keep(handling, phase);
    if (table_is_done(table)) {
        handling->commit->closed = entry->id;
    }
    tables_store(entry, handling->commit->batch);
    house->figures.turns++;
    return REFUSAL_NONE;
}

bool handle_house_move(struct house *house, struct table_entry *entry, struct move *move)
{
    struct commit *commit = commit_new(house);
    struct handling handling = {.house = house, .entry = entry, .commit = commit};
    if (handle_move(&handling, move) != REFUSAL_NONE) {
        commit_drop(&commit);
        return false;
    }
    commit_submit(&commit);
    return true;
}

/* An empty value tree in the arena. */
static void resolve_facts(const struct house *house, struct value_tree *facts)
{
    struct value *fact = arena_take(house->arena, MOVE_FACTS_MAX * sizeof *fact);
    char *text = arena_take(house->arena, DEAL_BYTES_MAX);
    value_init(facts, fact, MOVE_FACTS_MAX, text, DEAL_BYTES_MAX);
}

/* Copies the members that into does not have yet. */
static void resolve_copy(struct value_tree *into, uint16_t object, const struct value_tree *from)
{
    for (uint16_t i = value_first(from, VALUE_NONE); i != VALUE_NONE;
         i = value_next(from, VALUE_NONE, i)) {
        if (value_find(into, object, from->fact[i].key) == VALUE_NONE) {
            value_copy(into, from->fact[i].key, from, i);
        }
    }
}

/* The deal as far as it does not come of the seed alone: the very words drawn from a pack, and what
 * a script pins. */
static void resolve_deal(const struct handling *handling, struct move *move)
{
    const struct house *house = handling->house;
    struct value_tree pinned;
    struct value_tree drawn;
    resolve_facts(house, &pinned);
    resolve_facts(house, &drawn);
    const struct table *table = &handling->entry->resident->table;
    const struct lesson *lesson = practice_lesson(handling->house, handling->entry);
    const char *deal = lesson != NULL    ? lesson_deal(lesson)
                       : table->practice ? NULL
                                         : house->pinned_deal;
    if (deal != NULL) {
        value_parse(&pinned, deal, strlen(deal));
    }
    const char *candidates = sampling_deal(handling->house, handling->entry,
                                           value_text_at(&move->args, "seed", ""), &pinned, &drawn);
    if (candidates != NULL) {
        value_term(&move->args, "candidates", candidates);
    }
    if (pinned.count == 0 && drawn.count == 0) {
        return;
    }
    uint16_t object = move->args.count;
    value_object(&move->args, "deal");
    resolve_copy(&move->args, object, &drawn);
    resolve_copy(&move->args, object, &pinned);
    value_end(&move->args);
}

static void resolve_name(const struct handling *handling, struct move *move)
{
    const struct person *person = handling->person;
    int64_t named = value_number_at(&move->args, "person", 0);
    if (named != 0) {
        person = people_find(handling->house->people, (uint64_t)named);
    }
    if (person != NULL && person->name != NULL) {
        value_text(&move->args, "name", person->name, strlen(person->name));
    }
}

/* The moment that somebody has said: a time of day as they read it, or a length of time. */
static void resolve_due(const struct handling *handling, struct move *move)
{
    const struct compose compose = house_compose_for(handling);
    int64_t due_ms =
        said_moment(value_text_at(&move->args, "at", ""),
                    compose.zone == NULL ? "UTC" : compose.zone, handling->house->now_ms);
    if (due_ms > 0) {
        value_number(&move->args, "due", due_ms);
    }
}

/* Has one of those who sit there asked for more time? Then all of the table get it, for the whole
 * game, so that nobody can tell who it is; where fewer than three people sit, everybody could. */
static bool resolve_longer(const struct house *house, const struct table *table)
{
    enum { CROWD_MIN = 3 };
    unsigned people = 0;
    bool longer = false;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct table_seat *at = &table->seat[seat];
        const struct person *person =
            at->person == 0 || at->house ? NULL : people_find(house->people, at->person);
        people += person != NULL;
        const struct own_choices *choices = person == NULL ? NULL : person_choices(person);
        longer = longer || (choices != NULL && choices->longer);
    }
    return longer && people >= CROWD_MIN;
}

void handle_resolve(const struct handling *handling, struct move *move)
{
    struct house *house = handling->house;
    for (unsigned i = 0; i < move->row->arg_count; i++) {
        const struct arg_def *arg = &move->row->args[i];
        if ((arg->flags & ARG_RESOLVED) == 0 || value_has(&move->args, arg->name)) {
            continue;
        }
        if (strcmp(arg->name, "name") == 0) {
            resolve_name(handling, move);
        } else if (strcmp(arg->name, "event") == 0 && handling->item != NULL) {
            char *event = arena_take(house->arena, CHAIN_EVENT_BYTES);
            chain_event(handling->item->key, event);
            value_term(&move->args, "event", event);
        } else if (strcmp(arg->name, "called") == 0) {
            value_term(&move->args, "called", house_player_name(house, handling->entry));
        } else if (strcmp(arg->name, "seed") == 0) {
            char *seed = arena_take(house->arena, SEED_BYTES * 2 + 1);
            sampling_seed(house, handling->entry, move, seed);
            value_term(&move->args, "seed", seed);
        } else if (strcmp(arg->name, "week") == 0) {
            weekly_resolve(house, &handling->entry->resident->table, move);
        } else if (strcmp(arg->name, "deal") == 0) {
            resolve_deal(handling, move);
        } else if (strcmp(arg->name, "due") == 0) {
            resolve_due(handling, move);
        } else if (strcmp(arg->name, "longer") == 0 &&
                   resolve_longer(house, &handling->entry->resident->table)) {
            value_bool(&move->args, "longer", true);
        }
    }
}
