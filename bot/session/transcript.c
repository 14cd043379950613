/* Reading a journal takes the store's time, so the handling of the asker's event is suspended until
 * it is there. */
#include "transcript.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "candidates.h"
#include "cards.h"
#include "handle.h"
#include "handle_finish.h"
#include "heap.h"
#include "house_private.h"
#include "record.h"
#include "replay.h"
#include "room_words.h"
#include "show_say.h"
#include "show_view.h"
#include "transcript_eyes.h"
#include "transcript_walk.h"
#include "weekly.h"

enum { RECORD_FACTS = 128, RECORD_TEXT = 8192 };

enum { TRANSCRIPT_BLOCKS_MAX = 60, SALT_HEX = CHAIN_SALT_BYTES * 2 };

struct reading_aloud {
    struct handling handling;
    const struct catalogue *words; /* their own, or of the room that the table stands in */
    struct inbox_item *item;
    uint64_t table_id;
    const struct game_def *game;
    unsigned rules_version;
    uint8_t secret[SEED_BYTES];
    enum transcript_kind kind;
    bool failed;
    bool over;  /* the game is, so that nothing of it is hidden any more */
    int reader; /* whose transcript it is: a seat that reads it alone, or SEAT_CROWD */
    int own;    /* that seat, whatever they want to read */
    int eyes;   /* the same as reader, or TRANSCRIPT_EVERYBODY */
    struct arena *arena;
    struct doc *doc;
    struct buf lines;
    struct buf candidates;
    struct table table;
    struct table_lines hidden; /* what is hidden of it now */
    struct replay replay;
};

static void aloud_words(void *context, const struct store_row *row)
{
    struct reading_aloud *aloud = context;
    replay_words(&aloud->replay, row);
    if (row->text_len < SALT_HEX ||
        !table_lines_hides(&aloud->hidden, row->text + SALT_HEX, row->text_len - SALT_HEX)) {
        record_words(&aloud->lines, row);
    }
}

static void aloud_candidates(void *context, const struct store_row *row)
{
    struct reading_aloud *aloud = context;
    aloud->failed = aloud->failed || row->damaged;
    candidates_less(&aloud->candidates, row->text, row->extra);
}

static struct compose aloud_compose(const struct reading_aloud *aloud)
{
    struct compose compose = house_compose(aloud->handling.house, NULL);
    compose.catalogue = aloud->words;
    return compose;
}

/* The seat of who asks, as the table stands in the replay. */
static int aloud_asker(const struct reading_aloud *aloud)
{
    const struct person *person = aloud->handling.person;
    return person == NULL ? SEAT_NONE : table_seat_of(&aloud->table, person->id);
}

static void aloud_line(void *context, const struct store_row *row)
{
    struct reading_aloud *aloud = context;
    struct compose compose = aloud_compose(aloud);
    aloud->failed = aloud->failed || row->damaged;
    int before = aloud_asker(aloud);
    replay_line(&aloud->replay, row);
    bool acts = before == SEAT_NONE ? aloud_asker(aloud) != SEAT_NONE /* they sat down */
                                    : aloud->replay.move.seat == before;
    if (aloud->kind == TRANSCRIPT_NEWS && acts) {
        aloud->doc = doc_new(aloud->arena); /* they were there when they did it */
        return;
    }
    record_line(&aloud->lines, row);
    if (aloud->replay.bad[0] == '\0' && aloud->kind != TRANSCRIPT_RECORD) {
        if (table_lines_redacted_at(&aloud->hidden, aloud->table.step)) {
            table_lines_redact_events(&aloud->hidden, &aloud->replay.out.facts);
        }
        if (aloud->over) {
            transcript_tell_warnings(&aloud->replay.out);
        }
        compose.arena = aloud->arena;
        int reader = transcript_reader_then(&aloud->table, aloud->reader);
        transcript_add(aloud->doc, &compose, &aloud->table, reader,
                       (uint16_t)(AUDIENCE_CROWD | seat_bit(reader)), &aloud->replay.out);
    }
}

/* Only the end of a long game fits into a message. */
static void keep_last(struct doc *doc, unsigned max)
{
    unsigned count = 0;
    for (const struct block *block = doc->blocks; block != NULL; block = block->next) {
        count++;
    }
    for (; count > max; count--) {
        doc->blocks = doc->blocks->next;
    }
    doc->panel = NULL;
    doc->last_choice = NULL;
}

/* The record as everybody may have it. */
static void aloud_record(struct reading_aloud *aloud, struct buf *out)
{
    const struct record_frame frame = {
        .rules_version = aloud->rules_version,
        .secret = weekly_secret_told(aloud->handling.house, &aloud->table, aloud->secret),
        .candidates = &aloud->candidates,
    };
    record_write(out, &aloud->table, &frame, &aloud->lines);
}

/* The transcript; once the game is over, as a page too, and for other eyes. */
static const struct doc *transcript_doc(struct reading_aloud *aloud)
{
    struct compose compose = aloud_compose(aloud);
    bool over =
        aloud->kind == TRANSCRIPT_ALL && aloud->table.phase >= TABLE_OVER && !aloud->table.practice;
    struct buf record;
    compose.arena = aloud->arena;
    buf_init(&record, RECORD_MAX);
    if (over) {
        aloud_record(aloud, &record);
    }
    const struct transcript_eyes eyes = {
        .compose = &compose,
        .entry = tables_find(&aloud->handling.house->tables, aloud->table_id),
        .record = &record,
        .secret = aloud->secret,
        .links = transcript_links(aloud->item),
        .own = aloud->own,
        .eyes = aloud->eyes};
    if (over && aloud->eyes == TRANSCRIPT_EVERYBODY) {
        aloud->doc = doc_new(aloud->arena);
        transcript_eyes_told(&eyes, aloud->doc);
    }
    keep_last(aloud->doc, TRANSCRIPT_BLOCKS_MAX);
    if (over && eyes.entry != NULL) {
        transcript_eyes_offer(&eyes, aloud->doc);
    }
    buf_deinit(&record);
    return aloud->doc;
}

