/* Copies on a schedule: their names, which stay, what a crash leaves, and that a copy is whole
 * while the store is written to. */

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <check.h>
#include <sqlite3.h>

#include "backup_folder.h"
#include "backups.h"
#include "loop.h"
#include "settings.h"
#include "turns.h"

enum { HOUR_MS = 3600000, DAY_MS = 24 * HOUR_MS, NOON_MS = 12 * HOUR_MS };

static const struct backup_keep plenty = {100, 0, 0};
static char copies[KIT_PATH_BYTES];
static struct fault fault;
static struct backup_made made;

static void begin(void)
{
    turns_begin();
    kit_folder(copies);
    fault = (struct fault){FAULT_NONE, ""};
}

static void end(void)
{
    turns_end();
    kit_remove(copies);
}

static struct backup_folder *opened(void)
{
    struct backup_folder *folder = backup_folder_open(copies, turns_path, &fault);
    ck_assert_msg(folder != NULL, "%s", fault.text);
    return folder;
}

static void make(const struct backup_folder *folder, int64_t now_ms, const struct backup_keep *keep)
{
    ck_assert_msg(backup_folder_make(folder, now_ms, keep, NULL, &made, &fault) == 0, "%s",
                  fault.text);
}

static int by_name(const void *one, const void *other)
{
    return strcmp(one, other);
}

/* All names in the folder of copies but the lock's, in order, a blank behind each. */
static const char *names(void)
{
    static char text[4096];
    char found[32][64];
    size_t count = 0;
    DIR *files = opendir(copies);
    ck_assert_ptr_nonnull(files);
    for (struct dirent *entry = readdir(files); entry != NULL; entry = readdir(files)) {
        if (entry->d_name[0] != '.' && strstr(entry->d_name, ".lock") == NULL) {
            ck_assert_uint_lt(count, 32);
            snprintf(found[count++], sizeof found[0], "%.63s", entry->d_name);
        }
    }
    closedir(files);
    qsort(found, count, sizeof found[0], by_name);
    text[0] = '\0';
    for (size_t i = 0, len = 0; i < count; i++, len = strlen(text)) {
        snprintf(text + len, sizeof text - len, "%s ", found[i]);
    }
    return text;
}

START_TEST(backup_name_says_when_and_is_read_back)
{
    char name[BACKUP_NAME_BYTES];
    struct backup_name read;
    ck_assert(backup_name_write(name, "d", &(struct backup_name){.made_ms = 0}));
    ck_assert_str_eq(name, "d-19700101T000000Z.db");
    ck_assert(backup_name_write(name, "d", &(struct backup_name){1582934399999, true}));
    ck_assert_str_eq(name, "d-20200228T235959Z.damaged.db");
    for (int64_t day = 0; day < 80000; day++) {
        struct backup_name copy = {day * DAY_MS + day % 86400 * 1000, day % 2 == 1};
        ck_assert(backup_name_write(name, "d", &copy));
        ck_assert(backup_name_read(name, "d", &read));
        ck_assert_int_eq(read.made_ms, copy.made_ms);
        ck_assert_int_eq(read.damaged, copy.damaged);
    }
    static const char *const others[] = {"",
                                         "d",
                                         "d-",
                                         "d.db",
                                         "d-19700101T000000Z",
                                         "e-19700101T000000Z.db",
                                         "d-19700101T000000Z.db.new",
                                         "d-19700101T000000Z.db-wal",
                                         "d-19700132T000000Z.db",
                                         "d-19701301T000000Z.db",
                                         "d-197001010000000Z.db",
                                         "d-19700101T240000Z.db",
                                         "d-1970-101T000000Z.db",
                                         "dd-19700101T000000Z.db"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        ck_assert_msg(!backup_name_read(others[i], "d", &read), "%s", others[i]);
    }
}
END_TEST

