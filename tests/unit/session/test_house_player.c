/* House players in the house: they play whole games by themselves, remember the same after a
 * restart, wait as everybody does, and are told nothing in private. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "game.h"
#include "house_kit.h"
#include "house_player.h"
#include "house_player_due.h"
#include "rules.h"

static struct house_kit kit;

static const char *const zeros = "0000000000000000000000000000000000000000000000000000000000000000";

static struct table *table(void)
{
    return &house_kit_table(&kit)->resident->table;
}

static struct house_figures figures(void)
{
    struct house_figures now;
    house_figures(kit.house, &now);
    return now;
}

/* A table of Interceptor with Ana (unless she watches) and house players, begun. */
static void begin(bool watch, const char *options)
{
    char text[80];
    house_kit_open(&kit, NULL);
    house_pin(kit.house, zeros, NULL);
    snprintf(text, sizeof text, "!interceptor %s", options);
    house_kit_says(&kit, "Ana", text);
    if (!watch) {
        house_kit_says(&kit, "Ana", "!join");
    }
    for (int i = watch ? 0 : 1; i < 4; i++) {
        house_kit_says(&kit, "Ana", "!bot");
    }
    house_kit_says(&kit, "Ana", "!start");
    ck_assert_int_eq(house_kit_table(&kit)->phase, TABLE_PLAYING);
}

START_TEST(four_of_them_play_a_whole_game)
{
    begin(true, "");
    house_kit_pass(&kit, (int64_t)15 * 60 * 1000);
    ck_assert_int_eq(house_kit_table(&kit)->phase, TABLE_OVER);
    ck_assert_uint_gt(figures().house_moves, 12);
    ck_assert_uint_eq(figures().house_refused, 0);
    ck_assert_uint_gt(house_kit_count(&kit, 0, "Robin (house)"), 5);
    for (unsigned i = 0; i < kit.send_count; i++) {
        ck_assert(kit.send[i].kind != SEND_PRIVATE || strcmp(kit.send[i].account, "Ana") == 0);
        ck_assert_ptr_null(strstr(kit.send[i].doc, "\"t\":\"mention\""));
    }
    house_kit_close(&kit);
}
END_TEST

/* Nothing in the house knows a game by name. */
START_TEST(every_game_that_has_players_is_played_out)
{
    unsigned played = 0;
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        char text[40];
        if ((*game)->player == NULL) {
            continue;
        }
        house_kit_open(&kit, NULL);
        house_pin(kit.house, zeros, NULL);
        snprintf(text, sizeof text, "!%s", (*game)->id);
        house_kit_says(&kit, "Ana", text);
        for (unsigned i = 0; i < (*game)->seats_min; i++) {
            house_kit_says(&kit, "Ana", "!bot");
        }
        house_kit_says(&kit, "Ana", "!start");
        played += table()->phase == TABLE_PLAYING;
        for (int i = 0; i < 200 && table()->phase == TABLE_PLAYING; i++) {
            house_kit_pass(&kit, (int64_t)30 * 1000);
            house_kit_forget(&kit);
        }
        ck_assert_msg(table()->phase != TABLE_PLAYING, "%s", (*game)->id);
        ck_assert_msg(figures().house_refused == 0, "%s", (*game)->id);
        house_kit_close(&kit);
    }
    ck_assert_uint_ge(played, 2);
}
END_TEST

START_TEST(a_pause_of_theirs_is_that_of_people)
{
    begin(true, "");
    int64_t due_ms = house_player_due_ms(house_kit_table(&kit));
    ck_assert_int_ge(due_ms, table()->now_ms + HOUSE_PLAYER_PAUSE_MS);
    ck_assert_int_lt(due_ms, table()->now_ms + HOUSE_PLAYER_PAUSE_MS + HOUSE_PLAYER_PAUSE_MORE_MS);
    uint32_t step = table()->step;
    house_kit_pass(&kit, HOUSE_PLAYER_PAUSE_MS - 1);
    ck_assert_uint_eq(table()->step, step);
    house_kit_pass(&kit, due_ms - kit.now_ms);
    ck_assert_uint_eq(table()->step, step + 1);
    house_kit_close(&kit);
}
END_TEST

/* What others see of the pause does not hang on what was dealt or drawn. */
START_TEST(the_pause_tells_nothing)
{
    int64_t first = 0;
    for (int run = 0; run < 2; run++) {
        begin(true, "");
        house_kit_table(&kit)->secret[5] ^= (uint8_t)(run * 77);
        house_kit_says(&kit, "Ana", "!pause");
        house_kit_says(&kit, "Ana", "!resume");
        int64_t due_ms = house_player_due_ms(house_kit_table(&kit)) - table()->now_ms;
        ck_assert(run == 0 || due_ms == first);
        first = due_ms;
        house_kit_close(&kit);
    }
}
END_TEST

