/* Random games: legal and illegal moves by everybody, all options, missions and sizes. The kit
 * checks every move for what must always hold; here is that games end, and what invariants say of
 * time. */
#include "infiltrators_kit.h"

#include <stdio.h>
#include <string.h>

static uint64_t dice_state;

static unsigned dice(unsigned count)
{
    dice_state = dice_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(dice_state >> 33) % (count == 0 ? 1 : count);
}

static const char *const option_sets[] = {
    "",
    "pace=async autoplay=on",
    "specials=on draw=one_by_one",
    "hand_cap=no_draw_over facedown=random",
    "empty_rule=stuck leave=dissolve",
    "leave=dissolve autoplay=on board=off",
    "t3_clock=turns board_private=off warn_impossible=off",
    "specials=on empty_rule=stuck leave=dissolve draw=one_by_one",
};

static const char *const missions[] = {
    MISSION_T1,
    MISSION_T2,
    MISSION_T3,
    "mission = X1; suits = R K Y G B; numbers = 2-15; suspects = agents + 2; bullets = suspects; "
    "hand_limit = 4; rules = closed_discard hidden_bullets specials",
    "mission = X2; suits = R; numbers = 2-15; suspects = 2; bullets = 9; hand_limit = 3; rules = "
    "hidden_suit",
    "mission = X3; suits = K B; numbers = 3-15; suspects = agents; bullets = 2 * suspects; clock = "
    "90 s; turns = 2 * agents + 1; hand_limit = 2; rules = hidden_suit specials closed_discard",
};

static const char *random_card(int seat)
{
    static const char *const odd[] = {"",     "R",  "R1",  "X9",  "down",
                                      "none", "R*", "G16", "red", "🟥6"};
    const struct infiltrators *state = agents_state();
    if (dice(12) == 0) {
        return odd[dice(sizeof odd / sizeof odd[0])];
    }
    if (seat >= 0 && seat < state->common.seats && state->agent[seat].hand.count > 0 &&
        dice(3) != 0) {
        const struct card_row *hand = &state->agent[seat].hand;
        return card_name(hand->card[dice(hand->count)]);
    }
    if (state->up.count > 0 && dice(2) == 0) {
        return card_name(state->up.card[dice(state->up.count)]);
    }
    return card_name(card_of((int)dice(SUITS), 2 + (int)dice(14)));
}

/* The true Suspect now and then, so that games are also won. */
static const char *random_shot(int owner)
{
    const struct infiltrators *state = agents_state();
    bool holds = owner < state->common.seats && state->agent[owner].suspect != CARD_NONE;
    return holds && dice(3) != 0 ? card_name(state->agent[owner].suspect) : random_card(0);
}

static const char *random_drop(int seat)
{
    static char args[128];
    const struct infiltrators *state = agents_state();
    bool own = seat >= 0 && seat < state->common.seats;
    int count = own ? state->agent[seat].hand.count - state->mission.hand_limit : 1;
    count = dice(8) == 0 ? (int)dice(4) : count;
    snprintf(args, sizeof args, "{\"cards\":[");
    for (int i = 0; i < count; i++) {
        size_t len = strlen(args);
        const char *card = own && i < state->agent[seat].hand.count && dice(8) != 0
                               ? card_name(state->agent[seat].hand.card[i])
                               : random_card(seat);
        snprintf(args + len, sizeof args - len, "%s\"%s\"", i > 0 ? "," : "", card);
    }
    size_t len = strlen(args);
    snprintf(args + len, sizeof args - len, "]}");
    return args;
}

static const char *random_args(const char *action, int seat)
{
    static char args[160];
    int owner = (int)dice(kit_common()->seats + (dice(20) == 0));
    if (action == NULL) {
        return NULL;
    }
    if (strcmp(action, "bide") == 0) {
        bool none = kit_common()->options.value[INFILTRATORS_DRAW] == 1 && dice(8) != 0;
        snprintf(args, sizeof args, "{\"draw\":%u}", dice(5));
        return none ? NULL : args;
    }
    if (strcmp(action, "drop") == 0) {
        return random_drop(seat);
    }
    if (strcmp(action, "clue") == 0 || strcmp(action, "retrieve") == 0) {
        bool down = strcmp(action, "retrieve") == 0 && dice(2) == 0;
        snprintf(args, sizeof args, "{\"card\":\"%s\"}", down ? "down" : random_card(seat));
    } else if (strcmp(action, "exchange") == 0) {
        snprintf(args, sizeof args, "{\"seat\":%d,\"card\":\"%s\"}", owner, random_card(seat));
    } else if (strcmp(action, "eliminate") == 0) {
        snprintf(args, sizeof args, "{\"seat\":%d,\"card\":\"%s\",\"insist\":%s}", owner,
                 random_shot(owner), dice(2) == 0 ? "true" : "false");
    } else if (strcmp(action, "draw") == 0) {
        snprintf(args, sizeof args, "{\"take\":%s}", dice(3) != 0 ? "true" : "false");
    } else if (strcmp(action, "leave") == 0) {
        snprintf(args, sizeof args, "{\"seat\":%d}", owner);
    } else {
        return NULL;
    }
    return args;
}

