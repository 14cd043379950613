/* The options of a lobby as offers: first which one, then its value, each of what there is. */
#include "controls_private.h"

#include <string.h>

enum { OPTION_LISTED_MAX = 25 };

static const struct arg_def option_named = {.name = "option", .kind = ARG_TERM};

/* A field of the form; about: the option whose value it is, or NULL. */
static void option_field(const struct offer *offer, const char *name, const char *kind,
                         const char *about)
{
    value_object(offer->facts, NULL);
    value_text(offer->facts, "name", name, strlen(name));
    value_term(offer->facts, "kind", kind);
    if (about != NULL) {
        value_object(offer->facts, "about");
        value_term(offer->facts, "option", about);
        value_end(offer->facts);
    }
    value_list(offer->facts, "choices");
}

/* Ends the list of its choices, and the field; value: what stands there, or NULL. */
static void option_list_end(const struct offer *offer, const char *value, int32_t min, int32_t max)
{
    value_end(offer->facts);
    if (value != NULL) {
        value_text(offer->facts, "value", value, strlen(value));
    }
    value_number(offer->facts, "min", min);
    value_number(offer->facts, "max", max);
    value_bool(offer->facts, "optional", false);
    value_end(offer->facts);
}

static const struct option_def *option_find(const struct offer *offer, const char *name)
{
    const struct option_def *option = NULL;
    for (unsigned i = 0; (option = option_row(offer->table->game, i)) != NULL; i++) {
        if (strcmp(option->name, name) == 0) {
            return option;
        }
    }
    return NULL;
}

const char *offer_option_known(const struct offer *offer, const char *name)
{
    static const char *const own[] = {"start_when_full", "pack", TABLE_WEEK_OPTION};
    for (size_t i = 0; name != NULL && i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(own[i], name) == 0) {
            return own[i];
        }
    }
    const struct option_def *option = name == NULL ? NULL : option_find(offer, name);
    return option == NULL ? NULL : option->name;
}

void offer_option_names(struct offer *offer)
{
    const struct option_def *option = NULL;
    value_list(offer->facts, "fields");
    option_field(offer, "option", "choice", NULL);
    for (unsigned i = 0; (option = option_row(offer->table->game, i)) != NULL; i++) {
        if (option->kind != OPTION_PERSON && !option_needs_deal(option) &&
            option->name[0] != '\0') {
            value_term(offer->facts, NULL, option->name);
        }
    }
    if (!offer->table->game->gathers) {
        value_term(offer->facts, NULL, "start_when_full");
    }
    if (table_has_packs(offer->table->game)) {
        value_term(offer->facts, NULL, "pack");
    }
    if (table_has_weeks(offer->table->game)) {
        value_term(offer->facts, NULL, TABLE_WEEK_OPTION);
    }
    option_list_end(offer, NULL, 0, 0);
    value_end(offer->facts);
}

/* Would the host be let set it so? A table of six cannot be made one of four. */
static bool option_would(const struct offer *offer, const char *name, const char *value)
{
    struct move move;
    const struct table *table = offer->table;
    move_init(&move, offer->row, table_seat_of(table, table->host), table->now_ms);
    move.person = table->host;
    move.moderator = false;
    value_term(&move.args, "option", name);
    value_term(&move.args, "value", value);
    return table_would(table, &move) == REFUSAL_NONE;
}

static void option_word(const struct offer *offer, const struct option_def *option,
                        const char *word)
{
    if (option_would(offer, option->name, word)) {
        value_term(offer->facts, NULL, word);
    }
}

/* Words that the option may be. */
static void option_words(const struct offer *offer, const struct option_def *option)
{
    for (unsigned i = 0; option->menu != NULL && option->menu[i] != NULL; i++) {
        option_word(offer, option, option->menu[i]);
    }
    for (unsigned i = 0;
         option->menu == NULL && i < OPTION_CHOICES_MAX && option->choices[i] != NULL; i++) {
        option_word(offer, option, option->choices[i]);
    }
}

/* --- lengths of time, numbers, letters, names ---------------------------------------------------
 */

