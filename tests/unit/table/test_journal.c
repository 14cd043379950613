/* Journal lines: every row with any arguments is printed, read and printed the same; words lie
 * beside the line; random games replay byte for byte after every move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pebbles.h"
#include "rules.h"
#include "table_kit.h"

static uint64_t dice;

static unsigned roll(unsigned below)
{
    dice = dice * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(dice >> 33) % below;
}

/* --- any arguments ---------------------------------------------------------------------------- */

static const char *const words[] = {"tea",         "",          "two words", "\"quoted\"",
                                    "back\\slash", "new\nline", "\t\x01",    "🔥👩‍🚀",
                                    "~0123",       "null",      "{}",        "ä\u202e"};

static const char *any_word(void)
{
    return words[roll(sizeof words / sizeof words[0])];
}

static void any_value(struct value_tree *facts, const char *key, const struct arg_def *arg)
{
    const char *word = any_word();
    switch (arg->kind) {
    case ARG_SEAT:
    case ARG_NUMBER:
        value_number(facts, key, (int64_t)roll(2000000000) - 1000000000);
        break;
    case ARG_BOOL:
        value_bool(facts, key, roll(2) == 0);
        break;
    case ARG_TERM:
    case ARG_TEXT:
        value_text(facts, key, word, strlen(word));
        break;
    case ARG_TEXTS:
        value_list(facts, key);
        for (unsigned i = roll(4); i > 0; i--) {
            word = any_word();
            value_text(facts, NULL, word, strlen(word));
        }
        value_end(facts);
        break;
    case ARG_SEATS:
        value_list(facts, key);
        for (unsigned i = roll(4); i > 0; i--) {
            value_number(facts, NULL, roll(12));
        }
        value_end(facts);
        break;
    case ARG_OBJECT:
        break;
    }
}

static void any_args(struct value_tree *facts, const struct action_def *row)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        const struct arg_def *arg = &row->args[i];
        size_t len = strlen(arg->name);
        if (roll(4) == 0 || strchr(arg->name, '.') != NULL) {
            continue;
        }
        if (arg->kind != ARG_OBJECT) {
            any_value(facts, arg->name, arg);
            continue;
        }
        value_object(facts, arg->name);
        for (unsigned k = 0; k < row->arg_count; k++) {
            const char *full = row->args[k].name;
            if (strncmp(full, arg->name, len) == 0 && full[len] == '.' && roll(3) > 0) {
                any_value(facts, full + len + 1, &row->args[k]);
            }
        }
        if ((arg->flags & ARG_RESOLVED) != 0) {
            const char *word = any_word();
            value_text(facts, "free", word, strlen(word));
            value_object(facts, "deeper");
            value_number(facts, "n", 7);
            value_end(facts);
        }
        value_end(facts);
    }
}

struct kept {
    size_t count;
    char *text[JOURNAL_WORDS_MAX];
    bool withheld;
};

static const char *kept_find(const void *context, const char *digest, size_t *len_r)
{
    const struct kept *kept = context;
    size_t number = strtoul(digest, NULL, 16);
    if (number >= kept->count || kept->withheld) {
        return NULL;
    }
    *len_r = strlen(kept->text[number]);
    return kept->text[number];
}

