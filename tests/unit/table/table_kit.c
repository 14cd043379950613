#include "table_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pebbles.h"

static const char *const kit_names[] = {"Ana", "Ben", "Cy", "Dee", "Eve", "Finn", "Gus",
                                        "Hal", "Ida", "Jo", "Kim", "Lea", "Max",  "Nia"};

const char *kit_name(unsigned index)
{
    return kit_names[index];
}

static const char *kit_person_name(uint64_t person)
{
    return person > 100 && person < 115 ? kit_names[person - 101] : "Mo";
}

/* --- words kept beside the journal ------------------------------------------------------------ */

static void kit_digest(size_t number, char *digest)
{
    snprintf(digest, JOURNAL_DIGEST_BYTES * 2 + 1, "%032zx", number);
}

static const char *kit_find_word(const void *words, const char *digest, size_t *len_r)
{
    const struct kit *kit = words;
    size_t number = strtoul(digest, NULL, 16);
    ck_assert_uint_lt(number, kit->word_count);
    *len_r = kit->word[number] == NULL ? 0 : strlen(kit->word[number]);
    return kit->word[number];
}

/* Byte by byte, padding too: a table is zeroed before use. */
static bool kit_same(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct table)) == 0;
}

static void kit_journal(struct kit *kit)
{
    struct journal_words words;
    static struct move again;
    static struct outcome out;
    char line[JOURNAL_LINE_MAX];
    journal_words(&kit->move, &words);
    for (size_t i = 0; i < words.count; i++) {
        ck_assert_uint_lt(kit->word_count, KIT_WORDS);
        kit_digest(kit->word_count, words.word[i].digest);
        kit->word[kit->word_count++] = strndup(words.word[i].text, words.word[i].len);
    }
    size_t len = journal_print(&kit->move, kit->table.step, &words, kit->line, sizeof kit->line);
    ck_assert_uint_gt(len, 0);
    ck_assert_msg(journal_parse(&kit->twin, kit->line, len, kit_find_word, kit, &again), "%s",
                  kit->line);
    journal_words(&again, &words);
    for (size_t i = 0; i < words.count; i++) {
        kit_digest(kit->word_count - words.count + i, words.word[i].digest);
    }
    ck_assert_uint_eq(journal_print(&again, kit->table.step, &words, line, sizeof line), len);
    ck_assert_str_eq(line, kit->line);
    enum refusal refusal = table_replay(&kit->twin, &again, &out);
    ck_assert_msg(refusal == REFUSAL_NONE, "%s: %s", refusal_name(refusal), kit->line);
    ck_assert_msg(kit_same(&kit->twin, &kit->table), "replay differs: %s", kit->line);
}

enum refusal kit_make(struct kit *kit)
{
    struct table *before = malloc(sizeof *before);
    memcpy(before, &kit->table, sizeof *before);
    enum refusal refusal = table_apply(&kit->table, &kit->move, &kit->out);
    if (refusal == REFUSAL_NONE) {
        ck_assert_int_eq(kit->out.refusal, REFUSAL_NONE);
        ck_assert(!kit->out.facts.full);
        kit_journal(kit);
    } else {
        ck_assert_int_eq(kit->out.refusal, refusal);
        ck_assert_uint_eq(kit->out.event_count, 0);
        ck_assert_msg(kit_same(before, &kit->table), "a refusal left a mark");
    }
    free(before);
    return refusal;
}

static void kit_begin(struct kit *kit, uint64_t person, const char *action)
{
    const struct action_def *row = table_action(&kit->table, action);
    ck_assert_msg(row != NULL, "no action %s", action);
    int seat = person == 0 ? SEAT_HOUSE : table_acts_as(&kit->table, person, kit->moderator);
    move_init(&kit->move, row, seat, kit->now_ms);
    kit->move.person = person;
    kit->move.moderator = kit->moderator && person != 0;
}

enum refusal kit_do(struct kit *kit, uint64_t person, const char *action, const char *json)
{
    kit_begin(kit, person, action);
    if (json != NULL) {
        ck_assert_msg(value_parse(&kit->move.args, json, strlen(json)), "%s", json);
    }
    return kit_make(kit);
}

