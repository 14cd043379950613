/* Sealing: a text opens at its place, under its key, unchanged, and nowhere else; a store with a
 * key has no plain text in its files, and goes from key to key, or refuses and changes nothing. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "crash.h"
#include "database.h"
#include "journal_chain.h"
#include "seal.h"
#include "store_damage.h"
#include "store_upkeep.h"
#include "table.h"
#include "turns.h"

enum { SEAL_FILE_MAX = 1 << 22 };

static const char one_key[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789ABCDEF";
static const char other_key[] = "ffff456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
static const char secret_words[] = "0123456789abcdef0123456789abcdefmarzipanic";
static const char secret_line[] = "1 5 0 start {\"seed\":\"walrus\"} -";
static const char *const secrets[] = {"marzipanic", "walrus",   "crumpets", "Quorrinel",
                                      "turnip",     "lanterns", "velvet",   "digestible",
                                      "trombones",  "bassoons"};

static struct buf sealed;
static struct buf opened;

static void begin(void)
{
    turns_begin();
    buf_init(&sealed, 1 << 20);
    buf_init(&opened, 1 << 20);
    ck_assert(seal_use(one_key, ""));
}

static void end(void)
{
    buf_deinit(&sealed);
    buf_deinit(&opened);
    turns_end();
    seal_forget();
}

static struct seal_place place_of(const char *kind, int64_t number, const char *text)
{
    struct seal_place place;
    seal_place(&place, kind);
    seal_place_number(&place, number);
    seal_place_text(&place, text, strlen(text));
    return place;
}

static enum seal_opened open_at(const char *kind, int64_t number, const char *text)
{
    const struct seal_place place = place_of(kind, number, text);
    buf_clear(&opened);
    return seal_open(&place, sealed.text, sealed.len, &opened);
}

static void close_at(const char *kind, int64_t number, const char *text, const char *what)
{
    const struct seal_place place = place_of(kind, number, text);
    buf_clear(&sealed);
    seal_close(&place, what, strlen(what), &sealed);
}

START_TEST(seal_opens_at_its_place_alone)
{
    close_at("words", 7, "digest", "marzipanic");
    ck_assert(seal_is(sealed.text, sealed.len));
    ck_assert(memmem(sealed.text, sealed.len, "marzi", 5) == NULL);
    ck_assert_int_eq(open_at("words", 7, "digest"), SEAL_OPENED);
    ck_assert_uint_eq(opened.len, 10);
    ck_assert_str_eq(opened.text, "marzipanic");
    ck_assert_int_eq(open_at("words", 8, "digest"), SEAL_BROKEN);
    ck_assert_int_eq(open_at("words", 7, "digesT"), SEAL_BROKEN);
    ck_assert_int_eq(open_at("word", 7, "digest"), SEAL_BROKEN);
}
END_TEST

START_TEST(seal_with_any_bit_changed_does_not_open)
{
    close_at("words", 7, "digest", "marzipanic");
    for (size_t bit = 0; bit < sealed.len * 8; bit++) {
        uint8_t *byte = (uint8_t *)sealed.text + bit / 8;
        uint8_t was = *byte;
        *byte = (uint8_t)(was ^ 1U << bit % 8);
        ck_assert_int_ne(open_at("words", 7, "digest"), SEAL_OPENED);
        *byte = was;
    }
    for (size_t len = 0; len < sealed.len; len++) {
        const struct seal_place place = place_of("words", 7, "digest");
        ck_assert_int_ne(seal_open(&place, sealed.text, len, &opened), SEAL_OPENED);
    }
}
END_TEST

START_TEST(seal_is_the_same_for_the_same_and_another_for_another)
{
    char before[64];
    close_at("words", 7, "digest", "marzipanic");
    memcpy(before, sealed.text, sealed.len);
    close_at("words", 7, "digest", "marzipanic");
    ck_assert_int_eq(memcmp(before, sealed.text, sealed.len), 0);
    close_at("words", 7, "digest", "marzipanid");
    ck_assert_int_ne(memcmp(before + 8, sealed.text + 8, 16), 0);
    close_at("words", 8, "digest", "marzipanic");
    ck_assert_int_ne(memcmp(before + 8, sealed.text + 8, 16), 0);
    ck_assert_int_ne(memcmp(before + 24, sealed.text + 24, 10), 0);
}
END_TEST

START_TEST(seal_knows_its_keys)
{
    char id[SEAL_ID_HEX];
    char old_id[SEAL_ID_HEX];
    seal_id(old_id);
    ck_assert_uint_eq(strlen(old_id), 8);
    close_at("words", 7, "digest", "marzipanic");
    ck_assert(seal_use(other_key, ""));
    seal_id(id);
    ck_assert_str_ne(id, old_id);
    ck_assert(!seal_knows(old_id));
    ck_assert_int_eq(open_at("words", 7, "digest"), SEAL_NO_KEY);
    ck_assert(seal_use(other_key, one_key));
    ck_assert(seal_knows(old_id) && seal_knows(id));
    ck_assert_int_eq(open_at("words", 7, "digest"), SEAL_OPENED);
    ck_assert(seal_use("", one_key));
    ck_assert(!seal_seals());
    ck_assert_int_eq(open_at("words", 7, "digest"), SEAL_OPENED);
    ck_assert(!seal_use("short", ""));
    ck_assert(!seal_use("", "short"));
}
END_TEST

START_TEST(seal_place_of_any_length_is_a_place_of_its_own)
{
    char *text = malloc(4001);
    memset(text, 'x', 4000);
    text[4000] = '\0';
    for (size_t len = 400; len < 4000; len += 300) {
        text[len] = '\0';
        close_at("adapter", 1, text, "marzipanic");
        ck_assert_int_eq(open_at("adapter", 1, text), SEAL_OPENED);
        text[len / 2] = 'y';
        ck_assert_int_eq(open_at("adapter", 1, text), SEAL_BROKEN);
        text[len / 2] = 'x';
        text[len] = 'x';
    }
    free(text);
}
END_TEST

/* --- stores ----------------------------------------------------------------------------------- */

