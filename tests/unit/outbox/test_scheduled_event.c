/* Events for a platform's own list, as rows of the outbox. */
#include "scheduled_event.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "outbox_delivery_status.h"
#include "outbox_put.h"
#include "seat.h"

enum { GIVEN_MAX = 8, TEXT_BYTES = 256 };

static struct kit {
    struct outbox outbox;
    struct adapter_links links;
    struct adapter_def adapter;
    struct arena *arena;
    struct mail ends;
    struct store_batch *batch;
    int64_t now_ms;
    bool down;
    bool events; /* the capability */
    unsigned lines;
    unsigned count;
    char given[GIVEN_MAX][TEXT_BYTES];
    uint64_t row[GIVEN_MAX];
    char nonce[GIVEN_MAX][NONCE_BYTES];
    unsigned tries[GIVEN_MAX];
} kit;

static void fill(void *context, void *bytes, size_t count)
{
    static uint8_t next;
    (void)context;
    for (size_t i = 0; i < count; i++) {
        ((uint8_t *)bytes)[i] = next++;
    }
}

static void capabilities(const struct adapter *adapter, const char *room,
                         struct room_capabilities *capabilities)
{
    (void)adapter;
    *capabilities = (struct room_capabilities){.events = kit.events && strcmp(room, "den") == 0};
}

static void send(struct adapter *adapter, const struct sending *sending)
{
    (void)adapter;
    (void)sending;
    kit.lines++;
}

static void schedule(struct adapter *adapter, const struct room_operation *operation)
{
    static const char *const forms[] = {"create", "change", "cancel"};
    const struct scheduled_event *event = operation->event;
    (void)adapter;
    ck_assert_uint_lt(kit.count, GIVEN_MAX);
    snprintf(kit.given[kit.count], TEXT_BYTES, "%s %s in %s: %s|%s|%s|%lld|%lld",
             forms[operation->kind - ROOM_EVENT_CREATE], event->id, operation->room, event->name,
             event->text, event->place, (long long)event->start_ms, (long long)event->end_ms);
    memcpy(kit.nonce[kit.count], operation->nonce, NONCE_BYTES);
    kit.tries[kit.count] = operation->tries;
    kit.row[kit.count++] = operation->row;
}

static const char *room_of(void *context, uint64_t table)
{
    (void)context;
    return table == 1 ? "kit/den" : NULL;
}

static uint64_t person_of(void *context, const struct outbox_message *message, int seat,
                          const char **account_r)
{
    (void)context;
    (void)message;
    (void)seat;
    *account_r = NULL;
    return 0;
}

static struct mail *collect(void *context)
{
    (void)context;
    return &kit.ends;
}

static void setup(void)
{
    memset(&kit, 0, sizeof kit);
    kit.arena = arena_new();
    kit.now_ms = 1000000;
    kit.events = true;
    kit.adapter = (struct adapter_def){
        .name = "kit", .send = send, .capabilities = capabilities, .schedule = schedule};
    link_named(&kit.links, "kit")->def = &kit.adapter;
    const struct outbox_world world = {.entropy = {.fill = fill},
                                       .links = &kit.links,
                                       .now_ms = &kit.now_ms,
                                       .store_down = &kit.down,
                                       .room_of = room_of,
                                       .person = person_of,
                                       .collect = collect};
    outbox_init(&kit.outbox, &world);
    kit.batch = store_batch_new();
    mail_init(&kit.ends, &kit.outbox, kit.batch);
}

static void teardown(void)
{
    outbox_deinit(&kit.outbox);
    mail_deinit(&kit.ends);
    store_batch_free(&kit.batch);
    arena_free(&kit.arena);
}

static const struct scheduled_event night = {.id = "n7-20301013",
                                             .name = "Game night",
                                             .text = "Spyfall\n\"and more\"",
                                             .place = "#den",
                                             .start_ms = 5000000,
                                             .end_ms = 6000000};

/* In a transaction that is on disk at once. */
static bool put(enum room_operation_kind kind, const char *room,
                const struct scheduled_event *event)
{
    struct store_batch *batch = store_batch_new();
    struct mail mail;
    mail_init(&mail, &kit.outbox, batch);
    bool done = scheduled_event_put(&mail, kind, room, 1, event);
    mail_write(&mail);
    struct outbox_row *rows = mail.rows;
    mail.rows = NULL;
    outbox_enqueue(&kit.outbox, rows);
    mail_deinit(&mail);
    store_batch_free(&batch);
    outbox_run(&kit.outbox);
    return done;
}

/* The end of what was given is on disk. */
static void ends(unsigned given)
{
    struct outbox_row *row = outbox_flying(&kit.outbox, kit.row[given]);
    ck_assert_ptr_nonnull(row);
    outbox_arrived(row, "", false);
    mail_end(&kit.ends, row);
    mail_write(&kit.ends);
    outbox_ended(&kit.ends, true);
    mail_deinit(&kit.ends);
    mail_init(&kit.ends, &kit.outbox, kit.batch);
    outbox_run(&kit.outbox);
}

START_TEST(an_event_is_made_changed_and_cancelled_in_order)
{
    static const struct scheduled_event gone = {.id = "n7-20301013"};
    ck_assert(put(ROOM_EVENT_CREATE, "kit/den", &night));
    ck_assert(put(ROOM_EVENT_CHANGE, "kit/den", &night));
    ck_assert(put(ROOM_EVENT_CANCEL, "kit/den", &gone));
    ck_assert_uint_eq(kit.count, 1);
    ck_assert_str_eq(kit.given[0], "create n7-20301013 in den: Game night|Spyfall\n\"and more\"|"
                                   "#den|5000000|6000000");
    ends(0);
    ck_assert_str_eq(kit.given[1], "change n7-20301013 in den: Game night|Spyfall\n\"and more\"|"
                                   "#den|5000000|6000000");
    ends(1);
    ck_assert_str_eq(kit.given[2], "cancel n7-20301013 in den: |||0|0");
    ends(2);
    ck_assert_uint_eq(kit.outbox.count, 0);
}
END_TEST