static const char *const actions[] = {"nab",  "clue",     "exchange", "bide",  "eliminate",
                                      "draw", "retrieve", "drop",     "pause", "concede"};

/* Mostly something that is owed; sometimes anything by anybody. */
static void random_move(int64_t *at_ms)
{
    struct owed_list list;
    *at_ms += dice(40) == 0 ? 200000 : dice(2000);
    kit_at(*at_ms);
    if (rules_due_ms(kit_game(), kit_state()) < *at_ms || dice(20) == 0) {
        kit_good(SEAT_HOUSE, "tick", NULL);
        return;
    }
    rules_owed(kit_game(), kit_state(), &list);
    if (kit_common()->paused_ms != NO_DEADLINE && dice(3) != 0) {
        kit_good(SEAT_MODERATOR, "resume", NULL);
    } else if (dice(5) != 0) {
        unsigned count = 0;
        while (count < OWED_ACTIONS_MAX && list.owed[0].actions[count] != NULL) {
            count++;
        }
        const char *action = list.owed[0].actions[dice(count)];
        kit_move(list.owed[0].seat, action, random_args(action, list.owed[0].seat));
    } else if (dice(15) == 0) {
        kit_move(SEAT_MODERATOR, dice(4) == 0 ? "leave" : "skip", random_args("leave", 0));
        kit_move(SEAT_MODERATOR, "skip", NULL);
    } else {
        const char *action = actions[dice(sizeof actions / sizeof actions[0])];
        int seat = (int)dice(kit_common()->seats + 2u) - 2;
        kit_move(strcmp(action, "pause") == 0 ? SEAT_MODERATOR : seat, action,
                 random_args(action, seat));
    }
}

static void ck_all_refused(void)
{
    for (size_t i = 0; i < infiltrators_game.action_count; i++) {
        const char *action = infiltrators_game.actions[i].name;
        for (int seat = 0; seat < kit_common()->seats; seat++) {
            kit_refused(REFUSAL_GAME_OVER, seat, action, random_args(action, seat));
        }
    }
    kit_refused(REFUSAL_GAME_OVER, SEAT_MODERATOR, "skip", NULL);
    kit_refused(REFUSAL_GAME_OVER, SEAT_HOUSE, "tick", NULL);
}

/* What never goes back: cards seen, Suspects solved, turns; and the difference of bullets and
 * Suspects, which only a miss lowers. */
static void ck_only_rises(const struct infiltrators *before)
{
    const struct infiltrators *now = agents_state();
    for (int suit = 0; suit < SUITS; suit++) {
        ck_assert_uint_eq(before->seen.numbers[suit] & ~now->seen.numbers[suit], 0);
        ck_assert_uint_eq(before->solved.numbers[suit] & ~now->solved.numbers[suit], 0);
    }
    ck_assert_uint_ge(now->turns, before->turns);
    ck_assert_uint_le(now->bullets, before->bullets);
    ck_assert_int_eq(now->bullets_first - now->left_first - now->misses,
                     now->bullets + now->hits - now->left_first);
}

static bool random_game(uint64_t seed, unsigned *phases_r, unsigned *reasons_r)
{
    static const char *const reasons[] = {"solved", "bullets", "used_up",  "clock",
                                          "turns",  "aborted", "conceded", NULL};
    int64_t at_ms = 0;
    dice_state = seed * 7919 + 17;
    agents_deal(2 + (int)dice(4), option_sets[dice(sizeof option_sets / sizeof option_sets[0])],
                missions[dice(sizeof missions / sizeof missions[0])], "");
    for (int move = 0; move < 500 && !kit_common()->over; move++) {
        static struct infiltrators before;
        before = *agents_state();
        *phases_r |= 1u << kit_common()->phase;
        random_move(&at_ms);
        ck_only_rises(&before);
    }
    if (!kit_common()->over) {
        return false;
    }
    for (int i = 0; reasons[i] != NULL; i++) {
        bool this = strcmp(kit_common()->result.reason, reasons[i]) == 0;
        *reasons_r |= this ? 1u << i : 0u;
    }
    *phases_r |= 1u << kit_common()->phase;
    ck_all_refused();
    return true;
}

START_TEST(random_games_keep_the_rules)
{
    int ended = 0;
    unsigned phases = 0;
    unsigned reasons = 0;
    enum { GAMES = 500, REASONS = 7 };
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        ended += random_game(seed, &phases, &reasons);
    }
    ck_assert_uint_eq(phases, (1u << (INFILTRATORS_AT_OVER + 1)) - 1);
    ck_assert_uint_eq(reasons, (1u << REASONS) - 1);
    ck_assert_int_gt(ended, GAMES * 3 / 4);
}
END_TEST

Suite *suite_infiltrators_random(void);

Suite *suite_infiltrators_random(void)
{
    Suite *suite = suite_create("infiltrators_random");
    TCase *tcase = tcase_create("random games");
    tcase_set_timeout(tcase, 110);
    tcase_add_test(tcase, random_games_keep_the_rules);
    suite_add_tcase(suite, tcase);
    return suite;
}
