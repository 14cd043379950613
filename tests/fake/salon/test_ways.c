/* What happens between people, the homeserver and the bot around games: limits, rooms of version
 * 12, people who cannot be invited, edits, names, other bots, other devices. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum { PATIENCE = 1800 };

Suite *suite_salon_ways(void);

static struct salon salon;

static void set_up(void)
{
    memset(&salon, 0, sizeof salon);
}

static void tear_down(void)
{
    salon_close(&salon);
}

/* Waits until they have read this so often. */
static void reads(unsigned who, const char *words, unsigned times)
{
    for (int i = 0; i < PATIENCE && salon_saw(&salon, who, NULL, words) < times; i++) {
        salon_pass(&salon, 1000);
    }
    ck_assert_msg(salon_saw(&salon, who, NULL, words) >= times, "%s has read \"%s\" %u times",
                  salon.person[who], words, salon_saw(&salon, who, NULL, words));
}

static void gather(const char *game, unsigned seats)
{
    salon_say(&salon, ANA, game);
    for (unsigned who = 0; who < seats; who++) {
        salon_say(&salon, who, "!join");
        reads(who, "You're in", 1);
    }
    salon_pass(&salon, 60000);
    salon_say(&salon, ANA, "!start");
}

/* matrix.md 3, row 7: the limits that a homeserver has by itself cost time, and no message; people
 * are told, and not often. */
START_TEST(under_the_homeservers_limits_a_game_is_slower_and_the_same)
{
    const struct play_game *game = &play_games[_i];
    struct told told = play_undisturbed(game);
    play_open(&salon, game, 3);
    int64_t began_ms = salon.now_ms;
    mxfake_unlimited(salon.fake, salon.bot, false);
    play(&salon, game, NULL);
    unsigned slow = salon_saw(&salon, ANA, salon.room, "lets me write only now and then");
    ck_assert_uint_ge(slow, 1);
    ck_assert_uint_le(slow, 1 + (unsigned)((salon.now_ms - began_ms) / 600000));
    play_alike(&salon, game, &told);
}
END_TEST

/* Row 24. */
START_TEST(a_whole_game_in_a_room_of_version_12)
{
    const struct play_game *game = &play_games[_i];
    struct told told = play_undisturbed(game);
    salon.dice = 5;
    salon.pinned = true;
    salon.deal = game->deal;
    salon_open(&salon, game->people, "12");
    play(&salon, game, NULL);
    play_alike(&salon, game, &told);
}
END_TEST

/* Row 30. */
START_TEST(who_takes_no_invites_is_told_how_to_go_on_and_is_not_dealt_in)
{
    salon_open(&salon, 4, NULL);
    mxfake_block_invites(salon.fake, salon.person[DEE], true);
    salon_say(&salon, ANA, "!interceptor");
    for (unsigned who = ANA; who <= CY; who++) {
        salon_say(&salon, who, "!join");
        reads(who, "You're in", 1);
    }
    salon_say(&salon, DEE, "!join");
    reads(DEE, "takes no invitation", 1);
    salon_say(&salon, ANA, "!start");
    salon_pass(&salon, 60000);
    ck_assert_uint_eq(salon_saw(&salon, ANA, NULL, "The game begins"), 0);
    mxfake_block_invites(salon.fake, salon.person[DEE], false);
    salon_say(&salon, DEE, "!join");
    reads(DEE, "You already have a seat at this table", 1);
    salon_pass(&salon, 60000);
    salon_say(&salon, ANA, "!start");
    reads(ANA, "The game begins", 1);
}
END_TEST

