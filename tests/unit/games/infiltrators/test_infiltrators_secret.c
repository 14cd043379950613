/* Nobody is told what he may not know: two games that differ only there look the same to him, in
 * views, events, refusals and in what is owed, move by move. */
#include "infiltrators_kit.h"

#include <stdio.h>
#include <string.h>

enum { A, B, C, LOG_BYTES = 2 * 1024 * 1024 };
enum { SEAT_A = 1 << A, SEAT_B = 1 << B, SEAT_C = 1 << C, CROWD = AUDIENCE_CROWD };

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

/* Everything the readers see now. */
static void note_readers(void)
{
    for (int seat = 0; seat <= kit_common()->seats; seat++) {
        bool crowd = seat == kit_common()->seats;
        if ((readers & (crowd ? CROWD : seat_bit(seat))) != 0) {
            note(kit_view_all(crowd ? SEAT_CROWD : seat));
            note(kit_inbound(crowd ? SEAT_CROWD : seat));
            note(kit_owed());
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
    const char *mission;
    const char *deal[2];
    void (*play)(void);
    uint16_t blind;   /* who may not tell the two apart */
    uint16_t knowing; /* who may, which shows that there is something to hide */
};

static void run(const struct secret *secret, int variant, uint16_t who, char *into)
{
    record = into;
    record[0] = '\0';
    readers = who;
    agents_deal(3, "", secret->mission, secret->deal[variant]);
    note_readers();
    secret->play();
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

#define REST_B_C "[\"R3\",\"R8\",\"K10\",\"Y6\",\"Y11\"],[\"K2\",\"K7\",\"R12\",\"Y2\",\"Y13\"]]"
#define CENTRE   ",\"centre\":[\"R6\",\"K11\"],\"first\":0"

static void play_a_round(void)
{
    make(A, "nab", NULL);
    make(B, "exchange", "{\"seat\":0,\"card\":\"K10\"}");
    make(B, "draw", "{\"take\":false}");
    make(C, "bide", "{\"draw\":0}");
    make(A, "clue", "{\"card\":\"K12\"}");
    make(B, "clue", "{\"card\":\"R3\"}");
    make(B, "eliminate", "{\"seat\":0,\"card\":\"K10\"}");
    make(B, "eliminate", "{\"seat\":0,\"card\":\"R7\"}");
    make(SEAT_MODERATOR, "skip", NULL);
}

/* A's hand, against the Headquarters' lowest cards, which nobody draws. */
START_TEST(a_hand_is_its_agents)
{
    static const struct secret secret = {
        .mission = MISSION_T1,
        .deal =
            {"\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"]," REST_B_C CENTRE
             ",\"hq\":[\"Y7\",\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\","
             "\"Y3\",\"K13\",\"R7\",\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\"]",
             "\"hands\":[[\"R10\",\"K6\",\"Y9\",\"K12\",\"Y8\"]," REST_B_C CENTRE
             ",\"hq\":[\"Y7\",\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\","
             "\"Y3\",\"K13\",\"R7\",\"Y5\",\"K4\",\"R11\",\"Y4\",\"K5\",\"R2\"]"},
        .play = play_a_round,
        .blind = SEAT_B | SEAT_C | CROWD,
        .knowing = SEAT_A,
    };
    ck_secret(&secret);
}
END_TEST

/* A's Suspect R6 or R12: both match K12 and neither K10. */
START_TEST(a_suspect_is_its_agents)
{
    static const struct secret secret = {
        .mission = MISSION_T1,
        .deal =
            {"\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"],[\"R3\",\"R8\",\"K10\",\"Y6\","
             "\"Y11\"],[\"K2\",\"K7\",\"Y2\",\"Y13\"]],\"centre\":[\"R6\",\"K11\"],\"first\":0,"
             "\"hq\":[\"Y7\",\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\","
             "\"Y3\",\"K13\",\"R7\",\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\",\"R12\"]",
             "\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"],[\"R3\",\"R8\",\"K10\",\"Y6\","
             "\"Y11\"],[\"K2\",\"K7\",\"Y2\",\"Y13\"]],\"centre\":[\"R12\",\"K11\"],\"first\":0,"
             "\"hq\":[\"Y7\",\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\","
             "\"Y3\",\"K13\",\"R7\",\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\",\"R6\"]"},
        .play = play_a_round,
        .blind = SEAT_B | SEAT_C | CROWD,
        .knowing = SEAT_A,
    };
    ck_secret(&secret);
}
END_TEST

static void play_rewards(void)
{
    make(A, "bide", "{\"draw\":0}"); /* the top card, face down */
    make(B, "exchange", "{\"seat\":2,\"card\":\"K10\"}");
    make(B, "draw", "{\"take\":true}");
    make(C, "bide", "{\"draw\":0}");
    make(A, "eliminate", "{\"seat\":2,\"card\":\"R6\",\"insist\":true}");
    make(A, "retrieve", "{\"card\":\"Y7\"}"); /* not that it lies face down */
    make(A, "retrieve", "{\"card\":\"none\"}");
    make(B, "nab", NULL);
}

#define STAND_C ",\"stands\":[null,null,{\"suspect\":\"R6\"}],\"centre\":[\"K11\"],\"first\":0"

/* Which of two cards is discarded face down, and which is drawn by B. */
START_TEST(face_down_cards_are_nobodys)
{
    static const struct secret secret = {
        .mission = MISSION_T1,
        .deal =
            {"\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"]," REST_B_C STAND_C
             ",\"hq\":[\"Y7\",\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\","
             "\"Y3\",\"K13\",\"R7\",\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\"]",
             "\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"]," REST_B_C STAND_C
             ",\"hq\":[\"R4\",\"Y7\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\","
             "\"Y3\",\"K13\",\"R7\",\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\"]"},
        .play = play_rewards,
        .blind = SEAT_A | SEAT_C | CROWD,
        .knowing = SEAT_B,
    };
    ck_secret(&secret);
}
END_TEST