static void round_trip(const struct table *table, const struct action_def *row)
{
    static struct move move;
    static struct move again;
    struct journal_words said;
    struct kept kept = {.count = 0};
    static char line[JOURNAL_LINE_MAX];
    static char other[JOURNAL_LINE_MAX];
    int seats[] = {SEAT_HOUSE, SEAT_MODERATOR, SEAT_NONE, 0, 1};
    move_init(&move, row, seats[roll(5)], table->now_ms + roll(1000));
    move.moderator = move.seat != SEAT_HOUSE && roll(2) == 0;
    move.person = move.seat == SEAT_HOUSE ? 0
                  : move.seat >= 0        ? table->seat[move.seat].person
                                          : 1000 + roll(1000);
    move.judgement_count = (int16_t)roll(MOVE_JUDGEMENTS_MAX + 1);
    for (int i = 0; i < move.judgement_count; i++) {
        move.judgement[i] = (int32_t)roll(2000) - 1000;
    }
    any_args(&move.args, row);
    ck_assert(!move.args.full);
    journal_words(&move, &said);
    for (size_t i = 0; i < said.count; i++) {
        snprintf(said.word[i].digest, sizeof said.word[i].digest, "%032zx", i);
        kept.text[kept.count++] = strndup(said.word[i].text, said.word[i].len);
    }
    size_t len = journal_print(&move, table->step + 1, &said, line, sizeof line);
    ck_assert_uint_gt(len, 0);
    ck_assert_ptr_null(strchr(line, '\n'));
    ck_assert_msg(journal_parse(table, line, len, kept_find, &kept, &again), "%s", line);
    ck_assert_ptr_eq(again.row, row);
    ck_assert_int_eq(again.seat, move.seat);
    ck_assert_int_eq(again.moderator, move.moderator);
    ck_assert_uint_eq(again.person, move.person);
    char before[20000];
    char after[20000];
    ck_assert_uint_gt(value_print(&move.args, before, sizeof before), 0);
    ck_assert_uint_gt(value_print(&again.args, after, sizeof after), 0);
    ck_assert_str_eq(before, after);
    ck_assert_uint_gt(journal_print(&again, table->step + 1, &said, other, sizeof other), 0);
    ck_assert_str_eq(line, other);
    kept.withheld = true; /* the line still reads, without the words */
    ck_assert(journal_parse(table, line, len, kept_find, &kept, &again));
    journal_words(&again, &said);
    ck_assert_uint_eq(said.count, 0);
    for (size_t i = 0; i < kept.count; i++) {
        free(kept.text[i]);
    }
}

static void round_trip_all(const struct table *table)
{
    size_t own = 0;
    size_t common = 0;
    const struct action_def *rows = table_actions(&own);
    const struct action_def *all = rules_common_actions(&common);
    for (size_t i = 0; i < own; i++) {
        round_trip(table, &rows[i]);
    }
    for (size_t i = 0; i < table->game->action_count; i++) {
        round_trip(table, &table->game->actions[i]);
    }
    for (size_t i = 0; i < common; i++) {
        if (table_action(table, all[i].name) == &all[i]) {
            round_trip(table, &all[i]);
        }
    }
}

START_TEST(every_row_comes_back_with_any_arguments)
{
    const struct game_def *games[] = {NULL, game_find("interceptor")};
    dice = 7;
    for (unsigned k = 0; k < 2; k++) {
        struct kit *kit = kit_new(games[k]);
        kit_fill(kit, 2);
        for (int round = 0; round < 60; round++) {
            round_trip_all(&kit->table);
        }
        kit_free(&kit);
    }
}
END_TEST

START_TEST(words_do_not_stand_in_the_line)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 1);
    ck_assert_ptr_null(strstr(kit->line, "Ana"));
    kit_do(kit, 102, "join", "{\"name\":\"Secretname\",\"event\":\"web/9\"}");
    ck_assert_ptr_null(strstr(kit->line, "Secretname"));
    ck_assert_ptr_nonnull(strstr(kit->line, " p.102 join {\"name\":\"~"));
    ck_assert_ptr_nonnull(strstr(kit->line, "\"event\":\"web/9\"} -"));
    kit_do(kit, 0, "reach", "{\"seat\":1,\"state\":\"proven\"}");
    ck_assert_ptr_nonnull(strstr(kit->line, " house reach {\"seat\":1,\"state\":\"proven\"} -"));
    kit_free(&kit);
}
END_TEST

