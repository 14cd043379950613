/* What the files of Spyfall share; nobody else includes this. */
#ifndef SPYFALL_PRIVATE_H
#define SPYFALL_PRIVATE_H

#include "spyfall.h"

/* spyfall.c */
extern const char *const spyfall_ends[SPYFALL_ENDS + 1]; /* NULL after the last */
/* Those who are in: not left, and not waiting for the next round. */
uint16_t spyfall_present(const struct spyfall *state);
int spyfall_count(uint16_t seats);
/* The next seat clockwise of those in seats, from the one after seat on; SEAT_NONE without any. */
int spyfall_next_of(const struct spyfall *state, uint16_t seats, int seat);
/* option is one of enum spyfall_option or enum option_common. */
bool spyfall_option_is(const struct spyfall *state, int option, int value);
bool spyfall_is_async(const struct spyfall *state);
/* A number that no wait has had. */
uint32_t spyfall_new_ask(struct spyfall *state);
/* A new wait: for who asks, answers, passes, leads. 0 ms: no deadline. Stands while a vote is open.
 */
void spyfall_wait(struct spyfall *state, int64_t ms);
void spyfall_write_seat(struct value_tree *facts, const char *key, int seat);
void spyfall_write_seats(struct value_tree *facts, const char *key, uint16_t seats);
void spyfall_write_place(const struct spyfall *state, struct value_tree *facts, const char *key,
                         int place);
enum refusal spyfall_not_your_turn(struct outcome *out, int turn);
const char *spyfall_broken(const void *subject);

/* spyfall_deal.c */
extern const char *const spyfall_deal_members[];
enum refusal spyfall_deal(void *subject, const struct deal *deal, struct outcome *out);
bool spyfall_draw(const struct deal *deal, struct value_tree *into);

/* spyfall_round.c */
void spyfall_begin_round(struct spyfall *state, struct outcome *out);
/* Ends the round: points, the reveal, and then a pause between rounds, or the game's end. */
void spyfall_end_round(struct spyfall *state, enum spyfall_end end, struct outcome *out);
/* Goes on after a pause between rounds: a round, or the end where too few are left. */
void spyfall_go_on(struct spyfall *state, struct outcome *out);
/* Are all rounds agreed on played? A tie may call for another, which is then agreed on. */
bool spyfall_was_last(struct spyfall *state);
/* The clock or the last call is over: a final vote, or the end of the round. */
void spyfall_time_out(struct spyfall *state, struct outcome *out);
enum refusal spyfall_next(void *subject, const struct move *move, struct outcome *out);
/* Ends the game: who has most points of those still in wins, or nobody, for another reason. */
void spyfall_end_game(struct spyfall *state, const char *reason, bool winners);

/* spyfall_question.c */
enum refusal spyfall_ask_resolve(const void *subject, struct move *move, struct outcome *out);
enum refusal spyfall_ask(void *subject, const struct move *move, struct outcome *out);
enum refusal spyfall_answer_resolve(const void *subject, struct move *move, struct outcome *out);
enum refusal spyfall_answer(void *subject, const struct move *move, struct outcome *out);
enum refusal spyfall_done(void *subject, const struct move *move, struct outcome *out);
/* Waits for the asker's question, or for the answer. */
void spyfall_wait_for_question(struct spyfall *state);
/* The next seat after the asker asks instead; nobody is barred. why: skipped or left. */
void spyfall_pass_turn(struct spyfall *state, const char *why, struct outcome *out);
/* The open question counts as answered. */
void spyfall_skip_answer(struct spyfall *state, struct outcome *out);
/* The last call ends once all have said that they have nothing more. */
void spyfall_check_done(struct spyfall *state, struct outcome *out);

/* spyfall_vote.c */
bool spyfall_vote_is_open(const struct spyfall *state);
enum refusal spyfall_accuse(void *subject, const struct move *move, struct outcome *out);
enum refusal spyfall_cast(void *subject, const struct move *move, struct outcome *out);
/* Who is silent now votes as the option says: the next voter, or all that are missing. */
void spyfall_vote_silent(struct spyfall *state, struct outcome *out);
/* Somebody has left: who voted, is out; a vote by or about him is off. */
void spyfall_vote_left(struct spyfall *state, int seat, struct outcome *out);

/* spyfall_final.c: the final vote, and the last guess of an indicted spy */
void spyfall_begin_final(struct spyfall *state, struct outcome *out);
/* The next one who may accuse; time-out when nobody is left. */
void spyfall_final_next(struct spyfall *state, struct outcome *out);
enum refusal spyfall_pass(void *subject, const struct move *move, struct outcome *out);
void spyfall_final_pass(struct spyfall *state, bool by_time, struct outcome *out);
void spyfall_begin_last_guess(struct spyfall *state, struct outcome *out);

/* spyfall_guess.c */
enum refusal spyfall_guess_resolve(const void *subject, struct move *move, struct outcome *out);
enum refusal spyfall_guess(void *subject, const struct move *move, struct outcome *out);

/* spyfall_time.c */
int64_t spyfall_due_ms(const void *subject);
/* When the next reminder of the round's clock is to be said (rulebook 4.6). */
int64_t spyfall_soft_ms(const void *subject);
void spyfall_fall_due(void *subject, struct outcome *out);
enum refusal spyfall_skip(void *subject, struct outcome *out);
void spyfall_shift(void *subject, int64_t ms);

/* spyfall_join.c: who comes, and how many rounds are played, in a running game */
enum refusal spyfall_join(void *subject, const struct move *move, struct outcome *out);
enum refusal spyfall_rounds(void *subject, const struct move *move, struct outcome *out);
/* Does the seat wait for the next round? */
bool spyfall_waits(const void *subject, int seat);
/* Refuses whoever is named and not in this round: has left, or waits. */
enum refusal spyfall_is_in(const struct spyfall *state, int seat, struct outcome *out);
/* Those who will be in the next round: who is in, and who waits for it. */
uint16_t spyfall_coming(const struct spyfall *state);
/* Whoever waits is in. */
void spyfall_admit(struct spyfall *state);

/* spyfall_leave.c */
void spyfall_leave(void *subject, int seat, struct outcome *out);

/* spyfall_retell.c: what the finished game is told of by */
void spyfall_retell(const void *subject, struct outcome *out);
const struct course *spyfall_course(const void *subject);

/* spyfall_choose.c: what forms say (choose.h) */
void spyfall_choose(const void *subject, int seat, const struct choosing *choosing,
                    struct value_tree *into);

/* spyfall_owed.c, spyfall_view.c, spyfall_board.c */
void spyfall_owed(const void *subject, struct owed_list *list);
/* Who may vote now. */
uint16_t spyfall_voters(const struct spyfall *state);
void spyfall_view(const void *subject, int seat, struct view *view);
/* The cosmetic role of a seat as a term, NULL without. */
const char *spyfall_part(const struct spyfall *state, int seat);
void spyfall_board(const struct view *view, struct board *board);
void spyfall_hand(const struct view *view, struct hand *hand);

extern const char spyfall_id[];
extern const char *const spyfall_phases[]; /* NULL after the last */
extern const struct option_def spyfall_options[SPYFALL_OPTIONS_END - OPTION_COMMON_COUNT];
/* What an option of this game's own says, in milliseconds. */
int64_t spyfall_ms(const struct spyfall *state, int option);

#endif
