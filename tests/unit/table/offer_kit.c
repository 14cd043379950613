#include "offer_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "controls.h"

enum { FORM_DEPTH = 3, JSON_BYTES = 8000, VALUES_MAX = 120 };

unsigned offer_roll(struct offer_kit *offers, unsigned below)
{
    ck_assert_uint_gt(below, 0);
    offers->random = offers->random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(offers->random >> 33) % below;
}

static const char *text_at(const struct value_tree *facts, uint16_t parent, const char *key)
{
    uint16_t at = value_find(facts, parent, key);
    return at == VALUE_NONE || facts->fact[at].text == NULL ? "" : facts->fact[at].text;
}

static int64_t number_at(const struct value_tree *facts, uint16_t parent, const char *key)
{
    uint16_t at = value_find(facts, parent, key);
    return at == VALUE_NONE ? 0 : facts->fact[at].number;
}

/* --- plausible words ----------------------------------------------------------------------------
 */

/* A word that was never said: letters alone, none of them a capital. */
static void new_word(struct offer_kit *offers, char word[32])
{
    static const char *const syllables[] = {"ba", "co", "du", "fi", "ga", "lo", "mu", "ne"};
    unsigned n = ++offers->words;
    size_t len = 0;
    for (int i = 0; i < 5; i++, n /= 8) {
        len += (size_t)snprintf(word + len, 32 - len, "%s", syllables[n % 8]);
    }
    snprintf(word + len, 32 - len, "m");
}

/* A value that fits a kind of signal. */
static void signal_value(struct offer_kit *offers, const char *kind, char value[64])
{
    static const char *const fixed[][2] = {
        {"ends_punct", "?"},  {"has_punct", ";"},     {"words", "3"},     {"number", "42"},
        {"long", ""},         {"digit", ""},          {"caps", ""},       {"lines", ""},
        {"reply", "partner"}, {"mention", "partner"}, {"media", "image"}, {"emoji", "🍀"},
        {"last_emoji", "🐙"},  {"reaction", "🎈"}};
    char word[32];
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        if (strcmp(kind, fixed[i][0]) == 0) {
            snprintf(value, 64, "%s", fixed[i][1]);
            return;
        }
    }
    new_word(offers, word);
    snprintf(value, 64, "%s%s", word, strcmp(kind, "phrase") == 0 ? " bleu" : "");
}

/* A sentence that carries the signal, and hardly anything else. */
static void sentence(const char *kind, const char *value, char text[400])
{
    static const struct {
        const char *kind;
        const char *text;
    } shapes[] = {
        {"first_word", "%s is what we all have seen there"},
        {"last_word", "we all have been there for a %s"},
        {"last_emoji", "we all have been there for a while %s"},
        {"ends_punct", "we all have been there for a while%s"},
        {"words", "nice to come%.0s"},
        {"long", "we all have been there for a while and then went on to the next one "
                 "again and again%.0s"},
        {"digit", "we all have been there for 7 days or so%.0s"},
        {"number", "we all have been there for %s days or so"},
        {"caps", "we all have been THERE for a while%.0s"},
        {"lines", "we all have been there\\u000afor a while or so%.0s"},
    };
    const char *shape = "we all have been at %s there for a while";
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        shape = strcmp(kind, shapes[i].kind) == 0 ? shapes[i].text : shape;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, 400, shape, value);
#pragma GCC diagnostic pop
}

/* What somebody types into a field of free words. kind: what the field of the kind says, if any. */
static void words_for(struct offer_kit *offers, const struct value_tree *facts, uint16_t field,
                      const char *control, const char *kind, char text[400])
{
    const char *name = text_at(facts, field, "name");
    uint16_t about = value_find(facts, field, "about");
    size_t len = strlen(name);
    if (len >= 5 && strcmp(name + len - 5, "value") == 0 && kind[0] != '\0') {
        signal_value(offers, kind, text);
    } else if (strcmp(name, "value") == 0) {
        snprintf(text, 400, "%s",
                 strstr(control, "suits") != NULL      ? "RKY"
                 : strstr(control, "deadline") != NULL ? "36 h"
                                                       : "90");
    } else if (strcmp(name, "say") == 0 && about != VALUE_NONE) {
        uint16_t signal = value_find(facts, about, "signal");
        sentence(text_at(facts, signal, "kind"), text_at(facts, signal, "value"), text);
    } else {
        new_word(offers, text);
    }
}

