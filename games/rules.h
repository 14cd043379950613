/* The one door to the rules: deal, check by the row, apply, view. The same for all games. */
#ifndef RULES_H
#define RULES_H

#include "game.h"

/* Deals into state (game->state_size bytes, aligned for int64_t); it is zeroed first. */
enum refusal rules_deal(const struct game_def *game, void *state, const struct deal *deal,
                        struct outcome *out);

/* Makes a move heard live: row checks (over, unknown act, time and tick_first, seat, paused, phase,
 * arguments), the row's resolve, then the handler. On a refusal state is byte-identical to before.
 * The moves every game has (tick, skip, leave, pause, resume, concede) are rows too; in a phase
 * called "ruling" seats' moves of other rows are ruling_pending. A tick stops before the outcome
 * overflows; then rules_due_ms() is still past and another tick goes on. */
enum refusal rules_apply(const struct game_def *game, void *state, struct move *move,
                         struct outcome *out);
/* The same for a move from the journal: judgements are believed, resolve is not asked. */
enum refusal rules_replay(const struct game_def *game, void *state, struct move *move,
                          struct outcome *out);

/* The row by name: the game's own or one that every game has. */
const struct action_def *rules_action(const struct game_def *game, const char *name);
/* Rows that every game has. */
const struct action_def *rules_common_actions(size_t *count_r);

void rules_view(const struct game_def *game, const void *state, int seat, struct view *view);
/* The owed list; while paused it has no deadlines. What has no deadline has no default either. */
void rules_owed(const struct game_def *game, const void *state, struct owed_list *list);
/* The next moment at which a tick would change something; NO_DEADLINE while paused or over. */
int64_t rules_due_ms(const struct game_def *game, const void *state);
/* Moves every running deadline by ms, because the house was away. */
void rules_shift(const struct game_def *game, void *state, int64_t ms);

/* Ends a game with no result (outcome none, reason "aborted"): the table was given up. */
void rules_abort(const struct game_def *game, void *state, int64_t at_ms);

static inline const struct game_state *rules_state(const void *state)
{
    return state;
}

#endif
