/* Words and names of people who mean no good, or no sense: an answer or silence, never harm. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pebbles.h"
#include "table_kit.h"

static char *many(const char *piece, size_t times, const char *before)
{
    size_t len = strlen(piece);
    char *text = malloc(strlen(before) + len * times + 1);
    memcpy(text, before, strlen(before));
    for (size_t i = 0; i < times; i++) {
        memcpy(text + strlen(before) + i * len, piece, len);
    }
    text[strlen(before) + len * times] = '\0';
    return text;
}

START_TEST(hostile_words_get_an_answer_or_silence)
{
    static const struct {
        const char *before;
        const char *piece;
        size_t times;
        const char *reading;
    } rows[] = {
        {"", "a", 2000000, "ignored"},
        {"!", "a", 2000000, "ignored"},
        {"!take ", "1", 2000000, "too_long"},
        {"!note ", "🔥", 2000000 / 4, "too_long"},
        {"", "🔥", 4000, "ignored"},
        {"!", "🔥", 4000, "ignored"},
        {"!take ", "\u202e", 1000, "bad_argument"},
        {"!\u202e", "take 1", 1, "take"},
        {"!accuse ", "\u202e", 30, "unknown_person"},
        {"!accuse ", "é", 90, "unknown_person"},
        {"!accuse ", "a\u0301\u0301\u0301\u0301\u0301\u0301", 100, "unknown_person"},
        {"!take ", "\"", 3000, "bad_argument"},
        {"!take ", "\xff\xfe", 10, "bad_input"},
        {"\xff\xfe!", "\xc3", 10, "ignored"},
        {"pebbles! ", "= ", 2000, "ask"},
        {"pebbles! ", "money means ", 200, "ask"},
        {"pebbles! ", "\u201c", 2000, "ask"},
        {"!call ", "\"a\" = money ", 100, "ask"},
        {"!clues ", ",", 8000, "clues"},
        {"!clues ", "a,", 4000, "too_long"},
        {"!", "#3 ", 1000, "ignored"},
        {"!#999999999999 ", "take", 1, "ignored"},
    };
    struct kit *kit = kit_new(NULL);
    kit_start(kit, 3, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text = many(rows[i].piece, rows[i].times, rows[i].before);
        kit_say(kit, 101, text);
        size_t len = strlen(rows[i].reading);
        ck_assert_msg(strncmp(kit_reading(kit), rows[i].reading, len) == 0, "row %zu is %.200s", i,
                      kit_reading(kit));
        free(text);
    }
    kit_free(&kit);
}
END_TEST

/* Any bytes at all: no crash, and what becomes a move is bound within its limits. */
START_TEST(random_words_never_break_the_reader)
{
    static const char *const pieces[] = {
        "!",     "take",  "pebbles", "!",    "=",     "means", "money", "\"",  "\u201c", "\u201d",
        " ",     "#3",    "@",       "Ana",  "1",     ":",     "\n",    "?",   "🔥",      "\u202e",
        "note",  "clues", ",",       "docs", "ends",  "with",  "'",     "acc", "\xc3",   "\u0301",
        "table", "mod",   "full",    "pace", "async", "call",  "say",   "/",   "->",     "register",
    };
    struct kit *kit = kit_new(NULL);
    unsigned seed = 12345;
    unsigned kinds[5] = {0};
    kit_start(kit, 3, 0);
    for (int round = 0; round < 4000; round++) {
        char text[512] = "";
        size_t len = 0;
        unsigned count = 1 + (seed = seed * 1103515245u + 12345u) / 65536u % 12;
        for (unsigned i = 0; i < count; i++) {
            seed = seed * 1103515245u + 12345u;
            const char *piece = pieces[seed / 65536u % (sizeof pieces / sizeof pieces[0])];
            len += (size_t)snprintf(text + len, sizeof text - len, "%s%s", piece,
                                    seed / 4u % 3 == 0 ? " " : "");
        }
        kit->private_room = seed / 1024u % 2 == 0;
        kinds[kit_say(kit, 101, text)]++;
        if (kit->command.kind == COMMAND_MOVE) {
            ck_assert(!kit->command.move.args.full);
            table_would(&kit->table, &kit->command.move);
        }
    }
    for (int i = 0; i < 5; i++) {
        ck_assert_uint_gt(kinds[i], 0);
    }
    kit_free(&kit);
}
END_TEST

