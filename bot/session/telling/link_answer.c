/* A code is asked for with one account, said with the other, and meant by a yes with each: whoever
 * gets hold of a code, or of somebody who believes them, has nothing yet. The person who asked for
 * it comes first: their settings stand. All of it is told in private. */
#include "link_answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cards.h"
#include "handling.h"
#include "house_button.h"
#include "house_private.h"
#include "link_codes.h"
#include "linked.h"
#include "outbox_put.h"
#include "parts_known.h"
#include "print.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"

enum { LINK_FACTS = 8, LINK_TEXT_BYTES = 640, LINK_FIELD_MAX = 24 };

/* How many codes one person says in a row, and how fast they may go on. */
static const struct flood_limit link_guess_limit = {.burst = 5, .per_minute = 1};

/* --- who -------------------------------------------------------------------------------------- */

/* The account that something came from. */
static const struct address *link_here(const struct handling *handling)
{
    return people_address(handling->house->people, handling->item->adapter->name,
                          handling->item->copy.inbound.account);
}

/* An account as its person knows it: how it is called there, and where. */
static void link_account(const struct compose *compose, struct value_tree *facts,
                         const struct address *address, bool here)
{
    const char *name = address->person->name == NULL ? "" : address->person->name;
    const char *platform = arena_text(compose->arena, address->key, strcspn(address->key, "/"));
    value_object(facts, "args");
    value_text(facts, "name", name, strlen(name));
    value_term(facts, "platform", platform);
    value_bool(facts, "here", here);
}

/* A sentence about an account. */
static const struct doc *link_say(const struct compose *compose, enum message message,
                                  const struct address *address, bool here)
{
    struct value fact[LINK_FACTS];
    char pool[LINK_TEXT_BYTES];
    struct value_tree facts;
    value_init(&facts, fact, LINK_FACTS, pool, sizeof pool);
    link_account(compose, &facts, address, here);
    value_end(&facts);
    return compose_say(compose, message, &facts, 0);
}

/* To another account of theirs, in private. */
static void link_tell(struct handling *handling, const struct address *address,
                      const struct doc *doc)
{
    const struct outbox_message message = {
        .kind = SEND_PRIVATE,
        .room = arena_text(handling->house->arena, address->key,
                           (size_t)(address->account - address->key)),
        .account = address->account,
        .doc = doc,
        .doc_kind = DOC_ANSWER,
        .seat = SEAT_NONE,
        .notify = true,
    };
    outbox_put(&handling->commit->mail, &message);
}

static struct compose link_compose_to(struct handling *handling, const struct address *address)
{
    struct compose compose = house_compose_in(handling->house, address->key);
    house_compose_own(handling->house, address->person, &compose);
    return compose;
}

static void link_refuse(struct handling *handling, enum refusal refusal)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    outcome_refuse(out, refusal);
    outcome_end(out);
    show_refusal(handling);
}

/* --- may they? -------------------------------------------------------------------------------- */

/* An open table at which both are; NULL: none. */
static const struct table_entry *link_both_at(const struct house *house, const struct person *first,
                                              const struct person *other)
{
    for (const struct person *one = first->lead; one != NULL; one = one->next_linked) {
        for (unsigned i = 0; i < one->table_count; i++) {
            const struct table_entry *entry = tables_find(&house->tables, one->tables[i]);
            if (entry != NULL && entry->phase < TABLE_OVER &&
                linked_has_table(other, one->tables[i])) {
                return entry;
            }
        }
    }
    return NULL;
}

static bool link_refuse_both(struct handling *handling, const struct table_entry *entry)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    struct value_tree *facts = outcome_refuse(out, REFUSAL_LINK_BOTH_THERE);
    value_term(facts, "game", entry->game->id);
    value_number(facts, "number", entry->number);
    outcome_end(out);
    show_refusal(handling);
    return false;
}

static bool link_refuse_elsewhere(struct handling *handling)
{
    const char *both = handling->parts->both;
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    value_text(outcome_refuse(out, REFUSAL_LINK_BOTH_ELSEWHERE), "table", both, strlen(both));
    outcome_end(out);
    show_refusal(handling);
    return false;
}