/* Lengths that are offered, and how they are written. */
static const struct {
    int32_t seconds;
    const char *value;
} option_times[] = {
    {5, "5 s"},       {10, "10 s"},     {15, "15 s"},      {20, "20 s"},       {30, "30 s"},
    {45, "45 s"},     {60, "60 s"},     {90, "90 s"},      {120, "2 min"},     {180, "3 min"},
    {240, "4 min"},   {300, "5 min"},   {420, "7 min"},    {600, "10 min"},    {900, "15 min"},
    {1200, "20 min"}, {1800, "30 min"}, {2700, "45 min"},  {3600, "1 h"},      {7200, "2 h"},
    {14400, "4 h"},   {21600, "6 h"},   {28800, "8 h"},    {43200, "12 h"},    {86400, "24 h"},
    {172800, "48 h"}, {259200, "72 h"}, {604800, "168 h"}, {1209600, "336 h"},
};

enum {
    TIMES = sizeof option_times / sizeof option_times[0],
    TIME_LIVE_MAX = 3600,
    TIME_ASYNC_MIN = 900
};

/* Does the length suit the pace? Over days nobody is given seconds. */
static bool option_suits_pace(const struct offer *offer, int32_t seconds)
{
    bool async = offer->table->options.value[OPTION_PACE] == PACE_ASYNC;
    return async ? seconds >= TIME_ASYNC_MIN : seconds <= TIME_LIVE_MAX;
}

static void option_time(const struct offer *offer, const char *value, int64_t ms)
{
    value_object(offer->facts, NULL);
    value_text(offer->facts, "value", value, strlen(value));
    value_number(offer->facts, "ms", ms);
    value_end(offer->facts);
}

/* The length that is set, as it is written in the list; NULL: as options_print writes it. */
static const char *option_time_now(int64_t ms)
{
    for (size_t i = 0; i < TIMES; i++) {
        if ((int64_t)option_times[i].seconds * 1000 == ms) {
            return option_times[i].value;
        }
    }
    return NULL;
}

static void option_time_of_day(const struct offer *offer, const char *value)
{
    value_object(offer->facts, NULL);
    value_text(offer->facts, "value", value, strlen(value));
    value_bool(offer->facts, "daily", true);
    value_end(offer->facts);
}

/* Times of day at which everything may be due; what stands there is one of them. */
static void option_times_of_day(const struct offer *offer, const char *now)
{
    static const char *const times[] = {"08:00", "12:00", "16:00", "18:00", "20:00", "22:00"};
    bool listed = strchr(now, ':') == NULL;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        listed = listed || strcmp(now, times[i]) == 0;
        option_time_of_day(offer, times[i]);
    }
    if (!listed) {
        option_time_of_day(offer, now);
    }
}

static void option_lengths(const struct offer *offer, const struct option_def *option)
{
    const struct table *table = offer->table;
    unsigned index = table_option_index(table, option->name);
    int64_t now_ms = options_ms(table->game, &table->options, index);
    char text[64];
    options_print(table->game, &table->options, index, text);
    bool fits = false;
    for (size_t i = 0; i < TIMES; i++) {
        int32_t seconds = option_times[i].seconds;
        fits = fits || (seconds >= option->min && seconds <= option->max &&
                        option_suits_pace(offer, seconds));
    }
    option_words(offer, option);
    for (size_t i = 0; i < TIMES; i++) {
        int32_t seconds = option_times[i].seconds;
        if ((!fits || option_suits_pace(offer, seconds)) && seconds >= option->min &&
            seconds <= option->max && option_would(offer, option->name, option_times[i].value)) {
            option_time(offer, option_times[i].value, (int64_t)seconds * 1000);
        }
    }
    if (option->daily) {
        option_times_of_day(offer, text);
    }
    bool own = option_time_now(now_ms) == NULL && strchr(text, '/') == NULL &&
               strchr(text, ':') == NULL && now_ms > 0;
    if (own) {
        option_time(offer, text, now_ms);
    }
}

