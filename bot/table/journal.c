/* Journal lines: "step at_ms by action args judgements".
 *
 *   step        1 for the move that opened the table, then one more for each line
 *   at_ms       UTC milliseconds
 *   by          "house"; a seat "2"; "m.77" the person 77 as moderator or referee without a seat;
 *               "p.77" a person without one; with "!" behind it where that person may moderate
 *   action      the row's name
 *   args        the arguments as compact JSON, people's words as "~digest"
 *   judgements  numbers with commas between, or "-"
 *
 * What a table needs to make the move again stands in the line, nothing else. */
#include "journal.h"

#include <assert.h>
#include <string.h>

enum { DIGEST_LEN = JOURNAL_DIGEST_BYTES * 2, WORD_LEN = DIGEST_LEN + 1, PATH_BYTES = 96 };

/* --- whose words ------------------------------------------------------------------------------ */

/* A walk over all facts of a move's arguments that are people's own words. */
struct journal_walk {
    const struct value_tree *args;
    const struct action_def *row;
    uint16_t found[JOURNAL_WORDS_MAX];
    size_t count;
    bool full;
};

/* The argument row for a dotted path, NULL when there is none. */
static const struct arg_def *journal_arg(const struct action_def *row, const char *path)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        if (strcmp(row->args[i].name, path) == 0) {
            return &row->args[i];
        }
    }
    return NULL;
}

/* path and key with a dot between; false when it does not fit. A list's members have its path. */
static bool journal_path(char *path, const char *parent, const char *key)
{
    size_t len = strlen(parent);
    size_t more = key == NULL ? 0 : strlen(key);
    if (len + more + 2 > PATH_BYTES) {
        return false;
    }
    memmove(path, parent, len + 1);
    if (more > 0) {
        path[len] = '.';
        memcpy(path + len + (len > 0), key, more + 1);
    }
    return true;
}

static void journal_walk_from(struct journal_walk *walk, uint16_t parent, const char *parent_path)
{
    for (uint16_t at = value_first(walk->args, parent); at != VALUE_NONE;
         at = value_next(walk->args, parent, at)) {
        const struct value *fact = &walk->args->fact[at];
        char path[PATH_BYTES];
        if (!journal_path(path, parent_path, fact->key)) {
            walk->full = true;
            return;
        }
        const struct arg_def *arg = journal_arg(walk->row, path);
        bool words = arg != NULL && (arg->kind == ARG_TEXT || arg->kind == ARG_TEXTS);
        if (fact->kind == VALUE_OBJECT || fact->kind == VALUE_LIST) {
            journal_walk_from(walk, at, path); /* NOLINT(misc-no-recursion): VALUE_DEPTH_MAX */
        } else if (words && (fact->kind == VALUE_TEXT || fact->kind == VALUE_TERM)) {
            walk->full = walk->full || walk->count == JOURNAL_WORDS_MAX;
            if (!walk->full) {
                walk->found[walk->count++] = at;
            }
        }
    }
}

static void journal_find_words(struct journal_walk *walk, const struct value_tree *args,
                               const struct action_def *row)
{
    walk->args = args;
    walk->row = row;
    walk->count = 0;
    walk->full = false;
    journal_walk_from(walk, VALUE_NONE, "");
}

void journal_words(const struct move *move, struct journal_words *words)
{
    struct journal_walk walk;
    journal_find_words(&walk, &move->args, move->row);
    words->count = walk.count;
    for (size_t i = 0; i < walk.count; i++) {
        const struct value *fact = &move->args.fact[walk.found[i]];
        words->word[i].text = fact->text;
        words->word[i].len = fact->text_len;
        words->word[i].digest[0] = '\0';
    }
}

/* --- printing --------------------------------------------------------------------------------- */

struct journal_line {
    char *text;
    size_t len;
    size_t max;
    bool full;
};

static void line_bytes(struct journal_line *line, const char *bytes, size_t len)
{
    if (line->max - line->len <= len) {
        line->full = true;
        return;
    }
    memcpy(line->text + line->len, bytes, len);
    line->len += len;
}

static void line_text(struct journal_line *line, const char *text)
{
    line_bytes(line, text, strlen(text));
}

static void line_number(struct journal_line *line, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        digits[--at] = '-';
    }
    line_bytes(line, digits + at, sizeof digits - at);
}

static void line_by(struct journal_line *line, const struct move *move)
{
    if (move->seat == SEAT_HOUSE) {
        line_text(line, "house");
        return;
    }
    if (seat_is_person(move->seat)) {
        line_number(line, move->seat);
    } else {
        line_text(line, move->seat == SEAT_MODERATOR ? "m." : "p.");
        line_number(line, (int64_t)move->person);
    }
    if (move->moderator) {
        line_text(line, "!");
    }
}