/* Can the two be linked as they are? Else says why not. */
static bool link_may(struct handling *handling, const struct person *first,
                     const struct person *other)
{
    enum refusal refusal = REFUSAL_NONE;
    if (handling->house->down) {
        refusal = REFUSAL_STORE_DOWN;
    } else if (first == NULL || other == NULL) {
        refusal = REFUSAL_LINK_NO_CODE; /* forgotten meanwhile */
    } else if (first->frozen || other->frozen || first->lead->frozen || other->lead->frozen) {
        refusal = REFUSAL_YOU_UNREADABLE;
    } else if (linked_are(first, other)) {
        refusal = REFUSAL_LINK_ALREADY;
    } else if (linked_accounts(first) + linked_accounts(other) > LINKED_MAX ||
               linked_tables(first) + linked_tables(other) > PERSON_TABLES_MAX) {
        refusal = REFUSAL_LINK_TOO_MANY;
    }
    if (refusal == REFUSAL_NONE && handling->parts != NULL && handling->parts->both[0] != '\0') {
        return link_refuse_elsewhere(handling);
    }
    const struct table_entry *both =
        refusal == REFUSAL_NONE ? link_both_at(handling->house, first, other) : NULL;
    if (both != NULL) {
        return link_refuse_both(handling, both);
    }
    if (refusal != REFUSAL_NONE) {
        link_refuse(handling, refusal);
    }
    return refusal == REFUSAL_NONE;
}

/* --- a code ----------------------------------------------------------------------------------- */

void link_list(const struct handling *handling, const struct compose *compose, struct doc *doc)
{
    const struct address *here = link_here(handling);
    if (linked_is_alone(handling->person)) {
        return;
    }
    show_append(doc, compose_say(compose, MSG_HOUSE_LINKED, NULL, VALUE_NONE));
    for (const struct person *one = handling->person->lead; one != NULL; one = one->next_linked) {
        for (const struct address *at = one->addresses; at != NULL; at = at->next) {
            show_append(doc, link_say(compose, MSG_HOUSE_LINKED_ACCOUNT, at, at == here));
        }
    }
}

void link_offer(const struct handling *handling, struct doc *doc)
{
    const struct compose compose = house_compose_for(handling);
    house_button_worded(&compose, doc, "link", NULL, message_name(MSG_LABEL_LINK),
                        CHOICE_SECONDARY);
}

/* Where the code of the other account is written. */
static void link_field(const struct compose *compose, struct doc *doc)
{
    struct choice *choice = house_button_worded(
        compose, doc, "link", NULL, message_name(MSG_LABEL_LINK_CODE), CHOICE_SECONDARY);
    struct field *field = choice == NULL ? NULL : arena_take(doc->arena, sizeof *field);
    if (field != NULL) {
        field->name = "to";
        field->label = catalogue_text(compose->catalogue, compose->arena,
                                      message_name(MSG_LABEL_LINK_FIELD), NULL, VALUE_NONE, NULL);
        field->kind = FIELD_TEXT;
        field->min = LINK_CODE_LETTERS;
        field->max = LINK_FIELD_MAX;
        choice->fields = field;
    }
}

/* Yes and no to one wish, whichever others come after it. */
static void link_buttons(const struct compose *compose, struct doc *doc,
                         const struct link_wish *wish)
{
    char yes[HOUSE_BUTTON_TO_BYTES];
    char no[HOUSE_BUTTON_TO_BYTES];
    snprintf(yes, sizeof yes, "yes_%" PRIu32, wish->number);
    snprintf(no, sizeof no, "no_%" PRIu32, wish->number);
    house_button_worded(compose, doc, "link", yes, message_name(MSG_LABEL_LINK_YES), CHOICE_DANGER);
    house_button_worded(compose, doc, "link", no, message_name(MSG_LABEL_LINK_NO),
                        CHOICE_SECONDARY);
}

/* The question to the account that is asked now. */
static const struct doc *link_question(const struct house *house, const struct compose *compose,
                                       const struct link_wish *wish)
{
    bool meant = wish->state == LINK_MEANT;
    const struct address *about =
        people_address_at(house->people, meant ? wish->other : wish->first);
    struct doc *doc = doc_new(house->arena);
    if (about != NULL) {
        show_append(doc, link_say(compose, meant ? MSG_HOUSE_LINK_ASKED : MSG_HOUSE_LINK_ASK, about,
                                  false));
        link_buttons(compose, doc, wish);
    }
    return doc;
}