START_TEST(they_stand_still_while_the_game_does)
{
    begin(true, "");
    house_kit_pass(&kit, 9000);
    house_kit_says(&kit, "Ana", "!pause");
    uint32_t step = table()->step;
    ck_assert(house_player_due_ms(house_kit_table(&kit)) == NO_DEADLINE);
    house_kit_pass(&kit, (int64_t)60 * 1000);
    ck_assert_uint_eq(table()->step, step);
    house_kit_says(&kit, "Ana", "!resume");
    house_kit_pass(&kit, 9000);
    ck_assert_uint_gt(table()->step, step + 1);
    house_kit_close(&kit);
}
END_TEST

/* Everything that a player remembers is made of what its seat was told: a replay makes it again. */
START_TEST(a_restart_makes_the_same_memories)
{
    enum { BYTES = PLAYER_MEMORY_MAX };
    static char before[4][BYTES];
    begin(true, "");
    size_t size = table()->game->player->memory_size;
    while (rules_state(table()->state)->round < 2) {
        house_kit_pass(&kit, 1000);
    }
    ck_assert_int_eq(table()->phase, TABLE_PLAYING);
    for (int seat = 0; seat < 4; seat++) {
        memcpy(before[seat], house_kit_table(&kit)->resident->player[seat].memory, size);
    }
    house_kit_restart(&kit);
    house_kit_says(&kit, "Ana", "!status");
    for (int seat = 0; seat < 4; seat++) {
        const char *after = house_kit_table(&kit)->resident->player[seat].memory;
        ck_assert_ptr_nonnull(after);
        ck_assert_mem_eq(before[seat], after, size);
    }
    house_kit_close(&kit);
}
END_TEST

/* Nobody says a word: the house wakes by itself and its players go on. */
START_TEST(they_go_on_after_a_restart)
{
    begin(true, "");
    house_kit_pass(&kit, (int64_t)30 * 1000);
    ck_assert_int_eq(table()->phase, TABLE_PLAYING);
    house_kit_restart(&kit);
    house_kit_pass(&kit, (int64_t)15 * 60 * 1000);
    ck_assert_int_eq(house_kit_table(&kit)->phase, TABLE_OVER);
    ck_assert_uint_eq(figures().house_refused, 0);
    house_kit_close(&kit);
}
END_TEST

START_TEST(a_full_disk_only_makes_them_wait)
{
    begin(true, "");
    house_kit_pass(&kit, (int64_t)15 * 1000);
    kit.disk_full = true;
    house_kit_pass(&kit, (int64_t)30 * 1000);
    ck_assert(figures().store_down);
    kit.disk_full = false;
    house_kit_pass(&kit, (int64_t)15 * 60 * 1000);
    ck_assert_int_eq(house_kit_table(&kit)->phase, TABLE_OVER);
    ck_assert_uint_eq(figures().house_refused, 0);
    house_kit_close(&kit);
}
END_TEST

/* --- with a person ---------------------------------------------------------------------------- */

static int seat_of_bot(void)
{
    int seat = 0;
    while (!table_is_bot(table(), seat)) {
        seat++;
    }
    return seat;
}

START_TEST(a_person_takes_over_and_the_house_stops)
{
    char text[40];
    begin(false, "");
    int seat = seat_of_bot();
    snprintf(text, sizeof text, "!substitute %.5s", table()->seat[seat].name);
    house_kit_says(&kit, "Eve", text);
    ck_assert_str_eq(table()->seat[seat].name, "Eve");
    ck_assert_ptr_null(house_kit_table(&kit)->resident->player[seat].memory);
    ck_assert_uint_gt(house_kit_count(&kit, 0, "Eve sits in"), 0);
    house_kit_close(&kit);
}
END_TEST

START_TEST(a_partner_who_gives_up_is_not_kept)
{
    begin(false, "");
    ck_assert_int_ge(table_seat_of(table(), table()->host), 0);
    house_kit_says(&kit, "Ana", "!concede");
    ck_assert_int_eq(house_kit_table(&kit)->phase, TABLE_PLAYING);
    house_kit_pass(&kit, (int64_t)20 * 1000);
    ck_assert_int_eq(house_kit_table(&kit)->phase, TABLE_OVER);
    ck_assert_str_eq(rules_state(table()->state)->result.reason, "conceded");
    house_kit_close(&kit);
}
END_TEST

