#include "room_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "calendar.h"
#include "handling.h"
#include "house_private.h"
#include "languages.h"
#include "print.h"
#include "room_choices.h"
#include "settings.h"
#include "show_view.h"
#include "team_room_row.h"

enum {
    WORDS_FACTS = LANGUAGES_MAX * 2 + 16,
    WORDS_PREFIX_BYTES = 9,
    WORDS_WISH_BYTES = 64, /* as the command has it */
    WORDS_SEASON_USUAL = 1 /* the place of a quarter among the values */
};

static const char words_language[] = "language";
static const char words_prefix[] = "prefix";
static const char words_zone[] = "room_zone";
static const char words_season[] = "season";

/* What somebody wishes: a word, or "" to ask; for the room, or for all of its server. */
struct words_wish {
    enum setting setting;
    bool server;
    char room_key[ROOM_KEY_BYTES];
    char server_key[ROOM_KEY_BYTES]; /* "": the room is part of none */
    char word[WORDS_WISH_BYTES];
};

/* What a room has chosen, or the one that it was opened from; "" for neither. */
static const char *words_of_room(const struct house *house, const char *key, const char *name)
{
    char home[ROOM_KEY_BYTES];
    const char *word = room_choices_word(house->room_choices, key, name);
    const char *from = word[0] != '\0' ? NULL : link_home(&house->links, key, home, sizeof home);
    return from != NULL ? room_choices_word(house->room_choices, from, name) : word;
}

/* What the server that the room is part of has chosen; "" for nothing. */
static const char *words_of_server(const struct house *house, const char *key, const char *name)
{
    char server[ROOM_KEY_BYTES];
    return link_server(&house->links, key, server, sizeof server) == NULL
               ? ""
               : room_choices_server_word(house->room_choices, server, name);
}

/* The room's choice, else its server's; "" for neither. A team's room goes by that of its table. */
static const char *words_chosen(const struct house *house, const char *adapter, const char *room,
                                const char *name)
{
    char key[ROOM_KEY_BYTES];
    if (!room_choices_have_words(house->room_choices) ||
        print_join(key, sizeof key, adapter, "/", room) >= sizeof key) {
        return "";
    }
    const struct team_room *team = team_room_at(&house->tables, key);
    const char *of = team == NULL ? key : team->entry->room->key;
    const char *word = words_of_room(house, of, name);
    return word[0] != '\0' ? word : words_of_server(house, of, name);
}

static const struct catalogue *words_catalogue(const struct house *house, const char *tag)
{
    const struct catalogue *chosen = tag[0] == '\0' || house->setup.languages == NULL
                                         ? NULL
                                         : languages_find(house->setup.languages, tag);
    return chosen != NULL ? chosen : house->setup.catalogue;
}

const struct catalogue *room_words(const struct house *house, const char *adapter, const char *room)
{
    return words_catalogue(house, words_chosen(house, adapter, room, words_language));
}

static const char *words_entry(const void *catalogue, const char *key)
{
    return catalogue_entry(catalogue, key);
}

const struct command_index *room_words_index(struct house *house, const struct catalogue *catalogue)
{
    for (size_t i = 0; i < HOUSE_INDEXES_MAX; i++) {
        if (house->index[i].of == catalogue) {
            return house->index[i].index;
        }
    }
    struct house_index *place = &house->index[house->index_next++ % HOUSE_INDEXES_MAX];
    const struct command_words words = {.word = words_entry, .catalogue = catalogue};
    command_index_free(&place->index);
    place->index = command_index_new(&words);
    place->of = catalogue;
    return place->index;
}

const struct catalogue *room_words_own(const struct house *house, const struct person *person)
{
    const struct own_choices *choices = person == NULL ? NULL : person_choices(person);
    const char *tag = choices == NULL ? "" : choices->language;
    return tag[0] == '\0' || house->setup.languages == NULL
               ? NULL
               : languages_find(house->setup.languages, tag);
}