/* The arguments, each word replaced by its digest. */
static bool line_args(struct journal_line *line, const struct move *move,
                      const struct journal_words *words)
{
    struct value fact[MOVE_FACTS_MAX];
    char digest[JOURNAL_WORDS_MAX][WORD_LEN + 1];
    struct journal_walk walk;
    struct value_tree args = move->args;
    journal_find_words(&walk, &move->args, move->row);
    if (walk.full || walk.count != words->count) {
        return false;
    }
    memcpy(fact, move->args.fact, move->args.count * sizeof *fact);
    args.fact = fact;
    for (size_t i = 0; i < walk.count; i++) {
        digest[i][0] = '~';
        assert(strlen(words->word[i].digest) == DIGEST_LEN);
        memcpy(digest[i] + 1, words->word[i].digest, DIGEST_LEN + 1);
        fact[walk.found[i]].text = digest[i];
        fact[walk.found[i]].text_len = WORD_LEN;
    }
    size_t room = line->max - line->len;
    size_t len = value_print(&args, line->text + line->len, room);
    line->len += len;
    return len > 0;
}

static void line_judgements(struct journal_line *line, const struct move *move)
{
    for (int i = 0; i < move->judgement_count; i++) {
        line_text(line, i > 0 ? "," : "");
        line_number(line, move->judgement[i]);
    }
    if (move->judgement_count == 0) {
        line_text(line, "-");
    }
}

size_t journal_print(const struct move *move, uint32_t step, const struct journal_words *words,
                     char *line, size_t max)
{
    struct journal_line out = {.text = line, .max = max};
    line_number(&out, step);
    line_text(&out, " ");
    line_number(&out, move->at_ms);
    line_text(&out, " ");
    line_by(&out, move);
    line_text(&out, " ");
    line_text(&out, move->row->name);
    line_text(&out, " ");
    if (out.full || !line_args(&out, move, words)) {
        return 0;
    }
    line_text(&out, " ");
    line_judgements(&out, move);
    if (out.full) {
        return 0;
    }
    line[out.len] = '\0';
    return out.len;
}

/* --- reading ---------------------------------------------------------------------------------- */

struct journal_in {
    const char *at;
    const char *end;
};

static bool in_byte(struct journal_in *in, char byte)
{
    if (in->at == in->end || *in->at != byte) {
        return false;
    }
    in->at++;
    return true;
}

/* A whole number as line_number writes it. */
static bool in_number(struct journal_in *in, int64_t *number_r)
{
    bool negative = in_byte(in, '-');
    const char *start = in->at;
    int64_t number = 0;
    while (in->at < in->end && *in->at >= '0' && *in->at <= '9') {
        if (number > (INT64_MAX - 9) / 10) {
            return false;
        }
        number = number * 10 + (*in->at++ - '0');
    }
    *number_r = negative ? -number : number;
    bool canonical = in->at - start == 1 || (in->at > start && *start != '0');
    return canonical && !(negative && number == 0);
}

static bool in_by(struct journal_in *in, const struct table *table, struct move *move)
{
    int64_t number = 0;
    move->seat = SEAT_HOUSE;
    if (in->end - in->at >= 5 && memcmp(in->at, "house", 5) == 0) {
        in->at += 5;
        return true;
    }
    bool moderator = in_byte(in, 'm');
    bool person = !moderator && in_byte(in, 'p');
    if ((moderator || person) && !in_byte(in, '.')) {
        return false;
    }
    if (!in_number(in, &number) || number < 0) {
        return false;
    }
    if (moderator || person) {
        move->seat = moderator ? SEAT_MODERATOR : SEAT_NONE;
        move->person = (uint64_t)number;
    } else {
        if (number >= table->seat_count) {
            return false;
        }
        move->seat = (int16_t)number;
        move->person = table->seat[number].person;
    }
    move->moderator = in_byte(in, '!');
    return true;
}

static const struct action_def *in_action(struct journal_in *in, const struct table *table)
{
    char name[40];
    size_t len = 0;
    while (in->at < in->end && ((*in->at >= 'a' && *in->at <= 'z') || *in->at == '_') &&
           len + 1 < sizeof name) {
        name[len++] = *in->at++;
    }
    name[len] = '\0';
    return len == 0 ? NULL : table_action(table, name);
}

static bool in_judgements(struct journal_in *in, struct move *move)
{
    if (in->end - in->at == 1 && *in->at == '-') {
        return true;
    }
    do {
        int64_t number = 0;
        if (move->judgement_count == MOVE_JUDGEMENTS_MAX || !in_number(in, &number) ||
            number < INT32_MIN || number > INT32_MAX) {
            return false;
        }
        move->judgement[move->judgement_count++] = (int32_t)number;
    } while (in_byte(in, ','));
    return in->at == in->end;
}

