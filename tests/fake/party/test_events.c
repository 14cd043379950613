/* Events in a server's own list: made, changed, cancelled, and once, whatever goes wrong. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commit.h"
#include "heap.h"
#include "party.h"
#include "scheduled_event.h"

Suite *suite_party_events(void);

enum { ANA, BEN };
enum { HOUR_MS = 3600 * 1000, TABLE = 77 };

#define MAY_PLAY   (1ULL << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16)
#define MAY_CREATE (1ULL << 44)
#define MAY_MANAGE (1ULL << 33)
#define LIST       "POST /guilds/*/scheduled-events"

static struct party party;
static char room[64];
static struct scheduled_event night;

static void may(uint64_t bits)
{
    ck_assert(fake_discord_role_may(party.fake, party.guild, fake_discord_bot(party.fake),
                                    MAY_PLAY | bits));
    party_pass(&party, 100);
}

static void fresh(uint64_t bits)
{
    party_open(&party, 2);
    may(bits);
    party_slash(&party, ANA, "interceptor", NULL); /* the channel is known */
    snprintf(room, sizeof room, "discord/%llu", (unsigned long long)party.channel);
    night = (struct scheduled_event){.id = "n1-20300101",
                                     .name = "Game night",
                                     .text = "Spyfall and more.\nSign up in the channel.",
                                     .place = "#den",
                                     .start_ms = party.now_ms + 48LL * HOUR_MS,
                                     .end_ms = party.now_ms + 51LL * HOUR_MS};
}

static void set_up(void)
{
    memset(&party, 0, sizeof party);
}

static void tear_down(void)
{
    party_close(&party);
}

/* In the transaction of a move, as the house would. */
static bool put(enum room_operation_kind kind)
{
    struct commit *commit = commit_new(party.house);
    bool done = scheduled_event_put(&commit->mail, kind, room, TABLE, &night);
    commit_submit(&commit);
    return done;
}

static void does(enum room_operation_kind kind)
{
    ck_assert(put(kind));
    party_pass(&party, 5000);
}

/* What the server lists; to be deleted. */
static cJSON *listed(void)
{
    char path[64];
    snprintf(path, sizeof path, "/guilds/%llu/scheduled-events", (unsigned long long)party.guild);
    const struct fake_answer *answer = fake_discord_bot_asks(party.fake, "GET", path, NULL);
    cJSON *list = cJSON_ParseWithLength(answer->body, answer->body_len);
    ck_assert_msg(cJSON_IsArray(list), "%s", answer->body);
    return list;
}

static int count(void)
{
    cJSON *list = listed();
    int events = cJSON_GetArraySize(list);
    cJSON_Delete(list);
    return events;
}

static const char *text_of(const cJSON *event, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(event, name));
    return text == NULL ? "" : text;
}

/* The only one: name, description without its mark, place, begin and end; and its id. */
static const char *shown(uint64_t *id_r)
{
    static char words[4096];
    cJSON *list = listed();
    ck_assert_int_eq(cJSON_GetArraySize(list), 1);
    const cJSON *event = cJSON_GetArrayItem(list, 0);
    const char *description = text_of(event, "description");
    const char *mark = strrchr(description, '[');
    ck_assert_msg(mark != NULL && strlen(mark) == 14 && mark[13] == ']', "%s", description);
    snprintf(words, sizeof words, "%s|%.*s|%s|%.16s|%.16s", text_of(event, "name"),
             (int)(mark - description), description,
             text_of(cJSON_GetObjectItemCaseSensitive(event, "entity_metadata"), "location"),
             text_of(event, "scheduled_start_time"), text_of(event, "scheduled_end_time"));
    if (id_r != NULL) {
        *id_r = strtoull(text_of(event, "id"), NULL, 10);
    }
    cJSON_Delete(list);
    return words;
}

static void fault(enum fake_discord_verb verb, const char *route, unsigned times, int64_t ms,
                  int code)
{
    const struct fake_discord_fault rule = {
        .verb = verb, .route = route, .times = times, .ms = ms, .code = code};
    fake_discord_fault(party.fake, &rule);
}

static void count_row(void *context, const struct store_row *row)
{
    *(unsigned *)context += strncmp(row->extra, "e/", 2) == 0;
}

/* How many events the adapter keeps on disk. */
static unsigned kept(void)
{
    const struct store_question rows = {.query = STORE_ADAPTER_ROWS, .key = "discord"};
    struct fault why;
    unsigned found = 0;
    ck_assert_int_eq(store_read_now(party.store, &rows, count_row, &found, &why), 0);
    return found;
}

