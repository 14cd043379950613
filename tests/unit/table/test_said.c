/* Sentences, replies and messages to somebody that are moves, and all that looks like them and is
 * talk: at a table of Spyfall. */
#include <stdio.h>
#include <string.h>

#include "table_kit.h"

static const char *const start_json =
    "{\"seed\":\"0000000000000000000000000000000000000000000000000000000000000000\",\"deal\":{"
    "\"locations\":[\"Bank\",\"Zoo\"],\"rounds\":[{\"location\":\"Bank\",\"spy\":2}]}}";

/* Ana, Ben, Cy, Dee are persons 101 to 104; Ana asks. */
static struct kit *spyfall_on(void)
{
    struct kit *kit = kit_new(game_find("spyfall"));
    kit_fill(kit, 4);
    ck_assert_int_eq(kit_do(kit, 0, "start", start_json), REFUSAL_NONE);
    return kit;
}

/* "ask 1 is it loud?" of the command that was read. */
static const char *said(const struct kit *kit)
{
    static char line[400];
    const struct value_tree *args = &kit->command.move.args;
    if (kit->command.kind == COMMAND_IGNORED) {
        return "talk";
    }
    if (kit->command.kind == COMMAND_REFUSED) {
        return refusal_name(kit->out.refusal);
    }
    ck_assert_int_eq(kit->command.kind, COMMAND_MOVE);
    snprintf(line, sizeof line, "%s %d %s", kit->command.row->name,
             (int)value_number_at(args, "seat", -1), value_text_at(args, "text", "-"));
    return line;
}

struct row {
    const char *text;
    const char *is;
};

static void say_all(struct kit *kit, uint64_t person, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        kit_say(kit, person, rows[i].text);
        ck_assert_msg(strcmp(said(kit), rows[i].is) == 0, "%s\n  is   %s\n  want %s", rows[i].text,
                      said(kit), rows[i].is);
    }
}

START_TEST(the_sentence_is_heard_as_what_it_is)
{
    static const struct row rows[] = {
        {"I'd like to put Cy up for vote", "accuse 2 -"},
        {"i'd like to put cy up for vote.", "accuse 2 -"},
        {"I’d like to put Cy up for vote!", "accuse 2 -"},
        {"Id like to put @Cy up for vote", "accuse 2 -"},
        {"I would like to put Cy up for vote", "accuse 2 -"},
        {"  I'd   like to put Dee up for vote...  ", "accuse 3 -"},
        {"I\u00b4d like to put Cy up for vote", "accuse 2 -"},
        {"I\u2032D LIKE TO PUT CY UP FOR THE VOTE!!!", "accuse 2 -"},
        {"I'd like\u00a0to put\u00a0Cy up for vote", "accuse 2 -"},
        {"I'd like to put @cy up for a vote\u2026", "accuse 2 -"},
        {"I'd like to put Zed up for vote", "unknown_person"},
        {"I'd like to put Cy and Dee up for vote", "unknown_person"},
        {"I'd like to put Cy up for vote?", "talk"},  /* asks, and does not */
        {"'I'd like to put Cy up for vote'", "talk"}, /* quoted, by whatever mark */
        {"`I'd like to put Cy up for vote`", "talk"},
        {"\"I'd like to put Cy up for vote\"", "talk"},
        {"\u201cI'd like to put Cy up for vote\u201d", "talk"},
        {"\u2018I\u2019d like to put Cy up for vote\u2019", "talk"},
        {"> I'd like to put Cy up for vote", "talk"},
        {"**I'd like to put Cy up for vote**", "talk"},
        {"I wouldn't like to put Cy up for vote", "talk"},
        {"if I'd like to put Cy up for vote I would", "talk"},
        {"I'd like to put Cy up for vote, but not now", "talk"},
        {"I'd like to put Cy up for sale", "talk"},
        {"she said: I'd like to put Cy up for vote", "talk"},
        {"I'd like to put up for vote", "talk"},
        {"I'd like to put Cy", "talk"},
        {"up for vote", "talk"},
        {"Cy", "talk"},
        {"I'd like to put Су up for vote", "unknown_person"}, /* Cyrillic */
    };
    struct kit *kit = spyfall_on();
    say_all(kit, 102, rows, sizeof rows / sizeof rows[0]);
    kit_say(kit, 190, "I'd like to put Cy up for vote"); /* who has no seat talks */
    ck_assert_str_eq(said(kit), "talk");
    kit->private_room = true;
    kit_say(kit, 102, "I'd like to put Cy up for vote");
    ck_assert_str_ne(said(kit), "accuse 2 -");
    kit_free(&kit);
}
END_TEST

