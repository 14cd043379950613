/* What a finished game is told of by: its course in one line, its best and its worst clue, who
 * heard well. All of it from codes and answers that everybody has seen. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

enum { RETELL_LINE_MIN = 3, RETELL_EARS_MIN = 3 };

const char *const decrypto_marks[] = {"read", "misread", "caught", NULL};

/* --- the story -------------------------------------------------------------------------------- */

static struct value_tree *story_say(const struct course *course, enum message message, int winner,
                                    struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, message);
    int former = course_former(course);
    value_term(args, "winner", decrypto_teams[winner]);
    value_number(args, "since", course->since);
    if (former != COURSE_NOBODY) {
        value_term(args, "former", decrypto_teams[former]);
        value_number(args, "former_since", course->led_since);
    }
    value_number(args, "changes", course->changes);
    return args;
}

static void story_solo(const struct decrypto *state, struct outcome *out)
{
    int count = state->team[DECRYPTO_BLACK].interceptions;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_STORY_SOLO);
    value_bool(args, "caught", count >= DECRYPTO_TOKENS_MAX);
    value_number(args, "count", count);
    value_number(args, "round", state->common.round);
    outcome_end(out);
}

static void story_keywords(const struct decrypto *state, struct outcome *out)
{
    const struct result *result = &state->common.result;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_STORY_KEYWORDS);
    bool white = (result->winners & state->team[DECRYPTO_WHITE].seats) != 0;
    if (result->outcome == OUTCOME_WIN) {
        value_term(args, "winner", decrypto_teams[white ? DECRYPTO_WHITE : DECRYPTO_BLACK]);
    } else {
        value_null(args, "winner");
    }
    value_number(args, "round", state->common.round);
    outcome_end(out);
}

/* A game that went to its end; one given up has no story. */
static void retell_story(const struct decrypto *state, struct outcome *out)
{
    const struct course *course = &state->course;
    int winner = course_leader(course);
    bool given = strcmp(state->common.result.reason, "conceded") == 0 ||
                 strcmp(state->common.result.reason, "forfeit") == 0;
    if (given) {
        return;
    }
    if (state->solo) {
        story_solo(state, out);
    } else if (state->broke_tie) {
        story_keywords(state, out);
    } else if (winner != COURSE_NOBODY) {
        bool last = course->since == state->common.round;
        enum message message = course_former(course) == COURSE_NOBODY
                                   ? last ? MSG_DECRYPTO_STORY_SUDDEN : MSG_DECRYPTO_STORY_LED
                               : course_former(course) == winner ? MSG_DECRYPTO_STORY_LED
                               : last                            ? MSG_DECRYPTO_STORY_CAUGHT
                                                                 : MSG_DECRYPTO_STORY_TURNED;
        story_say(course, message, winner, out);
        outcome_end(out);
    }
}

/* --- clues ------------------------------------------------------------------------------------ */

/* A clue that somebody gave and that can still be read. */
static bool clue_tells(const struct clue_entry *entry)
{
    unsigned off = CLUE_BLANK | CLUE_STRUCK | CLUE_GUESS;
    return (entry->flags & off) == 0 && entry->slot != 0 && entry->len > 0 && entry->placed != 0;
}

/* How good a clue was: its own team knew what it meant, the others did not. */
static int clue_good(unsigned placed)
{
    if ((placed & CLUE_READ) == 0 || (placed & CLUE_CAUGHT) != 0) {
        return 0;
    }
    return (placed & CLUE_UNCAUGHT) != 0 ? 2 : 1;
}

static int clue_bad(unsigned placed)
{
    return ((placed & CLUE_MISREAD) != 0 ? 2 : 0) + ((placed & CLUE_CAUGHT) != 0 ? 1 : 0);
}

/* The clue that counts most; of equal ones the latest, when the others knew most. False: none. */
static bool clue_find(const struct decrypto *state, int (*worth)(unsigned placed),
                      struct clue_item *found_r)
{
    struct clue_item item;
    uint16_t next = 0;
    int most = 1;
    bool found = false;
    while (clue_log_next(&state->log, &next, &item)) {
        int worthy = clue_tells(&item.entry) ? worth(item.entry.placed) : 0;
        if (worthy >= most) {
            most = worthy;
            *found_r = item;
            found = true;
        }
    }
    return found;
}

