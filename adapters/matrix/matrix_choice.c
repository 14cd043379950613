/* Which key is which choice: found once for each message, when it is made. */
#include "matrix_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "controls.h"
#include "heap.h"
#include "json_out.h"
#include "matrix_flight.h"
#include "matrix_path.h"
#include "matrix_private.h"
#include "nonce.h"

enum {
    CHOICE_JSON_MAX = 4096,
    SEED_QUEUE_MS = 2000, /* what waits longer than that has no room for reactions */
    SEED_TIME_MS = 20 * 1000
};

#define CHOICE_KEY "c/"
#define KEYCAP     "\xef\xb8\x8f\xe2\x83\xa3"

static const char *const choice_digits[MATRIX_KEYS_MAX] = {
    "1" KEYCAP, "2" KEYCAP, "3" KEYCAP, "4" KEYCAP, "5" KEYCAP,
    "6" KEYCAP, "7" KEYCAP, "8" KEYCAP, "9" KEYCAP,
};

/* --- keys ------------------------------------------------------------------------------------- */

/* The next byte of a key that counts: U+FE0E and U+FE0F do not. */
static const char *choice_skip(const char *key)
{
    while (strncmp(key, "\xef\xb8\x8e", 3) == 0 || strncmp(key, "\xef\xb8\x8f", 3) == 0) {
        key += 3;
    }
    return key;
}

bool matrix_key_equal(const char *one, const char *other)
{
    one = choice_skip(one);
    other = choice_skip(other);
    while (*one != '\0' && *one == *other) {
        one = choice_skip(one + 1);
        other = choice_skip(other + 1);
    }
    return *one == '\0' && *other == '\0';
}

/* Standing choices carry no ask: what they do is the same for as long as the table is there. */
static bool choice_stands(const struct choice *choice)
{
    struct control control;
    return controls_parse(&control, choice->control) && control.ask == 0;
}

static bool choice_wants_key(const struct choice *choice, bool board)
{
    return choice->fields == NULL && strlen(choice->control) < MATRIX_CONTROL_BYTES &&
           (!board || choice_stands(choice));
}

static bool choice_is_only(const struct doc *doc, const char *symbol)
{
    unsigned count = 0;
    for (const struct choice *choice = doc->panel; choice != NULL; choice = choice->next) {
        count += choice->symbol != NULL && matrix_key_equal(choice->symbol, symbol);
    }
    return count == 1 && strlen(symbol) < MATRIX_KEY_BYTES;
}

static const struct matrix_choice *choice_before(const struct matrix_choices *before,
                                                 const char *control)
{
    for (unsigned i = 0; before != NULL && i < before->count; i++) {
        if (strcmp(before->choice[i].control, control) == 0) {
            return &before->choice[i];
        }
    }
    return NULL;
}

static const char *choice_key(const struct doc *doc, const struct choice *choice, bool board,
                              unsigned *used)
{
    if (!board && choice->symbol != NULL && choice_is_only(doc, choice->symbol)) {
        return choice->symbol;
    }
    return *used < MATRIX_KEYS_MAX ? choice_digits[(*used)++] : NULL;
}

unsigned matrix_choice_keys(const struct doc *doc, bool board, const struct matrix_choices *before,
                            struct matrix_key keys[MATRIX_KEYS_MAX])
{
    unsigned count = 0;
    unsigned used = before != NULL ? before->count : 0;
    for (const struct choice *choice = doc->panel; choice != NULL; choice = choice->next) {
        if (!choice_wants_key(choice, board)) {
            continue;
        }
        const struct matrix_choice *same = choice_before(before, choice->control);
        const char *key = same != NULL ? same->key : choice_key(doc, choice, board, &used);
        if (count == MATRIX_SEEDS_MAX && !board) {
            return 0; /* too many: words for all of them */
        }
        if (key != NULL && count < MATRIX_SEEDS_MAX) {
            keys[count++] = (struct matrix_key){.key = key, .control = choice->control};
        }
    }
    return count;
}

const char *matrix_choice_in(const struct matrix_choices *choices, const char *key)
{
    for (unsigned i = 0; choices != NULL && i < choices->count; i++) {
        if (matrix_key_equal(choices->choice[i].key, key)) {
            return choices->choice[i].control;
        }
    }
    return NULL;
}

/* --- what is kept ----------------------------------------------------------------------------- */

struct matrix_choices *matrix_choices_of(const struct matrix *matrix, const char *event)
{
    return map_get(&matrix->choices, event);
}

const char *matrix_choice_at(const struct matrix *matrix, const char *event, const char *key)
{
    return matrix_choice_in(matrix_choices_of(matrix, event), key);
}

