/* Checking a record, the way a stranger would: every value is computed anew from what stands in the
 * lines before, and compared with what the record says. The first line that differs is named. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "candidates.h"
#include "fairness.h"
#include "hash.h"
#include "heap.h"
#include "record.h"
#include "replay.h"
#include "rules.h"
#include "week.h"

struct check {
    struct record_report *report;
    unsigned line;
    struct table table;
    struct replay replay;
    bool begun;
    uint8_t secret[SEED_BYTES];
    bool has_secret;
    bool secret_is_theirs;     /* it was given beside the record */
    const char *secret_beside; /* NULL: none was */
    bool ended;
    unsigned rules_version;
    const char *header_text;
    size_t header_len;
    struct table before;
    struct buf candidates;
    struct buf again; /* the line as it should be written */
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
    check->secret_is_theirs = secret == NULL;
    secret = secret == NULL ? check->secret_beside : secret;
    if (secret == NULL) {
        return true; /* it is not told yet */
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
    check->rules_version = (unsigned)rules->valueint;
    replay_init(&check->replay, &check->table, game, check->rules_version);
    check->begun = true;
    char header[CHAIN_HEADER_BYTES];
    chain_header(header, game_id, (unsigned)rules->valueint, check->table.id);
    if (strcmp(header, chain) != 0) {
        return fails(check, "the chain's header is not that of this table");
    }
    if (check->replay.bad[0] != '\0') {
        return fails(check, check->replay.bad);
    }
    if (!candidates_read_json(&check->candidates,
                              cJSON_GetObjectItemCaseSensitive(json, "candidates"))) {
        return fails(check, "the candidates are no list of texts");
    }
    return check_commitment(check);
}

static bool check_words(struct check *check, const cJSON *json)
{
    const char *digest = text_of(json, "digest");
    const char *salt = text_of(json, "salt");
    const char *text = text_of(json, "text");
    char computed[JOURNAL_DIGEST_BYTES * 2 + 1];
    if (digest == NULL || salt == NULL || text == NULL ||
        strlen(salt) != (size_t)CHAIN_SALT_BYTES * 2) {
        return fails(check, "this is no text with its digest");
    }
    chain_digest(salt, text, strlen(text), computed);
    if (strcmp(computed, digest) != 0) {
        return fails(check, "the digest is not that of the salt and the text");
    }
    struct buf both;
    buf_init(&both, RECORD_MAX);
    buf_text(&both, salt);
    buf_text(&both, text);
    const struct store_row row = {.key = digest, .text = both.text, .text_len = both.len};
    replay_words(&check->replay, &row);
    record_words(&check->again, &row);
    buf_deinit(&both);
    return true;
}

/* Is the order of a start the one that its table makes of the seed? */
static bool order_follows(const struct table *before, const struct move *start, const char *seed)
{
    struct move *again = heap_allocate(sizeof *again);
    struct outcome *out = heap_allocate(sizeof *out);
    char told[256] = "";
    char made[256] = "-";
    move_init(again, start->row, start->seat, start->at_ms);
    again->person = start->person;
    again->moderator = start->moderator;
    value_term(&again->args, "seed", seed);
    table_try(before, again, out);
    uint16_t at = value_find(&start->args, VALUE_NONE, "order");
    uint16_t at_again = value_find(&again->args, VALUE_NONE, "order");
    if (at != VALUE_NONE && at_again != VALUE_NONE) {
        value_print_at(&start->args, at, told, sizeof told);
        value_print_at(&again->args, at_again, made, sizeof made);
    }
    free(again);
    free(out);
    return strcmp(told, made) == 0;
}

/* Are the header's candidates those that the start's line names by their digest? */
static bool candidates_follow(const struct check *check, const struct move *start)
{
    char digest[HASH_HEX_SIZE] = "";
    if (check->candidates.len > 0) {
        candidates_digest(&check->candidates, digest);
    }
    return strcmp(value_text_at(&start->args, "candidates", ""), digest) == 0;
}

/* Is the deal in the start's arguments the one that the seed draws from the candidates, and no
 * other? */
static bool deal_follows(const struct check *check, const struct table *before,
                         const struct move *start, const char *seed)
{
    enum { FACTS = 96, TEXT = 16384 };
    static const struct value_tree nothing;
    struct value_tree drawn;
    struct value fact[FACTS];
    char text[TEXT];
    char told[TEXT] = "-";
    char made[TEXT] = "{}";
    uint16_t at = value_find(&start->args, VALUE_NONE, "deal");
    value_init(&drawn, fact, FACTS, text, TEXT);
    value_object(&drawn, "deal");
    struct pack *pack = candidates_pack(before->game, &check->candidates);
    fairness_draw(before, seed, pack == NULL ? NULL : pack_list(pack), &nothing, &drawn);
    pack_free(&pack);
    value_end(&drawn);
    value_print_at(&drawn, 0, made, sizeof made);
    if (at != VALUE_NONE) {
        value_print_at(&start->args, at, told, sizeof told);
    }
    return strcmp(made, at == VALUE_NONE ? "{}" : told) == 0;
}

/* Is the seed that of the secret and the joins, or of the week? Of a secret that is not told, the
 * week alone can be checked. */
