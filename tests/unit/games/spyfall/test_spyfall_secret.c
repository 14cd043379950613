/* Nobody is told what he may not know: two games that differ only there look the same to him, in
 * views, boards, events, refusals and in what is owed, move by move. */
#include "spyfall_kit.h"

#include "board.h"

#include <stdio.h>
#include <string.h>

enum { LOG_BYTES = 4 * 1024 * 1024, CROWD_EAR = AUDIENCE_CROWD };

static char first[LOG_BYTES];
static char second[LOG_BYTES];
static char *record;
static size_t record_len;
static uint16_t readers;

static void note(const char *text)
{
    size_t len = strlen(text);
    ck_assert_uint_lt(record_len + len + 2, LOG_BYTES);
    memcpy(record + record_len, text, len);
    record_len += len;
    record[record_len++] = '\n';
    record[record_len] = '\0';
}

static void note_board(int reader)
{
    static struct view view;
    static struct board board;
    rules_view(kit_game(), kit_state(), reader, &view);
    spyfall_board(&view, &board);
    for (unsigned i = 0; i < board.count; i++) {
        const struct board_item *item = &board.item[i];
        char text[512];
        snprintf(text, sizeof text, "%d %d %s %d %d %d %d %.*s", (int)item->kind, (int)item->label,
                 item->term != NULL ? item->term : "", item->seat, item->team, item->flags,
                 item->count, (int)(item->text_len < 300 ? item->text_len : 300),
                 board.text + item->text);
        note(text);
    }
}

static void note_readers(void)
{
    for (int seat = 0; seat <= kit_common()->seats; seat++) {
        bool crowd = seat == kit_common()->seats;
        uint16_t ears = crowd ? AUDIENCE_CROWD : seat_bit(seat);
        if ((readers & ears) != 0) {
            int reader = crowd ? SEAT_CROWD : seat;
            note(kit_view_all(reader));
            note(kit_inbound(reader));
            note(kit_owed());
            note_board(reader);
        }
    }
}

static void make(int seat, const char *action, const char *args)
{
    enum refusal refusal = kit_move(seat, action, args);
    if ((readers & seat_bit(seat)) != 0) {
        note(refusal == REFUSAL_NONE ? "made" : refusal_name(refusal));
        note(kit_why("problem"));
        note(kit_why("nearest"));
    }
    note_readers();
}

/* Talk, votes and tries of everybody to guess what is not on the list, or in vain. */
static void play(int variant)
{
    (void)variant;
    for (int seat = 0; seat < 6; seat++) {
        make(seat, "guess", NULL);
        make(seat, "guess", "{\"location\":\"Moon\"}");
        make(seat, "guess", "{\"location\":\"Bnk\"}");
    }
    make(ANA, "ask", "{\"seat\":1,\"text\":\"Is it loud?\"}");
    make(BEN, "answer", "{\"text\":\"It was.\"}");
    make(CY, "accuse", "{\"seat\":3}");
    make(DEE, "vote", "{\"answer\":\"yes\"}");
    make(EVA, "vote", "{\"answer\":\"yes\"}");
    make(FIN, "vote", "{\"answer\":\"no\"}");
    kit_at(60000);
    make(BEN, "ask", "{\"seat\":5,\"text\":\"Are you sure?\"}");
    make(SEAT_MODERATOR, "pause", NULL);
    make(SEAT_MODERATOR, "resume", NULL);
    make(SEAT_MODERATOR, "skip", NULL);
}

struct world {
    const char *options;
    const char *place;
    int spy;
};

static void run(const struct world *world, uint16_t who, void (*moves)(int), int variant,
                char *into)
{
    char pinned[512];
    record = into;
    record_len = 0;
    record[0] = '\0';
    readers = who;
    snprintf(pinned, sizeof pinned,
             "{" PLACES ",\"rounds\":[{\"location\":\"%s\",\"spy\":%d},{\"location\":\"Zoo\","
             "\"spy\":1}]}",
             world->place, world->spy);
    sp_pinned(6, world->options, pinned);
    note_readers();
    moves(variant);
}

