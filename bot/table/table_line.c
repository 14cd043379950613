/* A text is known again by its hash: what was typed in secret becomes a line when all read it. */
#include "table_line.h"

#include <string.h>

#include "action.h"
#include "fnv.h"
#include "game.h"

/* FNV-1a; never 0. */
static uint64_t line_hash(const char *text, size_t len)
{
    uint64_t hash = fnv64(text, len);
    return hash == 0 ? 1 : hash;
}

/* Words are more than the sign that stands for none. */
static bool line_has_words(const struct value *fact)
{
    return fact->kind == VALUE_TEXT && fact->text_len > 0 && strcmp(fact->text, "-") != 0;
}

static void line_add(struct table_lines *lines, struct table_line line)
{
    struct table_line *place = &lines->line[lines->next];
    while (place->hidden) { /* TABLE_HIDDEN_MAX leaves room */
        lines->next = (uint8_t)((lines->next + 1) % TABLE_LINES_MAX);
        place = &lines->line[lines->next];
    }
    *place = line;
    lines->next = (uint8_t)((lines->next + 1) % TABLE_LINES_MAX);
}

/* --- what is typed ---------------------------------------------------------------------------- */

static void note_text(struct table_lines *lines, const struct value *fact, int seat, uint32_t step)
{
    if (line_has_words(fact)) {
        line_add(lines, (struct table_line){.hash = line_hash(fact->text, fact->text_len),
                                            .noted = step,
                                            .seat = (int8_t)seat});
    }
}

static void note_move(struct table_lines *lines, const struct move *move, uint32_t step)
{
    for (unsigned i = 0; i < move->row->arg_count && seat_is_person(move->seat); i++) {
        const struct arg_def *arg = &move->row->args[i];
        bool typed =
            (arg->kind == ARG_TEXT || arg->kind == ARG_TEXTS) && (arg->flags & ARG_RESOLVED) == 0;
        uint16_t at = typed ? value_path(&move->args, arg->name) : VALUE_NONE;
        uint16_t end = at == VALUE_NONE ? 0 : move->args.fact[at].next;
        for (; at < end; at++) { /* one text, or a list with all its texts */
            note_text(lines, &move->args.fact[at], move->seat, step);
        }
    }
}

/* --- what all read ---------------------------------------------------------------------------- */

/* Is it a member that holds people's words in some game's view? */
static bool line_holds_words(const char *name)
{
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        const char *const *in = (*game)->words_in;
        while (in != NULL && *in != NULL && strcmp(*in, name) != 0) {
            in++;
        }
        if (in != NULL && *in != NULL) {
            return true;
        }
    }
    return false;
}

/* Does a fact lie where games show people's words? *until_r: up to there all texts are such. */
static bool line_is_place(const struct value_tree *facts, uint16_t at, uint16_t *until_r)
{
    const struct value *fact = &facts->fact[at];
    bool holds = fact->kind == VALUE_LIST || fact->kind == VALUE_OBJECT;
    if (fact->key != NULL && holds && line_holds_words(fact->key)) {
        *until_r = fact->next > *until_r ? fact->next : *until_r;
    }
    return at < *until_r || (fact->key != NULL &&
                             (strcmp(fact->key, "text") == 0 || strcmp(fact->key, "answer") == 0));
}

/* The newest with these words, a hidden one first; NULL: there is none. */
static const struct table_line *line_newest(const struct table_lines *lines, uint64_t hash)
{
    const struct table_line *newest = NULL;
    for (unsigned i = 0; i < TABLE_LINES_MAX; i++) {
        const struct table_line *line = &lines->line[i];
        bool newer = newest == NULL || line->noted > newest->noted ||
                     (line->noted == newest->noted && line->hidden);
        if (line->hash == hash && newer) {
            newest = line;
        }
    }
    return newest;
}

static bool line_is_guess(const struct value *fact)
{
    return fact->key != NULL && strcmp(fact->key, "value") == 0;
}

/* What is quoted of a hidden line is none; a guess is one where somebody typed it. */
static void note_shown(struct table_lines *lines, const struct value *fact, int seat, uint32_t step)
{
    uint64_t hash = line_hash(fact->text, fact->text_len);
    const struct table_line *before = line_newest(lines, hash);
    bool typed = before != NULL && before->noted == step;
    if (line_is_guess(fact) ? typed : before == NULL || !before->hidden) {
        int author = before != NULL && before->seat != SEAT_NONE ? before->seat : seat;
        line_add(lines, (struct table_line){
                            .hash = hash, .step = step, .noted = step, .seat = (int8_t)author});
    }
}