START_TEST(the_house_plays_on_for_who_left_with_autoplay)
{
    begin(false, "autoplay=on");
    int seat = table_seat_of(table(), table()->host);
    ck_assert_ptr_nonnull(house_kit_table(&kit)->resident->player[seat].memory);
    house_kit_says(&kit, "Ana", "!leave");
    ck_assert(table()->waiting);
    /* whoever opened the table still hosts it */
    house_kit_says(&kit, "Ana", "!bot");
    ck_assert(table_is_bot(table(), seat));
    house_kit_pass(&kit, (int64_t)15 * 60 * 1000);
    ck_assert_int_eq(house_kit_table(&kit)->phase, TABLE_OVER);
    ck_assert_uint_eq(figures().house_refused, 0);
    house_kit_close(&kit);
}
END_TEST

/* --- two worlds that a house player cannot tell apart ------------------------------------------
 */

/* All that was sent to the room, and when, up to now. */
static void keep_told(struct buf *told)
{
    for (unsigned i = 0; i < kit.send_count; i++) {
        if (kit.send[i].kind == SEND_POST) {
            buf_text(told, kit.send[i].text);
        }
    }
    buf_number(told, table()->now_ms);
    buf_text(told, "\n");
}

/* Somebody types in private. */
static void says_privately(const char *who, const char *text)
{
    char id[24];
    snprintf(id, sizeof id, "w%u", ++kit.events);
    struct inbound inbound = {
        .adapter = "kit",
        .kind = INBOUND_TEXT,
        .event_id = id,
        .room = who,
        .account = who,
        .name = who,
        .at_ms = kit.now_ms,
        .reply_seat = SEAT_NONE,
        .private_room = true,
        .text = text,
    };
    ck_assert(house_enqueue(kit.house, kit.adapter, &inbound, NULL, 0, &kit));
    house_kit_settle(&kit);
}

/* Ana and Cy play against Ben and a house player, who is told the same whatever Ana and Cy agree
 * on: what they say has the signals of both worlds. */
static void play_against(const char *signals, struct buf *told, char *memory, bool *knew_r)
{
    static const char *const names[] = {"Ana", "Ben", "Cy"};
    house_kit_open(&kit, NULL);
    house_pin(kit.house, zeros, NULL);
    house_kit_says(&kit, "Ana", "!interceptor");
    for (int i = 0; i < 3; i++) {
        house_kit_says(&kit, names[i], "!join");
    }
    house_kit_says(&kit, "Ana", "!bot");
    house_kit_says(&kit, "Ana", "!start");
    ck_assert(table_is_bot(table(), 3));
    says_privately("Ana", signals);
    says_privately("Cy", "!confirm");
    says_privately("Ben", "!signals documents: word coffee money: word well");
    house_kit_pass(&kit, (int64_t)10 * 1000); /* the house confirms */
    house_kit_says(&kit, "Ana", "!leader Ana");
    keep_told(told);
    for (int round = 0; round < 2; round++) {
        const char *first = round == 0 ? "Ana" : "Cy";
        const char *second = round == 0 ? "Cy" : "Ana";
        char text[100];
        snprintf(text, sizeof text, "!play %s say: %s", round == 0 ? "documents" : "money",
                 round == 0 ? "Honestly, frankly: I do not know." : "Maybe perhaps so!");
        says_privately(first, text);
        says_privately(second, round == 0 ? "!play documents" : "!play money");
        if (round == 0) {
            says_privately("Ben", "!play documents say: A coffee, please.");
        }
        house_kit_pass(&kit, (int64_t)40 * 1000); /* the house lays its card, or gives a signal */
        keep_told(told);
        says_privately("Ben", round == 0 ? "!split 1 1" : "!play money");
        house_kit_pass(&kit, (int64_t)10 * 1000);
        keep_told(told);
    }
    ck_assert_uint_ge(figures().house_moves, 3);
    *knew_r = house_kit_count(&kit, 0, "frankly”") > 0;
    memcpy(memory, house_kit_table(&kit)->resident->player[3].memory,
           table()->game->player->memory_size);
    house_kit_close(&kit);
}

START_TEST(what_its_seat_may_not_know_changes_nothing)
{
    static char memory[2][PLAYER_MEMORY_MAX];
    struct buf told[2];
    bool knew[2];
    buf_init(&told[0], 1 << 20);
    buf_init(&told[1], 1 << 20);
    play_against("!signals documents: word honestly money: word maybe", &told[0], memory[0],
                 &knew[0]);
    play_against("!signals documents: word frankly money: phrase perhaps so", &told[1], memory[1],
                 &knew[1]);
    ck_assert(!knew[0] && knew[1]); /* the worlds do differ, for who may know */
    ck_assert_uint_gt(told[0].len, 2000);
    ck_assert_str_eq(told[0].text, told[1].text);
    ck_assert_mem_eq(memory[0], memory[1], game_find("interceptor")->player->memory_size);
    buf_deinit(&told[0]);
    buf_deinit(&told[1]);
}
END_TEST

