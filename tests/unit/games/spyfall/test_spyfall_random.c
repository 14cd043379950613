/* Random games: legal and illegal moves by everybody, all options, all sizes. The kit checks every
 * move for what must always hold; here are totals, phases, and that games do end. */
#include "spyfall_kit.h"

#include <stdio.h>
#include <string.h>

static uint64_t dice_state;

static unsigned dice(unsigned count)
{
    dice_state = dice_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(dice_state >> 33) % count;
}

static const char *const option_sets[] = {
    "rounds=3",
    "rounds=2 vote=simultaneous final_vote=on",
    "rounds=2 pace=async budget=3",
    "rounds=3 pace=async budget=2 final_vote=on autoplay=on streak=soft",
    "rounds=9 pace=async budget=1 leave=abort",
    "rounds=3 last_guess=on clock_in_vote=running silent_vote=yes",
    "rounds=2 guess_during_vote=blocked answer_limit=30s autoplay=on roles=on",
    "rounds=2 tie=extra_round first_asker=random repeat_locations=on streak=soft",
    "rounds=2 first_asker=previous_spy vote=simultaneous pace=async budget=2 clock_in_vote=running",
    "rounds=4 first_asker=rotate vote=simultaneous silent_vote=yes last_guess=on final_vote=on",
};

static const char *random_place(void)
{
    static const char *const places[] = {"Bank", "zoo", "School", "cafe", "Moon", "", "station"};
    return places[dice(sizeof places / sizeof places[0])];
}

static const char *random_args(const char *action)
{
    static char args[256];
    if (strcmp(action, "ask") == 0) {
        snprintf(args, sizeof args, "{\"seat\":%u,\"text\":\"%s\"}", dice(kit_common()->seats + 1u),
                 dice(10) == 0 ? " " : "Is it?");
    } else if (strcmp(action, "answer") == 0) {
        snprintf(args, sizeof args, "{\"text\":\"%s\"}", dice(10) == 0 ? "" : "It is.");
    } else if (strcmp(action, "accuse") == 0 || strcmp(action, "leave") == 0) {
        snprintf(args, sizeof args, "{\"seat\":%u}", dice(kit_common()->seats));
    } else if (strcmp(action, "vote") == 0) {
        snprintf(args, sizeof args, "{\"answer\":\"%s\"}", dice(4) == 0 ? "no" : "yes");
    } else if (strcmp(action, "guess") == 0) {
        snprintf(args, sizeof args, "{\"location\":\"%s\"}", random_place());
    } else if (strcmp(action, "rounds") == 0) {
        snprintf(args, sizeof args, "{\"rounds\":%u}", dice(6));
    } else {
        return NULL;
    }
    return args;
}

static int random_seat(void)
{
    unsigned drawn = dice(kit_common()->seats + 2u);
    return drawn < kit_common()->seats    ? (int)drawn
           : drawn == kit_common()->seats ? SEAT_MODERATOR
                                          : SEAT_HOUSE;
}

static void random_moderator(void)
{
    static const char *const actions[] = {"skip", "pause", "leave", "join", "rounds"};
    const char *action = actions[dice(5)];
    if (strcmp(action, "leave") != 0 || dice(6) == 0) {
        kit_move(SEAT_MODERATOR, action, random_args(action));
    }
}

/* Mostly something that is owed; sometimes anything by anybody. */
static void random_move(int64_t *at_ms)
{
    static const char *const actions[] = {"ask",  "answer", "accuse", "vote",   "guess",  "done",
                                          "next", "pass",   "resume", "rounds", "concede"};
    struct owed_list list;
    *at_ms += dice(40) == 0 ? 90000 : dice(4000);
    kit_at(*at_ms);
    if (rules_due_ms(kit_game(), kit_state()) < *at_ms || dice(20) == 0) {
        kit_good(SEAT_HOUSE, "tick", NULL);
        return;
    }
    rules_owed(kit_game(), kit_state(), &list);
    if (kit_common()->paused_ms != NO_DEADLINE && dice(3) == 0) {
        kit_good(SEAT_MODERATOR, "resume", NULL);
    } else if (list.count > 0 && dice(4) != 0) {
        const struct owed *owed = &list.owed[dice((unsigned)list.count)];
        const char *action = owed->actions[owed->actions[1] != NULL ? dice(2) : 0];
        kit_move(owed->seat, action, random_args(action));
    } else if (dice(12) == 0) {
        random_moderator();
    } else {
        const char *action = actions[dice(sizeof actions / sizeof actions[0])];
        kit_move(random_seat(), action, random_args(action));
    }
}

static void ck_all_refused(void)
{
    for (size_t i = 0; i < spyfall_game.action_count; i++) {
        const char *action = spyfall_game.actions[i].name;
        for (int seat = 0; seat < kit_common()->seats; seat++) {
            kit_refused(REFUSAL_GAME_OVER, seat, action, random_args(action));
        }
    }
    kit_refused(REFUSAL_GAME_OVER, SEAT_MODERATOR, "skip", NULL);
    kit_refused(REFUSAL_GAME_OVER, SEAT_HOUSE, "tick", NULL);
}

/* Points of a round are 2, 4, n - 1, n or 0; an accusation is spent once a round. */
static void ck_sums(const struct spyfall *before)
{
    const struct spyfall *now = sp_state();
    int sum = 0;
    for (int seat = 0; seat < kit_common()->seats; seat++) {
        sum += now->scores[seat] - before->scores[seat];
        ck_assert_int_ge(now->scores[seat], before->scores[seat]);
    }
    int in = spyfall_count(spyfall_present(now));
    ck_assert(sum == 0 || sum == 2 || sum == 4 || sum == in || sum == in - 1);
    if (now->common.round == before->common.round && now->common.gone == before->common.gone) {
        ck_assert_uint_eq(before->accused & ~now->accused, 0);
    }
}

static bool random_game(uint64_t seed, unsigned *phases_r, unsigned *ends_r)
{
    static struct spyfall before;
    int64_t at_ms = 0;
    dice_state = seed * 7919 + 17;
    int seats = 4 + (int)dice(9);
    sp_deal(seats, option_sets[dice(sizeof option_sets / sizeof option_sets[0])],
            (int)dice((unsigned)seats), "");
    for (int move = 0; move < 500 && !kit_common()->over; move++) {
        before = *sp_state();
        *phases_r |= 1u << kit_common()->phase;
        random_move(&at_ms);
        ck_sums(&before);
        if (sp_state()->last.round > 0) {
            *ends_r |= 1u << sp_state()->last.end;
        }
    }
    if (kit_common()->over) {
        *phases_r |= 1u << kit_common()->phase;
        ck_all_refused();
    }
    return kit_common()->over;
}

START_TEST(random_games_keep_the_rules)
{
    int ended = 0;
    unsigned phases = 0;
    unsigned ends = 0;
    enum { GAMES = 300 };
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        ended += random_game(seed, &phases, &ends);
    }
    ck_assert_uint_eq(phases, (1u << (SPYFALL_AT_OVER + 1)) - 1);
    ck_assert_uint_eq(ends, (1u << SPYFALL_ENDS) - 1);
    ck_assert_int_gt(ended, GAMES / 2);
}
END_TEST

Suite *suite_spyfall_random(void);

Suite *suite_spyfall_random(void)
{
    Suite *suite = suite_create("spyfall_random");
    TCase *tcase = tcase_create("random games");
    tcase_set_timeout(tcase, 110);
    tcase_add_test(tcase, random_games_keep_the_rules);
    suite_add_tcase(suite, tcase);
    return suite;
}