/* Numbers that are offered where there are too many for all of them. */
static const int16_t option_numbers[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,   10,  12,
                                         15, 20, 25, 30, 40, 50, 60, 75, 99, 100, 200, 500};

static void option_number(const struct offer *offer, const struct option_def *option, int32_t n)
{
    char digits[12];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    for (int32_t left = n; at > 0 && (left > 0 || at == sizeof digits - 1); left /= 10) {
        digits[--at] = (char)('0' + left % 10);
    }
    if (option_would(offer, option->name, digits + at)) {
        value_number(offer->facts, NULL, n);
    }
}

static bool option_is_short(const struct option_def *option)
{
    return option->min >= 0 && option->max - option->min < OPTION_LISTED_MAX - 1;
}

static void option_range(const struct offer *offer, const struct option_def *option)
{
    size_t count = sizeof option_numbers / sizeof option_numbers[0];
    option_words(offer, option);
    for (int32_t n = option->min; option_is_short(option) && n <= option->max; n++) {
        option_number(offer, option, n);
    }
    for (size_t i = 0; !option_is_short(option) && i < count; i++) {
        if (option_numbers[i] >= option->min && option_numbers[i] <= option->max) {
            option_number(offer, option, option_numbers[i]);
        }
    }
}

/* Some of a few letters, three at the least: as many kinds as any game is played with. */
static void option_letters(const struct offer *offer, const struct option_def *option)
{
    enum { LETTERS_LEAST = 3, LETTERS_MOST = 6 };
    size_t count = strlen(option->letters);
    option_word(offer, option, option->choices[0]);
    for (unsigned set = (1U << count) - 1; count <= LETTERS_MOST && set > 0; set--) {
        char word[LETTERS_MOST + 1];
        size_t len = 0;
        for (size_t i = 0; i < count; i++) {
            word[len] = option->letters[i];
            len += (set >> (count - 1 - i)) & 1U;
        }
        word[len] = '\0';
        if (len >= LETTERS_LEAST && option_would(offer, option->name, word)) {
            value_text(offer->facts, NULL, word, len);
        }
    }
}

struct option_add {
    const struct offer *offer;
    const char *option;
    unsigned count;
};

static void option_add(void *to, const char *name, const char *called)
{
    struct option_add *add = to;
    if (add->count == OPTION_LISTED_MAX - 2 || !option_would(add->offer, add->option, name)) {
        return;
    }
    add->count++;
    if (called == NULL) {
        value_text(add->offer->facts, NULL, name, strlen(name));
        return;
    }
    value_object(add->offer->facts, NULL);
    value_text(add->offer->facts, "value", name, strlen(name));
    value_text(add->offer->facts, "called", called, strlen(called));
    value_end(add->offer->facts);
}

/* Those that there are, as far as the host knows. Returns how many. */
static unsigned option_known(const struct offer *offer, const char *name)
{
    const struct table_names *names = offer->table->names;
    struct option_add add = {offer, name, 0};
    if (names != NULL) {
        names->each(names->context, offer->table, name, option_add, &add);
    }
    return add.count;
}

/* The table's own options of two values. */
static const struct {
    const char *name, *first, *second;
} option_pairs[] = {{"start_when_full", "on", "off"}, {TABLE_WEEK_OPTION, "own", "weekly"}};

/* What can be chosen. Returns whether something else can be written. */
static bool option_values(const struct offer *offer, const char *name,
                          const struct option_def *option)
{
    for (size_t i = 0; i < sizeof option_pairs / sizeof option_pairs[0]; i++) {
        if (strcmp(name, option_pairs[i].name) == 0) {
            value_term(offer->facts, NULL, option_pairs[i].first);
            value_term(offer->facts, NULL, option_pairs[i].second);
            return false;
        }
    }
    if (option == NULL) {
        value_term(offer->facts, NULL, "default");
        return option_known(offer, name) == 0;
    }
    if (option->kind == OPTION_SECONDS) {
        option_lengths(offer, option);
        return true;
    }
    if (option->kind == OPTION_NUMBER) {
        option_range(offer, option);
        return !option_is_short(option);
    }
    if (option->kind == OPTION_CODE && option->letters != NULL) {
        option_letters(offer, option);
        return true;
    }
    if (option->kind == OPTION_CHOICE || option_known(offer, name) == 0) {
        option_words(offer, option);
    }
    return false;
}

