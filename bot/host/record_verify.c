/* Checking a record, the way a stranger would: every value is computed anew from what stands in the
 * lines before, and compared with what the record says. The first line that differs is named. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "fairness.h"
#include "hash.h"
#include "heap.h"
#include "record.h"
#include "replay.h"
#include "rules.h"

struct check {
    struct record_report *report;
    unsigned line;
    struct table table;
    struct replay replay;
    bool begun;
    uint8_t secret[SEED_BYTES];
    bool has_secret;
    bool ended;
    cJSON *header;
};

static bool fails(struct check *check, const char *why)
{
    if (check->report->line == 0) {
        check->report->line = check->line;
        snprintf(check->report->why, sizeof check->report->why, "%s", why);
    }
    return false;
}

static const char *text_of(const cJSON *json, const char *member)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, member));
}

static bool check_commitment(struct check *check)
{
    const char *secret = text_of(check->header, "secret");
    const char *commitment = text_of(check->header, "commitment");
    char computed[SEED_BYTES * 2 + 1];
    if (commitment == NULL) {
        return fails(check, "there is no commitment");
    }
    if (secret == NULL) {
        return true; /* the game is not over yet */
    }
    if (!hash_unhex(check->secret, SEED_BYTES, secret)) {
        return fails(check, "the secret is not 64 hex digits");
    }
    check->has_secret = true;
    fairness_commitment(check->secret, computed);
    return strcmp(computed, commitment) == 0 ||
           fails(check, "the commitment is not the SHA-256 of the secret");
}

static bool check_header(struct check *check, cJSON *json)
{
    const char *id = text_of(json, "table");
    const char *game_id = text_of(json, "game");
    const char *chain = text_of(json, "chain");
    const cJSON *rules = cJSON_GetObjectItemCaseSensitive(json, "rules");
    const cJSON *format = cJSON_GetObjectItemCaseSensitive(json, "record");
    check->header = json;
    if (!cJSON_IsNumber(format) || format->valueint != RECORD_FORMAT || id == NULL ||
        game_id == NULL || chain == NULL || !cJSON_IsNumber(rules)) {
        return fails(check, "this is not the header of a record");
    }
    const struct game_def *game = game_find(game_id);
    if (game == NULL) {
        return fails(check, "this program does not know the game");
    }
    snprintf(check->report->game, sizeof check->report->game, "%s", game_id);
    table_init(&check->table, strtoull(id, NULL, 10));
    replay_init(&check->replay, &check->table, game, (unsigned)rules->valueint);
    check->begun = true;
    char header[CHAIN_HEADER_BYTES];
    chain_header(header, game_id, (unsigned)rules->valueint, check->table.id);
    if (strcmp(header, chain) != 0) {
        return fails(check, "the chain's header is not that of this table");
    }
    if (check->replay.bad[0] != '\0') {
        return fails(check, check->replay.bad);
    }
    return check_commitment(check);
}

static bool check_words(struct check *check, const cJSON *json)
{
    const char *digest = text_of(json, "digest");
    const char *salt = text_of(json, "salt");
    const char *text = text_of(json, "text");
    char computed[JOURNAL_DIGEST_BYTES * 2 + 1];
    if (digest == NULL || salt == NULL || text == NULL || strlen(salt) != CHAIN_SALT_BYTES * 2) {
        return fails(check, "this is no text with its digest");
    }
    chain_digest(salt, text, strlen(text), computed);
    if (strcmp(computed, digest) != 0) {
        return fails(check, "the digest is not that of the salt and the text");
    }
    size_t len = strlen(salt) + strlen(text);
    char *both = heap_take(len + 1);
    memcpy(both, salt, strlen(salt));
    memcpy(both + strlen(salt), text, strlen(text));
    const struct store_row row = {.key = digest, .text = both, .text_len = len};
    replay_words(&check->replay, &row);
    free(both);
    return true;
}

