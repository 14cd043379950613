#include "season_end.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handling.h"
#include "heap.h"
#include "house_private.h"
#include "results_keep.h"
#include "results_read.h"
#include "results_tell.h"
#include "room_choices.h"
#include "season.h"
#include "show_say.h"
#include "standings.h"

enum {
    SEASON_FACTS = STANDINGS_GAMES_MAX * (RESULTS_FIRST_MAX + 3) + 8,
    SEASON_TEXT_BYTES = STANDINGS_GAMES_MAX * RESULTS_FIRST_MAX * TABLE_NAME_BYTES
};

struct season_ending {
    struct results_read read;
    struct season season;
};

/* Who has won each game of it, as a list. True: somebody has. */
static bool ending_facts(const struct season_ending *ending, struct standings *standings,
                         struct value_tree *facts)
{
    bool any = false;
    value_object(facts, "args");
    value_term(facts, "season", ending->season.name);
    value_list(facts, "winners");
    for (unsigned i = 0; i < standings->game_count; i++) {
        const struct person *first[RESULTS_FIRST_MAX];
        unsigned count = results_first(ending->read.house, &standings->game[i], first);
        if (count == 0) {
            continue;
        }
        value_object(facts, NULL);
        value_term(facts, "game", standings->game[i].game);
        value_list(facts, "names");
        for (unsigned k = 0; k < count; k++) {
            value_text(facts, NULL, first[k]->name, strnlen(first[k]->name, TABLE_NAME_BYTES));
        }
        value_end(facts);
        value_end(facts);
        any = true;
    }
    value_end(facts);
    value_end(facts);
    return any;
}

static void ending_say(struct season_ending *ending)
{
    struct house *house = ending->read.house;
    struct value fact[SEASON_FACTS];
    char text[SEASON_TEXT_BYTES];
    struct value_tree facts;
    struct standings standings;
    struct commit *commit = commit_new(house);
    standings_init(&standings, ending->season.from_ms, ending->season.to_ms);
    for (size_t i = 0; i < ending->read.count; i++) {
        standings_add(&standings, &ending->read.finish[i]);
    }
    value_init(&facts, fact, SEASON_FACTS, text, sizeof text);
    room_choices_set_word(house->room_choices, commit->batch, ending->read.room, RESULTS_SEASON,
                          "");
    if (ending_facts(ending, &standings, &facts)) {
        show_say(commit, ending->read.room, MSG_HOUSE_SEASON_OVER, &facts);
    }
    commit_submit(&commit);
    standings_deinit(&standings);
}

/* Another table may have been opened meanwhile: it is said once. */
static void ending_read(void *context)
{
    struct season_ending *ending = context;
    const struct house *house = ending->read.house;
    const char *last = room_choices_word(house->room_choices, ending->read.room, RESULTS_SEASON);
    if (!ending->read.failed && !house->down && strcmp(last, ending->season.name) == 0) {
        ending_say(ending);
    }
    results_read_deinit(&ending->read);
    free(ending);
}

void season_end_tell(const struct handling *handling)
{
    struct house *house = handling->house;
    const char *room = results_room(handling->entry);
    const char *last = room_choices_word(house->room_choices, room, RESULTS_SEASON);
    struct season season;
    if (last[0] == '\0' || !season_named(last, &season) || season.to_ms > house->now_ms) {
        return;
    }
    struct season_ending *ending = heap_allocate(sizeof *ending);
    results_read_init(&ending->read, house, ending_read, ending);
    ending->season = season;
    snprintf(ending->read.room, sizeof ending->read.room, "%s", room);
    results_read_start(&ending->read, STORE_RESULTS_IN, (uint64_t)season.from_ms);
}
