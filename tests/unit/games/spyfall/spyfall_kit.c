/* Tables of Spyfall for tests. */
#include "spyfall_kit.h"

#include <stdio.h>
#include <string.h>

enum { KIT_BYTES = 4096 };

static void forget_talk(void *state)
{
    spyfall_talk_clear(&((struct spyfall *)state)->talk);
}

const struct spyfall *sp_state(void)
{
    return kit_state();
}

void sp_pinned(int seats, const char *options, const char *pinned)
{
    kit_forgets(forget_talk);
    enum refusal refusal = kit_try_deal("spyfall", seats, options, pinned);
    ck_assert_msg(refusal == REFUSAL_NONE, "deal refused: %s %s", kit_why("argument"),
                  kit_why("problem"));
}

void sp_rounds(int seats, const char *options, const char *spies)
{
    char text[KIT_BYTES];
    size_t len = (size_t)snprintf(text, sizeof text, "{" PLACES ",\"rounds\":[");
    for (const char *at = spies; *at != '\0'; at++) {
        if (*at >= '0' && *at <= '9') {
            len += (size_t)snprintf(text + len, sizeof text - len,
                                    "%s{\"location\":\"Bank\",\"spy\":%c}", at > spies ? "," : "",
                                    *at);
        }
    }
    snprintf(text + len, sizeof text - len, "]}");
    sp_pinned(seats, options, text);
}

void sp_deal(int seats, const char *options, int spy, const char *more)
{
    char text[KIT_BYTES];
    size_t len = (size_t)snprintf(text, sizeof text, "{" PLACES "%s,\"rounds\":[", more);
    for (int round = 0; round < 8; round++) {
        len += (size_t)snprintf(text + len, sizeof text - len,
                                "%s{\"location\":\"Bank\",\"spy\":%d}", round > 0 ? "," : "", spy);
    }
    snprintf(text + len, sizeof text - len, "]}");
    sp_pinned(seats, options, text);
}

static const char *kit_seat_args(int target)
{
    static char args[64];
    snprintf(args, sizeof args, "{\"seat\":%d}", target);
    return args;
}

static const char *kit_ask_args(int target)
{
    static char args[64];
    snprintf(args, sizeof args, "{\"seat\":%d,\"text\":\"Is it loud?\"}", target);
    return args;
}

static const char *kit_place_args(const char *place)
{
    static char args[KIT_BYTES];
    snprintf(args, sizeof args, "{\"location\":\"%s\"}", place);
    return args;
}

void sp_ask(int seat, int target)
{
    kit_good(seat, "ask", kit_ask_args(target));
}

void sp_answer(int seat)
{
    kit_good(seat, "answer", "{\"text\":\"Not at all.\"}");
}

void sp_accuse(int seat, int suspect)
{
    kit_good(seat, "accuse", kit_seat_args(suspect));
}

void sp_vote(int seat, const char *answer)
{
    char args[64];
    snprintf(args, sizeof args, "{\"answer\":\"%s\"}", answer);
    kit_good(seat, "vote", args);
}

void sp_guess(int seat, const char *place)
{
    kit_good(seat, "guess", kit_place_args(place));
}

void no_ask(enum refusal refusal, int seat, int target)
{
    kit_refused(refusal, seat, "ask", kit_ask_args(target));
}

void no_accuse(enum refusal refusal, int seat, int suspect)
{
    kit_refused(refusal, seat, "accuse", kit_seat_args(suspect));
}

void no_vote(enum refusal refusal, int seat)
{
    kit_refused(refusal, seat, "vote", "{\"answer\":\"yes\"}");
}

void no_guess(enum refusal refusal, int seat, const char *place)
{
    kit_refused(refusal, seat, "guess", kit_place_args(place));
}

void sp_all_vote(const char *answer)
{
    uint16_t voters = 0;
    while ((voters = spyfall_voters(sp_state())) != 0) {
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            if ((voters & seat_bit(seat)) != 0) {
                sp_vote(seat, answer);
                break;
            }
        }
    }
}

void ck_points(const char *json)
{
    ck_view(SEAT_CROWD, "last.points", json);
}

void ck_scores(const char *json)
{
    ck_view(SEAT_CROWD, "scores", json);
}

void ck_end(const char *end)
{
    char json[64];
    snprintf(json, sizeof json, "\"%s\"", end);
    ck_view(SEAT_CROWD, "last.end", json);
}