static void play_down(void)
{
    make(A, "eliminate", "{\"seat\":2,\"card\":\"R6\"}");
    make(A, "retrieve", "{\"card\":\"down\"}");
    make(B, "nab", NULL);
    make(C, "exchange", "{\"seat\":1,\"card\":\"K2\"}");
    make(C, "draw", "{\"take\":false}");
}

/* Which unseen card A got as a reward. */
START_TEST(a_face_down_reward_is_its_agents)
{
    static const struct secret secret = {
        .mission = MISSION_T1,
        .deal = {"\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"]," REST_B_C STAND_C
                 ",\"discard\":{\"up\":[\"R5\"],\"down\":[\"Y7\",\"R4\"]}",
                 "\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"]," REST_B_C STAND_C
                 ",\"discard\":{\"up\":[\"R5\"],\"down\":[\"R4\",\"Y7\"]}"},
        .play = play_down,
        .blind = SEAT_B | SEAT_C | CROWD,
        .knowing = SEAT_A,
    };
    ck_secret(&secret);
}
END_TEST

#define HIDDEN                                                                                 \
    "mission = X1; suits = R K; numbers = 2-13; suspects = 2; bullets = suspects + 3; rules =" \
    " hidden_suit"

static void play_hidden(void)
{
    make(A, "nab", NULL);
    make(B, "exchange", "{\"seat\":0,\"card\":\"R3\"}");
    make(B, "draw", "{\"take\":false}");
    make(C, "eliminate", "{\"seat\":0,\"card\":\"G5\"}"); /* a miss where it is, a miss where not */
    make(A, "clue", "{\"card\":\"B5\"}");
    make(A, "clue", "{\"card\":\"G5\"}");
    make(A, "bide", "{\"draw\":0}");
    make(B, "eliminate", "{\"seat\":0,\"card\":\"Y5\"}");
}

#define HIDDEN_HANDS                                                                       \
    "\"hands\":[[\"R2\",\"K5\"],[\"R3\",\"R8\",\"K10\"],[\"K2\",\"K7\",\"R12\"]],"         \
    "\"centre\":[\"R6\",\"K11\"],\"first\":0,\"hq\":[\"R4\",\"R5\",\"R7\",\"R9\",\"R10\"," \
    "\"R11\",\"R13\",\"K3\",\"K4\",\"K6\",\"K8\",\"K9\",\"K12\",\"K13\""
#define HIDDEN_SUIT(s)                                                                   \
    ",\"" s "2\",\"" s "3\",\"" s "4\",\"" s "5\",\"" s "6\",\"" s "7\",\"" s "8\",\"" s \
    "9\",\"" s "10\",\"" s "11\",\"" s "12\",\"" s "13\"],\"hidden\":\"" s "\""