START_TEST(a_line_that_is_none_is_refused)
{
    static const char *const good = "4 1900000000000 0 ready {\"on\":true} -";
    static const char *const bad[] = {
        "",
        "4",
        "4 1900000000000 0 ready {\"on\":true}",
        "5 1900000000000 0 ready {\"on\":true} -",
        "04 1900000000000 0 ready {\"on\":true} -",
        "4 1900000000000 9 ready {\"on\":true} -",
        "4 1900000000000 12 ready {\"on\":true} -",
        "4 1900000000000 -1 ready {\"on\":true} -",
        "4 1900000000000 m ready {\"on\":true} -",
        "4 1900000000000 m. ready {\"on\":true} -",
        "4 1900000000000 0 dance {\"on\":true} -",
        "4 1900000000000 0 ready {\"on\": true} -",
        "4 1900000000000 0 ready {\"off\":true} -",
        "4 1900000000000 0 ready {\"on\":true} - ",
        "4 1900000000000 0 ready {\"on\":true} 1,",
        "4 1900000000000 0 ready {\"on\":true} 1,2,3,4,5",
        "4 1900000000000 0 ready {\"on\":true} 99999999999",
        "4 1900000000000 0 ready {\"on\":true} x",
        "4 1900000000000 0  ready {\"on\":true} -",
        "4 99999999999999999999 0 ready {\"on\":true} -",
        "4 1900000000000 house join {\"name\":\"Ana\",\"event\":\"e\"} -",
        "4 1900000000000 house join {\"name\":\"~12\",\"event\":\"e\"} -",
        "4 1900000000000 0 ready {\"on\":true -",
        "4 1900000000000 0 ready -",
    };
    struct kit *kit = kit_new(NULL);
    struct kept none = {.count = 0};
    static struct move move;
    kit_fill(kit, 1);
    ck_assert_uint_eq(kit->table.step, 3);
    ck_assert(journal_parse(&kit->table, good, strlen(good), kept_find, &none, &move));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        bool read = journal_parse(&kit->table, bad[i], strlen(bad[i]), kept_find, &none, &move);
        bool seat9 = strstr(bad[i], " 9 ready") != NULL; /* an empty seat reads, but cannot move */
        ck_assert_msg(!read || seat9, "%s", bad[i]);
        if (read) {
            ck_assert_int_ne(table_replay(&kit->table, &move, &kit->out), REFUSAL_NONE);
        }
    }
    kit_free(&kit);
}
END_TEST

/* Every single byte of good lines changed to something else: refused, or read as what it says. */
START_TEST(a_damaged_line_never_breaks_the_reader)
{
    struct kit *kit = kit_new(NULL);
    struct kept none = {.count = 0};
    static struct move move;
    static const char *const line =
        "4 1900000000000 p.102! join {\"name\":\"~00000000000000000000000000000000\",\"event\":"
        "\"web/\\\"9\"} 1,-2";
    char copy[200];
    unsigned good = 0;
    kit_fill(kit, 1);
    size_t len = strlen(line);
    for (size_t at = 0; at < len; at++) {
        for (int byte = 0; byte < 256; byte++) {
            memcpy(copy, line, len + 1);
            copy[at] = (char)byte;
            good += journal_parse(&kit->table, copy, len, kept_find, &none, &move);
        }
        journal_parse(&kit->table, line, at, kept_find, &none, &move);
    }
    ck_assert_uint_gt(good, 100);
    kit_free(&kit);
}
END_TEST

/* --- random games ----------------------------------------------------------------------------- */