static const struct doc *record_doc(struct reading_aloud *aloud)
{
    struct house *house = aloud->handling.house;
    struct buf out;
    bool over = aloud->table.phase >= TABLE_OVER;
    const struct compose compose = aloud_compose(aloud);
    struct doc *doc = doc_new(house->arena);
    struct value fact[RECORD_FACTS];
    char text[RECORD_TEXT];
    char commitment[SEED_BYTES * 2 + 1];
    struct value_tree facts;
    hash_hex(commitment, table_commitment(&aloud->table), SEED_BYTES);
    value_init(&facts, fact, RECORD_FACTS, text, sizeof text);
    value_object(&facts, "args");
    weekly_facts(house, &aloud->table, &facts);
    value_term(&facts, "commitment", commitment);
    value_bool(&facts, "over", over);
    value_end(&facts);
    assert(!facts.full);
    show_append(doc, compose_say(&compose, MSG_HOUSE_RECORD, &facts, 0));
    if (over) {
        buf_init(&out, RECORD_MAX);
        aloud_record(aloud, &out);
        struct block *file = doc_block(doc, BLOCK_FILE);
        doc_run(doc, file, RUN_TEXT, "record.jsonl", false);
        file->file = arena_text(house->arena, out.text, out.len);
        buf_deinit(&out);
    }
    return doc;
}

static void aloud_end(void *context, const struct fault *fault)
{
    struct reading_aloud *aloud = context;
    struct house *house = aloud->handling.house;
    const struct compose compose = aloud_compose(aloud);
    arena_reset(house->arena);
    const struct doc *doc = NULL;
    if (fault != NULL || aloud->failed || aloud->replay.bad[0] != '\0') {
        doc = compose_say(&compose, MSG_HOUSE_UNREADABLE, NULL, VALUE_NONE);
    } else if (aloud->kind == TRANSCRIPT_RECORD) {
        doc = record_doc(aloud);
    } else {
        bool none = aloud->kind == TRANSCRIPT_NEWS && doc_is_empty(aloud->doc);
        doc = none ? compose_say(&compose, MSG_HOUSE_NO_NEWS, NULL, VALUE_NONE)
                   : transcript_doc(aloud);
    }
    aloud->handling.entry = tables_find(&house->tables, aloud->table_id);
    show_answer(&aloud->handling, doc, DOC_ANSWER);
    handle_finish(&aloud->handling, aloud->item);
    inbox_item_free(&aloud->item);
    house->loads_in_flight--;
    replay_deinit(&aloud->replay);
    buf_deinit(&aloud->lines);
    buf_deinit(&aloud->candidates);
    arena_free(&aloud->arena);
    free(aloud);
}

static void aloud_fault(void *context, const struct fault *fault)
{
    struct reading_aloud *aloud = context;
    aloud->failed = aloud->failed || fault != NULL;
}

/* Who sits reads what their seat was told too, but only where nobody else reads the answer. */
static int aloud_reader(const struct handling *handling)
{
    int reader = show_reader(handling);
    bool alone = handling->item->copy.inbound.private_room ||
                 cards_answer_alone(handling->house, handling->entry);
    return seat_is_person(reader) && alone ? reader : SEAT_CROWD;
}

void transcript_answer(struct handling *handling, enum transcript_kind kind)
{
    struct house *house = handling->house;
    struct reading_aloud *aloud = heap_allocate(sizeof *aloud);
    aloud->handling = *handling;
    aloud->item = handling->item;
    aloud->table_id = handling->entry->id;
    aloud->words = room_words_own(house, handling->person);
    if (aloud->words == NULL) {
        aloud->words = room_words(house, handling->entry->room->adapter, handling->entry->room->id);
    }
    aloud->game = handling->entry->game;
    aloud->rules_version = handling->entry->rules_version;
    memcpy(aloud->secret, handling->entry->secret, SEED_BYTES);
    aloud->kind = kind;
    aloud->own = aloud_reader(handling);
    aloud->eyes =
        transcript_eyes_wanted(value_text_at(&house->scratch->command.args, "to", ""), aloud->own);
    aloud->reader = aloud->eyes == SEAT_CROWD ? SEAT_CROWD : aloud->own;
    aloud->over = handling->entry->phase >= TABLE_OVER;
    aloud->hidden = handling->entry->resident->table.lines;
    aloud->arena = arena_new();
    aloud->doc = doc_new(aloud->arena);
    buf_init(&aloud->lines, RECORD_MAX);
    buf_init(&aloud->candidates, CANDIDATES_TEXT_MAX);
    table_init(&aloud->table, handling->entry->id);
    replay_init(&aloud->replay, &aloud->table, aloud->game, aloud->rules_version);
    house->loads_in_flight++;
    struct store_question question = {.query = STORE_CANDIDATES_OF, .id = aloud->table_id};
    store_read(house->setup.store, &question, aloud_candidates, aloud_fault, aloud);
    question.query = STORE_WORDS_OF;
    store_read(house->setup.store, &question, aloud_words, aloud_fault, aloud);
    question.query = STORE_JOURNAL_OF;
    store_read(house->setup.store, &question, aloud_line, aloud_end, aloud);
}