START_TEST(who_asks_may_just_speak_to_somebody)
{
    static const struct row asker[] = {
        {"@Ben is it loud here?", "ask 1 is it loud here?"},
        {"@Ben, tell me about the smell", "ask 1 tell me about the smell"},
        {"@ben Is it?", "ask 1 Is it?"},
        {"Ben is it loud here?", "talk"},
        {"@Zed is it loud?", "talk"},
        {"@Ben", "talk"},
        {"@Ana am I loud?", "talk"},
        {"is it loud?", "talk"},
        {"@everyone hello?", "talk"},
        {"!ask @ben is it loud here?", "ask 1 is it loud here?"},
        {"!ask ben is it loud here?", "ask 1 is it loud here?"},
    };
    static const struct row others[] = {{"@Ana is it loud?", "talk"}, {"@Ben hello?", "talk"}};
    struct kit *kit = spyfall_on();
    say_all(kit, 101, asker, sizeof asker / sizeof asker[0]);
    say_all(kit, 103, others, sizeof others / sizeof others[0]);
    kit_free(&kit);
}
END_TEST

/* What person writes, in reply to a message of this seat. */
static const char *reply(struct kit *kit, uint64_t person, int seat, const char *text)
{
    struct inbound inbound = {.kind = INBOUND_TEXT,
                              .text = text,
                              .reply_to = "m1",
                              .reply_seat = seat,
                              .reply_table = seat == SEAT_HOUSE ? kit->table.id : 0};
    kit_read(kit, person, &inbound);
    return said(kit);
}

/* As platforms write it, with the account in the text. */
START_TEST(a_mention_ends_where_it_ends)
{
    static const struct row rows[] = {
        {"acc102 is it loud here?", "ask 1 is it loud here?"},
        {"hey acc102, is it loud here?", "ask 1 hey acc102, is it loud here?"},
        {"hey acc102, I will be late", "talk"},
        {"acc102", "talk"},
        {"!ask acc102 is it loud here?", "ask 1 is it loud here?"},
        {"I'd like to put acc102 up for vote", "accuse 1 -"},
    };
    struct kit *kit = spyfall_on();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct inbound inbound = {.kind = INBOUND_TEXT,
                                  .text = rows[i].text,
                                  .reply_seat = SEAT_NONE,
                                  .mention_count = 1,
                                  .mentions = {"acc102"}};
        kit_read(kit, 101, &inbound);
        ck_assert_str_eq(said(kit), rows[i].is);
    }
    kit_free(&kit);
}
END_TEST

START_TEST(who_is_asked_may_just_reply)
{
    struct kit *kit = spyfall_on();
    ck_assert_str_eq(reply(kit, 102, 0, "Yes."), "talk"); /* nobody has asked yet */
    ck_assert_int_eq(kit_do(kit, 101, "ask", "{\"seat\":1,\"text\":\"Is it loud?\"}"),
                     REFUSAL_NONE);
    ck_assert_str_eq(reply(kit, 102, 0, "Not at all."), "answer -1 Not at all.");
    ck_assert_str_eq(reply(kit, 102, SEAT_HOUSE, "Not at all."), "answer -1 Not at all.");
    ck_assert_str_eq(reply(kit, 102, 2, "Not at all."), "talk"); /* to somebody else */
    ck_assert_str_eq(reply(kit, 102, SEAT_NONE, "Not at all."), "talk");
    ck_assert_str_eq(reply(kit, 103, 0, "Not at all."), "talk"); /* by somebody else */
    kit_say(kit, 102, "Not at all.");
    ck_assert_str_eq(said(kit), "talk");
    kit_say(kit, 102, "!answer Not at all.");
    ck_assert_str_eq(said(kit), "answer -1 Not at all.");
    kit_free(&kit);
}
END_TEST

Suite *suite_said(void);

Suite *suite_said(void)
{
    Suite *suite = suite_create("said");
    TCase *tcase = tcase_create("said");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, the_sentence_is_heard_as_what_it_is);
    tcase_add_test(tcase, who_asks_may_just_speak_to_somebody);
    tcase_add_test(tcase, a_mention_ends_where_it_ends);
    tcase_add_test(tcase, who_is_asked_may_just_reply);
    suite_add_tcase(suite, tcase);
    return suite;
}
