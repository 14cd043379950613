/* Interactions over a wire by hand: each is answered once, and what follows stays with its token.
 */
#include <check.h>
#include <string.h>

#include "discord_interactions.h"
#include "rest_kit.h"
#include "shape_kit.h"

Suite *suite_discord_interactions(void);

#define CALLBACK "https://discord.test/api/v10/interactions/"
#define WEBHOOK  "https://discord.test/api/v10/webhooks/77/"
#define ORIGINAL "/messages/@original"

static struct discord_interactions *all;
static const struct catalogue *english;
static bool waits; /* something else is on its way to everybody */
static unsigned said_count;
static bool said_arrived;
static const struct discord_reply *said;

static void has_ended(void *context, struct discord_reply *reply, const char *account, bool arrived,
                      const char *why)
{
    (void)context;
    (void)why;
    ck_assert_str_eq(account, "900");
    said_count++;
    said = reply;
    said_arrived = arrived;
}

static bool does_wait(const void *context, const char *account)
{
    (void)context;
    (void)account;
    return waits;
}

static struct catalogue *languages;

static const struct catalogue *words_in(const void *context, const char *channel)
{
    (void)context;
    ck_assert_ptr_nonnull(channel);
    return english;
}

static void set_up(void)
{
    rest_set_up();
    shape_set_up();
    languages = shape_english();
    english = languages;
    waits = false;
    said_count = 0;
    all = discord_interactions_new(&(struct discord_interactions_setup){
        .wire = &hand->wire,
        .clock = &hand->wire.clock,
        .entropy = &hand->wire.entropy,
        .rest = rest,
        .arena = shape_arena,
        .application = "77",
        .hooks = {.reply_ended = has_ended, .waits = does_wait, .words = words_in}});
}

static void tear_down(void)
{
    /* REST goes first, and with it what is under way */
    discord_rest_free(&rest);
    discord_interactions_free(&all);
    catalogue_free(&languages);
    shape_tear_down();
    rest_tear_down();
}

/* aside: what they pressed is seen by them alone. */
static void begin_on(uint64_t number, enum discord_kind kind, bool aside)
{
    const struct discord_interaction interaction = {.kind = kind,
                                                    .number = number,
                                                    .token = "tok",
                                                    .channel = "12",
                                                    .command = "todo",
                                                    .message = kind == DISCORD_PRESS ? "34" : NULL,
                                                    .on_ephemeral = aside,
                                                    .who = {.id = "900"}};
    discord_interactions_begin(all, &interaction);
}

static void begin(uint64_t number, enum discord_kind kind)
{
    begin_on(number, kind, false);
}

/* A message of so many parts, "{"part":0}" … */
struct words {
    struct discord_parts parts;
    struct discord_reply reply;
};

static void words_make(struct words *words, unsigned count)
{
    static const char *const bodies[] = {"{\"part\":0}", "{\"part\":1}", "{\"part\":2}"};
    *words = (struct words){.reply = {.parts = &words->parts}};
    for (unsigned i = 0; i < count; i++) {
        discord_parts_add(&words->parts, bodies[i]);
    }
}

static void sees(const char *method, const char *url, const char *part)
{
    const struct hand_call *call = hand_call(hand, 0);
    ck_assert_uint_eq(hand_open(hand), 1);
    ck_assert_str_eq(call->method, method);
    ck_assert_str_eq(call->url, url);
    if (part != NULL) {
        ck_assert_msg(strstr(call->body, part) != NULL, "%s in %s", part, call->body);
    }
}

static const char *sentence(const char *key)
{
    return catalogue_text(english, shape_arena, key, NULL, VALUE_NONE, NULL);
}

