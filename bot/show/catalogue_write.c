/* Sentences out of pieces and facts. What a person wrote goes into runs of its own, marked, and is
 * never read as a sentence; an argument that is not there shows as a dash, words that are gone as
 * an ellipsis. */
#include "catalogue_private.h"

#include "buf.h"
#include "games.h"
#include "moment.h"
#include "seat.h"

#include <assert.h>
#include <string.h>

enum { WRITE_NAME_MAX = 64, WRITE_TEXT_MAX = 64 * 1024 };

static const char write_nothing[] = "–";
static const char write_gone[] = "…";

struct write {
    const struct catalogue *catalogue;
    struct doc *doc;
    struct block *block;
    const struct value_tree *facts;
    const struct catalogue_names *names;
    uint16_t index;   /* whose members are the arguments */
    int64_t number;   /* of the plural around */
    unsigned depth;   /* of entries within entries */
    const char *game; /* the argument {game} of an entry about each of the games; NULL: none */
};

static void write_pieces(struct write *write, const struct piece *piece);

static void write_text(struct write *write, enum run_kind style, const char *text)
{
    if (text[0] != '\0') {
        doc_run(write->doc, write->block, style, text, false);
    }
}

/* Writes another entry with the arguments of an object; nothing when it is too deep. */
static void write_entry(const struct write *write, const char *key, const struct value_tree *facts,
                        uint16_t index)
{
    const struct entry *entry = catalogue_find(write->catalogue, key);
    if (entry != NULL && write->depth < CATALOGUE_DEPTH_MAX) {
        struct write inner = *write;
        inner.depth++;
        inner.facts = facts;
        inner.index = index;
        write_pieces(&inner, entry->pieces); /* NOLINT(misc-no-recursion): depth is kept */
    }
}

/* The same with one number as its argument {n}. */
static void write_entry_number(const struct write *write, const char *key, int64_t n)
{
    struct value_tree facts;
    struct value fact[2];
    char text[8];
    value_init(&facts, fact, 2, text, sizeof text);
    value_number(&facts, "n", n);
    write_entry(write, key, &facts, VALUE_NONE); /* NOLINT(misc-no-recursion): depth is kept */
}

/* One step of a path: a member's name, a place in a list, or "@name": the place that the number
 * called name tells. */
static uint16_t write_step(const struct write *write, uint16_t parent, const char *name, size_t len)
{
    char word[WRITE_NAME_MAX];
    if (len >= sizeof word) {
        return VALUE_NONE;
    }
    memcpy(word, name, len);
    word[len] = '\0';
    int64_t place = -1;
    if (word[0] == '@') {
        uint16_t at = value_find(write->facts, write->index, word + 1);
        place = at != VALUE_NONE ? write->facts->fact[at].number : -1;
    } else if (strspn(word, "0123456789") == len && len < 4) {
        place = 0;
        for (size_t i = 0; i < len; i++) {
            place = place * 10 + (word[i] - '0');
        }
    } else {
        return value_find(write->facts, parent, word);
    }
    bool listed = parent != VALUE_NONE && write->facts->fact[parent].kind == VALUE_LIST;
    return listed && place >= 0 && place < VALUE_NONE
               ? value_member(write->facts, parent, (unsigned)place)
               : VALUE_NONE;
}

/* The fact that a path means; NULL when it is not there. "this" is the object of all arguments. */
static const struct value *write_find(const struct write *write, const char *path,
                                      uint16_t *index_r)
{
    uint16_t at = write->index;
    *index_r = at;
    if (write->facts == NULL) {
        return NULL;
    }
    while (strcmp(path, "this") != 0) {
        size_t len = strcspn(path, ".");
        at = write_step(write, at, path, len);
        if (at == VALUE_NONE || path[len] == '\0') {
            break;
        }
        path += len + 1;
    }
    *index_r = at;
    return at != VALUE_NONE ? &write->facts->fact[at] : NULL;
}

static void write_number(struct write *write, enum run_kind style, int64_t number)
{
    struct buf buf;
    buf_init(&buf, WRITE_NAME_MAX);
    buf_number(&buf, number);
    write_text(write, style, buf.text);
    buf_deinit(&buf);
}

