/* For whom a table is there: everything that people can do, done from every kind of place by every
 * kind of person, in a house that has the table and in one in which it never was. For whom it is
 * not there, both say the same, word for word, and nothing about it is read or written. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "complete.h"
#include "controls.h"
#include "house_kit.h"
#include "team_room.h"

Suite *suite_access(void);

/* ZOE never had to do with it, EVE sat in the lobby, HAL opened it and does not sit, REX is its
 * referee, MIA is told to be a moderator wherever she is heard. */
enum who { ANA, BEN, EVE, HAL, REX, MIA, ZOE, WHO_COUNT };
static const char *const names[WHO_COUNT] = {"Ana", "Ben", "Eve", "Hal", "Rex", "Mia", "Zoe"};

enum place {
    DEN,       /* where the table stands */
    TEAM,      /* the room of Ana's team */
    HALL,      /* another room of the same server */
    FAR,       /* a room of another server */
    ELSEWHERE, /* a room of another platform that has the same id */
    ABROAD,    /* in private there */
    ALONE,     /* in private */
    PLACE_COUNT
};
static const char *const rooms[PLACE_COUNT] = {"den", "", "hall", "far", "den", "", ""};

struct deed {
    const char *text; /* INBOUND_TEXT, INBOUND_SLASH: command, INBOUND_PRESS …: the control's end */
    const char *argument; /* a slash command's or form's: its value is 1 */
    enum inbound_kind kind;
    bool reply; /* to the board */
};

static const struct deed deeds[] = {
    {".-.log", NULL, INBOUND_PRESS, false},
    {".-.status", NULL, INBOUND_PRESS, false},
    {".-.board", NULL, INBOUND_PRESS, false},
    {".-.join", NULL, INBOUND_PRESS, false},
    {".-.hand", NULL, INBOUND_PRESS, false},
    {".-.help", NULL, INBOUND_PRESS, false},
    {".-.record", NULL, INBOUND_PRESS, false},
    {".-.rematch", NULL, INBOUND_PRESS, false},
    {".-.option", NULL, INBOUND_PRESS, false},
    {".-.todo", NULL, INBOUND_PRESS, false},
    {".-.rules", NULL, INBOUND_PRESS, false},
    {".-.tables", NULL, INBOUND_PRESS, false},
    {".-.leave", NULL, INBOUND_PRESS, false},
    {".-.abort", NULL, INBOUND_PRESS, false},
    {".-.pause", NULL, INBOUND_PRESS, false},
    {".-.skip", NULL, INBOUND_PRESS, false},
    {".-.substitute", NULL, INBOUND_PRESS, false},
    {".2.clues", NULL, INBOUND_PRESS, false},
    {".-.nonsense", NULL, INBOUND_PRESS, false},
    {".-.clues.insist=yes.same=12", NULL, INBOUND_PRESS, false},
    {".-.option", "option", INBOUND_FORM, false},
    {".2.clues", "clues.0", INBOUND_FORM, false},
    {".-.join", NULL, INBOUND_FORM, false},
    {"log", "table", INBOUND_SLASH, false},
    {"table join", "table", INBOUND_SLASH, false},
    {"hand", NULL, INBOUND_SLASH, false},
    {"mod abort", "table", INBOUND_SLASH, false},
    {"table rematch", "table", INBOUND_SLASH, false},
    {"todo", NULL, INBOUND_SLASH, false},
    {"me tables", NULL, INBOUND_SLASH, false},
    {"!#1 log", NULL, INBOUND_TEXT, false},
    {"!#1 join", NULL, INBOUND_TEXT, false},
    {"!#1 record", NULL, INBOUND_TEXT, false},
    {"!#1 abort", NULL, INBOUND_TEXT, false},
    {"!join", NULL, INBOUND_TEXT, false},
    {"!status", NULL, INBOUND_TEXT, false},
    {"!rematch", NULL, INBOUND_TEXT, false},
    {"!tables", NULL, INBOUND_TEXT, false},
    {"!todo", NULL, INBOUND_TEXT, false},
    {"hand", NULL, INBOUND_TEXT, false},
    {"314", NULL, INBOUND_TEXT, false},
    {"!practice", NULL, INBOUND_TEXT, false},
    {"!join", NULL, INBOUND_TEXT, true},
    {"!hide", NULL, INBOUND_TEXT, true},
    {"log", NULL, INBOUND_TEXT, true},
    {"👍", NULL, INBOUND_REACTION, true},
    {"✅", NULL, INBOUND_REACTION, true},
};
enum { DEED_COUNT = sizeof deeds / sizeof deeds[0] };

