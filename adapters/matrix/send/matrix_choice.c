/* Assigns keys to choices when a message is made, and puts our own reactions under it. */
#include "matrix_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cjson/cJSON.h>

#include "controls.h"
#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "matrix_delivery_private.h"
#include "matrix_sending.h"
#include "nonce.h"
#include "route.h"

enum { CHOICE_JSON_MAX = 4096, SEED_TIME_MS = 20 * 1000 };

#define CHOICE_KEY "c/"
#define KEYCAP     "\xef\xb8\x8f\xe2\x83\xa3"

static const char *const choice_digits[MATRIX_KEYS_MAX] = {
    "1" KEYCAP, "2" KEYCAP, "3" KEYCAP, "4" KEYCAP, "5" KEYCAP,
    "6" KEYCAP, "7" KEYCAP, "8" KEYCAP, "9" KEYCAP,
};

/* --- keys ------------------------------------------------------------------------------------- */

/* Skips variation selectors (U+FE0E, U+FE0F). */
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

/* A standing choice does the same for as long as the table exists. */
static bool choice_stands(const struct choice *choice)
{
    return !choice->owed && !matrix_asks(choice);
}

/* A room's setting is chosen in that room, and this message may stand elsewhere. */
static bool choice_is_of_room(const struct choice *choice)
{
    struct control control;
    return choice->at_table && controls_parse(&control, choice->control) &&
           strcmp(control.tag, CONTROL_NO_TAG) == 0;
}

