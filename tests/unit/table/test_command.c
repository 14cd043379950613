/* Typed words, slash commands and hostile input: what each is read as. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pebbles.h"
#include "table_kit.h"

struct phrase {
    const char *text;
    const char *reading;
};

static void read_all(struct kit *kit, uint64_t person, const struct phrase *phrases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        kit->events = 0;
        kit_say(kit, person, phrases[i].text);
        ck_assert_msg(strcmp(kit_reading(kit), phrases[i].reading) == 0, "%s\n  is   %s\n  want %s",
                      phrases[i].text, kit_reading(kit), phrases[i].reading);
    }
}

#define READ_ALL(kit, person, phrases) \
    read_all(kit, person, phrases, sizeof(phrases) / sizeof(phrases)[0])

START_TEST(in_public_a_prefix_or_a_mention_is_needed)
{
    static const struct phrase phrases[] = {
        {"join", "ignored"},
        {"!join", "join {\"name\":\"Ben\",\"event\":\"web/e0\"}"},
        {"  !join  ", "join {\"name\":\"Ben\",\"event\":\"web/e0\"}"},
        {"! join", "join {\"name\":\"Ben\",\"event\":\"web/e0\"}"},
        {"/join", "join {\"name\":\"Ben\",\"event\":\"web/e0\"}"},
        {"@deaddrop join", "join {\"name\":\"Ben\",\"event\":\"web/e0\"}"},
        {"@deaddrop: join please", "join {\"name\":\"Ben\",\"event\":\"web/e0\"}"},
        {"@deaddrop", "ask help"},
        {"hey @deaddrop join", "ignored"},
        {"!JOIN", "join {\"name\":\"Ben\",\"event\":\"web/e0\"}"},
        {"!ｊｏｉｎ", "join {\"name\":\"Ben\",\"event\":\"web/e0\"}"},
        {"!!!", "ignored"},
        {"!", "ignored"},
        {"!?", "ask help"},
        {"!1", "ignored"},
        {"wow!", "ignored"},
        {"", "ignored"},
    };
    struct kit *kit = kit_new(NULL);
    READ_ALL(kit, 102, phrases);
    kit_free(&kit);
}
END_TEST

START_TEST(in_private_no_prefix_is_needed)
{
    static const struct phrase phrases[] = {
        {"help", "ask help"},
        {"!help", "ask help"},
        {"hand", "ask hand"},
        {"todo", "ask todo"},
        {"status", "ask status"},
        {"board", "ask board"},
        {"log", "ask log"},
        {"tables", "ask tables"},
        {"rules", "ask rules"},
        {"rules pebbles", "ask rules"},
        {"note: remember the cat", "unknown_verb {\"verb\":\"note:\",\"nearest\":\"note\"}"},
        {"note remember the cat", "note {\"text\":\"remember the cat\"}"},
        {"note \"remember the cat\"", "note {\"text\":\"remember the cat\"}"},
        {"note text: remember", "note {\"text\":\"remember\"}"},
        {"hello", "unknown_verb {\"verb\":\"hello\",\"nearest\":\"help\"}"},
        {"good morning to you", "unknown_verb {\"verb\":\"good\",\"nearest\":null}"},
        {"42", "ask help"},
        {"pebbles", "not_allowed_here {}"},
    };
    struct kit *kit = kit_new(NULL);
    kit_start(kit, 3, 0);
    kit->private_room = true;
    READ_ALL(kit, 101, phrases);
    kit_free(&kit);
}
END_TEST

START_TEST(verbs_are_found_by_beginning_alias_and_group_and_never_guessed)
{
    static const struct phrase phrases[] = {
        {"!take 2", "take {\"count\":2}"},
        {"!tak 2", "take {\"count\":2}"},
        {"!grab 2", "take {\"count\":2}"},
        {"!table take 2", "take {\"count\":2}"},
        {"!mod skip", "skip {}"},
        {"!me hand", "ask hand"},
        {"!teak 2", "unknown_verb {\"verb\":\"teak\",\"nearest\":\"team\"}"},
        {"!tkae 2", "unknown_verb {\"verb\":\"tkae\",\"nearest\":\"take\"}"},
        {"!re",
         "which_verb {\"verbs\":[\"record\",\"ready\",\"ready_check\",\"resume\",\"referee\","
         "\"replace\",\"rematch\",\"register\"]}"},
        {"!t 2", "unknown_verb {\"verb\":\"t\",\"nearest\":null}"},
        {"!pebbles take 2", "take {\"count\":2}"},
        {"!pebbles status", "ask status"},
        {"!pebbles help", "ask help"},
        {"!#3 take 2", "take {\"count\":2}"},
        {"#3 take 2", "ignored"},
        {"!#4 take 2", "no_table {}"},
        {"!#3", "ask status"},
        {"!take", "ask form take"},
        {"!take two", "bad_argument {\"argument\":\"count\",\"problem\":\"not_a_number\"}"},
        {"!take 2 3", "bad_argument {\"argument\":\"count\",\"problem\":\"too_many\"}"},
        {"!take count=3", "take {\"count\":3}"},
        {"!take count: 3", "take {\"count\":3}"},
        {"!take ３", "take {\"count\":3}"},
        {"!take 99999999999999", "bad_argument {\"argument\":\"count\",\"problem\":"
                                 "\"not_a_number\"}"},
        {"!tick", "unknown_verb {\"verb\":\"tick\",\"nearest\":\"kick\"}"},
        {"!clues \"red, green\" to", "clues {\"clues\":[\"red, green\",\"to\"]}"},
        {"!clues one, two; three", "clues {\"clues\":[\"one\",\"two\",\"three\"]}"},
    };
    struct kit *kit = kit_new(NULL);
    kit_start(kit, 3, 0);
    READ_ALL(kit, 101, phrases);
    kit_free(&kit);
}
END_TEST

START_TEST(unknown_verbs_in_rooms_without_a_table_are_left_to_other_bots)
{
    struct command_words words;
    static struct command command;
    static struct outcome out;
    struct inbound inbound = {.kind = INBOUND_TEXT,
                              .text = "!weather",
                              .adapter = "web",
                              .event_id = "1",
                              .room = "r",
                              .name = "A"};
    struct command_inbound asked = {.inbound = &inbound, .person = 5, .words = &words};
    kit_words(&words);
    command_read(&asked, &command, &out);
    ck_assert_int_eq(command.kind, COMMAND_IGNORED);
    inbound.text = "!interceptr";
    command_read(&asked, &command, &out);
    ck_assert_int_eq(command.kind, COMMAND_REFUSED);
    ck_assert_int_eq(out.refusal, REFUSAL_UNKNOWN_VERB);
    inbound.text = "!join";
    command_read(&asked, &command, &out);
    ck_assert_int_eq(out.refusal, REFUSAL_NO_TABLE);
    inbound.text = "!help";
    command_read(&asked, &command, &out);
    ck_assert_int_eq(command.kind, COMMAND_ASK);
    inbound.text = "!hand";
    command_read(&asked, &command, &out);
    ck_assert_int_eq(out.refusal, REFUSAL_NO_TABLE);
}
END_TEST

START_TEST(a_game_is_opened_with_its_options)
{
    static const struct phrase phrases[] = {
        {"!interceptor", "open interceptor {}"},
        {"!inter", "open interceptor {}"},
        {"!Interceptor pace=async", "open interceptor {\"pace\":\"async\"}"},
        {"!interceptor async native full",
         "open interceptor {\"pace\":\"async\",\"signal_mode\":\"native\",\"full\":true}"},
        {"!interceptor int.variant=everyone_corrupt int.max_rounds=12",
         "open interceptor {\"variant\":\"everyone_corrupt\",\"max_rounds\":\"12\"}"},
        {"!interceptor everyone-corrupt", "open interceptor {\"variant\":\"everyone_corrupt\"}"},
        {"!interceptor turn_limit=90s", "open interceptor {\"turn_limit\":\"90s\"}"},
        {"!interceptor turn_limit=\"90 s\"", "bad_option "
                                             "{\"option\":\"turn_limit\",\"choices\":[],\"shape\":"
                                             "\"length\",\"min\":1000,\"max\":2592000000}"},
        {"!interceptor start_when_full=on", "open interceptor {\"full\":true}"},
        {"!interceptor tempo=async", "bad_option {\"option\":\"tempo\"}"},
        {"!interceptor on", "bad_option {\"option\":\"on\"}"},
        {"!interceptor help", "ask help"},
        {"!interceptor rules", "ask rules"},
    };
    struct kit *kit = kit_new(NULL);
    READ_ALL(kit, 109, phrases);
    ck_assert_ptr_eq(kit->command.game, game_find("interceptor"));
    ck_assert_int_eq(kit_slash(kit, 109, "interceptor", "{\"variant\":\"everyone_corrupt\"}"),
                     COMMAND_OPEN);
    ck_assert_str_eq(kit_reading(kit), "open interceptor {\"variant\":\"everyone_corrupt\"}");
    kit_free(&kit);
}
END_TEST

START_TEST(options_are_set_by_words)
{
    static const struct phrase phrases[] = {
        {"!option heap 5", "option {\"option\":\"heap\",\"value\":\"5\"}"},
        {"!option heap=5", "option {\"option\":\"heap\",\"value\":\"5\"}"},
        {"!option heap = 5", "option {\"option\":\"heap\",\"value\":\"= 5\"}"},
        {"!set pace async", "option {\"option\":\"pace\",\"value\":\"async\"}"},
        {"!option substitute_window 5 min",
         "option {\"option\":\"substitute_window\",\"value\":\"5 min\"}"},
        {"!option gm.pace=async", "option {\"option\":\"gm.pace\",\"value\":\"async\"}"},
        {"!option", "ask form option"},
        {"!option heap", "ask form option"},
        {"!team red", "team {\"team\":\"reds\"}"},
        {"!team BLUES", "team {\"team\":\"blues\"}"},
        {"!team green", "team {\"team\":\"green\"}"},
        {"!ready", "ready {}"},
        {"!ready no", "ready {\"on\":false}"},
        {"!ready maybe", "bad_argument {\"argument\":\"on\",\"problem\":\"not_a_choice\"}"},
        {"!kick Ben", "kick {\"seat\":1}"},
        {"!host 1", "host {\"seat\":1}"},
        {"!referee none", "referee {}"},
        {"!referee", "referee {\"person\":101,\"name\":\"Ana\"}"},
        {"!referee Zoe", "unknown_person {\"name\":\"Zoe\"}"},
    };
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 3);
    READ_ALL(kit, 101, phrases);
    struct inbound inbound = {.kind = INBOUND_TEXT,
                              .text = "!referee <@acc110>",
                              .mention_count = 1,
                              .mentions = {"acc110"}};
    ck_assert_int_eq(kit_read(kit, 101, &inbound), COMMAND_MOVE);
    ck_assert_str_eq(kit_reading(kit), "referee {\"person\":110,\"name\":\"Jo\"}");
    kit_free(&kit);
}
END_TEST

static struct kit *named(const char *const *names, unsigned count)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, count);
    for (unsigned i = 0; i < count; i++) {
        char json[400];
        snprintf(json, sizeof json, "{\"seat\":%u,\"name\":\"%s\"}", i, names[i]);
        ck_assert_int_eq(kit_do(kit, 0, "name", json), REFUSAL_NONE);
    }
    char json[200];
    snprintf(json, sizeof json, "{\"seed\":\"%064d\"}", 0);
    ck_assert_int_eq(kit_do(kit, 101, "start", json), REFUSAL_NONE);
    return kit;
}

START_TEST(people_are_named_in_every_way_and_never_guessed)
{
    static const char *const names[] = {"Ana", "Anabel", "Max Power", "@everyone",
                                        "Ben", "ben",    "Ölaf",      "7"};
    static const struct phrase phrases[] = {
        {"!accuse Anabel", "accuse {\"suspect\":1}"},
        {"!accuse anab", "accuse {\"suspect\":1}"},
        {"!accuse Ana", "accuse {\"suspect\":0}"},
        {"!accuse @Ana", "accuse {\"suspect\":0}"},
        {"!accuse an", "which_person {\"name\":\"an\",\"names\":[\"Ana\",\"Anabel\"],"
                       "\"seats\":[0,1]}"},
        {"!accuse max", "accuse {\"suspect\":2}"},
        {"!accuse Max Power", "accuse {\"suspect\":2}"},
        {"!accuse \"max power\"", "accuse {\"suspect\":2}"},
        {"!accuse max power!", "accuse {\"suspect\":2}"},
        {"!accuse @everyone", "accuse {\"suspect\":3}"},
        {"!accuse everyone", "unknown_person {\"name\":\"everyone\"}"},
        {"!accuse Ben", "which_person {\"name\":\"Ben\",\"names\":[\"Ben\",\"ben\"],"
                        "\"seats\":[4,5]}"},
        {"!accuse 5", "accuse {\"suspect\":5}"},
        {"!accuse 2", "accuse {\"suspect\":2}"},
        {"!accuse 7", "accuse {\"suspect\":7}"},
        {"!accuse 12", "unknown_person {\"name\":\"12\"}"},
        {"!accuse ÖLAF", "accuse {\"suspect\":6}"},
        {"!accuse O\u0308laf", "accuse {\"suspect\":6}"},
        {"!accuse nobody at all", "unknown_person {\"name\":\"nobody at all\"}"},
        {"!accuse suspect=Ana", "accuse {\"suspect\":0}"},
    };
    struct kit *kit = named(names, 8);
    READ_ALL(kit, 103, phrases);
    struct inbound inbound = {.kind = INBOUND_TEXT,
                              .text = "!accuse <@acc104>",
                              .mention_count = 1,
                              .mentions = {"acc104"}};
    ck_assert_int_eq(kit_read(kit, 101, &inbound), COMMAND_MOVE);
    ck_assert_str_eq(kit_reading(kit), "accuse {\"suspect\":3}");
    inbound.text = "!accuse <@acc999>";
    inbound.mentions[0] = "acc999";
    kit_read(kit, 101, &inbound);
    ck_assert_str_eq(kit_reading(kit), "unknown_person {\"name\":\"<@acc999>\"}");
    kit_free(&kit);
}
END_TEST

START_TEST(secrets_are_not_taken_in_public)
{
    struct kit *kit = kit_new(NULL);
    kit_start(kit, 2, 0);
    kit_say(kit, 101, "!note my secret");
    ck_assert_str_eq(kit_reading(kit), "not_allowed_here {\"verb\":\"note\"}");
    kit_say(kit, 109, "!note my secret");
    ck_assert_str_eq(kit_reading(kit), "not_seated {}");
    kit_say(kit, 101, "!note");
    ck_assert_str_eq(kit_reading(kit), "ask form note");
    kit_slash(kit, 101, "note", "{\"text\":\"my secret\"}");
    ck_assert_str_eq(kit_reading(kit), "note {\"text\":\"my secret\"}");
    kit->private_room = true;
    kit_say(kit, 101, "note my secret");
    ck_assert_str_eq(kit_reading(kit), "note {\"text\":\"my secret\"}");
    kit_free(&kit);
}
END_TEST

/* Two tables of one game in one room, the second numbered 4; who sits where decides. */
START_TEST(somebody_at_several_tables_is_asked_which)
{
    struct kit *one = kit_new(NULL);
    struct kit *two = kit_new(NULL);
    kit_start(one, 2, 0);
    kit_start(two, 3, 0);
    two->table.id = 88;
    two->table.number = 4;
    struct command_table tables[] = {{&one->table, true, false, 0}, {&two->table, true, false, 0}};
    struct command_words words;
    struct inbound inbound = {.kind = INBOUND_TEXT, .text = "!take 1", .room = "den", .name = "A"};
    struct command_inbound asked = {
        .inbound = &inbound, .person = 101, .tables = tables, .table_count = 2, .words = &words};
    kit_words(&words);
    command_read(&asked, &one->command, &one->out);
    ck_assert_str_eq(
        kit_reading(one),
        "which_table {\"tables\":[{\"number\":3,\"game\":\"pebbles\",\"tag\":\"77\",\"room\":"
        "null},{\"number\":4,\"game\":\"pebbles\",\"tag\":\"77\",\"room\":null}]}");
    inbound.text = "!#4 take 1";
    command_read(&asked, &one->command, &one->out);
    ck_assert_ptr_eq(one->command.table, &two->table);
    inbound.text = "!take 1";
    inbound.reply_table = 77;
    command_read(&asked, &one->command, &one->out);
    ck_assert_ptr_eq(one->command.table, &one->table);
    inbound.reply_table = 0;
    asked.person = 103; /* sits at the second alone */
    command_read(&asked, &one->command, &one->out);
    ck_assert_ptr_eq(one->command.table, &two->table);
    inbound.text = "hand";
    inbound.private_room = true;
    tables[0].in_this_room = false;
    tables[1].in_this_room = false;
    command_read(&asked, &one->command, &one->out);
    ck_assert_str_eq(kit_reading(one), "ask hand");
    ck_assert_ptr_eq(one->command.table, &two->table);
    asked.person = 101;
    command_read(&asked, &one->command, &one->out);
    ck_assert_int_eq(one->out.refusal, REFUSAL_WHICH_TABLE);
    inbound.text = "status";
    command_read(&asked, &one->command, &one->out);
    ck_assert_str_eq(kit_reading(one), "ask status");
    ck_assert_ptr_null(one->command.table);
    inbound.text = "#3 hand";
    command_read(&asked, &one->command, &one->out);
    ck_assert_ptr_eq(one->command.table, &one->table);
    kit_free(&one);
    kit_free(&two);
}
END_TEST