static struct house_kit with;    /* a table stands in den */
static struct house_kit without; /* none ever did */
static char tag[TABLE_TAG_BYTES];
static char board[64];
static char team[KIT_ROOM_BYTES];
static char shown[64]; /* what is being done, for a failure */

/* What something took that was done: what was asked of the store, written to it, composed. It is
 * the same where time is the same, and no clock is in it. */
struct took {
    unsigned reads, rows, docs;
};
static struct took took;

#define COUNTED(type, name, ...)     \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

COUNTED(void, store_read, struct store *store, const struct store_question *question,
        store_row_fn row, store_done_fn done, void *context)
{
    took.reads++;
    __real_store_read(store, question, row, done, context);
}

COUNTED(void, store_put, struct store_batch *batch, enum store_op op, const struct store_row *row)
{
    took.rows++;
    __real_store_put(batch, op, row);
}

COUNTED(struct doc *, doc_new, struct arena *arena)
{
    took.docs++;
    return __real_doc_new(arena);
}

static const char *server_of(const char *room)
{
    return strcmp(room, "far") == 0 ? "there" : "here";
}

static enum may_read nobody_reads(const char *room, const char *account)
{
    (void)room;
    (void)account;
    return MAY_READ_NO;
}

static enum may_read nobody_knows(const char *room, const char *account)
{
    (void)room;
    (void)account;
    return MAY_READ_UNKNOWN;
}

static enum may_read all_read(const char *room, const char *account)
{
    (void)account;
    return strcmp(room, "den") == 0 ? MAY_READ_YES : MAY_READ_NO;
}

/* Everybody has been heard once, so that neither house knows more people than the other. */
static void meet(struct house_kit *kit)
{
    house_kit_open(kit, NULL);
    kit->server = server_of;
    kit->team_rooms = true;
    kit->mute = MUTE_POWER;
    house_kit_other(kit);
    for (unsigned i = 0; i < WHO_COUNT; i++) {
        char own[32];
        snprintf(own, sizeof own, "~%s", names[i]);
        house_kit_says_in(kit, own, names[i], "todo");
        struct inbound abroad = {
            .kind = INBOUND_TEXT, .text = "todo", .room = own, .private_room = true};
        house_kit_hears(kit, kit->other, names[i], &abroad);
    }
}

static void open_table(void)
{
    static const char *const seats[] = {"Ana", "Ben", "Cy", "Dee", "Fin", "Gus"};
    struct inbound referee = {.kind = INBOUND_TEXT,
                              .text = "!referee @Rex",
                              .room = "den",
                              .mention_count = 1,
                              .mentions = {"Rex"}};
    house_pin(with.house, "0000000000000000000000000000000000000000000000000000000000000000", NULL);
    house_kit_says(&with, "Hal", "!decrypto");
    house_kit_says(&with, "Eve", "!join");
    house_kit_says(&with, "Eve", "!leave");
    for (unsigned i = 0; i < 6; i++) {
        house_kit_says(&with, seats[i], "!join");
    }
    house_kit_hears(&with, with.adapter, "Hal", &referee);
    house_kit_says(&with, "Hal", "!start");
    const struct table_entry *entry = house_kit_table(&with);
    ck_assert_int_eq(entry->phase, TABLE_PLAYING);
    ck_assert_uint_ne(entry->referee, 0);
    memcpy(tag, entry->tag, sizeof tag);
    snprintf(board, sizeof board, "%s", entry->board);
    int seat =
        table_seat_of(&entry->resident->table, people_at(with.house->people, "kit", "Ana")->id);
    ck_assert_int_ge(seat, 0);
    for (int i = 0; i < 2; i++) {
        uint16_t seats_of = table_team_seats(&entry->resident->table, i);
        const struct team_room *room = team_room_of(entry, i);
        if ((seats_of & seat_bit(seat)) != 0 && room != NULL) {
            snprintf(team, sizeof team, "%s", strchr(room->key, '/') + 1);
        }
    }
    ck_assert_str_ne(team, "");
}

