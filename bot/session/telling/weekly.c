/* The secret is random and lies in the store from the first table of its week on. It is told when
 * the week is over and the last table that plays with it has ended, on demand: nobody is written
 * to. Beside the words of the deal nothing of it is known before. */
#include "weekly.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "fairness.h"
#include "hash.h"
#include "house_private.h"
#include "letters_put.h"
#include "person_tell.h"
#include "week.h"
#include "week_secrets.h"

enum { WEEKLY_LISTED = 5 };

static_assert((int)TABLE_WEEK_BYTES == (int)WEEK_BYTES, "a week is written in one way");

static bool weekly_starts(const struct table *table, const struct move *move)
{
    return strcmp(move->row->name, "start") == 0 && table->week.name[0] != '\0';
}

void weekly_resolve(struct house *house, const struct table *table, struct move *move)
{
    if (!table_week_chosen(move) && !weekly_starts(table, move)) {
        return;
    }
    char week[WEEK_BYTES];
    week_print(house->now_ms, week);
    const struct week_secret *secret =
        week_secrets_make(house->week_secrets, table->game->id, week);
    char *commitment = arena_take(house->arena, SEED_BYTES * 2 + 1);
    fairness_commitment(secret->secret, commitment);
    value_term(&move->args, "week", arena_text(house->arena, week, strlen(week)));
    value_term(&move->args, "commitment", commitment);
}

void weekly_seed(const struct house *house, const struct table *table, const struct move *move,
                 char hex[SEED_BYTES * 2 + 1])
{
    const char *week = value_text_at(&move->args, "week", table->week.name);
    const struct week_secret *secret =
        week_secrets_find(house->week_secrets, table->game->id, week);
    hex[0] = '\0'; /* without a secret nothing starts */
    if (secret != NULL) {
        fairness_week_seed(secret->secret, table, week, hex);
    }
}

static enum refusal weekly_refuse(struct house *house, bool you)
{
    struct outcome *out = &house->scratch->out;
    outcome_init(out);
    value_bool(outcome_refuse(out, REFUSAL_WEEK_PLAYED), "you", you);
    outcome_end(out);
    return REFUSAL_WEEK_PLAYED;
}

static struct played_week weekly_deal(const char *game, const char *week, uint64_t table)
{
    struct played_week deal = {.table = table};
    snprintf(deal.game, sizeof deal.game, "%s", game);
    snprintf(deal.week, sizeof deal.week, "%s", week);
    return deal;
}

/* Have they played it with any of their accounts? */
static bool weekly_played(const struct person *person, const struct played_week *deal)
{
    bool played = false;
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        played = played || played_weeks_elsewhere(one->weeks, deal);
    }
    return played;
}

/* Does somebody know that deal? Where another one's move is refused for it, what they did with this
 * account alone counts: that move would tell who has several. */
static bool weekly_knows(const struct house *house, const struct table *table, const char *week,
                         uint64_t id, bool themselves)
{
    const struct person *person = people_find(house->people, id);
    const struct played_week deal = weekly_deal(table->game->id, week, table->id);
    return person != NULL && (themselves ? weekly_played(person, &deal)
                                         : played_weeks_elsewhere(person->weeks, &deal));
}

enum refusal weekly_check_open(const struct handling *handling, const struct game_def *game,
                               const struct value_tree *options)
{
    char week[WEEK_BYTES];
    week_print(handling->house->now_ms, week);
    const struct played_week deal = weekly_deal(game->id, week, 0);
    bool sits = handling->item->copy.inbound.sits &&
                strcmp(value_text_at(options, TABLE_WEEK_OPTION, ""), "weekly") == 0;
    return sits && weekly_played(handling->person, &deal) ? weekly_refuse(handling->house, true)
                                                          : REFUSAL_NONE;
}

enum refusal weekly_check(struct house *house, const struct table *table, const struct move *move)
{
    static const char *const sits[] = {"join", "substitute"};
    const char *week = value_text_at(&move->args, "week", table->week.name);
    bool deals = table_week_chosen(move) || weekly_starts(table, move);
    for (size_t i = 0; i < sizeof sits / sizeof sits[0]; i++) {
        if (strcmp(move->row->name, sits[i]) == 0 && week[0] != '\0' &&
            weekly_knows(house, table, week, move->person, true)) {
            return weekly_refuse(house, true);
        }
    }
    for (unsigned i = 0; deals && i < table->seat_count; i++) {
        uint64_t person = table->seat[i].person;
        if (person != 0 && weekly_knows(house, table, week, person, person == move->person)) {
            return weekly_refuse(house, false);
        }
    }
    return REFUSAL_NONE;
}

