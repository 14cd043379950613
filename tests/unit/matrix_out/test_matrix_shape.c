/* Documents in Matrix' shape. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "words_kit.h"

Suite *suite_matrix_shape(void);

START_TEST(a_mention_is_a_link_to_who_has_an_account)
{
    struct block *block = doc_block(words_doc, BLOCK_PARAGRAPH);
    doc_run(words_doc, block, RUN_MENTION, "Ana", true)->person = 7;
    doc_run(words_doc, block, RUN_TEXT, ", ", false);
    doc_run(words_doc, block, RUN_MENTION, "B<n", true)->person = 8;
    ck_assert_str_eq(words_text(), "Ana, B<n");
    ck_assert_str_eq(
        words_made.part[0].html,
        "<p><a href=\"https://matrix.to/#/%40ana%3Ahouse.example\">Ana</a>, B&lt;n</p>");
    ck_assert_uint_eq(words_made.user_count, 1);
    ck_assert_str_eq(words_made.user[0], "@ana:house.example");
}
END_TEST

/* A client keeps what begins with a slash for itself, so nobody is told to type that. */
START_TEST(commands_begin_with_the_rooms_prefix)
{
    struct block *block = words_block(BLOCK_PARAGRAPH, "Write ", false);
    static const char *const code[] = {"/spyfall", "!ask @bob", "!", "hand", "/", "!!", "!2"};
    for (size_t i = 0; i < sizeof code / sizeof *code; i++) {
        doc_run(words_doc, block, RUN_CODE, code[i], false);
        doc_run(words_doc, block, RUN_TEXT, " ", false);
    }
    doc_run(words_doc, block, RUN_CODE, "/kick", true);
    words_shaping.prefix = "+";
    ck_assert_str_eq(words_text(), "Write `+spyfall` `+ask @bob` `+` `hand` `/` `!!` `!2` `/kick`");
}
END_TEST

static void fill_blocks(void)
{
    words_block(BLOCK_HEADING, "Interceptor #3", false);
    struct block *block = words_block(BLOCK_PARAGRAPH, "A ", false);
    doc_run(words_doc, block, RUN_STRONG, "strong", false);
    doc_run(words_doc, block, RUN_EMPHASIS, " and so", false);
    doc_run(words_doc, block, RUN_TEXT, " and ", false);
    doc_run(words_doc, block, RUN_CODE, "co`de", false);
    doc_run(words_doc, block, RUN_SPOILER, "hush", false);
    struct block *list = doc_block(words_doc, BLOCK_LIST);
    doc_run(words_doc, doc_child(words_doc, list), RUN_TEXT, "one", false);
    doc_run(words_doc, doc_child(words_doc, list), RUN_TEXT, "two", false);
    words_block(BLOCK_QUOTE, "first\nsecond", true);
    doc_block(words_doc, BLOCK_COUNTDOWN)->until_ms = 1893499200000;
    doc_run(words_doc, words_doc->last_block, RUN_TEXT, "Ana plays, until", false);
    struct block *table = doc_block(words_doc, BLOCK_TABLE);
    for (int i = 0; i < 2; i++) {
        struct block *row = doc_child(words_doc, table);
        doc_run(words_doc, doc_child(words_doc, row), RUN_TEXT, i == 0 ? "Ana" : "Benedict", true);
        doc_run(words_doc, doc_child(words_doc, row), RUN_TEXT, "3 <cards>", true);
    }
    struct block *time = doc_block(words_doc, BLOCK_PARAGRAPH);
    doc_time(words_doc, time, 1893499200001);
    doc_choice(words_doc, "Documents", "t3.7.play.symbol=documents", CHOICE_PRIMARY)->symbol = "📄";
    doc_choice(words_doc, "My hand", "t3.-.hand", CHOICE_SECONDARY);
}

START_TEST(every_block_has_its_shape)
{
    static const struct matrix_key keys[] = {{"📄", "t3.7.play.symbol=documents"}};
    fill_blocks();
    words_shaping.keys = keys;
    words_shaping.key_count = 1;
    words_text();
    ck_assert(words_made.asks);
    words_golden("blocks.txt", words_all());
}
END_TEST