/* --- forms --------------------------------------------------------------------------------------
 */

/* The n-th value of a field of choices; false past the last. */
static bool value_at(const struct value_tree *facts, uint16_t field, unsigned n, char value[200])
{
    uint16_t at = value_member(facts, value_find(facts, field, "choices"), n);
    if (at == VALUE_NONE) {
        return false;
    }
    const struct value *fact = &facts->fact[at];
    if (fact->kind == VALUE_OBJECT) {
        const char *several = text_at(facts, at, "value");
        if (several[0] != '\0') {
            snprintf(value, 200, "%s", several);
        } else {
            snprintf(value, 200, "%lld", (long long)number_at(facts, at, "seat"));
        }
    } else if (fact->kind == VALUE_NUMBER) {
        snprintf(value, 200, "%lld", (long long)fact->number);
    } else {
        snprintf(value, 200, "%s", fact->text);
    }
    return true;
}

static unsigned value_count(const struct value_tree *facts, uint16_t field)
{
    uint16_t list = value_find(facts, field, "choices");
    return list == VALUE_NONE ? 0 : (unsigned)facts->fact[list].number;
}

/* As many of the choices as are asked for, beginning with the n-th. */
static void several(const struct value_tree *facts, uint16_t field, unsigned n, char value[400])
{
    unsigned count = value_count(facts, field);
    unsigned min = (unsigned)number_at(facts, field, "min");
    value[0] = '\0';
    for (unsigned i = 0; i < min && i < count; i++) {
        char one[200];
        value_at(facts, field, (n + i) % count, one);
        snprintf(value + strlen(value), 400 - strlen(value), "%s%s", i > 0 ? "," : "", one);
    }
}

/* What a field is filled in beside. */
struct beside {
    const char *control;
    const char *kind; /* of signal, where the field before named one */
    unsigned vary;    /* which of its choices; any from their number on */
};

static void fill_field(struct offer_kit *offers, const struct value_tree *facts, uint16_t field,
                       const struct beside *beside, char value[400])
{
    const char *what = text_at(facts, field, "kind");
    unsigned count = value_count(facts, field);
    unsigned n = beside->vary < count ? beside->vary : offer_roll(offers, count > 0 ? count : 1);
    if (strcmp(what, "several") == 0) {
        several(facts, field, n, value);
    } else if (strcmp(text_at(facts, field, "name"), "money.kind") == 0) {
        snprintf(value, 400, "word"); /* two signals are not to be alike */
    } else if (strcmp(what, "choice") == 0 || strcmp(what, "seat") == 0) {
        char one[200] = "";
        ck_assert_msg(value_at(facts, field, n, one), "%s has no choices",
                      text_at(facts, field, "name"));
        snprintf(value, 400, "%s", one);
    } else if (strcmp(what, "number") == 0) {
        snprintf(value, 400, "%lld", (long long)number_at(facts, field, "min"));
    } else {
        words_for(offers, facts, field, beside->control, beside->kind, value);
    }
}

/* The answer to a form as JSON; its first field of choices gets its vary-th value. */
static void fill_form(struct offer_kit *offers, const struct value_tree *facts, uint16_t holder,
                      unsigned vary, char json[JSON_BYTES])
{
    uint16_t fields = value_find(facts, holder, "fields");
    const char *control = text_at(facts, holder, "control");
    char kind[200] = "";
    bool varied = false;
    size_t len = 0;
    json[len++] = '{';
    for (uint16_t at = value_first(facts, fields); at != VALUE_NONE;
         at = value_next(facts, fields, at)) {
        const char *name = text_at(facts, at, "name");
        char value[400] = "";
        bool listed = value_count(facts, at) > 0;
        struct beside beside = {control, kind, listed && !varied ? vary : VALUES_MAX};
        fill_field(offers, facts, at, &beside, value);
        varied = varied || listed;
        size_t end = strlen(name);
        bool names_kind = end >= 4 && strcmp(name + end - 4, "kind") == 0;
        snprintf(kind, sizeof kind, "%.199s", names_kind ? value : "");
        len += (size_t)snprintf(json + len, JSON_BYTES - len, "%s\"%s\":\"%s\"", len > 1 ? "," : "",
                                name, value);
    }
    snprintf(json + len, JSON_BYTES - len, "}");
}

