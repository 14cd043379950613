/* Random people at random tables: whatever they try, the kit's checks hold after every move (a
 * refusal leaves every byte, cards are 16, replay gives the same state), and games end. */
#include "interceptor_kit.h"
#include "rng.h"

#include <stdio.h>
#include <string.h>

enum { GAMES = 60, MOVES = 260, MADE_LEAST = 1200, ROUNDS_LEAST = 180 };

static struct rng rng;

static int pick(int count)
{
    return (int)rng_below(&rng, (uint32_t)count);
}

static const char *one_of(const char *const *words, int count)
{
    return words[pick(count)];
}

#define ONE_OF(words) one_of((words), (int)(sizeof(words) / sizeof(words)[0]))

static const char *random_signal(void)
{
    static char out[8][120];
    static int next;
    static const char *const kinds[] = {
        "word",      "phrase",  "first_word", "last_word", "emoji",  "last_emoji", "ends_punct",
        "has_punct", "words",   "long",       "digit",     "number", "caps",       "lines",
        "reply",     "mention", "reaction",   "media",     "custom", "typing"};
    static const char *const values[] = {"tea", "honestly", "to be fair", "👍", "?",
                                         "...", "3",        "7",          "",  "partner",
                                         "gif", "money",    "/x",         "-"};
    next = (next + 1) % 8;
    snprintf(out[next], sizeof out[next], "{\"kind\":\"%s\",\"value\":\"%s\"}", ONE_OF(kinds),
             ONE_OF(values));
    return out[next];
}

static const char *random_text(void)
{
    static const char *const texts[] = {"honestly",
                                        "who knows?",
                                        "HONESTLY, tea",
                                        "tea",
                                        "one two three four",
                                        "a\\u000ab",
                                        "👍",
                                        "to be fair",
                                        "7 of them...",
                                        "the money",
                                        "",
                                        "so what!",
                                        "well-known tea time",
                                        "a b c d e f g h i j k l m n o p"};
    return ONE_OF(texts);
}

/* What a player says who has the kit's signals and means well. */
static void sound_play(char *args, size_t max)
{
    static const char *const say[2][2] = {{"Honestly, no.", "Who goes first?"},
                                          {"More tea, please", "we are four now"}};
    const struct interceptor *state = kit_state();
    int symbol = pick(2);
    int seat = state->leader < 0 ? 0 : (state->leader + (state->play > 1)) % 2;
    bool says = state->play % 2 == 0 && kit_common()->options.value[INTERCEPTOR_SIGNAL_MODE] == 0;
    snprintf(args, max, says ? "{\"symbol\":\"%s\",\"say\":\"%s\"}" : "{\"symbol\":\"%s\"}",
             symbol == 0 ? "documents" : "money", say[seat][symbol]);
}

static void sound_split(char *args, size_t max)
{
    int pot = ((const struct interceptor *)kit_state())->pot;
    int a = pick(pot + 1);
    snprintf(args, max, "{\"a\":%d,\"b\":%d}", a, pot - a);
}

static void random_args(char *args, size_t max, const char *action)
{
    static const char *const symbols[] = {"documents", "money", "documents", "money", "gold"};
    static const char *const answers[] = {"yes", "no", "no", "perhaps"};
    if (strcmp(action, "register") == 0) {
        snprintf(args, max, "{\"documents\":%s,\"money\":%s}", random_signal(), random_signal());
    } else if (strcmp(action, "play") == 0 && pick(4) != 0) {
        sound_play(args, max);
    } else if (strcmp(action, "split") == 0 && pick(4) != 0) {
        sound_split(args, max);
    } else if (strcmp(action, "play") == 0) {
        if (pick(2) == 0) {
            snprintf(args, max, "{\"symbol\":\"%s\"}", ONE_OF(symbols));
        } else {
            snprintf(args, max, "{\"symbol\":\"%s\",\"say\":\"%s\"}", ONE_OF(symbols),
                     random_text());
        }
    } else if (strcmp(action, "show") == 0) {
        snprintf(args, max, "{\"text\":\"%s\",\"reply_to\":%d,\"mentions\":[%d]}", random_text(),
                 pick(5), pick(4));
    } else if (strcmp(action, "react") == 0) {
        snprintf(args, max, "{\"emoji\":\"%s\"}", pick(2) == 0 ? "👍" : "😀");
    } else if (strcmp(action, "call") == 0) {
        char signal[120];
        snprintf(signal, sizeof signal, "%s", random_signal());
        signal[strlen(signal) - 1] = '\0';
        snprintf(args, max, "%s,\"symbol\":\"%s\"}", signal, ONE_OF(symbols));
    } else if (strcmp(action, "split") == 0) {
        snprintf(args, max, "{\"a\":%d,\"b\":%d}", pick(4), pick(4));
    } else if (strcmp(action, "rule") == 0) {
        snprintf(args, max, "{\"answer\":\"%s\"}", ONE_OF(answers));
    } else if (strcmp(action, "choose_leader") == 0 || strcmp(action, "leave") == 0) {
        snprintf(args, max, "{\"seat\":%d}", pick(5));
    } else {
        snprintf(args, max, "{}");
    }
}