START_TEST(a_board_says_no_time_that_would_be_wrong_a_minute_later)
{
    fill_blocks();
    words_shaping.one = true;
    words_shaping.limit = MATRIX_BOARD_BYTES;
    ck_assert_ptr_nonnull(strstr(words_text(), "Ana plays, until 2030-01-01 12:00 UTC\n"));
    ck_assert_ptr_null(strstr(words_text(), "(in "));
}
END_TEST

START_TEST(a_time_is_said_with_its_zone_and_how_long_until_then)
{
    doc_block(words_doc, BLOCK_COUNTDOWN)->until_ms = 1893499200000;
    ck_assert_str_eq(words_text(), "12:00 UTC (in 2 minutes)");
    words_shaping.now_ms -= 86400000;
    ck_assert_str_eq(words_text(), "2030-01-01 12:00 UTC (in 1 day)");
    words_shaping.now_ms = 1893499200000 - 119993;
    ck_assert_str_eq(words_text(), "12:00 UTC (in 2 minutes)");
    words_shaping.now_ms = 1893499200000;
    ck_assert_str_eq(words_text(), "12:00 UTC");
}
END_TEST

/* --- the panel -------------------------------------------------------------------------------- */

static const char *typed(struct choice *choice)
{
    return matrix_typed(words_arena, choice, &words_shaping);
}

START_TEST(each_choice_is_said_as_what_somebody_types)
{
    struct doc *doc = words_doc;
    struct choice *choice = doc_choice(doc, "Money", "t3.7.play.symbol=money", CHOICE_PRIMARY);
    ck_assert_str_eq(typed(choice), "!play money");
    choice = doc_choice(doc, "Join", "t3.-.join", CHOICE_PRIMARY);
    ck_assert_str_eq(typed(choice), "!join");
    choice = doc_choice(doc, "Take it", "t3.4.draw.take=yes", CHOICE_PRIMARY);
    ck_assert_str_eq(typed(choice), "!draw yes");
    choice = doc_choice(doc, "Put Ben Alt up for vote", "t3.-.accuse.seat=1", CHOICE_PRIMARY);
    choice->who = "Ben Alt";
    ck_assert_str_eq(typed(choice), "!accuse Ben Alt");
    words_shaping.in_private = true;
    ck_assert_str_eq(typed(choice), "accuse Ben Alt");
    choice->at_table = true;
    ck_assert_str_eq(typed(choice), "!accuse Ben Alt");
}
END_TEST

START_TEST(what_a_form_asks_for_is_a_placeholder)
{
    struct choice *choice = doc_choice(words_doc, "Ask Ben", "t3.4.ask.seat=1", CHOICE_PRIMARY);
    choice->who = "Ben";
    choice->fields = words_field("text", "Your question", FIELD_LONG);
    ck_assert_str_eq(typed(choice), "!ask Ben <your question>");
    choice->fields->optional = true;
    ck_assert_str_eq(typed(choice), "!ask Ben [your question]");
    choice = doc_choice(words_doc, "Choose signals", "t3.4.register", CHOICE_PRIMARY);
    choice->fields = words_field("documents.kind", "Kind of signal", FIELD_TEXT);
    choice->fields->next = words_field("documents.value", "Documents: which one", FIELD_TEXT);
    choice->fields->next->next = words_field("money.kind", "Kind of signal", FIELD_TEXT);
    ck_assert_str_eq(typed(choice),
                     "!register documents: <kind of signal> <which one> money: <kind of signal>");
    choice->fields->next->label = "A label, with what is no name";
    ck_assert_str_eq(typed(choice),
                     "!register documents: <kind of signal> <value> money: <kind of signal>");
    ck_assert_str_eq(matrix_typed_notes(words_doc->arena, choice, &words_shaping),
                     " (value: A label, with what is no name)");
}
END_TEST

START_TEST(few_values_stand_for_themselves)
{
    struct choice *choice = doc_choice(words_doc, "Vote", "t3.4.vote", CHOICE_PRIMARY);
    struct field_choice yes = {.value = "yes", .label = "Yes"};
    struct field_choice no = {.value = "no", .label = "No"};
    yes.next = &no;
    choice->fields = words_field("answer", "Answer", FIELD_CHOICE);
    choice->fields->choices = &yes;
    ck_assert_str_eq(typed(choice), "!vote <yes|no>");
    yes.value = "0"; /* a seat: its number is nothing to type */
    yes.label = "Ben";
    ck_assert_str_eq(typed(choice), "!vote <Ben|no>");
    yes.value = "a=1.b=3"; /* two arguments at once */
    ck_assert_str_eq(typed(choice), "!vote <1 3|no>");
    yes.value = "<";
    ck_assert_str_eq(typed(choice), "!vote <answer>");
}
END_TEST