static struct value_tree *clue_say(const struct decrypto *state, const struct clue_item *item,
                                   enum message message, struct outcome *out)
{
    const char *keyword = state->team[item->entry.team].keyword[item->entry.slot - 1];
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, message);
    value_term(args, "team", decrypto_teams[item->entry.team]);
    value_text(args, "text", item->text, item->entry.len);
    value_text(args, "keyword", keyword, strlen(keyword));
    return args;
}

static void retell_clues(const struct decrypto *state, struct outcome *out)
{
    struct clue_item item;
    if (clue_find(state, clue_good, &item)) {
        struct value_tree *args = clue_say(state, &item, MSG_DECRYPTO_AWARD_BEST, out);
        value_bool(args, "tried", (item.entry.placed & CLUE_UNCAUGHT) != 0);
        outcome_end(out);
    }
    if (clue_find(state, clue_bad, &item)) {
        struct value_tree *args = clue_say(state, &item, MSG_DECRYPTO_AWARD_WORST, out);
        value_bool(args, "misread", (item.entry.placed & CLUE_MISREAD) != 0);
        value_bool(args, "caught", (item.entry.placed & CLUE_CAUGHT) != 0);
        outcome_end(out);
    }
}

/* --- teams ------------------------------------------------------------------------------------ */

/* Of the other team's clues, how many this team put under the right keyword, and how many it tried.
 */
static int team_caught(const struct decrypto *state, int team, int *tried_r)
{
    struct clue_item item;
    uint16_t next = 0;
    int caught = 0;
    *tried_r = 0;
    while (clue_log_next(&state->log, &next, &item)) {
        unsigned placed = item.entry.team == decrypto_other(team) ? item.entry.placed : 0;
        caught += (placed & CLUE_CAUGHT) != 0;
        *tried_r += (placed & (CLUE_CAUGHT | CLUE_UNCAUGHT)) != 0;
    }
    return caught;
}

static void retell_ears(const struct decrypto *state, struct outcome *out)
{
    int caught[DECRYPTO_TEAMS];
    int tried[DECRYPTO_TEAMS];
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        caught[team] = team_caught(state, team, &tried[team]);
    }
    if (tried[DECRYPTO_WHITE] < RETELL_EARS_MIN || tried[DECRYPTO_BLACK] < RETELL_EARS_MIN) {
        return;
    }
    int white = caught[DECRYPTO_WHITE] * tried[DECRYPTO_BLACK];
    int black = caught[DECRYPTO_BLACK] * tried[DECRYPTO_WHITE];
    if (white != black) {
        int team = white > black ? DECRYPTO_WHITE : DECRYPTO_BLACK;
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_AWARD_EARS);
        value_term(args, "team", decrypto_teams[team]);
        value_number(args, "count", caught[team]);
        value_number(args, "of", tried[team]);
        outcome_end(out);
    }
}

/* How many codes of its own a team read, all of them right; 0 where it misread one. */
static int team_line(const struct decrypto *state, int team)
{
    return state->team[team].miscommunications == 0 && decrypto_has_code(state, team) &&
                   !state->solo
               ? state->course.marks[team]
               : 0;
}

static void retell_line(const struct decrypto *state, struct outcome *out)
{
    int white = team_line(state, DECRYPTO_WHITE);
    int black = team_line(state, DECRYPTO_BLACK);
    int team = white > 0 ? DECRYPTO_WHITE : DECRYPTO_BLACK;
    if ((white > 0) != (black > 0) && state->course.marks[team] >= RETELL_LINE_MIN) {
        struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_AWARD_LINE);
        value_term(args, "team", decrypto_teams[team]);
        value_number(args, "count", state->course.marks[team]);
        outcome_end(out);
    }
}

void decrypto_retell(const void *subject, struct outcome *out)
{
    const struct decrypto *state = subject;
    assert(state->common.over);
    retell_story(state, out);
    retell_clues(state, out);
    retell_ears(state, out);
    retell_line(state, out);
}

const struct course *decrypto_course(const void *subject)
{
    const struct decrypto *state = subject;
    return &state->course;
}
