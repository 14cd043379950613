/* Short words for tests of Interceptor: tables whose signals are agreed on, plays by letter. */
#ifndef INTERCEPTOR_KIT_H
#define INTERCEPTOR_KIT_H

#include "game_kit.h"
#include "interceptor/interceptor.h"

/* Officials: documents = word honestly, money = ends_punct ?. Journalists: documents = word tea,
 * money = words 4. more is further members of the deal ("\"leader\":0,") or "". */
void in_deal(const char *options, const char *more);
/* The next player plays D or M, with its signal where one is needed; a table that was dealt by
 * in_deal(). */
void in_play(char symbol);
/* Several plays: "DDMM". */
void in_plays(const char *symbols);
void in_split(int seat, int a, int b);
enum refusal in_try_split(int seat, int a, int b);
/* A call that is wrong for either team: custom words nobody has, a new one each time. */
void in_wrong_call(int seat);
enum refusal in_call(int seat, const char *kind, const char *value, const char *symbol);
/* Registers and confirms for one team. The refusal of registering. */
enum refusal in_register(int seat, const char *documents, const char *money);
/* Hands as four numbers and discard. */
void ck_hands(int oa, int ja, int ob, int jb, int discard);

#endif