/* What is between the bars is what can be typed. */
START_TEST(several_of_a_menu_are_typed_with_commas)
{
    static struct field_choice card[12];
    struct choice *choice = doc_choice(words_doc, "Hand over", "t3.4.pass", CHOICE_PRIMARY);
    for (unsigned i = 0; i < 4; i++) {
        static const char *const names[] = {"ace", "king", "queen", "jack"};
        card[i] = (struct field_choice){.value = names[i], .label = names[i]};
        card[i].next = i < 3 ? &card[i + 1] : NULL;
    }
    choice->fields = words_field("cards", "Cards", FIELD_SEVERAL);
    choice->fields->choices = card;
    choice->fields->min = 2;
    choice->fields->max = 2;
    ck_assert_str_eq(typed(choice), "!pass <ace,king|ace,queen|ace,jack|king,queen|king,jack|"
                                    "queen,jack>");
    choice->fields->min = 1;
    ck_assert_str_eq(typed(choice), "!pass <ace|king|queen|jack>");
    choice->fields->min = 7;
    ck_assert_str_eq(typed(choice), "!pass <cards>");
}
END_TEST

/* Up to twenty-five values stand behind the words; more are completed elsewhere, and known to who
 * asks for them. */
START_TEST(many_values_stand_behind_the_words_and_too_many_do_not)
{
    static struct field_choice place[26];
    static char names[26][8];
    struct choice *choice = doc_choice(words_doc, "Guess", "t3.4.guess", CHOICE_PRIMARY);
    choice->fields = words_field("place", "Place", FIELD_CHOICE);
    choice->fields->choices = place + 1;
    for (unsigned i = 0; i < 26; i++) {
        snprintf(names[i], sizeof names[i], "p%u", i);
        place[i] = (struct field_choice){.value = names[i], .label = names[i]};
        place[i].next = i < 25 ? &place[i + 1] : NULL;
    }
    ck_assert_str_eq(typed(choice), "!guess <place>");
    ck_assert_ptr_nonnull(
        strstr(matrix_typed_notes(words_doc->arena, choice, &words_shaping), "; p24; p25)"));
    place[1].label = "the first of them";
    ck_assert_ptr_nonnull(strstr(matrix_typed_notes(words_doc->arena, choice, &words_shaping),
                                 " (place: p1 = the first of them; p2; "));
    choice->control = "t3.4.option"; /* the bare word lists them */
    ck_assert_str_eq(typed(choice), "!option");
    ck_assert_str_eq(matrix_typed_notes(words_doc->arena, choice, &words_shaping), "");
    choice->fields->choices = place;
    choice->control = "t3.4.guess";
    ck_assert_str_eq(typed(choice), "!guess <place>");
    ck_assert_str_eq(matrix_typed_notes(words_doc->arena, choice, &words_shaping), "");
    place[25].next = NULL;
    choice->fields->choices = place + 25; /* the only one is no choice */
    ck_assert_str_eq(typed(choice), "!guess p25");
}
END_TEST

START_TEST(what_may_be_said_in_addition_is_said_by_its_name)
{
    struct choice *choice = doc_choice(words_doc, "Intercept", "t3.4.intercept", CHOICE_PRIMARY);
    struct field_choice yes = {.value = "yes", .label = "Yes"};
    struct field_choice no = {.value = "no", .label = "No"};
    yes.next = &no;
    choice->fields = words_field("code", "Code", FIELD_TEXT);
    struct field *pass = words_field("pass", "Pass", FIELD_CHOICE);
    pass->optional = true;
    pass->choices = &yes;
    choice->fields->next = pass;
    ck_assert_str_eq(typed(choice), "!intercept <code> [pass=yes]");
    pass->name = "insist";
    ck_assert_str_eq(typed(choice), "!intercept <code>");
    choice = doc_choice(words_doc, "No guess", "t3.4.intercept.pass=yes", CHOICE_PRIMARY);
    ck_assert_str_eq(typed(choice), "!intercept pass");
    choice = doc_choice(words_doc, "Yes", "t3.4.vote.answer=yes", CHOICE_PRIMARY);
    ck_assert_str_eq(typed(choice), "!vote yes");
}
END_TEST