/* How many ways there are to fill it in: as many as its first field of choices has. */
static unsigned form_ways(const struct value_tree *facts, uint16_t fields)
{
    for (uint16_t at = value_first(facts, fields); at != VALUE_NONE;
         at = value_next(facts, fields, at)) {
        unsigned count = value_count(facts, at);
        if (count > 0) {
            return count;
        }
    }
    return 1;
}

/* --- pressing -----------------------------------------------------------------------------------
 */

/* What the house alone adds to a move. */
static bool is_the_houses(const struct kit *kit)
{
    uint16_t at = value_find(&kit->out.facts, kit->out.refusal_args, "argument");
    const char *name = at == VALUE_NONE ? "" : kit->out.facts.fact[at].text;
    return strcmp(name, "seed") == 0 || strcmp(name, "called") == 0 || strcmp(name, "week") == 0;
}

/* A guess at somebody's signal may be one's own signal, or one that was wrong before: that hangs on
 * the words, and is said before it costs anything. What lies in a closed discard is to be
 * remembered. */
static bool is_about_words(const struct kit *kit)
{
    bool same = strcmp(kit->command.row->name, "swap") == 0 &&
                kit->out.refusal == REFUSAL_BAD_ARGUMENT; /* two that are the same one */
    return same || kit->out.refusal == REFUSAL_BAD_TIME ||
           kit->out.refusal == REFUSAL_NOT_IN_DISCARD ||
           (strcmp(kit->command.row->name, "call") == 0 &&
            (kit->out.refusal == REFUSAL_OWN_SIGNAL || kit->out.refusal == REFUSAL_ALREADY_WRONG));
}

/* Is the command just read an act that would be made, or a question? */
static bool is_taken(struct offer_kit *offers)
{
    struct kit *kit = offers->kit;
    if (kit->command.kind == COMMAND_OPEN) {
        return true;
    }
    if (kit->command.kind == COMMAND_ASK) {
        return kit->command.question != ASK_FORM;
    }
    if (kit->command.kind != COMMAND_MOVE) {
        return false;
    }
    outcome_init(&kit->out);
    enum refusal refusal = table_try(&kit->table, &kit->command.move, &kit->out);
    return refusal == REFUSAL_NONE || is_about_words(kit) ||
           (refusal == REFUSAL_BAD_ARGUMENT && is_the_houses(kit)) ||
           (refusal == REFUSAL_BAD_ARGUMENT && strcmp(kit->command.row->name, "start") == 0);
}

static void take_form(struct offer_kit *offers, int reader, uint64_t person, unsigned depth);

/* Fills a form in in every way, and looks what comes of it. */
static void take_fields(struct offer_kit *offers, int reader, uint64_t person,
                        const struct value_tree *facts, uint16_t holder, unsigned depth)
{
    struct kit *kit = offers->kit;
    uint16_t fields = value_find(facts, holder, "fields");
    const char *control = text_at(facts, holder, "control");
    unsigned ways = form_ways(facts, fields);
    for (unsigned vary = 0; vary < ways; vary++) {
        char json[JSON_BYTES];
        fill_form(offers, facts, holder, vary, json);
        kit_form(kit, person, control, json);
        offers->pressed++;
        if (kit->command.kind == COMMAND_ASK && kit->command.question == ASK_FORM) {
            ck_assert_msg(depth < FORM_DEPTH, "%s asks on and on: %s", control, json);
            take_form(offers, reader, person, depth + 1);
            continue;
        }
        bool taken = is_taken(offers);
        ck_assert_msg(taken, "%s of %d: %s %s: %s %s", kit->table.game->id, reader, control, json,
                      refusal_name(kit->out.refusal), kit_why(kit));
    }
}

