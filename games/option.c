/* Options: rows that every game has, reading a value from text and printing it so that it reads
 * back the same. "default" and "standard" always mean an option's default. */
#include "option.h"

#include "game.h"

#include <assert.h>
#include <string.h>

static const struct option_def option_common_rows[OPTION_COMMON_COUNT] = {
    [OPTION_PACE] = {.name = "pace",
                     .kind = OPTION_CHOICE,
                     .help = MSG_OPTION_PACE,
                     .choices = {"live", "async"}},
    [OPTION_DM_CHECK] = {.name = "dm_check",
                         .kind = OPTION_CHOICE,
                         .help = MSG_OPTION_DM_CHECK,
                         .choices = {"on", "off"}},
    [OPTION_REFEREE] = {.name = "referee",
                        .kind = OPTION_PERSON,
                        .help = MSG_OPTION_REFEREE,
                        .choices = {"none"}},
    [OPTION_LEAVE] = {.name = "leave",
                      .kind = OPTION_CHOICE,
                      .help = MSG_OPTION_LEAVE,
                      .choices = {"substitute", "abort"}},
    [OPTION_SUBSTITUTE_WINDOW] = {.name = "substitute_window",
                                  .kind = OPTION_SECONDS,
                                  .help = MSG_OPTION_SUBSTITUTE_WINDOW,
                                  .min = 1,
                                  .max = 30 * 86400,
                                  .live = 600,
                                  .async = 86400},
    [OPTION_CONCEDE] = {.name = "concede",
                        .kind = OPTION_CHOICE,
                        .help = MSG_OPTION_CONCEDE,
                        .choices = {"on", "off"}},
    [OPTION_AUTOPLAY] = {.name = "autoplay",
                         .kind = OPTION_CHOICE,
                         .help = MSG_OPTION_AUTOPLAY,
                         .choices = {"off", "on"}},
    [OPTION_DEADLINE] = {.name = "deadline",
                         .kind = OPTION_SECONDS,
                         .help = MSG_OPTION_DEADLINE,
                         .choices = {"default"},
                         .min = 6 * 3600,
                         .max = 14 * 86400,
                         .daily = true,
                         .later = true},
};

/* The same where a game can go on without who has left. */
static const struct option_def option_leave_dissolve = {
    .name = "leave",
    .kind = OPTION_CHOICE,
    .help = MSG_OPTION_LEAVE_DISSOLVE,
    .choices = {"substitute", "abort", "dissolve"}};

/* What stands in their place where no game is played. */
static const struct option_def option_unused = {
    .name = "", .kind = OPTION_CHOICE, .choices = {"none"}};

enum { OPTION_CODE_LETTERS = 6, OPTION_CODE_BASE = 37, OPTION_DAY_MINUTES = 24 * 60 };

struct option_unit {
    const char *name;
    int32_t seconds;
};

static const struct option_unit option_units[] = {
    {"s", 1},        {"sec", 1},     {"second", 1},   {"seconds", 1},  {"m", 60},
    {"min", 60},     {"minute", 60}, {"minutes", 60}, {"h", 3600},     {"hour", 3600},
    {"hours", 3600}, {"d", 86400},   {"day", 86400},  {"days", 86400}, {"", 1},
};

const struct option_def *option_row(const struct game_def *game, unsigned index)
{
    assert(game != NULL);
    assert(game->option_count + OPTION_COMMON_COUNT <= OPTIONS_MAX);
    if (index < OPTION_COMMON_COUNT && game->gathers) {
        return &option_unused;
    }
    if (index == OPTION_LEAVE && game->goes_on_without) {
        return &option_leave_dissolve;
    }
    if (index < OPTION_COMMON_COUNT) {
        return &option_common_rows[index];
    }
    index -= OPTION_COMMON_COUNT;
    return index < game->option_count ? &game->options[index] : NULL;
}

/* Is this letter one more of those that a code may have? */
static bool option_code_takes(const struct option_def *row, const char *code, int len, char letter)
{
    bool digit = letter >= '0' && letter <= '9';
    if (row->letters == NULL) {
        return (letter >= 'A' && letter <= 'Z') || (digit && len > 0);
    }
    bool before = false;
    for (int i = 0; i < len; i++) {
        before = before || code[i] == letter;
    }
    return !before && letter != '\0' && strchr(row->letters, letter) != NULL;
}

/* A name as a number: its signs as digits of base 37, blank 0, A 1 to Z 26, 0 27 to 9 36. Small
 * letters are large ones; blanks, commas and plus signs between are left out. */