/* Row 23. */
START_TEST(an_edit_never_changes_what_was_accepted)
{
    salon_open(&salon, 5, NULL);
    gather("!spyfall pace=async vote=simultaneous", 4);
    reads(ANA, "The game begins", 1);
    salon_say(&salon, ANA, "!ask ben is it loud here?");
    const char *answer = salon_say(&salon, BEN, "!answer Only on Sundays.");
    reads(EVE, "Only on Sundays.", 1);
    char *before = told_moves(salon.store, 1);
    ck_assert_ptr_nonnull(mxfake_edit(salon.fake, salon.person[BEN], answer, "!answer Never."));
    ck_assert_ptr_nonnull(
        mxfake_edit(salon.fake, salon.person[BEN], answer, "!ask cy and for you?"));
    salon_pass(&salon, 60000);
    char *after = told_moves(salon.store, 1);
    ck_assert_str_eq(before, after);
    ck_assert_uint_eq(salon_saw(&salon, EVE, NULL, "Never."), 0);
    free(before);
    free(after);
}
END_TEST

/* The first event in which they read these words of the bot; to be freed. */
static char *event_with(unsigned who, const char *words)
{
    char *text = mxfake_sees(salon.fake, salon.person[who], NULL);
    cJSON *all = cJSON_ParseWithLength(text, strlen(text));
    const cJSON *one = NULL;
    char *found = NULL;
    cJSON_ArrayForEach(one, all)
    {
        const char *body = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "body"));
        const char *sender = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "sender"));
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "event"));
        if (found == NULL && body != NULL && strstr(body, words) != NULL &&
            strcmp(sender, salon.bot) == 0) {
            found = strdup(id);
        }
    }
    cJSON_Delete(all);
    free(text);
    ck_assert_ptr_nonnull(found);
    return found;
}

static bool stands(const char *event, const char *words)
{
    char *json = mxfake_event_json(salon.fake, event);
    bool has = strstr(json, words) != NULL;
    free(json);
    return has;
}

START_TEST(a_line_that_a_moderator_hides_is_redacted)
{
    salon_open(&salon, 5, NULL);
    gather("!spyfall pace=async vote=simultaneous", 4);
    reads(ANA, "The game begins", 1);
    salon_say(&salon, ANA, "!ask ben is it loud here?");
    reads(EVE, "is it loud here?", 1);
    char *line = event_with(EVE, "is it loud here?");
    char *board = event_with(EVE, "who plays?");
    salon_say(&salon, BEN, "!hide");
    reads(BEN, "Only a moderator can do that.", 1);
    ck_assert(stands(line, "is it loud here?"));
    salon_cut(&salon);
    salon_reopen(&salon, 5000);
    salon_say(&salon, ANA, "!hide"); /* the room is hers */
    reads(ANA, "Hidden. Nobody reads those words", 1);
    salon_pass(&salon, 20000);
    ck_assert(!stands(line, "is it loud here?"));
    ck_assert(stands(line, "A moderator has hidden this line."));
    ck_assert(stands(board, "redacted_because")); /* its older forms had the words too */
    free(line);
    free(board);
}
END_TEST

/* Row 26. */
START_TEST(a_changed_name_is_no_arrival)
{
    salon_open(&salon, 3, NULL);
    salon_say(&salon, ANA, "!interceptor");
    unsigned before = salon_saw(&salon, ANA, NULL, "");
    for (int i = 0; i < 3; i++) {
        char name[32];
        snprintf(name, sizeof name, "Ben the %dth", i + 7);
        mxfake_rename(salon.fake, salon.person[BEN], name);
        salon_pass(&salon, 20000);
    }
    ck_assert_uint_eq(salon_saw(&salon, ANA, NULL, ""), before);
    salon_say(&salon, BEN, "!join");
    reads(ANA, "Ben the 9th", 1);
}
END_TEST

/* Row 21: two bots that answer each other's every word come to an end. */
START_TEST(a_bot_that_answers_every_word_is_not_answered_for_ever)
{
    salon_open(&salon, 3, NULL);
    unsigned before = salon_saw(&salon, ANA, NULL, "");
    for (int i = 0; i < 300; i++) {
        mxfake_say(salon.fake, salon.person[BEN], salon.room, "!nonsense");
        salon_pass(&salon, 200);
    }
    ck_assert_uint_lt(salon_saw(&salon, ANA, NULL, "") - before, 40);
    salon_pass(&salon, 600000);
    salon_say(&salon, ANA, "!rules spyfall");
    reads(ANA, "What it is about", 1);
}
END_TEST

