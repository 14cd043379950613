#include "settings_answer.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "blocks_answer.h"
#include "commit.h"
#include "controls.h"
#include "handling.h"
#include "house_private.h"
#include "languages.h"
#include "link_answer.h"
#include "linked.h"
#include "own_choices.h"
#include "room_keep.h"
#include "room_words.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"
#include "zones_guess.h"

enum { ANSWER_FACTS = 6, ANSWER_KEY_BYTES = 64, ANSWER_FIELD_MAX = 60 };

/* Whose settings are asked for, which one of them, and what is to be chosen. */
struct settings_wish {
    bool own;
    bool server;
    enum setting setting; /* SETTINGS: all */
    const char *said;     /* "": it is only asked for */
};

/* --- buttons ---------------------------------------------------------------------------------- */

/* A sentence of the settings: "setting.NAME", "setting.NAME.VALUE"; otherwise where it has none. */
static const char *answer_word(const struct compose *compose, enum setting setting,
                               const char *value, const char *otherwise)
{
    char key[ANSWER_KEY_BYTES];
    const char *name = setting_row(setting)->name;
    snprintf(key, sizeof key, "setting.%s%s%s", name, value[0] != '\0' ? "." : "", value);
    return catalogue_entry(compose->catalogue, key) == NULL
               ? otherwise
               : catalogue_text(compose->catalogue, compose->arena, key, NULL, VALUE_NONE, NULL);
}

/* A button; to NULL: it asks. */
static struct choice *answer_choice(struct doc *doc, const struct settings_wish *wish,
                                    const char *name, const char *to, const char *label)
{
    struct value fact[2];
    char pool[ZONES_GUESS_BYTES * 2];
    char control[CONTROL_BYTES];
    struct value_tree args;
    value_init(&args, fact, 2, pool, sizeof pool);
    if (to != NULL) {
        value_text(&args, "to", to, strlen(to));
    }
    if (wish->server) {
        value_bool(&args, "server", true);
    }
    if (args.full || !controls_print(control, CONTROL_NO_TAG, 0, name, &args)) {
        return NULL;
    }
    struct choice *choice = doc_choice(doc, label, control, CHOICE_SECONDARY);
    choice->act = name;
    choice->at_table = !wish->own;
    choice->value = to == NULL ? NULL : arena_text(doc->arena, to, strlen(to));
    return choice;
}

/* Where something else can be said: a form of one field. */
static void answer_form(const struct compose *compose, struct doc *doc,
                        const struct settings_wish *wish)
{
    const char *name = setting_row(wish->setting)->name;
    const char *label = answer_word(compose, wish->setting, "say", name);
    struct choice *choice = answer_choice(doc, wish, name, NULL, label);
    struct field *field = choice == NULL ? NULL : arena_take(doc->arena, sizeof *field);
    if (field != NULL) {
        field->name = "to";
        field->label = answer_word(compose, wish->setting, "field", name);
        field->kind = FIELD_TEXT;
        field->min = 1;
        field->max = ANSWER_FIELD_MAX;
        field->value =
            wish->said[0] == '\0' ? NULL : arena_text(doc->arena, wish->said, strlen(wish->said));
        choice->fields = field;
    }
}

static void answer_languages(const struct handling *handling, struct doc *doc,
                             const struct settings_wish *wish, const char *now)
{
    const struct languages *languages = handling->house->setup.languages;
    const struct catalogue *one = NULL;
    for (size_t n = 0; languages != NULL && (one = languages_at(languages, n)) != NULL; n++) {
        const char *tag = catalogue_language(one);
        const char *name = catalogue_entry(one, "language.name");
        if (languages_find(languages, tag) == one && strcmp(tag, now) != 0) {
            answer_choice(doc, wish, setting_row(wish->setting)->name, tag,
                          name != NULL ? name : tag);
        }
    }
}

/* Where whoever asks is likely to live (a city stands for its zone, test_zones_guess.c): by their
 * program's language, else by the one they read. */
