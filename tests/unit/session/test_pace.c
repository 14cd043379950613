/* How much a game says: messages that its room reads of a round when people take their time, and
 * how long a round is on its way where one message leaves each five seconds (Synapse's default
 * limits), what waits for nobody last. That nothing private overtakes its line is looked at by the
 * kit with every send. */
#include <stdio.h>
#include <string.h>

#include <check.h>

#include "card_row.h"
#include "house_kit.h"
#include "kit.h"

enum { GATE_MS = 5000, THOUGHT_MS = 20000, ROUND_MS = 60000, WAIT_MOST = 12 };

static struct house_kit kit;
static bool ended[KIT_SENDS_MAX];

static void setup(void)
{
    house_kit_open(&kit, NULL);
    memset(ended, 0, sizeof ended);
}

static void teardown(void)
{
    house_kit_close(&kit);
}

/* Somebody does something; at the table where the text begins with "!". */
struct act {
    const char *who;
    const char *text;
};

/* They are answered as who pressed is: by what passes no gate. */
static void do_act(const struct act *act)
{
    char room[32];
    char key[32];
    snprintf(room, sizeof room, "~%s", act->who);
    snprintf(key, sizeof key, "act%u", kit.events++);
    struct inbound inbound = {
        .kind = INBOUND_TEXT,
        .adapter = "kit",
        .event_id = key,
        .room = act->text[0] == '!' ? "den" : room,
        .private_room = act->text[0] != '!',
        .account = act->who,
        .name = act->who,
        .at_ms = kit.now_ms,
        .text = act->text,
        .reply_seat = SEAT_NONE,
        .answer = &kit,
    };
    ck_assert(house_enqueue(kit.house, kit.adapter, &inbound, NULL, 0, &kit));
    house_kit_settle(&kit);
}

static const struct act interceptor[] = {{"Ana", "play money \"Who goes first?\""},
                                         {"Cy", "play money"},
                                         {"Ben", "play money \"Well, who knows.\""},
                                         {"Dee", "play money"},
                                         {"Ben", "split 1 1"},
                                         {NULL, NULL}};
static const struct act decrypto[] = {{"Cy", "clues keys, milk, sunday"},
                                      {"Dee", "clues oven, cloud, fang"},
                                      {"Ana", "decode 314"},
                                      {"Ben", "intercept 143"},
                                      {"Ben", "decode 241"},
                                      {"Ana", "intercept 123"},
                                      {NULL, NULL}};
static const struct act spyfall[] = {{"Ana", "!ask @Ben is it loud here?"},
                                     {"Ben", "!answer only at noon"},
                                     {"Ben", "!ask @Cy is it far?"},
                                     {"Cy", "!answer for some"},
                                     {NULL, NULL}};

static void open_table(const char *command)
{
    static const char *const people[] = {"Ana", "Ben", "Cy", "Dee"};
    house_kit_says(&kit, "Ana", command);
    for (unsigned i = 0; i < 4; i++) {
        house_kit_says(&kit, people[i], "!join");
    }
    house_kit_says(&kit, "Ana", "!start");
    ck_assert_int_eq(house_kit_table(&kit)->phase, TABLE_PLAYING);
}

static const char *const spyfall_deal =
    "{\"locations\":[\"Bank\",\"Beach\",\"Library\",\"School\",\"Zoo\"],"
    "\"rounds\":[{\"location\":\"Bank\",\"spy\":3}]}";
static const char *const no_seed =
    "0000000000000000000000000000000000000000000000000000000000000000";

/* Puts a table of four at the begin of a round. */
static void begin(int game)
{
    if (game == 0) {
        house_kit_start(&kit);
    } else if (game == 1) {
        house_kit_start_decrypto(&kit, 4);
    } else {
        house_pin(kit.house, no_seed, game == 2 ? spyfall_deal : NULL);
        open_table(game == 2 ? "!spyfall" : "!infiltrators mission=T1");
    }
}

static bool may(const struct table *table, int seat, const char *name, const char *card)
{
    struct move move;
    move_init(&move, table_action(table, name), seat, kit.now_ms);
    move.person = table->seat[seat].person;
    move.moderator = false;
    if (card != NULL) {
        value_text(&move.args, "card", card, strlen(card));
    }
    return table_would(table, &move) == REFUSAL_NONE;
}

/* Whoever's turn it is at a table of Infiltrators nabs, or lays a card at their own Suspect. */
static struct act infiltrators_act(void)
{
    static const char suits[] = "RKYGB";
    static char text[32];
    char card[8];
    struct owed_list owed;
    const struct table *table = &house_kit_table(&kit)->resident->table;
    table_owed(table, &owed);
    ck_assert_uint_gt(owed.count, 0);
    int seat = owed.owed[0].seat;
    const char *who = table->seat[seat].name;
    if (may(table, seat, "nab", NULL)) {
        return (struct act){who, "!nab"};
    }
    for (unsigned i = 0; i < 5 * 13; i++) {
        snprintf(card, sizeof card, "%c%u", suits[i / 13], 1 + i % 13);
        if (may(table, seat, "clue", card)) {
            snprintf(text, sizeof text, "clue %s", card);
            return (struct act){who, text};
        }
    }
    return (struct act){who, "!bide"};
}

