/* Nobody is told what he may not know: two games that differ only there look the same to him, in
 * views, events, refusals and in what is owed, move by move. */
#include "decrypto_kit.h"

#include <stdio.h>
#include <string.h>

enum { W = DECRYPTO_WHITE, B = DECRYPTO_BLACK, LOG_BYTES = 4 * 1024 * 1024 };

enum {
    SEAT_0 = 1 << 0,
    SEAT_1 = 1 << 1,
    SEAT_2 = 1 << 2,
    SEAT_3 = 1 << 3,
    WHITES = SEAT_0 | SEAT_2,
    BLACKS = SEAT_1 | SEAT_3,
    CROWD = AUDIENCE_CROWD
};

static char first[LOG_BYTES];
static char second[LOG_BYTES];
static char *record;
static uint16_t readers;

static void note(const char *text)
{
    size_t len = strlen(record);
    ck_assert_uint_lt(len + strlen(text) + 2, LOG_BYTES);
    snprintf(record + len, LOG_BYTES - len, "%s\n", text);
}

/* ears are the bits of who reads. */
static void note_owed(uint16_t ears)
{
    struct owed_list list;
    rules_owed(kit_game(), kit_state(), &list);
    for (size_t i = 0; i < list.count; i++) {
        const struct owed *owed = &list.owed[i];
        char text[160];
        if (owed->known_to != 0 && (owed->known_to & ears) == 0) {
            continue;
        }
        snprintf(text, sizeof text, "%d %u %s %lld %d", owed->seat, owed->ask, owed->actions[0],
                 (long long)owed->deadline_ms, (int)owed->fallback);
        note(text);
    }
}

/* Everything the readers see now. */
static void note_readers(void)
{
    for (int seat = 0; seat <= kit_common()->seats; seat++) {
        bool crowd = seat == kit_common()->seats;
        int reader = crowd ? SEAT_CROWD : seat;
        uint16_t ears = crowd ? AUDIENCE_CROWD : seat_bit(seat);
        if ((readers & ears) != 0) {
            note(kit_view_all(reader));
            note(kit_inbound(reader));
            note_owed(ears);
        }
    }
}

static void make(int seat, const char *action, const char *args)
{
    enum refusal refusal = kit_move(seat, action, args);
    if ((readers & seat_bit(seat)) != 0) {
        note(refusal == REFUSAL_NONE ? "made" : refusal_name(refusal));
        note(kit_why("problem"));
    }
    note_readers();
}

struct secret {
    const char *options;
    const char *deal[2];
    void (*play)(int variant);
    uint16_t blind;   /* who may not tell the variants apart */
    uint16_t knowing; /* who may, which shows that there is something to hide */
};

static void run(const struct secret *secret, int variant, uint16_t who, char *into)
{
    record = into;
    record[0] = '\0';
    readers = who;
    de_deal(4, secret->options, secret->deal[variant]);
    note_readers();
    secret->play(variant);
}

static void ck_secret(const struct secret *secret)
{
    run(secret, 0, secret->blind, first);
    run(secret, 1, secret->blind, second);
    ck_assert_uint_gt(strlen(first), 100);
    ck_assert_msg(strcmp(first, second) == 0, "somebody can tell");
    run(secret, 0, secret->knowing, first);
    run(secret, 1, secret->knowing, second);
    ck_assert_msg(strcmp(first, second) != 0, "there was nothing to hide");
}

/* One round with clues that touch the words of neither team. */
static void play_round(int variant)
{
    (void)variant;
    make(0, "clues", de_set("alpha", "beta", "gamma"));
    make(1, "clues", de_set("delta", "omega", "sigma"));
    make(2, "decode", "{\"code\":\"123\"}");
    make(3, "decode", "{\"code\":\"123\"}");
}

START_TEST(the_rivals_keywords)
{
    static const struct secret secret = {
        .options = "",
        .deal = {"\"keywords\":{\"white\":[\"COW\",\"TEA\",\"PIANO\",\"SEA\"],"
                 "\"black\":[\"WOLF\",\"BREAD\",\"MIRROR\",\"STORM\"]},",
                 "\"keywords\":{\"white\":[\"COW\",\"TEA\",\"PIANO\",\"SEA\"],"
                 "\"black\":[\"alpha\",\"DESERT\",\"beta\",\"gamma\"]},"},
        .play = play_round,
        .blind = WHITES | CROWD,
        .knowing = BLACKS,
    };
    ck_secret(&secret);
}
END_TEST

static void play_until_reveal(int variant)
{
    (void)variant;
    make(2, "clues", de_set("alpha", "beta", "gamma"));
    make(3, "clues", de_set("delta", "omega", "sigma"));
    make(0, "decode", "{\"code\":\"132\"}");
    make(2, "decode", "{\"code\":\"132\"}");
    make(1, "challenge", "{\"clue\":1}");
}