static struct fault put(enum store_op op, const struct store_row *row)
{
    return kit_put(turns_store, op, row);
}

static void open_store(void)
{
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
}

/* A row of each kind with something of the secrets in it. */
static void fill(void)
{
    struct chain chain = {"0"};
    chain_add(&chain, secret_line, strlen(secret_line));
    put(STORE_TABLE, &(struct store_row){.id = 1,
                                         .sub = TABLE_PLAYING,
                                         .key = "web/den",
                                         .extra = "interceptor",
                                         .text = "{\"secret\":\"turnip\"}"});
    put(STORE_JOURNAL,
        &(struct store_row){.id = 1, .sub = 1, .extra = chain.last, .text = secret_line});
    put(STORE_WORDS, &(struct store_row){.id = 1, .sub = 7, .key = "digest", .text = secret_words});
    put(STORE_OUTBOX, &(struct store_row){.id = 3, .sub = 1, .text = "{\"t\":\"crumpets\"}"});
    put(STORE_INBOX, &(struct store_row){.id = 4, .key = "web/9", .text = "{\"t\":\"lanterns\"}"});
    put(STORE_LETTER,
        &(struct store_row){.sub = 2, .key = "web/8", .extra = "web", .text = "trombones"});
    put(STORE_SITTING,
        &(struct store_row){.id = 1, .sub = 2, .key = "abc", .extra = "web/b", .text = "bassoons"});
    put(STORE_PERSON, &(struct store_row){.id = 7, .text = "{\"name\":\"Quorrinel\"}"});
    put(STORE_ADDRESS, &(struct store_row){.id = 7, .key = "web/ana"});
    put(STORE_SETTING,
        &(struct store_row){.key = "room web/den", .extra = "stock", .text = "digestible"});
    put(STORE_ADAPTER,
        &(struct store_row){.key = "web", .extra = "m/den/1", .at_ms = 4, .text = "velvet"});
}