/* The table at which they sat down last; NULL: none. */
static const struct table_entry *words_last_table(const struct house *house,
                                                  const struct person *person)
{
    return person == NULL || person->table_count == 0
               ? NULL
               : tables_find(&house->tables, person->tables[person->table_count - 1]);
}

const struct catalogue *room_words_for(const struct house *house, const char *adapter,
                                       const struct inbound *inbound)
{
    const struct person *person =
        inbound->private_room ? people_at(house->people, adapter, inbound->account) : NULL;
    const struct catalogue *own = room_words_own(house, person);
    if (own != NULL) {
        return own;
    }
    const struct table_entry *entry = words_last_table(house, person);
    const struct person *one = person == NULL ? NULL : person->lead;
    for (; one != NULL && entry == NULL; one = one->next_linked) {
        entry = words_last_table(house, one);
    }
    return entry == NULL ? room_words(house, adapter, inbound->room)
                         : room_words(house, entry->room->adapter, entry->room->id);
}

const char *room_language(const struct house *house, const char *adapter, const char *room)
{
    const char *tag = words_chosen(house, adapter, room, words_language);
    return tag[0] != '\0' ? tag : settings_text(house->setup.settings, "bot", "language");
}

const char *room_zone(const struct house *house, const char *adapter, const char *room)
{
    const char *chosen = words_chosen(house, adapter, room, words_zone);
    return chosen[0] != '\0' ? chosen : NULL;
}

const char *room_season(const struct house *house, const char *room_key)
{
    return words_of_room(house, room_key, words_season);
}

const char *room_prefix(const struct house *house, const char *adapter, const char *room)
{
    const char *chosen = words_chosen(house, adapter, room, words_prefix);
    return chosen[0] != '\0' ? chosen : settings_text(house->setup.settings, "bot", "prefix");
}

static void words_list(const struct handling *handling, struct value_tree *facts)
{
    const struct languages *languages = handling->house->setup.languages;
    const struct catalogue *one = NULL;
    value_list(facts, "languages");
    for (size_t n = 0; languages != NULL && (one = languages_at(languages, n)) != NULL; n++) {
        if (languages_find(languages, catalogue_language(one)) == one) { /* not stood in for */
            value_term(facts, NULL, catalogue_language(one));
        }
    }
    value_end(facts);
}

/* A language by its own name, a prefix or a zone. */
static void words_fact(struct handling *handling, const struct words_wish *wish,
                       struct value_tree *facts, const char *key, const char *word)
{
    struct house *house = handling->house;
    if (wish->setting == SETTING_ROOM_ZONE) {
        word = word[0] != '\0' ? word : "UTC";
        value_text(facts, key, word, strlen(word));
        return;
    }
    if (wish->setting == SETTING_ROOM_SEASON) {
        char usual[SETTING_VALUE_BYTES];
        setting_value(wish->setting, WORDS_SEASON_USUAL, usual);
        value_term(facts, key,
                   word[0] != '\0' ? word : arena_text(house->arena, usual, strlen(usual)));
        return;
    }
    if (wish->setting == SETTING_ROOM_PREFIX) {
        word = word[0] != '\0' ? word : settings_text(house->setup.settings, "bot", "prefix");
        value_text(facts, key, word, strlen(word));
        return;
    }
    const struct catalogue *words = words_catalogue(house, word);
    const char *name = catalogue_entry(words, "language.name");
    value_term(facts, key, name != NULL ? name : catalogue_language(words));
}

