/* The configuration: every mistake is said with its line, and nothing else is taken for one. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <check.h>

#include "edit_distance.h"
#include "folder_kit.h"
#include "settings_private.h"

static const struct setting_row rows[] = {
    {.section = "bot", .key = "name", .kind = SETTING_TEXT, .min = 1, .max = 2000, .fallback = "d"},
    {.section = "bot",
     .key = "prefix",
     .kind = SETTING_TEXT,
     .max = 3,
     .fallback = "",
     .live = true},
    {.section = "bot", .key = "loud", .kind = SETTING_FLAG, .fallback = "no", .live = true},
    {.section = "web",
     .key = "port",
     .kind = SETTING_NUMBER,
     .min = 1,
     .max = 65535,
     .fallback = "80"},
    {.section = "web",
     .key = "newcomers",
     .kind = SETTING_CHOICE,
     .choices = "auto|open",
     .fallback = "auto"},
    {.section = "web", .key = "address", .kind = SETTING_ADDRESS, .fallback = "127.0.0.1"},
    {.section = "web", .key = "url", .kind = SETTING_URL, .fallback = ""},
    {.section = "web", .key = "log_file", .kind = SETTING_PATH, .fallback = ""},
    {.section = "chat", .key = "base", .kind = SETTING_BASE, .fallback = "http://x"},
    {.section = "chat",
     .key = "shard",
     .kind = SETTING_NUMBER,
     .max = 9,
     .choices = "auto",
     .fallback = "auto"},
    {.section = "chat",
     .key = "token",
     .kind = SETTING_TEXT,
     .min = 8,
     .max = 90,
     .fallback = "",
     .secret = true},
};

enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

static char folder[KIT_PATH_BYTES];
static char path[KIT_PATH_BYTES];
static char secret[KIT_PATH_BYTES];
static struct buf problems;

static void open_folder(void)
{
    kit_folder(folder);
    kit_path(path, folder, "d.ini");
    kit_path(secret, folder, "token");
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
}

static void close_folder(void)
{
    buf_deinit(&problems);
    kit_remove(folder);
}

static struct settings *load(const char *text, const char *const *environment)
{
    kit_write(path, text);
    ck_assert_int_eq(chmod(path, 0600), 0);
    buf_clear(&problems);
    return settings_load_rows(rows, ROW_COUNT, path, environment, &problems);
}

/* The file gives exactly these problems; each line of expected begins behind "FOLDER/d.ini". */
static void refuse(const char *text, const char *expected)
{
    char whole[4096] = "";
    struct settings *settings = load(text, NULL);
    ck_assert_ptr_null(settings);
    for (const char *line = expected; *line != '\0'; line += strcspn(line, "\n") + 1) {
        size_t len = strlen(whole);
        snprintf(whole + len, sizeof(whole) - len, "%s%.*s\n", path, (int)strcspn(line, "\n"),
                 line);
    }
    ck_assert_str_eq(problems.text, whole);
}

START_TEST(settings_of_nobody_are_the_fallbacks)
{
    ck_assert_str_eq(settings_text(NULL, "web", "address"), "127.0.0.1");
    ck_assert_int_eq(settings_number(NULL, "web", "port"), 8080);
    ck_assert(settings_flag(NULL, "web", "enabled"));
    ck_assert(!settings_flag(NULL, "metrics", "enabled"));
    struct settings *settings = load("# nothing\n\n; at all\n", NULL);
    ck_assert_ptr_nonnull(settings);
    ck_assert_int_eq(settings_number(settings, "web", "port"), 80);
    ck_assert_str_eq(settings_text(settings, "chat", "token"), "");
    ck_assert(!settings_says(settings, "web"));
    settings_free(&settings);
    ck_assert_ptr_null(settings);
}
END_TEST

START_TEST(settings_know_of_which_section_anything_was_said)
{
    static const char *const environment[] = {"DEADDROP_WEB_PORT=8081", NULL};
    struct settings *settings = load("[bot]\nloud = no\n", environment);
    ck_assert_ptr_nonnull(settings);
    ck_assert(settings_says(settings, "bot"));
    ck_assert(settings_says(settings, "web"));
    ck_assert(!settings_says(settings, "chat"));
    ck_assert(!settings_says(NULL, "web"));
    settings_free(&settings);
}
END_TEST