static void write_person(struct write *write, const struct piece *piece, int64_t seat)
{
    if (seat == SEAT_HOUSE || seat == SEAT_MODERATOR) {
        write_entry_number(write, seat == SEAT_HOUSE ? "seat.house" : "seat.moderator", 0);
        return;
    }
    bool person = seat >= 0 && seat < SEATS_MAX;
    const char *name = person && write->names != NULL
                           ? write->names->name(write->names->context, (int)seat)
                           : NULL;
    if (name == NULL || name[0] == '\0') {
        write_entry_number(write, person ? "seat.empty" : "seat.nobody", seat);
        return;
    }
    bool house =
        write->names->house != NULL && write->names->house(write->names->context, (int)seat);
    bool mention = piece->format == FORMAT_MENTION && !house;
    enum run_kind kind = mention ? RUN_MENTION : piece->style;
    doc_run(write->doc, write->block, kind, name, true)->seat = (int)seat;
}

/* A length of time as its two largest units; what is shorter than the smallest counts as one. */
static void write_length(const struct write *write, int64_t ms)
{
    static const struct {
        const char *key;
        int64_t ms;
    } units[] = {{"length.days", 86400000},
                 {"length.hours", 3600000},
                 {"length.minutes", 60000},
                 {"length.seconds", 1000}};
    const size_t count = sizeof units / sizeof *units;
    size_t first = 0;
    if (ms > 0 && ms < units[count - 1].ms) {
        ms = units[count - 1].ms;
    }
    while (first + 1 < count && ms < units[first].ms) {
        first++;
    }
    write_entry_number(write, units[first].key, ms / units[first].ms);
    int64_t rest = ms % units[first].ms;
    if (first + 1 < count && rest >= units[first + 1].ms) {
        doc_run(write->doc, write->block, RUN_TEXT, " ", false);
        write_entry_number(write, units[first + 1].key, rest / units[first + 1].ms);
    }
}

/* The entry "term." argument "." word, or "term." word; NULL when the language has neither. */
static const char *write_word(const struct write *write, const struct piece *piece,
                              const char *term)
{
    const char *dot = strrchr(piece->text, '.');
    const char *own = dot != NULL ? dot + 1 : piece->text;
    own = piece->format == FORMAT_WORD && piece->key != NULL ? piece->key : own;
    const char *word = catalogue_word(write->catalogue, "term", own, term);
    if (word == NULL) {
        word = catalogue_term(write->catalogue, term);
        word = word == term ? NULL : word;
    }
    return word;
}

/* A word for a term: one for this argument alone ("term.outcome.follow"), or for all. */
static void write_term(struct write *write, const struct piece *piece, const char *term)
{
    bool typed = piece->format == FORMAT_TYPED;
    const char *word = typed ? NULL : write_word(write, piece, term);
    const char *symbol = catalogue_symbol(write->catalogue, term);
    if (symbol != NULL && !typed && piece->format != FORMAT_WORD) {
        write_text(write, RUN_TEXT, symbol);
        write_text(write, RUN_TEXT, " ");
    }
    write_text(write, piece->style, word != NULL ? word : term);
}

/* Words of a person; where a term's word is asked for, those that are a term have it. Words that
 * are gone (hidden, forgotten) leave a mark. */
static void write_people(struct write *write, const struct piece *piece, const char *text)
{
    if (text[0] == '\0') {
        write_text(write, piece->style, write_gone);
        return;
    }
    const char *word = piece->format == FORMAT_WORD ? write_word(write, piece, text) : NULL;
    doc_run(write->doc, write->block, piece->style, word != NULL ? word : text, word == NULL);
}

static bool write_ends(const char *path, const char *ending)
{
    size_t len = strlen(path);
    size_t ending_len = strlen(ending);
    return len >= ending_len && strcmp(path + len - ending_len, ending) == 0;
}

static void write_number_by_name(struct write *write, const struct piece *piece, int64_t number)
{
    bool seat = strcmp(piece->text, "seat") == 0 || write_ends(piece->text, "_seat") ||
                write_ends(piece->text, ".seat");
    bool person = piece->format == FORMAT_PERSON || piece->format == FORMAT_MENTION ||
                  piece->format == FORMAT_PEOPLE;
    if (person || (seat && piece->format == FORMAT_PLAIN)) {
        write_person(write, piece, number);
    } else if (piece->format == FORMAT_LENGTH) {
        write_length(write, number);
    } else if (piece->format == FORMAT_TIME ||
               (piece->format == FORMAT_PLAIN && write_ends(piece->text, "_ms"))) {
        doc_time(write->doc, write->block, number);
    } else {
        write_number(write, piece->style, number);
    }
}

static void write_fact(struct write *write, const struct piece *piece, uint16_t index);

