/* Documents in Discord's shape. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "discord_text.h"
#include "discord_word.h"
#include "shape_kit.h"

Suite *suite_discord_shape(void);

START_TEST(what_people_write_is_shown_as_they_wrote_it)
{
    static const char *const texts[][2] = {
        {"**bold** _it_ ~~no~~ ||x||", "\\*\\*bold\\*\\* \\_it\\_ \\~\\~no\\~\\~ \\|\\|x\\|\\|"},
        {"@everyone <@1> <@&2> <#3>", "\\@everyone \\<\\@1\\> \\<\\@&2\\> \\<\\#3\\>"},
        {"<:cat:12> </ban:1> <t:1:R>", "\\<\\:cat\\:12\\> \\<\\/ban\\:1\\> \\<t\\:1\\:R\\>"},
        {"https://evil.example/x", "https\\:\\/\\/evil\\.example\\/x"},
        {"[a](b) `c` # d > e - f", "\\[a\\]\\(b\\) \\`c\\` \\# d \\> e \\- f"},
        {"1. one", "1\\. one"},
        {"a\\b", "a\\\\b"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct buf buf;
        buf_init(&buf, 4096);
        discord_escape(&buf, texts[i][0], strlen(texts[i][0]), true, false);
        ck_assert_str_eq(buf.text, texts[i][1]);
        buf_deinit(&buf);
    }
}
END_TEST

START_TEST(nothing_turns_the_text_round)
{
    struct buf buf;
    buf_init(&buf, 4096);
    static const char text[] = "a\u202e\u2066b\u200b\ufeffc\u061cd\ne";
    discord_escape(&buf, text, sizeof text - 1, true, false);
    ck_assert_str_eq(buf.text, "abcd e");
    buf_deinit(&buf);
}
END_TEST

START_TEST(a_mention_notifies_who_has_an_account)
{
    struct block *block = doc_block(shape_doc, BLOCK_PARAGRAPH);
    doc_run(shape_doc, block, RUN_MENTION, "Ana", true)->person = 7;
    doc_run(shape_doc, block, RUN_TEXT, ", ", false);
    doc_run(shape_doc, block, RUN_MENTION, "B*n", true)->person = 8;
    ck_assert_str_eq(shape_text(false), "<@700>, B\\*n");
    ck_assert_uint_eq(shape_made.user_count, 1);
    ck_assert_str_eq(shape_made.user[0], "700");
}
END_TEST

/* Beside a picture stands what it does not show; nothing is lost where its description is cut. */
START_TEST(words_beside_a_picture_do_not_repeat_it)
{
    shape_block(BLOCK_HEADING, "Interceptor #3", false);
    struct block *picture = doc_block(shape_doc, BLOCK_PICTURE);
    struct block *list = doc_child_of(shape_doc, picture, BLOCK_LIST);
    doc_run(shape_doc, doc_child(shape_doc, list), RUN_TEXT, "Ana 4 cards", false);
    shape_block(BLOCK_PARAGRAPH, "Waiting for Ana.", false);
    ck_assert_str_eq(shape_text(true), "### Interceptor \\#3\n- Ana 4 cards\nWaiting for Ana.");
    ck_assert_ptr_null(shape_made.brief);
    picture->svg = "<svg/>";
    ck_assert_str_eq(shape_text(true), "### Interceptor \\#3\n- Ana 4 cards\nWaiting for Ana.");
    ck_assert_str_eq(shape_made.brief, "### Interceptor \\#3\nWaiting for Ana.");
    ck_assert_str_eq(shape_made.alt, "- Ana 4 cards\n");
    shape_text(false);
    ck_assert_ptr_null(shape_made.brief);
    for (int i = 0; i < 40; i++) {
        doc_run(shape_doc, doc_child(shape_doc, list), RUN_TEXT, "one more line of the twin, so",
                false);
    }
    shape_text(true);
    ck_assert_ptr_null(shape_made.brief);
}
END_TEST

