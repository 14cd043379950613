/* `notify`: what somebody wants to be told in private (alerts.h), each with its button, and what
 * more they could ask for in the room or at the table where they are. */
#ifndef ALERTS_ANSWER_H
#define ALERTS_ANSWER_H

struct doc;
struct handling;

/* The kind of a letter to another part of the house, keyed by an address: what they want to be told
 * by it, or one number of that ({"number":3}; 0: all), is taken back. */
#define LETTER_NOTIFY_OFF "notify_off"

/* Answers the question, in private. */
void alerts_answer(struct handling *handling);
/* A button for it, at the end of an answer. */
void alerts_offer(const struct handling *handling, struct doc *doc);

#endif
