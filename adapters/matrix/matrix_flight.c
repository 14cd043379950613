/* A flight: what the house sends, from the outbox's row to the end that is told. Its contents are
 * made at once; a message of several parts goes part after part, each under a transaction id that
 * follows from the row's nonce, so that repeating all of it repeats nothing. An event of ours that
 * comes back with that id ends a part whose answer was lost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "heap.h"
#include "matrix_board.h"
#include "matrix_flight.h"
#include "matrix_path.h"

enum {
    FLIGHT_IDS_MAX = 2000,
    FLIGHT_FULL_MS = 10 * 60 * 1000,
    FLIGHT_LOOKS_MS = 4000,
    FLIGHT_ANSWERS_MS = 5000,  /* what is said so soon after it is an answer to it */
    FLIGHT_EDIT_MS = 15 * 1000 /* then what is said in that room goes first */
};

bool matrix_doc_is(const struct sending *sending, const char *kind)
{
    static const char head[] = "{\"kind\":\"";
    size_t len = strlen(kind);
    return sending->doc != NULL && strncmp(sending->doc, head, sizeof head - 1) == 0 &&
           strncmp(sending->doc + sizeof head - 1, kind, len) == 0 &&
           sending->doc[sizeof head - 1 + len] == '"';
}

/* --- beginning and end ------------------------------------------------------------------------ */

struct matrix_flight *matrix_flight_new(struct matrix *matrix, const struct sending *sending)
{
    struct matrix_flight *flight = heap_take(sizeof *flight);
    flight->matrix = matrix;
    flight->sending = *sending;
    snprintf(flight->nonce, sizeof flight->nonce, "%s", sending->nonce);
    flight->sending.nonce = flight->nonce; /* it is needed for as long as there are parts */
    flight->limit = MATRIX_PART_BYTES;
    flight->table = sending->table;
    flight->next = matrix->flights;
    if (matrix->flights != NULL) {
        matrix->flights->previous = flight;
    }
    matrix->flights = flight;
    return flight;
}

static void flight_forget_parts(struct matrix_flight *flight)
{
    for (unsigned i = 0; i < flight->count; i++) {
        free(flight->body[i]);
        flight->body[i] = NULL;
        flight->post[i].json = NULL;
        flight->whisper[i].json = NULL;
    }
    flight->count = 0;
    flight->at = 0;
}

void matrix_flight_free(struct matrix_flight **flight)
{
    struct matrix_flight *freed = *flight;
    *flight = NULL;
    if (freed->previous != NULL) {
        freed->previous->next = freed->next;
    } else {
        freed->matrix->flights = freed->next;
    }
    if (freed->next != NULL) {
        freed->next->previous = freed->previous;
    }
    flight_forget_parts(freed);
    free(freed->messages);
    free(freed->svg);
    free(freed->alt);
    free(freed->file);
    free(freed->file_name);
    free(freed->url);
    free(freed);
}

void matrix_flight_failed(struct matrix_flight *flight, enum send_fate fate, int64_t retry_ms,
                          const char *why)
{
    struct matrix *matrix = flight->matrix;
    if (!flight->own) {
        house_send_failed(matrix->house, (struct adapter *)matrix, flight->sending.row, fate,
                          retry_ms, why);
    }
    matrix_flight_free(&flight);
}

int64_t matrix_again_ms(const struct matrix *matrix, const struct matrix_answer *answer,
                        int64_t wait_ms)
{
    return matrix_now_ms(matrix) + (answer->retry_ms > wait_ms ? answer->retry_ms : wait_ms);
}

void matrix_flight_fate(struct matrix_flight *flight, const struct matrix_answer *answer)
{
    int64_t wait_ms = MATRIX_AGAIN_MS;
    enum send_fate fate = SEND_LATER;
    switch (answer->fate) {
    case MATRIX_DONE: /* without the id of what it has become */
    case MATRIX_UNKNOWN:
        fate = SEND_UNKNOWN;
        break;
    case MATRIX_MISSING:
    case MATRIX_TOO_LARGE:
    case MATRIX_BAD:
    case MATRIX_DUPLICATE:
        fate = SEND_GONE;
        break;
    case MATRIX_BLOCKED:
        fate = SEND_REFUSED;
        break;
    case MATRIX_FORBIDDEN:
    case MATRIX_UNRECOGNIZED:
    case MATRIX_PARKED:
    case MATRIX_SIGNED_OUT:
        wait_ms = MATRIX_FORBIDDEN_MS;
        break;
    case MATRIX_FULL:
        wait_ms = FLIGHT_FULL_MS;
        break;
    case MATRIX_LATE:
    case MATRIX_DOWN:
    case MATRIX_LIMITED:
        break;
    }
    bool again = fate == SEND_LATER || fate == SEND_UNKNOWN;
    matrix_flight_failed(flight, fate, again ? matrix_again_ms(flight->matrix, answer, wait_ms) : 0,
                         answer->why);
}

