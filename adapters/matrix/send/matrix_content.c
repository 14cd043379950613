/* The contents of a delivery: a document of the house as messages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "matrix_delivery_private.h"

enum { CONTENT_ANSWERS_MS = 5000 /* a message within this time is an answer */ };

static const char *send_account(const void *context, uint64_t person)
{
    const struct matrix *matrix = context;
    return house_account(matrix->house, (const struct adapter *)matrix, person);
}

static void delivery_keep_extras(struct matrix_delivery *delivery, const struct matrix_shape *shape)
{
    delivery_set_drawing(&delivery->base, shape->svg, shape->alt);
    matrix_attached_keep(delivery, shape);
}

static void delivery_keep_keys(struct matrix_delivery *delivery, const struct matrix_key *keys,
                               unsigned count)
{
    delivery->key_count = count;
    for (unsigned i = 0; i < count; i++) {
        struct matrix_choice *choice = &delivery->key[i];
        snprintf(choice->key, sizeof choice->key, "%s", keys[i].key);
        snprintf(choice->control, sizeof choice->control, "%s", keys[i].control);
    }
}

/* An answer repeats choices that stand elsewhere: it gets no reactions unless it asks something. */
static bool delivery_wants_seeds(const struct matrix_delivery *delivery,
                                 const struct matrix_shape *shape)
{
    enum doc_kind kind = delivery->sending.head.kind;
    bool answers = kind == DOC_ANSWER || kind == DOC_CONSOLE;
    return delivery->key_count > 0 && (!answers || shape->asks || shape->presses);
}

/* The time is the row's, not the try's, so that every try makes the same parts. */
static struct matrix_shaping delivery_shaping(const struct matrix_delivery *delivery,
                                              const struct matrix_names *names,
                                              const struct matrix_key *keys, unsigned count)
{
    const struct matrix *matrix = delivery->matrix;
    const char *about = delivery->sending.room; /* where a private message's table stands */
    return (struct matrix_shaping){
        .names = names,
        .catalogue = matrix_catalogue(matrix, about != NULL ? about : delivery->room),
        .now_ms = delivery->sending.created_ms,
        .prefix = house_prefix(matrix->house, (const struct adapter *)matrix, delivery->room),
        .keys = keys,
        .key_count = count,
        .limit = delivery->limit};
}

/* Answers go into the thread of the command; a board is the room's. */
static void delivery_find_thread(struct matrix_delivery *delivery)
{
    const struct matrix_room *room = matrix_room_find(delivery->matrix, delivery->room);
    int64_t since_ms = room == NULL ? -1 : delivery->sending.created_ms - room->thread_ms;
    bool answers = room != NULL && room->thread != NULL && since_ms >= 0 &&
                   since_ms < CONTENT_ANSWERS_MS && !delivery->board &&
                   delivery->sending.kind != SEND_EDIT;
    matrix_copy(delivery->thread, answers ? room->thread : "");
    matrix_copy(delivery->thread_last, answers ? room->thread_last : "");
}

struct matrix_thread matrix_delivery_thread(const struct matrix_delivery *delivery)
{
    return (struct matrix_thread){.root = delivery->thread[0] == '\0' ? NULL : delivery->thread,
                                  .last = delivery->thread_last};
}

/* A public document in its shape, in the arena; its keys with how many there are. False: it is
 * none.
 */
static bool delivery_shape(struct matrix_delivery *delivery, const char *replaces,
                           struct matrix_public_shape *shape, struct matrix_key *keys,
                           unsigned *count)
{
    struct matrix *matrix = delivery->matrix;
    struct public_doc doc;
    if (!public_doc_of(matrix->send_arena, &delivery->sending, &doc)) {
        return false;
    }
    delivery->board = delivery->sending.head.kind == DOC_BOARD;
    const struct matrix_choices *before =
        replaces == NULL ? NULL : matrix_choices_of(matrix, replaces);
    *count = matrix_choice_keys(doc.doc, delivery->board, before, keys);
    const struct matrix_names names = {send_account, matrix};
    struct matrix_shaping shaping = delivery_shaping(delivery, &names, keys, *count);
    shaping.one = delivery->board || replaces != NULL;
    if (shaping.one && shaping.limit > MATRIX_BOARD_BYTES) {
        shaping.limit = MATRIX_BOARD_BYTES;
    }
    matrix_public_shape(doc, &shaping, shape);
    return true;
}

