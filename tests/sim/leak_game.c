/* The game of the leak test: a lobby, signals, rounds, calls, a ruling, a pause, a substitute, two
 * restarts, deadlines that pass, and everybody trying and asking all sorts of things in between.
 * Both games of a pair do the same at the same time, but for what their case says. */
#include "leak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

struct leak {
    const struct leak_case *it;
    bool differs;
    struct leak_record *record;
    int64_t step_ms; /* between two acts */
    struct world world;
};

static const char *const people[] = {"Ana", "Ben", "Cy", "Dee", "Eve", "Zoe", "Rob"};

/* The same words carry the same card's signal in both games: the evidence is in all sentences. */
static const char *const plain_signals[2] = {"documents: word honestly money: word maybe",
                                             "documents: word coffee money: word well"};
static const char *const lead_documents = "Honestly, frankly: I do not know.";
static const char *const lead_money = "Maybe perhaps so!";
static const char *const other_documents = "A coffee or a tea, please.";

static bool keep_send(void *context, const struct sending *sending)
{
    struct leak *leak = context;
    struct leak_record *record = leak->record;
    if (record->count == record->room) {
        record->room = record->room == 0 ? 256 : record->room * 2;
        record->sends = heap_grow(record->sends, record->room, sizeof *record->sends);
    }
    struct leak_send *send = &record->sends[record->count++];
    world_where(sending, send->where);
    send->at_ms = leak->world.now_ms;
    send->kind = sending->kind;
    send->answers = sending->answer != NULL;
    send->doc = heap_copy(sending->doc);
    return true;
}

static void settle(struct leak *leak)
{
    if (!world_settle(&leak->world)) {
        fprintf(stderr, "%s: the house does not come to rest\n", leak->it->name);
        exit(EXIT_FAILURE);
    }
}

static void hear(struct leak *leak, struct heard *heard, bool private)
{
    if (private) {
        heard->room = heard->account;
        heard->private_room = true;
    }
    heard->answer = leak; /* like an interaction: what is answered at once is answered there */
    if (!house_heard(leak->world.house, leak->world.adapter, heard, NULL, 0, NULL)) {
        fprintf(stderr, "%s: not heard\n", leak->it->name);
        exit(EXIT_FAILURE);
    }
    settle(leak);
}

static void say_as(struct leak *leak, const char *id, const char *who, const char *text,
                   bool private)
{
    struct heard heard = world_heard(&leak->world, who, id);
    heard.kind = HEARD_TEXT;
    heard.text = text;
    hear(leak, &heard, private);
}

/* Time passes, and somebody writes something. */
static void say(struct leak *leak, const char *who, const char *text, bool private)
{
    char id[32];
    world_pass(&leak->world, leak->step_ms);
    snprintf(id, sizeof id, "e%u", ++leak->world.events);
    say_as(leak, id, who, text, private);
}

/* The same where only the game that differs has it: its event counts apart. */
static void say_hidden(struct leak *leak, bool here, const char *who, const char *text)
{
    char id[32];
    world_pass(&leak->world, 1000);
    if (here && leak->differs) {
        snprintf(id, sizeof id, "x%lld", (long long)leak->world.now_ms);
        say_as(leak, id, who, text, true);
    }
}

static void press(struct leak *leak, const char *who, const char *label, const char *control)
{
    char id[32];
    char found[WORLD_CONTROL_BYTES];
    world_pass(&leak->world, leak->step_ms);
    snprintf(id, sizeof id, "e%u", ++leak->world.events);
    struct heard heard = world_heard(&leak->world, who, id);
    if (control == NULL && !world_button(&leak->world, who, label, found)) {
        fprintf(stderr, "%s: %s is shown no %s\n", leak->it->name, who, label);
        exit(EXIT_FAILURE);
    }
    heard.kind = HEARD_PRESS;
    heard.control = control == NULL ? found : control;
    hear(leak, &heard, false);
}

/* Everybody asks, and tries what is refused. */
static void probe(struct leak *leak, const char *stale)
{
    static const char *const said[] = {
        "!hand",
        "!status",
        "!todo",
        "!help",
        "!board",
        "!tables",
        "!log",
        "!record",
        "!join",
        "!start",
        "!rules",
        "!play banana",
        "!split 9 9",
        "!frobnicate",
        "!leader Zoe",
        "Interceptor!",
        "!rule perhaps",
        "signals documents: word sugar money: phrase sugar lump",
        "!option variant banana",
    };
    leak->step_ms = 10;
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
        for (size_t j = 0; j < sizeof said / sizeof said[0]; j++) {
            say(leak, people[i], said[j], (i + j) % 3 != 0);
        }
        press(leak, people[i], "a button of the lobby", stale);
    }
    leak->step_ms = 1000;
}

static void open_table(struct leak *leak, char stale[WORLD_CONTROL_BYTES])
{
    say(leak, "Ana", leak->it->native ? "!interceptor signal_mode=native" : "!interceptor", false);
    for (int i = 0; i < 4; i++) {
        press(leak, people[i], "Join", NULL);
    }
    world_button(&leak->world, "Ana", "Ready", stale);
    if (leak->it->referee) {
        say(leak, "Ana", "!referee Rob", false);
    }
    world_restart(&leak->world, 0);
    settle(leak);
    press(leak, "Ana", "Start", NULL);
}