START_TEST(names_are_made_fit_for_a_table)
{
    static const struct {
        const char *text;
        const char *reading;
    } names[] = {
        {"Ana", "Ana"},
        {"  Ana \t  Maria  ", "Ana Maria"},
        {"\u202eevil\u202c", "evil"},
        {"A\u200bn\u200da", "An\u200da"},
        {"", "?"},
        {"\u2800\u3164", "?"},
        {"@everyone", "@everyone"},
        {"a\u0301\u0302\u0303\u0304\u0305b", "a\u0301\u0302b"},
        {"0123456789012345678901234567890123456789", "01234567890123456789012345678901"},
        {"<b>x</b>\n*y*", "<b>x</b> *y*"},
        {"\xff\xfeok", "ok"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct kit *kit = kit_new(NULL);
        struct command_words words;
        struct command_table table = {&kit->table, true, false, 0};
        struct inbound inbound = {.kind = INBOUND_TEXT,
                                  .text = "!join",
                                  .adapter = "web",
                                  .event_id = "9",
                                  .name = names[i].text};
        struct command_inbound asked = {.inbound = &inbound,
                                        .person = 120,
                                        .tables = &table,
                                        .table_count = 1,
                                        .words = &words};
        kit_words(&words);
        command_read(&asked, &kit->command, &kit->out);
        ck_assert_str_eq(value_text_at(&kit->command.move.args, "name", "-"), names[i].reading);
        kit_free(&kit);
    }
}
END_TEST

/* Ana in Latin, Аnа with two Cyrillic letters, ANA, and A n a: each is told from the first. */
START_TEST(a_name_that_passes_for_anothers_is_marked)
{
    static const char *const alike[] = {"Ana", "\u0410n\u0430", "ANA", "A n a", "\uff21na"};
    struct kit *kit = kit_new(NULL);
    kit_fill(kit, 1);
    for (unsigned i = 0; i < 5; i++) {
        struct command_words words;
        struct command_table table = {&kit->table, true, false, 0};
        struct inbound inbound = {.kind = INBOUND_TEXT,
                                  .text = "!join",
                                  .adapter = "web",
                                  .event_id = "9",
                                  .name = alike[i]};
        struct command_inbound asked = {.inbound = &inbound,
                                        .person = 120 + i,
                                        .tables = &table,
                                        .table_count = 1,
                                        .words = &words};
        char marked[64];
        kit_words(&words);
        command_read(&asked, &kit->command, &kit->out);
        snprintf(marked, sizeof marked, "%s (%u)", alike[i], i + 2);
        ck_assert_str_eq(value_text_at(&kit->command.move.args, "name", "-"),
                         i == 0 ? "Ana (2)" : marked);
        memcpy(&kit->move, &kit->command.move, sizeof kit->move);
        kit_do(kit, 120 + i, "join", "{\"name\":\"X\",\"event\":\"e\"}");
        char json[200];
        snprintf(json, sizeof json, "{\"seat\":%u,\"name\":\"%s\"}", i + 1,
                 i == 0 ? "Ana (2)" : marked);
        kit_do(kit, 0, "name", json);
    }
    kit_free(&kit);
}
END_TEST

Suite *suite_hostile(void);

Suite *suite_hostile(void)
{
    Suite *suite = suite_create("hostile");
    TCase *tcase = tcase_create("hostile");
    tcase_add_test(tcase, hostile_words_get_an_answer_or_silence);
    tcase_add_test(tcase, random_words_never_break_the_reader);
    tcase_add_test(tcase, names_are_made_fit_for_a_table);
    tcase_add_test(tcase, a_name_that_passes_for_anothers_is_marked);
    suite_add_tcase(suite, tcase);
    return suite;
}