static bool option_read_code(const struct option_def *row, const char *value, int32_t *value_r)
{
    char code[OPTION_CODE_LETTERS];
    int len = 0;
    int32_t number = 0;
    for (; *value != '\0'; value++) {
        bool is_small = *value >= 'a' && *value <= 'z';
        char letter = (char)(is_small ? *value - 'a' + 'A' : *value);
        if (strchr(" ,+", letter) != NULL) {
            continue;
        }
        if (len == OPTION_CODE_LETTERS || !option_code_takes(row, code, len, letter)) {
            return false;
        }
        code[len++] = letter;
    }
    for (int i = 0; i < OPTION_CODE_LETTERS; i++) {
        int sign = i >= len ? 0 : code[i] <= '9' ? code[i] - '0' + 27 : code[i] - 'A' + 1;
        number = number * OPTION_CODE_BASE + sign;
    }
    *value_r = number;
    return len > 0;
}

/* The value of choices[0]: its number where it is a name, else 0. */
static int32_t option_code_default(const struct option_def *row)
{
    int32_t number = 0;
    return option_read_code(row, row->choices[0], &number) ? number : 0;
}

static void option_print_code(const struct option_def *row, int32_t value, char *text)
{
    static const char signs[] = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    assert(value >= 0);
    if (value == 0) {
        memcpy(text, row->choices[0], strlen(row->choices[0]) + 1);
        return;
    }
    int len = OPTION_CODE_LETTERS;
    for (int i = OPTION_CODE_LETTERS; i > 0; i--) {
        text[i - 1] = signs[value % OPTION_CODE_BASE];
        value /= OPTION_CODE_BASE;
        len = text[i - 1] == ' ' ? i - 1 : len;
    }
    text[len] = '\0';
}

static int32_t option_default(const struct option_def *row)
{
    switch (row->kind) {
    case OPTION_NUMBER:
        return row->live;
    case OPTION_SECONDS:
        return OPTION_BY_PACE;
    case OPTION_CODE:
        return option_code_default(row);
    case OPTION_CHOICE:
    case OPTION_PERSON:
        break;
    }
    return 0;
}

void options_default(const struct game_def *game, struct options *options)
{
    const struct option_def *row = NULL;
    assert(options != NULL);
    memset(options, 0, sizeof *options);
    for (unsigned i = 0; (row = option_row(game, i)) != NULL; i++) {
        options->value[i] = option_default(row);
    }
}

/* Reads decimal digits; NULL when there are none or too many. */
static const char *option_digits(const char *text, int32_t *number_r)
{
    int64_t number = 0;
    const char *at = text;
    while (*at >= '0' && *at <= '9' && number <= INT32_MAX) {
        number = number * 10 + (*at++ - '0');
    }
    if (at == text || number > INT32_MAX) {
        return NULL;
    }
    *number_r = (int32_t)number;
    return at;
}

/* Writes number and suffix at text; where it ended. */
static char *option_write(char *text, int32_t number, const char *suffix)
{
    char digits[12];
    size_t at = sizeof digits;
    assert(number >= 0);
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    memcpy(text, digits + at, sizeof digits - at);
    text += sizeof digits - at;
    memcpy(text, suffix, strlen(suffix) + 1);
    return text + strlen(suffix);
}

/* Does the value mean a time of day? */
static bool option_is_daily(const struct option_def *row, int32_t value)
{
    return row->daily && value > 0 && value <= OPTION_DAY_MINUTES;
}

static char *option_write_daily(char *text, int32_t minute)
{
    text = option_write(text, minute / 600, "");
    text = option_write(text, minute / 60 % 10, ":");
    text = option_write(text, minute % 60 / 10, "");
    return option_write(text, minute % 10, "");
}

static char *option_write_seconds(char *text, int32_t seconds)
{
    if (seconds % 3600 == 0 && seconds > 0) {
        return option_write(text, seconds / 3600, " h");
    }
    if (seconds % 60 == 0 && seconds > 120) {
        return option_write(text, seconds / 60, " min");
    }
    return option_write(text, seconds, " s");
}

/* The word of a number that is below the least: "none", "auto"; NULL where there is no such word.
 */
static const char *option_word(const struct option_def *row, int32_t value)
{
    bool word = value >= 0 && value < row->min && value < OPTION_CHOICES_MAX;
    return word ? row->choices[value] : NULL;
}

