/* Short words for tests of Decrypto: tables with known words and codes, halves by their answers. */
#ifndef DECRYPTO_KIT_H
#define DECRYPTO_KIT_H

#include "decrypto/decrypto.h"
#include "game_kit.h"

/* The codes of de_deal(), round after round, and one that is neither. */
#define WHITE_CODE "314"
#define BLACK_CODE "241"
#define WRONG      "132"

/* White: COW TEA PIANO WEEKEND; Black: WOLF BREAD MIRROR STORM. more is members of the deal, each
 * with a comma behind ("\"round\":2,"), or ""; keywords and codes there replace these. */
void de_deal(int seats, const char *options, const char *more);
/* The deal of de_deal() as JSON; kept until the next call. */
const char *de_pinned(int seats, const char *more);
/* Four seats, options, a round to begin with, tokens "W i/m B i/m". */
void de_start(const char *options, int round, const char *tokens);
const struct decrypto *de_state(void);
/* Who encrypts for a team now. */
int de_encryptor(int team);
/* A team's code of this round; kept until the next call. */
const char *de_code(int team);
/* The lowest seat that may answer a team's code so. */
int de_entitled(int team, enum decrypto_kind kind);
/* Three clues that nobody has used, as arguments; kept until the next call. */
const char *de_new_clues(void);
/* Three clues as arguments, the same memory. */
const char *de_set(const char *a, const char *b, const char *c);
/* All Encryptors who still owe clues send new ones. */
void de_clues(void);
/* Answers the open code of a team; intercept NULL is a pass. Nobody intercepts in round 1. */
void de_half(int team, const char *decode, const char *intercept);
/* A whole round: clues, White's half, Black's half. */
void de_round(const char *white, const char *by_black, const char *black, const char *by_white);
/* A move with one argument that is a text. */
enum refusal de_try(int seat, const char *action, const char *key, const char *value);
void ck_tokens(const char *tokens);
/* Sends a set with the clue at place (0 to 2) and two harmless others; says how it is refused. */
enum refusal de_try_clue(int seat, int place, const char *clue, bool insist);

#endif