/* The unnamed suit is green or blue; somebody draws one later, and knows. */
static void play_hidden_and_draw(void)
{
    play_hidden();
    for (int turn = 0; turn < 30 && !kit_common()->over; turn++) {
        make(SEAT_MODERATOR, "skip", NULL);
    }
}

START_TEST(the_unnamed_suit_is_unknown)
{
    static const struct secret secret = {
        .mission = HIDDEN,
        .deal = {HIDDEN_HANDS HIDDEN_SUIT("G"), HIDDEN_HANDS HIDDEN_SUIT("B")},
        .play = play_hidden_and_draw,
        .blind = SEAT_A | SEAT_B | SEAT_C | CROWD,
        .knowing = SEAT_A,
    };
    run(&secret, 0, secret.blind, first);
    run(&secret, 1, secret.blind, second);
    ck_assert_msg(strcmp(first, second) == 0, "somebody can tell");
}
END_TEST

/* The same for everybody by a special rule, and not without it. */
static void ck_rule(const char *rule, const char *one, const char *other, void (*play)(void))
{
    char mission[2][200];
    for (int ruled = 0; ruled < 2; ruled++) {
        snprintf(mission[ruled], sizeof mission[ruled],
                 "mission = X1; suits = R K Y; numbers = 2-13; suspects = 2; bullets = suspects + 3"
                 "%s%s",
                 ruled ? "; rules = " : "", ruled ? rule : "");
        const struct secret secret = {
            .mission = mission[ruled],
            .deal = {one, other},
            .play = play,
        };
        run(&secret, 0, SEAT_A | SEAT_B | SEAT_C | CROWD, first);
        run(&secret, 1, SEAT_A | SEAT_B | SEAT_C | CROWD, second);
        ck_assert_msg((strcmp(first, second) == 0) == (ruled == 1), "%s", mission[ruled]);
    }
}

#define RULE_DEAL                                                                           \
    "\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"]," REST_B_C STAND_C ",\"hq\":[\"Y7\"," \
    "\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\",\"Y3\",\"K13\",\"R7\","

/* Misses and a hit; nobody hears how many bullets are left, nor sees by what can be done. */
static void play_shots(void)
{
    make(A, "eliminate", "{\"seat\":2,\"card\":\"R9\",\"insist\":true}");
    make(B, "nab", NULL);
    make(C, "eliminate", "{\"seat\":1,\"card\":\"R9\",\"insist\":true}");
    make(A, "eliminate", "{\"seat\":2,\"card\":\"R6\"}");
    make(A, "retrieve", "{\"card\":\"down\"}");
    make(B, "bide", "{\"draw\":0}");
}

START_TEST(hidden_bullets_are_nobodys)
{
    ck_rule("hidden_bullets",
            RULE_DEAL "\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\"],\"bullets\":5",
            RULE_DEAL "\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\"],\"bullets\":6", play_shots);
}
END_TEST

/* Which card lies face up in a discard that nobody looks into. */
START_TEST(a_closed_discard_is_nobodys)
{
    ck_rule("closed_discard",
            RULE_DEAL "\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\"],\"discard\":{\"up\":[\"Y5\"]}",
            RULE_DEAL "\"K4\",\"R11\",\"Y8\",\"K6\",\"Y5\"],\"discard\":{\"up\":[\"R10\"]}",
            play_rewards);
}
END_TEST

Suite *suite_infiltrators_secret(void);

Suite *suite_infiltrators_secret(void)
{
    Suite *suite = suite_create("infiltrators_secret");
    TCase *tcase = tcase_create("secrets");
    tcase_add_test(tcase, a_hand_is_its_agents);
    tcase_add_test(tcase, a_suspect_is_its_agents);
    tcase_add_test(tcase, face_down_cards_are_nobodys);
    tcase_add_test(tcase, a_face_down_reward_is_its_agents);
    tcase_add_test(tcase, the_unnamed_suit_is_unknown);
    tcase_add_test(tcase, hidden_bullets_are_nobodys);
    tcase_add_test(tcase, a_closed_discard_is_nobodys);
    suite_add_tcase(suite, tcase);
    return suite;
}