/* Everything reads as it was written. */
static void reads_back(void)
{
    char hash[80];
    struct chain chain = {"0"};
    chain_add(&chain, secret_line, strlen(secret_line));
    snprintf(hash, sizeof hash, " %s 1 5 0 start", chain.last);
    ck_assert_ptr_nonnull(strstr(turns_ask(STORE_JOURNAL_OF, 1), hash));
    ck_assert_ptr_nonnull(strstr(turns_ask(STORE_JOURNAL_ALL, 0), "walrus"));
    static const struct {
        enum store_query query;
        uint64_t id;
        const char *word;
    } all[] = {
        {STORE_TABLES, 0, "turnip"},       {STORE_TABLE_ONE, 1, "turnip"},
        {STORE_TABLES_EVER, 0, "turnip"},  {STORE_WORDS_OF, 1, "marzipanic"},
        {STORE_WORDS_BY, 7, "marzipanic"}, {STORE_OUTBOX_ALL, 0, "crumpets"},
        {STORE_INBOX_ALL, 0, "lanterns"},  {STORE_PERSONS, 0, "Quorrinel"},
        {STORE_SETTINGS, 0, "digestible"}, {STORE_ADAPTER_ALL, 0, "velvet"},
        {STORE_LETTERS, 2, "trombones"},   {STORE_LETTERS_ALL, 0, "trombones"},
        {STORE_SITTING_AT, 0, "bassoons"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        ck_assert_msg(strstr(turns_ask(all[i].query, all[i].id), all[i].word) != NULL, "%s",
                      all[i].word);
    }
}

/* All bytes of the first of the store's files, one after the other; how many. */
static size_t bytes(char *all, size_t files)
{
    static const char *const endings[] = {"", "-wal", "-shm", ".lock"};
    size_t len = 0;
    for (size_t i = 0; i < files; i++) {
        char name[KIT_PATH_BYTES + 8];
        snprintf(name, sizeof name, "%s%s", turns_path, endings[i]);
        int file = open(name, O_RDONLY | O_CLOEXEC);
        ssize_t got = file < 0 ? 0 : read(file, all + len, SEAL_FILE_MAX - len);
        ck_assert_int_ge(got, 0);
        len += (size_t)got;
        if (file >= 0) {
            close(file);
        }
    }
    return len;
}

/* Does it stand in any column of any row? */
static bool stands_in_rows(const char *secret)
{
    static const char *const columns[][2] = {
        {"tables", "header"}, {"journal", "line"}, {"words", "words"},   {"outbox", "document"},
        {"inbox", "heard"},   {"person", "about"}, {"setting", "value"}, {"adapter", "value"},
        {"letter", "text"},   {"sitting", "label"}};
    int64_t found = 0;
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        char sql[160];
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s WHERE position('%s'::bytea IN %s) > 0",
                 columns[i][0], secret, columns[i][1]);
        found += database_number(turns_path, sql);
    }
    return found > 0;
}

/* How many of the secrets stand in the files, or the tables. */
static unsigned standing(void)
{
    static char all[SEAL_FILE_MAX];
    size_t len = bytes(all, 4);
    unsigned count = 0;
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++) {
        bool stands = database_is_postgres()
                          ? stands_in_rows(secrets[i])
                          : memmem(all, len, secrets[i], strlen(secrets[i])) != NULL;
        count += stands ? 1 : 0;
    }
    return count;
}

/* A start refuses, says these words, and changes nothing of the database and its log. */
static void refuses(const char *words)
{
    static char before[SEAL_FILE_MAX];
    static char after[SEAL_FILE_MAX];
    size_t len = bytes(before, 2);
    ck_assert(!turns_open(false));
    ck_assert_int_eq(turns_fault.code, FAULT_CONFIG);
    ck_assert_msg(strstr(turns_fault.text, words) != NULL, "%s", turns_fault.text);
    ck_assert_uint_eq(bytes(after, 2), len);
    ck_assert_int_eq(memcmp(before, after, len), 0);
}