/* Can what holds for minutes be shown here without being stored? */
static bool link_passes(const struct handling *handling)
{
    const struct adapter_link *link = handling->item->adapter;
    struct room_capabilities capabilities = {.only_stored = false};
    if (link->def != NULL && link->def->capabilities != NULL) {
        link->def->capabilities(link->adapter, handling->item->copy.inbound.room, &capabilities);
    }
    return !capabilities.only_stored;
}

/* A code, or what is still asked of this account. The code is sent without being stored, where that
 * can be read for long enough. */
static void link_give(struct handling *handling, const struct address *here)
{
    struct house *house = handling->house;
    const struct compose compose = house_compose_for(handling);
    const struct link_wish *asked =
        link_codes_asked(house->link_codes, here->key, 0, house->now_ms);
    if (asked != NULL) {
        show_answer(handling, link_question(house, &compose, asked), DOC_ANSWER);
        return;
    }
    struct value fact[LINK_FACTS];
    char pool[LINK_TEXT_BYTES];
    char code[LINK_CODE_BYTES];
    struct value_tree facts;
    struct doc *doc = doc_new(house->arena);
    link_codes_give(house->link_codes, here->key, house->now_ms, code);
    value_init(&facts, fact, LINK_FACTS, pool, sizeof pool);
    value_object(&facts, "args");
    value_text(&facts, "code", code, strlen(code));
    value_end(&facts);
    show_append(doc, compose_say(&compose, MSG_HOUSE_LINK, &facts, 0));
    link_list(handling, &compose, doc);
    link_field(&compose, doc);
    if (!linked_is_alone(handling->person)) {
        house_button_worded(&compose, doc, "unlink", NULL, message_name(MSG_LABEL_UNLINK),
                            CHOICE_SECONDARY);
    }
    handling->passing = link_passes(handling);
    show_answer(handling, doc, DOC_ANSWER);
    handling->passing = false;
    explicit_bzero(code, sizeof code);
    explicit_bzero(pool, sizeof pool);
}

static void link_code(struct handling *handling, const struct address *here, const char *said)
{
    struct house *house = handling->house;
    struct person *person = here->person->lead;
    if (!flood_take(&person->guesses, &link_guess_limit, 1, house->now_ms) ||
        !link_codes_may_say(house->link_codes, house->now_ms)) {
        link_refuse(handling, REFUSAL_LINK_TOO_OFTEN);
        return;
    }
    struct link_wish *wish = link_codes_find(house->link_codes, said, house->now_ms);
    if (wish == NULL) {
        link_refuse(handling, REFUSAL_LINK_NO_CODE);
        return;
    }
    if (strcmp(wish->first, here->key) == 0) {
        link_refuse(handling, REFUSAL_LINK_OWN_CODE);
        return;
    }
    if (link_may(handling, people_at_key(house->people, wish->first), here->person)) {
        const struct compose compose = house_compose_for(handling);
        link_codes_said(house->link_codes, wish, here->key);
        show_answer(handling, link_question(house, &compose, wish), DOC_ANSWER);
    }
}

/* --- yes and no ------------------------------------------------------------------------------- */

/* The account that said the code means it: the one that asked for it is asked. */
static void link_meant(struct handling *handling, struct link_wish *wish)
{
    struct house *house = handling->house;
    const struct address *first = people_address_at(house->people, wish->first);
    const struct compose compose = house_compose_for(handling);
    const struct compose there = link_compose_to(handling, first);
    wish->state = LINK_MEANT;
    show_answer(handling, link_say(&compose, MSG_HOUSE_LINK_WAIT, first, false), DOC_ANSWER);
    link_tell(handling, first, link_question(house, &there, wish));
}

static const struct doc *link_end(const struct handling *handling, const struct compose *compose,
                                  enum message message, const struct address *about, bool first)
{
    struct doc *doc = doc_new(handling->house->arena);
    show_append(doc, link_say(compose, message, about, first));
    if (message == MSG_HOUSE_LINK_DONE) {
        house_button_worded(compose, doc, "unlink", NULL, message_name(MSG_LABEL_UNLINK),
                            CHOICE_SECONDARY);
    }
    return doc;
}

