/* What is shared of a finished game: to who asked alone, with a picture as its file. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "pictures.h"
#include "round.h"
#include "whole.h"

Suite *suite_party_pictures(void);

static struct party party;

/* --- a double: who draws ---------------------------------------------------------------------- */

struct pictures {
    pictures_fn done;
    void *context;
    unsigned wanted;
};
static struct pictures drawer;

void pictures_want(struct pictures *pictures, const char *svg, size_t len, pictures_fn done,
                   void *context)
{
    ck_assert_uint_eq(strlen(svg), len);
    pictures->done = done;
    pictures->context = context;
    pictures->wanted++;
}

void pictures_forget(struct pictures *pictures, const void *context)
{
    if (pictures->context == context) {
        pictures->done = NULL;
    }
}

struct pictures *pictures_beside(struct loop *loop)
{
    (void)loop;
    return NULL;
}

void pictures_free(struct pictures **pictures)
{
    *pictures = NULL;
}

/* What was wanted last is there, or cannot be had. */
static void drawn(bool can)
{
    pictures_fn done = drawer.done;
    ck_assert(done != NULL);
    drawer.done = NULL;
    done(drawer.context, can ? "\x89PNG\r\n\x1a\n" : NULL, can ? 8 : 0);
    party_pass(&party, 500);
}

/* --- a game that is over ---------------------------------------------------------------------- */

static const struct whole interceptor = {
    .people = 4, .part = {round_gather, round_agree, round_first_half, round_second_half}};

static void set_up(void)
{
    memset(&drawer, 0, sizeof drawer);
    whole_open(&party, &interceptor, 1);
    whole_play(&party, &interceptor);
    sees(&party, ANA, "The Journalists win");
    party_cut(&party);
    party.pictures = &drawer;
    party_reopen(&party, 1000);
    party_pass(&party, 5000);
}

static void tear_down(void)
{
    party_close(&party);
}

/* The message that an interaction was answered with; to be deleted. */
static cJSON *answer_of(uint64_t interaction)
{
    cJSON *outcome = party_outcome(&party, interaction);
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(outcome, "message");
    ck_assert(cJSON_IsString(id));
    char *text = fake_discord_message(party.fake, strtoull(id->valuestring, NULL, 10));
    cJSON *message = text == NULL ? NULL : cJSON_ParseWithLength(text, strlen(text));
    free(text);
    cJSON_Delete(outcome);
    ck_assert_ptr_nonnull(message);
    return message;
}

static const cJSON *file_of(const cJSON *message)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(message, "attachments"), 0);
}

static const char *text_of(const cJSON *object, const char *name)
{
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(cJSON_IsString(text), "no %s", name);
    return text->valuestring;
}

START_TEST(what_is_shared_has_a_picture_that_only_who_asked_sees)
{
    unsigned before = drawer.wanted;
    uint64_t asked = party_slash(&party, BEN, "table share", NULL);
    ck_assert_uint_eq(drawer.wanted, before + 1);
    drawn(true);
    cJSON *message = answer_of(asked);
    ck_assert_ptr_nonnull(strstr(text_of(message, "content"), "the Journalists won"));
    ck_assert_str_eq(text_of(file_of(message), "filename"), "deaddrop.png");
    ck_assert_ptr_nonnull(strstr(text_of(file_of(message), "description"), "Pot to"));
    cJSON_Delete(message);
    ck_assert(party_sees(&party, BEN, "Pot to the Officials"));
    ck_assert(!party_sees(&party, DEE, "Pot to the Officials"));
}
END_TEST

START_TEST(without_a_picture_the_line_is_told)
{
    uint64_t asked = party_slash(&party, BEN, "table share", NULL);
    drawn(false);
    cJSON *message = answer_of(asked);
    ck_assert_ptr_nonnull(strstr(text_of(message, "content"), "the Journalists won"));
    ck_assert_ptr_null(file_of(message));
    cJSON_Delete(message);
}
END_TEST

START_TEST(a_picture_that_takes_long_is_waited_for)
{
    uint64_t asked = party_slash(&party, BEN, "table share", NULL);
    party_pass(&party, 10000);
    drawn(true);
    cJSON *message = answer_of(asked);
    ck_assert_str_eq(text_of(file_of(message), "filename"), "deaddrop.png");
    cJSON_Delete(message);
    ck_assert_int_eq(party_count(&party, "late_answers"), 0);
}
END_TEST

START_TEST(who_types_has_it_by_direct_message)
{
    whisper(&party, BEN, "share");
    drawn(true);
    uint64_t direct = fake_discord_dm(party.fake, party.person[BEN]);
    uint64_t latest = fake_discord_latest(party.fake, party.person[BEN], direct);
    char *text = fake_discord_message(party.fake, latest);
    cJSON *message = cJSON_ParseWithLength(text, strlen(text));
    free(text);
    ck_assert_str_eq(text_of(file_of(message), "filename"), "deaddrop.png");
    cJSON_Delete(message);
}
END_TEST

START_TEST(a_program_that_ends_while_it_is_drawn_says_it_afterwards)
{
    whisper(&party, BEN, "share");
    ck_assert(drawer.done != NULL);
    party_cut(&party);
    ck_assert(drawer.done == NULL);
    party_reopen(&party, 1000);
    party_pass(&party, 5000);
    drawn(true);
    sees(&party, BEN, "Pot to the Officials");
}
END_TEST

Suite *suite_party_pictures(void)
{
    Suite *suite = suite_create("party_pictures");
    TCase *tcase = tcase_create("pictures");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, what_is_shared_has_a_picture_that_only_who_asked_sees);
    tcase_add_test(tcase, without_a_picture_the_line_is_told);
    tcase_add_test(tcase, a_picture_that_takes_long_is_waited_for);
    tcase_add_test(tcase, who_types_has_it_by_direct_message);
    tcase_add_test(tcase, a_program_that_ends_while_it_is_drawn_says_it_afterwards);
    suite_add_tcase(suite, tcase);
    return suite;
}