struct kit *kit_new_with(const struct game_def *game, const char *args)
{
    struct kit *kit = calloc(1, sizeof *kit);
    char json[400];
    game = game == NULL ? &pebbles_game : game;
    kit->now_ms = KIT_START_MS;
    table_init(&kit->table, 77);
    table_init(&kit->twin, 77);
    memcpy(kit->table.tag, "77", sizeof "77");
    memcpy(kit->twin.tag, "77", sizeof "77");
    kit->table.game = game;
    kit->twin.game = game;
    snprintf(json, sizeof json,
             "{\"game\":\"%s\",\"number\":3,\"name\":\"Ana\",\"adapter\":\"web\",\"room\":\"den\","
             "\"commitment\":\"%064d\"%s}",
             game->id, 0, args);
    ck_assert_int_eq(kit_do(kit, 101, "open", json), REFUSAL_NONE);
    return kit;
}

struct kit *kit_new(const struct game_def *game)
{
    return kit_new_with(game, "");
}

void kit_free(struct kit **kit)
{
    for (size_t i = 0; i < (*kit)->word_count; i++) {
        free((*kit)->word[i]);
    }
    free(*kit);
    *kit = NULL;
}

void kit_fill(struct kit *kit, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char json[200];
        snprintf(json, sizeof json, "{\"name\":\"%s\",\"event\":\"web/e%u\"}", kit_names[i],
                 kit->events++);
        ck_assert_int_eq(kit_do(kit, 101 + i, "join", json), REFUSAL_NONE);
        snprintf(json, sizeof json, "{\"seat\":%d,\"state\":\"proven\"}",
                 table_seat_of(&kit->table, 101 + i));
        ck_assert_int_eq(kit_do(kit, 0, "reach", json), REFUSAL_NONE);
    }
}

void kit_start(struct kit *kit, unsigned count, unsigned char seed)
{
    char json[200];
    char hex[65];
    kit_fill(kit, count);
    for (unsigned i = 0; i < 32; i++) {
        snprintf(hex + (size_t)i * 2, 3, "%02x", seed);
    }
    snprintf(json, sizeof json, "{\"seed\":\"%s\"}", hex);
    ck_assert_int_eq(kit_do(kit, kit->table.host, "start", json), REFUSAL_NONE);
}

unsigned kit_wait(struct kit *kit, int64_t ms)
{
    unsigned ticks = 0;
    int64_t until = kit->now_ms + ms;
    while (table_due_ms(&kit->table) <= until) {
        int64_t due = table_due_ms(&kit->table);
        kit->now_ms = due > kit->now_ms ? due : kit->now_ms;
        table_tick_move(&kit->table, kit->now_ms, &kit->move);
        ck_assert_int_eq(kit_make(kit), REFUSAL_NONE);
        ck_assert_uint_lt(++ticks, 1000);
    }
    kit->now_ms = until;
    return ticks;
}

uint16_t kit_told_to(const struct kit *kit, enum message message)
{
    for (unsigned i = 0; i < kit->out.event_count; i++) {
        if (kit->out.event[i].message == message) {
            return kit->out.event[i].to;
        }
    }
    return 0;
}

bool kit_told(const struct kit *kit, enum message message)
{
    return kit_told_to(kit, message) != 0;
}

/* --- hearing ---------------------------------------------------------------------------------- */

enum { KIT_KEYS = 16384 }; /* a power of two, several times as many as there are words */

static char *kit_language;
static const char *kit_keys[KIT_KEYS]; /* where in kit_language an entry begins, by its key */

static const char **kit_key(const char *key, size_t len)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < len; i++) {
        hash = (hash ^ (unsigned char)key[i]) * 16777619u;
    }
    const char **place = &kit_keys[hash % KIT_KEYS];
    while (*place != NULL &&
           (strncmp(*place, key, len) != 0 || strncmp(*place + len, " = ", 3) != 0)) {
        place = place + 1 < kit_keys + KIT_KEYS ? place + 1 : kit_keys;
    }
    return place;
}