START_TEST(every_block_has_its_shape)
{
    shape_block(BLOCK_HEADING, "Interceptor #3", false);
    struct block *block = shape_block(BLOCK_PARAGRAPH, "A ", false);
    doc_run(shape_doc, block, RUN_STRONG, "strong", false);
    doc_run(shape_doc, block, RUN_TEXT, " and ", false);
    doc_run(shape_doc, block, RUN_CODE, "co`de", false);
    doc_run(shape_doc, block, RUN_SPOILER, "hush", false);
    struct block *list = doc_block(shape_doc, BLOCK_LIST);
    doc_run(shape_doc, doc_child(shape_doc, list), RUN_TEXT, "one", false);
    doc_run(shape_doc, doc_child(shape_doc, list), RUN_TEXT, "two", false);
    shape_block(BLOCK_QUOTE, "first\nsecond", true);
    doc_block(shape_doc, BLOCK_COUNTDOWN)->until_ms = 1893499200000;
    doc_run(shape_doc, shape_doc->last_block, RUN_TEXT, "Ana plays, until", false);
    struct block *table = doc_block(shape_doc, BLOCK_TABLE);
    for (int i = 0; i < 2; i++) {
        struct block *row = doc_child(shape_doc, table);
        doc_run(shape_doc, doc_child(shape_doc, row), RUN_TEXT, i == 0 ? "Ana" : "Benedict", true);
        doc_run(shape_doc, doc_child(shape_doc, row), RUN_TEXT, "3 `cards`", true);
    }
    struct block *time = doc_block(shape_doc, BLOCK_PARAGRAPH);
    doc_time(shape_doc, time, 1893499200001);
    doc_choice(shape_doc, "Documents", "t3.7.play.symbol=documents", CHOICE_PRIMARY)->symbol = "📄";
    doc_choice(shape_doc, "My hand", "t3.-.hand", CHOICE_SECONDARY);
    shape_text(false);
    shape_golden("blocks.txt", shape_all());
}
END_TEST

static void fill(unsigned paragraphs, unsigned letters)
{
    static char text[8192];
    memset(text, 'x', letters);
    text[letters] = '\0';
    for (unsigned i = 8; i < letters; i += 9) {
        text[i] = ' ';
    }
    for (unsigned i = 0; i < paragraphs; i++) {
        struct block *block = doc_block(shape_doc, BLOCK_PARAGRAPH);
        doc_run(shape_doc, block, RUN_STRONG, text, false);
    }
}

static void limits_hold(void)
{
    for (unsigned i = 0; i < shape_made.count; i++) {
        const char *content = shape_made.content[i];
        ck_assert_uint_le(discord_count(content, strlen(content)), DISCORD_CONTENT_MAX);
        ck_assert_ptr_null(strstr(content, "****"));
    }
}

START_TEST(long_documents_are_split_between_blocks)
{
    fill(5, 900);
    shape_text(false);
    ck_assert_uint_eq(shape_made.count, 3);
    limits_hold();
    for (unsigned i = 0; i < 2; i++) {
        const char *content = shape_made.content[i];
        ck_assert_int_eq(content[strlen(content) - 1], '*');
    }
}
END_TEST

START_TEST(a_long_block_is_split_between_words)
{
    fill(1, 4500);
    shape_text(false);
    ck_assert_uint_gt(shape_made.count, 2);
    limits_hold();
    for (unsigned i = 0; i < shape_made.count; i++) {
        ck_assert_int_eq(strncmp(shape_made.content[i], "**x", 3), 0);
    }
}
END_TEST

START_TEST(a_board_stays_one_message_and_says_that_more_was_there)
{
    fill(5, 900);
    shape_text(true);
    ck_assert_uint_eq(shape_made.count, 1);
    limits_hold();
    ck_assert(shape_made.cut);
    const char *content = shape_made.content[0];
    ck_assert_str_eq(content + strlen(content) - 4, "\n…");
}
END_TEST

START_TEST(signs_that_are_escaped_never_break_a_message)
{
    static char text[3001];
    memset(text, '*', 3000);
    shape_block(BLOCK_PARAGRAPH, text, false);
    shape_text(false);
    ck_assert_uint_gt(shape_made.count, 2);
    limits_hold();
}
END_TEST

static void votes(int count)
{
    for (int i = 0; i < count; i++) {
        char control[32];
        snprintf(control, sizeof control, "t1.2.vote.seat=%d", i);
        doc_choice(shape_doc,
                   "A label that is quite long for a button on this platform, and so "
                   "it is made shorter",
                   control, CHOICE_DANGER);
    }
}

