/* Options of a game and what each may be, while they are typed. */
#ifndef COMPLETE_OPTION_H
#define COMPLETE_OPTION_H

#include "catalogue.h"
#include "game.h"

/* value: as it is typed; label: for people. Live as long as the arena. */
typedef void (*complete_option_fn)(void *context, const char *value, const char *label);

struct complete_option {
    const struct catalogue *catalogue;
    struct arena *arena;
    const struct game_def *game;
    complete_option_fn add;
    void *context;
};

/* The names of all options but those that are people. */
void complete_option_names(const struct complete_option *complete);
/* What the option of this name may be, where that is a list. */
void complete_option_values(const struct complete_option *complete, const char *name);

#endif