START_TEST(what_was_warned_about_is_insisted_on_with_a_reaction_alone)
{
    struct choice *choice =
        doc_choice(words_doc, "All the same", "t3.-.clues.insist=yes.same=12", CHOICE_SECONDARY);
    ck_assert_ptr_null(typed(choice));
    words_text();
    ck_assert(words_made.presses);
}
END_TEST

START_TEST(an_act_that_is_heard_at_the_table_alone_says_so_in_private)
{
    struct choice *choice = doc_choice(words_doc, "Answer", "t3.4.answer", CHOICE_PRIMARY);
    choice->at_table = true;
    choice->fields = words_field("text", "Answer", FIELD_LONG);
    words_shaping.in_private = true;
    ck_assert_str_eq(words_text(), "Answer: !answer <answer> (at the table)");
    words_shaping.in_private = false;
    ck_assert_str_eq(words_text(), "Answer: !answer <answer>");
}
END_TEST

/* --- limits ----------------------------------------------------------------------------------- */

static void fill(unsigned paragraphs, unsigned letters)
{
    static char text[60 * 1024];
    ck_assert_uint_lt(letters, sizeof text);
    memset(text, 'x', letters);
    text[letters] = '\0';
    for (unsigned i = 8; i < letters; i += 9) {
        text[i] = ' ';
    }
    for (unsigned i = 0; i < paragraphs; i++) {
        struct block *block = doc_block(words_doc, BLOCK_PARAGRAPH);
        doc_run(words_doc, block, RUN_STRONG, text, false);
    }
}

START_TEST(long_documents_are_split_between_blocks)
{
    fill(5, 7000);
    words_text();
    ck_assert_uint_eq(words_made.count, 5);
    ck_assert(!words_made.cut);
    for (unsigned i = 0; i < words_made.count; i++) {
        ck_assert_uint_eq(strlen(words_made.part[i].body), 7000);
    }
}
END_TEST

/* Every word of it is there once, in order, and none is cut. */
START_TEST(a_long_block_is_split_between_words)
{
    fill(1, 40 * 1024);
    words_text();
    ck_assert_uint_gt(words_made.count, 2);
    size_t letters = 0;
    for (unsigned i = 0; i < words_made.count; i++) {
        for (const char *word = words_made.part[i].body; *word != '\0';) {
            size_t len = strcspn(word, " \n");
            ck_assert(len == 8 ||
                      words_made.part[i].body + strlen(words_made.part[i].body) == word + len);
            letters += len;
            word += len;
            word += strspn(word, " \n");
        }
    }
    ck_assert_uint_eq(letters, 40 * 1024 - 40 * 1024 / 9);
}
END_TEST

START_TEST(a_word_longer_than_a_message_is_cut_between_characters)
{
    static char text[30 * 1024 + 1];
    static const char rocket[] = "\U0001f680";
    for (size_t i = 0; i + 1 < sizeof text; i++) {
        text[i] = rocket[i % 4];
    }
    words_block(BLOCK_PARAGRAPH, "", false);
    words_doc->blocks->runs->text = text;
    words_text();
    ck_assert_uint_gt(words_made.count, 3);
    for (unsigned i = 0; i < words_made.count; i++) {
        ck_assert_int_eq(memcmp(words_made.part[i].body, "\U0001f680", 4), 0);
    }
}
END_TEST

START_TEST(signs_that_grow_when_escaped_never_break_a_message)
{
    static char text[20 * 1024 + 1];
    memset(text, '"', sizeof text - 1);
    for (size_t i = 50; i < sizeof text - 1; i += 51) {
        text[i] = ' ';
    }
    words_block(BLOCK_PARAGRAPH, "", false);
    words_doc->blocks->runs->text = text;
    words_text();
    ck_assert_uint_gt(words_made.count, 8);
    ck_assert(!words_made.cut);
}
END_TEST