/* --- contents --------------------------------------------------------------------------------- */

static const char *send_account(const void *context, uint64_t person)
{
    const struct matrix *matrix = context;
    return house_account(matrix->house, (const struct adapter *)matrix, person);
}

static void flight_keep_extras(struct matrix_flight *flight, const struct matrix_shape *shape)
{
    free(flight->svg);
    free(flight->alt);
    free(flight->file);
    free(flight->file_name);
    flight->svg = heap_copy(shape->svg);
    flight->alt = heap_copy(shape->alt);
    flight->file = heap_copy(shape->file);
    flight->file_name = heap_copy(shape->file_name);
}

static void flight_keep_keys(struct matrix_flight *flight, const struct matrix_key *keys,
                             unsigned count)
{
    flight->key_count = count;
    for (unsigned i = 0; i < count; i++) {
        struct matrix_choice *choice = &flight->key[i];
        snprintf(choice->key, sizeof choice->key, "%s", keys[i].key);
        snprintf(choice->control, sizeof choice->control, "%s", keys[i].control);
    }
}

/* What answers a question repeats choices that stand elsewhere: they are typed, unless it asks. */
static bool flight_wants_seeds(const struct matrix_flight *flight, const struct matrix_shape *shape)
{
    bool answers = matrix_doc_is(&flight->sending, "answer");
    return flight->key_count > 0 && (!answers || shape->asks || shape->presses);
}

/* The moment is that of the row, not of this try: every try makes the same parts. */
static struct matrix_shaping flight_shaping(const struct matrix_flight *flight,
                                            const struct matrix_names *names,
                                            const struct matrix_key *keys, unsigned count)
{
    const struct matrix *matrix = flight->matrix;
    return (struct matrix_shaping){.names = names,
                                   .catalogue = matrix->world->catalogue,
                                   .now_ms = flight->sending.created_ms,
                                   .prefix = settings_text(matrix->settings, "bot", "prefix"),
                                   .keys = keys,
                                   .key_count = count,
                                   .limit = flight->limit};
}

/* What follows of a command goes where the command was said; a board is the room's. */
static void flight_find_thread(struct matrix_flight *flight)
{
    const struct matrix_room *room = matrix_room_find(flight->matrix, flight->room);
    int64_t since_ms = room == NULL ? -1 : flight->sending.created_ms - room->thread_ms;
    bool answers = room != NULL && room->thread != NULL && since_ms >= 0 &&
                   since_ms < FLIGHT_ANSWERS_MS && !flight->board &&
                   flight->sending.kind != SEND_EDIT;
    matrix_copy(flight->thread, answers ? room->thread : "");
    matrix_copy(flight->thread_last, answers ? room->thread_last : "");
}

static struct matrix_thread flight_thread(const struct matrix_flight *flight)
{
    return (struct matrix_thread){.root = flight->thread[0] == '\0' ? NULL : flight->thread,
                                  .last = flight->thread_last};
}

