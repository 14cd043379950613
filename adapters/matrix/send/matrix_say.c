#include "matrix_say.h"

#include <string.h>

#include "hash.h"
#include "heap.h"
#include "matrix_delivery_private.h"
#include "nonce.h"

enum {
    SAY_PREFIX_BYTES = 64,
    SAY_NONCE_HASHED = 16 /* bytes of a hash that are a nonce */
};

/* Somebody's display name in a room. */
static const char *say_name(const struct matrix *matrix, const char *room, const char *account)
{
    const struct matrix_room *known = matrix_room_find(matrix, room);
    const struct matrix_member *member =
        known == NULL || account == NULL ? NULL : matrix_room_member(known, account);
    return member != NULL && member->name != NULL ? member->name : account;
}

/* A delivery of a sentence with its facts, under this nonce; matrix_delivery_advance starts it. */
static struct matrix_delivery *say_delivery(struct matrix *matrix, const char *room,
                                            const char *key, const char *account,
                                            struct value_tree *values,
                                            const char nonce[NONCE_BYTES])
{
    struct arena *arena = matrix->send_arena;
    const char *prefix = house_prefix(matrix->house, (const struct adapter *)matrix, room);
    const struct sending sending = {
        .kind = SEND_POST, .nonce = nonce, .created_ms = matrix_now_ms(matrix)};
    struct matrix_delivery *delivery = matrix_delivery_new(matrix, &sending);
    value_text(values, "prefix", prefix, strlen(prefix));
    delivery->origin = ORIGIN_OWN;
    matrix_copy(delivery->room, room);
    const char *words =
        catalogue_text(matrix_catalogue(matrix, room), arena, key, values, VALUE_NONE, NULL);
    const struct matrix_room_content content =
        matrix_room_text(arena, words, account, say_name(matrix, room, account));
    delivery->body[0] = heap_copy(content.json);
    delivery->public_content[0].json = delivery->body[0];
    delivery->count = 1;
    return delivery;
}

void matrix_say(struct matrix *matrix, const char *room, const char *key, const char *account)
{
    struct value fact[2];
    char text[SAY_PREFIX_BYTES];
    char nonce[NONCE_BYTES];
    struct value_tree values;
    value_init(&values, fact, 2, text, sizeof text);
    nonce_make(&matrix->world->entropy, nonce);
    matrix_delivery_advance(say_delivery(matrix, room, key, account, &values, nonce));
}

void matrix_say_hello(struct matrix *matrix, const char *room)
{
    uint8_t hash[HASH_BYTES];
    struct value fact[2];
    char text[SAY_PREFIX_BYTES];
    char nonce[NONCE_BYTES];
    struct value_tree values;
    arena_reset(matrix->send_arena);
    value_init(&values, fact, 2, text, sizeof text);
    hash_of(hash, room, strlen(room));
    hash_base64url(nonce, hash, SAY_NONCE_HASHED);
    struct matrix_delivery *delivery =
        say_delivery(matrix, room, "matrix.hello", NULL, &values, nonce);
    delivery->origin = ORIGIN_GREETING;
    matrix_delivery_advance(delivery);
}

void matrix_room_say(struct matrix *matrix, const char *room, const char *key)
{
    arena_reset(matrix->send_arena);
    matrix_say(matrix, room, key, NULL);
}

void matrix_say_throttled(struct matrix *matrix, const char *room, int64_t wait_ms)
{
    struct value fact[2];
    char text[SAY_PREFIX_BYTES];
    char nonce[NONCE_BYTES];
    struct value_tree values;
    value_init(&values, fact, 2, text, sizeof text);
    value_number(&values, "wait", wait_ms);
    nonce_make(&matrix->world->entropy, nonce);
    struct matrix_delivery *delivery =
        say_delivery(matrix, room, "matrix.throttle_notice", NULL, &values, nonce);
    delivery->origin = ORIGIN_OWN_FIRST;
    matrix_delivery_advance(delivery);
}