/* A parsed tree being made a move's arguments: keys become the row's own, words come back. */
struct journal_words_in {
    const struct value_tree *from;
    const struct action_def *row;
    struct value_tree *args;
    const char *(*find)(const void *words, const char *digest, size_t *len_r);
    const void *words;
};

/* The key of a path in static memory, where the row has it. */
static const char *in_key(const struct journal_words_in *in, const char *path, const char *key)
{
    const struct arg_def *arg = journal_arg(in->row, path);
    if (arg == NULL || key == NULL) {
        return NULL;
    }
    const char *dot = strrchr(arg->name, '.');
    return dot == NULL ? arg->name : dot + 1;
}

static bool in_word(const struct journal_words_in *in, const char *key, const struct value *fact)
{
    size_t len = 0;
    if (fact->text_len != WORD_LEN || fact->text[0] != '~') {
        return false;
    }
    const char *text = in->find(in->words, fact->text + 1, &len);
    if (text != NULL) {
        value_text(in->args, key, text, len);
    }
    return true;
}

static bool in_members(const struct journal_words_in *in, uint16_t parent, const char *parent_path);

static bool in_nested(const struct journal_words_in *in, uint16_t at, const char *key,
                      const char *path)
{
    if (in->from->fact[at].kind == VALUE_OBJECT) {
        value_object(in->args, key);
    } else {
        value_list(in->args, key);
    }
    if (in->args->full || !in_members(in, at, path)) { /* NOLINT(misc-no-recursion) */
        return false;
    }
    value_end(in->args);
    return true;
}

static bool in_members(const struct journal_words_in *in, uint16_t parent, const char *parent_path)
{
    for (uint16_t at = value_first(in->from, parent); at != VALUE_NONE;
         at = value_next(in->from, parent, at)) {
        const struct value *fact = &in->from->fact[at];
        char path[PATH_BYTES];
        if (!journal_path(path, parent_path, fact->key)) {
            return false;
        }
        const struct arg_def *arg = journal_arg(in->row, path);
        const char *key = in_key(in, path, fact->key);
        bool words = arg != NULL && (arg->kind == ARG_TEXT || arg->kind == ARG_TEXTS);
        bool nests = (fact->kind == VALUE_OBJECT || fact->kind == VALUE_LIST) && arg != NULL &&
                     (arg->flags & ARG_RESOLVED) == 0 &&
                     (arg->kind == ARG_OBJECT || arg->kind == ARG_TEXTS);
        if (fact->key != NULL && key == NULL) {
            return false; /* the row has no such argument */
        }
        if (words && fact->kind == VALUE_TEXT) {
            if (!in_word(in, key, fact)) {
                return false;
            }
        } else if (!nests) {
            value_copy(in->args, key, in->from, at);
        } else if (!in_nested(in, at, key, path)) { /* NOLINT(misc-no-recursion) */
            return false;
        }
    }
    return !in->args->full;
}

static bool in_args(struct journal_in *in, const struct journal_words_in *how)
{
    enum { TEXT_MAX = JOURNAL_LINE_MAX };
    struct value fact[MOVE_FACTS_MAX];
    char text[TEXT_MAX];
    struct value_tree from;
    struct journal_words_in words = *how;
    const char *close = in->end;
    while (close > in->at && close[-1] != ' ') {
        close--;
    }
    if (close == in->at) {
        return false;
    }
    value_init(&from, fact, MOVE_FACTS_MAX, text, sizeof text);
    if (!value_parse(&from, in->at, (size_t)(close - 1 - in->at))) {
        return false;
    }
    words.from = &from;
    in->at = close;
    return in_members(&words, VALUE_NONE, "");
}

bool journal_parse(const struct table *table, const char *line, size_t len,
                   const char *(*find)(const void *words, const char *digest, size_t *len_r),
                   const void *words, struct move *move)
{
    struct journal_in in = {line, line + len};
    int64_t step = 0;
    move_init(move, NULL, SEAT_HOUSE, 0);
    move->person = 0;
    move->moderator = false;
    if (!in_number(&in, &step) || step != (int64_t)table->step + 1 || !in_byte(&in, ' ') ||
        !in_number(&in, &move->at_ms) || !in_byte(&in, ' ') || !in_by(&in, table, move) ||
        !in_byte(&in, ' ')) {
        return false;
    }
    move->row = in_action(&in, table);
    struct journal_words_in how = {
        .row = move->row, .args = &move->args, .find = find, .words = words};
    return move->row != NULL && in_byte(&in, ' ') && in_args(&in, &how) && in_judgements(&in, move);
}