static void set_up(void)
{
    meet(&without);
    meet(&with);
    open_table();
    house_kit_restart(&with); /* from here on the table is on disk alone */
    house_kit_settle(&with);
    house_kit_forget(&with);
    house_kit_forget(&without);
    ck_assert_int_eq(house_kit_table(&with)->load, ENTRY_COLD);
}

static void tear_down(void)
{
    house_kit_close(&with);
    house_kit_close(&without);
}

static void place_of(enum who who, enum place place, struct inbound *inbound)
{
    static char room[KIT_ROOM_BYTES + 1];
    inbound->private_room = place == ALONE || place == ABROAD;
    inbound->moderator = who == MIA;
    snprintf(room, sizeof room, "%s%s", inbound->private_room ? "~" : "",
             inbound->private_room ? names[who]
             : place == TEAM       ? team
                                   : rooms[place]);
    inbound->room = room;
}

static struct adapter *platform(const struct house_kit *kit, enum place place)
{
    return place == ELSEWHERE || place == ABROAD ? kit->other : kit->adapter;
}

static void does(struct house_kit *kit, enum who who, enum place place, const struct deed *deed)
{
    struct value fact[2];
    char pool[64];
    struct value_tree args;
    char control[CONTROL_BYTES];
    struct inbound inbound = {.kind = deed->kind, .reply_to = deed->reply ? board : NULL};
    place_of(who, place, &inbound);
    value_init(&args, fact, 2, pool, sizeof pool);
    if (deed->argument != NULL) {
        value_text(&args, deed->argument, "1", 1);
    }
    snprintf(control, sizeof control, "t%s%s", tag, deed->text);
    inbound.control = deed->kind == INBOUND_PRESS || deed->kind == INBOUND_FORM ? control : NULL;
    inbound.command = deed->kind == INBOUND_SLASH ? deed->text : NULL;
    inbound.emoji = deed->kind == INBOUND_REACTION ? deed->text : NULL;
    inbound.text = deed->kind == INBOUND_TEXT ? deed->text : NULL;
    inbound.args = deed->kind == INBOUND_SLASH || deed->kind == INBOUND_FORM ? &args : NULL;
    house_kit_hears(kit, platform(kit, place), names[who], &inbound);
}

/* What was said, to whom, where, of what it is an edit. */
static void same_answer(void)
{
    ck_assert_msg(with.send_count == without.send_count, "%s: %u and %u answers: %s", shown,
                  with.send_count, without.send_count,
                  with.send_count > 0 ? with.send[0].text : "");
    for (unsigned i = 0; i < with.send_count; i++) {
        const struct kit_send *one = &with.send[i];
        const struct kit_send *other = &without.send[i];
        ck_assert_msg(one->kind == other->kind && strcmp(one->room, other->room) == 0 &&
                          strcmp(one->account, other->account) == 0 &&
                          strcmp(one->edit_of, other->edit_of) == 0 &&
                          strcmp(one->doc, other->doc) == 0,
                      "%s:\n%s\n%s", shown, one->doc, other->doc);
    }
}

/* No more of the person's measure is used up than by something that never was. */
static void same_cost(enum who who, enum place place)
{
    const char *name = place == ELSEWHERE || place == ABROAD ? "other" : "kit";
    const struct person *one = people_at(with.house->people, name, names[who]);
    const struct person *other = people_at(without.house->people, name, names[who]);
    ck_assert_msg(one->flood.full_ms == other->flood.full_ms, "%s: its cost", shown);
}