/* The form that the last press brought: exactly what is missing. */
static void take_form(struct offer_kit *offers, int reader, uint64_t person, unsigned depth)
{
    struct kit *kit = offers->kit;
    struct view *view = malloc(sizeof *view);
    struct control_form form = {
        .row = kit->command.row, .ask = kit->command.ask, .picked = &kit->command.picked};
    struct value fact[12];
    char text[256];
    struct value_tree picked;
    value_init(&picked, fact, 12, text, sizeof text);
    for (uint16_t at = value_first(form.picked, VALUE_NONE); at != VALUE_NONE;
         at = value_next(form.picked, VALUE_NONE, at)) {
        value_copy(&picked, form.picked->fact[at].key, form.picked, at);
    }
    form.picked = &picked;
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    table_view_form(&kit->table, table_acts_as(&kit->table, person, kit->moderator), &form, view);
    uint16_t list = value_find(&view->facts, VALUE_NONE, "offers");
    uint16_t offer = value_first(&view->facts, list);
    ck_assert_msg(offer != VALUE_NONE, "no form for %s of %d", form.row->name, reader);
    uint16_t fields = value_find(&view->facts, offer, "fields");
    if (value_first(&view->facts, fields) != VALUE_NONE) {
        take_fields(offers, reader, person, &view->facts, offer, depth);
    } else {
        uint16_t buttons = value_find(&view->facts, offer, "buttons");
        ck_assert_msg(value_first(&view->facts, buttons) != VALUE_NONE, "an empty form for %s",
                      form.row->name);
    }
    free(view);
}

/* A menu may be sent as values alone, too. */
static void take_menu(struct offer_kit *offers, int reader, uint64_t person,
                      const struct value_tree *facts, uint16_t holder)
{
    struct kit *kit = offers->kit;
    uint16_t fields = value_find(facts, holder, "fields");
    uint16_t field = value_first(facts, fields);
    bool one = field != VALUE_NONE && value_next(facts, fields, field) == VALUE_NONE;
    unsigned count = one ? value_count(facts, field) : 0;
    bool list = one && strcmp(text_at(facts, field, "kind"), "several") == 0;
    for (unsigned n = 0; n < count; n++) {
        static char value[INBOUND_VALUES_MAX][200];
        struct inbound inbound = {.kind = INBOUND_PRESS,
                                  .control = text_at(facts, holder, "control"),
                                  .value_count =
                                      list ? (unsigned)number_at(facts, field, "min") : 1,
                                  .reply_seat = SEAT_NONE};
        for (unsigned i = 0; i < inbound.value_count; i++) {
            value_at(facts, field, (n + i) % count, value[i]);
            inbound.values[i] = value[i];
        }
        kit_read(kit, person, &inbound);
        offers->pressed++;
        if (kit->command.kind == COMMAND_ASK && kit->command.question == ASK_FORM) {
            take_form(offers, reader, person, 1);
            continue;
        }
        bool taken = is_taken(offers);
        ck_assert_msg(taken, "%s of %d: %s menu %s: %s %s", kit->table.game->id, reader,
                      inbound.control, value[0], refusal_name(kit->out.refusal), kit_why(kit));
    }
}

/* One control, with or without a form. */
static void take(struct offer_kit *offers, int reader, uint64_t person,
                 const struct value_tree *facts, uint16_t holder)
{
    struct kit *kit = offers->kit;
    uint16_t fields = value_find(facts, holder, "fields");
    bool form = fields != VALUE_NONE && value_first(facts, fields) != VALUE_NONE;
    const char *control = text_at(facts, holder, "control");
    kit_press(kit, person, control);
    offers->pressed++;
    if (kit->command.kind == COMMAND_ASK && kit->command.question == ASK_FORM) {
        take_form(offers, reader, person, 1);
    } else {
        bool taken = is_taken(offers);
        ck_assert_msg(taken, "%s of %d: %s: %s %s", kit->table.game->id, reader, control,
                      refusal_name(kit->out.refusal), kit_why(kit));
    }
    if (form) {
        take_fields(offers, reader, person, facts, holder, 1);
        take_menu(offers, reader, person, facts, holder);
    }
}

