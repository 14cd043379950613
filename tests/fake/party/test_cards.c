/* What one person alone reads and what calls somebody, on Discord: a private message is edited
 * where it stands, and nobody is notified but by what says so. The adapter is told by hand. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord.h"
#include "house.h"
#include "house_private.h"
#include "kept_doc.h"
#include "round.h"

Suite *suite_party_cards(void);

enum { CARDS_DOC_MAX = 8192, CARDS_ID_BYTES = 24 };

static struct party party;
static uint64_t row; /* none of the house's */

static void set_up(void)
{
    memset(&party, 0, sizeof party);
    row = UINT64_C(1) << 40;
    party_open(&party, 3);
    party_slash(&party, ANA, "interceptor", NULL);
    party_press(&party, ANA, "Join");
    sees(&party, ANA, "You're in.");
    party_pass(&party, 5000);
}

static void tear_down(void)
{
    party_close(&party);
}

static uint64_t direct(unsigned who)
{
    return fake_discord_dm(party.fake, party.person[who]);
}

/* The newest of their direct messages. */
static uint64_t newest(unsigned who)
{
    return fake_discord_latest(party.fake, party.person[who], direct(who));
}

static unsigned notified(unsigned who)
{
    return fake_discord_notified(party.fake, party.person[who]);
}

/* A document of one paragraph; with a person mentioned where that is none of 0. */
static const struct doc *document(const char *words, uint64_t person)
{
    static struct kept_doc *kept;
    const struct doc_head head = {.kind = DOC_NO_KIND};
    struct arena *arena = arena_new();
    struct doc *doc = doc_new(arena);
    struct block *block = doc_block(doc, BLOCK_PARAGRAPH);
    doc_run(doc, block, RUN_TEXT, words, false);
    if (person != 0) {
        doc_run(doc, block, RUN_MENTION, "Ana", true)->person = person;
    }
    doc_choice(doc, "Wave", "t0.-.wave", CHOICE_PRIMARY);
    kept_doc_let_go(&kept);
    kept = kept_doc_new(doc, &head, NULL);
    arena_free(&arena);
    return &kept->doc;
}

/* Hands this to the adapter, and lets it arrive. */
static void give(struct sending sending)
{
    static char nonce[CARDS_ID_BYTES];
    snprintf(nonce, sizeof nonce, "row%016" PRIx64, ++row);
    sending.row = row;
    sending.nonce = nonce;
    sending.created_ms = party.now_ms;
    discord_adapter.send(party.adapter, &sending);
    party_pass(&party, 3000);
}

static void whispers(const char *words, const char *edit_of, bool notify)
{
    char account[CARDS_ID_BYTES];
    snprintf(account, sizeof account, "%" PRIu64, party.person[ANA]);
    give((struct sending){.kind = SEND_PRIVATE,
                          .room = "",
                          .account = account,
                          .edit_of = edit_of,
                          .head = {.kind = DOC_CARD},
                          .doc = document(words, 0),
                          .notify = notify});
}

/* In the channel, to Ana; edit_of: that message becomes this. */
static void mentions(enum doc_kind kind, const char *edit_of, bool notify)
{
    char room[CARDS_ID_BYTES];
    char account[CARDS_ID_BYTES];
    snprintf(account, sizeof account, "%" PRIu64, party.person[ANA]);
    const struct person *person = people_at(party.house->people, "discord", account);
    ck_assert_ptr_nonnull(person);
    snprintf(room, sizeof room, "%" PRIu64, party.channel);
    give((struct sending){.kind = edit_of != NULL ? SEND_EDIT : SEND_POST,
                          .room = room,
                          .edit_of = edit_of,
                          .head = {.kind = kind},
                          .doc = document("It is your turn, ", person->id),
                          .notify = notify});
}

START_TEST(a_private_message_is_edited_where_it_stands_and_notifies_nobody)
{
    char id[CARDS_ID_BYTES];
    unsigned before = notified(ANA);
    whispers("first", NULL, true);
    uint64_t card = newest(ANA);
    ck_assert_uint_eq(notified(ANA), before + 1);
    snprintf(id, sizeof id, "%" PRIu64, card);
    whispers("second", id, false);
    ck_assert(party_sees(&party, ANA, "second"));
    ck_assert(!party_sees(&party, ANA, "first"));
    ck_assert_uint_eq(newest(ANA), card);
    ck_assert_uint_eq(notified(ANA), before + 1);
    ck_assert_uint_ne(party_has(&party, ANA, "Wave"), 0);
    ck_assert_int_eq(party_count(&party, "invalid_bodies"), 0);
    ck_assert_uint_eq(notified(BEN), 0);
}
END_TEST

START_TEST(a_private_message_that_calls_nobody_is_silent)
{
    unsigned before = notified(ANA);
    whispers("quietly", NULL, false);
    ck_assert(party_sees(&party, ANA, "quietly"));
    ck_assert_uint_eq(notified(ANA), before);
}
END_TEST

