/* A transcript is a list of lines; a place in it is the number of the next one. Lines of words are
 * passed as soon as they are reached. */
#include "lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "embed_lessons.h"
#include "heap.h"
#include "rules.h"

enum {
    LESSON_LINES_MAX = 200,
    LESSON_ARGS_BYTES = 1024,
    LESSON_SHOWN_BYTES = 60,
    LESSON_KEY_BYTES = 48,
    LESSON_BYTES_MAX = 64 * 1024,
    LESSON_OPTIONS_MAX = 8
};

enum line_kind {
    LINE_TELL, /* words are said */
    LINE_MOVE, /* a house player's move */
    LINE_YOU,  /* the person's */
    LINE_END
};

struct line {
    enum line_kind kind;
    int seat;
    unsigned words; /* LINE_TELL: which */
    const struct action_def *row;
    char *args; /* JSON; LINE_YOU: those it must have, "{}" for any */
};

struct lesson_option {
    char *name;
    char *value;
};

struct lesson {
    const struct game_def *game;
    unsigned seats;
    int you;
    char *deal;
    unsigned option_count;
    struct lesson_option option[LESSON_OPTIONS_MAX];
    unsigned count;
    struct line line[LESSON_LINES_MAX];
};

/* What is read of one line of text. */
struct reading {
    struct lesson *lesson;
    char *word;       /* the first one */
    char *rest;       /* all behind it, trimmed */
    const char *text; /* the whole line, of len bytes */
    int len;
    unsigned number;
    struct fault *fault;
};

static int bad(const struct reading *reading, const char *why)
{
    return fault_set(reading->fault, FAULT_BROKEN, "line %u: \"%.*s\": %s", reading->number,
                     reading->len, reading->text, why);
}

/* The next word of text, ended with a zero; text moves behind it. */
static char *take_word(char **text)
{
    char *word = *text + strspn(*text, " \t");
    size_t len = strcspn(word, " \t");
    *text = word + len;
    if (**text != '\0') {
        *(*text)++ = '\0';
        *text += strspn(*text, " \t");
    }
    return word;
}

static bool args_are_sound(const char *args)
{
    struct value fact[MOVE_FACTS_MAX];
    char text[LESSON_ARGS_BYTES];
    struct value_tree facts;
    value_init(&facts, fact, MOVE_FACTS_MAX, text, sizeof text);
    return strlen(args) < LESSON_ARGS_BYTES && value_parse(&facts, args, strlen(args));
}

/* "2 play {…}", "you play". */
static int read_act(struct reading *reading, enum line_kind kind, int seat)
{
    struct line *line = &reading->lesson->line[reading->lesson->count];
    const char *name = take_word(&reading->rest);
    line->kind = kind;
    line->seat = seat;
    line->row = rules_action(reading->lesson->game, name);
    if (line->row == NULL) {
        return bad(reading, "the game has no such act");
    }
    line->args = heap_copy(reading->rest[0] == '\0' ? "{}" : reading->rest);
    if (!args_are_sound(line->args)) {
        return bad(reading, "the arguments have to be compact JSON");
    }
    reading->lesson->count++;
    return 0;
}

static int read_option(const struct reading *reading)
{
    struct lesson *lesson = reading->lesson;
    char *value = reading->rest;
    const char *name = take_word(&value);
    struct options options;
    const struct option_def *row = NULL;
    options_default(lesson->game, &options);
    if (lesson->option_count == LESSON_OPTIONS_MAX ||
        !options_set(lesson->game, &options, name, value, &row)) {
        return bad(reading, "the game has no such option");
    }
    lesson->option[lesson->option_count].name = heap_copy(name);
    lesson->option[lesson->option_count++].value = heap_copy(value);
    return 0;
}

static int read_number(const struct reading *reading, unsigned most, unsigned *number_r)
{
    char *end = NULL;
    unsigned long number = strtoul(reading->rest, &end, 10);
    if (reading->rest[0] == '\0' || *end != '\0' || number > most) {
        return bad(reading, "a number is missing here");
    }
    *number_r = (unsigned)number;
    return 0;
}

static int read_line(struct reading *reading)
{
    struct lesson *lesson = reading->lesson;
    unsigned number = 0;
    if (lesson->count == LESSON_LINES_MAX) {
        return bad(reading, "there are too many lines");
    }
    if (strcmp(reading->word, "seats") == 0) {
        return read_number(reading, SEATS_MAX, &lesson->seats);
    }
    if (strcmp(reading->word, "seat") == 0) {
        int done = read_number(reading, SEATS_MAX - 1, &number);
        lesson->you = (int)number;
        return done;
    }
    if (strcmp(reading->word, "option") == 0) {
        return read_option(reading);
    }
    if (strcmp(reading->word, "deal") == 0) {
        free(lesson->deal);
        lesson->deal = heap_copy(reading->rest);
        return 0;
    }
    if (strcmp(reading->word, "tell") == 0) {
        struct line *line = &lesson->line[lesson->count];
        line->kind = LINE_TELL;
        lesson->count++;
        return read_number(reading, LESSON_LINES_MAX, &line->words);
    }
    if (strcmp(reading->word, "end") == 0) {
        lesson->line[lesson->count++].kind = LINE_END;
        return 0;
    }
    if (strcmp(reading->word, "you") == 0) {
        return read_act(reading, LINE_YOU, lesson->you);
    }
    char *end = NULL;
    number = (unsigned)strtoul(reading->word, &end, 10);
    if (*end == '\0' && number < lesson->seats) {
        return read_act(reading, LINE_MOVE, (int)number);
    }
    return bad(reading, "not a line of a lesson");
}