/* Both have said yes. In memory first, as everything that people have; it is in the transaction
 * that tells it. */
static void link_both(struct handling *handling, struct link_wish *wish)
{
    struct house *house = handling->house;
    const struct address *first = people_address_at(house->people, wish->first);
    const struct address *other = people_address_at(house->people, wish->other);
    linked_join(first->person, other->person, house->now_ms);
    linked_acts(first->person, first);
    commit_person(handling->commit, first->person);
    link_codes_drop(house->link_codes, wish);
    const struct compose compose = house_compose_for(handling);
    const struct compose there = link_compose_to(handling, other);
    show_answer(handling, link_end(handling, &compose, MSG_HOUSE_LINK_DONE, other, true),
                DOC_ANSWER);
    link_tell(handling, other, link_end(handling, &there, MSG_HOUSE_LINK_DONE, first, false));
    cards_move_all(handling->commit, first->person);
    handling->chose = true;
}

static void link_yes(struct handling *handling, struct link_wish *wish)
{
    struct house *house = handling->house;
    if (!link_may(handling, people_at_key(house->people, wish->first),
                  people_at_key(house->people, wish->other))) {
        return;
    }
    if (wish->state == LINK_SAID) {
        link_meant(handling, wish);
    } else {
        link_both(handling, wish);
    }
}

static void link_no(struct handling *handling, struct link_wish *wish)
{
    struct house *house = handling->house;
    const struct address *other = people_address_at(house->people, wish->other);
    const struct compose compose = house_compose_for(handling);
    bool tells = wish->state == LINK_MEANT && other != NULL && !house->down;
    link_codes_drop(house->link_codes, wish);
    show_answer(handling, compose_say(&compose, MSG_HOUSE_LINK_NO, NULL, VALUE_NONE), DOC_ANSWER);
    if (tells) {
        const struct compose there = link_compose_to(handling, other);
        link_tell(handling, other, compose_say(&there, MSG_HOUSE_LINK_NO, NULL, VALUE_NONE));
    }
}

static bool link_is_word(const char *said, const char *word)
{
    size_t len = strcspn(said, " _");
    return len == strlen(word) && strncasecmp(said, word, len) == 0;
}

/* The wish that is meant by yes or no, with the number of a button behind it; NULL: none. */
static struct link_wish *link_wish_of(const struct house *house, const struct address *here,
                                      const char *said)
{
    size_t len = strcspn(said, " _");
    uint32_t number = said[len] == '\0' ? 0 : (uint32_t)strtoul(said + len + 1, NULL, 10);
    return link_codes_asked(house->link_codes, here->key, number, house->now_ms);
}

const char *link_other(const struct handling *handling, const char *said)
{
    const struct address *here = link_here(handling);
    const struct link_wish *wish = here == NULL || !link_is_word(said, "yes")
                                       ? NULL
                                       : link_wish_of(handling->house, here, said);
    return wish == NULL ? NULL : strcmp(wish->first, here->key) == 0 ? wish->other : wish->first;
}

/* "yes" or "no"; false: it is none of them. */
static bool link_decides(struct handling *handling, const struct address *here, const char *said)
{
    bool yes = link_is_word(said, "yes");
    if (!yes && !link_is_word(said, "no")) {
        return false;
    }
    struct link_wish *wish = link_wish_of(handling->house, here, said);
    if (wish == NULL) {
        link_refuse(handling, REFUSAL_LINK_NO_CODE);
    } else if (yes) {
        link_yes(handling, wish);
    } else {
        link_no(handling, wish);
    }
    return true;
}

/* --- parting ---------------------------------------------------------------------------------- */