bool matrix_flight_public(struct matrix_flight *flight, const char *replaces)
{
    struct matrix *matrix = flight->matrix;
    struct arena *arena = matrix_out(matrix)->arena;
    struct matrix_public_doc doc;
    struct matrix_public_shape shape;
    struct matrix_key keys[MATRIX_KEYS_MAX];
    if (!matrix_public_doc(arena, &flight->sending, &doc)) {
        return false;
    }
    flight->board = matrix_doc_is(&flight->sending, "board");
    const struct matrix_choices *before =
        replaces == NULL ? NULL : matrix_choices_of(matrix, replaces);
    unsigned count = matrix_choice_keys(doc.doc, flight->board, before, keys);
    const struct matrix_names names = {send_account, matrix};
    struct matrix_shaping shaping = flight_shaping(flight, &names, keys, count);
    shaping.one = flight->board || replaces != NULL;
    if (shaping.one && shaping.limit > MATRIX_BOARD_BYTES) {
        shaping.limit = MATRIX_BOARD_BYTES;
    }
    matrix_public_shape(doc, &shaping, &shape);
    flight_forget_parts(flight);
    flight_find_thread(flight);
    for (unsigned i = 0; i < shape.shape.count; i++) {
        const struct matrix_part_of part = {.part = i,
                                            .notify = !shaping.one && shape.shape.user_count > 0,
                                            .replaces = replaces,
                                            .thread = flight_thread(flight)};
        flight->body[i] = heap_copy(matrix_post(arena, &shape, &part).json);
        flight->post[i].json = flight->body[i];
        flight->count++;
    }
    flight_keep_extras(flight, &shape.shape);
    flight_keep_keys(flight, keys, count);
    flight->seeds = flight_wants_seeds(flight, &shape.shape);
    return true;
}

/* What is private is told loudly when it wants an act, or comes out of the blue; not when it only
 * answers somebody who looks at it. */
static bool flight_is_loud(const struct matrix_flight *flight, const struct matrix_shape *shape)
{
    const struct matrix_person *person = flight->person;
    bool looks =
        person->acted_ms != 0 && flight->sending.created_ms - person->acted_ms < FLIGHT_LOOKS_MS;
    return matrix_doc_is(&flight->sending, "private") && (shape->asks || !looks);
}

bool matrix_flight_secret(struct matrix_flight *flight)
{
    struct matrix *matrix = flight->matrix;
    struct arena *arena = matrix_out(matrix)->arena;
    struct matrix_secret_doc doc;
    struct matrix_secret_shape shape;
    struct matrix_key keys[MATRIX_KEYS_MAX];
    if (!matrix_secret_doc(arena, &flight->sending, &doc)) {
        return false;
    }
    unsigned count = matrix_choice_keys(doc.doc, false, NULL, keys);
    const struct matrix_names names = {send_account, matrix};
    struct matrix_shaping shaping = flight_shaping(flight, &names, keys, count);
    shaping.in_private = true;
    matrix_secret_shape(doc, &shaping, &shape);
    flight_forget_parts(flight);
    matrix_copy(flight->room, flight->person->room);
    flight_find_thread(flight);
    for (unsigned i = 0; i < shape.shape.count; i++) {
        const struct matrix_part_of part = {.part = i,
                                            .notify = flight_is_loud(flight, &shape.shape),
                                            .thread = flight_thread(flight)};
        flight->body[i] = heap_copy(matrix_whisper(arena, &shape, &part, flight->person->id).json);
        flight->whisper[i].json = flight->body[i];
        flight->count++;
    }
    flight_keep_extras(flight, &shape.shape);
    flight_keep_keys(flight, keys, count);
    flight->seeds = flight_wants_seeds(flight, &shape.shape);
    return true;
}

/* --- on the wire ------------------------------------------------------------------------------ */

static void flight_answered(void *context, const struct matrix_answer *answer);

/* The same id for the same part of the same row, whenever it is sent; another for a part that was
 * made anew and smaller. */
static void flight_transaction(struct matrix_flight *flight)
{
    int used =
        snprintf(flight->transaction, sizeof flight->transaction, "%.22s", flight->sending.nonce);
    if (flight->at > 0 || flight->generation > 0 || flight->renews) {
        snprintf(flight->transaction + used, sizeof flight->transaction - (size_t)used, ".%u.%u%s",
                 flight->generation, flight->at, flight->renews ? ".n" : "");
    }
}

static bool flight_is_edit(const struct matrix_flight *flight)
{
    return flight->sending.kind == SEND_EDIT && flight->sending.edit_of != NULL && !flight->renews;
}

static enum matrix_priority flight_priority(const struct matrix_flight *flight)
{
    if (flight->person != NULL || flight->first) {
        return MATRIX_SECRET;
    }
    if (flight_is_edit(flight)) {
        return MATRIX_COSMETIC;
    }
    bool loud =
        flight->at < flight->count && strstr(flight->body[flight->at], "\"m.text\"") != NULL;
    return loud || flight->board ? MATRIX_PROMPT : MATRIX_CHATTER;
}

