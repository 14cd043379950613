/* What the files of Interceptor share; nobody else includes this. */
#ifndef INTERCEPTOR_PRIVATE_H
#define INTERCEPTOR_PRIVATE_H

#include "interceptor.h"

/* interceptor.c */
extern const char *const interceptor_symbols[SYMBOLS];
extern const char *const interceptor_teams[INTERCEPTOR_TEAMS];
int interceptor_team_of(int seat);
int interceptor_partner(int seat);
uint16_t interceptor_team_seats(int team);
int interceptor_table_cards(const struct interceptor *state);
/* A number that no wait has had. */
uint32_t interceptor_new_ask(struct interceptor *state);
/* What a proposal of signals adds to its team's ask: new to the team, while the asks that others
 * see do not count proposals. */
enum { INTERCEPTOR_DRAFT_ASKS = 1 << 12 };
/* Starts the clock of a new wait. */
void interceptor_wait(struct interceptor *state);
/* The symbol an argument names. */
int interceptor_symbol_of(const struct move *move);
/* Ends the game; winner is a team, or -1. */
void interceptor_end(struct interceptor *state, enum game_outcome outcome, int winner,
                     const char *reason, struct outcome *out);
const char *interceptor_broken(const void *subject);

/* interceptor_deal.c */
extern const char *const interceptor_deal_members[];
enum refusal interceptor_deal(void *subject, const struct deal *deal, struct outcome *out);

/* interceptor_register.c: agreeing on signals, naming the leader */
enum refusal interceptor_register_resolve(const void *subject, struct move *move,
                                          struct outcome *out);
enum refusal interceptor_register(void *subject, const struct move *move, struct outcome *out);
enum refusal interceptor_confirm(void *subject, const struct move *move, struct outcome *out);
enum refusal interceptor_choose_leader(void *subject, const struct move *move, struct outcome *out);
/* All signals are in: to the leader or the first round. */
void interceptor_signals_done(struct interceptor *state, struct outcome *out);
/* by is who named him, SEAT_NONE by time. */
void interceptor_lead(struct interceptor *state, int seat, int by, struct outcome *out);

/* interceptor_play.c: turns */
int interceptor_seat_at(int leader, int play);
/* Whose turn it is, also under a ruling; SEAT_NONE in other phases. */
int interceptor_turn(const struct interceptor *state);
void interceptor_begin_round(struct interceptor *state, struct outcome *out);
/* Goes on from state->play: passes over who has no card, reveals after the last. */
void interceptor_next(struct interceptor *state, struct outcome *out);
void interceptor_pass_over(struct interceptor *state, const char *why, struct outcome *out);
enum refusal interceptor_play_resolve(const void *subject, struct move *move, struct outcome *out);
enum refusal interceptor_play(void *subject, const struct move *move, struct outcome *out);
/* May a play that carries this stand for the symbol? The table of rulebook 1.9. */
enum refusal interceptor_verdict(const struct interceptor *state, int seat, int symbol,
                                 unsigned carries);
/* Lays a card face down, or changes the one that lies there. waiting: its signal is yet to come. */
enum refusal interceptor_lay(struct interceptor *state, int seat, int symbol, bool waiting,
                             struct outcome *out);
/* The card lies there and its signal has been given. */
void interceptor_played(struct interceptor *state, struct outcome *out);

/* interceptor_native.c: signals given in the channel itself */
enum refusal interceptor_show_resolve(const void *subject, struct move *move, struct outcome *out);
enum refusal interceptor_react_resolve(const void *subject, struct move *move, struct outcome *out);
enum refusal interceptor_show(void *subject, const struct move *move, struct outcome *out);
enum refusal interceptor_react(void *subject, const struct move *move, struct outcome *out);
enum refusal interceptor_play_native(struct interceptor *state, int seat, int symbol,
                                     struct outcome *out);

/* interceptor_round.c: reveal, pot, end of a round */
const char *interceptor_outcome_name(unsigned outcome);
void interceptor_reveal(struct interceptor *state, struct outcome *out);
void interceptor_break_off(struct interceptor *state, int seat, struct outcome *out);
/* The last calls are over, if there were any: to the split or the end of the round. */
void interceptor_after_last_calls(struct interceptor *state, struct outcome *out);
enum refusal interceptor_split(void *subject, const struct move *move, struct outcome *out);
enum refusal interceptor_split_confirm(struct interceptor *state, int seat, struct outcome *out);
void interceptor_split_default(struct interceptor *state, struct outcome *out);

/* interceptor_call.c: "Interceptor!", rulings, last calls */
enum refusal interceptor_call_resolve(const void *subject, struct move *move, struct outcome *out);
/* Could this seat make a call, whatever it guesses? Everybody may know. */
bool interceptor_may_call(const struct interceptor *state, int seat);
enum refusal interceptor_call(void *subject, const struct move *move, struct outcome *out);
enum refusal interceptor_pass(void *subject, const struct move *move, struct outcome *out);
enum refusal interceptor_rule(void *subject, const struct move *move, struct outcome *out);
void interceptor_ruled(struct interceptor *state, bool yes, struct outcome *out);

/* interceptor_owed.c: who is waited for, and what time does */
void interceptor_owed(const void *subject, struct owed_list *list);
int64_t interceptor_due_ms(const void *subject);
void interceptor_fall_due(void *subject, struct outcome *out);
enum refusal interceptor_skip(void *subject, struct outcome *out);

/* interceptor_retell.c: what the finished game is told of by */
void interceptor_retell(const void *subject, struct outcome *out);
const struct course *interceptor_course(const void *subject);
extern const char *const interceptor_marks[];

/* interceptor_choose.c: what forms say (choose.h) */
void interceptor_choose(const void *subject, int seat, const struct choosing *choosing,
                        struct value_tree *into);

/* interceptor_view.c, interceptor_board.c */
void interceptor_view(const void *subject, int seat, struct view *view);
void interceptor_board(const struct view *view, struct board *board);
void interceptor_hand(const struct view *view, struct hand *hand);

extern const char interceptor_id[];
extern const char *const interceptor_phases[]; /* NULL after the last */
extern const struct option_def interceptor_options[INTERCEPTOR_OPTIONS_END - OPTION_COMMON_COUNT];
/* What an option of this game's own says, in milliseconds. */
int64_t interceptor_ms(const struct interceptor *state, int option);

#endif