/* Which of theirs is to be parted from the others, each by a button. */
static void unlink_ask(struct handling *handling, const struct address *here)
{
    const struct compose compose = house_compose_for(handling);
    struct doc *doc = doc_new(handling->house->arena);
    show_append(doc, compose_say(&compose, MSG_HOUSE_UNLINK, NULL, VALUE_NONE));
    link_list(handling, &compose, doc);
    for (const struct person *one = here->person->lead; one != NULL; one = one->next_linked) {
        const struct address *at = one->addresses;
        struct value fact[LINK_FACTS];
        char pool[LINK_TEXT_BYTES];
        char to[HOUSE_BUTTON_TO_BYTES];
        struct value_tree facts;
        if (at == NULL) {
            continue;
        }
        value_init(&facts, fact, LINK_FACTS, pool, sizeof pool);
        link_account(&compose, &facts, at, at == here);
        value_end(&facts);
        snprintf(to, sizeof to, "%" PRIu64, one->id);
        house_button(&compose, doc, "unlink", to,
                     catalogue_text(compose.catalogue, compose.arena,
                                    message_name(MSG_LABEL_UNLINK_ACCOUNT), &facts, 0, NULL),
                     CHOICE_DANGER);
    }
    show_answer(handling, doc, DOC_ANSWER);
}

/* The one that is meant: by a button, by its name, or this one; NULL: none of theirs. */
static struct person *unlink_whom(const struct address *here, const char *said)
{
    bool sure = strcasecmp(said, "sure") == 0 || strcasecmp(said, "this") == 0;
    uint64_t id = sure ? here->person->id : strtoull(said, NULL, 10);
    struct person *named = NULL;
    unsigned names = 0;
    for (struct person *one = here->person->lead; one != NULL; one = one->next_linked) {
        if (one->id == id) {
            return one;
        }
        if (one->name != NULL && strcasecmp(one->name, said) == 0) {
            named = one;
            names++;
        }
    }
    return names == 1 ? named : NULL; /* of one name: which is asked once more */
}

static void unlink_now(struct handling *handling, const struct address *here, struct person *person)
{
    struct house *house = handling->house;
    struct person *lead = person->lead;
    struct person *left = lead == person ? person->next_linked : lead;
    const struct address *parted = person->addresses;
    const struct compose compose = house_compose_for(handling);
    linked_part(person);
    commit_person(handling->commit, person);
    commit_person(handling->commit, left);
    const struct address *way = person == here->person ? linked_way(left, "") : parted;
    show_answer(handling, link_say(&compose, MSG_HOUSE_UNLINKED, parted, parted == here),
                DOC_ANSWER);
    if (way != NULL && parted != NULL) {
        const struct compose there = link_compose_to(handling, way);
        link_tell(handling, way, link_say(&there, MSG_HOUSE_UNLINKED, parted, way == parted));
    }
    cards_move_all(handling->commit, person);
    cards_move_all(handling->commit, left);
    (void)house;
}

static void unlink_answer(struct handling *handling, const struct address *here, const char *said)
{
    struct person *person = unlink_whom(here, said);
    if (linked_is_alone(here->person)) {
        link_refuse(handling, REFUSAL_LINK_ALONE);
    } else if (person == NULL) {
        unlink_ask(handling, here);
    } else if (handling->house->down) {
        link_refuse(handling, REFUSAL_STORE_DOWN);
    } else {
        unlink_now(handling, here, person);
    }
}

/* --- what is said ----------------------------------------------------------------------------- */

/* Do others read what was said? What is pressed, or a command of its platform, they do not. */
static bool link_is_read(const struct inbound *inbound)
{
    return !inbound->private_room && inbound->kind == INBOUND_TEXT;
}

bool link_is_said(const struct inbound *inbound)
{
    const char *to = inbound->args == NULL ? NULL : value_text_at(inbound->args, "to", NULL);
    return link_codes_in(inbound->text) || link_codes_in(to);
}

bool link_answer(struct handling *handling, enum command_question question)
{
    struct house *house = handling->house;
    const char *said = value_text_at(&house->scratch->command.args, "to", "");
    const struct address *here = link_here(handling);
    if (question != ASK_LINK && question != ASK_UNLINK) {
        return false;
    }
    if (link_is_read(&handling->item->copy.inbound)) {
        struct link_wish *wish = link_codes_find(house->link_codes, said, house->now_ms);
        if (wish != NULL) {
            link_codes_drop(house->link_codes, wish); /* others have read it */
        }
        link_refuse(handling, REFUSAL_LINK_IN_PRIVATE);
    } else if (question == ASK_UNLINK) {
        unlink_answer(handling, here, said);
    } else if (said[0] == '\0') {
        link_give(handling, here);
    } else if (!link_decides(handling, here, said)) {
        link_code(handling, here, said);
    }
    return true;
}