/* Reads the line that begins at text, of len bytes. */
static int read_text(struct reading *reading, const char *text, size_t len)
{
    char *copy = heap_text(text, len);
    char *at = copy;
    size_t used = strlen(copy);
    while (used > 0 && strchr(" \t\r", copy[used - 1]) != NULL) {
        copy[--used] = '\0';
    }
    reading->text = text;
    reading->len = len < LESSON_SHOWN_BYTES ? (int)len : LESSON_SHOWN_BYTES;
    reading->word = take_word(&at);
    reading->rest = at;
    reading->number++;
    bool blank = reading->word[0] == '\0' || reading->word[0] == '#';
    int done = blank ? 0 : read_line(reading);
    free(copy);
    return done;
}

struct lesson *lesson_new(const struct game_def *game, const char *text, size_t len,
                          struct fault *fault)
{
    struct lesson *lesson = heap_allocate(sizeof *lesson);
    struct reading reading = {.lesson = lesson, .fault = fault};
    lesson->game = game;
    for (size_t at = 0; at < len;) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t line = end == NULL ? len - at : (size_t)(end - text) - at;
        if (read_text(&reading, text + at, line) != 0) {
            lesson_free(&lesson);
            return NULL;
        }
        at += line + 1;
    }
    bool whole = lesson->seats >= game->seats_min && lesson->seats <= game->seats_max &&
                 lesson->count > 0 && lesson->line[lesson->count - 1].kind == LINE_END;
    if (!whole) {
        fault_set(fault, FAULT_BROKEN, "a lesson needs seats, and ends with \"end\"");
        lesson_free(&lesson);
    }
    return lesson;
}

void lesson_free(struct lesson **lesson)
{
    if (*lesson == NULL) {
        return;
    }
    for (unsigned i = 0; i < LESSON_LINES_MAX; i++) {
        free((*lesson)->line[i].args);
    }
    for (unsigned i = 0; i < (*lesson)->option_count; i++) {
        free((*lesson)->option[i].name);
        free((*lesson)->option[i].value);
    }
    free((*lesson)->deal);
    free(*lesson);
    *lesson = NULL;
}

unsigned lesson_seats(const struct lesson *lesson)
{
    return lesson->seats;
}

int lesson_seat(const struct lesson *lesson)
{
    return lesson->you;
}

const char *lesson_deal(const struct lesson *lesson)
{
    return lesson->deal == NULL ? "{}" : lesson->deal;
}

void lesson_options(const struct lesson *lesson, struct value_tree *options)
{
    for (unsigned i = 0; i < lesson->option_count; i++) {
        const struct lesson_option *option = &lesson->option[i];
        value_text(options, option->name, option->value, strlen(option->value));
    }
}

/* --- playing ---------------------------------------------------------------------------------- */

/* Lines of words are passed; what is said of them is lesson_words' affair. */
static void pass_words(const struct lesson *lesson, struct lesson_place *place)
{
    while (lesson->line[place->line].kind == LINE_TELL) {
        place->line++;
    }
}

/* What a text says, however it is written: its letters and digits, all small. */
static void text_says(const char *text, char *said)
{
    for (; *text != '\0'; text++) {
        bool capital = *text >= 'A' && *text <= 'Z';
        bool keep = capital || (*text >= 'a' && *text <= 'z') || (*text >= '0' && *text <= '9') ||
                    ((unsigned char)*text & 0x80) != 0;
        if (keep) {
            *said++ = (char)(capital ? *text - 'A' + 'a' : *text);
        }
    }
    *said = '\0';
}

/* The same value; of texts, the same letters and digits in their order ("4 2 3" is "423"). */
static bool same_value(const struct value_tree *a, uint16_t in_a, const struct value_tree *b,
                       uint16_t in_b)
{
    char wanted[LESSON_ARGS_BYTES];
    char given[LESSON_ARGS_BYTES];
    if (value_print_at(a, in_a, wanted, sizeof wanted) == 0 ||
        value_print_at(b, in_b, given, sizeof given) == 0) {
        return false;
    }
    if (a->fact[in_a].kind == VALUE_TEXT) {
        text_says(wanted, wanted);
        text_says(given, given);
    }
    return strcmp(wanted, given) == 0;
}