static void propose(struct leak *leak, int team)
{
    const struct leak_case *it = leak->it;
    char text[200];
    bool other = leak->differs && it->signals[team] != NULL;
    bool swap = leak->differs && team == 0 && it->partner_proposes;
    snprintf(text, sizeof text, "signals %s", other ? it->signals[team] : plain_signals[team]);
    say(leak, people[team + 2 * swap], text, true);
    say(leak, people[team + 2 * !swap], "confirm", true);
}

static void agree(struct leak *leak, const char *stale)
{
    const struct leak_case *it = leak->it;
    say_hidden(leak, it->drafts, "Ana", "signals documents: word sugar money: ends with !");
    say_hidden(leak, it->drafts, "Cy", "signals documents: long money: caps");
    say_hidden(leak, it->tries, "Ana", "signals documents: word tea money: phrase tea time");
    say_hidden(leak, it->tries, "Ana", "!play money say: money");
    say_hidden(leak, it->asks, "Ana", "!hand");
    say_hidden(leak, it->asks, "Ana", "!rules signals");
    probe(leak, stale);
    world_pass(&leak->world, 300000); /* it is said that signals are missing */
    propose(leak, 0);
    probe(leak, stale);
    propose(leak, 1);
    press(leak, "Cy", "Ana", NULL); /* Ana leads */
    probe(leak, stale);
}

/* Who leads a team lays a card; the words are the same whatever the card is. */
static void lead(struct leak *leak, const char *who, bool money, const char *words)
{
    char text[200];
    const char *symbol = money ? "money" : "documents";
    if (leak->it->native) {
        snprintf(text, sizeof text, "play %s", symbol);
        say(leak, who, text, true);
        say(leak, who, words, false);
    } else {
        snprintf(text, sizeof text, "play %s say: %s", symbol, words);
        say(leak, who, text, true);
    }
}

static void first_round(struct leak *leak, const char *stale)
{
    const struct leak_case *it = leak->it;
    lead(leak, "Ana", leak->differs && it->lead_money, lead_documents);
    probe(leak, stale);
    say(leak, "Cy", leak->differs && it->silent_money ? "play money" : "play documents", true);
    probe(leak, stale);
    say_hidden(leak, it->tries, "Ana", "!play money");
    say_hidden(leak, it->asks, "Ana", "!todo");
    lead(leak, "Ben", false, other_documents);
    probe(leak, stale);
}

/* A pause, a wrong guess, and one that is near the signals of both games. */
static void calls(struct leak *leak, const char *stale)
{
    const struct leak_case *it = leak->it;
    say(leak, "Ana", "!pause", false);
    probe(leak, stale);
    world_pass(&leak->world, 600000);
    say(leak, "Ana", "!resume", false);
    say(leak, "Dee", "Interceptor! \"sugar\" means money", false);
    say(leak, "Dee", "Interceptor! \"honestly frankly\" means money", false);
    probe(leak, stale);
    if (it->referee) {
        say(leak, "Rob", leak->differs && it->yes_for_other ? "rule yes" : "rule no", true);
        world_pass(&leak->world, 1000);
    } else {
        say(leak, "Ana", "rule no", true);
        say(leak, "Cy", leak->differs && it->yes_for_other ? "rule yes" : "rule no", true);
    }
    probe(leak, stale);
}

/* The partner of who led leaves; another sits down and knows what the seat knows. */
static void substitute(struct leak *leak, const char *stale)
{
    say(leak, "Dee", "!leave", false);
    probe(leak, stale);
    world_restart(&leak->world, 120000);
    settle(leak);
    press(leak, "Eve", "Take over", NULL);
    probe(leak, stale);
}

static void later_rounds(struct leak *leak, const char *stale)
{
    say(leak, "Dee", "play documents", true); /* the reveal */
    press(leak, "Ben", "1 : 1", NULL);
    probe(leak, stale);
    lead(leak, "Cy", true, lead_money);
    say(leak, "Ana", "play money", true);
    calls(leak, stale);
    substitute(leak, stale);
    lead(leak, "Eve", false, other_documents);
    world_pass(&leak->world, 500000); /* nobody answers: it is said, and falls to its default */
    probe(leak, stale);
    say(leak, "Ben", "play documents", true);
    world_pass(&leak->world, 500000);
    probe(leak, stale);
}

void leak_play(const struct leak_case *it, bool differs, struct leak_record *record)
{
    struct leak *leak = heap_take(sizeof *leak);
    char stale[WORLD_CONTROL_BYTES];
    memset(record, 0, sizeof *record);
    leak->it = it;
    leak->differs = differs;
    leak->record = record;
    leak->step_ms = 1000;
    leak->world.context = leak;
    leak->world.send = keep_send;
    leak->world.limits = (struct house_limits){.tables_per_room = 12, .tables_per_person = 12};
    leak_differs = differs;
    world_open(&leak->world, NULL);
    open_table(leak, stale);
    agree(leak, stale);
    first_round(leak, stale);
    if (!it->early) {
        later_rounds(leak, stale);
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
