/* Mission files become lines: notes and blanks left out, items joined. */
#include "missions.h"

#include "buf.h"
#include "heap.h"
#include "pack_lines.h"
#include "pack_private.h"

#include <stdlib.h>
#include <string.h>

#include "embed_missions.h"
#include "embedded.h"

enum { MISSIONS_MAX = 300, MISSIONS_ITEMS_MAX = 40, MISSIONS_LINE_MAX = 4000 };

struct missions {
    const struct game_def *game;
    char *line[MISSIONS_MAX];
    size_t count;
};

static const struct {
    const char *game;
    const char *problem;
    const char *words;
} missions_problems[] = {
#define PROBLEM(game, problem, words) {#game, problem, words},
#include "game_problems.def"
#undef PROBLEM
};

static const char *missions_words(const struct game_def *game, const char *problem)
{
    for (size_t i = 0; i < sizeof missions_problems / sizeof missions_problems[0]; i++) {
        if (strcmp(missions_problems[i].game, game->id) == 0 &&
            strcmp(missions_problems[i].problem, problem) == 0) {
            return missions_problems[i].words;
        }
    }
    return "cannot be used";
}

/* Tells everything that is wrong with a line whose items stand on those lines of the file. */
static void missions_tell(const struct game_def *game, const struct buf *line,
                          const unsigned *numbers, unsigned count, struct mistakes *mistakes)
{
    unsigned item = 0;
    for (const char *problem = game->entry_problem(line->text, &item);
         problem != NULL && item < count; problem = game->entry_problem(line->text, &item)) {
        const char *at = line->text;
        for (unsigned i = 0; i < item; i++) {
            at = strstr(at, "; ") + 2;
        }
        const char *end = strstr(at, "; ");
        int len = (int)(end != NULL ? (size_t)(end - at) : strlen(at));
        mistakes_add(mistakes, numbers[item], "\"%.*s\" %s", len < 60 ? len : 60, at,
                     missions_words(game, problem));
        item++;
    }
}

/* Adds "key=value" as "key = value", so that alike items are alike bytes. */
static void missions_add(struct buf *line, const char *text)
{
    static const char blanks[] = " \t";
    const char *value = strchr(text, '=');
    size_t len = value != NULL ? (size_t)(value - text) : strlen(text);
    while (value != NULL && len > 0 && strchr(blanks, text[len - 1]) != NULL) {
        len--;
    }
    buf_text(line, line->len > 0 ? "; " : "");
    buf_add(line, text, len);
    if (value != NULL) {
        value += 1 + strspn(value + 1, blanks);
        buf_text(line, *value != '\0' ? " = " : " =");
        buf_text(line, value);
    }
}

char *missions_line(const struct game_def *game, const char *text, size_t len,
                    struct mistakes *mistakes)
{
    struct pack_lines lines;
    struct buf line;
    unsigned numbers[MISSIONS_ITEMS_MAX];
    unsigned count = 0;
    buf_init(&line, MISSIONS_LINE_MAX);
    pack_lines_init(&lines, text, len, mistakes);
    while (pack_lines_next(&lines, mistakes)) {
        if (strchr(lines.text, ';') != NULL) {
            mistakes_add(mistakes, lines.number, "has a semicolon; write a comma");
        } else if (count == MISSIONS_ITEMS_MAX || line.len + strlen(lines.text) + 5 > line.max) {
            mistakes_add(mistakes, lines.number, "is one line too many; a mission is shorter");
            break;
        } else {
            missions_add(&line, lines.text);
            numbers[count++] = lines.number;
        }
    }
    if (count == 0) {
        buf_text(&line, "");
        mistakes_add(mistakes, 0, "there is no mission in it");
    } else if (mistakes->count == 0) {
        missions_tell(game, &line, numbers, count, mistakes);
    }
    char *made = mistakes->count == 0 ? heap_copy(line.text) : NULL;
    buf_deinit(&line);
    return made;
}

/* As much of a line as says the mission's name. */
static size_t missions_name(const char *line)
{
    return strcspn(line, ";");
}

static bool missions_named_alike(const char *line, const char *other)
{
    size_t len = missions_name(line);
    return len == missions_name(other) && strncmp(line, other, len) == 0;
}

static char *missions_read(const struct game_def *game, const char *text, size_t len)
{
    struct mistakes *mistakes = mistakes_new();
    char *line = missions_line(game, text, len, mistakes);
    free(mistakes);
    return line;
}

struct missions *missions_new(const struct game_def *game)
{
    struct missions *made = heap_allocate(sizeof *made);
    made->game = game;
    size_t len = strlen(game->id);
    for (size_t i = 0; i < missions_count; i++) {
        if (strncmp(missions[i].name, game->id, len) != 0 || missions[i].name[len] != '/') {
            continue; /* "infiltrators/missions/T1.txt" is not this game's */
        }
        missions_put(made, (const char *)missions[i].bytes, missions[i].size);
    }
    return made;
}

void missions_put(struct missions *to, const char *text, size_t len)
{
    char *line = missions_read(to->game, text, len);
    for (size_t i = 0; line != NULL && i < to->count; i++) {
        if (missions_named_alike(to->line[i], line)) {
            free(to->line[i]);
            to->line[i] = line;
            return;
        }
    }
    if (line != NULL && to->count < MISSIONS_MAX) {
        to->line[to->count++] = line;
    } else {
        free(line);
    }
}

struct pack *missions_pack(struct missions **from)
{
    struct pack *pack = pack_new_empty();
    for (size_t i = 0; i < (*from)->count; i++) {
        pack_add(pack, (*from)->line[i]);
        free((*from)->line[i]);
    }
    free(*from);
    *from = NULL;
    return pack;
}

bool missions_same(const struct game_def *game, const char *text, size_t len, const char *other,
                   size_t other_len)
{
    char *line = missions_read(game, text, len);
    char *second = missions_read(game, other, other_len);
    bool same = line != NULL && second != NULL && missions_named_alike(line, second);
    free(line);
    free(second);
    return same;
}

struct pack *missions_built_in(const struct game_def *game)
{
    struct missions *made = missions_new(game);
    return missions_pack(&made);
}