static const cJSON *of(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

START_TEST(twenty_five_choices_are_buttons)
{
    votes(25);
    shape_text(false);
    cJSON *rows = shape_json(shape_made.components);
    const cJSON *row = NULL;
    ck_assert_int_eq(cJSON_GetArraySize(rows), DISCORD_ROWS_MAX);
    cJSON_ArrayForEach(row, rows)
    {
        const cJSON *buttons = of(row, "components");
        ck_assert_int_eq(cJSON_GetArraySize(buttons), DISCORD_ROW_BUTTONS);
        const char *label = shape_member(buttons->child, "label");
        ck_assert_uint_le(discord_count(label, strlen(label)), DISCORD_LABEL_MAX);
    }
    cJSON_Delete(rows);
}
END_TEST

START_TEST(more_than_twenty_five_choices_are_in_a_menu_below)
{
    votes(40);
    doc_choice(shape_doc, "Guess", "t1.-.guess", CHOICE_PRIMARY)->fields =
        arena_take(shape_arena, sizeof(struct field));
    shape_doc->last_choice->fields->name = "location";
    shape_doc->last_choice->fields->label = "Place";
    shape_text(false);
    cJSON *rows = shape_json(shape_made.components);
    ck_assert_int_eq(cJSON_GetArraySize(rows), DISCORD_ROWS_MAX);
    const cJSON *menu = of(cJSON_GetArrayItem(rows, DISCORD_ROWS_MAX - 1), "components")->child;
    const cJSON *options = of(menu, "options");
    ck_assert_int_eq(of(menu, "type")->valueint, 3);
    ck_assert_str_eq(shape_member(menu, "custom_id"), DISCORD_MORE);
    ck_assert_int_eq(cJSON_GetArraySize(options), 21);
    ck_assert_str_eq(shape_member(options->child, "value"), "t1.2.vote.seat=20");
    ck_assert_str_eq(shape_member(cJSON_GetArrayItem(options, 20), "value"),
                     "t1.-.guess" DISCORD_FORM_MARK);
    cJSON_Delete(rows);
}
END_TEST

static struct field *field_of(const char *name, enum field_kind kind, unsigned choices)
{
    struct field *field = arena_take(shape_arena, sizeof *field);
    struct field_choice **link = &field->choices;
    field->name = name;
    field->label = name;
    field->kind = kind;
    field->max = 60;
    for (unsigned i = 0; i < choices; i++) {
        char value[16];
        int len = snprintf(value, sizeof value, "v%u", i);
        *link = arena_take(shape_arena, sizeof **link);
        (*link)->value = arena_text(shape_arena, value, (size_t)len);
        (*link)->label = "Somebody";
        link = &(*link)->next;
    }
    return field;
}

START_TEST(of_a_hundred_choices_none_is_missing)
{
    votes(100);
    shape_text(false);
    cJSON *rows = shape_json(shape_made.components);
    const cJSON *row = NULL;
    const cJSON *other = NULL;
    int count = 0;
    ck_assert_int_eq(cJSON_GetArraySize(rows), DISCORD_ROWS_MAX);
    cJSON_ArrayForEach(row, rows)
    {
        const cJSON *menu = of(row, "components")->child;
        bool is_menu = of(menu, "type")->valueint == 3;
        count += cJSON_GetArraySize(is_menu ? of(menu, "options") : of(row, "components"));
        for (other = row->next; other != NULL; other = other->next) {
            ck_assert_str_ne(shape_member(of(other, "components")->child, "custom_id"),
                             shape_member(menu, "custom_id"));
        }
    }
    ck_assert_int_eq(count, 100);
    cJSON_Delete(rows);
}
END_TEST

START_TEST(one_thing_out_of_few_is_a_menu)
{
    doc_choice(shape_doc, "Vote", "t1.2.vote", CHOICE_PRIMARY)->fields =
        field_of("seat", FIELD_CHOICE, 5);
    doc_choice(shape_doc, "Accuse", "t1.-.accuse", CHOICE_PRIMARY)->fields =
        field_of("seat", FIELD_CHOICE, 26);
    shape_text(false);
    shape_golden("menu.txt", shape_all());
}
END_TEST

START_TEST(several_out_of_few_are_a_menu_of_several)
{
    struct field *cards = field_of("cards", FIELD_SEVERAL, 6);
    cards->min = 2;
    cards->max = 2;
    cards->value = "v1,v4";
    doc_choice(shape_doc, "Drop", "t1.2.drop", CHOICE_PRIMARY)->fields = cards;
    struct field *card = field_of("card", FIELD_CHOICE, 1);
    card->optional = true;
    doc_choice(shape_doc, "Retrieve", "t1.3.retrieve", CHOICE_PRIMARY)->fields = card;
    shape_text(false);
    cJSON *rows = shape_json(shape_made.components);
    const cJSON *menu = of(rows->child, "components")->child;
    ck_assert_int_eq(of(menu, "min_values")->valueint, 2);
    ck_assert_int_eq(of(menu, "max_values")->valueint, 2);
    ck_assert(!cJSON_IsTrue(of(of(menu, "options")->child, "default")));
    ck_assert(cJSON_IsTrue(of(cJSON_GetArrayItem(of(menu, "options"), 4), "default")));
    menu = of(rows->child->next, "components")->child;
    ck_assert_str_eq(shape_member(menu, "custom_id"), "t1.3.retrieve");
    ck_assert_ptr_null(of(menu, "min_values"));
    cJSON_Delete(rows);
}
END_TEST

START_TEST(a_form_keeps_what_was_typed_and_says_what_it_is_about)
{
    struct choice *choice = doc_choice(shape_doc, "Clues", "t1.2.clues", CHOICE_PRIMARY);
    struct field *first = field_of("clues.0", FIELD_TEXT, 0);
    struct field *cards = field_of("cards", FIELD_SEVERAL, 5);
    first->label = "What makes your partner think of a snowman, and nobody else";
    first->value = "carrot";
    first->next = cards;
    cards->max = 3;
    cards->value = "v2";
    choice->fields = first;
    cJSON *modal = shape_json(discord_modal(shape_arena, choice));
    const cJSON *piece = of(modal, "components")->child;
    const char *label = shape_member(piece, "label");
    ck_assert_uint_le(discord_count(label, strlen(label)), 45);
    ck_assert_str_eq(shape_member(piece, "description"), first->label);
    ck_assert_str_eq(shape_member(of(piece, "component"), "value"), "carrot");
    const cJSON *menu = of(piece->next, "component");
    ck_assert_int_eq(of(menu, "max_values")->valueint, 3);
    ck_assert(cJSON_IsTrue(of(cJSON_GetArrayItem(of(menu, "options"), 2), "default")));
    cJSON_Delete(modal);
}
END_TEST

/* The n-th piece of a form. */
static const cJSON *piece_of(const cJSON *modal, int n)
{
    return cJSON_GetArrayItem(of(modal, "components"), n);
}

START_TEST(one_thing_out_of_sixty_is_three_menus)
{
    struct choice *choice = doc_choice(shape_doc, "Shoot", "t1.2.eliminate", CHOICE_PRIMARY);
    choice->fields = field_of("card", FIELD_CHOICE, 60);
    choice->fields->value = "v30";
    choice->fields->choices->next->value = "v0"; /* the same twice counts once */
    choice->fields->next = field_of("why", FIELD_TEXT, 0);
    choice->fields->label = "Which card of the many that it can be still";
    shape_text(false);
    ck_assert(!discord_is_menu(choice)); /* on a message a button, which opens the form */
    cJSON *modal = shape_json(discord_modal(shape_arena, choice));
    static const char *const ids[] = {"card", "card~2", "card~3"};
    static const char *const labels[] = {"Which card of the many that it can be st… 1/3",
                                         "Which card of the many that it can be st… 2/3",
                                         "Which card of the many that it can be st… 3/3"};
    int count = 0;
    ck_assert_int_eq(cJSON_GetArraySize(of(modal, "components")), 4);
    for (int i = 0; i < 3; i++) {
        const cJSON *menu = of(piece_of(modal, i), "component");
        ck_assert_str_eq(shape_member(piece_of(modal, i), "label"), labels[i]);
        ck_assert_str_eq(shape_member(menu, "custom_id"), ids[i]);
        ck_assert(cJSON_IsFalse(of(menu, "required")));
        ck_assert_int_eq(of(menu, "min_values")->valueint, 0);
        ck_assert_str_eq(shape_member(menu, "placeholder"), "Somebody – Somebody");
        count += cJSON_GetArraySize(of(menu, "options"));
        for (const cJSON *one = of(menu, "options")->child; one != NULL; one = one->next) {
            ck_assert_int_eq(cJSON_IsTrue(of(one, "default")),
                             strcmp(shape_member(one, "value"), "v30") == 0);
        }
    }
    ck_assert_int_eq(count, 59);
    ck_assert_int_eq(of(of(piece_of(modal, 3), "component"), "type")->valueint, 4);
    cJSON_Delete(modal);
}
END_TEST

START_TEST(what_finds_no_place_in_menus_is_typed)
{
    struct choice *choice = doc_choice(shape_doc, "Shoot", "t1.2.eliminate", CHOICE_PRIMARY);
    choice->fields = field_of("card", FIELD_CHOICE, 101);
    choice->fields->next = field_of("why", FIELD_TEXT, 0);
    cJSON *modal = shape_json(discord_modal(shape_arena, choice));
    ck_assert_int_eq(cJSON_GetArraySize(of(modal, "components")), 2);
    ck_assert_str_eq(shape_member(of(piece_of(modal, 0), "component"), "custom_id"), "card");
    ck_assert_int_eq(of(of(piece_of(modal, 0), "component"), "type")->valueint, 4);
    cJSON_Delete(modal);
    choice->fields->next = NULL;
    modal = shape_json(discord_modal(shape_arena, choice));
    ck_assert_int_eq(cJSON_GetArraySize(of(modal, "components")), 5);
    ck_assert_int_eq(cJSON_GetArraySize(of(of(piece_of(modal, 4), "component"), "options")), 1);
    ck_assert_str_eq(shape_member(of(piece_of(modal, 4), "component"), "placeholder"), "Somebody");
    cJSON_Delete(modal);
}
END_TEST

START_TEST(what_does_not_fit_into_a_form_folds)
{
    static const char *const names[] = {"one", "two", "three", "four", "five", "six"};
    struct choice *choice = doc_choice(shape_doc, "Signals", "t1.2.signals", CHOICE_PRIMARY);
    struct field **link = &choice->fields;
    for (size_t i = 0; i < 6; i++) {
        *link = field_of(names[i],
                         i == 0   ? FIELD_CHOICE
                         : i == 1 ? FIELD_NUMBER
                                  : FIELD_TEXT,
                         i == 0 ? 3 : 0);
        link = &(*link)->next;
    }
    cJSON *modal = shape_json(discord_modal(shape_arena, choice));
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(modal, "components")), 5);
    char *text = cJSON_Print(modal);
    shape_golden("modal.json", text);
    cJSON_free(text);
    cJSON_Delete(modal);
}
END_TEST

