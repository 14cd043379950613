/* A game of the leak test, played line by line: restarts, deadlines that pass, and everybody trying
 * and asking all sorts of things in between; and the comparison of two. */
#include "leak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "action.h"
#include "complete.h"
#include "doc_json.h"
#include "game.h"
#include "heap.h"

enum { STEP_MS = 1000, PROBE_STEP_MS = 10, TEXT_BYTES = 240 };

struct leak {
    const struct leak_game *game;
    const struct leak_case *it;
    bool differs;
    unsigned marks; /* of this one of the two games */
    struct leak_record *record;
    int64_t step_ms; /* between two acts */
    char stale[WORLD_CONTROL_BYTES];
    struct world world;
};

static const char *const people[] = {"Ana", "Ben", "Cy", "Dee", "Eve", "Zoe", "Rob"};

static void keep(struct leak *leak, const struct leak_send *send, char *doc)
{
    struct leak_record *record = leak->record;
    if (record->count == record->room) {
        record->room = record->room == 0 ? 256 : record->room * 2;
        record->sends = heap_grow(record->sends, record->room, sizeof *record->sends);
    }
    record->sends[record->count] = *send;
    record->sends[record->count++].doc = doc;
}

static bool keep_send(void *context, const struct sending *sending)
{
    struct leak *leak = context;
    struct leak_send send = {
        .at_ms = leak->world.now_ms, .kind = sending->kind, .answers = sending->answer != NULL};
    world_where(sending, send.where);
    keep(leak, &send, doc_json_text(sending->doc, &sending->head));
    return true;
}

static void settle(struct leak *leak)
{
    if (!world_settle(&leak->world)) {
        fprintf(stderr, "%s: the house does not come to rest\n", leak->it->name);
        exit(EXIT_FAILURE);
    }
}

static void hear(struct leak *leak, struct inbound *inbound, bool private)
{
    if (private) {
        inbound->room = inbound->account;
        inbound->private_room = true;
    }
    inbound->answer = leak; /* like an interaction: what is answered at once is answered there */
    if (!house_enqueue(leak->world.house, leak->world.adapter, inbound, NULL, 0, NULL)) {
        fprintf(stderr, "%s: not heard\n", leak->it->name);
        exit(EXIT_FAILURE);
    }
    settle(leak);
}

static void say_as(struct leak *leak, const char *id, const char *who, const char *text,
                   bool private)
{
    struct inbound inbound = world_inbound(&leak->world, who, id);
    inbound.kind = INBOUND_TEXT;
    inbound.text = text;
    hear(leak, &inbound, private);
}

/* Time passes, and somebody writes something. */
static void say(struct leak *leak, const char *who, const char *text, bool private)
{
    char id[32];
    world_pass(&leak->world, leak->step_ms);
    snprintf(id, sizeof id, "e%u", ++leak->world.events);
    say_as(leak, id, who, text, private);
}

static void press(struct leak *leak, const char *who, const char *label, const char *control)
{
    char id[32];
    char found[WORLD_CONTROL_BYTES];
    world_pass(&leak->world, leak->step_ms);
    snprintf(id, sizeof id, "e%u", ++leak->world.events);
    struct inbound inbound = world_inbound(&leak->world, who, id);
    if (control == NULL && !world_button(&leak->world, who, label, found)) {
        fprintf(stderr, "%s: %s is shown no %s\n", leak->it->name, who, label);
        exit(EXIT_FAILURE);
    }
    inbound.kind = INBOUND_PRESS;
    inbound.control = control == NULL ? found : control;
    hear(leak, &inbound, false);
}

/* What the house would offer somebody who types this act's argument. */
static void complete(struct leak *leak, const char *who, const char *act, const char *argument)
{
    struct completion choices[COMPLETIONS_MAX];
    char doc[4096];
    struct inbound inbound = world_inbound(&leak->world, who, "asked");
    struct leak_send send = {.at_ms = leak->world.now_ms, .kind = SEND_ANSWER};
    inbound.command = act;
    size_t count =
        house_complete(leak->world.house, leak->world.adapter, &inbound, argument, "", choices);
    size_t len = (size_t)snprintf(doc, sizeof doc, "%s.%s:", act, argument);
    for (size_t i = 0; i < count && len < sizeof doc; i++) {
        len += (size_t)snprintf(doc + len, sizeof doc - len, " %s=%s,", choices[i].value,
                                choices[i].label);
    }
    snprintf(send.where, sizeof send.where, "%s", who);
    keep(leak, &send, heap_copy(doc));
}