static void choice_drop_oldest(struct matrix *matrix)
{
    struct matrix_choices *oldest = NULL;
    size_t at = 0;
    for (struct matrix_choices *one = NULL; (one = map_next(&matrix->choices, &at)) != NULL;) {
        if (oldest == NULL || one->made_ms < oldest->made_ms) {
            oldest = one;
        }
    }
    char key[MATRIX_ID_BYTES + 4];
    snprintf(key, sizeof key, CHOICE_KEY "%s", oldest->event);
    matrix_store_row(matrix, key, NULL);
    map_remove(&matrix->choices, oldest->event);
    free(oldest);
}

static struct matrix_choices *choice_new(struct matrix *matrix, const char *event)
{
    struct matrix_choices *choices = matrix_choices_of(matrix, event);
    if (choices == NULL) {
        if (matrix->choices.count >= MATRIX_CHOICES_MAX) {
            choice_drop_oldest(matrix);
        }
        choices = heap_take(sizeof *choices);
        matrix_copy(choices->event, event);
        map_put(&matrix->choices, choices->event, choices);
    }
    return choices;
}

static struct matrix_choice *choice_add(struct matrix_choices *choices, const char *key,
                                        const char *control)
{
    struct matrix_choice *choice =
        choices->count < MATRIX_KEYS_MAX ? &choices->choice[choices->count] : NULL;
    if (choice != NULL && strlen(key) < MATRIX_KEY_BYTES &&
        strlen(control) < MATRIX_CONTROL_BYTES) {
        memcpy(choice->key, key, strlen(key) + 1);
        memcpy(choice->control, control, strlen(control) + 1);
        choices->count++;
        return choice;
    }
    return NULL;
}

static void choice_row(struct matrix *matrix, const struct matrix_choices *choices,
                       struct adapter_row *row)
{
    struct buf buf;
    buf_init(&buf, CHOICE_JSON_MAX);
    buf_text(&buf, CHOICE_KEY);
    buf_text(&buf, choices->event);
    row->key = arena_text(matrix_out(matrix)->arena, buf.text, buf.len);
    buf_clear(&buf);
    buf_text(&buf, "{");
    json_out_number(&buf, "ms", choices->made_ms);
    json_out_id(&buf, "table", choices->table);
    json_out_key(&buf, "keys");
    buf_text(&buf, "[");
    for (unsigned i = 0; i < choices->count; i++) {
        const struct matrix_choice *choice = &choices->choice[i];
        json_out_next(&buf);
        buf_text(&buf, "{");
        json_out_text(&buf, "key", choice->key);
        json_out_text(&buf, "control", choice->control);
        json_out_flag(&buf, "gone", choice->gone);
        json_out_flag(&buf, "seeded", choice->seeded);
        buf_text(&buf, "}");
    }
    buf_text(&buf, "]}");
    row->value = arena_text(matrix_out(matrix)->arena, buf.text, buf.len);
    row->len = buf.len;
    row->order = choices->made_ms;
    buf_deinit(&buf);
}

bool matrix_choice_put(struct matrix *matrix, const char *event, uint64_t table,
                       const struct matrix_key *keys, unsigned count, struct adapter_row *row)
{
    struct matrix_choices *choices = matrix_choices_of(matrix, event);
    if (event[0] == '\0' || (count == 0 && choices == NULL)) {
        return false;
    }
    bool changed = choices == NULL;
    choices = choice_new(matrix, event);
    choices->made_ms = matrix_now_ms(matrix);
    choices->table = table;
    for (unsigned i = 0; i < choices->count; i++) {
        bool here = false;
        for (unsigned k = 0; k < count; k++) {
            here = here || strcmp(keys[k].control, choices->choice[i].control) == 0;
        }
        changed = changed || choices->choice[i].gone == here;
        choices->choice[i].gone = !here;
    }
    for (unsigned k = 0; k < count; k++) {
        if (choice_before(choices, keys[k].control) == NULL) {
            changed = choice_add(choices, keys[k].key, keys[k].control) != NULL || changed;
        }
    }
    if (changed) {
        choice_row(matrix, choices, row);
    }
    return changed;
}

static bool choice_flag(const cJSON *json, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, name));
}

void matrix_choice_read(struct matrix *matrix, const char *event, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const cJSON *ms = cJSON_GetObjectItemCaseSensitive(json, "ms");
    const char *table = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "table"));
    const cJSON *one = NULL;
    if (json != NULL && event[0] != '\0' && strlen(event) < MATRIX_ID_BYTES) {
        struct matrix_choices *choices = choice_new(matrix, event);
        choices->made_ms = cJSON_IsNumber(ms) ? (int64_t)ms->valuedouble : 0;
        choices->table = table == NULL ? 0 : strtoull(table, NULL, 10);
        cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(json, "keys"))
        {
            const char *key = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "key"));
            const char *control =
                cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "control"));
            struct matrix_choice *choice =
                key == NULL || control == NULL ? NULL : choice_add(choices, key, control);
            if (choice != NULL) {
                choice->gone = choice_flag(one, "gone");
                choice->seeded = choice_flag(one, "seeded");
            }
        }
    }
    cJSON_Delete(json);
}