START_TEST(a_code_before_its_reveal)
{
    static const struct secret secret = {
        .options = "",
        .deal = {"\"round\":2,\"codes\":{\"white\":[\"123\"],\"black\":[\"241\"]},",
                 "\"round\":2,\"codes\":{\"white\":[\"432\"],\"black\":[\"241\"]},"},
        .play = play_until_reveal,
        .blind = SEAT_0 | BLACKS | CROWD,
        .knowing = SEAT_2,
    };
    ck_secret(&secret);
}
END_TEST

START_TEST(the_other_code_before_its_reveal)
{
    static const struct secret secret = {
        .options = "",
        .deal = {"\"round\":2,\"codes\":{\"white\":[\"123\"],\"black\":[\"241\"]},",
                 "\"round\":2,\"codes\":{\"white\":[\"123\"],\"black\":[\"142\"]},"},
        .play = play_until_reveal,
        .blind = WHITES | SEAT_1 | CROWD,
        .knowing = SEAT_3,
    };
    ck_secret(&secret);
}
END_TEST

static void play_locked(int variant)
{
    make(1, "clues",
         variant == 0 ? de_set("delta", "omega", "sigma")
                      : de_set("a longer one", "shared", "kappa"));
    make(1, "clues",
         variant == 0 ? de_set("delta", "shared", "sigma")
                      : de_set("a longer one", "shared", "lambda"));
    make(0, "clues", de_set("delta", "shared", "lambdas"));
    make(2, "decode", "{\"code\":\"12\"}");
}

START_TEST(clues_before_they_are_shown)
{
    static const struct secret secret = {
        .options = "",
        .deal = {"", ""},
        .play = play_locked,
        .blind = WHITES | SEAT_3 | CROWD,
        .knowing = SEAT_1,
    };
    ck_secret(&secret);
}
END_TEST

/* Black drafts, replaces, has it confirmed; White talks. */
static void play_drafts(int variant)
{
    make(2, "clues", de_set("alpha", "beta", "gamma"));
    make(3, "clues", de_set("delta", "omega", "sigma"));
    make(1, "intercept", variant == 0 ? "{\"code\":\"123\"}" : "{\"pass\":true}");
    make(3, "intercept", variant == 0 ? "{\"code\":\"124\"}" : "{\"code\":\"421\"}");
    make(0, "intercept", "{\"code\":\"421\"}");
    make(1, "confirm", "{\"of\":\"intercept\"}");
    make(0, "clues", de_set("alpha", "beta", "gamma"));
}

START_TEST(answers_before_they_are_revealed)
{
    static const struct secret secret = {
        .options = "confirm=on",
        .deal = {"\"round\":2,", "\"round\":2,"},
        .play = play_drafts,
        .blind = WHITES | CROWD,
        .knowing = BLACKS,
    };
    ck_secret(&secret);
}
END_TEST

/* With confirm, that there is a draft at all is the team's own matter. */
static void play_draft_or_none(int variant)
{
    make(2, "clues", de_set("alpha", "beta", "gamma"));
    make(3, "clues", de_set("delta", "omega", "sigma"));
    if (variant == 0) {
        kit_good(1, "intercept", "{\"code\":\"123\"}");
    }
    note_readers();
}

START_TEST(a_draft_that_waits_is_not_seen)
{
    static const struct secret secret = {
        .options = "confirm=on",
        .deal = {"\"round\":2,", "\"round\":2,"},
        .play = play_draft_or_none,
        .blind = WHITES | CROWD,
        .knowing = BLACKS,
    };
    ck_secret(&secret);
}
END_TEST

static void play_tiebreak(int variant)
{
    kit_good(SEAT_MODERATOR, "skip", NULL);
    kit_good(SEAT_MODERATOR, "skip", NULL);
    kit_good(SEAT_MODERATOR, "skip", NULL);
    ck_phase("tiebreak");
    make(1, "keywords",
         variant == 0 ? "{\"words\":[\"cow\",\"tea\",\"piano\",\"weekend\"]}"
                      : "{\"words\":[\"\",\"a long word of no use\",\"\",\"\"]}");
    make(3, "keywords",
         variant == 0 ? "{\"words\":[\"cow\",\"tea\",\"piano\",\"\"]}"
                      : "{\"words\":[\"\",\"\",\"\",\"\"]}");
    make(0, "keywords", "{\"words\":[\"x\",\"y\"]}");
}

START_TEST(guesses_of_the_tie_break)
{
    static const struct secret secret = {
        .options = "max_rounds=1",
        .deal = {"", ""},
        .play = play_tiebreak,
        .blind = WHITES | CROWD,
        .knowing = BLACKS,
    };
    ck_secret(&secret);
}
END_TEST