static const struct doc *words_line(struct handling *handling, const struct words_wish *wish)
{
    struct value fact[WORDS_FACTS];
    char text[256];
    struct value_tree facts;
    const struct compose compose = house_compose_for(handling);
    const char *name = setting_row(wish->setting)->name;
    const char *own = words_of_room(handling->house, wish->room_key, name);
    const char *general = words_of_server(handling->house, wish->room_key, name);
    value_init(&facts, fact, WORDS_FACTS, text, sizeof text);
    value_object(&facts, "args");
    value_bool(&facts, "chosen", own[0] != '\0');
    value_bool(&facts, "by_server", own[0] == '\0' && general[0] != '\0');
    value_bool(&facts, "elsewhere", own[0] != '\0' && wish->server);
    value_bool(&facts, "server",
               wish->server_key[0] != '\0' && handling->item->copy.inbound.moderates_server);
    value_bool(&facts, "moderator", handling->item->copy.inbound.moderator);
    words_fact(handling, wish, &facts, wish->setting == SETTING_ROOM_PREFIX ? "prefix" : "name",
               own[0] != '\0' ? own : general);
    words_fact(handling, wish, &facts, "general", general);
    if (wish->setting == SETTING_ROOM_LANGUAGE) {
        words_list(handling, &facts);
    }
    value_end(&facts);
    return compose_say(&compose, setting_row(wish->setting)->tells, &facts, 0);
}

static void words_refuse(const struct handling *handling, enum refusal refusal)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    struct value_tree *facts = outcome_refuse(out, refusal);
    if (refusal == REFUSAL_NO_LANGUAGE) {
        words_list(handling, facts);
    }
    outcome_end(out);
}

void room_words_refuse_language(const struct handling *handling)
{
    words_refuse(handling, REFUSAL_NO_LANGUAGE);
}

/* One to eight signs that no plain message begins with by chance, and no mention. */
static bool words_is_prefix(const char *text)
{
    size_t len = strlen(text);
    bool good = len > 0 && len < WORDS_PREFIX_BYTES && strchr("/@#<", text[0]) == NULL;
    for (size_t i = 0; i < len && good; i++) {
        good = !isspace((unsigned char)text[i]) && !isalnum((unsigned char)text[i]) &&
               !iscntrl((unsigned char)text[i]);
    }
    return good;
}

/* The whole name of a zone. */
static const char *words_zone_wanted(const struct handling *handling, const struct words_wish *wish)
{
    char name[CALENDAR_ZONE_BYTES];
    return calendar_zone(wish->word, name) ? arena_text(handling->house->arena, name, strlen(name))
                                           : NULL;
}

/* One of the values that are offered. */
static const char *words_season_wanted(const struct handling *handling,
                                       const struct words_wish *wish)
{
    char value[SETTING_VALUE_BYTES];
    for (unsigned i = 0; setting_value(wish->setting, i, value); i++) {
        if (strcasecmp(value, wish->word) == 0) {
            return arena_text(handling->house->arena, value, strlen(value));
        }
    }
    return NULL;
}

/* What is to be stored for a wish: "" takes a choice back, NULL is no such language, sign, zone. */
static const char *words_wanted(const struct handling *handling, const struct words_wish *wish)
{
    if (strcasecmp(wish->word, "usual") == 0 || strcasecmp(wish->word, "as usual") == 0) {
        return "";
    }
    if (wish->setting == SETTING_ROOM_ZONE) {
        return words_zone_wanted(handling, wish);
    }
    if (wish->setting == SETTING_ROOM_PREFIX) {
        return words_is_prefix(wish->word) ? wish->word : NULL;
    }
    if (wish->setting == SETTING_ROOM_SEASON) {
        return words_season_wanted(handling, wish);
    }
    const struct languages *languages = handling->house->setup.languages;
    const struct catalogue *found =
        languages == NULL ? NULL : languages_find(languages, wish->word);
    return found == NULL ? NULL : catalogue_language(found);
}