static void answer_zones(const struct handling *handling, const struct compose *compose,
                         struct doc *doc, const struct settings_wish *wish, const char *now)
{
    char zone[ZONES_GUESS_BYTES];
    const char *locale = handling->item->copy.inbound.locale;
    if (!zones_guess(locale, 0, zone)) {
        locale = catalogue_language(compose->catalogue);
    }
    for (unsigned i = 0; zones_guess(locale, i, zone); i++) {
        const char *city = strrchr(zone, '/') + 1;
        char *label = arena_text(doc->arena, city, strlen(city));
        for (char *at = strchr(label, '_'); at != NULL; at = strchr(at, '_')) {
            *at = ' ';
        }
        if (strcmp(zone, now) != 0) {
            answer_choice(doc, wish, setting_row(wish->setting)->name, city, label);
        }
    }
}

/* --- what is chosen --------------------------------------------------------------------------- */

/* How a language calls itself, for a tag. */
static const char *own_language(const struct house *house, const char *tag)
{
    const struct languages *languages = house->setup.languages;
    const struct catalogue *found = languages == NULL ? NULL : languages_find(languages, tag);
    const char *name = found == NULL ? NULL : catalogue_entry(found, "language.name");
    return name == NULL ? tag : name;
}

static const struct doc *own_line(const struct compose *compose, const struct handling *handling,
                                  enum setting setting)
{
    const struct person *person = handling->person;
    struct value fact[ANSWER_FACTS];
    char pool[OWN_CHOICE_BYTES * 3];
    char text[OWN_CHOICE_BYTES];
    struct value_tree facts;
    int64_t now_ms = handling->house->now_ms;
    const struct own_clock *clock = person_clock(person);
    const struct own_choices choices = linked_choices(person);
    own_choice_print(&choices, (enum own_choice)setting, now_ms, text);
    value_init(&facts, fact, ANSWER_FACTS, pool, sizeof pool);
    value_object(&facts, "args");
    value_bool(&facts, "chosen", text[0] != '\0');
    value_text(&facts, "value", text, strlen(text));
    if (setting == SETTING_OWN_VACATION && clock != NULL) {
        int32_t today = calendar_day(own_clock_zone(clock), now_ms);
        value_number(&facts, "left", vacation_left(&clock->vacation, today));
    }
    if (setting == SETTING_OWN_LANGUAGE) {
        const char *name = own_language(handling->house, text);
        value_text(&facts, "name", name, strlen(name));
    }
    value_end(&facts);
    return compose_say(compose, setting_row(setting)->tells, &facts, 0);
}

static bool answer_is_keep(enum setting setting)
{
    return setting == SETTING_ROOM_KEEP;
}

static const struct doc *answer_line(struct handling *handling, const struct compose *compose,
                                     const struct settings_wish *wish, enum setting setting)
{
    if (wish->own) {
        return own_line(compose, handling, setting);
    }
    return answer_is_keep(setting) ? room_keep_line(handling, wish->said[0] != '\0')
                                   : room_words_line(handling, setting, wish->server);
}

/* What stands now, as a value; "": as usual. */
static const char *answer_now(struct handling *handling, const struct settings_wish *wish,
                              char text[OWN_CHOICE_BYTES])
{
    if (wish->own) {
        const struct own_choices choices = linked_choices(handling->person);
        own_choice_print(&choices, (enum own_choice)wish->setting, handling->house->now_ms, text);
    } else if (answer_is_keep(wish->setting)) {
        room_keep_print(handling, text, OWN_CHOICE_BYTES);
    } else {
        room_words_print(handling, wish->setting, wish->server, text, OWN_CHOICE_BYTES);
    }
    return text;
}

/* What a value comes to where it is chosen, as answer_now has it; NULL: it cannot be. */
static const char *answer_then(struct handling *handling, const struct settings_wish *wish,
                               const char *value, char text[OWN_CHOICE_BYTES])
{
    if (!wish->own) {
        return answer_is_keep(wish->setting) && !room_keep_allows(handling, value) ? NULL : value;
    }
    struct own_choices then = linked_choices(handling->person);
    int64_t now_ms = handling->house->now_ms;
    if (own_choice_set(&then, (enum own_choice)wish->setting, value, now_ms) != REFUSAL_NONE) {
        return NULL;
    }
    own_choice_print(&then, (enum own_choice)wish->setting, now_ms, text);
    return text;
}