static void play_referee(int variant)
{
    (void)variant;
    make(2, "clues", de_set("alpha", "beta", "gamma"));
    make(3, "clues", de_set("delta", "omega", "sigma"));
    make(1, "challenge", "{\"clue\":2}");
    make(SEAT_MODERATOR, "rule", "{\"answer\":\"yes\"}");
    make(2, "clues", de_set("alpha", "lambda", "gamma"));
    make(3, "intercept", "{\"pass\":true}");
}

START_TEST(what_a_referee_is_shown)
{
    static const struct secret secret = {
        .options = "referee=@ref",
        .deal = {"\"round\":2,\"keywords\":{\"white\":[\"COW\",\"TEA\",\"PIANO\",\"SEA\"],"
                 "\"black\":[\"WOLF\",\"BREAD\",\"MIRROR\",\"STORM\"]},",
                 "\"round\":2,\"keywords\":{\"white\":[\"OX\",\"ICE\",\"LAMP\",\"BIKE\"],"
                 "\"black\":[\"WOLF\",\"BREAD\",\"MIRROR\",\"STORM\"]},"},
        .play = play_referee,
        .blind = BLACKS | CROWD,
        .knowing = WHITES,
    };
    ck_secret(&secret);
}
END_TEST

/* Team secrets go to the team, a code to one seat, a referee's question to moderators. */
START_TEST(audiences_are_the_right_ones)
{
    de_deal(4, "referee=@ref", "\"round\":2,");
    ck_assert_int_eq(kit_events(WHITES, "decrypto.keywords"), 1);
    ck_assert_int_eq(kit_events(BLACKS, "decrypto.keywords"), 1);
    ck_assert_int_eq(kit_events(seat_bit(2), "decrypto.code"), 1);
    ck_assert_int_eq(kit_events(seat_bit(3), "decrypto.code"), 1);
    de_clues();
    ck_assert_int_eq(de_try(0, "decode", "code", WRONG), REFUSAL_NONE);
    ck_assert_int_eq(kit_events(WHITES, "decrypto.draft"), 1);
    kit_good(1, "challenge", "{\"clue\":2}");
    ck_assert_int_eq(kit_events(AUDIENCE_MODERATORS, "decrypto.question"), 1);
}
END_TEST

/* Rulebook 2.2, R07, R08 */
START_TEST(an_encryptor_is_silent_while_his_code_is_open)
{
    const void *state = kit_state();
    de_start("", 2, "W 0/0 B 0/0");
    uint16_t white = seat_bit(de_encryptor(W));
    uint16_t black = seat_bit(de_encryptor(B));
    ck_assert_uint_eq(decrypto_game.hushed(state), white | black);
    de_clues();
    ck_assert_uint_eq(decrypto_game.hushed(state), white);
    de_half(W, WHITE_CODE, NULL);
    ck_assert_uint_eq(decrypto_game.hushed(state), black);
    de_half(B, BLACK_CODE, NULL);
    ck_assert_uint_eq(decrypto_game.hushed(state),
                      seat_bit(de_encryptor(W)) | seat_bit(de_encryptor(B)));
}
END_TEST

START_TEST(nobody_is_silent_in_a_tie_break_or_as_interceptor)
{
    de_start("max_rounds=2", 2, "W 0/0 B 0/0");
    de_clues();
    de_half(W, WHITE_CODE, NULL);
    de_half(B, BLACK_CODE, NULL);
    ck_assert_int_eq(kit_common()->phase, DECRYPTO_AT_TIEBREAK);
    ck_assert_uint_eq(decrypto_game.hushed(kit_state()), 0);
    de_deal(3, "", "");
    ck_assert_uint_eq(decrypto_game.hushed(kit_state()), seat_bit(de_encryptor(W)));
    de_start("order=simultaneous", 2, "W 0/0 B 0/0");
    uint16_t both = seat_bit(de_encryptor(W)) | seat_bit(de_encryptor(B));
    de_clues();
    ck_assert_uint_eq(decrypto_game.hushed(kit_state()), both);
}
END_TEST

Suite *suite_decrypto_secret(void);

Suite *suite_decrypto_secret(void)
{
    Suite *suite = suite_create("decrypto_secret");
    TCase *tcase = tcase_create("leaks");
    tcase_add_test(tcase, the_rivals_keywords);
    tcase_add_test(tcase, a_code_before_its_reveal);
    tcase_add_test(tcase, the_other_code_before_its_reveal);
    tcase_add_test(tcase, clues_before_they_are_shown);
    tcase_add_test(tcase, answers_before_they_are_revealed);
    tcase_add_test(tcase, a_draft_that_waits_is_not_seen);
    tcase_add_test(tcase, guesses_of_the_tie_break);
    tcase_add_test(tcase, what_a_referee_is_shown);
    tcase_add_test(tcase, audiences_are_the_right_ones);
    tcase_add_test(tcase, an_encryptor_is_silent_while_his_code_is_open);
    tcase_add_test(tcase, nobody_is_silent_in_a_tie_break_or_as_interceptor);
    suite_add_tcase(suite, tcase);
    return suite;
}