static enum refusal words_allowed(const struct handling *handling, const struct words_wish *wish,
                                  const char *wanted)
{
    const struct room_choices *room_choices = handling->house->room_choices;
    if (!handling->item->copy.inbound.moderator) {
        return REFUSAL_NOT_MODERATOR;
    }
    if (handling->house->down) {
        return REFUSAL_STORE_DOWN;
    }
    if (wish->server && wish->server_key[0] == '\0') {
        return REFUSAL_NO_SERVER;
    }
    if (wish->server && !handling->item->copy.inbound.moderates_server) {
        return REFUSAL_NOT_SERVER_MODERATOR;
    }
    if (!wish->server && room_choices_are_damaged(room_choices, wish->room_key)) {
        return REFUSAL_ROOM_UNREADABLE;
    }
    return wanted == NULL ? setting_row(wish->setting)->bad : REFUSAL_NONE;
}

bool room_words_said_server(struct arena *arena, const char **said)
{
    static const char server[] = "server";
    size_t len = strlen(*said);
    size_t word = sizeof server - 1;
    size_t before = len < word ? len : len - word;
    bool whole = before == 0 || (*said)[before - 1] == ' ';
    bool is = len >= word && whole && strcasecmp(*said + before, server) == 0;
    len = is ? before : len;
    while (len > 0 && (*said)[len - 1] == ' ') {
        len--;
    }
    *said = arena_text(arena, *said, len);
    return is;
}

static void words_choose(struct handling *handling, const struct words_wish *wish,
                         const char *wanted)
{
    struct room_choices *room_choices = handling->house->room_choices;
    const char *name = setting_row(wish->setting)->name;
    if (wish->server) {
        room_choices_set_server_word(room_choices, handling->commit->batch, wish->server_key, name,
                                     wanted);
    } else {
        room_choices_set_word(room_choices, handling->commit->batch, wish->room_key, name, wanted);
    }
}

/* Of the room that somebody asks from. */
static void words_wish_of(const struct handling *handling, enum setting setting, bool server,
                          struct words_wish *wish)
{
    *wish = (struct words_wish){.setting = setting, .server = server};
    if (print_join(wish->room_key, sizeof wish->room_key, handling->item->adapter->name, "/",
                   handling->item->copy.inbound.room) >= sizeof wish->room_key) {
        wish->room_key[0] = '\0';
    }
    link_server(&handling->house->links, wish->room_key, wish->server_key, sizeof wish->server_key);
}

const struct doc *room_words_line(struct handling *handling, enum setting setting, bool server)
{
    struct words_wish wish;
    words_wish_of(handling, setting, server, &wish);
    return words_line(handling, &wish);
}

bool room_words_has_server(const struct handling *handling)
{
    struct words_wish wish;
    words_wish_of(handling, SETTING_ROOM_LANGUAGE, false, &wish);
    return wish.server_key[0] != '\0';
}

void room_words_print(const struct handling *handling, enum setting setting, bool server,
                      char *text, size_t size)
{
    struct words_wish wish;
    const char *name = setting_row(setting)->name;
    words_wish_of(handling, setting, server, &wish);
    snprintf(text, size, "%s",
             server ? words_of_server(handling->house, wish.room_key, name)
                    : words_of_room(handling->house, wish.room_key, name));
}

bool room_words_choose(struct handling *handling, enum setting setting, const char *said,
                       bool server)
{
    struct words_wish wish;
    words_wish_of(handling, setting, server, &wish);
    snprintf(wish.word, sizeof wish.word, "%s", said);
    const char *wanted = words_wanted(handling, &wish);
    enum refusal refusal = words_allowed(handling, &wish, wanted);
    if (refusal != REFUSAL_NONE) {
        words_refuse(handling, refusal);
        return false;
    }
    words_choose(handling, &wish, wanted);
    return true;
}

void room_words_inherit(struct handling *handling, const char *room, const char *home)
{
    static const char *const names[] = {words_language, words_prefix, words_zone};
    struct room_choices *room_choices = handling->house->room_choices;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *word = room_choices_word(room_choices, home, names[i]);
        if (word[0] != '\0' && room_choices_word(room_choices, room, names[i])[0] == '\0') {
            const char *copy = arena_text(handling->house->arena, word, strlen(word));
            room_choices_set_word(room_choices, handling->commit->batch, room, names[i], copy);
        }
    }
}
