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
};

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
    if (index < OPTION_COMMON_COUNT) {
        return &option_common_rows[index];
    }
    index -= OPTION_COMMON_COUNT;
    return index < game->option_count ? &game->options[index] : NULL;
}

static int32_t option_default(const struct option_def *row)
{
    switch (row->kind) {
    case OPTION_NUMBER:
        return row->live;
    case OPTION_SECONDS:
        return OPTION_BY_PACE;
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
        return option_write_seconds(text, seconds);
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

void options_print(const struct game_def *game, const struct options *options, unsigned index,
                   char *text)
{
    const struct option_def *row = option_row(game, index);
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
    }
}

static bool option_read_choice(const struct option_def *row, const char *value, int32_t *value_r)
{
    for (int32_t i = 0; i < OPTION_CHOICES_MAX && row->choices[i] != NULL; i++) {
        if (strcmp(row->choices[i], value) == 0) {
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

static bool option_read_seconds(const struct option_def *row, const char *value, int32_t *value_r)
{
    char by_pace[48];
    option_print_seconds(row, OPTION_BY_PACE, by_pace);
    if (strcmp(value, by_pace) == 0) {
        *value_r = OPTION_BY_PACE;
        return true;
    }
    int32_t number = 0;
    const char *unit = option_digits(value, &number);
    if (unit == NULL) {
        return option_read_choice(row, value, value_r);
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
            return true;
        }
    }
    *row_r = NULL;
    return false;
}

int64_t options_ms(const struct game_def *game, const struct options *options, unsigned index)
{
    const struct option_def *row = option_row(game, index);
    assert(row != NULL && row->kind == OPTION_SECONDS);
    int32_t seconds = options->value[index];
    if (seconds == OPTION_BY_PACE) {
        seconds = options->value[OPTION_PACE] == PACE_ASYNC ? row->async : row->live;
    }
    assert(seconds > 0 || option_word(row, seconds) != NULL);
    return (int64_t)seconds * 1000;
}
