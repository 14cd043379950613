/* The sentences of a transcript that stands alone: what is above its steps and below them. */
#ifndef COMPOSE_TRANSCRIPT_H
#define COMPOSE_TRANSCRIPT_H

#include "compose.h"

/* Whose eyes a transcript is for: a seat, SEAT_CROWD, or everybody's, that of each seat too. */
enum { TRANSCRIPT_EVERYBODY = 100 };

/* What a transcript says that no view holds. */
struct compose_transcript {
    int eyes;
    int64_t opened_ms;
    int64_t over_ms;    /* NO_DEADLINE: it is not over */
    const char *secret; /* hex; NULL: it is not told */
    unsigned steps_left_out, boards_in_words;
};

/* Title, whose eyes, who played, when, with which options, how it ended. */
const struct doc *compose_transcript_head(const struct compose *compose, const struct view *view,
                                          const struct compose_transcript *transcript);
/* Fingerprint and secret of the deal, and how anybody can check it. */
const struct doc *compose_transcript_proof(const struct compose *compose, const struct view *view,
                                           const struct compose_transcript *transcript);
/* "In private: Ana", above what a seat alone was told. */
const struct doc *compose_transcript_alone(const struct compose *compose, const struct view *view,
                                           int seat);
/* A label of the page ("transcript.NAME"), number being its argument "step". In the arena. */
const char *compose_transcript_word(const struct compose *compose, const char *name,
                                    int64_t number);

#endif
