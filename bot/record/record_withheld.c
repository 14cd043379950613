#include "record_withheld.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "replay.h"

struct withheld {
    struct table table;
    struct replay replay;
};

/* The rules' version that the table's row names; 0: none. */
static unsigned withheld_rules(const char *header, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(header, len);
    const cJSON *rules = cJSON_GetObjectItemCaseSensitive(json, "rules");
    unsigned version = cJSON_IsNumber(rules) && rules->valueint > 0 ? (unsigned)rules->valueint : 0;
    cJSON_Delete(json);
    return version;
}

/* The lines behind the first hash, each of which follows from the one before. */
static void withheld_replay(struct withheld *withheld, const struct store_withheld *table)
{
    struct chain chain;
    const char *end = table->lines + table->len;
    const char *at = memchr(table->lines, '\n', table->len);
    if (at != table->lines + HASH_HEX_SIZE - 1) {
        return;
    }
    memcpy(chain.last, table->lines, HASH_HEX_SIZE - 1);
    chain.last[HASH_HEX_SIZE - 1] = '\0';
    for (bool first = true; at != NULL && at < end; first = false) {
        const char *begin = at + 1;
        at = memchr(begin, '\n', (size_t)(end - begin));
        size_t len = (size_t)((at == NULL ? end : at) - begin);
        if (!first) {
            chain_add(&chain, begin, len);
        }
        char *line = heap_text(begin, len);
        const struct store_row row = {.id = table->row->id,
                                      .sub = strtoull(line, NULL, 10),
                                      .key = "",
                                      .extra = chain.last,
                                      .text = line,
                                      .text_len = len};
        replay_line(&withheld->replay, &row);
        free(line);
    }
}

/* Is this line, "step at by act …", one of that act? */
static bool line_is_of(const char *line, const char *end, const char *act)
{
    for (int blanks = 0; blanks < 3; blanks++) {
        line = memchr(line, ' ', (size_t)(end - line));
        if (line == NULL) {
            return false;
        }
        line++;
    }
    size_t len = strlen(act);
    return (size_t)(end - line) > len && memcmp(line, act, len) == 0 && line[len] == ' ';
}

static void line_digests(const char *line, const char *end, store_digest_fn found, void *context)
{
    enum { DIGEST_LEN = JOURNAL_DIGEST_BYTES * 2 };
    for (; end - line > DIGEST_LEN; line++) {
        char digest[DIGEST_LEN + 1];
        if (*line == '~' && strspn(line + 1, "0123456789abcdef") >= DIGEST_LEN) {
            memcpy(digest, line + 1, DIGEST_LEN);
            digest[DIGEST_LEN] = '\0';
            found(context, digest);
        }
    }
}

static void withheld_find(const char *act, const struct store_withheld *table,
                          store_digest_fn found, void *context)
{
    const char *end = table->lines + table->len;
    for (const char *line = table->lines; line < end;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        next = next == NULL ? end : next;
        if (line_is_of(line, next, act)) {
            line_digests(line, next, found, context);
        }
        line = next + 1;
    }
}

void record_withheld(const struct store_withheld *table, store_digest_fn found, void *context)
{
    const struct game_def *game = game_find(table->row->extra);
    unsigned rules = withheld_rules(table->row->text, table->row->text_len);
    if (game == NULL || game->withheld == NULL || rules == 0) {
        return;
    }
    struct withheld *withheld = heap_allocate(sizeof *withheld);
    table_init(&withheld->table, table->row->id);
    replay_init(&withheld->replay, &withheld->table, game, rules);
    withheld_replay(withheld, table);
    const char *act =
        withheld->replay.bad[0] == '\0' ? game->withheld(&withheld->table.options) : NULL;
    if (act != NULL) {
        withheld_find(act, table, found, context);
    }
    replay_deinit(&withheld->replay);
    free(withheld);
}
