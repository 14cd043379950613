/* The record of a table that stands in the store, for the command line: read at once. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "candidates.h"
#include "hash.h"
#include "heap.h"
#include "record.h"
#include "replay.h"

struct gather {
    bool damaged; /* a row is not as it was written */
    struct table table;
    struct replay replay;
    struct buf words;
    struct buf lines;
    struct buf candidates;
    unsigned rules_version;
    uint8_t secret[SEED_BYTES];
    bool begun;
};

static void gather_row(void *context, const struct store_row *row)
{
    struct gather *gather = context;
    gather->damaged = gather->damaged || row->damaged;
    const struct game_def *game = game_find(row->extra);
    cJSON *header = cJSON_ParseWithLength(row->text, row->text_len);
    const cJSON *rules = cJSON_GetObjectItemCaseSensitive(header, "rules");
    const char *secret = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "secret"));
    if (game != NULL && cJSON_IsNumber(rules) && secret != NULL &&
        hash_unhex(gather->secret, SEED_BYTES, secret)) {
        gather->rules_version = (unsigned)rules->valueint;
        table_init(&gather->table, row->id);
        replay_init(&gather->replay, &gather->table, game, gather->rules_version);
        gather->begun = true;
    }
    cJSON_Delete(header);
}

static void gather_words(void *context, const struct store_row *row)
{
    struct gather *gather = context;
    gather->damaged = gather->damaged || row->damaged;
    replay_words(&gather->replay, row);
}

/* What a moderator has hidden is not told. */
static void gather_words_shown(void *context, const struct store_row *row)
{
    enum { SALT_HEX = CHAIN_SALT_BYTES * 2 };
    struct gather *gather = context;
    const struct table_lines *lines = &gather->table.lines;
    if (row->text_len < SALT_HEX ||
        !table_lines_hides(lines, row->text + SALT_HEX, row->text_len - SALT_HEX)) {
        record_words(&gather->words, row);
    }
}

static void gather_candidates(void *context, const struct store_row *row)
{
    struct gather *gather = context;
    gather->damaged = gather->damaged || row->damaged;
    candidates_less(&gather->candidates, row->text, row->extra);
}

static void gather_line(void *context, const struct store_row *row)
{
    struct gather *gather = context;
    gather->damaged = gather->damaged || row->damaged;
    replay_line(&gather->replay, row);
    record_line(&gather->lines, row);
}

static int gather_damaged(uint64_t id, struct fault *fault)
{
    return fault_set(fault, FAULT_BROKEN,
                     "table %llu is damaged in the store: `deaddrop check` names what is",
                     (unsigned long long)id);
}

static int gather_all(struct gather *gather, struct store *store, uint64_t id, struct fault *fault)
{
    struct store_question question = {.query = STORE_TABLE_ONE, .id = id};
    if (store_read_now(store, &question, gather_row, gather, fault) != 0) {
        return -1;
    }
    if (gather->damaged) {
        return gather_damaged(id, fault);
    }
    if (!gather->begun) {
        return fault_set(fault, FAULT_BAD, "there is no table %llu", (unsigned long long)id);
    }
    question.query = STORE_CANDIDATES_OF;
    if (store_read_now(store, &question, gather_candidates, gather, fault) != 0) {
        return -1;
    }
    question.query = STORE_WORDS_OF;
    if (store_read_now(store, &question, gather_words, gather, fault) != 0) {
        return -1;
    }
    question.query = STORE_JOURNAL_OF;
    if (store_read_now(store, &question, gather_line, gather, fault) != 0) {
        return -1;
    }
    question.query = STORE_WORDS_OF;
    if (store_read_now(store, &question, gather_words_shown, gather, fault) != 0) {
        return -1;
    }
    if (gather->damaged) {
        return gather_damaged(id, fault);
    }
    return gather->replay.bad[0] == '\0' ? 0
                                         : fault_set(fault, FAULT_BROKEN, "table %llu: %s",
                                                     (unsigned long long)id, gather->replay.bad);
}

int record_of_table(struct store *store, uint64_t id, struct buf *out, struct fault *fault)
{
    struct gather *gather = heap_allocate(sizeof *gather);
    buf_init(&gather->words, RECORD_MAX);
    buf_init(&gather->lines, RECORD_MAX);
    buf_init(&gather->candidates, CANDIDATES_TEXT_MAX);
    int result = gather_all(gather, store, id, fault);
    if (result == 0) {
        const struct record_frame frame = {
            .rules_version = gather->rules_version,
            .secret = gather->table.phase >= TABLE_OVER && gather->table.week.name[0] == '\0'
                          ? gather->secret
                          : NULL,
            .candidates = &gather->candidates,
        };
        buf_add(&gather->words, gather->lines.text, gather->lines.len);
        record_write(out, &gather->table, &frame, &gather->words);
    }
    if (gather->begun) {
        replay_deinit(&gather->replay);
    }
    buf_deinit(&gather->words);
    buf_deinit(&gather->lines);
    buf_deinit(&gather->candidates);
    heap_wipe(gather, sizeof *gather);
    return result;
}
