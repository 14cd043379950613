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
    const char *problem;
    const char *words;
} missions_problems[] = {
    {"unknown", "is no item of a mission; write key = value, with a key of the list"},
    {"twice", "is there twice; leave one out"},
    {"bad_id",
     "is no name of a mission; write a capital letter and up to five more capital letters "
     "or digits"},
    {"bad_text", "has no words; write some, or leave it out"},
    {"bad_suits", "does not name suits; write some of R K Y G B, each once"},
    {"bad_numbers", "is no range of numbers; write two of 2 to 15, as in 2-13"},
    {"bad_amount", "is no amount; write 3, agents, agents + 3, suspects + 3 or 8 * agents + 6 "
                   "(Suspects: 1 to 30 and not by suspects; hand_limit: 2 to 7)"},
    {"bad_length", "is no length of time; write 15 min, 90 s or 1 h, a day at the most"},
    {"bad_rule", "names a rule nobody knows; no_talk, closed_discard, hidden_bullets, specials and "
                 "hidden_suit are known"},
    {"too_long", "is too long; shorten it"},
    {"missing", "lacks an item: mission, suits, numbers, suspects and bullets must be there"},
    {"too_few_cards", "has too few cards for two to five Agents; use more suits or numbers"},
    {"too_few_bullets", "has fewer bullets than Suspects"},
    {"no_clock", "has only one of clock and turns, or turns that do not fit; give both or neither"},
};

static const char *missions_words(const char *problem)
{
    for (size_t i = 0; i < sizeof missions_problems / sizeof missions_problems[0]; i++) {
        if (strcmp(missions_problems[i].problem, problem) == 0) {
            return missions_problems[i].words;
        }
    }
    return "cannot be used";
}

static void missions_tell(const struct game_def *game, const struct buf *line,
                          const unsigned *numbers, unsigned count, struct mistakes *mistakes)
{
    unsigned item = 0;
    const char *problem = game->entry_problem(line->text, &item);
    if (problem == NULL) {
        return;
    }
    const char *at = line->text;
    for (unsigned i = 0; i < item && i < count && at != NULL; i++) {
        at = strstr(at, "; ");
        at = at != NULL ? at + 2 : NULL;
    }
    if (item >= count || at == NULL) {
        mistakes_add(mistakes, 0, "the mission %s", missions_words(problem));
        return;
    }
    const char *end = strstr(at, "; ");
    int len = (int)(end != NULL ? (size_t)(end - at) : strlen(at));
    mistakes_add(mistakes, numbers[item], "\"%.*s\" %s", len < 60 ? len : 60, at,
                 missions_words(problem));
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
        } else if (count == MISSIONS_ITEMS_MAX || line.len + strlen(lines.text) + 3 > line.max) {
            mistakes_add(mistakes, lines.number, "is one line too many; a mission is shorter");
            break;
        } else {
            buf_text(&line, count > 0 ? "; " : "");
            buf_text(&line, lines.text);
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
    struct missions *made = heap_take(sizeof *made);
    made->game = game;
    for (size_t i = 0; i < missions_count; i++) {
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