/* What somebody may try: mostly sensible moves by anybody at all, in any phase. */
static void try_table_row(struct kit *kit)
{
    static const char *const rows[] = {"join",   "leave",   "ready", "here",    "pause",
                                       "resume", "skip",    "abort", "rematch", "substitute",
                                       "kick",   "host",    "team",  "option",  "start",
                                       "reach",  "referee", "tick",  "away",    "late"};
    const char *row = rows[roll(sizeof rows / sizeof rows[0])];
    uint64_t person = 101 + roll(14);
    char json[300] = "{}";
    if (strcmp(row, "join") == 0) {
        snprintf(json, sizeof json, "{\"name\":\"%s\",\"event\":\"web/r%u\"}", kit_name(roll(14)),
                 kit->events++);
    } else if (strcmp(row, "substitute") == 0) {
        snprintf(json, sizeof json, "{\"name\":\"%s\"}", kit_name(roll(14)));
    } else if (strcmp(row, "kick") == 0 || strcmp(row, "host") == 0) {
        snprintf(json, sizeof json, "{\"seat\":%u}", roll(6));
    } else if (strcmp(row, "team") == 0) {
        snprintf(json, sizeof json, "{\"team\":\"%s\"}", kit->table.game->teams[roll(2)]);
    } else if (strcmp(row, "option") == 0) {
        static const char *const options[] = {
            "pace\",\"value\":\"async", "teams\",\"value\":\"chosen", "teams\",\"value\":\"random",
            "start_when_full\",\"value\":\"on", "concede\",\"value\":\"off"};
        snprintf(json, sizeof json, "{\"option\":\"%s\"}", options[roll(5)]);
    } else if (strcmp(row, "start") == 0) {
        snprintf(json, sizeof json, "{\"seed\":\"%064x\"}", roll(1000000));
    } else if (strcmp(row, "reach") == 0) {
        snprintf(json, sizeof json, "{\"seat\":%u,\"state\":\"proven\"}", roll(6));
        person = 0;
    } else if (strcmp(row, "referee") == 0) {
        snprintf(json, sizeof json, "{\"person\":%u,\"name\":\"Ref\"}", 101 + roll(14));
    } else if (strcmp(row, "tick") == 0) {
        person = 0;
    } else if (strcmp(row, "away") == 0 || strcmp(row, "late") == 0) {
        snprintf(json, sizeof json, "{\"ms\":%u}", 1 + roll(100000));
        person = 0;
    }
    bool drastic =
        strcmp(row, "abort") == 0 || strcmp(row, "kick") == 0 || strcmp(row, "leave") == 0;
    if (!drastic || roll(12) == 0) {
        kit_do(kit, person, row, json);
    }
}

/* Presses one of the buttons that a seat is offered, words made up. */
static void try_button(struct kit *kit)
{
    int seat = (int)roll(kit->table.seat_count);
    uint64_t person = kit->table.seat[seat].person;
    static const char *const says[] = {"honestly fine", "so to be fair yes", "really?", "hm 👍",
                                       "WELL yes"};
    if (person == 0) {
        return;
    }
    const struct value_tree *facts = kit_view(kit, seat);
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    if (facts->fact[offers].number == 0) {
        return;
    }
    uint16_t offer = value_member(facts, offers, roll((unsigned)facts->fact[offers].number));
    const char *action = facts->fact[value_find(facts, offer, "action")].text;
    uint16_t buttons = value_find(facts, offer, "buttons");
    unsigned count = (unsigned)facts->fact[buttons].number;
    uint16_t holder = count > 0 ? value_member(facts, buttons, roll(count)) : offer;
    char control[200];
    snprintf(control, sizeof control, "%s", facts->fact[value_find(facts, holder, "control")].text);
    static const char *const kinds[] = {"word", "phrase", "ends_punct", "emoji", "caps"};
    static const char *const values[] = {"honestly", "to be fair", "?", "👍", ""};
    unsigned one = roll(5);
    unsigned two = (one + 1 + roll(4)) % 5;
    char json[600] = "{}";
    if (strcmp(action, "play") == 0) {
        snprintf(json, sizeof json, "{\"say\":\"%s\"}", says[roll(5)]);
    } else if (strcmp(action, "call") == 0) {
        if (roll(60) > 0) {
            return;
        }
        snprintf(json, sizeof json, "{\"kind\":\"%s\",\"value\":\"%s\",\"symbol\":\"%s\"}",
                 kinds[one], values[one], roll(2) == 0 ? "money" : "documents");
    } else if (strcmp(action, "register") == 0) {
        snprintf(json, sizeof json,
                 "{\"documents.kind\":\"%s\",\"documents.value\":\"%s\",\"money.kind\":\"%s\","
                 "\"money.value\":\"%s\"}",
                 kinds[one], values[one], kinds[two], values[two]);
    } else if (strcmp(action, "note") == 0 || strcmp(action, "clues") == 0) {
        snprintf(json, sizeof json, "{\"%s\":\"%s\"}",
                 strcmp(action, "note") == 0 ? "text" : "clues", says[roll(5)]);
    }
    if (strcmp(action, "leave") == 0 || strcmp(action, "concede") == 0) {
        return;
    }
    enum command_kind kind = strcmp(json, "{}") == 0 ? kit_press(kit, person, control)
                                                     : kit_form(kit, person, control, json);
    if (kind != COMMAND_MOVE) {
        return;
    }
    const struct move *read = &kit->command.move;
    move_init(&kit->move, read->row, read->seat, read->at_ms);
    kit->move.person = read->person;
    kit->move.moderator = read->moderator;
    for (uint16_t at = value_first(&read->args, VALUE_NONE); at != VALUE_NONE;
         at = value_next(&read->args, VALUE_NONE, at)) {
        value_copy(&kit->move.args, read->args.fact[at].key, &read->args, at);
    }
    if (strcmp(action, "start") == 0) {
        value_text(&kit->move.args, "seed",
                   "00000000000000000000000000000000000000000000000000000000000000ff", 64);
    }
    kit_make(kit);
}