START_TEST(a_verb_of_the_lobby_means_the_table_in_its_lobby)
{
    struct kit *one = kit_new(NULL);
    struct kit *two = kit_new(NULL);
    kit_start(one, 2, 0);
    two->table.id = 88;
    two->table.number = 4;
    struct command_table tables[] = {{&one->table, true, false, 0}, {&two->table, true, false, 0}};
    struct command_words words;
    struct inbound inbound = {.kind = INBOUND_TEXT, .text = "!join", .room = "den", .name = "A"};
    struct command_inbound asked = {
        .inbound = &inbound, .person = 101, .tables = tables, .table_count = 2, .words = &words};
    kit_words(&words);
    command_read(&asked, &one->command, &one->out);
    ck_assert_int_eq(one->command.kind, COMMAND_MOVE);
    ck_assert_ptr_eq(one->command.table, &two->table);
    kit_free(&one);
    kit_free(&two);
}
END_TEST

START_TEST(slash_commands_carry_the_same_acts)
{
    struct kit *kit = kit_new(NULL);
    kit_start(kit, 3, 0);
    kit_slash(kit, 101, "take", "{\"count\":\"2\"}");
    ck_assert_str_eq(kit_reading(kit), "take {\"count\":2}");
    kit_slash(kit, 101, "take", NULL);
    ck_assert_str_eq(kit_reading(kit), "ask form take");
    kit_slash(kit, 101, "take", "{\"count\":\"2\",\"table\":\"#3\"}");
    ck_assert_str_eq(kit_reading(kit), "take {\"count\":2}");
    kit_slash(kit, 101, "take", "{\"count\":\"2\",\"table\":\"5\"}");
    ck_assert_str_eq(kit_reading(kit), "no_table {}");
    kit_slash(kit, 101, "take", "{\"stones\":\"2\"}");
    ck_assert_str_eq(kit_reading(kit), "bad_input {\"argument\":\"stones\"}");
    kit_slash(kit, 101, "table quit", NULL);
    ck_assert_str_eq(kit_reading(kit), "leave {}");
    kit_slash(kit, 101, "mod remove", "{\"seat\":\"Ben\"}");
    ck_assert_str_eq(kit_reading(kit), "kick {\"seat\":1}");
    kit_slash(kit, 101, "accuse", "{\"suspect\":\"Cy\"}");
    ck_assert_str_eq(kit_reading(kit), "accuse {\"suspect\":2}");
    kit_slash(kit, 101, "register", "{\"documents.kind\":\"word\",\"documents.value\":\"tea\"}");
    ck_assert_str_eq(kit_reading(kit), "ask form register");
    kit_slash(kit, 101, "register",
              "{\"documents.kind\":\"word\",\"documents.value\":\"tea\",\"money.kind\":\"caps\"}");
    ck_assert_str_eq(kit_reading(kit),
                     "register {\"documents\":{\"kind\":\"word\",\"value\":\"tea\"},"
                     "\"money\":{\"kind\":\"caps\"}}");
    kit_slash(kit, 101, "rules", "{\"game\":\"interceptor\"}");
    ck_assert_str_eq(kit_reading(kit), "ask rules");
    ck_assert_ptr_eq(kit->command.game, game_find("interceptor"));
    kit_slash(kit, 101, "frobnicate", NULL);
    ck_assert_str_eq(kit_reading(kit), "unknown_verb {\"verb\":\"frobnicate\",\"nearest\":null}");
    kit_slash(kit, 101, "", NULL);
    ck_assert_str_eq(kit_reading(kit), "bad_input {}");
    kit_free(&kit);
}
END_TEST