/* content has been let through by one of the two places. */
static void flight_put(struct matrix_flight *flight, const struct matrix_room *room,
                       const char *content)
{
    struct matrix *matrix = flight->matrix;
    const struct matrix_e2ee *e2ee = matrix_out(matrix)->e2ee;
    const char *type = "m.room.message";
    const char *sealed = e2ee->seal(e2ee, room, content, &type);
    if (sealed == NULL) {
        matrix_flight_failed(flight, SEND_GONE, 0, "the room is encrypted");
        return;
    }
    matrix_copy(flight->room, room->id);
    flight_transaction(flight);
    const char *segments[] = {room->id, type, flight->transaction};
    const struct matrix_request request = {
        .method = "PUT",
        .route = "/rooms/{}/send/{}/{}",
        .path = matrix_path(matrix_out(matrix)->arena, "/rooms/{}/send/{}/{}", segments),
        .json = sealed,
        .json_len = strlen(sealed),
        .priority = flight_priority(flight),
        .limited = true,
        .repeatable = true,
        .time_ms = flight_is_edit(flight) ? FLIGHT_EDIT_MS : 0};
    flight->request = matrix_client_start(matrix->client, &request, flight_answered, flight);
}

void matrix_flight_post(struct matrix_flight *flight, struct matrix_open_place place)
{
    flight_put(flight, place.room, flight->post[flight->at].json);
}

void matrix_flight_whisper(struct matrix_flight *flight, struct matrix_secret_place place)
{
    bool elsewhere = flight->thread[0] != '\0' && strcmp(flight->room, place.room->id) != 0;
    if (elsewhere && !matrix_flight_secret(flight)) { /* the thread is in a room that was left */
        matrix_flight_failed(flight, SEND_GONE, 0, "this is no document");
        return;
    }
    flight_put(flight, place.room, flight->whisper[flight->at].json);
}

/* --- what has come of it ---------------------------------------------------------------------- */

/* All of it has arrived. */
static void flight_arrived(struct matrix_flight *flight)
{
    struct matrix *matrix = flight->matrix;
    struct adapter_row row;
    struct matrix_key keys[MATRIX_KEYS_MAX];
    bool edited =
        flight->sending.kind == SEND_EDIT && flight->sending.edit_of != NULL && !flight->renews;
    const char *id = edited ? flight->sending.edit_of : flight->message;
    for (unsigned i = 0; i < flight->key_count; i++) {
        keys[i] = (struct matrix_key){flight->key[i].key, flight->key[i].control};
    }
    bool rows =
        !flight->own && matrix_choice_put(matrix, id, flight->table, keys, flight->key_count, &row);
    if (flight->seeds) {
        matrix_choice_seed(matrix, flight->room, id);
    }
    if (edited) {
        matrix_board_edited(flight);
    } else if (flight->board) {
        matrix_board_posted(flight);
    }
    if (!flight->own) {
        bool lines = !edited && !flight->board && flight->messages != NULL;
        house_sent(matrix->house, (struct adapter *)matrix, flight->sending.row,
                   lines ? flight->messages : id, rows ? &row : NULL, rows ? 1 : 0, NULL);
    }
    matrix_flight_free(&flight);
    matrix_plan(matrix);
}

static void flight_uploaded(void *context, const char *url, const struct matrix_answer *why)
{
    struct matrix_flight *flight = context;
    bool again = why != NULL && (why->fate == MATRIX_DOWN || why->fate == MATRIX_LATE ||
                                 why->fate == MATRIX_LIMITED || why->fate == MATRIX_UNKNOWN);
    if (url == NULL && again) {
        matrix_flight_fate(flight, why);
        return;
    }
    if (url == NULL) { /* the words stand without it */
        flight_arrived(flight);
        return;
    }
    const struct matrix_media media = {.url = url,
                                       .name = flight->file_name,
                                       .type = "text/plain",
                                       .bytes = (uint32_t)strlen(flight->file),
                                       .thread = flight_thread(flight)};
    struct arena *arena = matrix_out(flight->matrix)->arena;
    unsigned at = flight->count++;
    if (flight->person != NULL) {
        flight->body[at] = heap_copy(matrix_whisper_media(arena, &media).json);
        flight->whisper[at].json = flight->body[at];
    } else {
        flight->body[at] = heap_copy(matrix_post_media(arena, &media, NULL).json);
        flight->post[at].json = flight->body[at];
    }
    flight->url = heap_copy(url);
    matrix_flight_go(flight);
}

