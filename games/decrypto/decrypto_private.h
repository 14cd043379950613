/* What the files of Decrypto share; nobody else includes this. */
#ifndef DECRYPTO_PRIVATE_H
#define DECRYPTO_PRIVATE_H

#include "decrypto.h"

/* decrypto.c */
extern const char *const decrypto_teams[DECRYPTO_TEAMS];
extern const char *const decrypto_kinds[DECRYPTO_KINDS];
int decrypto_team_of(const struct decrypto *state, int seat);
int decrypto_other(int team);
/* The members of a team who have not left. */
uint16_t decrypto_present(const struct decrypto *state, int team);
int decrypto_count(uint16_t seats);
/* Both codes are answered in one go; never with three players. */
bool decrypto_simultaneous(const struct decrypto *state);
/* Is this a team with a code: White, and Black unless it is the Interceptor? */
bool decrypto_has_code(const struct decrypto *state, int team);
/* option is one of enum decrypto_option or enum option_common. */
bool decrypto_option_is(const struct decrypto *state, int option, int value);
/* A number that no wait has had. */
uint32_t decrypto_new_ask(struct decrypto *state);
/* Starts a clock of guess_limit. */
void decrypto_wait(struct decrypto *state, struct game_clock *clock);
void decrypto_write_code(struct value_tree *facts, const char *key, int code);
void decrypto_write_seat(struct value_tree *facts, const char *key, int seat);
enum refusal decrypto_option_off(struct outcome *out, const char *option);
/* Ends the game: the winning seats, without those who left. */
void decrypto_end(struct decrypto *state, enum game_outcome outcome, uint16_t winners,
                  const char *reason, struct outcome *out);
const char *decrypto_broken(const void *subject);

/* decrypto_deal.c */
extern const char *const decrypto_deal_members[];
enum refusal decrypto_deal(void *subject, const struct deal *deal, struct outcome *out);
bool decrypto_draw(const struct deal *deal, struct value_tree *into);

/* decrypto_code.c: codes and who encrypts */
/* The code a person typed ("421", "4 2 1", "4.2.1", "4-2-1", "4, 2, 1"), or CODE_NONE. */
int decrypto_code_read(const char *text);
bool decrypto_code_is(int code);
int decrypto_code_digit(int code, int place);
void decrypto_draw_code(struct decrypto *state, int team);
/* Rulebook 2.2, R07: who holds a code that his team has to read without him. */
uint16_t decrypto_hushed(const void *subject);
/* R29: both codes are open at once, and he may talk about the opponents' alone. */
uint16_t decrypto_aside(const void *subject);
/* Who may volunteer, or is next in rotation. */
uint16_t decrypto_candidates(const struct decrypto *state, int team);
int decrypto_next_encryptor(const struct decrypto *state, int team);
/* Names an Encryptor and hands him the code. */
void decrypto_name(struct decrypto *state, int team, int seat, struct outcome *out);
/* The next in rotation takes over, because of "time" or "left". */
void decrypto_name_next(struct decrypto *state, int team, const char *why, struct outcome *out);
/* The same for a set that stays empty: there is nothing to write, and nobody is handed a code. */
void decrypto_name_blank(struct decrypto *state, int team, struct outcome *out);
enum refusal decrypto_volunteer(void *subject, const struct move *move, struct outcome *out);

/* decrypto_round.c */
void decrypto_begin_round(struct decrypto *state, struct outcome *out);
/* A Miscommunication, unless the team has had its one of this round. */
void decrypto_charge(struct decrypto *state, int team, struct outcome *out);
/* Reveals one code with its answers and gives the tokens. */
void decrypto_reveal(struct decrypto *state, int team, struct outcome *out);
void decrypto_end_round(struct decrypto *state, struct outcome *out);

/* decrypto_clues.c: writing, locking, publishing */
/* May this seat send clues now, or other ones? */
bool decrypto_may_write(const struct decrypto *state, int seat);
enum refusal decrypto_clues_resolve(const void *subject, struct move *move, struct outcome *out);
enum refusal decrypto_clues(void *subject, const struct move *move, struct outcome *out);
void decrypto_start_clue_clock(struct decrypto *state, int team, struct outcome *out);
/* Is the other team's set complete while this one is not, with the timer on? */
bool decrypto_is_timed(const struct decrypto *state, int team);
/* Room on the sheet: for another round after this one and a tie-break, however long its clues. */
bool decrypto_has_room(const struct decrypto *state);
/* The set stays empty: three times "-". */
void decrypto_leave_blank(struct decrypto *state, int team, struct outcome *out);
/* All sets are locked: shows the first, or both. */
void decrypto_publish_when_ready(struct decrypto *state, struct outcome *out);
/* Shows one set and opens its answers. */
void decrypto_open_half(struct decrypto *state, int team, struct outcome *out);