START_TEST(a_rematch_opens_the_same_again)
{
    struct kit *kit = kit_new(NULL);
    kit_do(kit, 101, "option", "{\"option\":\"heap\",\"value\":\"5\"}");
    kit_do(kit, 101, "option", "{\"option\":\"start_when_full\",\"value\":\"on\"}");
    kit_start(kit, 2, 0);
    kit_do(kit, 101, "abort", NULL);
    kit_say(kit, 102, "!rematch");
    ck_assert_str_eq(kit_reading(kit),
                     "open pebbles {\"heap\":\"5\",\"full\":true,\"rematch\":77}");
    kit_free(&kit);
}
END_TEST

/* The house's own rows cannot be said, and what it resolves cannot be given. */
START_TEST(nobody_plays_the_house)
{
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 2);
    kit_slash(kit, 102, "reach", "{\"seat\":\"0\",\"state\":\"proven\"}");
    ck_assert_int_eq(kit->out.refusal, REFUSAL_UNKNOWN_VERB);
    kit_press(kit, 102, "t77.-.away.ms=100000");
    ck_assert_str_eq(kit_reading(kit), "unknown_action {}");
    kit_slash(kit, 101, "start", "{\"seed\":\"00\"}");
    ck_assert_str_eq(kit_reading(kit), "bad_input {\"argument\":\"seed\"}");
    kit_form(kit, 103, "t77.-.join", "{\"name\":\"Ana\",\"event\":\"x\"}");
    ck_assert_str_eq(kit_reading(kit), "bad_input {\"argument\":\"name\"}");
    kit_say(kit, 101, "!start seed=00");
    ck_assert_str_eq(kit_reading(kit), "start {}");
    kit_free(&kit);
}
END_TEST