/* All that can be chosen of one setting, but for what is. */
static void answer_panel(struct handling *handling, const struct compose *compose, struct doc *doc,
                         const struct settings_wish *wish)
{
    const struct setting_row *row = setting_row(wish->setting);
    char value[SETTING_VALUE_BYTES];
    char kept[OWN_CHOICE_BYTES];
    char text[OWN_CHOICE_BYTES];
    const char *now = answer_now(handling, wish, kept);
    bool usual = now[0] != '\0'; /* and no value stands for it */
    for (unsigned i = 0; setting_value(wish->setting, i, value); i++) {
        const char *then = answer_then(handling, wish, value, text);
        usual = usual && !(then != NULL && then[0] == '\0');
        if (then != NULL && strcmp(then, now) != 0) {
            answer_choice(doc, wish, row->name, value,
                          answer_word(compose, wish->setting, value, value));
        }
    }
    if (strcmp(row->values, SETTING_LANGUAGES) == 0) {
        answer_languages(handling, doc, wish, now);
    } else if (strcmp(row->values, SETTING_ZONES) == 0) {
        answer_zones(handling, compose, doc, wish, now);
    }
    if (row->open) {
        answer_form(compose, doc, wish);
    }
    if (usual) {
        answer_choice(doc, wish, row->name, "usual",
                      catalogue_text(compose->catalogue, compose->arena, "setting.usual", NULL,
                                     VALUE_NONE, NULL));
    }
}

/* May who asks choose? */
static bool answer_may(const struct handling *handling, const struct settings_wish *wish)
{
    const struct inbound *inbound = &handling->item->copy.inbound;
    return wish->own || (inbound->moderator && (!wish->server || inbound->moderates_server));
}

/* One setting: its sentence, and what can be chosen. */
static void answer_one(struct handling *handling, const struct settings_wish *wish)
{
    const struct compose compose = house_compose_for(handling);
    const struct setting_row *row = setting_row(wish->setting);
    struct doc *doc = doc_new(handling->house->arena);
    struct settings_wish next = *wish;
    show_append(doc, answer_line(handling, &compose, wish, wish->setting));
    next.said = "";
    if (answer_may(handling, wish)) {
        answer_panel(handling, &compose, doc, &next);
    }
    if (row->server && !wish->server && handling->item->copy.inbound.moderates_server &&
        room_words_has_server(handling)) {
        struct settings_wish server = *wish;
        server.server = true;
        answer_choice(doc, &server, row->name, NULL,
                      catalogue_text(compose.catalogue, compose.arena, "setting.server", NULL,
                                     VALUE_NONE, NULL));
    }
    show_answer(handling, doc, DOC_ANSWER);
}

/* A person's language is called as a room's is, where it is said whose it is. */
static const char *wish_bare(const char *name)
{
    return strncmp(name, "my_", 3) == 0 ? name + 3 : name;
}

/* All of them, a sentence each, and a button for each. */
static void answer_all(struct handling *handling, const struct settings_wish *wish)
{
    const struct compose compose = house_compose_for(handling);
    struct doc *doc = doc_new(handling->house->arena);
    show_append(
        doc, compose_say(&compose, wish->own ? MSG_HOUSE_OWN : MSG_HOUSE_ROOM, NULL, VALUE_NONE));
    for (unsigned i = 0; i < SETTINGS; i++) {
        const struct setting_row *row = setting_row((enum setting)i);
        if (row->own == wish->own) {
            show_append(doc, answer_line(handling, &compose, wish, (enum setting)i));
        }
    }
    for (unsigned i = 0; i < SETTINGS && answer_may(handling, wish); i++) {
        const struct setting_row *row = setting_row((enum setting)i);
        if (row->own == wish->own) { /* by its name: without a value it would be its form */
            answer_choice(doc, wish, wish->own ? "settings" : "room", wish_bare(row->name),
                          answer_word(&compose, (enum setting)i, "", row->name));
        }
    }
    if (wish->own) {
        link_offer(handling, doc);
        blocks_offer(handling, doc);
    }
    show_answer(handling, doc, DOC_ANSWER);
}

/* --- choosing --------------------------------------------------------------------------------- */

static bool answer_refuse(const struct handling *handling, enum refusal refusal)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    outcome_refuse(out, refusal);
    outcome_end(out);
    return false;
}

/* The tag of a language that is loaded, or what takes the choice back; NULL: no such language. */
static const char *answer_tag(const struct handling *handling, const char *said)
{
    const struct languages *languages = handling->house->setup.languages;
    const struct catalogue *found = languages == NULL ? NULL : languages_find(languages, said);
    bool usual = strcasecmp(said, "usual") == 0 || strcasecmp(said, "as usual") == 0;
    return usual ? said : found == NULL ? NULL : catalogue_language(found);
}