/* What an option of the table's own is. */
static const char *option_own_value(const struct table *table, const char *name)
{
    if (strcmp(name, "start_when_full") == 0) {
        return table->start_when_full ? "on" : "off";
    }
    if (strcmp(name, TABLE_WEEK_OPTION) == 0) {
        return table->week.name[0] != '\0' ? "weekly" : "own";
    }
    return table->pack[0] == '\0' ? "default" : table->pack;
}

/* What stands there now, as the list has it. */
static void option_stands(const struct offer *offer, const char *name,
                          const struct option_def *option, char text[64])
{
    const struct table *table = offer->table;
    if (option == NULL) {
        const char *value = option_own_value(table, name);
        memcpy(text, value, strlen(value) + 1);
        return;
    }
    unsigned index = table_option_index(table, name);
    options_print(table->game, &table->options, index, text);
    if (option->kind == OPTION_SECONDS) {
        int64_t ms = options_ms(table->game, &table->options, index);
        const char *value = ms == 0 ? option->choices[0] : option_time_now(ms);
        value = value == NULL ? text : value;
        memmove(text, value, strlen(value) + 1);
    }
}

/* A value of one's own: what the list of the field does not have. */
static void option_written(const struct offer *offer, const char *name,
                           const struct option_def *option, const char *typed)
{
    bool number = option != NULL && option->kind == OPTION_NUMBER && option->choices[0] == NULL;
    option_field(offer, "value", number ? "number" : "text", name);
    option_list_end(offer, typed, number ? option->min : 0, number ? option->max : 0);
}

void offer_option_value(struct offer *offer, const char *name, bool written, const char *typed)
{
    const struct option_def *option = option_find(offer, name);
    char now[64];
    value_list(offer->facts, "fields");
    if (written) {
        option_written(offer, name, option, typed);
    } else {
        option_field(offer, "value", "choice", name);
        if (option_values(offer, name, option)) {
            value_term(offer->facts, NULL, OPTION_OTHER);
        }
        option_stands(offer, name, option, now);
        option_list_end(offer, now, 0, 0);
    }
    value_end(offer->facts);
}

void offer_begin_chosen(struct offer *offer, const struct action_def *row, enum message label,
                        const struct choice *choice)
{
    offer_begin(offer, row, 0);
    value_object(offer->facts, NULL);
    value_term(offer->facts, "action", row->name);
    value_term(offer->facts, "label", message_name(label));
    offer_control(offer, choice);
    value_number(offer->facts, "ask", 0);
    value_bool(offer->facts, "owed", false);
    value_bool(offer->facts, "standing", true);
    value_term(offer->facts, "style", "secondary");
    value_list(offer->facts, "buttons");
    value_end(offer->facts);
}

/* One press takes the options of last time back. */
static void offer_usual(struct offer *offer, const struct action_def *row)
{
    const struct choice choice = {.pick = {{.arg = &row->args[0], .term = TABLE_ALL_OPTIONS},
                                           {.arg = &row->args[1], .term = TABLE_USUAL}},
                                  .count = 2};
    if (offer->table->as_last) {
        offer_begin_chosen(offer, row, MSG_LABEL_USUAL_OPTIONS, &choice);
        offer_no_fields(offer);
        value_end(offer->facts);
    }
}

void offer_option_menus(struct offer *offer, const struct action_def *row)
{
    offer_usual(offer, row);
    const struct option_def *option = NULL;
    for (unsigned i = 0; (option = option_row(offer->table->game, i)) != NULL; i++) {
        if (option->menu == NULL) {
            continue;
        }
        const struct choice choice = {.pick = {{.arg = &option_named, .term = option->name}},
                                      .count = 1};
        offer_begin_chosen(offer, row, option->label, &choice);
        offer_option_value(offer, option->name, false, NULL);
        value_end(offer->facts);
    }
}
