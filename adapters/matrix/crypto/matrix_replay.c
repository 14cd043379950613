#include "matrix_replay.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "heap.h"
#include "matrix_base64.h"

enum { REPLAY_PIECE_BYTES = MATRIX_REPLAY_PIECE * 8 };

void matrix_replay_free(struct matrix_replay *replay)
{
    free(replay->pieces);
    *replay = (struct matrix_replay){0};
}

/* Where the piece of this number stands, or would. */
static size_t replay_find(const struct matrix_replay *replay, uint32_t number)
{
    size_t low = 0;
    size_t high = replay->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (replay->pieces[middle].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool replay_has(const struct matrix_replay *replay, size_t at, uint32_t number)
{
    return at < replay->count && replay->pieces[at].number == number;
}

/* An empty piece; there is room. */
static void replay_insert(struct matrix_replay *replay, size_t at, uint32_t number)
{
    replay->pieces = heap_grow(replay->pieces, replay->count + 1, sizeof *replay->pieces);
    memmove(replay->pieces + at + 1, replay->pieces + at,
            (replay->count - at) * sizeof *replay->pieces);
    replay->pieces[at] = (struct matrix_replay_piece){.number = number};
    replay->count++;
}

static void replay_drop_first(struct matrix_replay *replay)
{
    replay->count--;
    memmove(replay->pieces, replay->pieces + 1, replay->count * sizeof *replay->pieces);
}

static uint64_t replay_hash(const char *event, int64_t ms)
{
    uint8_t bytes[HASH_BYTES];
    uint64_t first = 0;
    struct hash *hash = hash_new();
    hash_add(hash, event, strlen(event) + 1);
    for (unsigned i = 0; i < 8; i++) {
        uint8_t byte = (uint8_t)((uint64_t)ms >> 8 * i);
        hash_add(hash, &byte, 1);
    }
    hash_end(&hash, bytes);
    for (unsigned i = 0; i < sizeof first; i++) {
        first = first << 8 | bytes[i];
    }
    return first == 0 ? 1 : first;
}

enum matrix_replay_verdict matrix_replay_note(struct matrix_replay *replay, uint32_t index,
                                              const char *event, int64_t ms, int64_t *dropped_r)
{
    uint32_t number = index / MATRIX_REPLAY_PIECE;
    uint64_t hash = replay_hash(event, ms);
    size_t at = replay_find(replay, number);
    *dropped_r = -1;
    if (!replay_has(replay, at, number)) {
        if (replay->count == MATRIX_REPLAY_PIECES_MAX && at == 0) {
            return MATRIX_REPLAY_OLD; /* before all for which there is room */
        }
        if (replay->count == MATRIX_REPLAY_PIECES_MAX) {
            *dropped_r = replay->pieces[0].number;
            replay_drop_first(replay);
            at--;
        }
        replay_insert(replay, at, number);
    }
    uint64_t *known = &replay->pieces[at].event[index % MATRIX_REPLAY_PIECE];
    if (*known == 0) {
        *known = hash;
        return MATRIX_REPLAY_FRESH;
    }
    return *known == hash ? MATRIX_REPLAY_KNOWN : MATRIX_REPLAY_OTHER;
}

void matrix_replay_write(const struct matrix_replay *replay, uint32_t index, struct buf *out)
{
    uint8_t bytes[REPLAY_PIECE_BYTES];
    char text[MATRIX_BASE64_LEN(REPLAY_PIECE_BYTES) + 1];
    size_t at = replay_find(replay, index / MATRIX_REPLAY_PIECE);
    assert(replay_has(replay, at, index / MATRIX_REPLAY_PIECE));
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(replay->pieces[at].event[i / 8] >> 8 * (i % 8));
    }
    matrix_base64(text, bytes, sizeof bytes);
    buf_text(out, text);
}

bool matrix_replay_restore(struct matrix_replay *replay, uint32_t number, const char *text,
                           size_t len)
{
    uint8_t bytes[REPLAY_PIECE_BYTES];
    char copy[MATRIX_BASE64_LEN(REPLAY_PIECE_BYTES) + 1];
    size_t at = replay_find(replay, number);
    if (len != sizeof copy - 1 || replay_has(replay, at, number) ||
        replay->count == MATRIX_REPLAY_PIECES_MAX || number > UINT32_MAX / MATRIX_REPLAY_PIECE) {
        return false;
    }
    memcpy(copy, text, len);
    copy[len] = '\0';
    if (!matrix_unbase64(bytes, sizeof bytes, copy)) {
        return false;
    }
    replay_insert(replay, at, number);
    for (unsigned i = 0; i < sizeof bytes; i++) {
        replay->pieces[at].event[i / 8] |= (uint64_t)bytes[i] << 8 * (i % 8);
    }
    return true;
}
