/* What a person has chosen for themselves (own_choices.h): told, and chosen by what they say. */
#ifndef OWN_SETTINGS_H
#define OWN_SETTINGS_H

#include "command.h"

struct handling;

/* Answers `settings`, `zone`, `quiet` and `nudges`, with what was said behind it, in private. */
void own_settings_answer(struct handling *handling, enum command_question question);

#endif