START_TEST(what_is_said_at_once_is_the_first_answer_and_its_parts_follow)
{
    struct words words;
    words_make(&words, 2);
    words.parts.file = strdup("log");
    words.parts.file_name = strdup("log.txt");
    words.parts.file_len = 3;
    words.parts.file_type = strdup("text/plain");
    begin(5, DISCORD_SLASH);
    ck_assert(discord_interactions_reply(all, 5, &words.reply));
    sees("POST", CALLBACK "5/tok/callback", "{\"type\":4,\"data\":{\"part\":0}}");
    ck_assert_uint_eq(hand_call(hand, 0)->parts, 0);
    fine(0, NULL);
    sees("POST", WEBHOOK "tok", "{\"part\":1}");
    ck_assert_uint_eq(hand_call(hand, 0)->parts, 2); /* the file goes with the last */
    ck_assert_uint_eq(said_count, 0);
    fine(0, NULL);
    ck_assert_uint_eq(said_count, 1);
    ck_assert(said_arrived && said == &words.reply);
    hand_run(hand, 1);
    ck_assert(!discord_interactions_has(all, 5));
    discord_parts_deinit(&words.parts);
}
END_TEST

START_TEST(what_renews_takes_the_place_of_what_they_alone_see)
{
    static const struct {
        bool aside, renews;
        const char *body;
    } cases[] = {{true, true, "{\"type\":7,\"data\":{\"part\":0}}"},
                 {true, false, "{\"type\":4,\"data\":{\"part\":0}}"},
                 {false, true, "{\"type\":4,\"data\":{\"part\":0}}"}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct words words;
        words_make(&words, 1);
        words.reply.renews = cases[i].renews;
        begin_on(5 + i, DISCORD_PRESS, cases[i].aside);
        ck_assert(discord_interactions_reply(all, 5 + i, &words.reply));
        ck_assert_str_eq(hand_call(hand, 0)->body, cases[i].body);
        fine(0, NULL);
        hand_run(hand, 1);
        discord_parts_deinit(&words.parts);
    }
}
END_TEST

START_TEST(a_press_gets_a_silent_sign_and_whatever_follows_is_said_after_it)
{
    struct words words;
    words_make(&words, 1);
    waits = true;
    begin(5, DISCORD_PRESS);
    discord_interactions_stored(all, 5, NULL);
    hand_run(hand, 10);
    sees("POST", CALLBACK "5/tok/callback", "{\"type\":6}");
    fine(0, NULL);
    for (unsigned i = 1; i <= 3; i++) {
        words.parts.at = 0;
        ck_assert(discord_interactions_reply(all, 5, &words.reply));
        sees("POST", WEBHOOK "tok", "{\"part\":0}");
        ck_assert_msg(!discord_interactions_reply(all, 5, &words.reply), "two at once");
        fine(0, NULL);
        hand_run(hand, 10);
        ck_assert_uint_eq(said_count, i);
        ck_assert(said_arrived);
    }
    waits = false;
    hand_run(hand, 1100);
    ck_assert(!discord_interactions_has(all, 5));
    discord_parts_deinit(&words.parts);
}
END_TEST

START_TEST(a_press_behind_another_answer_becomes_thinking_that_goes_away)
{
    struct words words;
    words_make(&words, 1);
    begin(5, DISCORD_PRESS);
    ck_assert(discord_interactions_reply(all, 5, &words.reply));
    begin(6, DISCORD_PRESS);
    discord_interactions_stored(all, 6, NULL);
    hand_run(hand, 10);
    ck_assert_uint_eq(hand_open(hand), 2);
    ck_assert_str_eq(hand_call(hand, 1)->url, CALLBACK "6/tok/callback");
    ck_assert_str_eq(hand_call(hand, 1)->body, "{\"type\":5,\"data\":{\"flags\":64}}");
    fine(1, NULL);
    fine(0, NULL);
    hand_run(hand, 1100);
    sees("DELETE", WEBHOOK "tok" ORIGINAL, NULL);
    fine(0, NULL);
    hand_run(hand, 1);
    ck_assert(!discord_interactions_has(all, 6));
    discord_parts_deinit(&words.parts);
}
END_TEST