bool matrix_delivery_public(struct matrix_delivery *delivery, const char *replaces)
{
    struct arena *arena = delivery->matrix->send_arena;
    struct matrix_public_shape shape;
    struct matrix_key keys[MATRIX_KEYS_MAX];
    unsigned count = 0;
    if (!delivery_shape(delivery, replaces, &shape, keys, &count)) {
        return false;
    }
    matrix_delivery_clear(delivery);
    delivery_find_thread(delivery);
    for (unsigned i = 0; i < shape.shape.count; i++) {
        const struct matrix_part_of part = {
            .part = i, .replaces = replaces, .thread = matrix_delivery_thread(delivery)};
        delivery->body[i] = heap_copy(matrix_room_content(arena, &shape, &part).json);
        delivery->public_content[i].json = delivery->body[i];
        delivery->count++;
    }
    delivery_keep_extras(delivery, &shape.shape);
    delivery_keep_keys(delivery, keys, count);
    delivery->seeds = delivery_wants_seeds(delivery, &shape.shape);
    return true;
}

/* The message that it is the new form of; NULL: it is a message of its own. */
static const char *delivery_replaces(const struct matrix_delivery *delivery)
{
    return matrix_delivery_edits(delivery) ? delivery->sending.edit_of : NULL;
}

bool matrix_delivery_secret(struct matrix_delivery *delivery)
{
    struct matrix *matrix = delivery->matrix;
    struct arena *arena = matrix->send_arena;
    struct secret_doc doc;
    struct matrix_secret_shape shape;
    struct matrix_key keys[MATRIX_KEYS_MAX];
    if (!secret_doc_of(arena, &delivery->sending, &doc)) {
        return false;
    }
    const char *replaces = delivery_replaces(delivery);
    const struct matrix_choices *before =
        replaces == NULL ? NULL : matrix_choices_of(matrix, replaces);
    unsigned count = matrix_choice_keys(doc.doc, false, before, keys);
    const struct matrix_names names = {send_account, matrix};
    struct matrix_shaping shaping = delivery_shaping(delivery, &names, keys, count);
    shaping.in_private = true;
    shaping.one = replaces != NULL || delivery->sending.head.kind == DOC_CARD;
    if (shaping.one && shaping.limit > MATRIX_BOARD_BYTES) {
        shaping.limit = MATRIX_BOARD_BYTES;
    }
    matrix_secret_shape(doc, &shaping, &shape);
    matrix_delivery_clear(delivery);
    matrix_copy(delivery->room, delivery->secret.person->room);
    delivery_find_thread(delivery);
    for (unsigned i = 0; i < shape.shape.count; i++) {
        const struct matrix_part_of part = {.part = i,
                                            .notify = delivery->sending.notify && replaces == NULL,
                                            .replaces = replaces,
                                            .thread = matrix_delivery_thread(delivery)};
        delivery->body[i] = heap_copy(
            matrix_direct_content(arena, &shape, &part, delivery->secret.person->id).json);
        delivery->direct_content[i].json = delivery->body[i];
        delivery->count++;
    }
    delivery_keep_extras(delivery, &shape.shape);
    delivery_keep_keys(delivery, keys, count);
    delivery->seeds = delivery_wants_seeds(delivery, &shape.shape);
    return true;
}

/* Who is called in a room is called by an edit of the line that says so: by the usual push rules
 * (client-server API, 11.14.1.3) every text there notifies all, and a notice nobody; an edit that
 * mentions somebody notifies them alone. False: there is nobody to be called by it. */
bool matrix_delivery_add_mention(struct matrix_delivery *delivery)
{
    struct arena *arena = delivery->matrix->send_arena;
    struct matrix_public_shape shape;
    struct matrix_key keys[MATRIX_KEYS_MAX];
    unsigned count = 0;
    bool calls = delivery->sending.notify && delivery->secret.person == NULL &&
                 !delivery->mention_added && !matrix_delivery_edits(delivery) &&
                 delivery->count < MATRIX_PARTS_MAX &&
                 delivery_shape(delivery, NULL, &shape, keys, &count) && shape.shape.user_count > 0;
    if (calls) {
        const struct matrix_part_of part = {.notify = true, .replaces = delivery->message};
        delivery->mention_added = true;
        delivery->body[delivery->count] = heap_copy(matrix_room_content(arena, &shape, &part).json);
        delivery->public_content[delivery->count].json = delivery->body[delivery->count];
        delivery->count++;
    }
    return calls;
}
