/* Pictures: drawn by children, a few at once, each once, and never a fault. The program that draws
 * is a script here: it writes a line for each drawing, and the SVG behind a PNG's first bytes. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <check.h>

#include "folder_kit.h"
#include "loop.h"
#include "metrics.h"
#include "pictures.h"

static char folder[KIT_PATH_BYTES];
static char program[KIT_PATH_BYTES];
static char drawn[KIT_PATH_BYTES];
static struct loop *loop;
static struct pictures *pictures;
static unsigned waiting;
static char told[4096];

static void open_pictures(void)
{
    char script[1024];
    kit_folder(folder);
    kit_path(program, folder, "draw");
    kit_path(drawn, folder, "drawn");
    kit_write(drawn, "");
    snprintf(script, sizeof(script),
             "#!/bin/sh\necho + >> %s.steps\nsvg=$(cat)\ncase $svg in *bad*) exit 1;; *odd*) echo "
             "no picture at all; exit 0;; esac\n"
             "echo \"$svg $1\" >> %s\nprintf '\\211PNG\\r\\n\\032\\n%%s' \"$svg\"\n"
             "echo - >> %s.steps\n",
             drawn, drawn, drawn);
    kit_write(program, script);
    ck_assert_int_eq(chmod(program, 0700), 0);
    loop = loop_new();
    pictures =
        pictures_new(&(struct pictures_setup){.loop = loop, .program = program, .at_once = 2});
    waiting = 0;
    told[0] = '\0';
}

static void close_pictures(void)
{
    pictures_free(&pictures);
    loop_free(&loop);
    kit_remove(folder);
}

static void tell(void *context, const void *png, size_t size)
{
    size_t len = strlen(told);
    const char *name = context;
    snprintf(told + len, sizeof(told) - len, "%s:%.*s ", name, png == NULL ? 2 : (int)size - 8,
             png == NULL ? "no" : (const char *)png + 8);
    waiting--;
    if (waiting == 0) {
        loop_stop(loop);
    }
}

static void want(const char *svg, char *name)
{
    waiting++;
    pictures_want(pictures, svg, strlen(svg), tell, name);
}

static char a[] = "a";
static char b[] = "b";
static char c[] = "c";

/* How many lines the program wrote. */
static unsigned drawings(void)
{
    unsigned lines = 0;
    FILE *file = fopen(drawn, "r");
    ck_assert_ptr_nonnull(file);
    for (int byte = getc(file); byte != EOF; byte = getc(file)) {
        lines += byte == '\n' ? 1 : 0;
    }
    fclose(file);
    return lines;
}

START_TEST(pictures_are_drawn_and_told_later)
{
    want("<svg/>", a);
    ck_assert_str_eq(told, "");
    loop_run(loop);
    ck_assert_str_eq(told, "a:<svg/> ");
}
END_TEST

START_TEST(pictures_wanted_again_are_not_drawn_again)
{
    want("<svg/>", a);
    want("<svg/>", b);
    loop_run(loop);
    ck_assert(strcmp(told, "a:<svg/> b:<svg/> ") == 0 || strcmp(told, "b:<svg/> a:<svg/> ") == 0);
    told[0] = '\0';
    want("<svg/>", c);
    ck_assert_str_eq(told, "");
    loop_run(loop);
    ck_assert_str_eq(told, "c:<svg/> ");
    ck_assert_uint_eq(drawings(), 1);
}
END_TEST

/* How many ran at once, at the most. */
static int most_at_once(void)
{
    char path[KIT_PATH_BYTES];
    int now = 0;
    int most = 0;
    kit_path(path, folder, "drawn.steps");
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    for (int byte = getc(file); byte != EOF; byte = getc(file)) {
        now += byte == '+' ? 1 : 0;
        now -= byte == '-' ? 1 : 0;
        most = now > most ? now : most;
    }
    fclose(file);
    return most;
}

START_TEST(pictures_more_than_at_once_come_one_after_the_other)
{
    char svg[32];
    for (int i = 0; i < 7; i++) {
        snprintf(svg, sizeof(svg), "<%d/>", i);
        want(svg, a);
    }
    loop_run(loop);
    ck_assert_uint_eq(drawings(), 7);
    ck_assert_int_le(most_at_once(), 2);
    for (int i = 0; i < 7; i++) {
        snprintf(svg, sizeof(svg), "a:<%d/> ", i);
        ck_assert_ptr_nonnull(strstr(told, svg));
    }
}
END_TEST