/* A move that has some chance: what is owed, by who owes it, most of the time. */
static enum refusal random_move(void)
{
    static const char *const actions[] = {"register", "confirm", "choose_leader", "play",
                                          "show",     "react",   "call",          "pass",
                                          "split",    "rule",    "concede"};
    static const char *const orders[] = {"skip", "pause", "resume", "rule", "tick"};
    struct owed_list owed;
    char args[512];
    int dice = pick(100);
    const char *action = ONE_OF(actions);
    int seat = pick(4);
    rules_owed(kit_game(), kit_state(), &owed);
    if (kit_common()->paused_ms != NO_DEADLINE && dice < 30) {
        seat = SEAT_MODERATOR;
        action = "resume";
    } else if (dice < 70 && owed.count > 0) {
        const struct owed *one = &owed.owed[pick((int)owed.count)];
        int count = 1;
        while (count < OWED_ACTIONS_MAX && one->actions[count] != NULL) {
            count++;
        }
        seat = one->seat;
        action = one->actions[pick(count)];
    } else if (dice < 78) {
        seat = SEAT_MODERATOR;
        action = pick(150) == 0 ? "leave" : ONE_OF(orders);
    } else if (dice < 82) {
        seat = pick(2) == 0 ? SEAT_HOUSE : pick(SEATS_MAX);
    } else if (dice < 84) {
        kit_at(kit_common()->now_ms + pick(200000));
        seat = SEAT_HOUSE;
        action = "tick";
    }
    if (strcmp(action, "concede") == 0 && pick(10) != 0) {
        action = "call";
    }
    random_args(args, sizeof args, action);
    return kit_move(seat, action, args);
}

static void random_options(char *text, size_t max)
{
    size_t len = 0;
    const struct option_def *row = NULL;
    const struct game_def *game = game_find("interceptor");
    for (unsigned i = 0; (row = option_row(game, i)) != NULL; i++) {
        int count = 0;
        while (row->kind == OPTION_CHOICE && count < OPTION_CHOICES_MAX &&
               row->choices[count] != NULL) {
            count++;
        }
        if (count > 0 && pick(3) == 0) {
            len += (size_t)snprintf(text + len, max - len, "%s=%s ", row->name,
                                    row->choices[pick(count)]);
        }
    }
    snprintf(text + len, max - len, "max_rounds=%d referee=%s", pick(3) * 5,
             pick(2) == 0 ? "none" : "@kim");
}

static void after_over(void)
{
    static const char *const actions[] = {
        "register", "confirm", "choose_leader", "play",  "show",   "react", "call", "pass", "split",
        "rule",     "concede", "skip",          "pause", "resume", "leave", "tick", "dance"};
    struct owed_list owed;
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        for (int seat = SEAT_NONE; seat < 6; seat++) {
            char args[512];
            if (seat == SEAT_CROWD) {
                continue;
            }
            random_args(args, sizeof args, actions[i]);
            ck_assert_int_eq(kit_move(seat, actions[i], args), REFUSAL_GAME_OVER);
        }
    }
    rules_owed(kit_game(), kit_state(), &owed);
    ck_assert_uint_eq(owed.count, 0);
    ck_assert(rules_due_ms(kit_game(), kit_state()) == NO_DEADLINE);
}

START_TEST(random_games_keep_every_promise)
{
    int ended = 0;
    int made = 0;
    unsigned rounds = 0;
    for (int game = 0; game < GAMES; game++) {
        char options[600];
        uint8_t seed[RNG_SEED_BYTES] = {(uint8_t)game, (uint8_t)_i, 1};
        rng_init(&rng, seed);
        random_options(options, sizeof options);
        if (pick(4) == 0) {
            kit_deal("interceptor", options, NULL);
        } else {
            in_deal(options, pick(2) == 0 ? "\"leader\":0," : "");
        }
        for (int i = 0; i < MOVES && !kit_common()->over; i++) {
            made += random_move() == REFUSAL_NONE;
        }
        rounds += kit_common()->round;
        if (kit_common()->over) {
            ended++;
            after_over();
        }
    }
    /* not vacuous: most games are played and end */
    ck_assert_int_gt(made, MADE_LEAST);
    ck_assert_int_gt(ended, GAMES / 2);
    ck_assert_uint_gt(rounds, ROUNDS_LEAST);
}
END_TEST

Suite *suite_interceptor_property(void);

Suite *suite_interceptor_property(void)
{
    Suite *suite = suite_create("interceptor_property");
    TCase *tcase = tcase_create("property");
    tcase_set_timeout(tcase, 100);
    tcase_add_loop_test(tcase, random_games_keep_every_promise, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