START_TEST(seal_store_with_a_key_has_no_plain_text_in_its_files)
{
    open_store();
    fill();
    ck_assert_uint_eq(standing(), 0);
    reads_back();
    /* what is written over and what does not differ */
    put(STORE_OUTBOX_RETRY, &(struct store_row){.id = 3, .at_ms = 9, .extra = "{}"});
    put(STORE_PERSON, &(struct store_row){.id = 7, .text = "{\"name\":\"Quorrinel\"}"});
    put(STORE_SETTING, &(struct store_row){.key = "room web/den", .extra = "gone", .text = ""});
    reads_back();
    store_close(&turns_store);
    ck_assert_uint_eq(standing(), 0);
    open_store();
    reads_back();
    put(STORE_PERSON, &(struct store_row){.id = 7, .text = ""});
    ck_assert_str_eq(turns_ask(STORE_PERSONS, 0), "");
}
END_TEST

START_TEST(seal_store_without_its_key_is_refused_and_left_as_it_is)
{
    char words[200];
    char id[SEAL_ID_HEX];
    open_store();
    fill();
    store_close(&turns_store);
    seal_id(id);
    snprintf(words, sizeof words, "encrypted by key %s, which is not here", id);
    ck_assert(seal_use("", ""));
    refuses(words);
    ck_assert(seal_use(other_key, ""));
    refuses(words);
    struct store *reader =
        store_open_reading(store_driver_of(turns_path), turns_path, &turns_fault);
    ck_assert_ptr_nonnull(reader);
    const struct store_question words_of = {
        .query = STORE_WORDS_OF, .id = 1, .key = "", .extra = ""};
    ck_assert_int_eq(store_read_now(reader, &words_of, NULL, NULL, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_CONFIG);
    store_close(&reader);
    ck_assert(seal_use(one_key, ""));
    open_store();
    reads_back();
}
END_TEST

START_TEST(seal_store_goes_from_plain_to_key_to_key_to_plain)
{
    static const struct {
        const char *key;
        const char *old_key;
        unsigned standing;
    } steps[] = {
        {"", "", 10},
        {one_key, "", 0},
        {one_key, other_key, 0},
        {other_key, one_key, 0},
        {other_key, "", 0},
        {"", other_key, 10},
        {"", "", 10},
        {one_key, other_key, 0},
    };
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        ck_assert(seal_use(steps[i].key, steps[i].old_key));
        open_store();
        if (i == 0) {
            fill();
        }
        reads_back();
        ck_assert_msg(standing() == steps[i].standing, "step %zu: %u", i, standing());
        store_close(&turns_store);
        ck_assert_uint_eq(standing(), steps[i].standing);
    }
    ck_assert(seal_use(other_key, ""));
    refuses("which is not here");
}
END_TEST

