/* What a replay keeps so that it can go back: its lines, and the table as it was after each time
 * that it went back. From the last of these before it a step is a few lines away, so that a journal
 * takes time in proportion to its length however often moves were taken back. */
#ifndef REPLAY_PAST_H
#define REPLAY_PAST_H

#include "journal.h"

struct replay_past;

struct replay_past *replay_past_new(void);
void replay_past_free(struct replay_past **past);
/* Keeps the next line, as it stands. */
void replay_past_add(struct replay_past *past, const char *line, size_t len);
/* Keeps the table as it is: before its first line, and after one that has gone back. */
void replay_past_mark(struct replay_past *past, const struct table *table);
/* The table as it was after a step; the caller frees it with free(). NULL: it was not kept. find
 * and words are as for journal_parse(). */
struct table *replay_past_at(const struct replay_past *past, uint32_t step,
                             const char *(*find)(const void *words, const char *digest,
                                                 size_t *len_r),
                             const void *words);

#endif