static bool choice_wants_key(const struct choice *choice, bool board)
{
    return !choice_is_of_room(choice) && choice->fields == NULL &&
           strlen(choice->control) < MATRIX_CONTROL_BYTES && (!board || choice_stands(choice));
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

/* Was this key given to a choice of this message? */
static bool choice_is_taken(const struct matrix_choices *before, const char *key)
{
    for (unsigned i = 0; before != NULL && i < before->count; i++) {
        if (matrix_key_equal(before->choice[i].key, key)) {
            return true;
        }
    }
    return false;
}

static const char *choice_key(const struct doc *doc, const struct choice *choice, bool board,
                              const struct matrix_choices *before, unsigned *used)
{
    if (!board && choice->symbol != NULL && choice_is_only(doc, choice->symbol) &&
        !choice_is_taken(before, choice->symbol)) {
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
        const char *key = same != NULL ? same->key : choice_key(doc, choice, board, before, &used);
        if (count == MATRIX_SEEDS_MAX && !board) {
            return 0; /* too many: all of them are typed */
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

/* The words of a control. False: it answers an ask, or needs more input. */
static bool choice_words(const char *control, char words[MATRIX_CONTROL_BYTES])
{
    struct control parsed;
    if (!controls_parse(&parsed, control) || parsed.ask != 0) {
        return false;
    }
    size_t len = (size_t)snprintf(words, MATRIX_CONTROL_BYTES, "%s", parsed.action);
    for (uint16_t at = value_first(&parsed.args, VALUE_NONE);
         at != VALUE_NONE && len < MATRIX_CONTROL_BYTES;
         at = value_next(&parsed.args, VALUE_NONE, at)) {
        len += (size_t)snprintf(words + len, MATRIX_CONTROL_BYTES - len, " %s",
                                parsed.args.fact[at].text);
    }
    return len < MATRIX_CONTROL_BYTES;
}

const char *matrix_choice_said(const struct matrix *matrix, const char *event, const char *text)
{
    const struct matrix_choices *choices = matrix_choices_of(matrix, event);
    const char *prefix = settings_text(matrix->settings, "bot", "prefix");
    char words[MATRIX_CONTROL_BYTES];
    size_t len = strlen(prefix);
    text += strncmp(text, prefix, len) == 0 ? len : 0;
    for (unsigned i = 0; choices != NULL && i < choices->count; i++) {
        const struct matrix_choice *choice = &choices->choice[i];
        if (!choice->gone && choice_words(choice->control, words) && strcasecmp(words, text) == 0) {
            return choice->control;
        }
    }
    return NULL;
}

const char *matrix_person_offered(const struct matrix *matrix, const char *user, const char *text)
{
    const struct matrix_person *person = matrix_person_find(matrix, user);
    return person == NULL ? NULL : matrix_choice_said(matrix, person->panel, text);
}

/* --- remembered choices
 * ----------------------------------------------------------------------------- */

struct matrix_choices *matrix_choices_of(const struct matrix *matrix, const char *event)
{
    return map_get(&matrix->out->choices, event);
}

const char *matrix_choice_at(const struct matrix *matrix, const char *event, const char *key)
{
    return matrix_choice_in(matrix_choices_of(matrix, event), key);
}

static void choice_drop_oldest(struct matrix *matrix)
{
    struct matrix_choices *oldest = NULL;
    size_t at = 0;
    for (struct matrix_choices *one = NULL; (one = map_next(&matrix->out->choices, &at)) != NULL;) {
        if (oldest == NULL || one->made_ms < oldest->made_ms) {
            oldest = one;
        }
    }
    char key[MATRIX_ID_BYTES + 4];
    snprintf(key, sizeof key, CHOICE_KEY "%s", oldest->event);
    matrix_store_row(matrix, key, NULL);
    map_remove(&matrix->out->choices, oldest->event);
    free(oldest);
}

static struct matrix_choices *choice_new(struct matrix *matrix, const char *event)
{
    struct matrix_choices *choices = matrix_choices_of(matrix, event);
    if (choices == NULL) {
        if (matrix->out->choices.count >= MATRIX_CHOICES_MAX) {
            choice_drop_oldest(matrix);
        }
        choices = heap_allocate(sizeof *choices);
        matrix_copy(choices->event, event);
        map_put(&matrix->out->choices, choices->event, choices);
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
    row->key = arena_text(matrix->send_arena, buf.text, buf.len);
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
        json_out_text(&buf, "reaction", choice->reaction);
        buf_text(&buf, "}");
    }
    buf_text(&buf, "]}");
    row->value = arena_text(matrix->send_arena, buf.text, buf.len);
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

/* The event of our own reaction, from an answer or a row. */
static void choice_reaction(struct matrix_choice *choice, const cJSON *json)
{
    static const char *const names[] = {"reaction", "event_id"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *event = json_at_text(json, names[i]);
        if (event != NULL && strlen(event) < sizeof choice->reaction) {
            memcpy(choice->reaction, event, strlen(event) + 1);
        }
    }
}

void matrix_choice_read(struct matrix *matrix, const char *event, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const cJSON *ms = json_at(json, "ms");
    const char *table = json_at_text(json, "table");
    const cJSON *one = NULL;
    if (json != NULL && event[0] != '\0' && strlen(event) < MATRIX_ID_BYTES) {
        struct matrix_choices *choices = choice_new(matrix, event);
        choices->made_ms = cJSON_IsNumber(ms) ? (int64_t)ms->valuedouble : 0;
        choices->table = table == NULL ? 0 : strtoull(table, NULL, 10);
        cJSON_ArrayForEach(one, json_at(json, "keys"))
        {
            const char *key = json_at_text(one, "key");
            const char *control = json_at_text(one, "control");
            struct matrix_choice *choice =
                key == NULL || control == NULL ? NULL : choice_add(choices, key, control);
            if (choice != NULL) {
                choice->gone = json_at_flag(one, "gone");
                choice->seeded = json_at_flag(one, "seeded");
                choice_reaction(choice, one);
            }
        }
    }
    cJSON_Delete(json);
}

/* --- our own reactions ------------------------------------------------------------------------ */

/* Adds or redacts our own reactions under one message, one request after the other. */
struct matrix_seeding {
    struct matrix_seeding *next;
    struct matrix *matrix;
    char room[MATRIX_ID_BYTES];
    char event[MATRIX_ID_BYTES];
    unsigned at;
    bool changed; /* its row is out of date */
};

static void seed_keep(const struct matrix_seeding *seeding)
{
    struct matrix *matrix = seeding->matrix;
    const struct matrix_choices *choices = matrix_choices_of(matrix, seeding->event);
    struct adapter_row row;
    if (seeding->changed && choices != NULL) {
        choice_row(matrix, choices, &row);
        matrix_store_row(matrix, row.key, row.value);
    }
}

static void seed_free(struct matrix_seeding *seeding)
{
    struct matrix_seeding **link = &seeding->matrix->out->seedings;
    while (*link != seeding) {
        link = &(*link)->next;
    }
    *link = seeding->next;
    seed_keep(seeding);
    free(seeding);
}

/* May a reaction be sent? Only if nothing waits and the account's limit is known to be lifted: it
 * must never delay a message. */
static bool seed_has_room(const struct matrix *matrix)
{
    struct matrix_client_figures figures;
    matrix_client_figures(matrix->client, &figures);
    return figures.roomy && figures.waiting == 0 && figures.queue_ms == 0 && !matrix->draining;
}

static void seed_next(struct matrix_seeding *seeding);

static void seed_answered(void *context, const struct answer *answer)
{
    struct matrix_seeding *seeding = context;
    struct matrix_choices *choices = matrix_choices_of(seeding->matrix, seeding->event);
    bool done = answer->status == ANSWER_DONE || answer->status == ANSWER_DUPLICATE;
    if (!done || choices == NULL || seeding->at >= choices->count) {
        seed_free(seeding); /* the message does without them */
        return;
    }
    struct matrix_choice *choice = &choices->choice[seeding->at];
    choice->seeded = true;
    choice_reaction(choice, answer->json);
    seeding->changed = true;
    seed_next(seeding);
}

/* A redaction is not tried again, whatever its answer. */
static void seed_taken(void *context, const struct answer *answer)
{
    struct matrix_seeding *seeding = context;
    struct matrix_choices *choices = matrix_choices_of(seeding->matrix, seeding->event);
    if (choices == NULL || seeding->at >= choices->count) {
        seed_free(seeding);
        return;
    }
    struct matrix_choice *choice = &choices->choice[seeding->at];
    choice->seeded = choice->seeded && answer->status != ANSWER_DONE;
    choice->reaction[0] = '\0';
    seeding->changed = true;
    seed_next(seeding);
}

/* Sends a reaction or a redaction, with the lowest priority. */
static void seed_start(struct matrix_seeding *seeding, const struct matrix_request *request,
                       answer_fn answered)
{
    struct matrix_request own = *request;
    own.method = "PUT";
    own.priority = MATRIX_COSMETIC;
    own.limited = true;
    own.time_ms = SEED_TIME_MS;
    matrix_client_start(seeding->matrix->client, &own, answered, seeding);
}

static void seed_put(struct matrix_seeding *seeding, const struct matrix_choice *choice)
{
    char nonce[NONCE_BYTES];
    struct buf json;
    nonce_make(&seeding->matrix->world->entropy, nonce);
    buf_init(&json, CHOICE_JSON_MAX);
    buf_text(&json, "{\"m.relates_to\":{\"rel_type\":\"m.annotation\"");
    json_out_text(&json, "event_id", seeding->event);
    json_out_text(&json, "key", choice->key);
    buf_text(&json, "}}");
    seed_start(seeding,
               &(struct matrix_request){.route = "/rooms/{}/send/{}/{}",
                                        .ids = {seeding->room, "m.reaction", nonce},
                                        .json = json.text},
               seed_answered);
    buf_deinit(&json);
}

static void seed_take(struct matrix_seeding *seeding, const struct matrix_choice *choice)
{
    char nonce[NONCE_BYTES];
    nonce_make(&seeding->matrix->world->entropy, nonce);
    seed_start(seeding,
               &(struct matrix_request){.route = "/rooms/{}/redact/{}/{}",
                                        .ids = {seeding->room, choice->reaction, nonce}},
               seed_taken);
}

/* Does it have to be redacted (take), or added? */
static bool seed_is_due(const struct matrix_choice *choice, bool take)
{
    return take ? choice->gone && choice->reaction[0] != '\0' : !choice->gone && !choice->seeded;
}

/* Redacts or adds the next one; ends when none is left. */
static void seed_next(struct matrix_seeding *seeding)
{
    const struct matrix_choices *choices = matrix_choices_of(seeding->matrix, seeding->event);
    unsigned count = choices == NULL ? 0 : choices->count;
    for (unsigned i = 0; i < 2 * count && seed_has_room(seeding->matrix); i++) {
        bool take = i < count;
        unsigned at = take ? i : i - count;
        const struct matrix_choice *choice = &choices->choice[at];
        if (seed_is_due(choice, take)) {
            seeding->at = at;
            (take ? seed_take : seed_put)(seeding, choice);
            return;
        }
    }
    seed_free(seeding);
}

void matrix_choice_seed(struct matrix *matrix, const char *room, const char *event)
{
    struct matrix_out *out = matrix->out;
    for (const struct matrix_seeding *one = out->seedings; one != NULL; one = one->next) {
        if (strcmp(one->event, event) == 0) {
            return; /* it continues by itself */
        }
    }
    if (!settings_flag(matrix->settings, "matrix", "reactions") || !seed_has_room(matrix)) {
        return;
    }
    struct matrix_seeding *seeding = heap_allocate(sizeof *seeding);
    seeding->matrix = matrix;
    matrix_copy(seeding->room, room);
    matrix_copy(seeding->event, event);
    seeding->next = out->seedings;
    out->seedings = seeding;
    seed_next(seeding);
}

void matrix_choice_free(struct matrix *matrix)
{
    struct matrix_out *out = matrix->out;
    size_t at = 0;
    for (struct matrix_choices *one = NULL; (one = map_next(&matrix->out->choices, &at)) != NULL;) {
        free(one);
    }
    map_deinit(&matrix->out->choices);
    struct matrix_seeding *next = NULL;
    for (struct matrix_seeding *seeding = out->seedings; seeding != NULL; seeding = next) {
        next = seeding->next;
        free(seeding);
    }
    out->seedings = NULL;
}