static void count_row(void *context, const struct store_row *row)
{
    (void)row;
    ++*(unsigned *)context;
}

static unsigned stored(enum store_query query)
{
    unsigned count = 0;
    struct fault fault;
    const struct store_question question = {.query = query, .id = house_kit_table(&with)->id};
    ck_assert_int_eq(store_read_now(with.store, &question, count_row, &count, &fault), 0);
    return count;
}

static bool is_let_in(enum who who, enum place place)
{
    bool theirs = who == ANA || who == BEN || who == EVE || who == REX;
    return place == DEN || (place == TEAM && (who == ANA || who == MIA)) ||
           (place == ALONE && theirs);
}

static void is_kept_out(enum who who, enum place place)
{
    unsigned lines = stored(STORE_JOURNAL_OF);
    unsigned words = stored(STORE_WORDS_OF);
    for (unsigned i = 0; i < DEED_COUNT; i++) {
        snprintf(shown, sizeof shown, "%s in %d: %d %s", names[who], (int)place, (int)deeds[i].kind,
                 deeds[i].text);
        took = (struct took){0, 0, 0};
        does(&with, who, place, &deeds[i]);
        const struct took there = took;
        took = (struct took){0, 0, 0};
        does(&without, who, place, &deeds[i]);
        same_answer();
        ck_assert_msg(there.reads == took.reads && there.rows == took.rows &&
                          there.docs == took.docs,
                      "%s: %u reads, %u rows, %u documents, and %u, %u, %u for none", shown,
                      there.reads, there.rows, there.docs, took.reads, took.rows, took.docs);
        same_cost(who, place);
        ck_assert_msg(house_kit_table(&with)->load == ENTRY_COLD, "%s: it was loaded", shown);
        house_kit_forget(&with);
        house_kit_forget(&without);
    }
    ck_assert_uint_eq(stored(STORE_JOURNAL_OF), lines);
    ck_assert_uint_eq(stored(STORE_WORDS_OF), words);
}

/* Acts are dear, so that what they cost is seen, and there is enough for all. */
static void price(struct house_kit *kit)
{
    kit->house->limits.person.per_minute = 6000;
    kit->house->limits.person.burst = 1000000;
}

START_TEST(a_stranger_learns_nothing_of_a_table)
{
    price(&with);
    price(&without);
    for (enum who who = ANA; who < WHO_COUNT; who++) {
        enum place place = (enum place)_i;
        if (!is_let_in(who, place) && !(who == ZOE && place == DEN)) {
            is_kept_out(who, place);
        }
    }
}
END_TEST

START_TEST(a_stranger_learns_nothing_where_the_platform_says_that_they_may_not_read)
{
    with.may_read = _i == 0 ? nobody_reads : nobody_knows;
    without.may_read = with.may_read;
    is_kept_out(ZOE, ALONE);
    is_kept_out(HAL, ALONE);
    is_kept_out(MIA, ALONE);
    with.may_read = all_read;
    is_kept_out(ZOE, HALL); /* from elsewhere than in private it is not even asked */
    is_kept_out(ZOE, ABROAD);
}
END_TEST

static unsigned answers(enum who who, enum place place, const char *end, const char *words)
{
    const struct deed deed = {end, NULL, INBOUND_PRESS, false};
    house_kit_forget(&with);
    does(&with, who, place, &deed);
    return house_kit_count(&with, 0, words);
}

START_TEST(whoever_it_is_there_for_finds_it)
{
    for (enum who who = ANA; who < WHO_COUNT; who++) {
        for (enum place place = DEN; place < PLACE_COUNT; place++) {
            snprintf(shown, sizeof shown, "%s in %d", names[who], (int)place);
            ck_assert_msg((answers(who, place, ".-.status", "Decrypto #1") > 0) ==
                              is_let_in(who, place),
                          "%s", shown);
        }
    }
}
END_TEST

