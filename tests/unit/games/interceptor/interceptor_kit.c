/* Interceptor by letters. */
#include "interceptor_kit.h"

#include <stdio.h>
#include <string.h>

static int wrong_calls;

void in_deal(const char *options, const char *more)
{
    char pinned[1024];
    wrong_calls = 0;
    snprintf(pinned, sizeof pinned,
             "{%s\"signals\":{"
             "\"officials\":{\"documents\":{\"kind\":\"word\",\"value\":\"honestly\"},"
             "\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}},"
             "\"journalists\":{\"documents\":{\"kind\":\"word\",\"value\":\"tea\"},"
             "\"money\":{\"kind\":\"words\",\"value\":\"4\"}}}}",
             more);
    kit_deal("interceptor", options, pinned);
}

void in_play(char symbol)
{
    static const char *const say[2][2] = {
        {"Honestly, that is what I would say too.", "Who goes first today, and why?"},
        {"There is tea for all of us here", "Now we have four"},
    };
    const struct interceptor *state = kit_state();
    char args[200];
    int index = symbol == 'D' ? SYMBOL_DOCUMENTS : SYMBOL_MONEY;
    ck_assert_int_eq(kit_common()->phase, INTERCEPTOR_AT_PLAY);
    static const int steps[] = {0, 2, 1, 3};
    int seat = (state->leader + steps[state->play]) % 4;
    if (state->play % 2 == 0) {
        snprintf(args, sizeof args, "{\"symbol\":\"%s\",\"say\":\"%s\"}",
                 symbol == 'D' ? "documents" : "money", say[seat & 1][index]);
    } else {
        snprintf(args, sizeof args, "{\"symbol\":\"%s\"}", symbol == 'D' ? "documents" : "money");
    }
    kit_good(seat, "play", args);
}

void in_plays(const char *symbols)
{
    for (const char *at = symbols; *at != '\0'; at++) {
        if (*at != ' ') {
            in_play(*at);
        }
    }
}

enum refusal in_try_split(int seat, int a, int b)
{
    char args[64];
    snprintf(args, sizeof args, "{\"a\":%d,\"b\":%d}", a, b);
    return kit_move(seat, "split", args);
}

void in_split(int seat, int a, int b)
{
    ck_assert_int_eq(in_try_split(seat, a, b), REFUSAL_NONE);
}

enum refusal in_call(int seat, const char *kind, const char *value, const char *symbol)
{
    char args[256];
    snprintf(args, sizeof args, "{\"kind\":\"%s\",\"value\":\"%s\",\"symbol\":\"%s\"}", kind, value,
             symbol);
    return kit_move(seat, "call", args);
}

void in_wrong_call(int seat)
{
    char value[32];
    int hand = ((const struct interceptor *)kit_state())->hand[seat];
    snprintf(value, sizeof value, "%d", 1000 + wrong_calls++);
    ck_assert_int_eq(in_call(seat, "number", value, "documents"), REFUSAL_NONE);
    ck_assert_int_eq(((const struct interceptor *)kit_state())->hand[seat], hand - 1);
    ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.wrong"), 1);
}

enum refusal in_register(int seat, const char *documents, const char *money)
{
    char args[4096];
    snprintf(args, sizeof args, "{\"documents\":%s,\"money\":%s}", documents, money);
    enum refusal refusal = kit_move(seat, "register", args);
    if (refusal == REFUSAL_NONE) {
        kit_good((seat + 2) % 4, "confirm", NULL);
    }
    return refusal;
}

void ck_hands(int oa, int ja, int ob, int jb, int discard)
{
    char hands[64];
    char pile[16];
    snprintf(hands, sizeof hands, "[%d,%d,%d,%d]", oa, ja, ob, jb);
    snprintf(pile, sizeof pile, "%d", discard);
    ck_view(SEAT_CROWD, "hands", hands);
    ck_view(SEAT_CROWD, "discard", pile);
}