START_TEST(who_pressed_for_a_form_waits_for_the_answer_before_it)
{
    struct words words;
    struct words form;
    const char *control = NULL;
    words_make(&words, 1);
    words_make(&form, 1);
    form.parts.modal = strdup("{\"form\":1}");
    begin(5, DISCORD_PRESS);
    ck_assert(discord_interactions_reply(all, 5, &words.reply));
    begin(6, DISCORD_PRESS);
    discord_interactions_want(all, 6, "card");
    discord_interactions_stored(all, 6, NULL);
    hand_run(hand, 100);
    ck_assert_uint_eq(hand_open(hand), 1);
    fine(0, NULL);
    ck_assert(discord_interactions_form(all, 6, &control));
    ck_assert_str_eq(control, "card");
    ck_assert(discord_interactions_reply(all, 6, &form.reply));
    sees("POST", CALLBACK "6/tok/callback", "{\"type\":9,\"data\":{\"form\":1}}");
    ck_assert(!discord_interactions_form(all, 6, &control));
    discord_parts_deinit(&words.parts);
    discord_parts_deinit(&form.parts);
}
END_TEST

START_TEST(a_command_that_takes_long_is_thinking_that_becomes_the_answer)
{
    struct words words;
    words_make(&words, 1);
    begin(5, DISCORD_SLASH);
    hand_run(hand, 1199);
    ck_assert_uint_eq(hand_open(hand), 0);
    hand_run(hand, 1);
    sees("POST", CALLBACK "5/tok/callback", "{\"type\":5,\"data\":{\"flags\":64}}");
    ck_assert(discord_interactions_reply(all, 5, &words.reply)); /* waits for "thinking" */
    ck_assert_uint_eq(hand_open(hand), 1);
    fine(0, NULL);
    sees("PATCH", WEBHOOK "tok" ORIGINAL, "{\"part\":0}");
    fine(0, NULL);
    ck_assert_uint_eq(said_count, 1);
    ck_assert(said_arrived);
    discord_parts_deinit(&words.parts);
}
END_TEST

START_TEST(what_nobody_answers_is_answered_by_a_sentence)
{
    const struct fault gone = {.code = FAULT_GONE};
    const struct fault full = {.code = FAULT_FULL};
    begin(5, DISCORD_SLASH);
    discord_interactions_stored(all, 5, &gone); /* heard before: as good as stored */
    hand_run(hand, 10);
    sees("POST", CALLBACK "5/tok/callback", sentence("discord.done"));
    fine(0, NULL);
    begin(6, DISCORD_SLASH);
    discord_interactions_stored(all, 6, &full);
    hand_run(hand, 10);
    sees("POST", CALLBACK "6/tok/callback", sentence("discord.store"));
    fine(0, NULL);
    hand_run(hand, 1);
    ck_assert(discord_interactions_known(all, 5));
    ck_assert(!discord_interactions_known(all, 6)); /* is told once more */
    begin(7, DISCORD_SLASH);
    discord_interactions_sent(all, "900");
    discord_interactions_stored(all, 7, NULL);
    hand_run(hand, 10);
    sees("POST", CALLBACK "7/tok/callback", sentence("discord.sent"));
}
END_TEST

START_TEST(a_sentence_is_in_the_language_of_its_channel)
{
    static const char german[] = "language = de\ndiscord.done = Fertig.\n";
    struct fault fault = {0};
    struct catalogue *words = catalogue_new_over(german, strlen(german), languages, &fault);
    ck_assert_ptr_nonnull(words);
    english = words;
    begin(5, DISCORD_SLASH);
    discord_interactions_stored(all, 5, NULL);
    hand_run(hand, 10);
    ck_assert_ptr_nonnull(strstr(hand_call(hand, 0)->body, "Fertig."));
    english = languages;
    catalogue_free(&words);
}
END_TEST

