/* Books: sections, lines in three parts, and every mistake that a file can have. */
#include "book.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "pack_kit.h"

static struct book *book_of(const char *text)
{
    struct fault fault;
    struct book *book = book_new(text, strlen(text), &fault);
    ck_assert_msg(book != NULL, "%s", fault.text);
    return book;
}

START_TEST(lines_have_a_tag_a_text_and_a_reply)
{
    struct book *book = book_of("# a note\n[LIGHTHOUSE] # another\n"
                                "noise: Is it loud here? | Only the waves.\n"
                                "  Do you see far?|Yes.\n\n[OLD MILL]\nflour\nTime: noon\n");
    const struct player_book *list = book_list(book);
    ck_assert_uint_eq(list->count, 2);
    const struct player_entry *entry = book_entry(list, "LIGHTHOUSE");
    ck_assert_uint_eq(entry->line_count, 2);
    ck_assert_str_eq(entry->line[0].tag, "noise");
    ck_assert_str_eq(entry->line[0].text, "Is it loud here?");
    ck_assert_str_eq(entry->line[0].reply, "Only the waves.");
    ck_assert_ptr_null(entry->line[1].tag);
    ck_assert_str_eq(entry->line[1].text, "Do you see far?");
    ck_assert_str_eq(entry->line[1].reply, "Yes.");
    entry = book_entry(list, "OLD MILL");
    ck_assert_uint_eq(entry->line_count, 2);
    ck_assert_str_eq(entry->line[0].text, "flour");
    ck_assert_ptr_null(entry->line[0].reply);
    ck_assert_str_eq(entry->line[1].text, "Time: noon");
    ck_assert_ptr_null(entry->line[1].tag);
    ck_assert_ptr_null(book_entry(list, "MILL"));
    book_free(&book);
    ck_assert_ptr_null(book);
}
END_TEST

START_TEST(a_text_may_have_several_replies)
{
    struct book *book = book_of("[*]\nnoise: Loud? | Yes. | No.|Now and then.\nflour\n");
    const struct player_entry *entry = book_entry(book_list(book), "*");
    static const char *const replies[] = {"Yes.", "No.", "Now and then."};
    ck_assert_uint_eq(entry->line_count, 4);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_str_eq(entry->line[i].tag, "noise");
        ck_assert_str_eq(entry->line[i].text, "Loud?");
        ck_assert_str_eq(entry->line[i].reply, replies[i]);
    }
    ck_assert_ptr_null(entry->line[3].reply);
    book_free(&book);
}
END_TEST

START_TEST(every_mistake_is_told_with_its_line)
{
    static const struct {
        const char *text;
        const char *told;
    } rows[] = {
        {"", "there is no section in it; write [NAME] and its lines"},
        {"wave\n", "line 1: \"wave\" stands before the first section; write [NAME]"},
        {"[A\nwave\n", "line 1: \"[A\" is no section; write [NAME]"},
        {"[]\nwave\n", "line 1: \"[]\" is no section; write [NAME]"},
        {"[A]\n\n[B]\nx\n", "line 1: \"A\" has no line; write some, or take the section out"},
        {"[A]\nx\n[B]\n", "line 3: \"B\" has no line; write some, or take the section out"},
        {"[A]\nx\n[A]\ny\n", "line 3: \"A\" has a section already; put the lines there"},
        {"[A]\nx\n\nx\n", "line 4: \"x\" is there twice; take one of them out"},
        {"[A]\nx |\n", "line 2: \"x\" has nothing before or behind a sign; write both, or take "
                       "the sign away"},
        {"[A]\n| x\n", "line 2: \"\" has nothing before or behind a sign; write both, or take "
                       "the sign away"},
        {"[A]\nabcdefghijklmnopq: x\n",
         "line 2: \"x\" has a tag of more than 16 letters; shorten it"},
        {"[A]\nx | y |\n", "line 2: \"x\" has nothing before or behind a sign; write both, or take "
                           "the sign away"},
        {"[A]\n\xff\n", "line 2: not UTF-8; save the file as UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fault fault;
        ck_assert_ptr_null(book_new(rows[i].text, strlen(rows[i].text), &fault));
        ck_assert_str_eq(fault.text, rows[i].told);
    }
}
END_TEST

START_TEST(a_section_has_its_limit_and_a_line_too)
{
    struct fault fault;
    char text[8192] = "[A]\n";
    size_t len = strlen(text);
    for (int i = 0; i <= BOOK_LINES_MAX; i++) {
        len += (size_t)snprintf(text + len, sizeof text - len, "line %d\n", i);
    }
    ck_assert_ptr_null(book_new(text, len, &fault));
    ck_assert_str_eq(fault.text,
                     "line 514: \"line 512\" is one line too many; a section has at most 512");
    len = (size_t)snprintf(text, sizeof text, "[A]\n%0600d\n", 7);
    ck_assert_ptr_null(book_new(text, len, &fault));
    ck_assert_str_eq(fault.text, "line 2: longer than 511 bytes; make the line shorter");
    len = (size_t)snprintf(text, sizeof text, "[A]\nx%0200d\n", 7);
    ck_assert_ptr_null(book_new(text, len, &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "is longer than 200 characters"));
    len = (size_t)snprintf(text, sizeof text, "[A]\nx | y | %0201d\n", 7);
    ck_assert_ptr_null(book_new(text, len, &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "has a reply of more than 200 characters"));
}
END_TEST

START_TEST(a_name_that_the_pack_lacks_is_told)
{
    static const char words[] = "LIGHTHOUSE = beacon\n";
    static const char text[] = "[LIGHTHOUSE]\nwave\n[*tall]\nview\n[Beacon]\nlight\n";
    struct fault fault;
    struct mistakes *mistakes = mistakes_new();
    struct pack *pack = kit_pack(words, NULL, &fault);
    ck_assert(!book_check(text, strlen(text), pack, mistakes));
    ck_assert_uint_eq(mistakes->count, 1);
    ck_assert_uint_eq(mistakes->kept[0].line, 5);
    ck_assert_str_eq(mistakes->kept[0].text,
                     "\"Beacon\" is not in the pack; write it as the pack does");
    pack_free(&pack);
    free(mistakes);
}
END_TEST

/* Every file of packs that is built in, and that the book beside a pack has no name but its. */
START_TEST(what_is_built_in_has_no_mistakes)
{
    struct buf told;
    buf_init(&told, 65536);
    ck_assert_uint_ge(library_check_built_in(&told), 1);
    ck_assert_msg(told.len == 0, "%s", told.text);
    buf_deinit(&told);
}
END_TEST

Suite *suite_book(void);

Suite *suite_book(void)
{
    Suite *suite = suite_create("book");
    TCase *tcase = tcase_create("book");
    tcase_add_test(tcase, lines_have_a_tag_a_text_and_a_reply);
    tcase_add_test(tcase, a_text_may_have_several_replies);
    tcase_add_test(tcase, every_mistake_is_told_with_its_line);
    tcase_add_test(tcase, a_section_has_its_limit_and_a_line_too);
    tcase_add_test(tcase, a_name_that_the_pack_lacks_is_told);
    tcase_add_test(tcase, what_is_built_in_has_no_mistakes);
    suite_add_tcase(suite, tcase);
    return suite;
}
