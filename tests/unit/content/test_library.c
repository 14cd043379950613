/* The library: packs of a folder beside those that are built in, all of them or none. */
#include "library.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];
static struct library *library;
static struct buf told;

static void path_of(const char *file, char path[128])
{
    snprintf(path, 128, "%s/%s", folder, file);
}

static void put(const char *file, const char *text)
{
    char path[128];
    path_of(file, path);
    FILE *out = fopen(path, "wb");
    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    fclose(out);
}

static void take_away(const char *file)
{
    char path[128];
    path_of(file, path);
    unlink(path);
}

static void set_up(void)
{
    snprintf(folder, sizeof folder, "packs_test.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    library = library_new();
    buf_init(&told, LIBRARY_TOLD_MAX);
}

static void tear_down(void)
{
    static const char *const files[] = {"decrypto-cats.txt",   "decrypto-cats.book.txt",
                                        "decrypto-en.txt",     "decrypto-Cats.txt",
                                        "chess-en.txt",        "README.md",
                                        "infiltrators-x1.txt", "infiltrators-x2.txt"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        take_away(files[i]);
    }
    rmdir(folder);
    library_free(&library);
    buf_deinit(&told);
}

static size_t entries_of(const char *name, const char *grade)
{
    struct options options;
    const struct option_def *row = NULL;
    const struct game_def *game = game_find("decrypto");
    options_default(game, &options);
    ck_assert(options_set(game, &options, "grade", grade, &row));
    struct pack *pack = library_pack(library, game, name, &options);
    size_t count = pack == NULL ? 0 : pack_list(pack)->count;
    pack_free(&pack);
    return count;
}

START_TEST(what_is_built_in_is_there_without_a_folder)
{
    const struct game_def *game = game_find("decrypto");
    ck_assert_int_eq(library_read(library, "", &told), 0);
    ck_assert_uint_ge(entries_of("en", "all"), 600);
    ck_assert(library_has(library, game, "en"));
    ck_assert(!library_has(library, game, "cats"));
    ck_assert(!library_has(library, game_find("interceptor"), "en"));
    ck_assert_ptr_nonnull(library_book(library, game, "en"));
    ck_assert_ptr_null(library_book(library, game, "cats"));
}
END_TEST

START_TEST(packs_of_a_folder_stand_beside_and_in_place)
{
    const struct game_def *game = game_find("decrypto");
    struct buf names;
    buf_init(&names, 256);
    put("decrypto-cats.txt", "tabby\npurr\n");
    put("decrypto-cats.book.txt", "[purr]\nmotor\n");
    put("decrypto-en.txt", "[easy]\ncow\n[hard]\nhope\n");
    put("README.md", "not a pack");
    ck_assert_msg(library_read(library, folder, &told) == 0, "%s", told.text);
    ck_assert_uint_eq(entries_of("cats", "all"), 2);
    ck_assert_uint_eq(entries_of("cats", "hard"), 2);
    ck_assert_uint_eq(entries_of("en", "hard"), 1);
    ck_assert_uint_eq(entries_of("en", "medium"), 0);
    ck_assert_str_eq(library_book(library, game, "cats")->entry[0].line[0].text, "motor");
    ck_assert_ptr_null(library_book(library, game, "en"));
    library_names(library, game, &names);
    ck_assert_str_eq(names.text, "cats, en");
    ck_assert_int_eq(library_read(library, "", &told), 0);
    ck_assert_uint_eq(entries_of("cats", "all"), 0);
    ck_assert_uint_ge(entries_of("en", "all"), 600);
    buf_deinit(&names);
}
END_TEST

START_TEST(a_mistake_keeps_all_as_it_was_and_is_told)
{
    char line[256];
    put("decrypto-cats.txt", "tabby\n");
    ck_assert_int_eq(library_read(library, folder, &told), 0);
    put("decrypto-cats.txt", "tabby\npurr\n[nice]\n");
    put("decrypto-cats.book.txt", "[hiss]\nsnake\n");
    put("decrypto-en.txt", "cow\n");
    ck_assert_int_eq(library_read(library, folder, &told), -1);
    snprintf(line, sizeof line, "%s/decrypto-cats.txt:3: \"[nice]\" is no grade", folder);
    ck_assert_ptr_nonnull(strstr(told.text, line));
    ck_assert_uint_eq(entries_of("cats", "all"), 1);
    ck_assert_uint_ge(entries_of("en", "all"), 600);
}
END_TEST

START_TEST(a_book_wants_its_pack_and_its_names)
{
    put("decrypto-cats.book.txt", "[hiss]\nsnake\n");
    ck_assert_int_eq(library_read(library, folder, &told), -1);
    ck_assert_ptr_nonnull(strstr(told.text, "decrypto-cats.book.txt: there is no pack beside "
                                            "this book; write decrypto-cats.txt\n"));
    buf_clear(&told);
    put("decrypto-cats.txt", "tabby\n");
    ck_assert_int_eq(library_read(library, folder, &told), -1);
    ck_assert_ptr_nonnull(
        strstr(told.text, "decrypto-cats.book.txt:1: \"hiss\" is not in the pack"));
}
END_TEST

START_TEST(what_is_no_file_is_not_waited_for)
{
    char path[128];
    path_of("decrypto-pipe.txt", path);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert_int_eq(library_read(library, folder, &told), -1);
    ck_assert_ptr_nonnull(strstr(told.text, "/decrypto-pipe.txt: cannot be read: "));
    take_away("decrypto-pipe.txt");
}
END_TEST

START_TEST(names_of_files_are_told_too)
{
    put("decrypto-Cats.txt", "tabby\n");
    put("chess-en.txt", "rook\n");
    ck_assert_int_eq(library_read(library, folder, &told), -1);
    ck_assert_ptr_nonnull(strstr(told.text, "/decrypto-Cats.txt: names no pack"));
    ck_assert_ptr_nonnull(strstr(told.text, "/chess-en.txt: names no game"));
    buf_clear(&told);
    ck_assert_int_eq(library_read(library, "no/such/folder", &told), -1);
    ck_assert_ptr_nonnull(strstr(told.text, "no/such/folder: cannot be looked into: "));
}
END_TEST

/* Missions lie in the same folder; all of them are one pack, with those that are built in. */
START_TEST(missions_of_ones_own)
{
    static const char mission[] = "mission = X1\nsuits = R K Y\nnumbers = 2-13\nsuspects = 2\n"
                                  "bullets = suspects + 3\n";
    const struct game_def *game = game_find("infiltrators");
    struct options options;
    options_default(game, &options);
    put("infiltrators-x1.txt", mission);
    ck_assert_int_eq(library_read(library, folder, &told), 0);
    struct pack *pack = library_pack(library, game, "en", &options);
    ck_assert_uint_eq(pack_list(pack)->count, 10);
    pack_free(&pack);
    put("infiltrators-x2.txt", mission);
    ck_assert_int_eq(library_read(library, folder, &told), -1);
    ck_assert_ptr_nonnull(strstr(told.text, "infiltrators-x2.txt: is the mission that"));
    put("infiltrators-x2.txt", "mission = X2\nsuits = R Q\n");
    ck_assert_int_eq(library_read(library, folder, &told), -1);
    ck_assert_ptr_nonnull(strstr(told.text, "infiltrators-x2.txt:2: "));
}
END_TEST

Suite *suite_library(void);

Suite *suite_library(void)
{
    Suite *suite = suite_create("library");
    TCase *tcase = tcase_create("library");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, what_is_built_in_is_there_without_a_folder);
    tcase_add_test(tcase, packs_of_a_folder_stand_beside_and_in_place);
    tcase_add_test(tcase, a_mistake_keeps_all_as_it_was_and_is_told);
    tcase_add_test(tcase, a_book_wants_its_pack_and_its_names);
    tcase_add_test(tcase, what_is_no_file_is_not_waited_for);
    tcase_add_test(tcase, names_of_files_are_told_too);
    tcase_add_test(tcase, missions_of_ones_own);
    suite_add_tcase(suite, tcase);
    return suite;
}