static const struct act *acts_of(int game)
{
    static const struct act *const acts[] = {interceptor, decrypto, spyfall};
    return game < 3 ? acts[game] : NULL;
}

/* The n-th act of a round; false behind the last. A round of Infiltrators is four turns. */
static bool act_of(int game, unsigned n, struct act *act_r)
{
    if (game == 3) {
        if (n < 4) {
            *act_r = infiltrators_act();
        }
        return n < 4;
    }
    *act_r = acts_of(game)[n];
    return act_r->who != NULL;
}

static const char *const names[] = {"Interceptor, a round", "Decrypto, a round",
                                    "Spyfall, two questions", "Infiltrators, four turns"};

/* --- what a room reads ------------------------------------------------------------------------ */

START_TEST(a_round_is_few_messages)
{
    static const unsigned most[] = {3, 4, 2, 4};
    struct act act;
    unsigned posts = 0;
    unsigned edits = 0;
    begin(_i);
    unsigned from = kit.send_count;
    for (unsigned n = 0; act_of(_i, n, &act); n++) {
        do_act(&act);
        house_kit_pass(&kit, THOUGHT_MS);
    }
    for (unsigned i = from; i < kit.send_count; i++) {
        bool public = kit.send[i].account[0] == '\0';
        bool lines = strstr(kit.send[i].doc, "\"kind\":\"lines\"") != NULL;
        posts += public && kit.send[i].kind == SEND_POST;
        edits += public && lines && kit.send[i].kind == SEND_EDIT;
    }
    printf("%s: %u public messages, %u edits of them\n", names[_i], posts, edits);
    ck_assert_uint_le(posts, most[_i]);
    ck_assert_uint_gt(posts, 0);
}
END_TEST

START_TEST(what_is_around_a_game_is_three_messages)
{
    begin(_i);
    unsigned posts = 0;
    for (unsigned i = 0; i < kit.send_count; i++) {
        posts += kit.send[i].account[0] == '\0' && kit.send[i].kind == SEND_POST;
    }
    printf("%s: %u public messages until the first\n", names[_i], posts);
    ck_assert_uint_le(posts, 3);
}
END_TEST

/* --- who is told late ------------------------------------------------------------------------- */

/* The first send from here on that has not ended and notifies, or is public. */
static struct kit_send *waiting(unsigned from, bool notifies)
{
    for (unsigned i = from; i < kit.send_count; i++) {
        bool one = notifies ? kit.send[i].notify : kit.send[i].account[0] == '\0';
        if (!ended[i] && one && !kit.send[i].routine) {
            ended[i] = true;
            return &kit.send[i];
        }
    }
    return NULL;
}

/* Ana has played: the line that says so leaves after line_ms, what asks Cy card_ms after that.
 * Returns by how much the deadline has moved then. */
static int64_t told_after(int64_t line_ms, int64_t card_ms)
{
    house_kit_start(&kit);
    const struct table *table = &house_kit_table(&kit)->resident->table;
    kit.hold = true;
    unsigned from = kit.send_count;
    do_act(&interceptor[0]);
    int64_t due_ms = table_due_ms(table);
    house_kit_pass(&kit, line_ms);
    struct kit_send *line = waiting(from, false);
    ck_assert_ptr_nonnull(line);
    ck_assert_ptr_null(waiting(from, true));
    house_kit_arrive(&kit, line);
    house_kit_settle(&kit);
    house_kit_pass(&kit, card_ms);
    struct kit_send *card = waiting(from, true);
    ck_assert_ptr_nonnull(card);
    ck_assert_str_eq(card->account, "Cy");
    house_kit_arrive(&kit, card);
    house_kit_settle(&kit);
    table = &house_kit_table(&kit)->resident->table;
    return table_due_ms(table) - due_ms;
}

START_TEST(a_deadline_runs_from_when_they_were_told)
{
    unsigned sends = kit.send_count;
    ck_assert_int_eq(told_after(20000, 25000), 45000);
    ck_assert_uint_eq(house_kit_count(&kit, sends, "arrive late"), 0);
}
END_TEST

START_TEST(a_moment_is_no_matter)
{
    ck_assert_int_eq(told_after(5000, 4000), 0);
}
END_TEST

