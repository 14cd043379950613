/* Tables of Infiltrators for tests. */
#include "infiltrators_kit.h"

#include <stdio.h>
#include <string.h>

enum { KIT_BYTES = 16384 };

const struct infiltrators *agents_state(void)
{
    return kit_state();
}

static const char *agents_json(const char *mission, const char *members)
{
    static char text[KIT_BYTES];
    snprintf(text, sizeof text, "{\"mission\":\"%s\"%s%s}", mission, members[0] != '\0' ? "," : "",
             members);
    return text;
}

enum refusal agents_try_deal(int seats, const char *options, const char *mission,
                             const char *members)
{
    return kit_try_deal("infiltrators", seats, options, agents_json(mission, members));
}

void agents_deal(int seats, const char *options, const char *mission, const char *members)
{
    enum refusal refusal = agents_try_deal(seats, options, mission, members);
    ck_assert_msg(refusal == REFUSAL_NONE, "deal refused: %s %s %s", kit_why("argument"),
                  kit_why("problem"), kit_why("card"));
}

void agents_pinned_as(int seats, const char *options, const char *mission, const char *members,
                      const char *up)
{
    static char all[KIT_BYTES];
    struct mission read;
    unsigned item = 0;
    bool first = true;
    ck_assert_ptr_null(mission_read(mission, &read, &item));
    snprintf(all, sizeof all, "%s,\"discard\":{\"up\":%s,\"down\":[", members,
             up != NULL ? up : "[]");
    for (int card = 1; card < CARD_CODES; card++) {
        char quoted[16];
        bool number = card % 16 >= read.lowest && card % 16 <= read.highest;
        if ((read.suits >> card / 16 & 1) == 0 || !number) {
            continue;
        }
        snprintf(quoted, sizeof quoted, "\"%s\"", card_name((uint8_t)card));
        if (strstr(members, quoted) == NULL && (up == NULL || strstr(up, quoted) == NULL)) {
            size_t len = strlen(all);
            snprintf(all + len, sizeof all - len, "%s%s", first ? "" : ",", quoted);
            first = false;
        }
    }
    size_t len = strlen(all);
    snprintf(all + len, sizeof all - len, "]}");
    agents_deal(seats, options, mission, all);
}

void agents_pinned(const char *options, const char *members)
{
    agents_pinned_as(3, options, MISSION_T1, members, NULL);
}

void agents_standard(const char *options)
{
    agents_deal(3, options, MISSION_T1,
                STANDARD_HANDS "," STANDARD_HQ ",\"centre\":[\"R6\",\"K11\"],\"first\":0");
}

enum refusal agents_card(int seat, const char *action, const char *card)
{
    char args[128];
    snprintf(args, sizeof args, "{\"card\":\"%s\"}", card);
    return kit_move(seat, action, args);
}

enum refusal agents_at(int seat, const char *action, int owner, const char *card)
{
    char args[128];
    snprintf(args, sizeof args, "{\"seat\":%d,\"card\":\"%s\"}", owner, card);
    return kit_move(seat, action, args);
}

void agents_clue(int seat, const char *card)
{
    ck_assert_str_eq(agents_card(seat, "clue", card) == REFUSAL_NONE ? "" : "refused", "");
}

void agents_exchange(int seat, int owner, const char *card, bool take)
{
    ck_assert_str_eq(agents_at(seat, "exchange", owner, card) == REFUSAL_NONE ? "" : "refused", "");
    if (kit_common()->phase == INFILTRATORS_AT_DRAW) {
        kit_good(seat, "draw", take ? "{\"take\":true}" : "{\"take\":false}");
    }
}

void agents_shoot(int seat, int owner, const char *card)
{
    char args[128];
    snprintf(args, sizeof args, "{\"seat\":%d,\"card\":\"%s\",\"insist\":true}", owner, card);
    kit_good(seat, "eliminate", args);
}

void agents_bide(int seat, int draw)
{
    char args[32];
    snprintf(args, sizeof args, "{\"draw\":%d}", draw);
    kit_good(seat, "bide", args);
}

void ck_table(const char *text)
{
    const struct infiltrators *state = agents_state();
    char now[160];
    size_t len = 0;
    int left = state->centre.count;
    for (int seat = 0; seat < state->common.seats; seat++) {
        left += state->agent[seat].suspect != CARD_NONE;
    }
    len = (size_t)snprintf(
        now, sizeof now, "HQ %d centre %d up %d down %d bullets %d left %d hands", state->hq.count,
        state->centre.count, state->up.count, state->down.count, state->bullets, left);
    for (int seat = 0; seat < state->common.seats; seat++) {
        len += (size_t)snprintf(now + len, sizeof now - len, " %d", state->agent[seat].hand.count);
    }
    ck_assert_str_eq(now, text);
}