START_TEST(who_may_read_the_room_finds_it_in_private)
{
    with.may_read = all_read;
    ck_assert_uint_gt(answers(ZOE, ALONE, ".-.status", "Decrypto #1"), 0);
    ck_assert_uint_gt(answers(HAL, ALONE, ".-.status", "Decrypto #1"), 0);
    with.may_read = NULL;
    ck_assert_uint_eq(answers(ZOE, ALONE, ".-.status", "Decrypto #1"), 0);
}
END_TEST

/* Ends the table and tells whether a rematch stands in den. */
static bool rematch_opens(enum who who, enum place place)
{
    house_kit_says(&with, "Hal", "!abort");
    const struct table_entry *over = house_kit_table(&with);
    answers(who, place, ".-.rematch", "");
    const struct room *room = tables_room(&with.house->tables, "kit/den");
    return room != NULL && room->first != NULL && (room->first != over || room->count > 1);
}

START_TEST(a_moderator_is_one_at_the_tables_room_alone)
{
    ck_assert_uint_gt(answers(MIA, DEN, ".-.pause", ""), 0);
    const struct table *table = &house_kit_table(&with)->resident->table;
    with.may_read = all_read; /* it is there for her, and she is no moderator */
    uint32_t step = table->step;
    ck_assert_uint_eq(answers(MIA, ALONE, ".-.resume", "Only"), 1);
    ck_assert_uint_eq(answers(MIA, ALONE, ".-.abort", "Only"), 1);
    ck_assert_uint_eq(house_kit_table(&with)->resident->table.step, step);
    ck_assert_uint_gt(answers(MIA, TEAM, ".-.resume", ""), 0);
    ck_assert_uint_gt(house_kit_table(&with)->resident->table.step, step);
}
END_TEST

static size_t completed(struct house_kit *kit, enum who who, enum place place)
{
    struct value fact[2];
    char pool[64];
    struct value_tree args;
    struct completion choices[COMPLETIONS_MAX];
    struct inbound asked = {.kind = INBOUND_SLASH,
                            .adapter = "kit",
                            .account = names[who],
                            .command = "table host",
                            .args = &args};
    value_init(&args, fact, 2, pool, sizeof pool);
    value_text(&args, "table", "1", 1);
    place_of(who, place, &asked);
    return house_complete(kit->house, kit->adapter, &asked, "seat", "", choices);
}

START_TEST(nothing_is_completed_for_a_stranger)
{
    answers(ANA, DEN, ".-.status", ""); /* it is in memory now */
    ck_assert_uint_gt(completed(&with, ANA, ALONE), 0);
    ck_assert_uint_gt(completed(&with, ZOE, DEN), 0);
    ck_assert_uint_eq(completed(&with, ZOE, ALONE), 0);
    ck_assert_uint_eq(completed(&with, ANA, HALL), 0);
    ck_assert_uint_eq(completed(&with, HAL, ALONE), 0);
    ck_assert_uint_eq(completed(&with, MIA, FAR), 0);
}
END_TEST

START_TEST(a_control_with_a_number_in_place_of_a_tag_leads_nowhere)
{
    char old[CONTROL_BYTES];
    snprintf(old, sizeof old, "t%llu.-.log", (unsigned long long)house_kit_table(&with)->id);
    house_kit_press(&with, "Ana", old);
    ck_assert_uint_eq(house_kit_count(&with, 0, "That turn is over"), 1);
    ck_assert_uint_eq(strlen(tag), TABLE_TAG_BYTES - 1);
}
END_TEST

START_TEST(the_tag_is_the_same_after_a_restart_and_of_no_other_table)
{
    house_kit_says(&with, "Zoe", "!spyfall");
    const struct table_entry *one = house_kit_table(&with);
    const struct table_entry *other = one->next_in_room;
    ck_assert_ptr_nonnull(other);
    ck_assert_str_eq(one->tag, tag);
    ck_assert_str_ne(other->tag, tag);
    ck_assert_ptr_eq(tables_tagged(&with.house->tables, other->tag), other);
}
END_TEST

