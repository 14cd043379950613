/* Lines that do something: what people type, press and fill in, the clock, restarts, the disk. */
#include "script.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "heap.h"

enum { ARGS_MAX = 16, ACT_PROBLEM_BYTES = 160 };

/* One act of a person while it is read. */
struct act {
    struct script *script;
    struct script_person *who;
    const char *rest; /* what is still to be read */
    struct inbound inbound;
    struct value_tree args;
    struct value fact[ARGS_MAX];
    char text[8192];
    char *problem;
};

static bool problem(const struct act *act, const char *what)
{
    snprintf(act->problem, ACT_PROBLEM_BYTES, "%s", what);
    return false;
}

/* Turns \n, \\ and \u{202e} into what they stand for. */
static const char *unescape(struct script *script, const char *text)
{
    char *out = arena_take(script->arena, strlen(text) + 1);
    size_t len = 0;
    while (*text != '\0') {
        if (text[0] == '\\' && text[1] == 'n') {
            out[len++] = '\n';
            text += 2;
        } else if (strncmp(text, "\\u{", 3) == 0) {
            char *end = NULL;
            unsigned long code = strtoul(text + 3, &end, 16);
            if (code >= 0x10000) {
                out[len++] = (char)(0xf0 | code >> 18);
                out[len++] = (char)(0x80 | (code >> 12 & 0x3f));
            } else if (code >= 0x800) {
                out[len++] = (char)(0xe0 | code >> 12);
            } else {
                out[len++] = (char)(0xc0 | code >> 6);
            }
            if (code >= 0x800) {
                out[len++] = (char)(0x80 | (code >> 6 & 0x3f));
            }
            out[len++] = (char)(0x80 | (code & 0x3f));
            text = *end == '}' ? end + 1 : end;
        } else {
            out[len++] = *text++;
        }
    }
    return out;
}

static const char *called(const struct script_person *person)
{
    return person->called != NULL ? person->called : person->name;
}

static struct script_message *last_by(struct script *script, const char *where, const char *author)
{
    for (unsigned i = script->message_count; i-- > 0;) {
        struct script_message *message = &script->messages[i];
        bool same = author == NULL
                        ? message->author == NULL
                        : message->author != NULL && strcmp(message->author, author) == 0;
        if (same && strcmp(message->where, where) == 0) {
            return message;
        }
    }
    return NULL;
}

static struct script_message *last_board(struct script *script, const char *where)
{
    for (unsigned i = script->message_count; i-- > 0;) {
        if (script->messages[i].head.kind == DOC_BOARD &&
            strcmp(script->messages[i].where, where) == 0) {
            return &script->messages[i];
        }
    }
    return NULL;
}

/* "to Ben", "to the board", "to the bot": the message that is replied or reacted to. */
static bool take_target(struct act *act, const char *where)
{
    struct script *script = act->script;
    char name[SCRIPT_NAME_BYTES];
    struct script_message *message = NULL;
    if (!script_take_word(&act->rest, "to")) {
        message = last_by(script, where, NULL);
    } else if (script_take_word(&act->rest, "the")) {
        bool board = strncmp(act->rest, "board", 5) == 0;
        message = board ? last_board(script, where) : last_by(script, where, NULL);
        act->rest += strcspn(act->rest, " :");
    } else {
        size_t len = strcspn(act->rest, " :");
        snprintf(name, sizeof name, "%.*s", (int)len, act->rest);
        act->rest += len;
        message = last_by(script, where, name);
        act->inbound.reply_account = script_kept_text(script, name);
    }
    if (message == NULL) {
        return problem(act, "there is no such message to answer");
    }
    act->inbound.reply_to = message->id;
    return true;
}

/* The people whose names stand in the text behind an @. */
static void find_mentions(struct act *act)
{
    struct script *script = act->script;
    for (unsigned i = 0; i < script->person_count; i++) {
        char mention[SCRIPT_NAME_BYTES + 1];
        snprintf(mention, sizeof mention, "@%s", script->people[i].name);
        if (strstr(act->inbound.text, mention) != NULL &&
            act->inbound.mention_count < INBOUND_MENTIONS_MAX) {
            act->inbound.mentions[act->inbound.mention_count++] = script->people[i].name;
        }
    }
}