/* --- a player that breaks the rules ----------------------------------------------------------- */

static unsigned broken_asked;

static bool broken_choose(void *memory, const struct player_sight *sight, struct move *move)
{
    (void)memory;
    (void)sight;
    broken_asked++;
    move->row = rules_action(game_find("interceptor"), "pass"); /* not in this phase */
    return true;
}

/* A player that looks whether it is shown anything that is not its own. */
static unsigned shown;

static void watch_sight(const struct player_sight *sight)
{
    shown++;
    for (size_t i = 0; i < sight->owed->count; i++) {
        ck_assert_int_eq(sight->owed->owed[i].seat, sight->seat);
    }
    ck_assert_int_eq(sight->view->seat, sight->seat);
    int partner = (int)value_number_at(&sight->view->facts, "partner", -1);
    ck_assert_int_eq(partner, (sight->seat + 2) % 4);
    ck_assert_uint_eq(sight->house, 0xf);
}

static bool watch_choose(void *memory, const struct player_sight *sight, struct move *move)
{
    watch_sight(sight);
    return game_find("interceptor")->player->choose(memory, sight, move);
}

static void watch_notice(void *memory, const struct player_sight *sight, enum message message,
                         const struct value_tree *facts, uint16_t args)
{
    watch_sight(sight);
    if (message == MSG_INTERCEPTOR_PROPOSED) { /* to the team alone */
        uint16_t at = value_find(facts, args, "seat");
        ck_assert_int_eq((int)facts->fact[at].number % 2, sight->seat % 2);
    }
    if (message == MSG_INTERCEPTOR_CHOSEN) { /* to who laid the card */
        ck_assert(value_has(&sight->view->facts, "played"));
    }
    game_find("interceptor")->player->notice(memory, sight, message, facts, args);
}

START_TEST(nothing_is_shown_but_what_the_seat_is_sent)
{
    static struct player_def watching;
    static struct game_def game;
    begin(true, "");
    watching = *table()->game->player;
    watching.choose = watch_choose;
    watching.notice = watch_notice;
    game = *table()->game;
    game.player = &watching;
    table()->game = &game;
    house_kit_pass(&kit, (int64_t)120 * 1000);
    ck_assert_uint_gt(shown, 50);
    table()->game = game_find("interceptor");
    house_kit_close(&kit);
}
END_TEST

START_TEST(a_refused_move_is_counted_and_the_deadline_stands)
{
    static struct player_def broken;
    static struct game_def game;
    begin(true, "");
    broken = *table()->game->player;
    broken.choose = broken_choose;
    game = *table()->game;
    game.player = &broken;
    table()->game = &game;
    uint32_t step = table()->step;
    house_kit_pass(&kit, (int64_t)60 * 1000);
    ck_assert_uint_eq(table()->step, step);
    ck_assert_uint_eq(broken_asked, 4); /* each of them once: nobody turns in a circle */
    ck_assert_uint_eq(figures().house_refused, 4);
    house_kit_pass(&kit, (int64_t)61 * 1000);
    ck_assert_uint_gt(table()->step, step); /* the deadline */
    table()->game = game_find("interceptor");
    house_kit_close(&kit);
}
END_TEST

Suite *suite_house_player(void);

Suite *suite_house_player(void)
{
    Suite *suite = suite_create("house_player");
    TCase *tcase = tcase_create("house_player");
    suite_add_tcase(suite, tcase);
    tcase_add_test(tcase, four_of_them_play_a_whole_game);
    tcase_add_test(tcase, every_game_that_has_players_is_played_out);
    tcase_add_test(tcase, a_pause_of_theirs_is_that_of_people);
    tcase_add_test(tcase, the_pause_tells_nothing);
    tcase_add_test(tcase, they_stand_still_while_the_game_does);
    tcase_add_test(tcase, a_restart_makes_the_same_memories);
    tcase_add_test(tcase, they_go_on_after_a_restart);
    tcase_add_test(tcase, a_full_disk_only_makes_them_wait);
    tcase_add_test(tcase, a_person_takes_over_and_the_house_stops);
    tcase_add_test(tcase, a_partner_who_gives_up_is_not_kept);
    tcase_add_test(tcase, the_house_plays_on_for_who_left_with_autoplay);
    tcase_add_test(tcase, what_its_seat_may_not_know_changes_nothing);
    tcase_add_test(tcase, nothing_is_shown_but_what_the_seat_is_sent);
    tcase_add_test(tcase, a_refused_move_is_counted_and_the_deadline_stands);
    return suite;
}
