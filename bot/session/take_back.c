#include "take_back.h"

#include <stdlib.h>
#include <string.h>

#include "follow.h"
#include "handle.h"
#include "heap.h"
#include "house_log.h"
#include "house_private.h"
#include "last_lines.h"
#include "outbox_put.h"
#include "replay.h"
#include "sent.h"
#include "show_say.h"
#include "show_view.h"
#include "store_down.h"
#include "table_load.h"

/* What the room has read of one step. */
struct step_lines {
    const struct doc *doc; /* NULL: nothing */
    bool game;             /* it was a move of the game, or what time brought */
    bool undone;
};

struct take_back {
    struct house *house;
    uint64_t table_id;
    struct table table; /* the replay's */
    struct replay replay;
    struct arena *arena;
    struct compose compose;
    struct table_lines hidden; /* what is hidden of it now */
    struct step_lines *line;   /* by step, of those from the first on */
    uint32_t first, count;     /* the step of the first, how many there are */
    bool failed;
};

static struct step_lines *back_line(struct take_back *back, uint32_t step)
{
    bool there = step >= back->first && step - back->first < back->count;
    return there ? &back->line[step - back->first] : NULL;
}

static void back_words(void *context, const struct store_row *row)
{
    struct take_back *back = context;
    back->failed = back->failed || row->damaged;
    replay_words(&back->replay, row);
}

/* Moves of the game behind a step count no more. */
static void back_mark(struct take_back *back, uint32_t to)
{
    for (uint32_t i = 0; i < back->count; i++) {
        back->line[i].undone = back->line[i].undone || (back->line[i].game && back->first + i > to);
    }
}

static void back_line_read(void *context, const struct store_row *row)
{
    struct take_back *back = context;
    uint32_t to = back->table.undo.to;
    back->failed = back->failed || row->damaged;
    replay_line(&back->replay, row);
    if (back->failed || back->replay.bad[0] != '\0') {
        return;
    }
    if (to != 0 && back->table.undo.to == 0) {
        back_mark(back, to);
    }
    struct step_lines *line = back_line(back, back->table.step);
    if (line != NULL) {
        struct view *view = arena_take(back->arena, sizeof *view);
        view_init(view, SEAT_CROWD);
        table_view_names(&back->table, SEAT_CROWD, view);
        if (table_lines_redacted_at(&back->hidden, back->table.step)) {
            table_lines_redact_events(&back->hidden, &back->replay.out.facts);
        }
        line->doc = compose_lines(&back->compose, view, &back->replay.out);
        line->game = table_is_of_game(back->replay.move.row);
    }
}

static void back_free(struct take_back *back)
{
    replay_deinit(&back->replay);
    arena_free(&back->arena);
    free(back->line);
    free(back);
}

/* Blocks of lines that count no more, as a quotation. */
static void back_quote(struct doc *doc, const struct doc *lines)
{
    for (const struct block *block = lines->blocks; block != NULL; block = block->next) {
        struct block *quote = block->runs == NULL ? NULL : doc_block(doc, BLOCK_QUOTE);
        for (const struct run *run = block->runs; run != NULL && quote != NULL; run = run->next) {
            if (run->kind == RUN_TIME) {
                doc_time(doc, quote, run->time_ms);
            } else {
                enum run_kind kind = run->kind == RUN_MENTION ? RUN_STRONG : run->kind;
                doc_run(doc, quote, kind, run->text, run->people);
            }
        }
    }
}

/* What a message says from now on: lines that stand, then those that count no more. NULL: it says
 * none of these, or the table was not in the room yet. */
static struct doc *back_corrected(struct take_back *back, const struct sent_message *sent)
{
    struct arena *arena = back->house->arena;
    struct doc *doc = doc_new(arena);
    struct doc *gone = doc_new(arena);
    for (uint32_t step = sent->since; step <= sent->step; step++) {
        const struct step_lines *line = back_line(back, step);
        if (line == NULL) {
            return NULL;
        }
        if (line->doc != NULL && line->undone) {
            back_quote(gone, line->doc);
        } else if (line->doc != NULL) {
            show_append(doc, line->doc);
        }
    }
    if (doc_is_empty(gone)) {
        return NULL;
    }
    show_append(doc, compose_say(&back->compose, MSG_TABLE_TAKEN_BACK, NULL, VALUE_NONE));
    show_append(doc, gone);
    return doc;
}