/* "a, b and c", joined as the language does it. */
static void write_list(struct write *write, const struct piece *piece, uint16_t list)
{
    uint16_t at = value_first(write->facts, list);
    if (at == VALUE_NONE) {
        write_entry_number(write, "list.nothing", 0);
    }
    for (bool first = true; at != VALUE_NONE; first = false) {
        uint16_t following = value_next(write->facts, list, at);
        if (!first) {
            write_entry_number(write, following != VALUE_NONE ? "list.comma" : "list.and", 0);
        }
        write_fact(write, piece, at); /* NOLINT(misc-no-recursion): a list holds no list */
        at = following;
    }
}

/* The same of all games that are offered: an entry for each, with its argument {game}. */
static void write_games(const struct write *write, const char *key)
{
    for (size_t i = 0; games_names[i] != NULL; i++) {
        struct write of = *write;
        of.game = games_names[i];
        if (i > 0) {
            write_entry_number(write, games_names[i + 1] != NULL ? "list.comma" : "list.and", 0);
        }
        write_entry(&of, key, write->facts, write->index); /* NOLINT(misc-no-recursion) */
    }
}

/* "Ana 📄 Documents · Ben 💰 Money" for a list with a member for each seat. */
static void write_seats(struct write *write, const struct piece *piece, uint16_t list)
{
    int seat = 0;
    bool first = true;
    const struct piece member = {.style = piece->style, .text = piece->text};
    for (uint16_t at = value_first(write->facts, list); at != VALUE_NONE;
         at = value_next(write->facts, list, at)) {
        if (write->facts->fact[at].kind != VALUE_NULL) {
            if (!first) {
                write_entry_number(write, "list.dot", 0);
            }
            write_person(write, piece, seat);
            write_text(write, RUN_TEXT, " ");
            write_fact(write, &member, at); /* NOLINT(misc-no-recursion): holds no list */
            first = false;
        }
        seat++;
    }
}

static void write_fact(struct write *write, const struct piece *piece, uint16_t index)
{
    assert(write->facts != NULL);
    const struct value *fact = &write->facts->fact[index];
    switch (fact->kind) {
    case VALUE_OBJECT:
        if (piece->format == FORMAT_ENTRY) {
            write_entry(write, piece->key, write->facts, index); /* NOLINT(misc-no-recursion) */
            break;
        }
        write_text(write, piece->style, write_nothing);
        break;
    case VALUE_NULL:
        write_text(write, piece->style, write_nothing);
        break;
    case VALUE_BOOL:
        write_text(write, piece->style,
                   catalogue_term(write->catalogue, fact->number != 0 ? "yes" : "no"));
        break;
    case VALUE_NUMBER:
        write_number_by_name(write, piece, fact->number);
        break;
    case VALUE_TERM:
        write_term(write, piece, fact->text);
        break;
    case VALUE_TEXT:
        write_people(write, piece, fact->text);
        break;
    case VALUE_LIST:
        if (piece->format == FORMAT_SEATS) {
            write_seats(write, piece, index); /* NOLINT(misc-no-recursion): holds no list */
        } else {
            write_list(write, piece, index); /* NOLINT(misc-no-recursion): a list holds no list */
        }
        break;
    }
}

static void write_argument(struct write *write, const struct piece *piece)
{
    uint16_t index = VALUE_NONE;
    const struct value *fact = write_find(write, piece->text, &index);
    if (piece->format == FORMAT_ENTRY && fact != NULL && fact->kind == VALUE_LIST) {
        write_list(write, piece, index); /* NOLINT(misc-no-recursion): a list holds no list */
    } else if (piece->format == FORMAT_ENTRY && write->facts != NULL &&
               (fact == NULL ? strcmp(piece->text, "this") == 0 : fact->kind == VALUE_OBJECT)) {
        write_entry(write, piece->key, write->facts, index); /* NOLINT(misc-no-recursion) */
    } else if (fact == NULL && piece->format == FORMAT_ENTRY && strcmp(piece->text, "games") == 0) {
        write_games(write, piece->key); /* NOLINT(misc-no-recursion): depth is kept */
    } else if (fact == NULL && write->game != NULL && strcmp(piece->text, "game") == 0) {
        write_term(write, piece, write->game);
    } else if (fact == NULL) {
        write_text(write, piece->style, write_nothing);
    } else {
        write_fact(write, piece, index);
    }
}

static bool write_is_number(const char *selector, int64_t number)
{
    if (selector[0] != '=') {
        return false;
    }
    int64_t value = 0;
    for (const char *digit = selector + 1; *digit != '\0'; digit++) {
        value = value * 10 + (*digit - '0');
    }
    return value == number;
}