/* The controls of one offer: its buttons, and its own where it has a form or no buttons. */
static unsigned holders_of(const struct value_tree *facts, uint16_t offer, uint16_t holder[32])
{
    uint16_t buttons = value_find(facts, offer, "buttons");
    uint16_t fields = value_find(facts, offer, "fields");
    unsigned count = 0;
    if (value_first(facts, fields) != VALUE_NONE || value_first(facts, buttons) == VALUE_NONE) {
        holder[count++] = offer;
    }
    for (uint16_t at = value_first(facts, buttons); at != VALUE_NONE && count < 32;
         at = value_next(facts, buttons, at)) {
        holder[count++] = at;
    }
    return count;
}

static struct view *copy_of_view(const struct kit *kit, int reader)
{
    struct view *view = malloc(sizeof *view);
    ck_assert_ptr_nonnull(view);
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    table_view(&kit->table, reader, view);
    return view;
}

void offer_press_all(struct offer_kit *offers, int reader, uint64_t person)
{
    struct view *view = copy_of_view(offers->kit, reader);
    uint16_t list = value_find(&view->facts, VALUE_NONE, "offers");
    for (uint16_t at = value_first(&view->facts, list); at != VALUE_NONE;
         at = value_next(&view->facts, list, at)) {
        uint16_t holder[32];
        unsigned count = holders_of(&view->facts, at, holder);
        for (unsigned i = 0; i < count; i++) {
            take(offers, reader, person, &view->facts, holder[i]);
        }
    }
    free(view);
}

void offer_press_console(struct offer_kit *offers, uint64_t person)
{
    struct kit *kit = offers->kit;
    struct view *view = malloc(sizeof *view);
    ck_assert_ptr_nonnull(view);
    const struct table_actor actor = {.person = person,
                                      .reader = table_acts_as(&kit->table, person, kit->moderator),
                                      .moderator = kit->moderator};
    view_init(view, SEAT_CROWD);
    table_view_console(&kit->table, &actor, view);
    uint16_t list = value_find(&view->facts, VALUE_NONE, "offers");
    for (uint16_t at = value_first(&view->facts, list); at != VALUE_NONE;
         at = value_next(&view->facts, list, at)) {
        uint16_t holder[32];
        unsigned count = holders_of(&view->facts, at, holder);
        for (unsigned i = 0; i < count; i++) {
            take(offers, actor.reader, person, &view->facts, holder[i]);
        }
    }
    free(view);
}

/* May somebody be told so about a button of the board that is for others? */
static bool is_kind(enum refusal refusal)
{
    static const enum refusal kind[] = {
        REFUSAL_NOT_SEATED,    REFUSAL_ALREADY_SEATED, REFUSAL_NOT_HOST,
        REFUSAL_TABLE_FULL,    REFUSAL_NO_CARDS,       REFUSAL_ALREADY_ACCUSED,
        REFUSAL_NOT_YOUR_TURN, REFUSAL_NOT_IN_ROUND,   REFUSAL_ALREADY_DONE,
        REFUSAL_NOT_YOURS,     REFUSAL_NOT_MODERATOR,  REFUSAL_REFEREE_PLAYS,
        REFUSAL_SAT_ELSEWHERE,
    };
    for (size_t i = 0; i < sizeof kind / sizeof kind[0]; i++) {
        if (kind[i] == refusal) {
            return true;
        }
    }
    return false;
}

static bool taken_or_form(struct offer_kit *offers)
{
    struct kit *kit = offers->kit;
    return (kit->command.kind == COMMAND_ASK && kit->command.question == ASK_FORM) ||
           is_taken(offers);
}

