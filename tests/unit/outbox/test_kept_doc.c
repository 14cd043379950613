/* Documents that outlive the event they were composed for. */
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "doc_hash.h"
#include "doc_join.h"
#include "doc_json.h"
#include "kept_doc.h"
#include "seat.h"

Suite *suite_kept_doc(void);

static const uint64_t key[2] = {1, 2};
static const struct doc_head head = {DOC_LINES, 12, 3};

static uint64_t person_of(const void *context, int seat, const char **account_r)
{
    *account_r = "acc";
    return *(const uint64_t *)context + (uint64_t)seat;
}

static struct doc *of_words(struct arena *arena, const char *words)
{
    struct doc *doc = doc_new(arena);
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, words, false);
    return doc;
}

static struct kept_doc *kept_words(const char *words)
{
    struct arena *arena = arena_new();
    struct kept_doc *kept = kept_doc_new(of_words(arena, words), &head, NULL);
    arena_free(&arena);
    return kept;
}

static void says(const struct kept_doc *kept, const char *expected)
{
    char *json = doc_json_text(&kept->doc, &kept->head);
    ck_assert_str_eq(json, expected);
    free(json);
}

/* A picture with a table in its twin, which is as deep as documents go, and a form. */
static struct doc *deep(struct arena *arena)
{
    struct doc *doc = of_words(arena, "before");
    struct block *picture = doc_block(doc, BLOCK_PICTURE);
    picture->svg = "<svg/>";
    struct block *table = doc_child_of(doc, picture, BLOCK_TABLE);
    for (int i = 0; i < 2; i++) {
        struct block *row = doc_child(doc, table);
        doc_run(doc, doc_child(doc, row), RUN_TEXT, i == 0 ? "a" : "c", false);
        doc_run(doc, doc_child(doc, row), RUN_TEXT, i == 0 ? "b" : "d", true);
    }
    doc_block(doc, BLOCK_COUNTDOWN)->until_ms = 1893499260000;
    struct choice *choice = doc_choice(doc, "Vote", "t1.2.vote", CHOICE_DANGER);
    struct field *field = arena_take(arena, sizeof *field);
    struct field_choice *option = arena_take(arena, sizeof *option);
    *option = (struct field_choice){.value = "1", .label = "Ana"};
    *field = (struct field){.name = "who", .label = "Who", .kind = FIELD_CHOICE, .choices = option};
    choice->fields = field;
    choice->owed = true;
    choice->act = "vote";
    choice->value = "1";
    return doc;
}

START_TEST(a_copy_says_what_was_said_when_that_is_gone)
{
    struct arena *arena = arena_new();
    const struct doc *doc = deep(arena);
    char *before = doc_json_text(doc, &head);
    struct kept_doc *kept = kept_doc_new(doc, &head, NULL);
    arena_free(&arena);
    says(kept, before);
    struct kept_doc *read = kept_doc_read(before, strlen(before));
    says(read, before);
    ck_assert_ptr_eq(read->doc.blocks->next->last_child->last_child->next, NULL);
    ck_assert_int_eq(read->doc.last_block->kind, BLOCK_COUNTDOWN);
    kept_doc_let_go(&read);
    kept_doc_let_go(&kept);
    ck_assert_ptr_null(kept);
    free(before);
}
END_TEST

START_TEST(neighbours_of_one_style_are_one_run)
{
    static const uint64_t first = 7;
    const struct doc_people people = {person_of, &first};
    struct arena *arena = arena_new();
    struct doc *doc = of_words(arena, "It is ");
    struct block *line = doc->blocks;
    doc_run(doc, line, RUN_TEXT, "on ", false);
    doc_run(doc, line, RUN_MENTION, "Ana", true)->seat = 2;
    doc_run(doc, line, RUN_TEXT, ".", false);
    doc_run(doc, line, RUN_TEXT, "said Ben", true);
    struct kept_doc *kept = kept_doc_new(doc, &head, &people);
    arena_free(&arena);
    says(kept, "{\"kind\":\"lines\",\"table\":\"12\",\"number\":3,\"blocks\":[{\"t\":\"paragraph\","
               "\"runs\":[{\"t\":\"text\",\"s\":\"It is on \"},{\"t\":\"mention\",\"s\":\"Ana\","
               "\"person\":\"9\",\"account\":\"acc\",\"people\":true},{\"t\":\"text\",\"s\":\".\"},"
               "{\"t\":\"text\",\"s\":\"said Ben\",\"people\":true}]}],\"panel\":[]}");
    ck_assert_str_eq(kept->doc.blocks->runs->text, "It is on ");
    ck_assert_uint_eq(kept->doc.blocks->runs->next->person, 9);
    kept_doc_let_go(&kept);
}
END_TEST

START_TEST(what_is_shared_is_freed_after_the_last)
{
    struct kept_doc *one = kept_words("words");
    struct kept_doc *other = kept_doc_share(one);
    ck_assert_uint_eq(other->uses, 2);
    kept_doc_let_go(&one);
    ck_assert_str_eq(other->doc.blocks->runs->text, "words");
    kept_doc_let_go(&other);
    kept_doc_let_go(&other);
    ck_assert_ptr_null(kept_doc_share(NULL));
}
END_TEST