static unsigned play_randomly(const struct game_def *game, uint64_t seed, unsigned moves,
                              unsigned *over_r)
{
    struct kit *kit = kit_new(game);
    dice = seed;
    unsigned seats = game->seats_max < 5 ? game->seats_max : 2 + roll(4);
    kit_fill(kit, seats);
    for (unsigned i = 0; i < moves && kit->table.phase < TABLE_OVER && kit->word_count < 3900;
         i++) {
        kit->moderator = roll(10) == 0;
        if (roll(5) == 0) {
            try_table_row(kit);
        } else {
            try_button(kit);
        }
        kit->moderator = false;
        if (roll(6) == 0) {
            kit_wait(kit, roll(40) == 0 ? 1000000 : roll(50000));
        }
        if (roll(10) == 0 && kit->table.phase != TABLE_CLOSED) {
            kit_view(kit, SEAT_CROWD);
        }
    }
    unsigned steps = kit->table.step;
    *over_r += kit->table.phase >= TABLE_OVER;
    kit_free(&kit);
    return steps;
}

/* kit_make compares the live table with its replay after every accepted move, and with itself
 * after every refused one. */
START_TEST(random_games_replay_byte_for_byte)
{
    unsigned steps = 0;
    unsigned over = 0;
    for (uint64_t seed = 1; seed <= 80; seed++) {
        steps += play_randomly(&pebbles_game, seed, 300, &over);
        steps += play_randomly(game_find("interceptor"), seed * 31, 600, &over);
    }
    ck_assert_uint_gt(steps, 6000);
    ck_assert_uint_gt(over, 60);
}
END_TEST

Suite *suite_journal(void);

Suite *suite_journal(void)
{
    Suite *suite = suite_create("journal");
    TCase *tcase = tcase_create("journal");
    tcase_set_timeout(tcase, 100);
    tcase_add_test(tcase, every_row_comes_back_with_any_arguments);
    tcase_add_test(tcase, words_do_not_stand_in_the_line);
    tcase_add_test(tcase, a_line_that_is_none_is_refused);
    tcase_add_test(tcase, a_damaged_line_never_breaks_the_reader);
    tcase_add_test(tcase, random_games_replay_byte_for_byte);
    suite_add_tcase(suite, tcase);
    return suite;
}