/* Rows 14, 15, 17 and 18: who does not take part in encryption has no keys that could go wrong. */
START_TEST(no_keys_are_ever_uploaded)
{
    play_open(&salon, &play_games[0], 4);
    salon_fault(&salon, MXFAKE_DELAY_AFTER, "* *keys*", 0, 0);
    salon_fault(&salon, MXFAKE_DELAY_AFTER, "* *sendToDevice*", 0, 0);
    play(&salon, &play_games[0], NULL);
    mxfake_to_device(salon.fake, salon.person[ANA], salon.bot, "m.room_key", "{}");
    salon_pass(&salon, 60000);
    ck_assert_uint_eq(mxfake_struck(salon.fake, MXFAKE_DELAY_AFTER), 0);
}
END_TEST

/* Row 9: a flood of invites opens no more rooms than are set, at the pace that is set. */
START_TEST(a_flood_of_invites_does_not_drown_a_game)
{
    static const char *const environment[] = {"DEADDROP_MATRIX_JOINS_PER_HOUR=10", NULL};
    salon.environment[0] = environment[0];
    salon_open(&salon, 3, NULL);
    for (int i = 0; i < 60; i++) {
        const struct mxfake_room_setup flood = {.invites = salon.bot};
        ck_assert_ptr_nonnull(mxfake_room(salon.fake, salon.person[CY], &flood));
    }
    salon_pass(&salon, 60000);
    salon_say(&salon, ANA, "!rules spyfall");
    reads(ANA, "What it is about", 1);
    char *text = mxfake_rooms(salon.fake, salon.bot);
    cJSON *rooms = cJSON_ParseWithLength(text, strlen(text));
    ck_assert_int_le(cJSON_GetArraySize(rooms), 12);
    cJSON_Delete(rooms);
    free(text);
}
END_TEST

/* Behind the start Ana follows into no team's room; behind the first round a code is due. */
static void ana_stays_out(struct salon *game, unsigned number)
{
    enum { START = 5, SECOND_CLUES = 13, SOON_S = 15 };
    game->stays = number >= START ? 1U << ANA : 0;
    for (int i = 0; number == SECOND_CLUES && i < SOON_S; i++) {
        if (salon_saw(game, CY, NULL, "421") > 0) {
            return;
        }
        salon_pass(game, 1000);
    }
    ck_assert_msg(number != SECOND_CLUES, "cy's code waits for who does not come");
}

/* Who encrypts is silenced, and reads the code, though a team-mate never comes into their room;
 * after a while the team has no room, and is told so. */
START_TEST(a_code_does_not_wait_for_who_stays_out_of_the_teams_room)
{
    play_open(&salon, &play_games[1], 6);
    play(&salon, &play_games[1], ana_stays_out);
    ck_assert_uint_eq(salon_saw(&salon, CY, NULL, "This room is for one team"), 1);
    ck_assert_uint_eq(salon_saw(&salon, CY, NULL, "no longer works"), 1);
    ck_assert_uint_eq(salon_saw(&salon, DEE, NULL, "no longer works"), 0);
    ck_assert_uint_eq(salon_saw(&salon, EVE, salon.room, "The game is over"), 1);
}
END_TEST

/* The root of the thread in which the newest message of the bot's with these words stands, for who
 * reads it; "" in none. Kept until the next. */