START_TEST(no_deadline_falls_of_which_nobody_was_told)
{
    ck_assert_int_eq(told_after(60000, 200000), 260000);
    const struct table *table = &house_kit_table(&kit)->resident->table;
    ck_assert_int_eq(table->phase, TABLE_PLAYING);
    house_kit_restart(&kit);
    house_kit_says(&kit, "Ana", "!status");
    ck_assert(!house_kit_table(&kit)->frozen); /* its journal says the same */
}
END_TEST

/* --- a gate ----------------------------------------------------------------------------------- */

/* Is there anything that somebody waits for, handed over or not? */
static bool urgent_waits(void)
{
    const struct table_entry *entry = house_kit_table(&kit);
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&kit.house->outbox.rows, &at)) != NULL;) {
        bool edits =
            row->board ? entry->board != NULL : row->card != 0 && card_row_stands(kit.house, row);
        if (!edits && !row->routine && row->kind != SEND_ANSWER) {
            return true;
        }
    }
    return false;
}

/* The next message leaves: the oldest, what nobody waits for last. False: nothing that somebody
 * waits for is left (with all: nothing at all). */
static bool gate(bool all)
{
    unsigned next = kit.send_count;
    if (all ? kit.house->outbox.count == 0 : !urgent_waits()) {
        return false;
    }
    for (unsigned i = 0; i < kit.send_count; i++) {
        if (!ended[i] && kit.send[i].kind == SEND_ANSWER) {
            ended[i] = true;
            house_kit_arrive(&kit, &kit.send[i]);
        }
        bool sooner = next == kit.send_count || (kit.send[next].routine && !kit.send[i].routine);
        if (!ended[i] && sooner) {
            next = i;
        }
    }
    house_kit_pass(&kit, GATE_MS);
    if (next < kit.send_count) {
        ended[next] = true;
        house_kit_arrive(&kit, &kit.send[next]);
        house_kit_settle(&kit);
    }
    return true;
}

/* The house has felt the limit already: by then it has dealt a card to each of four. */
static void feel_gate(void)
{
    struct adapter_link *link = link_named(&kit.house->links, "kit");
    link->took_ms = GATE_MS;
    link->last_ms = kit.now_ms;
}

/* Everybody acts as soon as all have been told what they have to know for that. */
START_TEST(a_round_passes_a_narrow_gate)
{
    struct act act;
    begin(_i);
    feel_gate();
    memset(ended, 1, sizeof ended[0] * kit.send_count);
    kit.hold = true;
    int64_t begin_ms = kit.now_ms;
    unsigned sends = 0;
    unsigned rest = 0;
    for (unsigned n = 0; act_of(_i, n, &act); n++) {
        do_act(&act);
        while (gate(false)) {
            sends++;
        }
    }
    int64_t took_ms = kit.now_ms - begin_ms;
    while (gate(true)) {
        rest++;
    }
    printf("%s: %u messages in %lld s through the gate, %u edits behind them\n", names[_i], sends,
           (long long)took_ms / 1000, rest);
    ck_assert_uint_eq(kit.house->outbox.count, 0);
    ck_assert_uint_gt(sends, 0);
    ck_assert_int_lt(took_ms, ROUND_MS);
}
END_TEST

/* People think for a while before they act: what waits meanwhile is little, for of a board and of a
 * card only the last edit is sent, and all of it leaves. */
START_TEST(what_nobody_waits_for_leaves_while_people_think)
{
    struct act act;
    begin(_i);
    feel_gate();
    memset(ended, 1, sizeof ended[0] * kit.send_count);
    kit.hold = true;
    unsigned sends = 0;
    unsigned most = 0;
    for (unsigned n = 0; act_of(_i, n, &act); n++) {
        do_act(&act);
        for (int64_t thought = 0; thought < THOUGHT_MS || urgent_waits(); thought += GATE_MS) {
            sends += gate(true);
        }
        size_t waits = kit.house->outbox.count;
        most = waits > most ? (unsigned)waits : most;
    }
    printf("%s: %u messages through the gate, %u at most wait behind a thought\n", names[_i], sends,
           most);
    ck_assert_uint_le(most, WAIT_MOST);
}
END_TEST

Suite *suite_pace(void);

Suite *suite_pace(void)
{
    Suite *suite = suite_create("pace");
    TCase *tcase = tcase_create("pace");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, a_round_is_few_messages, 0, 4);
    tcase_add_loop_test(tcase, what_is_around_a_game_is_three_messages, 0, 4);
    tcase_add_test(tcase, a_deadline_runs_from_when_they_were_told);
    tcase_add_test(tcase, a_moment_is_no_matter);
    tcase_add_test(tcase, no_deadline_falls_of_which_nobody_was_told);
    tcase_add_loop_test(tcase, a_round_passes_a_narrow_gate, 0, 4);
    tcase_add_loop_test(tcase, what_nobody_waits_for_leaves_while_people_think, 0, 4);
    suite_add_tcase(suite, tcase);
    return suite;
}