START_TEST(what_cannot_be_typed_is_shown_as_a_command)
{
    static const char *const words[][2] = {{"!ask @bob is it loud here?", "/ask"},
                                           {"!answer …", "/answer"},
                                           {"!rounds 7", "/change-rounds"},
                                           {"!help", "/table help"},
                                           {"!join", "/table join"},
                                           {"!interceptor", "/interceptor"},
                                           {"!", "/"},
                                           {"!!!", NULL},
                                           {"!nonsense", NULL},
                                           {"help", NULL},
                                           {"wow!", NULL}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *said = discord_word_command(shape_arena, words[i][0]);
        ck_assert_msg((said == NULL) == (words[i][1] == NULL), "%s", words[i][0]);
        ck_assert_msg(said == NULL || strcmp(said, words[i][1]) == 0, "%s: %s", words[i][0], said);
    }
    struct discord_names names = {.no_content = true};
    doc_run(shape_doc, doc_block(shape_doc, BLOCK_PARAGRAPH), RUN_CODE, "!ask @bob why?", false);
    doc_run(shape_doc, shape_doc->last_block, RUN_TEXT, " and !ask", false);
    discord_shape(shape_doc, &names, false, &shape_made);
    ck_assert_str_eq(shape_made.content[0], "`/ask` and !ask");
    names.no_content = false;
    discord_shape(shape_doc, &names, false, &shape_made);
    ck_assert_ptr_nonnull(strstr(shape_made.content[0], "`!ask @bob why?`"));
}
END_TEST