static char *option_write_time(const struct option_def *row, char *text, int32_t seconds)
{
    const char *word = option_word(row, seconds);
    if (word == NULL) {
        return option_is_daily(row, seconds) ? option_write_daily(text, seconds - 1)
                                             : option_write_seconds(text, seconds);
    }
    memcpy(text, word, strlen(word) + 1);
    return text + strlen(word);
}

static void option_print_seconds(const struct option_def *row, int32_t value, char *text)
{
    if (value != OPTION_BY_PACE) {
        option_write_time(row, text, value);
        return;
    }
    text = option_write_time(row, text, row->live);
    if (row->live != row->async) {
        memcpy(text, " / ", 4);
        option_write_time(row, text + 3, row->async);
    }
}

static void option_print_number(const struct option_def *row, int32_t value, char *text)
{
    const char *word = option_word(row, value);
    if (word == NULL) {
        option_write(text, value, "");
    } else {
        memcpy(text, word, strlen(word) + 1);
    }
}

void option_print(const struct option_def *row, const struct options *options, unsigned index,
                  char *text)
{
    assert(row != NULL && text != NULL);
    int32_t value = options->value[index];
    switch (row->kind) {
    case OPTION_CHOICE:
        assert(value >= 0 && value < OPTION_CHOICES_MAX);
        assert(row->choices[value] != NULL && strlen(row->choices[value]) < 24);
        memcpy(text, row->choices[value], strlen(row->choices[value]) + 1);
        break;
    case OPTION_NUMBER:
        option_print_number(row, value, text);
        break;
    case OPTION_SECONDS:
        option_print_seconds(row, value, text);
        break;
    case OPTION_PERSON:
        memcpy(text, value != 0 ? "somebody" : "none", value != 0 ? 9 : 5);
        break;
    case OPTION_CODE:
        option_print_code(row, value, text);
        break;
    }
}

void options_print(const struct game_def *game, const struct options *options, unsigned index,
                   char *text)
{
    option_print(option_row(game, index), options, index, text);
}

/* The same text; a blank will do for each '_'. */
static bool option_same(const char *choice, const char *value)
{
    while (*choice != '\0' && (*choice == *value || (*choice == '_' && *value == ' '))) {
        choice++;
        value++;
    }
    return *choice == *value;
}

static bool option_read_choice(const struct option_def *row, const char *value, int32_t *value_r)
{
    for (int32_t i = 0; i < OPTION_CHOICES_MAX && row->choices[i] != NULL; i++) {
        if (option_same(row->choices[i], value)) {
            *value_r = i;
            return true;
        }
    }
    return false;
}

static bool option_read_number(const struct option_def *row, const char *value, int32_t *value_r)
{
    int32_t number = 0;
    if (option_read_choice(row, value, value_r)) {
        return true;
    }
    const char *end = option_digits(value, &number);
    *value_r = number;
    return end != NULL && *end == '\0' && number >= row->min && number <= row->max;
}

/* "18:00", "8:30", "6pm", "6 pm": to 1 and minutes of the day. */
static bool option_read_daily(const char *value, int32_t *value_r)
{
    int32_t hour = 0;
    int32_t minute = 0;
    const char *at = option_digits(value, &hour);
    if (at == NULL || hour > 23) {
        return false;
    }
    if (*at == ':') {
        const char *end = option_digits(at + 1, &minute);
        *value_r = hour * 60 + minute + 1;
        return end == at + 3 && *end == '\0' && minute < 60;
    }
    at += *at == ' ';
    bool after_noon = strcmp(at, "pm") == 0;
    *value_r = (hour % 12 + (after_noon ? 12 : 0)) * 60 + 1;
    return (after_noon || strcmp(at, "am") == 0) && hour >= 1 && hour <= 12;
}

/* One length of time: "180 s", "3 min", a number of seconds, or the word for none. */
static bool option_read_time(const struct option_def *row, const char *value, int32_t *value_r)
{
    int32_t number = 0;
    const char *unit = option_digits(value, &number);
    if (unit == NULL) {
        return option_read_choice(row, value, value_r);
    }
    if (row->daily && option_read_daily(value, value_r)) {
        return true;
    }
    unit += *unit == ' ';
    for (size_t i = 0; i < sizeof option_units / sizeof option_units[0]; i++) {
        if (strcmp(option_units[i].name, unit) == 0) {
            int64_t seconds = (int64_t)number * option_units[i].seconds;
            *value_r = (int32_t)(seconds <= row->max ? seconds : 0);
            return seconds >= row->min && seconds <= row->max;
        }
    }
    return false;
}