static void complete_all(struct leak *leak, const char *who)
{
    const struct game_def *def = game_find(leak->game->id);
    for (size_t i = 0; i < def->action_count; i++) {
        const struct action_def *row = &def->actions[i];
        for (unsigned j = 0; j < row->arg_count; j++) {
            complete(leak, who, row->name, row->args[j].name);
        }
    }
}

/* Everybody asks, and tries what is refused. */
static void probe(struct leak *leak)
{
    static const char *const said[] = {
        "!hand",        "!status",
        "!todo",        "!help",
        "!board",       "!tables",
        "!log",         "!record",
        "!join",        "!start",
        "!rules",       "!frobnicate",
        "!minute",      "!option variant banana",
        "!me",          "!rules minute",
        "!bot",         "!rule perhaps",
        "!news",        "!share",
        "!settings",    "!room",
        "!zone berlin", "!data",
        "!about",       "!poll yes",
        "!undo 24",     "!console",
        "!force Ana",   "!stats",
        "!stats Ben",   "!leaderboard",
        "!log all",     "!transcript me",
    };
    size_t own = sizeof said / sizeof said[0];
    leak->step_ms = PROBE_STEP_MS;
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
        for (size_t j = 0; j < own + leak->game->probe_count; j++) {
            say(leak, people[i], j < own ? said[j] : leak->game->probes[j - own], (i + j) % 3 != 0);
        }
        press(leak, people[i], "a button of the lobby", leak->stale);
        complete_all(leak, people[i]);
    }
    leak->step_ms = STEP_MS;
}

static void open_table(struct leak *leak)
{
    const struct leak_case *it = leak->it;
    char text[TEXT_BYTES];
    bool bot = (leak->marks & LEAK_BOT) != 0;
    snprintf(text, sizeof text, "!%s %s", leak->game->id, it->options == NULL ? "" : it->options);
    say(leak, "Ana", text, false);
    for (int i = 0; i < leak->game->seats - bot; i++) {
        press(leak, people[i], "Join", NULL);
    }
    if (bot) {
        say(leak, "Ana", "!bot", false);
    }
    world_button(&leak->world, "Ana", "Ready", leak->stale);
    if ((leak->marks & LEAK_REFEREE) != 0) {
        say(leak, "Ana", "!referee Rob", false);
    }
    world_restart(&leak->world, 0);
    settle(leak);
    press(leak, "Ana", "Start", NULL);
}

/* A line's words, with $1 and $2 as this game has them. */
static void fill(const struct leak *leak, const char *line, char text[TEXT_BYTES])
{
    size_t at = 0;
    text[0] = '\0';
    for (const char *from = line; *from != '\0' && at < TEXT_BYTES - 1;) {
        unsigned word = from[0] == '$' ? (unsigned)(from[1] - '1') : LEAK_WORDS_MAX;
        if (word >= LEAK_WORDS_MAX) {
            text[at++] = *from++;
            text[at] = '\0';
            continue;
        }
        const char *other = leak->differs ? leak->it->words[word] : NULL;
        int len = snprintf(text + at, TEXT_BYTES - at, "%s",
                           other != NULL ? other : leak->game->words[word]);
        at += len < 0 ? 0 : (size_t)len;
        from += 2;
    }
}

/* An event that the plain game has not: it counts apart, and takes no time. */
static void hide(struct leak *leak, const struct leak_line *line)
{
    char id[32];
    world_pass(&leak->world, STEP_MS);
    if (leak->differs) {
        snprintf(id, sizeof id, "x%lld", (long long)leak->world.now_ms);
        say_as(leak, id, line->who, line->text, true);
    }
}

