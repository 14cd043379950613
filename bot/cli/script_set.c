/* Lines about the world: who is there, what is pinned, the clock, restarts, the disk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "languages.h"
#include "library.h"
#include "script.h"

bool script_take_word(const char **rest, const char *word)
{
    size_t len = strlen(word);
    if (strncmp(*rest, word, len) != 0 || ((*rest)[len] != ' ' && (*rest)[len] != '\0')) {
        return false;
    }
    *rest += len;
    *rest += strspn(*rest, " ");
    return true;
}

bool script_take_any(const char **rest, char *word, size_t size)
{
    size_t len = strcspn(*rest, " ");
    if (len == 0 || len >= size) {
        return false;
    }
    memcpy(word, *rest, len);
    word[len] = '\0';
    *rest += len;
    *rest += strspn(*rest, " ");
    return true;
}

static bool add_person(struct script *script, const char *name, bool moderator, uint8_t platform)
{
    if (script->person_count == SCRIPT_PEOPLE_MAX || script_person(script, name) != NULL) {
        return false;
    }
    struct script_person *person = &script->people[script->person_count++];
    memset(person, 0, sizeof *person);
    snprintf(person->name, sizeof person->name, "%s", name);
    person->moderator = moderator;
    person->platform = platform;
    return true;
}

static bool add_people(struct script *script, const char *rest, bool moderator)
{
    char name[SCRIPT_NAME_BYTES];
    bool good = true;
    while (good && script_take_any(&rest, name, sizeof name)) {
        good = add_person(script, name, moderator, 0);
    }
    return good;
}

static bool add_room(struct script *script, const char *name, uint8_t platform)
{
    if (name[0] != '#' || script->room_count == SCRIPT_ROOMS_MAX) {
        return false;
    }
    script->platforms[script->room_count] = platform;
    snprintf(script->rooms[script->room_count++], SCRIPT_NAME_BYTES, "%s", name);
    return true;
}

/* "on a second platform #lounge Bea": rooms and people that are there, and nowhere else. */
static bool add_second(struct script *script, const char *rest)
{
    char name[SCRIPT_NAME_BYTES];
    bool good = true;
    while (good && script_take_any(&rest, name, sizeof name)) {
        good = name[0] == '#' ? add_room(script, name, 1) : add_person(script, name, false, 1);
    }
    return good;
}

static bool add_rooms(struct script *script, const char *rest)
{
    char name[SCRIPT_NAME_BYTES];
    bool good = true;
    while (good && script_take_any(&rest, name, sizeof name)) {
        good = add_room(script, name, 0);
    }
    return good;
}

/* "120s", "5m", "2h", "3d", "250ms" */
static bool read_length(const char *text, int64_t *ms_r)
{
    static const struct {
        const char *unit;
        int64_t ms;
    } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}, {"d", 86400000}};
    char *end = NULL;
    long long count = strtoll(text, &end, 10);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (end != text && count >= 0 && strcmp(end, units[i].unit) == 0) {
            *ms_r = count * units[i].ms;
            return true;
        }
    }
    return false;
}

static bool restart(struct script *script, const char *rest, bool softly)
{
    int64_t downtime_ms = 0;
    struct fault fault;
    if (script_take_word(&rest, "after") && !read_length(rest, &downtime_ms)) {
        return false;
    }
    script->output_count = 0;
    return script_restart(script, softly, downtime_ms, &fault) == 0;
}

/* "flood 3 6": at most 3 acts at once, 6 a minute, for each person; from a new start on. */
static bool flood(struct script *script, const char *rest)
{
    char *end = NULL;
    struct fault fault;
    script->flood.burst = (uint32_t)strtoul(rest, &end, 10);
    script->flood.per_minute = (uint32_t)strtoul(end, &end, 10);
    return *end == '\0' && script_restart(script, true, 0, &fault) == 0;
}

/* "packs FOLDER", "languages FOLDER": beside the script. */
static bool folder(struct script *script, const char *rest,
                   int (*read)(struct script *script, const char *folder, struct buf *told))
{
    char path[SCRIPT_PATH_BYTES];
    struct buf told;
    const char *slash = strrchr(script->path, '/');
    int len = slash == NULL ? 0 : (int)(slash - script->path) + 1;
    snprintf(path, sizeof path, "%.*s%s", len, script->path, rest);
    buf_init(&told, LIBRARY_TOLD_MAX);
    bool good = read(script, path, &told) == 0;
    if (!good) {
        fputs(told.text, stderr);
    }
    buf_deinit(&told);
    return good;
}

static int read_packs(struct script *script, const char *path, struct buf *told)
{
    return library_read(script->library, path, told);
}

static int read_languages(struct script *script, const char *path, struct buf *told)
{
    return languages_read(script->languages, path, told);
}

/* "the house speaks de": in every room that has not chosen, and with everybody alone. */
static bool speaks(struct script *script, const char *tag)
{
    const struct catalogue *catalogue = languages_find(script->languages, tag);
    if (catalogue == NULL) {
        return false;
    }
    script->catalogue = catalogue;
    house_speak(script->house, catalogue);
    return true;
}

