/* Rows of the store become a record. */
#include "record_gather.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "candidates.h"
#include "hash.h"
#include "heap.h"
#include "record.h"
#include "replay.h"

enum { SALT_HEX = CHAIN_SALT_BYTES * 2 };

struct record_gather {
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

struct record_gather *record_gather_new(void)
{
    struct record_gather *gather = heap_allocate(sizeof *gather);
    buf_init(&gather->words, RECORD_MAX);
    buf_init(&gather->lines, RECORD_MAX);
    buf_init(&gather->candidates, CANDIDATES_TEXT_MAX);
    return gather;
}

void record_gather_free(struct record_gather **gather)
{
    if (*gather == NULL) {
        return;
    }
    if ((*gather)->begun) {
        replay_deinit(&(*gather)->replay);
    }
    buf_deinit(&(*gather)->words);
    buf_deinit(&(*gather)->lines);
    buf_deinit(&(*gather)->candidates);
    heap_wipe(*gather, sizeof **gather);
    *gather = NULL;
}

void record_gather_table(void *context, const struct store_row *row)
{
    struct record_gather *gather = context;
    gather->damaged = gather->damaged || row->damaged;
    const struct game_def *game = game_find(row->extra);
    cJSON *header = cJSON_ParseWithLength(row->text, row->text_len);
    const cJSON *rules = cJSON_GetObjectItemCaseSensitive(header, "rules");
    const char *secret = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "secret"));
    if (!gather->begun && game != NULL && cJSON_IsNumber(rules) && secret != NULL &&
        hash_unhex(gather->secret, SEED_BYTES, secret)) {
        gather->rules_version = (unsigned)rules->valueint;
        table_init(&gather->table, row->id);
        replay_init(&gather->replay, &gather->table, game, gather->rules_version);
        gather->begun = true;
    }
    cJSON_Delete(header);
}

/* Is it a row of a table that there is? */
static bool gather_takes(struct record_gather *gather, const struct store_row *row)
{
    gather->damaged = gather->damaged || row->damaged;
    return gather->begun;
}

void record_gather_candidates(void *context, const struct store_row *row)
{
    struct record_gather *gather = context;
    if (gather_takes(gather, row)) {
        candidates_less(&gather->candidates, row->text, row->extra);
    }
}

void record_gather_words(void *context, const struct store_row *row)
{
    struct record_gather *gather = context;
    if (gather_takes(gather, row)) {
        replay_words(&gather->replay, row);
    }
}

void record_gather_line(void *context, const struct store_row *row)
{
    struct record_gather *gather = context;
    if (gather_takes(gather, row)) {
        replay_line(&gather->replay, row);
        record_line(&gather->lines, row);
    }
}

void record_gather_shown(void *context, const struct store_row *row)
{
    struct record_gather *gather = context;
    const struct table_lines *lines = &gather->table.lines;
    if (gather_takes(gather, row) &&
        (row->text_len < SALT_HEX ||
         !table_lines_hides(lines, row->text + SALT_HEX, row->text_len - SALT_HEX))) {
        record_words(&gather->words, row);
    }
}

bool record_gather_begun(const struct record_gather *gather)
{
    return gather->begun;
}

const uint8_t *record_gather_secret(const struct record_gather *gather)
{
    return gather->secret;
}

bool record_gather_damaged(const struct record_gather *gather)
{
    return gather->damaged;
}

const struct table *record_gather_last(const struct record_gather *gather)
{
    return &gather->table;
}

const char *record_gather_bad(const struct record_gather *gather)
{
    return gather->replay.bad;
}

void record_gather_write(struct record_gather *gather, const uint8_t *secret, struct buf *out)
{
    const struct record_frame frame = {.rules_version = gather->rules_version,
                                       .secret = secret,
                                       .candidates = &gather->candidates};
    if (gather->lines.len > 0) {
        buf_add(&gather->words, gather->lines.text, gather->lines.len);
    }
    record_write(out, &gather->table, &frame, &gather->words);
}
