/* Random games: legal and illegal moves by everybody, all options, all sizes. The kit checks every
 * move for what must always hold; here are the tokens, the end, and that games do end. */
#include "decrypto/decrypto_private.h"
#include "decrypto_kit.h"

#include <stdio.h>
#include <string.h>

static uint64_t dice_state;

static unsigned dice(unsigned count)
{
    dice_state = dice_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(dice_state >> 33) % count;
}

static const char *const option_sets[] = {
    "",
    "order=simultaneous",
    "confirm=on referee=@ref",
    "referee=@ref illegal_clue=miscommunication autoplay=on",
    "encryptor=volunteer timer=30s",
    "timer=30s order=simultaneous confirm=on referee=@ref",
    "first_intercept=1 repeat_scope=team emoji_clues=on max_rounds=3",
    "max_rounds=0 tiebreak_slots=any_order challenge=off",
    "encryptor=volunteer autoplay=on order=simultaneous referee=@ref",
};

static const char *random_code(void)
{
    static const char *const odd[] = {"", "111", "4321", "4 2 1", "x", "0", "12 3", "4.3.1"};
    static char text[8];
    unsigned drawn = dice(20);
    if (drawn < 2) {
        return odd[dice(8)];
    }
    if (drawn < 17) {
        return de_code(de_state()->half);
    }
    do {
        snprintf(text, sizeof text, "%u%u%u", 1 + dice(4), 1 + dice(4), 1 + dice(4));
    } while (text[0] == text[1] || text[1] == text[2] || text[0] == text[2]);
    return text;
}

static const char *random_clue(void)
{
    static const char *const odd[] = {"",       "cow",      "3",     "C",      "314",     "🐄",
                                      "cowboy", "milk",     "mílk",  "a/b",    "@x",      "-",
                                      "88",     "the milk", "milks", "корова", "x.com/y", "storm"};
    static char text[4][16];
    static int next;
    if (dice(4) == 0) {
        return odd[dice(sizeof odd / sizeof odd[0])];
    }
    next = (next + 1) % 4;
    for (int i = 0; i < 7; i++) {
        text[next][i] = (char)(i % 2 == 0 ? "bdfgkmvz"[dice(8)] : "ouy"[dice(3)]);
    }
    text[next][7] = '\0';
    return text[next];
}

static const char *random_args(const char *action)
{
    static char args[512];
    if (strcmp(action, "clues") == 0) {
        if (dice(3) != 0) {
            return de_new_clues();
        }
        snprintf(args, sizeof args, "{\"clues\":[\"%s\",\"%s\",\"%s\"],\"insist\":%s}",
                 random_clue(), random_clue(), random_clue(), dice(2) == 0 ? "true" : "false");
    } else if (strcmp(action, "keywords") == 0) {
        snprintf(args, sizeof args, "{\"words\":[\"%s\",\"wolf\",\"\",\"%s\"]}", random_clue(),
                 random_clue());
    } else if (strcmp(action, "challenge") == 0) {
        snprintf(args, sizeof args, "{\"clue\":%u}", dice(5));
    } else if (strcmp(action, "rule") == 0) {
        snprintf(args, sizeof args, "{\"answer\":\"%s\"}", dice(2) == 0 ? "yes" : "no");
    } else if (strcmp(action, "confirm") == 0) {
        snprintf(args, sizeof args, "{\"of\":\"%s\"}", dice(2) == 0 ? "decode" : "intercept");
    } else if (strcmp(action, "leave") == 0) {
        snprintf(args, sizeof args, "{\"seat\":%u}", dice(13));
    } else if (strcmp(action, "intercept") == 0 && dice(10) < 7) {
        snprintf(args, sizeof args, "{\"pass\":true}");
    } else if (strcmp(action, "decode") == 0 || strcmp(action, "intercept") == 0) {
        snprintf(args, sizeof args, "{\"code\":\"%s\"}", random_code());
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

/* Mostly something that is owed; sometimes anything by anybody. */
static void random_move(int64_t *at_ms)
{
    static const char *const actions[] = {"clues",     "decode",    "intercept", "confirm",
                                          "challenge", "volunteer", "keywords",  "rule",
                                          "skip",      "pause",     "resume",    "concede"};
    struct owed_list list;
    *at_ms += dice(30) == 0 ? 200000 : dice(2000);
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
        kit_move(owed->seat, owed->actions[0], random_args(owed->actions[0]));
    } else if (dice(60) == 0) {
        kit_move(SEAT_MODERATOR, "leave", random_args("leave"));
    } else {
        const char *action = actions[dice(sizeof actions / sizeof actions[0])];
        bool moderators = strcmp(action, "rule") == 0 || strcmp(action, "skip") == 0 ||
                          strcmp(action, "pause") == 0;
        kit_move(moderators && dice(4) != 0 ? SEAT_MODERATOR : random_seat(), action,
                 random_args(action));
    }
}

static void ck_all_refused(void)
{
    for (size_t i = 0; i < decrypto_game.action_count; i++) {
        const char *action = decrypto_game.actions[i].name;
        for (int seat = 0; seat < kit_common()->seats; seat++) {
            kit_refused(REFUSAL_GAME_OVER, seat, action, random_args(action));
        }
    }
    kit_refused(REFUSAL_GAME_OVER, SEAT_MODERATOR, "skip", NULL);
    kit_refused(REFUSAL_GAME_OVER, SEAT_MODERATOR, "leave", "{\"seat\":0}");
    kit_refused(REFUSAL_GAME_OVER, SEAT_HOUSE, "tick", NULL);
}

static void ck_tokens_only_rise(const struct decrypto_team before[DECRYPTO_TEAMS])
{
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        const struct decrypto_team *now = &de_state()->team[team];
        ck_assert_uint_ge(now->interceptions, before[team].interceptions);
        ck_assert_uint_ge(now->miscommunications, before[team].miscommunications);
        ck_assert_uint_le(now->interceptions, de_state()->solo ? 3 : 2);
        ck_assert_uint_le(now->miscommunications, 2);
    }
}

/* Plays one game. Whether it came to its end within so many moves. */
static bool random_game(uint64_t seed, unsigned *phases_r)
{
    int64_t at_ms = 0;
    dice_state = seed * 7919 + 17;
    int seats = 3 + (int)dice(8);
    char options[160];
    snprintf(options, sizeof options, "max_team=6 %s",
             option_sets[dice(sizeof option_sets / sizeof option_sets[0])]);
    de_deal(seats, options, "");
    for (int move = 0; move < 400 && !kit_common()->over; move++) {
        struct decrypto_team before[DECRYPTO_TEAMS];
        memcpy(before, de_state()->team, sizeof before);
        *phases_r |= 1u << kit_common()->phase;
        random_move(&at_ms);
        ck_tokens_only_rise(before);
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
    enum { GAMES = 500 };
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        ended += random_game(seed, &phases);
    }
    ck_assert_uint_eq(phases, (1u << (DECRYPTO_AT_OVER + 1)) - 1);
    ck_assert_int_gt(ended, GAMES * 3 / 4);
}
END_TEST

Suite *suite_decrypto_random(void);

Suite *suite_decrypto_random(void)
{
    Suite *suite = suite_create("decrypto_random");
    TCase *tcase = tcase_create("random games");
    tcase_set_timeout(tcase, 110);
    tcase_add_test(tcase, random_games_keep_the_rules);
    suite_add_tcase(suite, tcase);
    return suite;
}