/* Finds every "key = value" line of the language once; the first of a key counts. */
static void kit_find_keys(void)
{
    unsigned count = 0;
    for (const char *at = strchr(kit_language, '\n'); at != NULL; at = strchr(at + 1, '\n')) {
        size_t len = strcspn(at + 1, " =\n");
        if (len == 0 || strncmp(at + 1 + len, " = ", 3) != 0) {
            continue;
        }
        const char **place = kit_key(at + 1, len);
        if (*place == NULL) {
            *place = at + 1;
            ck_assert_uint_lt(++count, KIT_KEYS / 2);
        }
    }
}

/* Entries of the language file as "key = value" lines, found by their key. */
static const char *kit_word(const void *catalogue, const char *key)
{
    static char value[4][1024];
    static unsigned turn;
    size_t key_len = strlen(key);
    const char *at = *kit_key(key, key_len);
    (void)catalogue;
    if (at == NULL) {
        return NULL;
    }
    at += key_len + strlen(" = ");
    char *out = value[turn++ % 4];
    size_t len = 0;
    for (bool more = true; more; more = *at == ' ') { /* lines that begin with a blank go on */
        size_t line = strcspn(at, "\n");
        ck_assert_uint_lt(len + line, sizeof value[0]);
        memcpy(out + len, at, line);
        len += line;
        at += line + (at[line] == '\n');
    }
    out[len] = '\0';
    return out;
}

static uint64_t kit_account(const void *people, const char *account)
{
    (void)people;
    return strncmp(account, "acc", 3) == 0 ? strtoul(account + 3, NULL, 10) : 0;
}

static const char *kit_account_name(const void *people, uint64_t person)
{
    (void)people;
    return kit_person_name(person);
}

void kit_words(struct command_words *words)
{
    if (kit_language == NULL) {
        FILE *file = fopen(DD_BUILD_DIR "/languages/en.ini", "rb");
        ck_assert_ptr_nonnull(file);
        kit_language = calloc(1, 400000);
        ck_assert_uint_gt(fread(kit_language, 1, 399999, file), 1000);
        fclose(file);
        kit_find_keys();
    }
    memset(words, 0, sizeof *words);
    words->prefix = "!";
    words->account = "@deaddrop";
    words->word = kit_word;
    words->person = kit_account;
    words->name = kit_account_name;
}

enum command_kind kit_read(struct kit *kit, uint64_t person, struct inbound *inbound)
{
    struct command_words words;
    struct command_table table = {&kit->table, !kit->private_room, false, 0};
    struct command_inbound asked = {
        .inbound = inbound, .person = person, .tables = &table, .table_count = 1, .words = &words};
    char event[32];
    snprintf(event, sizeof event, "e%u", kit->events++);
    kit_words(&words);
    inbound->adapter = "web";
    inbound->event_id = event;
    inbound->room = "den";
    inbound->name = kit_person_name(person);
    inbound->at_ms = kit->now_ms;
    inbound->moderator = kit->moderator;
    inbound->private_room = kit->private_room;
    command_read(&asked, &kit->command, &kit->out);
    ck_assert(!kit->out.facts.full);
    return kit->command.kind;
}

enum command_kind kit_say(struct kit *kit, uint64_t person, const char *text)
{
    struct inbound inbound = {.kind = INBOUND_TEXT, .text = text, .reply_seat = SEAT_NONE};
    return kit_read(kit, person, &inbound);
}

enum command_kind kit_press(struct kit *kit, uint64_t person, const char *control)
{
    struct inbound inbound = {.kind = INBOUND_PRESS, .control = control, .reply_seat = SEAT_NONE};
    return kit_read(kit, person, &inbound);
}

static enum command_kind kit_named(struct kit *kit, uint64_t person, struct inbound *inbound,
                                   const char *json)
{
    struct value fact[40];
    char text[4000];
    struct value_tree args;
    value_init(&args, fact, 40, text, sizeof text);
    if (json != NULL) {
        ck_assert_msg(value_parse(&args, json, strlen(json)), "%s", json);
        inbound->args = &args;
    }
    return kit_read(kit, person, inbound);
}