static bool is_for(const struct leak *leak, const struct leak_line *line)
{
    unsigned marks = line->how == LEAK_HIDES ? leak->it->only : leak->marks;
    return (line->when == 0 || (line->when & marks) != 0) && (line->unless & marks) == 0;
}

static void play_line(struct leak *leak, const struct leak_line *line)
{
    char text[TEXT_BYTES];
    switch (line->how) {
    case LEAK_SAYS:
    case LEAK_SAYS_PRIVATELY:
        fill(leak, line->text, text);
        say(leak, line->who, text, line->how == LEAK_SAYS_PRIVATELY);
        break;
    case LEAK_PRESSES:
        press(leak, line->who, line->text, NULL);
        break;
    case LEAK_HIDES:
        hide(leak, line);
        break;
    case LEAK_PROBES:
        probe(leak);
        break;
    case LEAK_WAITS:
        world_pass(&leak->world, strtol(line->text, NULL, 10));
        break;
    case LEAK_RESTARTS:
        world_restart(&leak->world, strtol(line->text, NULL, 10));
        settle(leak);
        break;
    case LEAK_ENDS:
        break;
    }
}

void leak_play(const struct leak_game *game, const struct leak_case *it, bool differs,
               struct leak_record *record)
{
    struct leak *leak = heap_allocate(sizeof *leak);
    memset(record, 0, sizeof *record);
    leak->game = game;
    leak->it = it;
    leak->differs = differs;
    leak->marks = it->both | (differs ? it->only : 0);
    leak->record = record;
    leak->step_ms = STEP_MS;
    leak->world.context = leak;
    leak->world.send = keep_send;
    leak->world.deal = it->deal[differs] != NULL ? it->deal[differs] : game->deal;
    leak->world.limits = (struct house_limits){.tables_per_room = 12, .tables_per_person = 12};
    leak_differs = differs;
    world_open(&leak->world, NULL);
    open_table(leak);
    for (size_t i = 0; i < game->line_count; i++) {
        const struct leak_line *line = &game->lines[i];
        if (is_for(leak, line) && line->how == LEAK_ENDS) {
            break;
        }
        if (is_for(leak, line)) {
            play_line(leak, line);
        }
    }
    world_close(&leak->world);
    leak_differs = false;
    free(leak);
}

void leak_record_free(struct leak_record *record)
{
    for (size_t i = 0; i < record->count; i++) {
        free(record->sends[i].doc);
    }
    free(record->sends);
    memset(record, 0, sizeof *record);
}

/* The next send, from at on, that this reader sees. */
static size_t next_seen(const struct leak_record *record, size_t at, const char *reader)
{
    while (at < record->count && record->sends[at].where[0] != '#' &&
           strcmp(record->sends[at].where, reader) != 0) {
        at++;
    }
    return at;
}

static bool same_send(const struct leak_send *one, const struct leak_send *other, char why[512])
{
    const char *what = NULL;
    size_t at = 0;
    if (strcmp(one->where, other->where) != 0 || one->kind != other->kind ||
        one->answers != other->answers) {
        what = "goes another way";
    } else if (one->at_ms != other->at_ms) {
        what = "comes at another time";
    } else if (strcmp(one->doc, other->doc) != 0) {
        what = "reads otherwise";
        while (one->doc[at] == other->doc[at]) {
            at++;
        }
        at = at > 60 ? at - 60 : 0;
    }
    if (what != NULL) {
        snprintf(why, 512, "to %s at %lld ms %s: …%.150s… against …%.150s…", one->where,
                 (long long)one->at_ms, what, one->doc + at, other->doc + at);
    }
    return what == NULL;
}

bool leak_same(const struct leak_record *one, const struct leak_record *other, const char *reader,
               char why[512])
{
    size_t at = next_seen(one, 0, reader);
    size_t by = next_seen(other, 0, reader);
    while (at < one->count && by < other->count) {
        if (!same_send(&one->sends[at], &other->sends[by], why)) {
            return false;
        }
        at = next_seen(one, at + 1, reader);
        by = next_seen(other, by + 1, reader);
    }
    if (at < one->count || by < other->count) {
        snprintf(why, 512, "one is sent more than the other");
        return false;
    }
    return true;
}