/* decrypto_challenge.c */
enum refusal decrypto_challenge(void *subject, const struct move *move, struct outcome *out);
enum refusal decrypto_rule_resolve(const void *subject, struct move *move, struct outcome *out);
enum refusal decrypto_rule(void *subject, const struct move *move, struct outcome *out);
/* anew: a clue that is ruled out may be written anew. */
void decrypto_ruled(struct decrypto *state, bool yes, bool anew, struct outcome *out);
/* The clue that was to be written anew stays a "-", or is text: back to the answers. */
void decrypto_rewritten(struct decrypto *state, const char *text, unsigned flags,
                        struct outcome *out);

/* decrypto_guess.c: decode and intercept */
bool decrypto_half_open(const struct decrypto *state, int team);
bool decrypto_may_intercept(const struct decrypto *state);
/* Who may give this answer to the team's code. */
uint16_t decrypto_entitled(const struct decrypto *state, int team, enum decrypto_kind kind);
void decrypto_clear_answers(struct decrypto *state, int team);
enum refusal decrypto_decode_resolve(const void *subject, struct move *move, struct outcome *out);
enum refusal decrypto_intercept_resolve(const void *subject, struct move *move,
                                        struct outcome *out);
enum refusal decrypto_decode(void *subject, const struct move *move, struct outcome *out);
enum refusal decrypto_intercept(void *subject, const struct move *move, struct outcome *out);
enum refusal decrypto_confirm(void *subject, const struct move *move, struct outcome *out);
/* Reveals what is answered, and goes on. */
void decrypto_settle(struct decrypto *state, struct outcome *out);
/* Somebody left: a draft that nobody else can confirm counts. */
void decrypto_recount(struct decrypto *state, struct outcome *out);
/* Missing answers: a wrong decode, a pass. */
void decrypto_answer_missing(struct decrypto *state, struct outcome *out);

/* decrypto_keywords.c: the tie-break */
void decrypto_begin_tiebreak(struct decrypto *state, struct outcome *out);
enum refusal decrypto_keywords_resolve(const void *subject, struct move *move, struct outcome *out);
enum refusal decrypto_keywords(void *subject, const struct move *move, struct outcome *out);
void decrypto_guess_missing(struct decrypto *state, struct outcome *out);

/* decrypto_time.c */
int64_t decrypto_due_ms(const void *subject);
void decrypto_fall_due(void *subject, struct outcome *out);
enum refusal decrypto_skip(void *subject, struct outcome *out);
void decrypto_shift(void *subject, int64_t ms);
void decrypto_leave(void *subject, int seat, struct outcome *out);

/* decrypto_view.c: what the end shows, as members of args or of a view */
void decrypto_write_words(const struct decrypto *state, struct value_tree *facts);
/* Clues that were challenged or insisted on. */
void decrypto_write_noted(const struct decrypto *state, struct value_tree *facts);

/* decrypto_retell.c: what the finished game is told of by */
void decrypto_retell(const void *subject, struct outcome *out);
const struct course *decrypto_course(const void *subject);
extern const char *const decrypto_marks[];

/* decrypto_choose.c, decrypto_owed.c, decrypto_view.c, decrypto_board.c */
void decrypto_choose(const void *subject, int seat, const struct choosing *choosing,
                     struct value_tree *into);
void decrypto_owed(const void *subject, struct owed_list *list);
void decrypto_view(const void *subject, int seat, struct view *view);
void decrypto_board(const struct view *view, struct board *board);
void decrypto_hand(const struct view *view, struct hand *hand);

extern const char decrypto_id[];
extern const char *const decrypto_phases[]; /* NULL after the last */
extern const struct option_def decrypto_options[DECRYPTO_OPTIONS_END - OPTION_COMMON_COUNT];
/* What an option of this game's own says, in milliseconds. */
int64_t decrypto_ms(const struct decrypto *state, int option);

#endif