enum command_kind kit_form(struct kit *kit, uint64_t person, const char *control, const char *json)
{
    struct inbound inbound = {.kind = INBOUND_FORM, .control = control, .reply_seat = SEAT_NONE};
    return kit_named(kit, person, &inbound, json);
}

enum command_kind kit_slash(struct kit *kit, uint64_t person, const char *command, const char *json)
{
    struct inbound inbound = {.kind = INBOUND_SLASH, .command = command, .reply_seat = SEAT_NONE};
    return kit_named(kit, person, &inbound, json);
}

const char *kit_args(struct kit *kit)
{
    static char json[20000];
    ck_assert_uint_gt(value_print(&kit->command.move.args, json, sizeof json), 0);
    return json;
}

const char *kit_why(struct kit *kit)
{
    static char json[20000];
    if (kit->out.refusal_args == VALUE_NONE) {
        return "{}";
    }
    ck_assert_uint_gt(value_print_at(&kit->out.facts, kit->out.refusal_args, json, sizeof json), 0);
    return json;
}

const char *kit_reading(struct kit *kit)
{
    static const char *const questions[ASK_QUESTIONS] = {
        [ASK_HELP] = "help",         [ASK_RULES] = "rules",  [ASK_STATUS] = "status",
        [ASK_HAND] = "hand",         [ASK_TODO] = "todo",    [ASK_BOARD] = "board",
        [ASK_LOG] = "log",           [ASK_NEWS] = "news",    [ASK_TABLES] = "tables",
        [ASK_RECORD] = "record",     [ASK_SHARE] = "share",  [ASK_FORM] = "form",
        [ASK_ABOUT] = "about",       [ASK_DATA] = "data",    [ASK_LINK] = "link",
        [ASK_UNLINK] = "unlink",     [ASK_OWN] = "settings", [ASK_ROOM] = "room",
        [ASK_PRACTICE] = "practice",
#define OWN_CHOICE(id, name, ...)  [ASK_OWN_##id] = name,
#define ROOM_CHOICE(id, name, ...) [ASK_ROOM_##id] = name,
#include "own_choices.def"
#include "room_choices.def"
#undef OWN_CHOICE
#undef ROOM_CHOICE
    };
    static char line[30000];
    const struct command *command = &kit->command;
    switch (command->kind) {
    case COMMAND_IGNORED:
        return "ignored";
    case COMMAND_OPEN:
        snprintf(line, sizeof line, "open %s ", command->game->id);
        value_print(&command->args, line + strlen(line), 4000);
        return line;
    case COMMAND_MOVE:
        snprintf(line, sizeof line, "%s %s", command->row->name, kit_args(kit));
        return line;
    case COMMAND_ASK:
        snprintf(line, sizeof line, "ask %s%s%s", questions[command->question],
                 command->question == ASK_FORM ? " " : "",
                 command->question == ASK_FORM ? command->row->name : "");
        return line;
    case COMMAND_REFUSED:
        snprintf(line, sizeof line, "%s %s", refusal_name(kit->out.refusal), kit_why(kit));
        return line;
    }
    return "nothing";
}

/* --- views ------------------------------------------------------------------------------------ */

const struct value_tree *kit_view(struct kit *kit, int reader)
{
    view_init(&kit->view, reader >= 0 ? reader : SEAT_CROWD);
    table_view(&kit->table, reader, &kit->view);
    ck_assert(!kit->view.facts.full);
    return &kit->view.facts;
}

const char *kit_offer(struct kit *kit, int reader, const char *action, int button)
{
    const struct value_tree *facts = kit_view(kit, reader);
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    for (uint16_t at = value_first(facts, offers); at != VALUE_NONE;
         at = value_next(facts, offers, at)) {
        if (strcmp(facts->fact[value_find(facts, at, "action")].text, action) != 0) {
            continue;
        }
        if (button < 0) {
            return facts->fact[value_find(facts, at, "control")].text;
        }
        uint16_t buttons = value_find(facts, at, "buttons");
        uint16_t one = value_member(facts, buttons, (unsigned)button);
        return one == VALUE_NONE ? "" : facts->fact[value_find(facts, one, "control")].text;
    }
    return "";
}