START_TEST(backup_keeps_the_newest_and_one_of_each_day_and_week)
{
    int64_t made_ms[200];
    bool stays[200];
    size_t kept = 0;
    const struct backup_keep keep = {4, 7, 4};
    for (size_t i = 0; i < 200; i++) { /* every six hours for fifty days, the newest on a Sunday */
        made_ms[i] = 20780LL * DAY_MS - DAY_MS + 18LL * HOUR_MS - (int64_t)i * (6LL * HOUR_MS);
    }
    backup_keep_choose(&keep, made_ms, 200, stays);
    for (size_t i = 0; i < 200; i++) {
        bool of_day = i % 4 == 0 && i < 28;
        bool of_week = i % 28 == 0 && i < 112;
        ck_assert_msg(stays[i] == (i < 4 || of_day || of_week), "%zu", i);
        kept += stays[i] ? 1 : 0;
    }
    ck_assert_uint_eq(kept, 4 + 6 + 3);
    backup_keep_choose(&(struct backup_keep){1, 0, 0}, made_ms, 200, stays);
    ck_assert(stays[0] && !stays[1]);
}
END_TEST

START_TEST(backup_is_whole_while_the_store_is_written_to)
{
    ck_assert(turns_open(true));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    struct backup_folder *folder = opened();
    make(folder, NOON_MS, &plenty);
    ck_assert_str_eq(made.name, "d-19700101T120000Z.db");
    ck_assert_uint_eq(made.damaged, 0);
    ck_assert_int_eq(turns_take(1, 1).code, FAULT_NONE);
    make(folder, NOON_MS + HOUR_MS, &plenty);
    ck_assert_str_eq(names(), "d-19700101T120000Z.db d-19700101T130000Z.db ");
    ck_assert_int_eq(backup_folder_newest_ms(folder), NOON_MS + HOUR_MS);
    ck_assert_uint_eq(backup_folder_count(copies, turns_path), 2);
    backup_folder_close(&folder);
    store_close(&turns_store);
    char kept[KIT_PATH_BYTES];
    snprintf(kept, sizeof kept, "%s", turns_path);
    kit_path(turns_path, copies, "d-19700101T120000Z.db");
    struct stat status;
    ck_assert_int_eq(stat(turns_path, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
    ck_assert(turns_open(false));
    ck_assert_uint_eq(turns_there(1), 1);
    store_close(&turns_store);
    snprintf(turns_path, sizeof turns_path, "%s", kept);
}
END_TEST

/* Between two pieces of a copy a turn is taken. */
static bool play_on(void *context)
{
    unsigned *pieces = context;
    return turns_take(1, 1 + (*pieces)++).code == FAULT_NONE;
}

START_TEST(backup_is_of_one_moment_though_turns_come_between_its_pieces)
{
    unsigned pieces = 0;
    const struct store_pause pause = {play_on, &pieces};
    char copy[KIT_PATH_BYTES];
    ck_assert(turns_open(true));
    memset(turns_line, 'x', sizeof turns_line - 1);
    for (uint64_t table = 2; table < 80; table++) {
        ck_assert_int_eq(turns_take(table, 0).code, FAULT_NONE);
    }
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    kit_path(copy, copies, "copy.db");
    struct store *reader = store_open_reading(&store_sqlite, turns_path, &fault);
    ck_assert_msg(store_backup(reader, copy, &pause, &fault) == 0, "%s", fault.text);
    store_close(&reader);
    ck_assert_uint_gt(pieces, 2);
    ck_assert_uint_eq(turns_there(1), pieces + 1);
    reader = store_open_reading(&store_sqlite, copy, &fault);
    ck_assert_ptr_nonnull(reader);
    const struct store_question one = {.query = STORE_JOURNAL_OF, .id = 1};
    const char *lines = kit_read(reader, &one);
    ck_assert_ptr_null(strstr(lines, "\n1 1 "));
    store_close(&reader);
}
END_TEST

static bool give_up(void *context)
{
    (void)context;
    return false;
}

START_TEST(backup_that_fails_leaves_everything_as_it_was)
{
    const struct store_pause pause = {give_up, NULL};
    const struct backup_keep one = {1, 0, 0};
    ck_assert(turns_open(false));
    memset(turns_line, 'x', sizeof turns_line - 1);
    for (uint64_t table = 1; table < 60; table++) {
        ck_assert_int_eq(turns_take(table, 0).code, FAULT_NONE);
    }
    struct backup_folder *folder = opened();
    make(folder, NOON_MS, &one);
    ck_assert_int_eq(backup_folder_make(folder, NOON_MS + HOUR_MS, &one, &pause, &made, &fault),
                     -1);
    ck_assert_str_eq(names(), "d-19700101T120000Z.db ");
    make(folder, NOON_MS + HOUR_MS, &one);
    ck_assert_uint_eq(made.removed, 1);
    ck_assert_str_eq(names(), "d-19700101T130000Z.db ");
    backup_folder_close(&folder);
}
END_TEST

START_TEST(backup_takes_away_what_a_crash_left_and_nothing_else)
{
    static const char *const left[] = {
        "d-19700101T120000Z.db.new", "d-19700101T120000Z.db.new.part",
        "d-19700101T120000Z.db.new.part-journal", "d-19700101T120000Z.damaged.db.new"};
    static const char *const others[] = {"d-19700101T110000Z.db", "letter.new", "d.db.new",
                                         "e-19700101T120000Z.db.new"};
    char path[KIT_PATH_BYTES];
    for (size_t i = 0; i < 4; i++) {
        kit_path(path, copies, left[i]);
        kit_write(path, "half");
        kit_path(path, copies, others[i]);
        kit_write(path, "kept");
    }
    struct backup_folder *folder = opened();
    ck_assert_str_eq(names(),
                     "d-19700101T110000Z.db d.db.new e-19700101T120000Z.db.new letter.new ");
    backup_folder_close(&folder);
}
END_TEST

START_TEST(backup_of_a_damaged_store_pushes_out_no_sound_one)
{
    const struct backup_keep one = {1, 0, 0};
    sqlite3 *db = NULL;
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    store_close(&turns_store);
    struct backup_folder *folder = opened();
    make(folder, NOON_MS, &one);
    ck_assert_int_eq(sqlite3_open(turns_path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "UPDATE journal SET line = 'lime'", NULL, NULL, NULL), 0);
    sqlite3_close(db);
    for (int i = 1; i < 4; i++) {
        make(folder, NOON_MS + i * HOUR_MS, &one);
        ck_assert_uint_eq(made.damaged, 1);
    }
    ck_assert_str_eq(names(), "d-19700101T120000Z.db d-19700101T150000Z.damaged.db ");
    ck_assert_int_eq(backup_folder_newest_ms(folder), NOON_MS);
    backup_folder_close(&folder);
}
END_TEST

START_TEST(backup_folder_that_cannot_be_used_is_said)
{
    char path[KIT_PATH_BYTES];
    struct backup_folder *folder = opened();
    ck_assert_ptr_null(backup_folder_open(copies, turns_path, &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "another deaddrop"));
    backup_folder_close(&folder);
    kit_path(path, copies, "none/there");
    ck_assert_ptr_null(backup_folder_open(path, turns_path, &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "No such file"));
    kit_path(path, copies, "file");
    kit_write(path, "");
    ck_assert_ptr_null(backup_folder_open(path, turns_path, &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "Not a directory"));
    kit_path(path, copies, "made");
    folder = backup_folder_open(path, turns_path, &fault);
    ck_assert_msg(folder != NULL, "%s", fault.text);
    backup_folder_close(&folder);
    kit_remove(path);
}
END_TEST

static int64_t still(void *context)
{
    return *(const int64_t *)context;
}

/* Settings that name the folder of copies. */
static struct settings *settings_of_copies(void)
{
    char variable[KIT_PATH_BYTES + 64];
    const char *environment[] = {variable, "DEADDROP_BACKUP_EVERY_HOURS=2", NULL};
    struct buf problems;
    snprintf(variable, sizeof variable, "DEADDROP_BACKUP_FOLDER=%s", copies);
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    struct settings *settings = settings_load(NULL, environment, &problems);
    ck_assert_msg(settings != NULL, "%s", problems.text);
    buf_deinit(&problems);
    return settings;
}

/* Runs a schedule at this moment until the folder has so many copies, or for some rounds. */
static void run(int64_t now_ms, unsigned wanted)
{
    struct settings *settings = settings_of_copies();
    struct loop *loop = loop_new();
    struct backups *backups = backups_new(&(struct backups_setup){.loop = loop,
                                                                  .clock = {still, still, &now_ms},
                                                                  .settings = settings,
                                                                  .store_path = turns_path});
    ck_assert_ptr_nonnull(backups);
    for (int i = 0; i < 1000000 && backup_folder_count(copies, turns_path) < wanted; i++) {
        loop_step(loop);
    }
    for (int i = 0; i < 1000; i++) {
        loop_step(loop);
    }
    backups_free(&backups);
    loop_free(&loop);
    settings_free(&settings);
    ck_assert_uint_eq(backup_folder_count(copies, turns_path), wanted);
}

/* Of a house in parts each has a folder of its own, and none is in the way of another. */
START_TEST(backup_of_each_part_has_its_folder)
{
    char place[KIT_PATH_BYTES];
    char made_there[KIT_PATH_BYTES];
    struct stat about;
    struct backup_folder *folders[3] = {NULL};
    kit_path(place, copies, "kept");
    for (unsigned part = 0; part < 3; part++) {
        char url[64];
        snprintf(url, sizeof url, part == 0 ? "postgresql://h/d" : "postgresql://h/d#%u", part);
        folders[part] = backup_folder_open(place, url, &fault);
        ck_assert_msg(folders[part] != NULL, "%s", fault.text);
        ck_assert_uint_eq(backup_folder_count(place, url), 0);
    }
    kit_path(made_there, place, "part-2");
    ck_assert_int_eq(stat(made_there, &about), 0);
    ck_assert_ptr_null(backup_folder_open(place, "postgresql://h/d#2", &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "another deaddrop"));
    for (unsigned part = 0; part < 3; part++) {
        backup_folder_close(&folders[part]);
    }
    for (unsigned part = 1; part < 3; part++) { /* that of part 0 is empty of folders then */
        char name[16];
        snprintf(name, sizeof name, "part-%u", part);
        kit_path(made_there, place, name);
        kit_remove(made_there);
    }
    kit_remove(place);
}
END_TEST

START_TEST(backup_is_due_so_long_after_the_newest)
{
    ck_assert(turns_open(true));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    ck_assert_ptr_null(backups_new(&(struct backups_setup){.store_path = turns_path}));
    run(NOON_MS, 1);
    run(NOON_MS + HOUR_MS, 1);
    run(NOON_MS - DAY_MS / 4, 1);
    run(NOON_MS + 2 * HOUR_MS, 2);
    ck_assert_str_eq(names(), "d-19700101T120000Z.db d-19700101T140000Z.db ");
}
END_TEST

Suite *suite_backup(void);
Suite *suite_backup(void)
{
    Suite *suite = suite_create("backup");
    TCase *tcase = tcase_create("backup");
    tcase_add_checked_fixture(tcase, begin, end);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, backup_name_says_when_and_is_read_back);
    tcase_add_test(tcase, backup_keeps_the_newest_and_one_of_each_day_and_week);
    tcase_add_test(tcase, backup_is_whole_while_the_store_is_written_to);
    tcase_add_test(tcase, backup_is_of_one_moment_though_turns_come_between_its_pieces);
    tcase_add_test(tcase, backup_that_fails_leaves_everything_as_it_was);
    tcase_add_test(tcase, backup_takes_away_what_a_crash_left_and_nothing_else);
    tcase_add_test(tcase, backup_of_a_damaged_store_pushes_out_no_sound_one);
    tcase_add_test(tcase, backup_folder_that_cannot_be_used_is_said);
    tcase_add_test(tcase, backup_of_each_part_has_its_folder);
    tcase_add_test(tcase, backup_is_due_so_long_after_the_newest);
    suite_add_tcase(suite, tcase);
    return suite;
}