static void flight_note(struct matrix_flight *flight, const char *event)
{
    struct buf ids;
    buf_init(&ids, FLIGHT_IDS_MAX);
    if (flight->messages != NULL) {
        buf_text(&ids, flight->messages);
        buf_text(&ids, " ");
    }
    buf_text(&ids, event);
    free(flight->messages);
    flight->messages = heap_copy(ids.text);
    buf_deinit(&ids);
    if (flight->at == 0) {
        matrix_copy(flight->message, event);
    }
}

/* A part has become this event. */
static void flight_part_done(struct matrix_flight *flight, const char *event)
{
    flight_note(flight, event);
    if (++flight->at < flight->count) {
        matrix_flight_go(flight);
        return;
    }
    bool file = flight->file != NULL && flight->file_name != NULL && flight->url == NULL &&
                flight->count < MATRIX_PARTS_MAX;
    if (!file) {
        flight_arrived(flight);
        return;
    }
    const struct matrix_bytes bytes = {.name = flight->file_name,
                                       .type = "text/plain",
                                       .bytes = flight->file,
                                       .len = strlen(flight->file),
                                       .priority = flight_priority(flight)};
    matrix_upload_start(flight->matrix, &bytes, flight_uploaded, flight);
}

/* It may not be: membership, power, encryption are looked at anew, and it is told what they say. */
static void flight_refused(struct matrix_flight *flight)
{
    struct matrix_room *room = matrix_room_find(flight->matrix, flight->room);
    flight->forbidden = true;
    if (room != NULL) {
        room->known = false;
        room->stated = false;
    }
    matrix_flight_go(flight);
}

/* Smaller parts of the same; what has arrived of it already is said once more rather than never. */
static void flight_smaller(struct matrix_flight *flight, const struct matrix_answer *answer)
{
    flight->limit /= 2;
    flight->generation++;
    bool edits =
        flight->sending.kind == SEND_EDIT && flight->sending.edit_of != NULL && !flight->renews;
    bool made = flight->limit >= MATRIX_PART_BYTES_MIN && flight->url == NULL && !flight->own &&
                (flight->person != NULL
                     ? matrix_flight_secret(flight)
                     : matrix_flight_public(flight, edits ? flight->sending.edit_of : NULL));
    if (made) {
        matrix_flight_go(flight);
    } else {
        matrix_flight_fate(flight, answer);
    }
}

static const char *flight_event(const struct matrix_answer *answer)
{
    const char *id =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer->json, "event_id"));
    return id != NULL && id[0] == '$' && strlen(id) < MATRIX_ID_BYTES ? id : NULL;
}

static void flight_answered(void *context, const struct matrix_answer *answer)
{
    struct matrix_flight *flight = context;
    const char *event = flight_event(answer);
    flight->request = 0;
    if (answer->fate == MATRIX_DONE && event != NULL) {
        CRASH_POINT("matrix.answered");
        flight_part_done(flight, event);
    } else if (answer->fate == MATRIX_FORBIDDEN && !flight->forbidden) {
        flight_refused(flight);
    } else if (answer->fate == MATRIX_TOO_LARGE) {
        flight_smaller(flight, answer);
    } else {
        if (answer->fate == MATRIX_MISSING && flight->sending.kind == SEND_EDIT &&
            flight->sending.edit_of != NULL) {
            matrix_board_gone(flight->matrix, flight->sending.edit_of);
        }
        matrix_flight_fate(flight, answer);
    }
}

void matrix_echoed(struct matrix *matrix, const struct matrix_room *room, const char *transaction,
                   const char *event)
{
    for (struct matrix_flight *flight = matrix->flights; flight != NULL; flight = flight->next) {
        if (flight->request != 0 && strcmp(flight->transaction, transaction) == 0 &&
            strcmp(flight->room, room->id) == 0) {
            matrix_client_cancel(matrix->client, flight->request);
            flight->request = 0;
            flight_part_done(flight, event);
            return;
        }
    }
}