static void note_event(struct table_lines *lines, const struct value_tree *facts, uint16_t args,
                       uint32_t step)
{
    uint16_t until = 0;
    uint16_t said = value_find(facts, args, "seat");
    int seat = said != VALUE_NONE && facts->fact[said].kind == VALUE_NUMBER
                   ? (int)facts->fact[said].number
                   : SEAT_NONE;
    for (uint16_t at = (uint16_t)(args + 1); at < facts->fact[args].next; at++) {
        bool words = line_is_place(facts, at, &until) || line_is_guess(&facts->fact[at]);
        if (words && line_has_words(&facts->fact[at])) {
            note_shown(lines, &facts->fact[at], seat, step);
        }
    }
}

void table_lines_note(struct table_lines *lines, const struct move *move, const struct outcome *out,
                      uint32_t step)
{
    note_move(lines, move, step);
    for (unsigned i = 0; i < out->event_count; i++) {
        if ((out->event[i].to & AUDIENCE_CROWD) != 0 && out->event[i].args != VALUE_NONE) {
            note_event(lines, &out->facts, out->event[i].args, step);
        }
    }
}

/* --- hiding ----------------------------------------------------------------------------------- */

uint32_t table_lines_last(const struct table_lines *lines, int seat)
{
    uint32_t last = 0;
    for (unsigned i = 0; i < TABLE_LINES_MAX; i++) {
        const struct table_line *line = &lines->line[i];
        if (line->step > last && (seat == SEAT_NONE || line->seat == seat)) {
            last = line->step;
        }
    }
    return last;
}

const struct table_line *table_lines_at(const struct table_lines *lines, uint32_t step)
{
    for (unsigned i = 0; step != 0 && i < TABLE_LINES_MAX; i++) {
        if (lines->line[i].step == step) {
            return &lines->line[i];
        }
    }
    return NULL;
}

/* Is it that line, or the same words of the same person? */
static bool line_is_same(const struct table_lines *lines, const struct table_line *line,
                         uint32_t step)
{
    for (unsigned i = 0; step != 0 && line->hash != 0 && i < TABLE_LINES_MAX; i++) {
        const struct table_line *of_step = &lines->line[i];
        if (of_step->step == step && of_step->hash == line->hash && of_step->seat == line->seat) {
            return true;
        }
    }
    return false;
}

bool table_lines_hidable(const struct table_lines *lines, uint32_t step)
{
    unsigned count = 0;
    for (unsigned i = 0; i < TABLE_LINES_MAX; i++) {
        count += lines->line[i].hidden || line_is_same(lines, &lines->line[i], step);
    }
    return count <= TABLE_HIDDEN_MAX;
}

void table_lines_hide(struct table_lines *lines, uint32_t step)
{
    for (unsigned i = 0; i < TABLE_LINES_MAX; i++) {
        lines->line[i].hidden = lines->line[i].hidden || line_is_same(lines, &lines->line[i], step);
    }
}

bool table_lines_redacted_at(const struct table_lines *lines, uint32_t step)
{
    for (unsigned i = 0; step != 0 && i < TABLE_LINES_MAX; i++) {
        if (lines->line[i].step == step && lines->line[i].hidden) {
            return true;
        }
    }
    return false;
}

static bool lines_hide_any(const struct table_lines *lines)
{
    bool any = false;
    for (unsigned i = 0; i < TABLE_LINES_MAX && !any; i++) {
        any = lines->line[i].hidden;
    }
    return any;
}

bool table_lines_hides(const struct table_lines *lines, const char *text, size_t len)
{
    const struct table_line *newest =
        lines_hide_any(lines) ? line_newest(lines, line_hash(text, len)) : NULL;
    return newest != NULL && newest->hidden;
}

static void line_redact(const struct table_lines *lines, struct value_tree *facts, bool events)
{
    uint16_t until = 0;
    if (!lines_hide_any(lines)) {
        return; /* as at most tables: nothing is searched for its words */
    }
    for (uint16_t at = 0; at < facts->count; at++) {
        struct value *fact = &facts->fact[at];
        bool words = line_is_place(facts, at, &until) || (events && line_is_guess(fact));
        if (words && line_has_words(fact) && table_lines_hides(lines, fact->text, fact->text_len)) {
            /* a whole sentence is said to be withheld, a word among others leaves a mark */
            fact->text = fact->key == NULL || line_is_guess(fact) ? "…" : "";
            fact->text_len = (uint16_t)strlen(fact->text);
        }
    }
}

void table_lines_veil(const struct table_lines *lines, struct value_tree *facts)
{
    line_redact(lines, facts, false);
}

void table_lines_redact_events(const struct table_lines *lines, struct value_tree *facts)
{
    line_redact(lines, facts, true);
}