START_TEST(an_event_is_made_changed_and_cancelled)
{
    uint64_t made = 0;
    uint64_t changed = 0;
    fresh(_i == 0 ? MAY_CREATE : MAY_MANAGE);
    does(ROOM_EVENT_CREATE);
    ck_assert_str_eq(shown(&made), "Game night|Spyfall and more\\.\nSign up in the channel.\n\n|"
                                   "#den|2030-01-03T12:00|2030-01-03T15:00");
    ck_assert_uint_eq(kept(), 1);
    night.name = "Late night";
    night.text = "Ana: **@everyone** <@1> [x](https://x.example)";
    night.start_ms += 2LL * HOUR_MS;
    night.end_ms += 2LL * HOUR_MS;
    does(ROOM_EVENT_CHANGE);
    ck_assert_str_eq(shown(&changed), "Late night|Ana\\: \\*\\*\\@everyone\\*\\* \\<\\@1\\> "
                                      "\\[x\\]\\(https\\:\\/\\/x\\.example\\)\n\n|"
                                      "#den|2030-01-03T14:00|2030-01-03T17:00");
    ck_assert_uint_eq(made, changed);
    does(ROOM_EVENT_CANCEL);
    ck_assert_int_eq(count(), 0);
    ck_assert_uint_eq(kept(), 0);
    does(ROOM_EVENT_CHANGE); /* what is not there is not changed */
    does(ROOM_EVENT_CANCEL);
    ck_assert_int_eq(count(), 0);
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

/* Whatever becomes of the request, and of its answer, there is one. */
START_TEST(an_event_is_made_once)
{
    static const struct {
        int64_t ms;
        enum fake_discord_verb verb;
        int code;
    } rows[] = {{0, FAKE_DISCORD_DROP_BEFORE, 0},     {0, FAKE_DISCORD_DROP_AFTER, 0},
                {0, FAKE_DISCORD_STATUS_BEFORE, 500}, {0, FAKE_DISCORD_STATUS_AFTER, 500},
                {0, FAKE_DISCORD_STATUS_AFTER, 504},  {0, FAKE_DISCORD_STATUS_BEFORE, 503},
                {0, FAKE_DISCORD_TRUNCATED, 0},       {0, FAKE_DISCORD_WRONG_LENGTH, 0},
                {3000, FAKE_DISCORD_USER_429, 0},     {70000, FAKE_DISCORD_DELAY_AFTER, 0},
                {0, FAKE_DISCORD_HTML_429, 0}};
    fresh(MAY_CREATE);
    fault(rows[_i].verb, LIST, 1, rows[_i].ms, rows[_i].code);
    ck_assert(put(ROOM_EVENT_CREATE));
    party_pass(&party, 300000);
    ck_assert_uint_eq(fake_discord_struck(party.fake, rows[_i].verb), 1);
    shown(NULL);
    ck_assert_uint_eq(kept(), 1);
    does(ROOM_EVENT_CANCEL);
    ck_assert_int_eq(count(), 0);
    ck_assert_uint_eq(kept(), 0);
}
END_TEST

START_TEST(after_a_restart_it_is_found_again)
{
    uint64_t made = 0;
    uint64_t changed = 0;
    fresh(MAY_CREATE);
    does(ROOM_EVENT_CREATE);
    shown(&made);
    party_restart(&party, 5000);
    night.name = "Another night";
    does(ROOM_EVENT_CHANGE);
    ck_assert_int_eq(strncmp(shown(&changed), "Another night|", 14), 0);
    ck_assert_uint_eq(made, changed);
    party_restart(&party, 5000);
    does(ROOM_EVENT_CANCEL);
    ck_assert_int_eq(count(), 0);
    party_restart(&party, 5000);
    ck_assert_uint_eq(kept(), 0);
}
END_TEST

/* Killed before the answer came, or with it on its way to the disk. */
START_TEST(a_death_in_the_middle_makes_no_second_one)
{
    fresh(MAY_CREATE);
    fault(_i == 0 ? FAKE_DISCORD_DELAY_AFTER : FAKE_DISCORD_DELAY_BEFORE, LIST, 1, 4000, 0);
    ck_assert(put(ROOM_EVENT_CREATE));
    party_pass(&party, 1000);
    party_restart(&party, 5000);
    party_pass(&party, 20000);
    shown(NULL);
    ck_assert_uint_eq(kept(), 1);
    does(ROOM_EVENT_CANCEL);
    ck_assert_int_eq(count(), 0);
}
END_TEST

START_TEST(without_the_permission_none_is_asked_for)
{
    fresh(0);
    ck_assert(!put(ROOM_EVENT_CREATE));
    party_pass(&party, 5000);
    may(MAY_CREATE); /* the gateway tells of roles */
    does(ROOM_EVENT_CREATE);
    ck_assert_int_eq(count(), 1);
}
END_TEST

/* Everybody's role, and the channel, with what they let everybody read. */
static void everybody(bool reads, uint64_t allow, uint64_t deny)
{
    uint64_t bot = fake_discord_bot(party.fake);
    ck_assert(fake_discord_role_may(party.fake, party.guild, party.guild,
                                    (reads ? 1 << 10 : 0) | 1 << 11 | 1ULL << 31));
    ck_assert(fake_discord_overwrite(party.fake, party.channel, party.guild, allow, deny));
    ck_assert(fake_discord_overwrite(party.fake, party.channel, bot, 1 << 10, 0));
    party_pass(&party, 100);
}

/* Who may not read a channel learns nothing of it from the server's list: what the gateway has sent
 * is asked first; a program that resumed has been sent nothing, and asks Discord. */
START_TEST(where_not_everybody_reads_nothing_is_listed)
{
    static const struct {
        uint64_t allow;
        uint64_t deny;
        bool reads;
        bool open;
    } rows[] = {{0, 0, true, true},        {0, 0, false, false},     {0, 1 << 10, true, false},
                {1 << 10, 0, false, true}, {1 << 11, 0, true, true}, {0, 1 << 11, true, true}};
    fresh(MAY_CREATE);
    everybody(rows[_i].reads, rows[_i].allow, rows[_i].deny);
    ck_assert_int_eq(put(ROOM_EVENT_CREATE), rows[_i].open);
    party_pass(&party, 5000);
    ck_assert_int_eq(count(), rows[_i].open);
    party_restart(&party, 5000);
    night.id = "n2";
    ck_assert(put(ROOM_EVENT_CREATE));
    party_pass(&party, 200000);
    ck_assert_int_eq(count(), rows[_i].open ? 2 : 0);
    ck_assert_uint_eq(kept(), rows[_i].open ? 2 : 0);
}
END_TEST

START_TEST(what_is_listed_leaves_with_its_channels_readers)
{
    fresh(MAY_CREATE);
    does(ROOM_EVENT_CREATE);
    if (_i == 0) {
        everybody(true, 0, 1 << 10);
    } else {
        ck_assert(fake_discord_delete_channel(party.fake, party.channel));
        party_pass(&party, 1000);
    }
    night.name = "Nobody may know";
    does(ROOM_EVENT_CHANGE);
    ck_assert_int_eq(count(), 0);
    ck_assert_uint_eq(kept(), 0);
    does(ROOM_EVENT_CANCEL);
}
END_TEST

/* Of a thread those learn who may read its channel; of a private one nobody. */
START_TEST(a_thread_is_as_open_as_its_channel)
{
    char path[64];
    char body[64];
    fresh(MAY_CREATE | 1ULL << 35 | 1ULL << 36 | 1ULL << 38);
    snprintf(path, sizeof path, "/channels/%llu/threads", (unsigned long long)party.channel);
    snprintf(body, sizeof body, "{\"name\":\"corner\",\"type\":%d}", _i == 1 ? 12 : 11);
    const struct fake_answer *answer = fake_discord_bot_asks(party.fake, "POST", path, body);
    cJSON *thread = cJSON_ParseWithLength(answer->body, answer->body_len);
    uint64_t hall = party.channel;
    party.channel = strtoull(text_of(thread, "id"), NULL, 10);
    cJSON_Delete(thread);
    ck_assert(fake_discord_thread_add(party.fake, party.channel, party.person[ANA]));
    party_slash(&party, ANA, "interceptor", NULL);
    snprintf(room, sizeof room, "discord/%llu", (unsigned long long)party.channel);
    if (_i == 2) {
        party.channel = hall;
        everybody(true, 0, 1 << 10);
    }
    ck_assert_int_eq(put(ROOM_EVENT_CREATE), _i == 0);
    party_pass(&party, 5000);
    party_restart(&party, 5000);
    night.id = "n2";
    put(ROOM_EVENT_CREATE);
    party_pass(&party, 5000);
    ck_assert_int_eq(count(), _i == 0 ? 2 : 0);
}
END_TEST

/* One request, and the night goes on without. */
START_TEST(what_is_refused_is_given_up)
{
    static const int codes[] = {50013, 50001, 10004, 30038, 200000, 50035};
    fresh(MAY_CREATE);
    fault(FAKE_DISCORD_REFUSED, LIST, 0, 0, codes[_i]);
    ck_assert(put(ROOM_EVENT_CREATE));
    party_pass(&party, 600000);
    ck_assert_uint_eq(fake_discord_struck(party.fake, FAKE_DISCORD_REFUSED), 1);
    fake_discord_mend(party.fake);
    does(ROOM_EVENT_CHANGE);
    does(ROOM_EVENT_CANCEL);
    ck_assert_int_eq(count(), 0);
    ck_assert_uint_eq(kept(), 0);
}
END_TEST

START_TEST(a_change_that_is_refused_leaves_it_as_it_is)
{
    fresh(MAY_CREATE);
    does(ROOM_EVENT_CREATE);
    may(0);
    night.name = "Nobody may know";
    does(ROOM_EVENT_CHANGE);
    does(ROOM_EVENT_CANCEL);
    party_pass(&party, 200000);
    ck_assert_int_eq(strncmp(shown(NULL), "Game night|", 11), 0);
    may(MAY_CREATE);
    does(ROOM_EVENT_CANCEL); /* and it can be cancelled later */
    ck_assert_int_eq(count(), 0);
}
END_TEST

START_TEST(what_people_took_away_stays_away)
{
    uint64_t made = 0;
    fresh(MAY_CREATE);
    does(ROOM_EVENT_CREATE);
    shown(&made);
    ck_assert(fake_discord_unschedule(party.fake, party.guild, made));
    if (_i == 0) {
        does(ROOM_EVENT_CHANGE);
        ck_assert_uint_eq(kept(), 0);
        does(ROOM_EVENT_CHANGE);
    }
    does(ROOM_EVENT_CANCEL);
    ck_assert_int_eq(count(), 0);
    ck_assert_uint_eq(kept(), 0);
}
END_TEST

/* The mark is public: who copies it has made nothing of ours. */
START_TEST(what_people_copied_is_not_ours)
{
    fresh(MAY_CREATE);
    fault(FAKE_DISCORD_DROP_AFTER, LIST, 1, 0, 0);
    ck_assert(put(ROOM_EVENT_CREATE));
    party_pass(&party, 1000);
    cJSON *list = listed();
    ck_assert_int_eq(cJSON_GetArraySize(list), 1);
    char *event = cJSON_PrintUnformatted(cJSON_GetArrayItem(list, 0));
    uint64_t made = strtoull(text_of(cJSON_GetArrayItem(list, 0), "id"), NULL, 10);
    uint64_t copied = fake_discord_schedule(party.fake, party.person[ANA], party.guild, event);
    ck_assert_uint_ne(copied, 0);
    ck_assert(fake_discord_unschedule(party.fake, party.guild, made));
    cJSON_free(event);
    cJSON_Delete(list);
    party_pass(&party, 60000);
    ck_assert_int_eq(count(), 2);
    does(ROOM_EVENT_CANCEL);
    uint64_t left = 0;
    shown(&left);
    ck_assert_uint_eq(left, copied);
}
END_TEST

START_TEST(what_has_begun_is_not_made_and_not_begun_again)
{
    fresh(MAY_CREATE);
    night.start_ms = party.now_ms + HOUR_MS;
    night.end_ms = party.now_ms + 3LL * HOUR_MS;
    does(ROOM_EVENT_CREATE);
    party_pass(&party, 2LL * HOUR_MS);
    night.name = "Longer night";
    night.end_ms += HOUR_MS;
    does(ROOM_EVENT_CHANGE);
    ck_assert_int_eq(strncmp(shown(NULL), "Longer night|", 13), 0);
    night.id = "n2";
    does(ROOM_EVENT_CREATE);
    ck_assert_int_eq(count(), 1);
    night.id = "n1-20300101";
    party_pass(&party, 4LL * HOUR_MS);
    does(ROOM_EVENT_CHANGE); /* it is over */
    does(ROOM_EVENT_CANCEL);
    ck_assert_int_eq(count(), 0);
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

START_TEST(what_is_long_over_leaves_the_disk)
{
    char id[32];
    fresh(MAY_CREATE);
    night.id = id;
    for (unsigned number = 0; number < 4; number++) {
        snprintf(id, sizeof id, "n1-%u", number);
        night.start_ms = party.now_ms + HOUR_MS;
        night.end_ms = party.now_ms + 2LL * HOUR_MS;
        does(ROOM_EVENT_CREATE);
        ck_assert_int_eq(count(), 1);
        ck_assert_uint_eq(kept(), 1);
        party_pass(&party, 27LL * HOUR_MS);
    }
}
END_TEST

/* A letter may be many characters. */
START_TEST(long_texts_are_cut_between_letters)
{
    static const char *const letters[] = {"a", "*", "👩‍👩‍👧‍👦", "e\xcc\x81", "語"};
    char words[6000] = "";
    fresh(MAY_CREATE);
    for (size_t at = 0, len = strlen(letters[_i]); at + len < sizeof words; at += len) {
        memcpy(words + at, letters[_i], len);
    }
    night.name = words;
    night.text = words;
    night.place = words;
    does(ROOM_EVENT_CREATE);
    const char *name = shown(NULL);
    size_t at = 0;
    while (strncmp(name + at, _i == 3 ? "é" : letters[_i], strlen(_i == 3 ? "é" : letters[_i])) ==
           0) {
        at += strlen(_i == 3 ? "é" : letters[_i]);
    }
    ck_assert_msg(at > 0 && strncmp(name + at, "…|", strlen("…|")) == 0, "%s", name);
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

START_TEST(what_says_nothing_has_a_name_all_the_same)
{
    fresh(MAY_CREATE);
    night.name = "\xe2\x80\x8b";
    night.text = NULL;
    night.place = "";
    does(ROOM_EVENT_CREATE);
    ck_assert_str_eq(shown(NULL), "deaddrop||deaddrop|2030-01-03T12:00|2030-01-03T15:00");
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
}
END_TEST

START_TEST(a_list_that_is_down_holds_no_line)
{
    fresh(MAY_CREATE);
    fault(FAKE_DISCORD_STATUS_BEFORE, LIST, 0, 0, 503);
    ck_assert(put(ROOM_EVENT_CREATE));
    party_press(&party, BEN, "Join");
    party_pass(&party, 5000);
    ck_assert(party_sees(&party, BEN, "You're in."));
    ck_assert_int_eq(count(), 0);
    fake_discord_mend(party.fake);
    party_pass(&party, 200000);
    ck_assert_int_eq(count(), 1);
}
END_TEST

START_TEST(a_server_that_threw_the_bot_out_is_asked_once)
{
    fresh(MAY_CREATE);
    does(ROOM_EVENT_CREATE);
    ck_assert(fake_discord_kick_bot(party.fake, party.guild));
    party_pass(&party, 1000);
    ck_assert(!put(ROOM_EVENT_CREATE));
    does(ROOM_EVENT_CANCEL);
    party_pass(&party, 200000);
    ck_assert(fake_discord_invite_bot(party.fake, party.guild));
    may(MAY_CREATE);
    ck_assert_int_eq(count(), 1);
}
END_TEST

Suite *suite_party_events(void)
{
    Suite *suite = suite_create("party_events");
    TCase *tcase = tcase_create("events");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, an_event_is_made_changed_and_cancelled, 0, 2);
    tcase_add_loop_test(tcase, an_event_is_made_once, 0, 11);
    tcase_add_test(tcase, after_a_restart_it_is_found_again);
    tcase_add_loop_test(tcase, a_death_in_the_middle_makes_no_second_one, 0, 2);
    tcase_add_test(tcase, without_the_permission_none_is_asked_for);
    tcase_add_loop_test(tcase, what_is_refused_is_given_up, 0, 6);
    tcase_add_loop_test(tcase, where_not_everybody_reads_nothing_is_listed, 0, 6);
    tcase_add_loop_test(tcase, what_is_listed_leaves_with_its_channels_readers, 0, 2);
    tcase_add_loop_test(tcase, a_thread_is_as_open_as_its_channel, 0, 3);
    tcase_add_test(tcase, a_change_that_is_refused_leaves_it_as_it_is);
    tcase_add_loop_test(tcase, what_people_took_away_stays_away, 0, 2);
    tcase_add_test(tcase, what_people_copied_is_not_ours);
    tcase_add_test(tcase, what_has_begun_is_not_made_and_not_begun_again);
    tcase_add_test(tcase, what_is_long_over_leaves_the_disk);
    tcase_add_loop_test(tcase, long_texts_are_cut_between_letters, 0, 5);
    tcase_add_test(tcase, what_says_nothing_has_a_name_all_the_same);
    tcase_add_test(tcase, a_list_that_is_down_holds_no_line);
    tcase_add_test(tcase, a_server_that_threw_the_bot_out_is_asked_once);
    suite_add_tcase(suite, tcase);
    return suite;
}