void offer_press_board(struct offer_kit *offers)
{
    struct kit *kit = offers->kit;
    struct view *view = copy_of_view(kit, SEAT_CROWD);
    uint16_t list = value_find(&view->facts, VALUE_NONE, "offers");
    for (uint16_t at = value_first(&view->facts, list); at != VALUE_NONE;
         at = value_next(&view->facts, list, at)) {
        uint16_t holder[32];
        unsigned count = holders_of(&view->facts, at, holder);
        ck_assert_msg(number_at(&view->facts, at, "ask") == 0, "%s is one person's",
                      text_at(&view->facts, at, "action"));
        for (unsigned i = 0; i < count; i++) {
            const char *control = text_at(&view->facts, holder[i], "control");
            unsigned takers = 0;
            for (uint64_t person = 101; person <= 150; person++) {
                kit_press(kit, person, control);
                offers->pressed++;
                bool taken = taken_or_form(offers);
                takers += taken;
                ck_assert_msg(taken || is_kind(kit->out.refusal), "%s, %s: %s %s",
                              kit->table.game->id, control, refusal_name(kit->out.refusal),
                              kit_why(kit));
            }
            ck_assert_msg(takers > 0, "nobody can press %s", control);
        }
    }
    free(view);
}

/* --- playing ------------------------------------------------------------------------------------
 */

static bool is_meant(const struct value_tree *facts, uint16_t offer, bool owed, const char *only)
{
    const char *action = text_at(facts, offer, "action");
    if (only != NULL) {
        return strcmp(action, only) == 0;
    }
    return !owed || number_at(facts, offer, "ask") != 0;
}

/* Presses, and fills the form that comes, until there is an act. */
static bool press_through(struct offer_kit *offers, uint64_t person, const struct value_tree *facts,
                          uint16_t holder, unsigned depth)
{
    struct kit *kit = offers->kit;
    uint16_t fields = value_find(facts, holder, "fields");
    char json[JSON_BYTES] = "{}";
    if (fields != VALUE_NONE && value_first(facts, fields) != VALUE_NONE) {
        fill_form(offers, facts, holder, offer_roll(offers, form_ways(facts, fields)), json);
        kit_form(kit, person, text_at(facts, holder, "control"), json);
    } else {
        kit_press(kit, person, text_at(facts, holder, "control"));
    }
    if (kit->command.kind != COMMAND_ASK || kit->command.question != ASK_FORM) {
        return kit->command.kind == COMMAND_MOVE;
    }
    struct view *view = malloc(sizeof *view);
    struct control_form form = {
        .row = kit->command.row, .ask = kit->command.ask, .picked = &kit->command.picked};
    int reader = table_acts_as(&kit->table, person, kit->moderator);
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    table_view_form(&kit->table, reader, &form, view);
    uint16_t offer = value_first(&view->facts, value_find(&view->facts, VALUE_NONE, "offers"));
    uint16_t next[32];
    unsigned count = offer == VALUE_NONE ? 0 : holders_of(&view->facts, offer, next);
    bool made =
        count > 0 && depth < FORM_DEPTH &&
        press_through(offers, person, &view->facts, next[offer_roll(offers, count)], depth + 1);
    free(view);
    return made;
}

bool offer_do_any(struct offer_kit *offers, int reader, uint64_t person, bool owed,
                  const char *only)
{
    struct kit *kit = offers->kit;
    struct view *view = copy_of_view(kit, reader);
    uint16_t list = value_find(&view->facts, VALUE_NONE, "offers");
    uint16_t chosen = VALUE_NONE;
    uint16_t holder[32];
    unsigned seen = 0;
    for (uint16_t at = value_first(&view->facts, list); at != VALUE_NONE;
         at = value_next(&view->facts, list, at)) {
        if (is_meant(&view->facts, at, owed, only) && offer_roll(offers, ++seen) == 0) {
            chosen = at;
        }
    }
    bool made = false;
    if (chosen != VALUE_NONE) {
        unsigned count = holders_of(&view->facts, chosen, holder);
        made = press_through(offers, person, &view->facts, holder[offer_roll(offers, count)], 0);
    }
    free(view);
    if (!made || (kit->command.row->surfaces & AS_TALK) != 0) {
        return made;
    }
    static char args[20000];
    snprintf(args, sizeof args, "%s", kit_args(kit));
    return kit_do(kit, person, kit->command.row->name, args) == REFUSAL_NONE;
}
