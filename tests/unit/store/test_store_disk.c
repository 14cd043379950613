/* The store on a disk that fails, is full, or is read-only: a clear fault, nothing lost, and it
 * goes on when the disk does. */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <check.h>

#include "fault_vfs.h"
#include "turns.h"

START_TEST(store_disk_flush_that_fails_is_asked_after)
{
    fault_vfs_use();
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    fault_vfs_fail_syncs(1);
    struct fault told = turns_take(1, 1);
    /* the log was put into the database without it */
    ck_assert_int_eq(told.code, FAULT_RETRY);
    ck_assert_ptr_nonnull(strstr(told.text, "the disk does not work"));
    ck_assert_uint_eq(turns_there(1), 1);
    ck_assert_int_eq(turns_take(1, 1).code, FAULT_NONE);
    ck_assert_uint_eq(turns_there(1), 2);
}
END_TEST

START_TEST(store_disk_flush_that_fails_may_have_worked)
{
    fault_vfs_use();
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    fault_vfs_fail_syncs(2); /* the log cannot be put into the database either, so it stays */
    ck_assert_int_eq(turns_take(1, 1).code, FAULT_NONE);
    ck_assert_uint_eq(turns_there(1), 2);
    ck_assert_int_eq(turns_take(1, 2).code, FAULT_NONE);
}
END_TEST

/* A turn is called failed that is there after all; how the process ends once that is known. */
static void live_with_a_kept_turn(void)
{
    bool called_failed = turns_open(false) && turns_take(1, 0).code == FAULT_NONE;
    fault_vfs_fail_syncs(1000);
    struct fault told = turns_take(1, 1);
    called_failed = called_failed && told.code == FAULT_RETRY &&
                    strstr(told.text, "not known whether the last turns are on disk") != NULL &&
                    turns_take(1, 1).code != FAULT_NONE;
    fault_vfs_fail_syncs(0);
    if (called_failed) {
        turns_there(1);
    }
    _exit(1);
}

START_TEST(store_disk_turn_that_was_kept_after_all_begins_anew)
{
    int status = 0;
    fault_vfs_use();
    pid_t child = fork();
    if (child == 0) {
        live_with_a_kept_turn();
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), EX_TEMPFAIL);
    ck_assert(turns_open(false));
    ck_assert_uint_eq(turns_there(1), 2);
    ck_assert_int_eq(turns_take(1, 2).code, FAULT_NONE);
}
END_TEST

START_TEST(store_disk_write_that_fails_leaves_nothing)
{
    fault_vfs_use();
    ck_assert(turns_open(false));
    for (int writes = 1; writes <= 4; writes++) {
        fault_vfs_fail_writes(writes);
        struct fault told = turns_take(1, 0);
        ck_assert_int_eq(told.code, FAULT_FULL);
        ck_assert_ptr_nonnull(strstr(told.text, "the disk is full: free some space"));
        fault_vfs_fail_writes(0);
        ck_assert_uint_eq(turns_there(1), 0);
    }
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    ck_assert_uint_eq(turns_there(1), 1);
}
END_TEST

/* Takes turns until none fits; a full log may be used from its start again, so that some more do.
 * Then makes room; nothing may be lost. */
static void fill_up(void (*make_room)(void))
{
    uint64_t step = 0;
    unsigned full = 0;
    while (full < 2) {
        struct fault told = turns_take(1, step);
        if (told.code == FAULT_NONE) {
            step++;
            full = 0;
            ck_assert_uint_lt(step, 100000);
        } else {
            full++;
            ck_assert_msg(told.code == FAULT_FULL, "%s", told.text);
            ck_assert_uint_eq(turns_there(1), step);
        }
    }
    ck_assert_uint_gt(step, 10);
    make_room();
    ck_assert_int_eq(turns_take(1, step).code, FAULT_NONE);
    ck_assert_uint_eq(turns_there(1), step + 1);
}

static void limit_files(rlim_t size)
{
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void no_limit(void)
{
    limit_files(RLIM_INFINITY);
}

START_TEST(store_disk_that_may_not_grow_is_full_and_goes_on_later)
{
    ck_assert(turns_open(false));
    signal(SIGXFSZ, SIG_IGN);
    memset(turns_line, 'l', sizeof(turns_line) - 1); /* few turns shall fill it */
    limit_files(300000);
    fill_up(no_limit);
}
END_TEST

static char ballast[KIT_PATH_BYTES];

static void drop_ballast(void)
{
    ck_assert_int_eq(unlink(ballast), 0);
}

/* A file system of one megabyte of our own; false where mounting is not allowed. */
static bool mount_small(void)
{
    return unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("small", turns_folder, "tmpfs", 0, "size=1m") == 0;
}

START_TEST(store_disk_on_a_full_disk_waits_for_room)
{
    if (!mount_small()) {
        ck_assert_msg(geteuid() != 0 || errno == EPERM, "%s", strerror(errno));
        return;
    }
    ck_assert(turns_open(true));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    kit_path(ballast, turns_folder, "ballast");
    int file = open(ballast, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    static const char block[4096];
    while (write(file, block, sizeof(block)) > 0) {
    }
    close(file);
    ck_assert_int_eq(turns_take(1, 1).code, FAULT_FULL);
    ck_assert_uint_eq(turns_there(1), 1);
    drop_ballast();
    ck_assert_int_eq(turns_take(1, 1).code, FAULT_NONE);
    ck_assert_uint_eq(turns_there(1), 2);
    store_close(&turns_store);
    ck_assert_int_eq(umount2(turns_folder, MNT_DETACH), 0);
}
END_TEST

START_TEST(store_disk_that_is_read_only)
{
    if (!mount_small()) {
        ck_assert_msg(geteuid() != 0 || errno == EPERM, "%s", strerror(errno));
        return;
    }
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    store_close(&turns_store);
    ck_assert_int_eq(mount("small", turns_folder, NULL, MS_REMOUNT | MS_RDONLY, NULL), 0);
    ck_assert(!turns_open(false));
    ck_assert_int_eq(turns_fault.code, FAULT_FULL);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "make the file and its folder writable"));
    ck_assert_int_eq(mount("small", turns_folder, NULL, MS_REMOUNT, NULL), 0);
    ck_assert(turns_open(false));
    ck_assert_uint_eq(turns_there(1), 1);
    store_close(&turns_store);
    ck_assert_int_eq(umount2(turns_folder, MNT_DETACH), 0);
}
END_TEST

Suite *suite_store_disk(void);

Suite *suite_store_disk(void)
{
    Suite *suite = suite_create("store_disk");
    TCase *tcase = tcase_create("store_disk");
    tcase_add_checked_fixture(tcase, turns_begin, turns_end);
    tcase_add_test(tcase, store_disk_flush_that_fails_is_asked_after);
    tcase_add_test(tcase, store_disk_flush_that_fails_may_have_worked);
    tcase_add_test(tcase, store_disk_turn_that_was_kept_after_all_begins_anew);
    tcase_add_test(tcase, store_disk_write_that_fails_leaves_nothing);
    tcase_add_test(tcase, store_disk_that_may_not_grow_is_full_and_goes_on_later);
    tcase_add_test(tcase, store_disk_on_a_full_disk_waits_for_room);
    tcase_add_test(tcase, store_disk_that_is_read_only);
    suite_add_tcase(suite, tcase);
    return suite;
}