static const char *thread_of(unsigned who, const char *words)
{
    static char root[300];
    char *text = mxfake_sees(salon.fake, salon.person[who], NULL);
    cJSON *all = cJSON_ParseWithLength(text, strlen(text));
    const cJSON *one = NULL;
    bool found = false;
    cJSON_ArrayForEach(one, all)
    {
        const cJSON *content = cJSON_GetObjectItemCaseSensitive(one, "content");
        const cJSON *relates = cJSON_GetObjectItemCaseSensitive(content, "m.relates_to");
        const char *kind =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(relates, "rel_type"));
        const char *event =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(relates, "event_id"));
        const char *body = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "body"));
        const char *sender = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "sender"));
        if (strcmp(sender, salon.bot) == 0 && body != NULL && strstr(body, words) != NULL) {
            found = true;
            snprintf(root, sizeof root, "%s",
                     kind != NULL && strcmp(kind, "m.thread") == 0 ? event : "");
        }
    }
    cJSON_Delete(all);
    free(text);
    ck_assert_msg(found, "%s has not read \"%s\"", salon.person[who], words);
    return root;
}

START_TEST(what_is_said_in_a_thread_is_answered_in_that_thread)
{
    salon_open(&salon, 3, NULL);
    const char *root = salon_say(&salon, ANA, "a game?");
    const char *other = salon_say(&salon, BEN, "or not?");
    mxfake_in_thread(salon.fake, salon.person[ANA], root, "!decrypto");
    salon_pass(&salon, 60000);
    for (unsigned who = ANA; who <= CY; who++) {
        salon_say(&salon, who, "!join");
    }
    salon_pass(&salon, 60000);
    mxfake_in_thread(salon.fake, salon.person[ANA], other, "!start");
    reads(CY, "The game begins", 1);
    ck_assert_str_eq(thread_of(CY, "The game begins"), other);
    salon_say(&salon, ANA, "!abort");
    reads(CY, "ends the game here", 1);
    ck_assert_str_eq(thread_of(CY, "ends the game here"), "");
    salon_pass(&salon, 60000);
    ck_assert_str_eq(thread_of(ANA, " #1 · "), ""); /* the board is the room's */
}
END_TEST

/* In their direct room. */
START_TEST(what_is_asked_in_a_thread_in_private_is_answered_there)
{
    salon_open(&salon, 3, NULL);
    salon_say(&salon, ANA, "!rules spyfall");
    reads(ANA, "What it is about", 1);
    const char *answer = mxfake_latest(salon.fake, salon.person[ANA], NULL, salon.bot, NULL);
    mxfake_in_thread(salon.fake, salon.person[ANA], answer, "rules decrypto");
    reads(ANA, "What it is about", 2);
    ck_assert_str_eq(thread_of(ANA, "What it is about"), answer);
    ck_assert_uint_eq(salon_saw(&salon, BEN, NULL, "What it is about"), 0);
}
END_TEST

Suite *suite_salon_ways(void)
{
    Suite *suite = suite_create("salon_ways");
    TCase *tcase = tcase_create("ways");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, under_the_homeservers_limits_a_game_is_slower_and_the_same, 0,
                        PLAY_GAMES);
    tcase_add_loop_test(tcase, a_whole_game_in_a_room_of_version_12, 0, PLAY_GAMES);
    tcase_add_test(tcase, a_code_does_not_wait_for_who_stays_out_of_the_teams_room);
    tcase_add_test(tcase, who_takes_no_invites_is_told_how_to_go_on_and_is_not_dealt_in);
    tcase_add_test(tcase, an_edit_never_changes_what_was_accepted);
    tcase_add_test(tcase, a_line_that_a_moderator_hides_is_redacted);
    tcase_add_test(tcase, a_changed_name_is_no_arrival);
    tcase_add_test(tcase, a_bot_that_answers_every_word_is_not_answered_for_ever);
    tcase_add_test(tcase, no_keys_are_ever_uploaded);
    tcase_add_test(tcase, a_flood_of_invites_does_not_drown_a_game);
    tcase_add_test(tcase, what_is_said_in_a_thread_is_answered_in_that_thread);
    tcase_add_test(tcase, what_is_asked_in_a_thread_in_private_is_answered_there);
    suite_add_tcase(suite, tcase);
    return suite;
}