Suite *suite_command(void);

Suite *suite_command(void)
{
    Suite *suite = suite_create("command");
    TCase *tcase = tcase_create("command");
    tcase_add_test(tcase, in_public_a_prefix_or_a_mention_is_needed);
    tcase_add_test(tcase, in_private_no_prefix_is_needed);
    tcase_add_test(tcase, verbs_are_found_by_beginning_alias_and_group_and_never_guessed);
    tcase_add_test(tcase, unknown_verbs_in_rooms_without_a_table_are_left_to_other_bots);
    tcase_add_test(tcase, a_game_is_opened_with_its_options);
    tcase_add_test(tcase, options_are_set_by_words);
    tcase_add_test(tcase, people_are_named_in_every_way_and_never_guessed);
    tcase_add_test(tcase, secrets_are_not_taken_in_public);
    tcase_add_test(tcase, somebody_at_several_tables_is_asked_which);
    tcase_add_test(tcase, a_verb_of_the_lobby_means_the_table_in_its_lobby);
    tcase_add_test(tcase, slash_commands_carry_the_same_acts);
    tcase_add_test(tcase, a_rematch_opens_the_same_again);
    tcase_add_test(tcase, nobody_plays_the_house);
    suite_add_tcase(suite, tcase);
    return suite;
}
