/* What the files of Infiltrators share; nobody else includes this. */
#ifndef INFILTRATORS_PRIVATE_H
#define INFILTRATORS_PRIVATE_H

#include "infiltrators.h"

/* infiltrators.c */
/* option is one of enum infiltrators_option or enum option_common. */
bool infiltrators_option_is(const struct infiltrators *state, int option, int value);
/* Starts the clock of the turn or sub-choice, under a number that no wait has had. */
void infiltrators_wait(struct infiltrators *state, enum infiltrators_phase phase);
/* Suspects in the centre and in stands. */
int infiltrators_left(const struct infiltrators *state);
int infiltrators_bullets(const struct infiltrators *state);
/* Has this Agent not left? */
bool infiltrators_here(const struct infiltrators *state, int seat);
/* Is this a card of the mission's suits, as far as everybody knows them, and of its numbers? */
bool infiltrators_in_mission(const struct infiltrators *state, uint8_t card);
void infiltrators_write_card(struct value_tree *facts, const char *key, uint8_t card);
void infiltrators_write_row(struct value_tree *facts, const char *key, const struct card_row *row);
/* The special rules of a mission, by their names. */
void infiltrators_write_rules(struct value_tree *facts, const char *key,
                              const struct mission *mission);
/* Ends the game: a win or a loss of all, or without a result. */
void infiltrators_end(struct infiltrators *state, enum game_outcome outcome, const char *reason,
                      struct outcome *out);
const char *infiltrators_broken(const void *subject);

/* infiltrators_deal.c */
extern const char *const infiltrators_deal_members[];
enum refusal infiltrators_deal(void *subject, const struct deal *deal, struct outcome *out);
bool infiltrators_draw(const struct deal *deal, struct value_tree *into);

/* infiltrators_turn.c */
/* The end by rulebook 3.4, if it has come; true when the game is over now. */
bool infiltrators_check_end(struct infiltrators *state, struct outcome *out);
bool infiltrators_can_act(const struct infiltrators *state, int seat);
/* Begins the turn of the first Agent from seat on, clockwise, who has a legal action. */
void infiltrators_begin_turn(struct infiltrators *state, int seat, struct outcome *out);
/* The action is done: drop what is over the limit, or the next Agent. */
void infiltrators_finish_action(struct infiltrators *state, struct outcome *out);
/* The turn is over; counted, unless it was only passed. */
void infiltrators_end_turn(struct infiltrators *state, bool counted, struct outcome *out);
/* NOT_YOUR_TURN with its arguments, or none. */
enum refusal infiltrators_check_turn(const struct infiltrators *state, int seat,
                                     struct outcome *out);
/* How many cards are over the limit in the hand of who is at turn. */
int infiltrators_over(const struct infiltrators *state);
void infiltrators_discard_top(struct infiltrators *state);
/* Takes up to count cards from the Headquarters into a hand; how many they were. */
int infiltrators_take(struct infiltrators *state, int seat, int count, struct outcome *out);
enum refusal infiltrators_nab(void *subject, const struct move *move, struct outcome *out);
enum refusal infiltrators_bide(void *subject, const struct move *move, struct outcome *out);
enum refusal infiltrators_draw_move(void *subject, const struct move *move, struct outcome *out);
/* What the moves do once they may. */
void infiltrators_do_nab(struct infiltrators *state, struct outcome *out);
void infiltrators_do_bide(struct infiltrators *state, int count, struct outcome *out);
void infiltrators_do_draw(struct infiltrators *state, bool take, struct outcome *out);

/* infiltrators_clue.c */
/* Reads the argument "card" of a move into its judgement; NO_SUCH_CARD when it is none. */
enum refusal infiltrators_card_resolve(const void *subject, struct move *move, struct outcome *out);
enum refusal infiltrators_drop_resolve(const void *subject, struct move *move, struct outcome *out);
/* The card of a move, CARD_NONE when it named none. */
uint8_t infiltrators_card_of(const struct move *move);
enum refusal infiltrators_no_such_card(struct outcome *out);
enum refusal infiltrators_clue(void *subject, const struct move *move, struct outcome *out);
enum refusal infiltrators_exchange(void *subject, const struct move *move, struct outcome *out);
enum refusal infiltrators_drop(void *subject, const struct move *move, struct outcome *out);
/* Drops the cards taken last. */
void infiltrators_drop_latest(struct infiltrators *state, struct outcome *out);
/* Another Agent's Suspect, as exchange and eliminate need it. */
enum refusal infiltrators_check_other(const struct infiltrators *state, const struct move *move,
                                      struct outcome *out);

/* infiltrators_shoot.c */
enum refusal infiltrators_eliminate_resolve(const void *subject, struct move *move,
                                            struct outcome *out);
enum refusal infiltrators_eliminate(void *subject, const struct move *move, struct outcome *out);
enum refusal infiltrators_retrieve_resolve(const void *subject, struct move *move,
                                           struct outcome *out);
enum refusal infiltrators_retrieve(void *subject, const struct move *move, struct outcome *out);
void infiltrators_retrieve_nothing(struct infiltrators *state, struct outcome *out);

/* infiltrators_clues.c: the clue board */
/* Is there a suit in play that is not named, and has nobody laid a card of it yet? */
bool infiltrators_suit_is_unknown(const struct infiltrators *state);
/* Suits that may be in play as far as everybody knows, as bits. */
unsigned infiltrators_suits_open(const struct infiltrators *state);
/* What the Suspect of that Agent may be as far as everybody knows. */
void infiltrators_possible(const struct infiltrators *state, int owner, struct card_set *set);
/* The same as far as this reader knows: less the own hand and Suspect. */
void infiltrators_possible_to(const struct infiltrators *state, int owner, int reader,
                              struct card_set *set);

/* infiltrators_time.c */
/* How many of the announcements of a clock lie before one of this length begins. */
uint8_t infiltrators_clock_marks_over(int32_t seconds);
int64_t infiltrators_soft_ms(const void *subject);
int64_t infiltrators_due_ms(const void *subject);
void infiltrators_fall_due(void *subject, struct outcome *out);
enum refusal infiltrators_skip(void *subject, struct outcome *out);
void infiltrators_leave(void *subject, int seat, struct outcome *out);
void infiltrators_shift(void *subject, int64_t ms);
void infiltrators_owed(const void *subject, struct owed_list *list);

/* infiltrators_retell.c: what the finished game is told of by */
void infiltrators_retell(const void *subject, struct outcome *out);
const struct course *infiltrators_course(const void *subject);
extern const char *const infiltrators_marks[];

/* infiltrators_choose.c: what forms say (choose.h) */
void infiltrators_choose(const void *subject, int seat, const struct choosing *choosing,
                         struct value_tree *into);

/* infiltrators_view.c, infiltrators_board.c */
void infiltrators_view(const void *subject, int seat, struct view *view);
void infiltrators_board(const struct view *view, struct board *board);
void infiltrators_hand(const struct view *view, struct hand *hand);

/* infiltrators_player.c */
extern const struct player_def infiltrators_player;

extern const char infiltrators_id[];
extern const char *const infiltrators_phases[]; /* NULL after the last */
extern const struct option_def infiltrators_options[INFILTRATORS_OPTIONS_END - OPTION_COMMON_COUNT];
/* What an option of this game's own says, in milliseconds. */
int64_t infiltrators_ms(const struct infiltrators *state, int option);

#endif