void weekly_note(struct house *house, const struct table *table)
{
    if (table->phase != TABLE_PLAYING || table->week.name[0] == '\0') {
        return;
    }
    const struct played_week played = weekly_deal(table->game->id, table->week.name, table->id);
    for (unsigned i = 0; i < table->seat_count; i++) {
        struct person *person = people_find(house->people, table->seat[i].person);
        if (person != NULL) {
            person_played(person, &played);
        }
    }
}

/* The other parts of the house deal the same. */
static void weekly_tell(struct commit *commit, const char *game)
{
    struct buf text;
    if (commit->house->setup.parts <= 1) {
        return;
    }
    buf_init(&text, WEEK_SECRETS_TEXT_MAX);
    week_secrets_text(commit->house->week_secrets, game, &text);
    if (text.len > 0) {
        letters_put_all(commit, LETTER_WEEKS, game, text.text);
        explicit_bzero(text.text, text.len);
    }
    buf_deinit(&text);
}

void weekly_tell_all(struct commit *commit)
{
    const char *game = NULL;
    for (size_t i = 0; (game = week_secrets_game(commit->house->week_secrets, i)) != NULL; i++) {
        weekly_tell(commit, game);
    }
}

void weekly_keep(const struct handling *handling, const struct move *move)
{
    const struct table_entry *entry = handling->entry;
    if (table_week_chosen(move) || weekly_starts(&entry->resident->table, move)) {
        week_secrets_store(handling->house->week_secrets, entry->game->id, handling->commit->batch);
        weekly_tell(handling->commit, entry->game->id);
    }
}

/* Does any table play the deal of that week? */
static bool weekly_is_played(const struct house *house, const char *game, const char *week)
{
    size_t at = 0;
    for (const struct table_entry *entry = NULL;
         (entry = map_next(&house->tables.by_id, &at)) != NULL;) {
        if (entry->phase == TABLE_PLAYING && strcmp(entry->week, week) == 0 &&
            strcmp(entry->game->id, game) == 0) {
            return true;
        }
    }
    return false;
}

static bool weekly_is_told(const struct house *house, const char *game, const char *week)
{
    return week_end_ms(week) <= house->now_ms && !weekly_is_played(house, game, week);
}

const uint8_t *weekly_secret_told(const struct house *house, const struct table *table,
                                  const uint8_t own[SEED_BYTES])
{
    const char *week = table->week.name;
    if (table->phase < TABLE_OVER) {
        return NULL;
    }
    if (week[0] == '\0') {
        return own;
    }
    const struct week_secret *secret =
        week_secrets_find(house->week_secrets, table->game->id, week);
    bool told = secret != NULL && weekly_is_told(house, table->game->id, week);
    return told ? secret->secret : NULL;
}

void weekly_facts(const struct house *house, const struct table *table, struct value_tree *facts)
{
    if (table->week.name[0] == '\0') {
        return;
    }
    value_text(facts, "week", table->week.name, strlen(table->week.name));
    value_number(facts, "until_ms", week_end_ms(table->week.name));
    value_bool(facts, "told", weekly_is_told(house, table->game->id, table->week.name));
    value_list(facts, "weeks");
    size_t count = week_secrets_count(house->week_secrets, table->game->id);
    for (size_t i = count > WEEKLY_LISTED ? count - WEEKLY_LISTED : 0; i < count; i++) {
        const struct week_secret *secret = week_secrets_at(house->week_secrets, table->game->id, i);
        char hex[SEED_BYTES * 2 + 1];
        if (!weekly_is_told(house, table->game->id, secret->week)) {
            continue;
        }
        hash_hex(hex, secret->secret, SEED_BYTES);
        value_object(facts, NULL);
        value_text(facts, "week", secret->week, strlen(secret->week));
        value_text(facts, "secret", hex, sizeof hex - 1);
        value_end(facts);
    }
    value_end(facts);
}
