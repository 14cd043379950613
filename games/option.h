/* Options of games (rulebook section 6): rows, and the chosen values as plain numbers. */
#ifndef OPTION_H
#define OPTION_H

#include "message.h"
#include "value_tree.h"

enum { OPTIONS_MAX = 32, OPTION_CHOICES_MAX = 6 };

enum option_kind {
    OPTION_CHOICE,  /* value: index of the choice */
    OPTION_NUMBER,  /* value: the number; one below min is the choice of that index ("auto") */
    OPTION_SECONDS, /* value: seconds; OPTION_BY_PACE: the default of each pace; below min as above,
                     * so that choices may begin with "none"; daily: or 1
                     * and a minute of the day */
    OPTION_PERSON,  /* value: 0 none, 1 somebody named */
    OPTION_CODE     /* value: a short name (letters and digits, a letter first, at most six) as a
                     * number, 0 for choices[0] where that is longer than a name may be */
};

enum { OPTION_BY_PACE = -1 };

struct option_def {
    const char *name; /* without prefix: "variant" */
    enum option_kind kind;
    enum message help;
    const char *choices[OPTION_CHOICES_MAX]; /* names as the rulebook prints them; [0] default */
    int32_t min;
    int32_t max;
    int32_t live; /* OPTION_NUMBER: the default; OPTION_SECONDS: the default of each pace */
    int32_t async;
    enum message label; /* of menu, below */
    bool daily;         /* OPTION_SECONDS: it may be a time of day ("18:00") in place of a length */
    bool later;         /* there were records before it: where it is as usual, none says it */
    bool no_slash;      /* not among the 25 options of a slash command: typed, or in the lobby */
    const char *letters; /* OPTION_CODE: it is some of these letters, each once; NULL: any name */
    const char *const *menu; /* OPTION_CODE: names that a lobby offers to choose from, NULL after
                              * the last; others can be typed. NULL: no menu */
};

struct options {
    int32_t value[OPTIONS_MAX]; /* common rows first, then the game's */
    bool longer;                /* dealt: each length of time is half as long again (option_ms) */
};

/* Common rows (gm.*), by index; a game's own rows follow from OPTION_COMMON_COUNT. */
enum option_common {
    OPTION_PACE,
    OPTION_DM_CHECK,
    OPTION_REFEREE,
    OPTION_LEAVE,
    OPTION_SUBSTITUTE_WINDOW,
    OPTION_CONCEDE,
    OPTION_AUTOPLAY,
    OPTION_DEADLINE, /* of everything that the game waits for, where it is played over days */
    OPTION_COMMON_COUNT
};

enum { PACE_LIVE, PACE_ASYNC };

/* At a table with a daily deadline a wait lasts so long at the least; the house then moves its end
 * to the next such time of day (quiet_rest.h), and leaves one there that came off it by so little.
 */
enum { OPTION_DAILY_LEAST_S = 8 * 3600, OPTION_DAILY_OFF_MS = 2 * 3600 * 1000 };

struct game_def;

/* The row at index (common or the game's); NULL past the last. Of what plays no game the common
 * ones have no name. */
const struct option_def *option_row(const struct game_def *game, unsigned index);
/* All defaults. */
void options_default(const struct game_def *game, struct options *options);
/* Sets one by name and text ("max_rounds", "12"; "turn_limit", "90 s"). False when the name is
 * unknown (*row_r NULL) or the value is not one of its own (*row_r says which are). */
bool options_set(const struct game_def *game, struct options *options, const char *name,
                 const char *value, const struct option_def **row_r);
/* The value as text, as options_set reads it, into at least 24 bytes. */
void options_print(const struct game_def *game, const struct options *options, unsigned index,
                   char *text);
/* A length of time in milliseconds, by the pace chosen; 0 where the option says "none". */
int64_t options_ms(const struct game_def *game, const struct options *options, unsigned index);
/* The minute of the day at which all waits end; -1: at none. */
int options_daily(const struct options *options);
/* The first two for who has the row at hand. */
void option_print(const struct option_def *row, const struct options *options, unsigned index,
                  char *text);
int64_t option_ms(const struct option_def *row, const struct options *options, unsigned index);

/* Is it about a list of words or places, which comes with a deal of `deaddrop rules`? A lobby has
 * none. */
bool option_needs_deal(const struct option_def *option);

#endif