START_TEST(who_left_is_known_from_the_journal_of_an_older_store)
{
    struct table_entry *entry = house_kit_table(&with);
    uint64_t eve = people_at(with.house->people, "kit", "Eve")->id;
    uint64_t hal = people_at(with.house->people, "kit", "Hal")->id;
    ck_assert(sat_has(&entry->sat, eve));
    ck_assert(!sat_has(&entry->sat, hal));
    entry->sat.count = 0; /* a row of before it was kept */
    answers(ANA, DEN, ".-.status", "");
    ck_assert(sat_has(&entry->sat, eve));
    ck_assert(!sat_has(&entry->sat, hal));
}
END_TEST

/* --- rematch, threads ------------------------------------------------------------------------- */

START_TEST(a_rematch_is_opened_by_nobody_who_may_not_read_the_room)
{
    with.may_read = _i == 0 ? nobody_reads : NULL;
    ck_assert_int_eq(rematch_opens(ANA, ALONE), _i != 0);
}
END_TEST

static const char *from_den(const char *room)
{
    return strncmp(room, "thread", 6) == 0 ? "den" : NULL;
}

START_TEST(tables_of_threads_count_in_the_room_that_they_were_opened_from)
{
    with.opened_from = from_den;
    house_kit_says_in(&with, "thread1", "Zoe", "!spyfall");
    const struct room *room = tables_room(&with.house->tables, "kit/thread1");
    ck_assert_uint_eq(room->first->number, 2);
    ck_assert_str_eq(room->first->home->key, "kit/den");
    house_kit_says(&with, "Zoe", "!spyfall");
    ck_assert_uint_eq(house_kit_table(&with)->next_in_room->number, 3);
    house_kit_restart(&with);
    house_kit_settle(&with);
    room = tables_room(&with.house->tables, "kit/thread1");
    ck_assert_str_eq(room->first->home->key, "kit/den");
    house_kit_says_in(&with, "thread2", "Zoe", "!spyfall");
    ck_assert_uint_eq(tables_room(&with.house->tables, "kit/thread2")->first->number, 4);
    house_kit_forget(&with);
    house_kit_says(&with, "Zoe", "!#2 status"); /* from the channel by its number */
    ck_assert_uint_eq(house_kit_count(&with, 0, "Spyfall #2"), 1);
    house_kit_forget(&with);
    house_kit_says_in(&with, "thread2", "Zoe", "!#2 status"); /* and from no other thread */
    ck_assert_uint_eq(house_kit_count(&with, 0, "Spyfall #2"), 0);
}
END_TEST

Suite *suite_access(void)
{
    Suite *suite = suite_create("access");
    TCase *tcase = tcase_create("access");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, a_stranger_learns_nothing_of_a_table, TEAM, PLACE_COUNT);
    tcase_add_loop_test(
        tcase, a_stranger_learns_nothing_where_the_platform_says_that_they_may_not_read, 0, 2);
    tcase_add_test(tcase, whoever_it_is_there_for_finds_it);
    tcase_add_test(tcase, who_may_read_the_room_finds_it_in_private);
    tcase_add_test(tcase, a_moderator_is_one_at_the_tables_room_alone);
    tcase_add_test(tcase, nothing_is_completed_for_a_stranger);
    tcase_add_test(tcase, a_control_with_a_number_in_place_of_a_tag_leads_nowhere);
    tcase_add_test(tcase, the_tag_is_the_same_after_a_restart_and_of_no_other_table);
    tcase_add_test(tcase, who_left_is_known_from_the_journal_of_an_older_store);
    tcase_add_loop_test(tcase, a_rematch_is_opened_by_nobody_who_may_not_read_the_room, 0, 2);
    tcase_add_test(tcase, tables_of_threads_count_in_the_room_that_they_were_opened_from);
    suite_add_tcase(suite, tcase);
    return suite;
}