/* The start's seed has to be that of the secret and the joins. */
static bool check_seed(struct check *check, const char *const *events, size_t count)
{
    const struct move *move = &check->replay.move;
    const char *seed = facts_text_at(&move->args, "seed", "");
    char computed[SEED_BYTES * 2 + 1];
    if (!check->has_secret) {
        return true;
    }
    snprintf(check->report->seed, sizeof check->report->seed, "%s", seed);
    fairness_seed(check->secret, events, count, computed);
    if (strcmp(computed, seed) == 0) {
        return !facts_has(&move->args, "deal") || fails(check, "the deal was set by hand");
    }
    return fails(check, "the seed is not the SHA-256 of the secret and the joins");
}

/* The open line's commitment has to be the header's. */
static bool check_open(struct check *check)
{
    char hex[SEED_BYTES * 2 + 1];
    hash_hex(hex, check->table.commitment, SEED_BYTES);
    return strcmp(hex, text_of(check->header, "commitment")) == 0 ||
           fails(check, "the commitment is not the one in the header");
}

static bool check_line(struct check *check, const cJSON *json)
{
    const char *line = text_of(json, "line");
    const char *hash = text_of(json, "hash");
    const char *events[SEATS_MAX];
    char kept[SEATS_MAX][TABLE_EVENT_ID_BYTES];
    if (line == NULL || hash == NULL) {
        return fails(check, "this is no line of a journal");
    }
    size_t count = table_join_events(&check->table, events);
    for (size_t i = 0; i < count; i++) {
        memcpy(kept[i], events[i], TABLE_EVENT_ID_BYTES);
        events[i] = kept[i];
    }
    uint8_t phase = check->table.phase;
    const struct store_row row = {.text = line, .text_len = strlen(line), .extra = hash};
    replay_line(&check->replay, &row);
    if (check->replay.bad[0] != '\0') {
        return fails(check, check->replay.bad);
    }
    check->report->steps++;
    if (phase == TABLE_NEW) {
        return check_open(check);
    }
    bool started = phase == TABLE_LOBBY && check->table.phase == TABLE_PLAYING;
    return !started || check_seed(check, events, count);
}

static bool check_result(struct check *check, const char *text, size_t len)
{
    struct buf lines;
    struct buf out;
    buf_init(&lines, 16);
    buf_init(&out, RECORD_MAX);
    check->ended = true;
    record_write(&out, &check->table, check->table.game->rules_version, NULL, &lines);
    const char *result = strrchr(out.text, '\n') == NULL ? "" : strstr(out.text, "{\"result\"");
    bool same = result != NULL && strlen(result) == len + 1 && strncmp(result, text, len) == 0;
    buf_deinit(&out);
    return same || fails(check, "the result is not what the journal comes to");
}

static bool check_text(struct check *check, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    bool good = false;
    if (check->ended) {
        good = fails(check, "there is something after the result");
    } else if (!cJSON_IsObject(json)) {
        good = fails(check, "this is not JSON");
    } else if (check->header == NULL) {
        return check_header(check, json); /* keeps it */
    } else if (cJSON_HasObjectItem(json, "digest")) {
        good = check_words(check, json);
    } else if (cJSON_HasObjectItem(json, "result")) {
        good = check->table.game != NULL ? check_result(check, text, len)
                                         : fails(check, "there is no journal");
    } else {
        good = check_line(check, json);
    }
    cJSON_Delete(json);
    return good;
}

bool record_verify(const char *text, size_t len, struct record_report *report)
{
    struct check *check = heap_take(sizeof *check);
    bool good = true;
    memset(report, 0, sizeof *report);
    check->report = report;
    while (good && len > 0) {
        const char *end = memchr(text, '\n', len);
        size_t line = end == NULL ? len : (size_t)(end - text);
        check->line++;
        good = check_text(check, text, line);
        len -= end == NULL ? line : line + 1;
        text += end == NULL ? line : line + 1;
    }
    check->line++;
    good = good && (check->ended || fails(check, "the record ends before its result"));
    if (check->begun) {
        replay_deinit(&check->replay);
    }
    cJSON_Delete(check->header);
    free(check);
    return good;
}