static bool seed_follows(struct check *check, const struct table *before, const char *seed)
{
    const char *week = check->table.week.name;
    const char *events[SEATS_MAX];
    char computed[SEED_BYTES * 2 + 1];
    if (week[0] != '\0' && week_end_ms(week) <= check->table.now_ms) {
        return fails(check, "the week was over, or is none, when it was dealt");
    }
    if (!check->has_secret) {
        return true;
    }
    if (week[0] != '\0') {
        fairness_week_seed(check->secret, before, week, computed);
    } else {
        fairness_seed(check->secret, events, table_join_events(before, events), computed);
    }
    snprintf(check->report->seed, sizeof check->report->seed, "%s", seed);
    return strcmp(computed, seed) == 0 ||
           fails(check, week[0] != '\0'
                            ? "the seed is not the SHA-256 of the week's secret, game and seats"
                            : "the seed is not the SHA-256 of the secret and the joins");
}

/* The start's seed has to follow, and its order from the seed. */
static bool check_start(struct check *check, const struct table *before)
{
    const struct move *move = &check->replay.move;
    const char *computed = value_text_at(&move->args, "seed", "");
    check->report->dealt = true;
    check->report->sealed = !check->has_secret;
    if (!check->has_secret && check->table.week.name[0] == '\0') {
        return true;
    }
    if (!seed_follows(check, before, computed)) {
        return false;
    }
    if (!candidates_follow(check, move)) {
        check->line = 1;
        return fails(check, "the candidates are not those that the deal names");
    }
    if (!deal_follows(check, before, move, computed)) {
        return fails(check, value_has(&move->args, "deal") && before->game->draw == NULL
                                ? "the deal was set by hand"
                                : "the words dealt do not follow from the seed");
    }
    return order_follows(before, move, computed) ||
           fails(check, "the order of the seats does not follow from the seed");
}

/* The open line's commitment has to be the header's. */
static bool check_open(struct check *check)
{
    char hex[SEED_BYTES * 2 + 1];
    if (cJSON_HasObjectItem(check->header, "week")) {
        return true; /* the header's is that of the week: the start has it */
    }
    hash_hex(hex, check->table.commitment, SEED_BYTES);
    return strcmp(hex, text_of(check->header, "commitment")) == 0 ||
           fails(check, "the commitment is not the one in the header");
}

static bool check_line(struct check *check, const cJSON *json)
{
    const char *line = text_of(json, "line");
    const char *hash = text_of(json, "hash");
    if (line == NULL || hash == NULL) {
        return fails(check, "this is no line of a journal");
    }
    check->before = check->table;
    const struct store_row row = {.text = line, .text_len = strlen(line), .extra = hash};
    record_line(&check->again, &row);
    replay_line(&check->replay, &row);
    if (check->replay.bad[0] != '\0') {
        return fails(check, check->replay.bad);
    }
    check->report->steps++;
    if (check->before.phase == TABLE_NEW) {
        return check_open(check);
    }
    bool started = check->before.phase == TABLE_LOBBY && check->table.phase == TABLE_PLAYING;
    return !started || check_start(check, &check->before);
}

/* The end of the record, and its header: both are what the journal comes to. */
static bool check_result(struct check *check, const char *text, size_t len)
{
    struct buf nothing;
    struct buf out;
    buf_init(&nothing, 16);
    buf_init(&out, RECORD_MAX);
    check->ended = true;
    const struct record_frame frame = {
        .rules_version = check->rules_version,
        .secret = check->has_secret && !check->secret_is_theirs ? check->secret : NULL,
        .candidates = &check->candidates,
    };
    record_write(&out, &check->table, &frame, &nothing);
    const char *end = strchr(out.text, '\n');
    size_t header = (size_t)(end - out.text);
    snprintf(check->report->week, sizeof check->report->week, "%s", check->table.week.name);
    bool same_head =
        header == check->header_len && memcmp(out.text, check->header_text, header) == 0;
    bool same_end = strlen(end + 1) == len + 1 && strncmp(end + 1, text, len) == 0;
    buf_deinit(&out);
    if (!same_head) {
        check->line = 1;
        return fails(check, "the header is not what the journal comes to");
    }
    return same_end || fails(check, "the result is not what the journal comes to");
}

/* Is the line, word for word, what its values are written as? */
static bool check_form(struct check *check, const char *text, size_t len)
{
    bool same = check->again.len == 0 ||
                (check->again.len == len + 1 && memcmp(check->again.text, text, len) == 0);
    buf_clear(&check->again);
    return same || fails(check, "this is not how the line is written");
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
        check->header_text = text;
        check->header_len = len;
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
    return good && check_form(check, text, len);
}

bool record_verify(const char *text, size_t len, const char *secret, struct record_report *report)
{
    struct check *check = heap_allocate(sizeof *check);
    bool good = true;
    memset(report, 0, sizeof *report);
    check->report = report;
    check->secret_beside = secret;
    buf_init(&check->again, RECORD_MAX);
    buf_init(&check->candidates, CANDIDATES_TEXT_MAX);
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
    buf_deinit(&check->again);
    buf_deinit(&check->candidates);
    cJSON_Delete(check->header);
    free(check);
    return good;
}