START_TEST(a_board_stays_one_message_and_says_that_more_was_there)
{
    fill(5, 2500);
    words_shaping.one = true;
    words_shaping.limit = MATRIX_BOARD_BYTES;
    words_text();
    ck_assert_uint_eq(words_made.count, 1);
    ck_assert(words_made.cut);
    const char *body = words_made.part[0].body;
    ck_assert_str_eq(body + strlen(body) - 4, "\n…");
}
END_TEST

START_TEST(a_document_of_nothing_is_no_empty_message)
{
    ck_assert_str_eq(words_text(), "…");
    ck_assert_uint_eq(words_made.count, 1);
}
END_TEST

START_TEST(more_than_all_messages_hold_ends_with_a_sign)
{
    fill(MATRIX_PARTS_MAX + 2, 7500);
    words_text();
    ck_assert_uint_eq(words_made.count, MATRIX_PARTS_MAX);
    ck_assert(words_made.cut);
}
END_TEST

START_TEST(a_list_goes_on_in_the_next_message)
{
    static char text[7001];
    memset(text, 'x', 7000);
    struct block *list = doc_block(words_doc, BLOCK_LIST);
    for (int i = 0; i < 3; i++) {
        doc_run(words_doc, doc_child(words_doc, list), RUN_TEXT, text, false);
    }
    words_text();
    ck_assert_uint_eq(words_made.count, 3);
    ck_assert_int_eq(strncmp(words_made.part[2].html, "<ul><li>", 8), 0);
}
END_TEST

START_TEST(a_picture_has_its_twin_as_text)
{
    struct block *picture = doc_block(words_doc, BLOCK_PICTURE);
    picture->svg = "<svg/>";
    doc_run(words_doc, doc_child_of(words_doc, picture, BLOCK_PARAGRAPH), RUN_TEXT, "a map", false);
    ck_assert_str_eq(words_text(), "a map");
    ck_assert_str_eq(words_made.alt, "a map");
    ck_assert_str_eq(words_made.svg, "<svg/>");
}
END_TEST

Suite *suite_matrix_shape(void)
{
    Suite *suite = suite_create("matrix_shape");
    TCase *shape = tcase_create("shape");
    tcase_add_checked_fixture(shape, words_set_up, words_tear_down);
    tcase_add_test(shape, a_mention_is_a_link_to_who_has_an_account);
    tcase_add_test(shape, commands_begin_with_the_rooms_prefix);
    tcase_add_test(shape, every_block_has_its_shape);
    tcase_add_test(shape, a_board_says_no_time_that_would_be_wrong_a_minute_later);
    tcase_add_test(shape, a_time_is_said_with_its_zone_and_how_long_until_then);
    tcase_add_test(shape, each_choice_is_said_as_what_somebody_types);
    tcase_add_test(shape, what_a_form_asks_for_is_a_placeholder);
    tcase_add_test(shape, few_values_stand_for_themselves);
    tcase_add_test(shape, several_of_a_menu_are_typed_with_commas);
    tcase_add_test(shape, many_values_stand_behind_the_words_and_too_many_do_not);
    tcase_add_test(shape, what_may_be_said_in_addition_is_said_by_its_name);
    tcase_add_test(shape, what_was_warned_about_is_insisted_on_with_a_reaction_alone);
    tcase_add_test(shape, an_act_that_is_heard_at_the_table_alone_says_so_in_private);
    tcase_add_test(shape, long_documents_are_split_between_blocks);
    tcase_add_test(shape, a_long_block_is_split_between_words);
    tcase_add_test(shape, a_word_longer_than_a_message_is_cut_between_characters);
    tcase_add_test(shape, signs_that_grow_when_escaped_never_break_a_message);
    tcase_add_test(shape, a_board_stays_one_message_and_says_that_more_was_there);
    tcase_add_test(shape, a_document_of_nothing_is_no_empty_message);
    tcase_add_test(shape, more_than_all_messages_hold_ends_with_a_sign);
    tcase_add_test(shape, a_list_goes_on_in_the_next_message);
    tcase_add_test(shape, a_picture_has_its_twin_as_text);
    suite_add_tcase(suite, shape);
    return suite;
}
