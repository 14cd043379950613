/* `notify`: what somebody wants to be told in private (alerts.h), each with its button, and what
 * more they could ask for in the room or at the table where they are. */
#ifndef ALERTS_ANSWER_H
#define ALERTS_ANSWER_H

struct doc;
struct handling;

/* Answers the question, in private. */
void alerts_answer(struct handling *handling);
/* A button for it, at the end of an answer. */
void alerts_offer(const struct handling *handling, struct doc *doc);

#endif