/* name=value name="two words" … */
static bool take_args(struct act *act)
{
    value_init(&act->args, act->fact, ARGS_MAX, act->text, sizeof act->text);
    while (*act->rest != '\0') {
        size_t name = strcspn(act->rest, "= ");
        if (act->rest[name] != '=') {
            return problem(act, "expected name=value");
        }
        const char *key = arena_text(act->script->arena, act->rest, name);
        const char *value = act->rest + name + 1;
        bool quoted = *value == '"';
        value += quoted;
        size_t len = strcspn(value, quoted ? "\"" : " ");
        const char *text = unescape(act->script, arena_text(act->script->arena, value, len));
        value_text(&act->args, key, text, strlen(text));
        act->rest = value + len + (quoted && value[len] == '"');
        act->rest += strspn(act->rest, " ");
    }
    act->inbound.args = &act->args;
    return true;
}

/* "/interceptor variant=…", "/table join": the words before the first name=value. */
static bool receive_slash(struct act *act)
{
    const char *rest = act->rest + 1;
    const char *end = rest;
    for (;;) {
        size_t len = strcspn(end, " ");
        if (len == 0 || memchr(end, '=', len) != NULL) {
            break;
        }
        end += len;
        end += *end == ' ';
    }
    size_t len = (size_t)(end - rest);
    while (len > 0 && rest[len - 1] == ' ') {
        len--;
    }
    act->inbound.kind = INBOUND_SLASH;
    act->inbound.command = arena_text(act->script->arena, rest, len);
    act->rest = end;
    return take_args(act);
}

/* The first room of their platform. */
static const char *first_room(const struct act *act)
{
    const struct script *script = act->script;
    for (unsigned i = 0; i < script->room_count; i++) {
        if (script->platforms[i] == act->who->platform) {
            return script->rooms[i] + 1;
        }
    }
    return "room";
}

static void hear(struct act *act)
{
    struct script *script = act->script;
    script->output_count = 0;
    char *id = arena_take(script->arena, 24);
    snprintf(id, 24, "e%u", ++script->events);
    act->inbound.event_id = id;
    act->inbound.account = act->who->name;
    act->inbound.name = called(act->who);
    act->inbound.moderator = act->who->moderator;
    act->inbound.moderates_server = act->who->moderator && !act->who->channel_only;
    if (act->inbound.room == NULL) {
        act->inbound.room = first_room(act);
    }
    bool typed = act->inbound.kind == INBOUND_TEXT;
    if (act->who->unreachable && !typed && !script->no_private_reply) {
        act->inbound.answer = script; /* shown to them alone, where they pressed */
    }
    script_hear(script, &act->inbound);
}

/* What people type, after the colon. */
static bool say(struct act *act)
{
    if (act->rest[0] == '/') {
        if (!receive_slash(act)) {
            return false;
        }
    } else {
        act->inbound.kind = INBOUND_TEXT;
        act->inbound.text = unescape(act->script, act->rest);
        act->inbound.addressed = strstr(act->inbound.text, "@deaddrop") != NULL;
        find_mentions(act);
    }
    if (act->inbound.kind == INBOUND_TEXT && !act->inbound.private_room) {
        char where[SCRIPT_NAME_BYTES];
        snprintf(where, sizeof where, "#%s",
                 act->inbound.room != NULL ? act->inbound.room : first_room(act));
        struct script_message *message = script_message_add(act->script, where);
        message->author = act->who->name;
    }
    hear(act);
    return true;
}

static bool label_is(const struct choice *choice, const char *label, size_t len)
{
    return strncmp(choice->label, label, len) == 0 && choice->label[len] == '\0';
}

/* The newest button with this label that the person can see, in the room that was said. */
static const struct choice *find_choice(struct act *act, const char *label, size_t len,
                                        unsigned table, const struct script_message **message_r)
{
    const struct script *script = act->script;
    const struct choice *found = NULL;
    unsigned newest = 0;
    for (unsigned i = 0; i < script->message_count; i++) {
        const struct script_message *message = &script->messages[i];
        bool public = message->where[0] == '#';
        bool here = act->inbound.room == NULL || act->inbound.private_room || !public ||
                    strcmp(message->where + 1, act->inbound.room) == 0;
        bool seen = here && (public || strcmp(message->where, act->who->name) == 0);
        if (!seen || message->doc == NULL || message->moved < newest ||
            (table != 0 && message->head.number != table)) {
            continue;
        }
        for (const struct choice *choice = message->doc->doc.panel; choice != NULL;
             choice = choice->next) {
            if (label_is(choice, label, len)) {
                found = choice;
                newest = message->moved;
                *message_r = message;
            }
        }
    }
    return found;
}