static void ck_alike(const struct world worlds[2], uint16_t blind, uint16_t knowing,
                     void (*moves)(int))
{
    run(&worlds[0], blind, moves, 0, first);
    run(&worlds[1], blind, moves, 1, second);
    ck_assert_uint_gt(strlen(first), 1000);
    ck_assert_msg(strcmp(first, second) == 0, "somebody can tell");
    run(&worlds[0], knowing, moves, 0, first);
    run(&worlds[1], knowing, moves, 1, second);
    ck_assert_msg(strcmp(first, second) != 0, "there was nothing to hide");
}

static const char *const option_sets[] = {"", "vote=simultaneous", "pace=async", "roles=off",
                                          "last_guess=on final_vote=on"};

/* Ben or Dee is the spy: nobody else can tell, nor the crowd. */
START_TEST(who_is_the_spy)
{
    for (size_t i = 0; i < sizeof option_sets / sizeof option_sets[0]; i++) {
        struct world worlds[2] = {{option_sets[i], "Bank", BEN}, {option_sets[i], "Bank", DEE}};
        ck_alike(worlds, CROWD_EAR | 1 << ANA | 1 << CY | 1 << EVA | 1 << FIN, 1 << BEN | 1 << DEE,
                 play);
    }
}
END_TEST

/* Where they are: the spy cannot tell, nor the crowd. */
START_TEST(what_the_place_is)
{
    for (size_t i = 0; i < sizeof option_sets / sizeof option_sets[0]; i++) {
        struct world worlds[2] = {{option_sets[i], "Bank", DEE}, {option_sets[i], "School", DEE}};
        ck_alike(worlds, CROWD_EAR | 1 << DEE, 1 << ANA, play);
    }
}
END_TEST

/* An innocent who tries to guess, and one who does not: nobody but him can tell. */
static void try_or_not(int variant)
{
    if (variant == 1) {
        kit_refused(REFUSAL_NOT_THE_SPY, ANA, "guess", "{\"location\":\"Bank\"}");
        kit_refused(REFUSAL_NOT_THE_SPY, ANA, "guess", "{\"location\":\"Zoo\"}");
        kit_refused(REFUSAL_UNKNOWN_LOCATION, ANA, "guess", "{\"location\":\"Moon\"}");
    }
    note_readers();
    if (variant == 1) {
        note("tried");
    }
}

START_TEST(that_an_innocent_tried)
{
    struct world worlds[2] = {{"", "Bank", DEE}, {"", "Bank", DEE}};
    run(&worlds[0], 0xffff, try_or_not, 0, first);
    run(&worlds[1], 0xffff, try_or_not, 1, second);
    second[strlen(second) - strlen("tried\n")] = '\0';
    ck_assert_str_eq(first, second);
}
END_TEST

/* Secret votes, until all are in. */
static void vote_in_secret(int variant)
{
    make(CY, "accuse", "{\"seat\":3}");
    make(EVA, "vote", variant == 0 ? "{\"answer\":\"yes\"}" : "{\"answer\":\"no\"}");
    make(ANA, "vote", "{\"answer\":\"yes\"}");
    make(EVA, "vote", "{\"answer\":\"yes\"}");
}

START_TEST(what_somebody_votes_in_secret)
{
    struct world worlds[2] = {{"vote=simultaneous", "Bank", BEN},
                              {"vote=simultaneous", "Bank", BEN}};
    ck_alike(worlds, (uint16_t)(0xffff & ~(1 << EVA)), 1 << EVA, vote_in_secret);
}
END_TEST

/* A deal's cards are alike in everything but what they say. */
START_TEST(cards_have_one_form)
{
    sp_deal(6, "", DEE, "");
    for (int seat = 0; seat < 6; seat++) {
        ck_assert_int_eq(kit_events(seat_bit(seat), "spyfall.card"), 1);
    }
    ck_assert_uint_eq(kit_out()->event_count, 8); /* and the list, and the round */
}
END_TEST

Suite *suite_spyfall_secret(void);

Suite *suite_spyfall_secret(void)
{
    Suite *suite = suite_create("spyfall_secret");
    TCase *tcase = tcase_create("secrets");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, who_is_the_spy);
    tcase_add_test(tcase, what_the_place_is);
    tcase_add_test(tcase, that_an_innocent_tried);
    tcase_add_test(tcase, what_somebody_votes_in_secret);
    tcase_add_test(tcase, cards_have_one_form);
    suite_add_tcase(suite, tcase);
    return suite;
}