START_TEST(settings_are_read_whole)
{
    char text[3000];
    char name[1900];
    memset(name, 'n', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    snprintf(text, sizeof(text),
             "\xef\xbb\xbf[ bot ]\r\n  name=%s\r\n\tprefix  =  ;a \n[web]\nport = 8081\nurl = "
             "https://play.example.org:444\nnewcomers = open\naddress = ::1\n[bot]\nloud = Yes",
             name);
    struct settings *settings = load(text, NULL);
    ck_assert_msg(settings != NULL, "%s", problems.text);
    ck_assert_str_eq(settings_text(settings, "bot", "name"), name);
    ck_assert_str_eq(settings_text(settings, "bot", "prefix"), ";a");
    ck_assert_int_eq(settings_number(settings, "web", "port"), 8081);
    ck_assert_str_eq(settings_text(settings, "web", "newcomers"), "open");
    ck_assert_str_eq(settings_text(settings, "web", "address"), "::1");
    ck_assert(settings_flag(settings, "bot", "loud"));
    settings_free(&settings);
}
END_TEST

START_TEST(settings_every_mistake_with_its_line)
{
    refuse("[web]\nprot = 1\n\nport = 70000\nport = 9\nnewcomers = closed\naddress = localhost\n"
           "url = play.example.org\nurl\n",
           ":2: [web] has no option prot: port is meant?\n"
           ":4: web.port: must be a number from 1 to 65535, not \"70000\"\n"
           ":5: web.port: was set in line 4 already: keep one of them\n"
           ":6: web.newcomers: must be one of auto open, not \"closed\"\n"
           ":7: web.address: must be a numeric address such as 127.0.0.1 or ::1, not "
           "\"localhost\"\n"
           ":8: web.url: must be http:// or https:// and a host, with nothing behind, not "
           "\"play.example.org\"\n"
           ":9: neither [section] nor key = value: \"url\"\n");
}
END_TEST

START_TEST(settings_numbers_with_a_word_and_urls_with_a_path)
{
    struct settings *settings =
        load("[chat]\nshard = 7\nbase = https://a.example:1/api/v10\n", NULL);
    ck_assert_msg(settings != NULL, "%s", problems.text);
    ck_assert_int_eq(settings_number(settings, "chat", "shard"), 7);
    ck_assert_str_eq(settings_text(settings, "chat", "base"), "https://a.example:1/api/v10");
    settings_free(&settings);
    refuse("[chat]\nshard = all\nbase = https://a.example/api?x=1\n",
           ":2: chat.shard: must be a number from 0 to 9, or auto, not \"all\"\n"
           ":3: chat.base: must be http:// or https:// and a host, perhaps with a path, not "
           "\"https://a.example/api?x=1\"\n");
}
END_TEST

START_TEST(settings_mistakes_of_sections)
{
    refuse("name = x\n[wbe]\nport = 1\nanything\n[bot\nname = y\n[]\n[bot]\nName = z\n",
           ":1: name stands before any [section]\n"
           ":2: there is no section [wbe]: [web] is meant?\n"
           ":4: neither [section] nor key = value: \"anything\"\n"
           ":5: a section is [name], alone in its line\n"
           ":7: a section is [name], alone in its line\n"
           ":9: \"Name\" is no name of an option: small letters and _ alone\n");
}
END_TEST

START_TEST(settings_unknown_names_get_the_nearest_or_none)
{
    refuse(
        "[bot]\n"
        "a_name_that_goes_on_for_far_more_letters_than_any = 1\n",
        ":2: \"a_name_that_goes_on_for_far_more_letters\" is no name of an option: small letters "
        "and _ alone\n");
    refuse("[bot]\nport = 1\nname_of_the_bot = 1\n[elsewhere]\n",
           ":2: [bot] has no option port: port in [web] is meant?\n"
           ":3: [bot] has no option name_of_the_bot: `deaddrop config --example` lists them\n"
           ":4: there is no section [elsewhere]: `deaddrop config --example` lists them\n");
    ck_assert_uint_eq(edit_distance("kitten", "sitting"), 3);
    ck_assert_uint_eq(edit_distance("", "abc"), 3);
    ck_assert_uint_eq(edit_distance("abc", "abc"), 0);
}
END_TEST

START_TEST(settings_values_at_their_edges)
{
    refuse("[bot]\nname =\nprefix = abcd\nloud = maybe\n[web]\nport = 80x\n",
           ":2: bot.name: must be a text of 1 to 2000 bytes, not \"\"\n"
           ":3: bot.prefix: must be a text of 0 to 3 bytes, not \"abcd\"\n"
           ":4: bot.loud: must be yes or no, not \"maybe\"\n"
           ":6: web.port: must be a number from 1 to 65535, not \"80x\"\n");
    refuse("[web]\nport = 99999999999999999999\n[bot]\nname = a\x01"
           "b\n",
           ":2: web.port: must be a number from 1 to 65535, not \"99999999999999999999\"\n"
           ":4: bot.name: must be a text of 1 to 2000 bytes, not \"a\x01"
           "b\"\n");
    struct settings *settings = load("[bot]\nprefix =\n[web]\nurl =\nport = 65535\n", NULL);
    ck_assert_msg(settings != NULL, "%s", problems.text);
    settings_free(&settings);
}
END_TEST

START_TEST(settings_file_that_cannot_be_read)
{
    ck_assert_ptr_null(settings_load("nowhere.ini", NULL, &problems));
    ck_assert_str_eq(problems.text, "nowhere.ini: No such file or directory\n");
    buf_clear(&problems);
    ck_assert_ptr_null(settings_load(folder, NULL, &problems));
    ck_assert_ptr_nonnull(strstr(problems.text, ": is no file of at most 1 MB\n"));
}
END_TEST

START_TEST(settings_environment_wins)
{
    const char *environment[] = {"PATH=/bin",
                                 "DEADDROP_WEB_PORT=81",
                                 "DEADDROP_BOT_LOUD=",
                                 "DEADDROP_CRASH_AT=x:1",
                                 "DEADDROP_WEB_LOG_FILE=x",
                                 NULL};
    struct settings *settings = load("[web]\nport = 82\n[bot]\nloud = yes\n", environment);
    ck_assert_msg(settings != NULL, "%s", problems.text);
    ck_assert_int_eq(settings_number(settings, "web", "port"), 81);
    ck_assert(settings_flag(settings, "bot", "loud"));
    ck_assert_str_eq(settings_text(settings, "web", "log_file"), "x");
    settings_free(&settings);
    const char *wrong[] = {"DEADDROP_WEB_PROT=81", "DEADDROP_WEB_PORT=0", "DEADDROP_WEB=1", NULL};
    ck_assert_ptr_null(load("", wrong));
    ck_assert_str_eq(problems.text,
                     "DEADDROP_WEB_PROT: [web] has no option prot: port is meant?\n"
                     "DEADDROP_WEB_PORT: web.port: must be a number from 1 to 65535, not \"0\"\n"
                     "DEADDROP_WEB: no such option: it would be DEADDROP_SECTION_KEY\n");
}
END_TEST

/* Loads a config whose token is in a file of this text and mode. */
static struct settings *load_secret(const char *text, mode_t mode)
{
    char config[KIT_PATH_BYTES + 40];
    kit_write(secret, text);
    ck_assert_int_eq(chmod(secret, mode), 0);
    snprintf(config, sizeof(config), "[chat]\ntoken_file = %s\n", secret);
    return load(config, NULL);
}

START_TEST(settings_secret_comes_from_a_file_of_its_own)
{
    struct settings *settings = load_secret("hunter22-hunter22\r\n", 0640);
    ck_assert_msg(settings != NULL, "%s", problems.text);
    ck_assert_str_eq(settings_text(settings, "chat", "token"), "hunter22-hunter22");
    settings_free(&settings);
}
END_TEST

START_TEST(settings_secret_that_everybody_may_read_is_refused)
{
    ck_assert_ptr_null(load_secret("hunter22-hunter22\n", 0644));
    ck_assert_ptr_nonnull(strstr(problems.text, "d.ini:2: "));
    ck_assert_ptr_nonnull(strstr(problems.text, "everybody may read this secret: chmod o-rw it\n"));
    kit_write(path, "[chat]\ntoken = hunter22-hunter22\n");
    ck_assert_int_eq(chmod(path, 0604), 0);
    buf_clear(&problems);
    ck_assert_ptr_null(settings_load_rows(rows, ROW_COUNT, path, NULL, &problems));
    ck_assert_ptr_nonnull(
        strstr(problems.text, ":2: chat.token: everybody may read this secret: chmod o-r the file, "
                              "or use token_file\n"));
    ck_assert_ptr_null(strstr(problems.text, "hunter22"));
}
END_TEST

START_TEST(settings_secret_is_never_in_a_problem)
{
    ck_assert_ptr_null(load_secret("hunter2\n", 0600));
    ck_assert_ptr_nonnull(
        strstr(problems.text, ":2: chat.token: must be a text of 8 to 90 bytes\n"));
    ck_assert_ptr_null(load_secret("hunter22-hunter22\nsecond\n", 0600));
    ck_assert_ptr_nonnull(strstr(problems.text, ": must hold one line of text, the secret\n"));
    ck_assert_ptr_null(load_secret("", 0600));
    ck_assert_ptr_null(load("[chat]\ntoken = hunter22-hunter22\ntoken_file = x\n", NULL));
    ck_assert_ptr_nonnull(strstr(problems.text, ":3: chat.token: was set in line 2 already"));
    ck_assert_ptr_null(strstr(problems.text, "hunter22"));
    ck_assert_ptr_null(load("[bot]\nname_file = x\n", NULL));
    ck_assert_ptr_nonnull(strstr(problems.text, ":2: [bot] has no option name_file"));
}
END_TEST

START_TEST(settings_reload_changes_what_may_change)
{
    struct buf restart;
    buf_init(&restart, 1000);
    struct settings *settings = load("[bot]\nprefix = !\nname = a\n", NULL);
    struct settings *fresh = load("[bot]\nprefix = ?\nname = b\n[web]\nport = 9\n", NULL);
    settings_reload(settings, &fresh, &restart);
    ck_assert_ptr_null(fresh);
    ck_assert_str_eq(settings_text(settings, "bot", "prefix"), "?");
    ck_assert_str_eq(settings_text(settings, "bot", "name"), "a");
    ck_assert_str_eq(restart.text, "bot.name web.port");
    settings_free(&settings);
    buf_deinit(&restart);
}
END_TEST

START_TEST(settings_example_is_the_file_in_config_and_without_mistakes)
{
    static char text[32768];
    struct buf example;
    buf_init(&example, sizeof(text) - 1);
    settings_example(&example);
    ck_assert(!example.full);
    FILE *file = fopen(DD_SOURCE_DIR "/config/deaddrop.example.ini", "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    ck_assert_str_eq(example.text, text);
    /* and with every option taken in */
    for (char *at = strstr(text, "\n#"); at != NULL; at = strstr(at + 1, "\n#")) {
        at[1] = at[2] == ' ' ? '#' : ' ';
    }
    kit_write(path, text);
    ck_assert_int_eq(chmod(path, 0600), 0);
    struct settings *settings = settings_load(path, NULL, &problems);
    ck_assert_msg(settings != NULL, "%s", problems.text);
    settings_free(&settings);
    buf_deinit(&example);
}
END_TEST

START_TEST(settings_rows_are_sound)
{
    for (size_t i = 0; i < settings_row_count; i++) {
        const struct setting_row *row = &settings_rows[i];
        char why[200];
        ck_assert_ptr_null(settings_wrong(row, row->fallback, why, sizeof(why)));
        ck_assert_uint_gt(strlen(row->help), 10);
        ck_assert_uint_le(strlen(row->help), 98);
        ck_assert_int_eq(row->help[strlen(row->help) - 1], '.');
        ck_assert_msg(strchr(row->section, '_') == NULL, "%s", row->section);
        for (size_t j = 0; j < i; j++) {
            ck_assert(strcmp(row->section, settings_rows[j].section) != 0 ||
                      strcmp(row->key, settings_rows[j].key) != 0);
        }
    }
}
END_TEST

START_TEST(settings_that_no_row_has_is_a_bug)
{
    settings_text(NULL, "web", "prot");
}
END_TEST

Suite *suite_settings(void);

Suite *suite_settings(void)
{
    Suite *suite = suite_create("settings");
    TCase *tcase = tcase_create("settings");
    tcase_add_checked_fixture(tcase, open_folder, close_folder);
    tcase_add_test(tcase, settings_of_nobody_are_the_fallbacks);
    tcase_add_test(tcase, settings_know_of_which_section_anything_was_said);
    tcase_add_test(tcase, settings_are_read_whole);
    tcase_add_test(tcase, settings_every_mistake_with_its_line);
    tcase_add_test(tcase, settings_numbers_with_a_word_and_urls_with_a_path);
    tcase_add_test(tcase, settings_mistakes_of_sections);
    tcase_add_test(tcase, settings_unknown_names_get_the_nearest_or_none);
    tcase_add_test(tcase, settings_values_at_their_edges);
    tcase_add_test(tcase, settings_file_that_cannot_be_read);
    tcase_add_test(tcase, settings_environment_wins);
    tcase_add_test(tcase, settings_secret_comes_from_a_file_of_its_own);
    tcase_add_test(tcase, settings_secret_that_everybody_may_read_is_refused);
    tcase_add_test(tcase, settings_secret_is_never_in_a_problem);
    tcase_add_test(tcase, settings_reload_changes_what_may_change);
    tcase_add_test(tcase, settings_example_is_the_file_in_config_and_without_mistakes);
    suite_add_tcase(suite, tcase);
    TCase *rows_tcase = tcase_create("rows");
    tcase_add_test(rows_tcase, settings_rows_are_sound);
    tcase_add_test_raise_signal(rows_tcase, settings_that_no_row_has_is_a_bug, SIGABRT);
    suite_add_tcase(suite, rows_tcase);
    return suite;
}