/* The name of a kept button. */
static bool take_kept(struct act *act)
{
    const struct script *script = act->script;
    char name[SCRIPT_NAME_BYTES] = "";
    script_take_any(&act->rest, name, sizeof name);
    for (unsigned i = 0; i < script->kept_count; i++) {
        if (strcmp(script->kept[i].name, name) == 0) {
            act->inbound.control = script->kept[i].control;
            act->inbound.reply_to = script->kept[i].message;
            return true;
        }
    }
    return problem(act, "no button was kept under that name");
}

/* "[Join]", "[Join] at #2", or the name of a kept button. */
static bool take_button(struct act *act)
{
    const struct script_message *message = NULL;
    if (act->rest[0] != '[') {
        return take_kept(act);
    }
    const char *label = act->rest + 1;
    size_t len = strcspn(label, "]");
    act->rest = label + len + (label[len] == ']');
    act->rest += strspn(act->rest, " ");
    unsigned table = 0;
    if (script_take_word(&act->rest, "at") && act->rest[0] == '#') {
        char *end = NULL;
        table = (unsigned)strtoul(act->rest + 1, &end, 10);
        act->rest = end + strspn(end, " ");
    }
    const struct choice *choice = find_choice(act, label, len, table, &message);
    if (choice == NULL) {
        return problem(act, "nobody has shown that person such a button");
    }
    act->inbound.control = script_kept_text(act->script, choice->control);
    act->inbound.reply_to = message->id;
    if (act->inbound.room != NULL) {
        return true; /* it was said where */
    }
    if (message->where[0] == '#') {
        act->inbound.room = message->where + 1;
    } else if (!message->ephemeral) {
        act->inbound.private_room = true;
        act->inbound.room = act->who->name;
    }
    return true;
}

static bool press(struct act *act)
{
    act->inbound.kind = INBOUND_PRESS;
    if (!take_button(act)) {
        return false;
    }
    if (*act->rest != '\0') {
        return problem(act, "there is something behind the button");
    }
    hear(act);
    return true;
}

static bool fill(struct act *act)
{
    act->inbound.kind = INBOUND_FORM;
    if (!take_button(act) || !take_args(act)) {
        return false;
    }
    hear(act);
    return true;
}

static bool keep(struct act *act)
{
    struct script *script = act->script;
    struct script_kept *kept = &script->kept[script->kept_count];
    if (!take_button(act) || !script_take_word(&act->rest, "as")) {
        return problem(act, "expected: NAME keeps [Button] as WORD");
    }
    if (script->kept_count == SCRIPT_KEPT_MAX || !script_take_any(&act->rest, kept->name, 64)) {
        return problem(act, "too many buttons are kept");
    }
    kept->control = act->inbound.control;
    kept->message = act->inbound.reply_to;
    script->kept_count++;
    return true;
}

static const char *room_of(const struct act *act)
{
    char where[SCRIPT_NAME_BYTES];
    snprintf(where, sizeof where, "#%s",
             act->inbound.room != NULL ? act->inbound.room : first_room(act));
    return script_kept_text(act->script, where);
}

static bool react(struct act *act)
{
    char emoji[SCRIPT_NAME_BYTES];
    act->inbound.kind = INBOUND_REACTION;
    if (!script_take_any(&act->rest, emoji, sizeof emoji)) {
        return problem(act, "expected: NAME reacts EMOJI to …");
    }
    act->inbound.emoji = script_kept_text(act->script, emoji);
    if (!take_target(act, room_of(act))) {
        return false;
    }
    hear(act);
    return true;
}

static bool colon(struct act *act)
{
    if (act->rest[0] != ':') {
        return problem(act, "expected a colon");
    }
    act->rest += 1 + (act->rest[1] == ' ');
    return true;
}

static bool reply(struct act *act)
{
    return take_target(act, room_of(act)) && colon(act) && say(act);
}

/* "sends gif: text" */
static bool send_media(struct act *act)
{
    size_t len = strcspn(act->rest, ": ");
    act->inbound.media = arena_text(act->script->arena, act->rest, len);
    act->rest += len;
    return colon(act) && say(act);
}

