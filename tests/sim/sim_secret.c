/* Words that people write in private, and who may be sent them. */
#include "sim.h"

#include <stdlib.h>
#include <string.h>

#include "doc_json.h"
#include "rules.h"

static struct view view; /* one world at a time */

unsigned sim_secret_new(struct sim *sim, const struct sim_field *field)
{
    const struct table *table = field->table;
    unsigned index = sim->secret_count++;
    if (index == SIM_SECRETS_MAX) {
        sim_fail(sim, "the simulator has no more words");
    }
    sim->secrets[index] = (struct sim_secret){.table = table->id, .who = field->who, .team = -1};
    if (table->phase == TABLE_PLAYING && seat_is_person(field->seat)) {
        sim->secrets[index].team = table->game->team(table->state, field->seat);
    }
    sim->secrets[index].talk = strcmp(field->name, "text") == 0;
    return index;
}

unsigned sim_secret_of(const struct sim *sim, const struct sim_field *field, unsigned back)
{
    const struct table *table = field->table;
    bool seated = table->phase == TABLE_PLAYING && seat_is_person(field->seat);
    int team = seated ? table->game->team(table->state, field->seat) : -1;
    for (unsigned i = sim->secret_count; i-- > 0;) {
        if (sim->secrets[i].table == table->id && sim->secrets[i].team == team && back-- == 0) {
            return i;
        }
    }
    return SIM_SECRETS_MAX;
}

static bool is_of_tag(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Is the place inside the tag that a control begins with ("t", the tag, a dot)? Its characters are
 * chance, and spell a word now and then. */
static bool is_in_tag(const char *text, const char *at)
{
    const char *begin = at;
    while (begin > text && is_of_tag(begin[-1])) {
        begin--;
    }
    while (is_of_tag(*at)) {
        at++;
    }
    return *begin == 't' && at - begin == TABLE_TAG_BYTES && *at == '.' &&
           (begin == text || begin[-1] == '"');
}

const char *sim_secret_next(const char *text, const char *at, unsigned *word_r)
{
    while ((at = strstr(at, "zq")) != NULL) {
        char *end = NULL;
        unsigned long word = strtoul(at + 2, &end, 10);
        if (end != at + 2 && word < SIM_SECRETS_MAX && !is_in_tag(text, at)) {
            *word_r = (unsigned)word;
            return at;
        }
        at += 2;
    }
    return NULL;
}

static struct sim *watched; /* the wrapped function has no context of its own */

void sim_secret_watch(struct sim *sim)
{
    watched = sim;
}

static unsigned who_sits(const struct table *table, int seat)
{
    unsigned who = 0;
    while (seat_is_person(seat) && who < SIM_PEOPLE &&
           strcmp(table->seat[seat].name, sim_name(who)) != 0) {
        who++;
    }
    return who;
}

/* What a reader's view holds, whoever sits there knows; what the crowd's holds, everybody. */
static void learn(struct sim *sim, const struct table *table, int seat)
{
    unsigned who = who_sits(table, seat);
    unsigned word = 0;
    rules_view(table->game, table->state, seat, &view);
    for (uint16_t i = 0; i < view.facts.count; i++) {
        const struct value *fact = &view.facts.fact[i];
        const char *text = fact->kind == VALUE_TEXT ? fact->text : "";
        for (const char *at = text; (at = sim_secret_next(text, at, &word)) != NULL; at += 2) {
            struct sim_secret *secret = &sim->secrets[word];
            secret->said = secret->said || seat == SEAT_CROWD;
            secret->known |= (uint16_t)(who < SIM_PEOPLE ? BIT(who) : 0);
        }
    }
}

/* The house calls this after every move, also when it reads a journal. */
#define WRAPPED(type, name, ...)     \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

WRAPPED(void, house_player_noticed, struct house *house, const struct table_entry *entry,
        const struct outcome *out)
{
    const struct table *table = &entry->resident->table;
    __real_house_player_noticed(house, entry, out);
    for (int seat = SEAT_CROWD;
         watched != NULL && table->phase == TABLE_PLAYING && seat < table->seat_count;
         seat = seat_is_person(seat) ? seat + 1 : 0) {
        learn(watched, table, seat);
    }
}

/* May somebody be sent this word: has it been said, is the game over, does their seat know it? */
static bool may_read(const struct sim *sim, const struct sim_secret *secret, const char *where)
{
    const struct table_entry *entry = tables_find(&sim->world.house->tables, secret->table);
    bool mine = strcmp(where, sim_name(secret->who)) == 0;
    if (secret->said || mine || entry == NULL || entry->load != ENTRY_RESIDENT) {
        return true;
    }
    const struct table *table = &entry->resident->table;
    bool may = table->phase >= TABLE_OVER || strcmp(where, table->referee_name) == 0;
    for (unsigned who = 0; who < SIM_PEOPLE; who++) {
        may = may || ((secret->known & BIT(who)) != 0 && strcmp(where, sim_name(who)) == 0);
    }
    for (int seat = 0; secret->talk && seat < table->seat_count; seat++) {
        may = may || (strcmp(where, table->seat[seat].name) == 0 &&
                      table->game->team(table->state, seat) == secret->team);
    }
    return may;
}

/* Is the place in the quote of a sentence that a house player of the secret's own team says? They
 * say their signals in public: that is the game. */
static bool is_said_by_the_house(const struct sim *sim, const struct sim_secret *secret,
                                 const char *doc, const char *at)
{
    static const char says[] = "\",\"people\":true},{\"t\":\"text\",\"s\":\" says:\"}";
    const struct table_entry *entry = tables_find(&sim->world.house->tables, secret->table);
    const char *last = NULL;
    for (const char *next = strstr(doc, says); next != NULL && next < at;
         next = strstr(next + 1, says)) {
        last = next;
    }
    const char *line = last == NULL ? NULL : strstr(last, "\"t\":\"paragraph\"");
    if (last == NULL || (line != NULL && line < at) || entry == NULL || entry->resident == NULL) {
        return false;
    }
    const struct table *table = &entry->resident->table;
    for (int seat = 0; seat < table->seat_count; seat++) {
        size_t len = strlen(table->seat[seat].name);
        if (table_is_bot(table, seat) && (size_t)(last - doc) > len &&
            memcmp(last - len, table->seat[seat].name, len) == 0 &&
            table->game->team(table->state, seat) == secret->team) {
            return true;
        }
    }
    return false;
}

void sim_check_secrets(struct sim *sim, const struct sending *sending)
{
    char where[WORLD_NAME_BYTES];
    unsigned word = 0;
    world_where(sending, where);
    sim->checking = "leak";
    char *doc = doc_json_text(sending->doc, &sending->head);
    for (const char *at = doc; (at = sim_secret_next(doc, at, &word)) != NULL; at += 2) {
        if (is_said_by_the_house(sim, &sim->secrets[word], doc, at)) {
            sim->secrets[word].said = true;
        }
        if (!may_read(sim, &sim->secrets[word], where)) {
            sim_fail(sim, "%s is sent the word zq%ux of %s", where, word,
                     sim_name(sim->secrets[word].who));
        }
    }
    free(doc);
}