static const struct branch *write_branch(const struct piece *piece, const char *selector,
                                         const int64_t *number)
{
    const struct branch *chosen = NULL;
    for (const struct branch *branch = piece->branches; branch != NULL; branch = branch->next) {
        if (number != NULL && write_is_number(branch->selector, *number)) {
            return branch;
        }
        if (strcmp(branch->selector, selector) == 0 ||
            (chosen == NULL && strcmp(branch->selector, "other") == 0)) {
            chosen = branch;
        }
    }
    assert(chosen != NULL);
    return chosen;
}

/* Words of a person may say "none" and mean the word. */
static const char *write_selector_text(const char *text)
{
    static const char *const own[] = {"none", "true", "false", "any", "empty"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(own[i], text) == 0) {
            return "other";
        }
    }
    return text;
}

/* What a select compares: a term or text, true or false, none for null or nothing there, a
 * number's "=N", and any for an object or list that has members. */
static const char *write_selector(const struct value *fact)
{
    if (fact == NULL) {
        return "none";
    }
    switch (fact->kind) {
    case VALUE_NULL:
        return "none";
    case VALUE_BOOL:
        return fact->number != 0 ? "true" : "false";
    case VALUE_TERM:
        return fact->text;
    case VALUE_TEXT:
        return write_selector_text(fact->text);
    case VALUE_OBJECT:
    case VALUE_LIST:
        return fact->number > 0 ? "any" : "empty";
    case VALUE_NUMBER:
        break;
    }
    return "other";
}

static void write_branches(struct write *write, const struct piece *piece)
{
    uint16_t index = VALUE_NONE;
    const struct value *fact = write_find(write, piece->text, &index);
    int64_t number = fact != NULL ? fact->number : 0;
    struct write inner = *write;
    const struct branch *branch = NULL;
    if (piece->kind == PIECE_PLURAL) {
        inner.number = number;
        branch = write_branch(piece, plural_category(catalogue_language(write->catalogue), number),
                              &number);
    } else {
        bool numeric = fact != NULL && fact->kind == VALUE_NUMBER;
        branch = write_branch(piece, write_selector(fact), numeric ? &number : NULL);
    }
    write_pieces(&inner, branch->pieces); /* NOLINT(misc-no-recursion): as deep as the sentence */
}

static void write_pieces(struct write *write, const struct piece *piece)
{
    for (; piece != NULL; piece = piece->next) {
        switch (piece->kind) {
        case PIECE_TEXT:
            write_text(write, piece->style, piece->text);
            break;
        case PIECE_ARG:
            write_argument(write, piece); /* NOLINT(misc-no-recursion): depth is kept */
            break;
        case PIECE_NUMBER:
            write_number(write, piece->style, write->number);
            break;
        case PIECE_PLURAL:
        case PIECE_SELECT:
            write_branches(write, piece); /* NOLINT(misc-no-recursion): as deep as the sentence */
            break;
        }
    }
}

void catalogue_write(const struct catalogue *catalogue, struct doc *doc, struct block *block,
                     const char *key, const struct catalogue_args *args)
{
    struct write write = {.catalogue = catalogue,
                          .doc = doc,
                          .block = block,
                          .facts = args->facts,
                          .names = args->names,
                          .index = args->index};
    const struct entry *entry = catalogue_find(catalogue, key);
    if (entry == NULL) {
        write_text(&write, RUN_TEXT, key);
    } else {
        write_pieces(&write, entry->pieces);
    }
}

const char *catalogue_text(const struct catalogue *catalogue, struct arena *arena, const char *key,
                           const struct value_tree *facts, uint16_t index,
                           const struct catalogue_names *names)
{
    struct doc *doc = doc_new(arena);
    struct block *block = doc_block(doc, BLOCK_PARAGRAPH);
    const struct catalogue_args args = {.facts = facts, .index = index, .names = names};
    catalogue_write(catalogue, doc, block, key, &args);
    const struct run *only = block->runs;
    if (only != NULL && only->next == NULL && only->kind != RUN_TIME) {
        return only->text;
    }
    struct buf buf;
    buf_init(&buf, WRITE_TEXT_MAX);
    for (const struct run *run = block->runs; run != NULL; run = run->next) {
        char moment[MOMENT_BYTES] = "";
        if (run->kind == RUN_TIME) {
            moment_print(run->time_ms, moment);
        }
        buf_text(&buf, run->kind == RUN_TIME ? moment : run->text);
    }
    const char *text = arena_text(arena, buf.len > 0 ? buf.text : "", buf.len);
    buf_deinit(&buf);
    return text;
}