/* "writes 2000000 times: x" */
static bool write_much(struct act *act)
{
    char *end = NULL;
    unsigned long times = strtoul(act->rest, &end, 10);
    if (strncmp(end, " times: ", 8) != 0 || times * strlen(end + 8) > SCRIPT_TEXT_MAX) {
        return problem(act, "expected: NAME writes N times: text");
    }
    const char *piece = unescape(act->script, end + 8);
    size_t len = strlen(piece);
    char *text = arena_take(act->script->arena, times * len + 1);
    for (unsigned long i = 0; i < times * len; i++) {
        text[i] = piece[i % len];
    }
    act->inbound.kind = INBOUND_TEXT;
    act->inbound.text = text;
    hear(act);
    return true;
}

/* "is called …", "is a moderator", "is a moderator of channels alone", "is not reachable", "is
 * reachable" */
static bool be(struct act *act)
{
    const char *what = act->rest;
    if (script_take_word(&act->rest, "called")) {
        size_t len = strlen(act->rest);
        bool quoted = len >= 2 && act->rest[0] == '"' && act->rest[len - 1] == '"';
        const char *name =
            arena_text(act->script->arena, act->rest + quoted, quoted ? len - 2 : len);
        act->who->called = script_kept_text(act->script, unescape(act->script, name));
    } else if (script_take_word(&act->rest, "a moderator")) {
        act->who->moderator = true;
        act->who->channel_only = strcmp(act->rest, "of channels alone") == 0;
    } else if (strcmp(what, "not reachable") == 0 || strcmp(what, "reachable") == 0) {
        act->who->unreachable = what[0] == 'n';
    } else {
        return problem(act, "a person is called …, a moderator, reachable, or not reachable");
    }
    return true;
}

struct verb {
    const char *word;
    bool (*act)(struct act *act);
};

static const struct verb verbs[] = {
    {"presses", press}, {"fills", fill},       {"keeps", keep},        {"reacts", react},
    {"replies", reply}, {"sends", send_media}, {"writes", write_much}, {"is", be},
};

/* "Ana …": a person does something. */
static bool act_of_person(struct act *act)
{
    const char *rest = act->rest;
    if (script_take_word(&act->rest, "in")) {
        size_t len = strcspn(act->rest, " :");
        if (act->rest[0] != '#') {
            return problem(act, "expected a room after in");
        }
        act->inbound.room = arena_text(act->script->arena, act->rest + 1, len - 1);
        act->rest += len;
        act->rest += strspn(act->rest, " ");
    } else if (strncmp(rest, "privately:", 10) == 0 || script_take_word(&act->rest, "privately")) {
        act->inbound.private_room = true;
        act->inbound.room = arena_text(act->script->arena, act->who->name, strlen(act->who->name));
        act->rest = rest + strlen("privately");
        act->rest += strspn(act->rest, " ");
    }
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (script_take_word(&act->rest, verbs[i].word)) {
            return verbs[i].act(act);
        }
    }
    if (strncmp(act->rest, "sits:", 5) == 0) { /* who opens a table so has a seat there at once */
        act->inbound.sits = true;
        act->rest += strlen("sits");
    }
    return colon(act) && say(act);
}

/* The line with the newest code in place of {code}, which nobody knows before. */
static const char *with_code(struct script *script, const char *line)
{
    static const char mark[] = "{code}";
    const char *at = strstr(line, mark);
    const char *code = at == NULL ? "" : script_code(script);
    if (at == NULL) {
        return line;
    }
    size_t len = strlen(line) + strlen(code) + 1;
    char *text = arena_take(script->arena, len);
    snprintf(text, len, "%.*s%s%s", (int)(at - line), line, code, at + sizeof mark - 1);
    return text;
}

bool script_act(struct script *script, const char *line, char what[160])
{
    bool known = false;
    line = with_code(script, line);
    snprintf(what, ACT_PROBLEM_BYTES, "that cannot be done");
    bool good = script_act_of_world(script, line, &known);
    if (known) {
        return good;
    }
    char name[SCRIPT_NAME_BYTES];
    size_t len = strcspn(line, " :");
    snprintf(name, sizeof name, "%.*s", (int)len, line);
    struct act *act = arena_take(script->arena, sizeof *act);
    act->script = script;
    act->who = script_person(script, name);
    act->problem = what;
    act->rest = line + len;
    act->rest += strspn(act->rest, " ");
    if (act->who == NULL) {
        return problem(act,
                       "the line begins with nobody who is known, and with no word of scripts");
    }
    return act_of_person(act);
}