/* Is it the default in two lengths, live and async, as in "180 s / 24 h"? */
static bool option_is_by_pace(const struct option_def *row, const char *value)
{
    const char *slash = strstr(value, " / ");
    char live[24];
    int32_t seconds[2];
    size_t len = slash != NULL ? (size_t)(slash - value) : sizeof live;
    if (len >= sizeof live) {
        return false;
    }
    memcpy(live, value, len);
    live[len] = '\0';
    return option_read_time(row, live, &seconds[0]) &&
           option_read_time(row, slash + 3, &seconds[1]) && seconds[0] == row->live &&
           seconds[1] == row->async;
}

static bool option_read_seconds(const struct option_def *row, const char *value, int32_t *value_r)
{
    if (option_is_by_pace(row, value)) {
        *value_r = OPTION_BY_PACE;
        return true;
    }
    bool good = option_read_time(row, value, value_r);
    if (good && row->live == row->async && *value_r == row->live) {
        *value_r = OPTION_BY_PACE;
    }
    return good;
}

static bool option_read(const struct option_def *row, const char *value, int32_t *value_r)
{
    if (strcmp(value, "default") == 0 || strcmp(value, "standard") == 0) {
        *value_r = option_default(row);
        return true;
    }
    switch (row->kind) {
    case OPTION_CHOICE:
        return option_read_choice(row, value, value_r);
    case OPTION_NUMBER:
        return option_read_number(row, value, value_r);
    case OPTION_SECONDS:
        return option_read_seconds(row, value, value_r);
    case OPTION_PERSON: /* "@user" is how the rule book writes that there may be one */
        *value_r = strcmp(value, "none") != 0 && strcmp(value, "@user") != 0;
        return *value != '\0';
    case OPTION_CODE:
        *value_r = 0;
        return option_same(row->choices[0], value) && option_code_default(row) == 0
                   ? true
                   : option_read_code(row, value, value_r);
    }
    return false;
}

bool options_set(const struct game_def *game, struct options *options, const char *name,
                 const char *value, const struct option_def **row_r)
{
    const struct option_def *row = NULL;
    assert(name != NULL && value != NULL && row_r != NULL);
    for (unsigned i = 0; (row = option_row(game, i)) != NULL; i++) {
        if (strcmp(row->name, name) == 0) {
            int32_t read = 0;
            *row_r = row;
            if (!option_read(row, value, &read)) {
                return false;
            }
            options->value[i] = read;
            if (i == OPTION_DEADLINE && read != OPTION_BY_PACE) {
                options->value[OPTION_PACE] = PACE_ASYNC; /* nobody plays now with hours for each */
            }
            return true;
        }
    }
    *row_r = NULL;
    return false;
}

int options_daily(const struct options *options)
{
    int32_t value = options->value[OPTION_DEADLINE];
    bool async = options->value[OPTION_PACE] == PACE_ASYNC;
    return async && option_is_daily(&option_common_rows[OPTION_DEADLINE], value) ? value - 1 : -1;
}

/* How long it is over days where the option itself says nothing. */
static int32_t option_async_seconds(const struct option_def *row, const struct options *options,
                                    unsigned index)
{
    int32_t all = options->value[OPTION_DEADLINE];
    if (index == OPTION_SUBSTITUTE_WINDOW || index == OPTION_DEADLINE || all <= 0) {
        return row->async;
    }
    return options_daily(options) >= 0 ? OPTION_DAILY_LEAST_S : all;
}

int64_t option_ms(const struct option_def *row, const struct options *options, unsigned index)
{
    assert(row != NULL && row->kind == OPTION_SECONDS);
    int32_t seconds = options->value[index];
    if (seconds == OPTION_BY_PACE) {
        bool async = options->value[OPTION_PACE] == PACE_ASYNC;
        seconds = async ? option_async_seconds(row, options, index) : row->live;
    }
    assert(seconds > 0 || option_word(row, seconds) != NULL);
    return options->longer ? (int64_t)seconds * 1500 : (int64_t)seconds * 1000;
}

int64_t options_ms(const struct game_def *game, const struct options *options, unsigned index)
{
    return option_ms(option_row(game, index), options, index);
}

bool option_needs_deal(const struct option_def *option)
{
    return option->choices[0] != NULL && option->choices[1] != NULL &&
           strcmp(option->choices[1], "list") == 0;
}