START_TEST(an_answer_that_nobody_knows_of_is_sought_until_it_is_found)
{
    struct words words;
    words_make(&words, 2);
    begin(5, DISCORD_SLASH);
    ck_assert(discord_interactions_reply(all, 5, &words.reply));
    hand_lose(hand_call(hand, 0), NET_UNKNOWN);
    hand_run(hand, 300); /* a callback of unknown status is sent once more */
    sees("POST", CALLBACK "5/tok/callback", "{\"part\":0}");
    hand_lose(hand_call(hand, 0), NET_UNKNOWN);
    sees("GET", WEBHOOK "tok" ORIGINAL, NULL);
    hand_answer(hand_call(hand, 0), 404, NULL, "{\"code\":10008}");
    ck_assert_uint_eq(said_count, 0); /* it may still be on its way */
    hand_run(hand, 1000);
    sees("GET", WEBHOOK "tok" ORIGINAL, NULL);
    fine(0, NULL);
    sees("POST", WEBHOOK "tok", "{\"part\":1}");
    fine(0, NULL);
    ck_assert_uint_eq(said_count, 1);
    ck_assert(said_arrived);
    discord_parts_deinit(&words.parts);
}
END_TEST

/* Whatever stands there now: how it ends for what is said once more. */
static void recall(uint64_t number, const char *original, const char *becomes, bool arrives)
{
    struct words words;
    const struct discord_recalled recalled = {
        .number = number,
        .token = "old",
        .account = "900",
        .since_ms = hand->wire.clock.now_ms(hand->wire.clock.context)};
    unsigned before = said_count;
    words_make(&words, 1);
    ck_assert(discord_interactions_recall(all, &recalled, &words.reply));
    sees("GET", WEBHOOK "old" ORIGINAL, NULL);
    hand_answer(hand_call(hand, 0), 200, NULL, original);
    if (becomes != NULL) {
        ck_assert_uint_eq(said_count, before);
        sees(becomes, WEBHOOK "old" ORIGINAL, "{\"part\":0}");
        fine(0, NULL);
    }
    ck_assert_uint_eq(hand_open(hand), 0);
    ck_assert_uint_eq(said_count, before + 1);
    ck_assert_int_eq(said_arrived, arrives);
    discord_parts_deinit(&words.parts);
}

START_TEST(what_an_earlier_life_may_have_said_is_looked_at_first)
{
    recall(5, "{\"flags\":64}", NULL, true);     /* it stands there */
    recall(6, "{\"flags\":192}", "PATCH", true); /* "thinking" waits for its text */
    recall(7, "{\"flags\":0}", NULL, false);     /* that is what they pressed something of */
}
END_TEST

START_TEST(an_answer_that_is_too_late_is_refused)
{
    struct words words;
    words_make(&words, 1);
    begin(5, DISCORD_FORM);
    hand_run(hand, 1200);
    hand_answer(hand_call(hand, 0), 404, NULL, "{\"code\":10062}");
    ck_assert(!discord_interactions_reply(all, 5, &words.reply));
    hand_run(hand, 1);
    ck_assert_uint_eq(discord_interactions_of(all, "900"), 0);
    ck_assert(!discord_interactions_reply(all, 5, &words.reply));
    ck_assert_uint_eq(said_count, 0);
    discord_parts_deinit(&words.parts);
}
END_TEST

Suite *suite_discord_interactions(void)
{
    Suite *suite = suite_create("discord_interactions");
    TCase *tcase = tcase_create("interactions");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, what_is_said_at_once_is_the_first_answer_and_its_parts_follow);
    tcase_add_test(tcase, what_renews_takes_the_place_of_what_they_alone_see);
    tcase_add_test(tcase, a_press_gets_a_silent_sign_and_whatever_follows_is_said_after_it);
    tcase_add_test(tcase, a_press_behind_another_answer_becomes_thinking_that_goes_away);
    tcase_add_test(tcase, who_pressed_for_a_form_waits_for_the_answer_before_it);
    tcase_add_test(tcase, a_command_that_takes_long_is_thinking_that_becomes_the_answer);
    tcase_add_test(tcase, what_nobody_answers_is_answered_by_a_sentence);
    tcase_add_test(tcase, a_sentence_is_in_the_language_of_its_channel);
    tcase_add_test(tcase, an_answer_that_nobody_knows_of_is_sought_until_it_is_found);
    tcase_add_test(tcase, what_an_earlier_life_may_have_said_is_looked_at_first);
    tcase_add_test(tcase, an_answer_that_is_too_late_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