/* --- our own reactions ------------------------------------------------------------------------ */

/* The reactions under one message, being put there one after another. */
struct matrix_seeding {
    struct matrix_seeding *next;
    struct matrix *matrix;
    char room[MATRIX_ID_BYTES];
    char event[MATRIX_ID_BYTES];
    unsigned at;
};

static void seed_free(struct matrix_seeding *seeding)
{
    struct matrix_seeding **link = &matrix_out(seeding->matrix)->seedings;
    while (*link != seeding) {
        link = &(*link)->next;
    }
    *link = seeding->next;
    free(seeding);
}

static bool seed_has_room(const struct matrix *matrix)
{
    struct matrix_client_figures figures;
    matrix_client_figures(matrix->client, &figures);
    return figures.queue_ms <= SEED_QUEUE_MS && !matrix->draining;
}

static void seed_next(struct matrix_seeding *seeding);

static void seed_answered(void *context, const struct matrix_answer *answer)
{
    struct matrix_seeding *seeding = context;
    struct matrix_choices *choices = matrix_choices_of(seeding->matrix, seeding->event);
    if ((answer->fate == MATRIX_DONE || answer->fate == MATRIX_DUPLICATE) && choices != NULL &&
        seeding->at < choices->count) {
        choices->choice[seeding->at++].seeded = true;
        seed_next(seeding);
    } else {
        seed_free(seeding); /* the words do without */
    }
}

static void seed_send(struct matrix_seeding *seeding, const struct matrix_choice *choice)
{
    struct matrix *matrix = seeding->matrix;
    char nonce[NONCE_BYTES];
    struct buf json;
    nonce_make(&matrix->world->entropy, nonce);
    buf_init(&json, CHOICE_JSON_MAX);
    buf_text(&json, "{\"m.relates_to\":{\"rel_type\":\"m.annotation\"");
    json_out_text(&json, "event_id", seeding->event);
    json_out_text(&json, "key", choice->key);
    buf_text(&json, "}}");
    const char *segments[] = {seeding->room, "m.reaction", nonce};
    const struct matrix_request request = {
        .method = "PUT",
        .route = "/rooms/{}/send/{}/{}",
        .path = matrix_path(matrix_out(matrix)->arena, "/rooms/{}/send/{}/{}", segments),
        .json = json.text,
        .json_len = json.len,
        .priority = MATRIX_COSMETIC,
        .limited = true,
        .repeatable = true,
        .time_ms = SEED_TIME_MS};
    matrix_client_start(matrix->client, &request, seed_answered, seeding);
    buf_deinit(&json);
}

/* The next one that is wanted and not there yet; none is left: that was all. */
static void seed_next(struct matrix_seeding *seeding)
{
    struct matrix *matrix = seeding->matrix;
    const struct matrix_choices *choices = matrix_choices_of(matrix, seeding->event);
    unsigned count = choices == NULL ? 0 : choices->count;
    while (seeding->at < count &&
           (choices->choice[seeding->at].gone || choices->choice[seeding->at].seeded)) {
        seeding->at++;
    }
    if (seeding->at < count && seed_has_room(matrix)) {
        seed_send(seeding, &choices->choice[seeding->at]);
    } else {
        seed_free(seeding);
    }
}

void matrix_choice_seed(struct matrix *matrix, const char *room, const char *event)
{
    struct matrix_out *out = matrix_out(matrix);
    for (const struct matrix_seeding *one = out->seedings; one != NULL; one = one->next) {
        if (strcmp(one->event, event) == 0) {
            return; /* it goes on by itself */
        }
    }
    if (!settings_flag(matrix->settings, "matrix", "reactions") || !seed_has_room(matrix)) {
        return;
    }
    struct matrix_seeding *seeding = heap_take(sizeof *seeding);
    seeding->matrix = matrix;
    matrix_copy(seeding->room, room);
    matrix_copy(seeding->event, event);
    seeding->next = out->seedings;
    out->seedings = seeding;
    seed_next(seeding);
}

void matrix_choice_free(struct matrix *matrix)
{
    struct matrix_out *out = matrix_out(matrix);
    size_t at = 0;
    for (struct matrix_choices *one = NULL; (one = map_next(&matrix->choices, &at)) != NULL;) {
        free(one);
    }
    map_deinit(&matrix->choices);
    struct matrix_seeding *next = NULL;
    for (struct matrix_seeding *seeding = out->seedings; seeding != NULL; seeding = next) {
        next = seeding->next;
        free(seeding);
    }
    out->seedings = NULL;
}
