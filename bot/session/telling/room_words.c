#include "room_words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "handling.h"
#include "house_private.h"
#include "languages.h"
#include "print.h"
#include "room_choices.h"
#include "settings.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"

enum { WORDS_FACTS = LANGUAGES_MAX * 2 + 12, WORDS_PREFIX_BYTES = 9 };

static const char words_language[] = "language";
static const char words_prefix[] = "prefix";

/* What a room has chosen, or the one that it was opened from; "" for neither. */
static const char *words_chosen(struct house *house, const char *adapter, const char *room,
                                const char *name)
{
    char key[ROOM_KEY_BYTES];
    char home[ROOM_KEY_BYTES];
    size_t len = print_join(key, sizeof key, adapter, "/", room);
    if (len >= sizeof key) {
        return "";
    }
    const char *word = room_choices_word(house->room_choices, key, name);
    const char *from = word[0] != '\0' ? NULL : link_home(&house->links, key, home, sizeof home);
    return from != NULL ? room_choices_word(house->room_choices, from, name) : word;
}

const struct catalogue *room_words(struct house *house, const char *adapter, const char *room)
{
    const char *tag = words_chosen(house, adapter, room, words_language);
    const struct catalogue *chosen = tag[0] == '\0' || house->setup.languages == NULL
                                         ? NULL
                                         : languages_find(house->setup.languages, tag);
    return chosen != NULL ? chosen : house->setup.catalogue;
}

const char *room_prefix(struct house *house, const char *adapter, const char *room)
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

static void words_tell(struct handling *handling, enum command_question question)
{
    struct value fact[WORDS_FACTS];
    char text[256];
    struct value_tree facts;
    const struct compose compose = house_compose_for(handling);
    const struct inbound *inbound = &handling->item->copy.inbound;
    const char *adapter = handling->item->adapter->name;
    bool language = question == ASK_LANGUAGE;
    value_init(&facts, fact, WORDS_FACTS, text, sizeof text);
    value_object(&facts, "args");
    value_bool(&facts, "chosen",
               words_chosen(handling->house, adapter, inbound->room,
                            language ? words_language : words_prefix)[0] != '\0');
    value_bool(&facts, "moderator", inbound->moderator);
    if (language) {
        const struct catalogue *words = room_words(handling->house, adapter, inbound->room);
        const char *name = catalogue_entry(words, "language.name");
        value_term(&facts, "name", name != NULL ? name : catalogue_language(words));
        words_list(handling, &facts);
    } else {
        const char *prefix = room_prefix(handling->house, adapter, inbound->room);
        value_text(&facts, "prefix", prefix, strlen(prefix));
    }
    value_end(&facts);
    show_answer(handling,
                compose_say(&compose, language ? MSG_HOUSE_LANGUAGE : MSG_HOUSE_PREFIX, &facts, 0),
                DOC_ANSWER);
}

static void words_refuse(struct handling *handling, enum refusal refusal)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    struct value_tree *facts = outcome_refuse(out, refusal);
    if (refusal == REFUSAL_NO_LANGUAGE) {
        words_list(handling, facts);
    }
    outcome_end(out);
    show_refusal(handling);
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

/* What is to be stored for a wish: "" takes a choice back, NULL is no such language or sign. */
static const char *words_wanted(const struct handling *handling, enum command_question question,
                                const char *wish)
{
    if (strcasecmp(wish, "usual") == 0 || strcasecmp(wish, "as usual") == 0) {
        return "";
    }
    if (question == ASK_PREFIX) {
        return words_is_prefix(wish) ? wish : NULL;
    }
    const struct languages *languages = handling->house->setup.languages;
    const struct catalogue *found = languages == NULL ? NULL : languages_find(languages, wish);
    return found == NULL ? NULL : catalogue_language(found);
}

static enum refusal words_allowed(const struct handling *handling, const char *room)
{
    if (!handling->item->copy.inbound.moderator) {
        return REFUSAL_NOT_MODERATOR;
    }
    if (handling->house->down) {
        return REFUSAL_STORE_DOWN;
    }
    return room_choices_are_damaged(handling->house->room_choices, room) ? REFUSAL_ROOM_UNREADABLE
                                                                         : REFUSAL_NONE;
}

void room_words_answer(struct handling *handling, enum command_question question)
{
    const char *wish = value_text_at(&handling->house->scratch->command.args, "to", "");
    const struct inbound *inbound = &handling->item->copy.inbound;
    char room[ROOM_KEY_BYTES];
    size_t len = print_join(room, sizeof room, handling->item->adapter->name, "/", inbound->room);
    if (inbound->private_room || len >= sizeof room) {
        words_refuse(handling, REFUSAL_NOT_ALLOWED_HERE);
        return;
    }
    if (wish[0] == '\0') {
        words_tell(handling, question);
        return;
    }
    const char *wanted = words_wanted(handling, question, wish);
    enum refusal refusal = words_allowed(handling, room);
    if (refusal == REFUSAL_NONE && wanted == NULL) {
        refusal = question == ASK_PREFIX ? REFUSAL_BAD_PREFIX : REFUSAL_NO_LANGUAGE;
    }
    if (refusal != REFUSAL_NONE) {
        words_refuse(handling, refusal);
        return;
    }
    room_choices_set_word(handling->house->room_choices, handling->commit->batch, room,
                          question == ASK_PREFIX ? words_prefix : words_language, wanted);
    words_tell(handling, question);
}

void room_words_inherit(struct handling *handling, const char *room, const char *home)
{
    static const char *const names[] = {words_language, words_prefix};
    struct room_choices *room_choices = handling->house->room_choices;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *word = room_choices_word(room_choices, home, names[i]);
        if (word[0] != '\0' && room_choices_word(room_choices, room, names[i])[0] == '\0') {
            const char *copy = arena_text(handling->house->arena, word, strlen(word));
            room_choices_set_word(room_choices, handling->commit->batch, room, names[i], copy);
        }
    }
}