static bool pass(struct script *script, const char *rest)
{
    int64_t ms = 0;
    if (!read_length(rest, &ms)) {
        return false;
    }
    script->output_count = 0;
    script_pass(script, ms);
    return true;
}

static bool pin(struct script *script, const char *seed, const char *deal)
{
    if (seed != NULL) {
        snprintf(script->seed, sizeof script->seed, "%s", seed);
    }
    if (deal != NULL) {
        script->deal = strcmp(deal, "nothing") == 0 ? NULL : script_kept_text(script, deal);
    }
    house_pin(script->house, script->seed, script->deal);
    return seed == NULL || strlen(seed) == (size_t)SEED_BYTES * 2;
}

static bool again(struct script *script)
{
    script->output_count = 0;
    script_hear(script, &script->last);
    return script->events > 0;
}

static bool disk(struct script *script, bool full)
{
    script->output_count = 0;
    script->disk_full = full;
    return true;
}

/* "save record.jsonl as /path": the newest file of that name that anybody was given. */
static bool save(const struct script *script, const char *rest)
{
    char name[SCRIPT_NAME_BYTES];
    if (!script_take_any(&rest, name, sizeof name) || !script_take_word(&rest, "as")) {
        return false;
    }
    for (unsigned i = script->message_count; i-- > 0;) {
        const struct kept_doc *kept = script->messages[i].doc;
        for (const struct block *block = kept == NULL ? NULL : kept->doc.blocks; block != NULL;
             block = block->next) {
            if (block->kind == BLOCK_FILE && strcmp(block->runs->text, name) == 0) {
                FILE *out = fopen(rest, "w");
                bool good = out != NULL && fputs(block->file, out) >= 0;
                return out != NULL && fclose(out) == 0 && good;
            }
        }
    }
    return false;
}

/* "server guild #den #hall": the platform says that these rooms are part of it. */
static bool set_server(struct script *script, const char *rest)
{
    char name[SCRIPT_NAME_BYTES];
    const char *server =
        script_take_any(&rest, name, sizeof name) ? script_kept_text(script, name) : NULL;
    while (server != NULL && script_take_any(&rest, name, sizeof name)) {
        unsigned i = 0;
        while (i < script->room_count && strcmp(script->rooms[i], name) != 0) {
            i++;
        }
        if (i == script->room_count) {
            return false;
        }
        script->servers[i] = server;
    }
    return server != NULL;
}

/* How the world is from here on; false: it is no such line. */
static bool set_flag(struct script *script, const char *rest)
{
    if (strcmp(rest, "nobody is answered alone") == 0) {
        script->no_private_reply = true;
        return true;
    }
    if (strcmp(rest, "newcomers are told what is kept") == 0) {
        script->greets = true;
        house_greets(script->house);
        return true;
    }
    if (strcmp(rest, "house players at once") == 0) {
        script->bots_at_once = true;
        return true;
    }
    if (strcmp(rest, "nobody has buttons") == 0) {
        script->no_buttons = true;
        return true;
    }
    return false;
}

bool script_act_of_world(struct script *script, const char *line, bool *known_r)
{
    const char *rest = line;
    *known_r = true;
    if (script_take_word(&rest, "room") || script_take_word(&rest, "rooms")) {
        return add_rooms(script, rest);
    }
    if (script_take_word(&rest, "on a second platform")) {
        return add_second(script, rest);
    }
    if (script_take_word(&rest, "server")) {
        return set_server(script, rest);
    }
    if (script_take_word(&rest, "people")) {
        return add_people(script, rest, false);
    }
    if (script_take_word(&rest, "moderator")) {
        return add_people(script, rest, true);
    }
    if (script_take_word(&rest, "seed")) {
        return pin(script, rest, NULL);
    }
    if (script_take_word(&rest, "deal")) {
        return pin(script, NULL, rest);
    }
    if (script_take_word(&rest, "packs")) {
        return folder(script, rest, read_packs);
    }
    if (script_take_word(&rest, "languages")) {
        return folder(script, rest, read_languages);
    }
    if (script_take_word(&rest, "flood")) {
        return flood(script, rest);
    }
    if (rest[0] == '+') {
        return pass(script, rest + 1);
    }
    if (script_take_word(&rest, "restart")) {
        return restart(script, rest, true);
    }
    if (script_take_word(&rest, "crash")) {
        return restart(script, rest, false);
    }
    if (script_take_word(&rest, "save")) {
        return save(script, rest);
    }
    if (strcmp(rest, "again") == 0) {
        return again(script);
    }
    if (strcmp(rest, "the disk is full") == 0 || strcmp(rest, "the disk has room") == 0) {
        return disk(script, rest[strlen("the disk ")] == 'i');
    }
    if (script_take_word(&rest, "the house speaks")) {
        return speaks(script, rest);
    }
    *known_r = set_flag(script, rest);
    return true;
}