/* Does the move have all that the line asks for? */
static bool args_fit(const struct line *line, const struct move *move)
{
    struct value fact[MOVE_FACTS_MAX];
    char text[LESSON_ARGS_BYTES];
    struct value_tree args;
    value_init(&args, fact, MOVE_FACTS_MAX, text, sizeof text);
    value_parse(&args, line->args, strlen(line->args));
    for (uint16_t i = value_first(&args, VALUE_NONE); i != VALUE_NONE;
         i = value_next(&args, VALUE_NONE, i)) {
        uint16_t at = value_find(&move->args, VALUE_NONE, args.fact[i].key);
        if (at == VALUE_NONE || !same_value(&args, i, &move->args, at)) {
            return false;
        }
    }
    return true;
}

void lesson_moved(const struct lesson *lesson, const struct move *move, struct lesson_place *place)
{
    bool begins = strcmp(move->row->name, "start") == 0;
    bool plays = rules_action(lesson->game, move->row->name) == move->row && move->seat >= 0;
    if (begins) {
        pass_words(lesson, place);
    }
    const struct line *line = &lesson->line[place->line];
    if (!plays || place->off || line->kind == LINE_END) {
        return;
    }
    bool next = move->seat == line->seat && move->row == line->row;
    if (!next || (line->kind == LINE_YOU && !args_fit(line, move))) {
        place->off = true;
        return;
    }
    place->line++;
    pass_words(lesson, place);
}

bool lesson_is_free(const struct lesson *lesson, const struct lesson_place *place)
{
    return place->off || lesson->line[place->line].kind == LINE_END;
}

void lesson_choose(const struct lesson *lesson, const struct lesson_place *place, struct move *move,
                   bool *does_r)
{
    const struct line *line = &lesson->line[place->line];
    *does_r = line->kind == LINE_MOVE && line->seat == move->seat;
    if (*does_r) {
        move->row = line->row;
        value_parse(&move->args, line->args, strlen(line->args));
    }
}

void lesson_told(struct lesson_place *place)
{
    place->told = place->line;
    place->off_told = place->off;
}

const struct doc *lesson_words(const struct lesson *lesson, struct lesson_place *place,
                               const struct compose *compose, const struct view *view)
{
    unsigned words[LESSON_LINES_MAX + 1];
    unsigned count = 0;
    for (unsigned i = place->told; i < place->line; i++) {
        if (lesson->line[i].kind == LINE_TELL) {
            words[count++] = lesson->line[i].words;
        }
    }
    if (place->off && !place->off_told) {
        words[count++] = 0;
    }
    lesson_told(place);
    return count == 0 ? NULL : compose_lesson(compose, view, lesson->game->id, words, count);
}

/* What a text of the transcript stands for: "@KEY" for a sentence, as JSON has it. */
static void lesson_say(struct buf *out, const struct game_def *game,
                       const struct catalogue *catalogue, const char *key)
{
    const char *words = catalogue_word(catalogue, "lesson", game->id, key);
    for (; words != NULL && *words != '\0'; words++) {
        buf_text(out, *words == '"' || *words == '\\' ? "\\" : "");
        buf_add(out, words, 1);
    }
}

/* The transcript in a language. */
static void lesson_translate(struct buf *out, const struct game_def *game,
                             const struct catalogue *catalogue, const char *text)
{
    char key[LESSON_KEY_BYTES];
    for (const char *at = NULL; (at = strstr(text, "\"@")) != NULL;) {
        size_t len = strspn(at + 2, "abcdefghijklmnopqrstuvwxyz0123456789._");
        buf_add(out, text, (size_t)(at - text) + 1);
        snprintf(key, sizeof key, "%.*s", (int)len, at + 2);
        lesson_say(out, game, catalogue, key);
        text = at + 2 + len;
    }
    buf_text(out, text);
}

static const struct embedded_file *lesson_file(const struct game_def *game)
{
    char name[64];
    snprintf(name, sizeof name, "%s/%s.lesson", game->id, game->id);
    return embedded_find(lessons, lessons_count, name);
}

bool lesson_is_built_in(const struct game_def *game)
{
    return lesson_file(game) != NULL;
}

struct lesson *lesson_built_in(const struct game_def *game, const struct catalogue *catalogue)
{
    struct fault fault;
    struct buf text;
    const struct embedded_file *file = lesson_file(game);
    if (file == NULL) {
        return NULL;
    }
    char *copy = heap_text((const char *)file->bytes, file->size);
    buf_init(&text, LESSON_BYTES_MAX);
    lesson_translate(&text, game, catalogue, copy);
    struct lesson *lesson = text.full ? NULL : lesson_new(game, text.text, text.len, &fault);
    buf_deinit(&text);
    free(copy);
    return lesson;
}