Suite *suite_discord_shape(void)
{
    Suite *suite = suite_create("discord_shape");
    TCase *tcase = tcase_create("shape");
    tcase_add_checked_fixture(tcase, shape_set_up, shape_tear_down);
    tcase_add_test(tcase, what_people_write_is_shown_as_they_wrote_it);
    tcase_add_test(tcase, nothing_turns_the_text_round);
    tcase_add_test(tcase, a_mention_notifies_who_has_an_account);
    tcase_add_test(tcase, every_block_has_its_shape);
    tcase_add_test(tcase, words_beside_a_picture_do_not_repeat_it);
    tcase_add_test(tcase, long_documents_are_split_between_blocks);
    tcase_add_test(tcase, a_long_block_is_split_between_words);
    tcase_add_test(tcase, a_board_stays_one_message_and_says_that_more_was_there);
    tcase_add_test(tcase, signs_that_are_escaped_never_break_a_message);
    tcase_add_test(tcase, twenty_five_choices_are_buttons);
    tcase_add_test(tcase, more_than_twenty_five_choices_are_in_a_menu_below);
    tcase_add_test(tcase, several_out_of_few_are_a_menu_of_several);
    tcase_add_test(tcase, a_form_keeps_what_was_typed_and_says_what_it_is_about);
    tcase_add_test(tcase, of_a_hundred_choices_none_is_missing);
    tcase_add_test(tcase, one_thing_out_of_few_is_a_menu);
    tcase_add_test(tcase, one_thing_out_of_sixty_is_three_menus);
    tcase_add_test(tcase, what_finds_no_place_in_menus_is_typed);
    tcase_add_test(tcase, what_does_not_fit_into_a_form_folds);
    tcase_add_test(tcase, what_cannot_be_typed_is_shown_as_a_command);
    suite_add_tcase(suite, tcase);
    return suite;
}