START_TEST(no_line_of_the_room_waits_for_an_event)
{
    put(ROOM_EVENT_CREATE, "kit/den", &night);
    outbox_retry_later(&kit.outbox, outbox_flying(&kit.outbox, kit.row[0]), kit.now_ms + 600000);
    struct doc *doc = doc_new(kit.arena);
    const struct outbox_message line = {.kind = SEND_POST,
                                        .room = "kit/den",
                                        .doc = doc,
                                        .doc_kind = DOC_LINES,
                                        .table = 1,
                                        .step = 1,
                                        .seat = SEAT_CROWD};
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, "words", false);
    outbox_say_now(&kit.outbox, &line);
    struct mail mail;
    struct store_batch *batch = store_batch_new();
    mail_init(&mail, &kit.outbox, batch);
    outbox_put(&mail, &line);
    mail_write(&mail);
    struct outbox_row *rows = mail.rows;
    mail.rows = NULL;
    outbox_enqueue(&kit.outbox, rows);
    mail_deinit(&mail);
    store_batch_free(&batch);
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.lines, 2);
    kit.now_ms += 600000;
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 2); /* and it comes again, as itself */
    ck_assert_uint_eq(kit.tries[1], 1);
    ck_assert_str_eq(kit.nonce[1], kit.nonce[0]);
}
END_TEST

START_TEST(where_there_are_no_events_nothing_is_put)
{
    kit.events = false;
    ck_assert(!put(ROOM_EVENT_CREATE, "kit/den", &night));
    ck_assert(put(ROOM_EVENT_CANCEL, "kit/den", &night)); /* may have been made before */
    ends(0);
    kit.events = true;
    ck_assert(!put(ROOM_EVENT_CREATE, "kit/hall", &night));
    ck_assert(!put(ROOM_EVENT_CREATE, "other/den", &night));
    kit.adapter.schedule = NULL;
    ck_assert(!put(ROOM_EVENT_CREATE, "kit/den", &night));
    ck_assert(!put(ROOM_EVENT_CHANGE, "kit/den", &night));
    ck_assert(!put(ROOM_EVENT_CANCEL, "kit/den", &night));
    ck_assert_uint_eq(kit.outbox.count, 0);
}
END_TEST

START_TEST(what_is_longer_than_any_list_shows_is_not_put)
{
    static char words[SCHEDULED_EVENT_JSON_BYTES + 1];
    struct scheduled_event event = night;
    memset(words, 'x', sizeof words - 1);
    event.text = words;
    ck_assert(!put(ROOM_EVENT_CREATE, "kit/den", &event));
    ck_assert_uint_eq(kit.outbox.count, 0);
}
END_TEST

/* What lies on the disk is given as it was, and as one that may have been made. */
START_TEST(a_restart_gives_the_same_once_more)
{
    static const enum room_operation_kind kinds[] = {ROOM_EVENT_CREATE, ROOM_EVENT_CHANGE,
                                                     ROOM_EVENT_CANCEL};
    put(kinds[_i], "kit/den", &night);
    const struct outbox_row *row = outbox_flying(&kit.outbox, kit.row[0]);
    struct buf json;
    buf_init(&json, 4096);
    outbox_row_write(row, &json);
    cJSON *tree = cJSON_ParseWithLength(json.text, json.len);
    ck_assert_ptr_null(strchr(row->opens, '\n')); /* a line in a batch */
    const struct store_row stored = {
        .id = row->id, .sub = 1, .text = row->opens, .text_len = strlen(row->opens)};
    struct outbox_row *again = outbox_row_read(&stored, tree);
    ck_assert_ptr_nonnull(again);
    ends(0);
    outbox_enqueue(&kit.outbox, again);
    outbox_run(&kit.outbox);
    ck_assert_str_eq(kit.given[1], kit.given[0]);
    ck_assert_str_eq(kit.nonce[1], kit.nonce[0]);
    ck_assert_uint_eq(kit.tries[1], 1);
    cJSON_Delete(tree);
    buf_deinit(&json);
}
END_TEST

START_TEST(an_adapter_that_knows_events_no_more_ends_them)
{
    kit.down = true;
    put(ROOM_EVENT_CREATE, "kit/den", &night);
    kit.down = false;
    kit.adapter.schedule = NULL;
    outbox_resume(&kit.outbox);
    outbox_run(&kit.outbox);
    ck_assert_uint_eq(kit.count, 0);
    ck_assert_uint_eq(kit.outbox.count, 0);
}
END_TEST

Suite *suite_scheduled_event(void);

Suite *suite_scheduled_event(void)
{
    Suite *suite = suite_create("scheduled_event");
    TCase *tcase = tcase_create("scheduled_event");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, an_event_is_made_changed_and_cancelled_in_order);
    tcase_add_test(tcase, no_line_of_the_room_waits_for_an_event);
    tcase_add_test(tcase, where_there_are_no_events_nothing_is_put);
    tcase_add_test(tcase, what_is_longer_than_any_list_shows_is_not_put);
    tcase_add_loop_test(tcase, a_restart_gives_the_same_once_more, 0, 3);
    tcase_add_test(tcase, an_adapter_that_knows_events_no_more_ends_them);
    suite_add_tcase(suite, tcase);
    return suite;
}
