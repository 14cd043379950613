#include "replay_past.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "heap.h"
#include "outcome.h"

enum { PAST_BYTES_MAX = 64 * 1024 * 1024, PAST_LINES_FIRST = 64 };

struct past_mark {
    struct past_mark *older;
    struct table table;
};

struct replay_past {
    struct buf lines;
    size_t *end; /* of each line in it */
    size_t count, room;
    struct past_mark *newest;
};

struct replay_past *replay_past_new(void)
{
    struct replay_past *past = heap_allocate(sizeof *past);
    memset(past, 0, sizeof *past);
    buf_init(&past->lines, PAST_BYTES_MAX);
    return past;
}

void replay_past_free(struct replay_past **past)
{
    struct replay_past *gone = *past;
    *past = NULL;
    if (gone == NULL) {
        return;
    }
    while (gone->newest != NULL) {
        struct past_mark *mark = gone->newest;
        gone->newest = mark->older;
        free(mark);
    }
    buf_deinit(&gone->lines);
    free(gone->end);
    free(gone);
}

void replay_past_add(struct replay_past *past, const char *line, size_t len)
{
    if (past->count == past->room) {
        past->room = past->room == 0 ? PAST_LINES_FIRST : past->room * 2;
        past->end = heap_grow(past->end, past->room, sizeof past->end[0]);
    }
    buf_add(&past->lines, line, len);
    past->end[past->count++] = past->lines.len;
}

void replay_past_mark(struct replay_past *past, const struct table *table)
{
    struct past_mark *mark = heap_allocate(sizeof *mark);
    mark->table = *table;
    mark->table.past = NULL;
    mark->older = past->newest;
    past->newest = mark;
}

/* Makes the line after the table's step. False when it is none. */
static bool past_go_on(const struct replay_past *past, struct table *table, struct move *move,
                       struct outcome *out,
                       const char *(*find)(const void *words, const char *digest, size_t *len_r),
                       const void *words)
{
    size_t begin = table->step == 0 ? 0 : past->end[table->step - 1];
    size_t end = past->end[table->step];
    return journal_parse(table, past->lines.text + begin, end - begin, find, words, move) &&
           table_replay(table, move, out) == REFUSAL_NONE;
}

struct table *replay_past_at(const struct replay_past *past, uint32_t step,
                             const char *(*find)(const void *words, const char *digest,
                                                 size_t *len_r),
                             const void *words)
{
    const struct past_mark *mark = past->newest;
    while (mark != NULL && mark->table.step > step) {
        mark = mark->older;
    }
    if (mark == NULL || step > past->count || past->lines.full) {
        return NULL;
    }
    struct table *table = heap_allocate(sizeof *table);
    struct move *move = heap_allocate(sizeof *move);
    struct outcome *out = heap_allocate(sizeof *out);
    *table = mark->table;
    bool good = true;
    while (good && table->step < step) {
        good = past_go_on(past, table, move, out, find, words);
    }
    free(move);
    free(out);
    if (!good) {
        free(table);
        return NULL;
    }
    return table;
}