START_TEST(what_is_too_long_is_not_kept)
{
    static char words[KEPT_DOC_BYTES_MAX];
    memset(words, 'x', sizeof words - 1);
    ck_assert_ptr_null(kept_words(words));
    words[sizeof words / 2 + 1000] = '\0';
    struct kept_doc *half = kept_words(words);
    ck_assert_ptr_nonnull(half);
    ck_assert_ptr_null(kept_doc_join(half, half));
    kept_doc_let_go(&half);
    ck_assert_ptr_null(kept_doc_read("{\"blocks\":1", 11));
}
END_TEST

START_TEST(two_are_said_one_after_the_other)
{
    char words[DOC_JOINED_LETTERS + 1];
    struct kept_doc *one = kept_words("one");
    struct kept_doc *two = kept_words("two");
    struct kept_doc *both = doc_join(one, two);
    ck_assert_str_eq(both->doc.blocks->runs->text, "one");
    ck_assert_ptr_eq(both->doc.blocks->next, both->doc.last_block);
    ck_assert_str_eq(both->doc.last_block->runs->text, "two");
    ck_assert_ptr_null(both->doc.last_block->next);
    ck_assert_int_eq(both->head.kind, DOC_LINES);
    kept_doc_let_go(&two);
    ck_assert_ptr_null(doc_join(one, NULL));
    memset(words, 'x', sizeof words);
    words[DOC_JOINED_LETTERS - 3] = '\0';
    two = kept_words(words);
    kept_doc_let_go(&both);
    both = doc_join(one, two);
    ck_assert_ptr_nonnull(both);
    kept_doc_let_go(&two);
    words[DOC_JOINED_LETTERS - 3] = 'x';
    words[DOC_JOINED_LETTERS - 2] = '\0';
    two = kept_words(words);
    ck_assert_ptr_null(doc_join(one, two));
    kept_doc_let_go(&both);
    kept_doc_let_go(&two);
    kept_doc_let_go(&one);
}
END_TEST

START_TEST(nothing_joins_what_can_be_pressed)
{
    struct arena *arena = arena_new();
    struct doc *doc = of_words(arena, "press");
    doc_choice(doc, "Join", "t1.-.join", CHOICE_PRIMARY);
    struct kept_doc *pressed = kept_doc_new(doc, &head, NULL);
    struct kept_doc *line = kept_words("line");
    ck_assert_ptr_null(doc_join(pressed, line));
    ck_assert_ptr_null(doc_join(line, pressed));
    kept_doc_let_go(&pressed);
    kept_doc_let_go(&line);
    arena_free(&arena);
}
END_TEST

START_TEST(a_hash_differs_where_a_reader_sees_a_difference)
{
    static const uint64_t persons[] = {7, 8};
    struct arena *arena = arena_new();
    struct doc_head number = head;
    const struct doc_people people[] = {{person_of, &persons[0]}, {person_of, &persons[1]}};
    uint64_t first = doc_hash(deep(arena), &head, NULL, key);
    ck_assert_uint_eq(doc_hash(deep(arena), &head, NULL, key), first);
    number.number++;
    ck_assert_uint_ne(doc_hash(deep(arena), &number, NULL, key), first);
    struct doc *other = deep(arena);
    other->blocks->runs->text = "after";
    ck_assert_uint_ne(doc_hash(other, &head, NULL, key), first);
    other = deep(arena);
    other->blocks->next->svg = "<svg />";
    ck_assert_uint_ne(doc_hash(other, &head, NULL, key), first);
    other = deep(arena);
    other->blocks->next->children->children->last_child->runs->text = "B";
    ck_assert_uint_ne(doc_hash(other, &head, NULL, key), first);
    other = deep(arena);
    other->last_block->until_ms++;
    ck_assert_uint_ne(doc_hash(other, &head, NULL, key), first);
    other = deep(arena);
    other->panel->fields->choices->label = "Ben";
    ck_assert_uint_ne(doc_hash(other, &head, NULL, key), first);
    other = deep(arena);
    other->panel->owed = false;
    ck_assert_uint_ne(doc_hash(other, &head, NULL, key), first);
    struct doc *mention = of_words(arena, "on ");
    doc_run(mention, mention->blocks, RUN_MENTION, "Ana", true)->seat = 2;
    ck_assert_uint_ne(doc_hash(mention, &head, &people[0], key),
                      doc_hash(mention, &head, &people[1], key));
    arena_free(&arena);
}
END_TEST

Suite *suite_kept_doc(void)
{
    Suite *suite = suite_create("kept_doc");
    TCase *tcase = tcase_create("kept_doc");
    tcase_add_test(tcase, a_copy_says_what_was_said_when_that_is_gone);
    tcase_add_test(tcase, neighbours_of_one_style_are_one_run);
    tcase_add_test(tcase, what_is_shared_is_freed_after_the_last);
    tcase_add_test(tcase, what_is_too_long_is_not_kept);
    tcase_add_test(tcase, two_are_said_one_after_the_other);
    tcase_add_test(tcase, nothing_joins_what_can_be_pressed);
    tcase_add_test(tcase, a_hash_differs_where_a_reader_sees_a_difference);
    suite_add_tcase(suite, tcase);
    return suite;
}