static bool answer_choose_own(struct handling *handling, const struct settings_wish *wish)
{
    if (handling->house->down) {
        return answer_refuse(handling, REFUSAL_STORE_DOWN);
    }
    const char *said =
        wish->setting == SETTING_OWN_LANGUAGE ? answer_tag(handling, wish->said) : wish->said;
    if (said == NULL) {
        room_words_refuse_language(handling);
        return false;
    }
    enum refusal refusal = person_choose(handling->person, (enum own_choice)wish->setting, said,
                                         handling->house->now_ms);
    if (refusal != REFUSAL_NONE) {
        return answer_refuse(handling, refusal);
    }
    commit_person(handling->commit, handling->person);
    handling->chose = true;
    return true;
}

/* False: it is refused, and why stands in scratch.out. */
static bool answer_choose(struct handling *handling, const struct settings_wish *wish)
{
    if (wish->own) {
        return answer_choose_own(handling, wish);
    }
    return answer_is_keep(wish->setting)
               ? room_keep_choose(handling, wish->said)
               : room_words_choose(handling, wish->setting, wish->said, wish->server);
}

/* Why not; where it was no value of it, with those that there are, and what was said to be mended.
 */
static void answer_why(struct handling *handling, const struct settings_wish *wish)
{
    const struct compose compose = house_compose_for(handling);
    struct doc *doc = doc_new(handling->house->arena);
    if (handling->house->scratch->out.refusal == setting_row(wish->setting)->bad) {
        answer_panel(handling, &compose, doc, wish);
    }
    show_refusal_with(handling, doc);
}

/* "settings quiet 22-8" is "quiet 22-8"; the beginning of a name is enough. */
static void wish_name(struct settings_wish *wish)
{
    size_t len = strcspn(wish->said, " ");
    for (unsigned i = 0; wish->setting == SETTINGS && len > 0 && i < SETTINGS; i++) {
        const struct setting_row *row = setting_row((enum setting)i);
        if (row->own == wish->own && strncasecmp(wish_bare(row->name), wish->said, len) == 0) {
            wish->setting = (enum setting)i;
            wish->said += len + strspn(wish->said + len, " ");
        }
    }
}

static void wish_read(const struct handling *handling, enum command_question question,
                      struct settings_wish *wish)
{
    const struct value_tree *args = &handling->house->scratch->command.args;
    wish->setting = command_setting(question);
    wish->own =
        question == ASK_OWN || (wish->setting != SETTINGS && setting_row(wish->setting)->own);
    wish->server = value_bool_at(args, "server");
    wish->said = value_text_at(args, "to", "");
    if (wish->setting == SETTINGS) {
        wish_name(wish);
    } else if (setting_row(wish->setting)->server) {
        wish->server = room_words_said_server(handling->house->arena, &wish->said) || wish->server;
    }
}

void settings_offer(const struct handling *handling, struct doc *doc)
{
    const struct compose compose = house_compose_for(handling);
    const struct settings_wish wish = {.own = true, .setting = SETTINGS, .said = ""};
    answer_choice(
        doc, &wish, "settings", NULL,
        catalogue_text(compose.catalogue, compose.arena, "setting.own", NULL, VALUE_NONE, NULL));
}

bool settings_answer(struct handling *handling, enum command_question question)
{
    struct settings_wish wish;
    if (question != ASK_OWN && question != ASK_ROOM && command_setting(question) == SETTINGS) {
        return false;
    }
    wish_read(handling, question, &wish);
    if (wish.setting == SETTING_ROOM_LANGUAGE && handling->item->copy.inbound.private_room) {
        wish.setting = SETTING_OWN_LANGUAGE; /* there it is theirs alone */
        wish.own = true;
    }
    if (!wish.own && handling->item->copy.inbound.private_room) {
        answer_refuse(handling, REFUSAL_NOT_ALLOWED_HERE);
        show_refusal(handling);
    } else if (wish.setting == SETTINGS) {
        answer_all(handling, &wish);
    } else if (wish.said[0] == '\0' || answer_choose(handling, &wish)) {
        answer_one(handling, &wish);
    } else {
        answer_why(handling, &wish);
    }
    return true;
}