START_TEST(pictures_that_cannot_be_drawn_are_none)
{
    want("<bad/>", a);
    loop_run(loop);
    want("<odd/>", b);
    loop_run(loop);
    ck_assert_str_eq(told, "a:no b:no ");
    pictures_free(&pictures);
    pictures = pictures_new(
        &(struct pictures_setup){.loop = loop, .program = "/nowhere/draw", .at_once = 1});
    want("<svg/>", c);
    loop_run(loop);
    ck_assert_str_eq(told, "a:no b:no c:no ");
    ck_assert_int_eq(metrics_get(METRIC_PICTURES_FAILED), 3);
}
END_TEST

START_TEST(pictures_none_are_drawn_when_none_shall_be)
{
    pictures_free(&pictures);
    pictures = pictures_new(&(struct pictures_setup){.loop = loop, .program = program});
    want("<svg/>", a);
    loop_run(loop);
    ck_assert_str_eq(told, "a:no ");
    ck_assert_uint_eq(drawings(), 0);
}
END_TEST

START_TEST(pictures_too_many_are_none)
{
    char svg[32];
    for (int i = 0; i < PICTURES_WAITING_MAX; i++) {
        snprintf(svg, sizeof(svg), "<svg n=\"%d\"/>", i);
        pictures_want(pictures, svg, strlen(svg), tell, a);
    }
    pictures_forget(pictures, a);
    want("<svg/>", b);
    loop_run(loop);
    ck_assert_str_eq(told, "b:no ");
}
END_TEST

START_TEST(pictures_forgotten_are_not_told)
{
    want("<svg/>", a);
    pictures_want(pictures, "<svg/>", 6, tell, b);
    pictures_want(pictures, "<x/>", 4, tell, b);
    pictures_forget(pictures, b);
    loop_run(loop);
    ck_assert_str_eq(told, "a:<svg/> ");
}
END_TEST

START_TEST(pictures_width_is_handed_on)
{
    char line[64] = "";
    pictures_free(&pictures);
    pictures = pictures_new(
        &(struct pictures_setup){.loop = loop, .program = program, .at_once = 1, .width = 900});
    want("<svg/>", a);
    loop_run(loop);
    FILE *file = fopen(drawn, "r");
    ck_assert_ptr_nonnull(fgets(line, sizeof(line), file));
    fclose(file);
    ck_assert_str_eq(line, "<svg/> 900\n");
}
END_TEST

START_TEST(pictures_program_is_beside_ours)
{
    char path[1024];
    ck_assert(pictures_program("/usr/bin/draw", path, sizeof(path)));
    ck_assert_str_eq(path, "/usr/bin/draw");
    ck_assert(pictures_program("", path, sizeof(path)));
    ck_assert_str_eq(strrchr(path, '/'), "/deaddrop-picture");
    ck_assert_int_eq(path[0], '/');
    ck_assert(!pictures_program("", path, 8));
    ck_assert(!pictures_program("/usr/bin/draw", path, 8));
}
END_TEST

Suite *suite_pictures(void);

Suite *suite_pictures(void)
{
    Suite *suite = suite_create("pictures");
    TCase *tcase = tcase_create("pictures");
    tcase_add_checked_fixture(tcase, open_pictures, close_pictures);
    tcase_add_test(tcase, pictures_are_drawn_and_told_later);
    tcase_add_test(tcase, pictures_wanted_again_are_not_drawn_again);
    tcase_add_test(tcase, pictures_more_than_at_once_come_one_after_the_other);
    tcase_add_test(tcase, pictures_that_cannot_be_drawn_are_none);
    tcase_add_test(tcase, pictures_none_are_drawn_when_none_shall_be);
    tcase_add_test(tcase, pictures_too_many_are_none);
    tcase_add_test(tcase, pictures_forgotten_are_not_told);
    tcase_add_test(tcase, pictures_width_is_handed_on);
    tcase_add_test(tcase, pictures_program_is_beside_ours);
    suite_add_tcase(suite, tcase);
    return suite;
}
