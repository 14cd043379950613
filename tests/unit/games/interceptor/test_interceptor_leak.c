/* Nobody learns what is not his: two games that differ only in what a reader may not know give that
 * reader the same views, the same events and the same answers, move for move. Signals are swapped
 * between the symbols, so that the same public words mean the other card. */
#include "interceptor_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRACE_BYTES = 1024 * 1024 };

struct world {
    bool swap[2];   /* the team's signals stand for the other symbol */
    bool silent[4]; /* at play 2 the seat plays the other card */
};

static char *trace_text;
static int reader;

static void trace(const char *text)
{
    size_t len = strlen(trace_text);
    snprintf(trace_text + len, TRACE_BYTES - len, "%s\n", text);
}

static void trace_all(void)
{
    trace(kit_view_all(reader));
    trace(kit_owed());
    trace(kit_inbound(reader));
}

static void deal_world(const struct world *world, const char *options)
{
    static const char *const words[2][2] = {{"honestly", "frankly"}, {"tea", "milk"}};
    char pinned[600];
    snprintf(pinned, sizeof pinned,
             "{\"leader\":0,\"signals\":{"
             "\"officials\":{\"documents\":{\"kind\":\"word\",\"value\":\"%s\"},"
             "\"money\":{\"kind\":\"word\",\"value\":\"%s\"}},"
             "\"journalists\":{\"documents\":{\"kind\":\"word\",\"value\":\"%s\"},"
             "\"money\":{\"kind\":\"word\",\"value\":\"%s\"}}}}",
             words[0][world->swap[0]], words[0][!world->swap[0]], words[1][world->swap[1]],
             words[1][!world->swap[1]]);
    kit_deal("interceptor", options, pinned);
}

/* The player says the same words in every world; the card follows. */
static void play_world(const struct world *world, int seat, const char *say, bool native)
{
    char args[200];
    bool money = say != NULL ? world->swap[seat & 1] : world->silent[seat];
    const char *symbol = money ? "money" : "documents";
    snprintf(args, sizeof args, "{\"symbol\":\"%s\"}", symbol);
    if (say != NULL && native) {
        kit_good(seat, "play", args);
        trace_all();
        snprintf(args, sizeof args, "{\"text\":\"%s\"}", say);
        kit_good(seat, "show", args);
    } else {
        if (say != NULL) {
            snprintf(args, sizeof args, "{\"symbol\":\"%s\",\"say\":\"%s\"}", symbol, say);
        }
        kit_good(seat, "play", args);
    }
    trace_all();
}

/* What the reader is told when he tries something out of turn. */
static void try_reader(const char *action, const char *args)
{
    if (reader >= 0) {
        trace(refusal_name(kit_move(reader, action, args)));
        trace(kit_why("argument"));
    }
}

static void run_round(const struct world *world, bool native)
{
    deal_world(world, native ? "signal_mode=native" : "");
    trace_all();
    play_world(world, 0, "well, honestly", native);
    try_reader("confirm", NULL);
    play_world(world, 2, NULL, native);
    try_reader("rule", "{\"answer\":\"yes\"}");
    /* a guess that is near, whichever symbol it is near to, is referred; nobody confirms it */
    if (kit_move(1, "call", "{\"kind\":\"word\",\"value\":\"honest\",\"symbol\":\"documents\"}") !=
        REFUSAL_NONE) {
        ck_abort_msg("a near guess is taken");
    }
    ck_phase("ruling");
    trace_all();
    kit_good(0, "rule", "{\"answer\":\"no\"}");
    trace_all();
    kit_good(2, "rule", "{\"answer\":\"no\"}");
    trace_all();
    play_world(world, 1, "some tea", native);
    kit_tick(130000);
    trace_all();
    kit_at(0);
}

static char *trace_of(const struct world *world, int who, bool native)
{
    reader = who;
    trace_text = calloc(1, TRACE_BYTES);
    run_round(world, native);
    return trace_text;
}

/* May the reader know this difference? */
static bool may_know(int who, const struct world *world)
{
    bool known = false;
    for (int team = 0; team < 2; team++) {
        known = known || (world->swap[team] && who >= 0 && (who & 1) == team);
    }
    for (int seat = 0; seat < 4; seat++) {
        known = known || (world->silent[seat] && who == seat);
    }
    return known;
}

START_TEST(a_reader_cannot_tell_two_worlds_apart)
{
    static const struct world plain;
    for (int who = SEAT_CROWD; who < 4; who++) {
        if (who != SEAT_CROWD && who < 0) {
            continue;
        }
        for (int code = 1; code < 8; code++) {
            struct world world = {.swap = {(code & 1) != 0, (code & 2) != 0},
                                  .silent = {[2] = (code & 4) != 0}};
            char *first = trace_of(&plain, who, _i == 1);
            char *second = trace_of(&world, who, _i == 1);
            bool same = strcmp(first, second) == 0;
            ck_assert_msg(same != may_know(who, &world), "reader %d, world %d: %s", who, code,
                          same ? "he should know more" : "he knows too much");
            free(first);
            free(second);
        }
    }
}
END_TEST

/* Yes, but for the other symbol: only "wrong" is heard, as after a no. */
START_TEST(a_yes_for_the_other_symbol_sounds_like_a_no)
{
    char inbound[2][20000];
    for (int yes = 0; yes < 2; yes++) {
        in_deal("referee=@kim", "\"leader\":0,");
        ck_assert_int_eq(in_call(1, "word", "honest", "money"), REFUSAL_NONE);
        kit_good(SEAT_MODERATOR, "rule", yes ? "{\"answer\":\"yes\"}" : "{\"answer\":\"no\"}");
        ck_assert_int_eq(kit_events(AUDIENCE_CROWD, "interceptor.wrong"), 1);
        snprintf(inbound[yes], sizeof inbound[yes], "%s%s", kit_inbound(1), kit_view_all(1));
    }
    ck_assert_str_eq(inbound[0], inbound[1]);
}
END_TEST

/* Registering: the other team and the crowd hear of nothing before the team is ready. */
START_TEST(registering_is_not_heard_by_others)
{
    kit_deal("interceptor", "", NULL);
    size_t crowd = strlen(kit_inbound(SEAT_CROWD));
    size_t rival = strlen(kit_inbound(1));
    const char *before = kit_view_all(1);
    kit_good(0, "register",
             "{\"documents\":{\"kind\":\"word\",\"value\":\"the\"},\"money\":{\"kind\":\"caps\"}}");
    ck_assert_uint_eq(strlen(kit_inbound(SEAT_CROWD)), crowd);
    ck_assert_uint_eq(strlen(kit_inbound(1)), rival);
    ck_assert_str_eq(before, kit_view_all(1));
    kit_good(2, "confirm", NULL);
    ck_assert_str_eq(kit_inbound(SEAT_CROWD) + crowd,
                     "interceptor.ready {\"team\":\"officials\"}\n");
    ck_assert_str_eq(kit_inbound(1) + rival, "interceptor.ready {\"team\":\"officials\"}\n");
}
END_TEST

Suite *suite_interceptor_leak(void);

Suite *suite_interceptor_leak(void)
{
    Suite *suite = suite_create("interceptor_leak");
    TCase *tcase = tcase_create("leak");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, a_reader_cannot_tell_two_worlds_apart, 0, 2);
    tcase_add_test(tcase, a_yes_for_the_other_symbol_sounds_like_a_no);
    tcase_add_test(tcase, registering_is_not_heard_by_others);
    suite_add_tcase(suite, tcase);
    return suite;
}