/* It is gone, or too old to be edited as often as it would have to be. */
START_TEST(a_private_message_that_cannot_be_edited_is_posted_anew)
{
    static const int codes[] = {10008, 30046};
    char id[CARDS_ID_BYTES];
    whispers("first", NULL, true);
    uint64_t card = newest(ANA);
    unsigned before = notified(ANA);
    const struct fake_discord_fault fault = {.verb = FAKE_DISCORD_REFUSED,
                                             .route = "PATCH /channels/*",
                                             .times = 1,
                                             .code = codes[_i],
                                             .ms = _i == 1 ? 1000 : 0};
    fake_discord_fault(party.fake, &fault);
    snprintf(id, sizeof id, "%" PRIu64, card);
    whispers("second", id, false);
    ck_assert_uint_gt(newest(ANA), card);
    ck_assert(party_sees(&party, ANA, "second"));
    ck_assert_uint_eq(notified(ANA), before);
    /* the old one does not stay beside it, where it can still be taken away */
    ck_assert(fake_discord_can_see(party.fake, party.person[ANA], card) == (codes[_i] == 10008));
}
END_TEST

/* What is only to be changed is posted nowhere else: it may be gone, or too old, and then it goes.
 */
START_TEST(a_message_that_is_only_to_be_changed_is_not_posted_anew)
{
    static const int codes[] = {10008, 30046};
    char id[CARDS_ID_BYTES];
    char account[CARDS_ID_BYTES];
    whispers("first", NULL, true);
    uint64_t card = newest(ANA);
    const struct fake_discord_fault fault = {.verb = FAKE_DISCORD_REFUSED,
                                             .route = "PATCH /channels/*",
                                             .times = 1,
                                             .code = codes[_i],
                                             .ms = _i == 1 ? 1000 : 0};
    fake_discord_fault(party.fake, &fault);
    snprintf(id, sizeof id, "%" PRIu64, card);
    snprintf(account, sizeof account, "%" PRIu64, party.person[ANA]);
    give((struct sending){.kind = SEND_PRIVATE,
                          .room = "",
                          .account = account,
                          .edit_of = id,
                          .head = {.kind = DOC_CARD},
                          .doc = document("what is left of it", 0),
                          .only_edit = true,
                          .routine = true});
    ck_assert_uint_le(newest(ANA), card);
    ck_assert(!party_sees(&party, ANA, "what is left of it"));
    ck_assert(fake_discord_can_see(party.fake, party.person[ANA], card) == (codes[_i] == 10008));
}
END_TEST

START_TEST(mentions_notify_where_somebody_is_called_and_nowhere_else)
{
    char id[CARDS_ID_BYTES];
    unsigned before = notified(ANA);
    mentions(DOC_LINES, NULL, false);
    ck_assert(party_sees(&party, BEN, "It is your turn"));
    ck_assert_uint_eq(notified(ANA), before);
    mentions(DOC_CALL, NULL, true);
    ck_assert_uint_eq(notified(ANA), before + 1);
    mentions(DOC_BOARD, NULL, true); /* a board calls nobody, whoever says so */
    ck_assert_uint_eq(notified(ANA), before + 1);
    snprintf(id, sizeof id, "%" PRIu64,
             fake_discord_latest(party.fake, party.person[BEN], party.channel));
    mentions(DOC_BOARD, id, true); /* nor does its edit, in which mentions would count anew */
    mentions(DOC_BOARD, id, false);
    ck_assert_uint_eq(notified(ANA), before + 1);
    ck_assert_uint_eq(notified(BEN), 0);
}
END_TEST

/* Whoever takes no direct messages has their card behind "My hand": it says so, and posts it
 * nowhere. */
START_TEST(a_card_that_finds_no_direct_channel_is_refused)
{
    fake_discord_dms(party.fake, party.person[ANA], FAKE_DISCORD_DMS_CLOSED);
    whispers("for her eyes", NULL, true);
    party_press(&party, ANA, "Help");
    whispers("for her eyes", NULL, true);
    ck_assert(!party_saw(&party, ANA, "for her eyes"));
    ck_assert(!party_saw(&party, BEN, "for her eyes"));
}
END_TEST

Suite *suite_party_cards(void)
{
    Suite *suite = suite_create("party_cards");
    TCase *tcase = tcase_create("cards");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_private_message_is_edited_where_it_stands_and_notifies_nobody);
    tcase_add_test(tcase, a_private_message_that_calls_nobody_is_silent);
    tcase_add_loop_test(tcase, a_private_message_that_cannot_be_edited_is_posted_anew, 0, 2);
    tcase_add_loop_test(tcase, a_message_that_is_only_to_be_changed_is_not_posted_anew, 0, 2);
    tcase_add_test(tcase, mentions_notify_where_somebody_is_called_and_nowhere_else);
    tcase_add_test(tcase, a_card_that_finds_no_direct_channel_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