START_TEST(seal_store_crash_while_keys_change_leaves_the_one_or_the_other)
{
    int status = 0;
    if (!crash_built_in()) {
        return;
    }
    ck_assert(seal_use("", ""));
    open_store();
    fill();
    store_close(&turns_store);
    pid_t child = fork();
    if (child == 0) {
        seal_use(one_key, "");
        crash_arm("store.sealed:1");
        turns_open(false);
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(WEXITSTATUS(status), CRASH_STATUS);
    open_store(); /* without a key as before */
    reads_back();
    store_close(&turns_store);
    ck_assert(seal_use(one_key, ""));
    open_store();
    reads_back();
    ck_assert_uint_eq(standing(), 0);
}
END_TEST

static void found(void *context, const char *what)
{
    snprintf(context, 200, "%s", what);
}

START_TEST(seal_store_is_checked_and_copied_without_its_key)
{
    char what[200] = "";
    char copy[KIT_PATH_BYTES];
    const struct store_damage_listener listener = {found, what};
    open_store();
    fill();
    store_close(&turns_store);
    ck_assert(seal_use("", ""));
    struct store *reader =
        store_open_reading(store_driver_of(turns_path), turns_path, &turns_fault);
    ck_assert_int_eq(store_check_now(reader, &listener, &turns_fault), 0);
    kit_path(copy, turns_folder, "copy.db");
    ck_assert_msg(store_backup(reader, copy, NULL, &turns_fault) == 0, "%s", turns_fault.text);
    store_close(&reader);
    database_execute(turns_path, "UPDATE words SET words = zeroblob(length(words))",
                     "UPDATE words SET words = substr(words, 1, 5)");
    reader = store_open_reading(store_driver_of(turns_path), turns_path, &turns_fault);
    ck_assert_int_eq(store_check_now(reader, &listener, &turns_fault), 1);
    ck_assert_str_eq(what, "table 1, words digest: that table stands still");
    store_close(&reader);
    ck_assert(seal_use(one_key, ""));
    database_end(turns_path);
    snprintf(turns_path, sizeof turns_path, "%s", copy); /* a file, of either database */
    open_store();
    reads_back();
}
END_TEST

START_TEST(seal_store_damaged_row_is_damaged_and_not_opened)
{
    open_store();
    fill();
    store_close(&turns_store);
    database_execute(turns_path, "UPDATE words SET words = x'ff534c31' || substr(words, 5)",
                     "UPDATE words SET words = set_byte(words, 9, 1 # get_byte(words, 9))");
    open_store();
    ck_assert_ptr_null(strstr(turns_ask(STORE_WORDS_OF, 1), "marzipanic"));
}
END_TEST

START_TEST(seal_store_folds_and_forgets)
{
    open_store();
    store_keep(turns_store, &(struct store_keeping){0, 0, 0, NULL});
    fill();
    put(STORE_TABLE, &(struct store_row){.id = 1,
                                         .sub = TABLE_CLOSED,
                                         .key = "web/den",
                                         .extra = "interceptor",
                                         .text = "{\"secret\":\"turnip\"}"});
    put(STORE_ALIVE, &(struct store_row){.at_ms = 1893456000000});
    ck_assert_ptr_nonnull(strstr(turns_ask(STORE_JOURNAL_OF, 1), "walrus"));
    ck_assert_uint_eq(standing(), 0);
    store_close(&turns_store);
    ck_assert(seal_use(other_key, one_key));
    open_store();
    ck_assert_ptr_nonnull(strstr(turns_ask(STORE_JOURNAL_OF, 1), "walrus"));
    ck_assert_ptr_nonnull(strstr(turns_ask(STORE_JOURNAL_ALL, 0), "walrus"));
    ck_assert_int_eq(put(STORE_FORGET, &(struct store_row){.id = 7, .key = "web/ana"}).code,
                     FAULT_NONE);
    ck_assert_str_eq(turns_ask(STORE_WORDS_OF, 1), "");
    ck_assert_str_eq(turns_ask(STORE_PERSONS, 0), "");
    ck_assert_ptr_nonnull(strstr(turns_ask(STORE_JOURNAL_OF, 1), "walrus"));
}
END_TEST

Suite *suite_seal(void);
Suite *suite_seal(void)
{
    Suite *suite = suite_create("seal");
    TCase *tcase = tcase_create("seal");
    tcase_add_checked_fixture(tcase, begin, end);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, seal_opens_at_its_place_alone);
    tcase_add_test(tcase, seal_with_any_bit_changed_does_not_open);
    tcase_add_test(tcase, seal_is_the_same_for_the_same_and_another_for_another);
    tcase_add_test(tcase, seal_knows_its_keys);
    tcase_add_test(tcase, seal_place_of_any_length_is_a_place_of_its_own);
    tcase_add_test(tcase, seal_store_with_a_key_has_no_plain_text_in_its_files);
    tcase_add_test(tcase, seal_store_without_its_key_is_refused_and_left_as_it_is);
    tcase_add_test(tcase, seal_store_goes_from_plain_to_key_to_key_to_plain);
    tcase_add_test(tcase, seal_store_crash_while_keys_change_leaves_the_one_or_the_other);
    tcase_add_test(tcase, seal_store_is_checked_and_copied_without_its_key);
    tcase_add_test(tcase, seal_store_damaged_row_is_damaged_and_not_opened);
    tcase_add_test(tcase, seal_store_folds_and_forgets);
    suite_add_tcase(suite, tcase);
    return suite;
}
