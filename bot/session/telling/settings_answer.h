/* Settings (setting.h): told with a button for each value, and chosen by what somebody says or
 * presses: what is their own, and what a room's moderators choose for it. */
#ifndef SETTINGS_ANSWER_H
#define SETTINGS_ANSWER_H

#include "command.h"

struct doc;
struct handling;

/* Answers `settings`, `room` and each setting by its name, with what was said behind it, in
 * private. False: it is another question. */
bool settings_answer(struct handling *handling, enum command_question question);

/* A button for `settings`, at the end of an answer. */
void settings_offer(const struct handling *handling, struct doc *doc);

#endif