/* Marks the messages that still say what counts no more. */
static void back_correct(struct take_back *back, struct commit *commit, struct table_entry *entry)
{
    struct sent_list *sent = &entry->resident->sent;
    for (unsigned i = 0; i < SENT_REMEMBERED_MAX; i++) {
        struct sent_message *message = &sent->message[i];
        bool one = message->id != NULL && strchr(message->id, ' ') == NULL && !message->hidden &&
                   message->kind == SENT_LINES && message->room != NULL;
        struct doc *doc = one ? back_corrected(back, message) : NULL;
        if (doc == NULL) {
            continue;
        }
        const struct outbox_message edit = {
            .kind = SEND_EDIT,
            .room = message->room,
            .doc = doc,
            .doc_kind = DOC_LINES,
            .table = entry->id,
            .number = entry->number,
            .step = message->step,
            .since = message->since,
            .seat = SEAT_CROWD,
            .edit_of = message->id,
            .only_edit = true,
            .routine = true,
        };
        outbox_put(&commit->mail, &edit);
    }
    lines_forget(entry->resident);
}

static void back_go(struct take_back *back, struct table_entry *entry)
{
    struct house *house = back->house;
    struct table *table = &entry->resident->table;
    struct table *then = replay_table_at(&back->replay, table->undo.to);
    struct commit *commit = commit_new(house);
    struct handling handling = {.house = house, .entry = entry, .commit = commit};
    struct move *move = &house->scratch->move;
    back_mark(back, table->undo.to);
    table_restore_move(table, house->now_ms, move);
    table->past = then;
    enum refusal refusal = then == NULL ? REFUSAL_BAD_INPUT : handle_move(&handling, move);
    table->past = NULL;
    if (refusal == REFUSAL_NONE) {
        back_correct(back, commit, entry);
        commit_submit(&commit);
    } else {
        commit_drop(&commit);
        table_freeze(house, entry, "what it was cannot be made again from its journal");
    }
    free(then);
}

static void back_end(void *context, const struct fault *fault)
{
    struct take_back *back = context;
    struct house *house = back->house;
    struct table_entry *entry = tables_find(&house->tables, back->table_id);
    house->loads_in_flight--;
    arena_reset(house->arena);
    if (entry != NULL) {
        entry->going_back = false;
    }
    bool waits = entry != NULL && entry->load == ENTRY_RESIDENT && !house->down &&
                 table_should_restore(&entry->resident->table);
    if (fault != NULL && waits) {
        store_down_begin(house, fault); /* what it is about is tried again when it is back */
    } else if (waits && (back->failed || back->replay.bad[0] != '\0')) {
        table_freeze(house, entry, "its journal does not replay");
    } else if (waits) {
        back_go(back, entry);
    }
    back_free(back);
    if (entry != NULL && entry->load == ENTRY_RESIDENT && waits) {
        follow_catch_up(house, entry, house->now_ms);
        follow_event(house, entry);
    }
}

static void back_fault(void *context, const struct fault *fault)
{
    struct take_back *back = context;
    back->failed = back->failed || fault != NULL;
}

/* The first step of the messages that may have to be marked. */
static uint32_t back_first(const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    uint32_t first = table->undo.to + 1;
    for (unsigned i = 0; i < SENT_REMEMBERED_MAX; i++) {
        const struct sent_message *message = &entry->resident->sent.message[i];
        if (message->id != NULL && message->kind == SENT_LINES && message->step > table->undo.to &&
            message->since < first) {
            first = message->since;
        }
    }
    return first;
}

void take_back_follow(struct house *house, struct table_entry *entry)
{
    if (house->down || entry->load != ENTRY_RESIDENT || entry->going_back ||
        !table_should_restore(&entry->resident->table)) {
        return;
    }
    const struct table *table = &entry->resident->table;
    struct take_back *back = heap_allocate(sizeof *back);
    back->house = house;
    back->table_id = entry->id;
    back->arena = arena_new();
    back->compose = house_compose(house, entry);
    back->compose.arena = back->arena;
    back->hidden = table->lines;
    back->first = back_first(entry);
    back->count = table->step + 1 - back->first;
    back->line = heap_allocate(back->count * sizeof back->line[0]);
    table_init(&back->table, entry->id);
    replay_init(&back->replay, &back->table, entry->game, entry->rules_version);
    entry->going_back = true;
    house->loads_in_flight++;
    struct store_question question = {.query = STORE_WORDS_OF, .id = entry->id};
    store_read(house->setup.store, &question, back_words, back_fault, back);
    question.query = STORE_JOURNAL_OF;
    store_read(house->setup.store, &question, back_line_read, back_end, back);
}
