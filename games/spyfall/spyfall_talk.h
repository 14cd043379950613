/* The talk of a round: its questions and answers, oldest first, in one bounded pool. When it is
 * full the oldest fall out. No rule looks at it, so it may lack words that were forgotten. */
#ifndef SPYFALL_TALK_H
#define SPYFALL_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPYFALL_TALK_BYTES = 2600, SPYFALL_TALK_KEPT_MAX = 400, SPYFALL_TALK_ENTRIES_MAX = 48 };

enum spyfall_talk_flag {
    SPYFALL_TALK_ANSWERED = 1 << 0,
    SPYFALL_TALK_SKIPPED = 1 << 1 /* counts as answered */
};

struct spyfall_exchange {
    int8_t asker;
    int8_t target;
    uint8_t flags;
    uint8_t unused;
    uint16_t question_len;
    uint16_t answer_len;
};

struct spyfall_talk {
    uint16_t used;
    uint16_t count;
    char bytes[SPYFALL_TALK_BYTES];
};

void spyfall_talk_clear(struct spyfall_talk *talk);
/* A question is open; of long words only the beginning is kept. */
void spyfall_talk_ask(struct spyfall_talk *talk, int asker, int target, const char *text);
/* The open question is answered, or text is NULL: skipped. */
void spyfall_talk_answer(struct spyfall_talk *talk, const char *text);
/* The open question is taken back. */
void spyfall_talk_cancel(struct spyfall_talk *talk);
/* Reads the exchange at *next (0 for the first) and moves behind it; words_r is the question and
 * then the answer. False at the end. */
bool spyfall_talk_next(const struct spyfall_talk *talk, uint16_t *next,
                       struct spyfall_exchange *exchange_r, const char **words_r);
/* Is it a sequence of whole exchanges? */
bool spyfall_talk_is_sound(const struct spyfall_talk *talk);

#endif
