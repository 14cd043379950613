/* What people write into forms: by what stands on the form and around it, as one who reads it
 * would, and by chance. */
#include "press.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const nouns[] = {
    "gravel",  "velvet",   "orchard",  "thunder",  "saddle",  "pepper",   "compass", "lantern",
    "harbour", "cinnamon", "blizzard", "marble",   "trumpet", "feather",  "cactus",  "puddle",
    "violin",  "glacier",  "mustard",  "canyon",   "parrot",  "bonfire",  "anchor",  "pillow",
    "meadow",  "ginger",   "turbine",  "walnut",   "ribbon",  "engine",   "candle",  "falcon",
    "pebble",  "kitchen",  "sandal",   "tornado",  "biscuit", "umbrella", "drawer",  "hammock",
    "nostril", "acrobat",  "denim",    "ladder",   "octave",  "quarry",   "syrup",   "tunnel",
    "wagon",   "yogurt",   "zipper",   "envelope", "guitar",  "insect",   "jungle",  "kettle",
    "lizard",  "magnet",   "needle",   "oyster",   "pocket",  "radish",   "scarf",   "timber"};
static const char *const fillers[] = {"we",   "may",   "go",   "there", "later", "then",   "if",
                                      "they", "still", "want", "it",    "that",  "people", "here",
                                      "all",  "day",   "some", "know",  "how",   "it",     "went"};
static const char *const questions[] = {"Is it loud where you are?", "Do you come here often?",
                                        "What did you wear today?",  "Could children be here?",
                                        "Who is in charge here?",    "What would you bring along?"};
static const char *const answers[] = {"Now and then, like everybody.", "More than I would like.",
                                      "Only when it rains.", "That depends on the hour.",
                                      "You know that as well as I do."};

#define ANY(player, list) (list)[press_roll(player, sizeof(list) / sizeof(list)[0])]

static bool has(const char *text, const char *words)
{
    return strstr(text, words) != NULL;
}

static void put(char text[PRESS_TEXT_BYTES], const char *words)
{
    size_t len = strlen(text);
    if (len + strlen(words) + 2 < PRESS_TEXT_BYTES) {
        snprintf(text + len, PRESS_TEXT_BYTES - len, "%s%s", len > 0 ? " " : "", words);
    }
}

static void put_fillers(struct press_player *player, char text[PRESS_TEXT_BYTES], unsigned count)
{
    while (count-- > 0) {
        put(text, ANY(player, fillers));
    }
}

/* --- signals ---------------------------------------------------------------------------------- */

/* What a signal that is to be carried reads like; in its place the sentence around it. */
enum carry {
    CARRY_INSIDE,
    CARRY_FIRST,
    CARRY_LAST,
    CARRY_COUNT,
    CARRY_LONG,
    CARRY_DIGIT,
    CARRY_CAPITALS,
    CARRY_LINES
};

static const struct {
    const char *before; /* the value stands behind it */
    const char *behind; /* and before it */
    enum carry carry;
} signals[] = {
    {"the word “", "”", CARRY_INSIDE},         {"the phrase “", "”", CARRY_INSIDE},
    {"“", "” as the first word", CARRY_FIRST}, {"“", "” as the last word", CARRY_LAST},
    {"the emoji ", "", CARRY_INSIDE},          {"", " at the very end", CARRY_LAST},
    {"a ", " anywhere", CARRY_INSIDE},         {"exactly ", " words", CARRY_COUNT},
    {"15 words or more", "", CARRY_LONG},      {"a digit", "", CARRY_DIGIT},
    {"the number ", "", CARRY_INSIDE},         {"a word in CAPITALS", "", CARRY_CAPITALS},
    {"two lines or more", "", CARRY_LINES},
};

/* Finds which of them the words are; the value in it. -1: none. */
static int read_signal(const char *words, char value[PRESS_LABEL_BYTES])
{
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        size_t before = strlen(signals[i].before);
        const char *behind =
            signals[i].behind[0] == '\0' ? words + strlen(words) : strstr(words, signals[i].behind);
        if (strncmp(words, signals[i].before, before) == 0 && behind != NULL &&
            behind >= words + before) {
            snprintf(value, PRESS_LABEL_BYTES, "%.*s", (int)(behind - words - (ptrdiff_t)before),
                     words + before);
            return (int)i;
        }
    }
    return -1;
}

static void say_signal(struct press_player *player, int which, const char *value,
                       char text[PRESS_TEXT_BYTES])
{
    static const char *const ends[] = {"", ".", "!", " indeed"};
    unsigned some = 2 + press_roll(player, 3);
    text[0] = '\0';
    switch (signals[which].carry) {
    case CARRY_FIRST:
        put(text, value);
        put_fillers(player, text, some);
        break;
    case CARRY_LAST:
        put_fillers(player, text, some);
        put(text, value);
        return;
    case CARRY_COUNT:
        put_fillers(player, text, (unsigned)strtoul(value, NULL, 10));
        return;
    case CARRY_LONG:
        put_fillers(player, text, 16);
        break;
    case CARRY_LINES:
        put_fillers(player, text, some);
        snprintf(text + strlen(text), PRESS_TEXT_BYTES - strlen(text), "\nso it is");
        return;
    case CARRY_INSIDE:
    case CARRY_DIGIT:
    case CARRY_CAPITALS:
        put_fillers(player, text, some);
        put(text, signals[which].carry == CARRY_DIGIT      ? "7"
                  : signals[which].carry == CARRY_CAPITALS ? "LOUD"
                                                           : value);
        put_fillers(player, text, some);
        break;
    }
    snprintf(text + strlen(text), PRESS_TEXT_BYTES - strlen(text), "%s", ANY(player, ends));
}

/* What stands behind the name of a symbol: "Documents: the word “x” · …". */
static bool signal_behind(const char *text, const char *symbol, char words[PRESS_TEXT_BYTES])
{
    char mark[PRESS_LABEL_BYTES];
    snprintf(mark, sizeof mark, "%s: ", symbol);
    const char *at = strstr(text, mark);
    if (at == NULL) {
        return false;
    }
    at += strlen(mark);
    const char *end = strstr(at, " · ");
    size_t len = strcspn(at, "\n");
    len = end != NULL && (size_t)(end - at) < len ? (size_t)(end - at) : len;
    len -= len > 0 && end == NULL && at[len - 1] == '.' ? 1 : 0;
    snprintf(words, PRESS_TEXT_BYTES, "%.*s", (int)len, at);
    return true;
}

static bool find_signal(struct press_player *player, const struct press_screen *screen,
                        const struct press_field *field, char words[PRESS_TEXT_BYTES])
{
    const struct press_form *form = screen->form;
    const char *symbol =
        has(form->title, "Money") || has(field->label, "Money") ? "Money" : "Documents";
    const char *places[] = {field->label, field->hint, form->text};
    for (unsigned i = 0; i < 3; i++) {
        char value[PRESS_LABEL_BYTES];
        for (const char *at = places[i]; *at != '\0'; at++) {
            if (read_signal(at, value) >= 0) {
                snprintf(words, PRESS_TEXT_BYTES, "%s", at);
                return true;
            }
        }
    }
    player->searched++;
    for (unsigned i = screen->count; i-- > 0;) {
        const struct press_message *message = screen->message[i];
        const char *at = message->place == PRESS_PUBLIC ? NULL : strstr(message->text, "signals");
        if (message->house && at != NULL && signal_behind(at, symbol, words)) {
            return true;
        }
    }
    return false;
}

static void write_say(struct press_player *player, const struct press_screen *screen,
                      const struct press_field *field, char text[PRESS_TEXT_BYTES])
{
    char words[PRESS_TEXT_BYTES];
    char value[PRESS_LABEL_BYTES];
    int which = find_signal(player, screen, field, words) ? read_signal(words, value) : -1;
    if (which >= 0) {
        say_signal(player, which, value, text);
    } else {
        put_fillers(player, text, 4);
    }
}

/* A value for the kind of signal that was chosen before. */
static void write_signal(struct press_player *player, const char *kind, char text[PRESS_TEXT_BYTES])
{
    static const char *const marks[] = {"!", "?", "...", ".", ","};
    static const char *const emoji[] = {"🎈", "🌵", "🐙", "🍋"};
    if (has(kind, "phrase")) {
        snprintf(text, PRESS_TEXT_BYTES, "%s %s", ANY(player, fillers), ANY(player, nouns));
    } else if (has(kind, "emoji")) {
        put(text, ANY(player, emoji));
    } else if (has(kind, "mark")) {
        put(text, ANY(player, marks));
    } else if (has(kind, "number of words")) {
        snprintf(text, PRESS_TEXT_BYTES, "%u", 3 + press_roll(player, 4));
    } else if (has(kind, "number")) {
        snprintf(text, PRESS_TEXT_BYTES, "%u", 10 + press_roll(player, 80));
    } else if (has(kind, "word")) {
        put(text, ANY(player, nouns));
    }
}

/* --- fields ----------------------------------------------------------------------------------- */

/* Kinds of signals that can be said in one line of a form. */
static bool is_sayable(const char *label)
{
    static const char *const kinds[] = {"a word, anywhere", "a first word", "a last word",
                                        "phrase",           "emoji",        "mark at the very end",
                                        "number of words",  "a number"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (has(label, kinds[i])) {
            return true;
        }
    }
    return false;
}

static long read_number(const char *text)
{
    return strtol(text, NULL, 10);
}

/* Would they rather have something else? A kind of signal that takes more than a line of a form, a
 * game of a hundred rounds. */
static bool is_unwanted(const struct press_field *field, const struct press_value *value)
{
    return (has(field->label, "kind of signal") && !is_sayable(value->label)) ||
           (has(field->label, "rounds") && read_number(value->label) > 10);
}

static void choose_one(struct press_player *player, const struct press_field *field,
                       char text[PRESS_TEXT_BYTES])
{
    unsigned one = press_roll(player, field->values.count);
    for (int i = 0; i < 60 && is_unwanted(field, &field->values.value[one]); i++) {
        one = press_roll(player, field->values.count);
    }
    snprintf(text, PRESS_TEXT_BYTES, "%s", field->values.value[one].value);
}

static void choose_several(struct press_player *player, const struct press_field *field,
                           char text[PRESS_TEXT_BYTES])
{
    struct press_control control = {.min = field->min, .max = field->max, .values = field->values};
    struct press_act act;
    press_pick(player, &control, &act);
    for (unsigned i = 0; i < act.chosen; i++) {
        size_t len = strlen(text);
        snprintf(text + len, PRESS_TEXT_BYTES - len, "%s%s", i > 0 ? "," : "",
                 field->values.value[act.choice[i]].value);
    }
}

/* How the value of an earlier menu reads. */
static const char *label_of(const struct press_field *field, const char *value)
{
    for (unsigned i = 0; i < field->values.count; i++) {
        if (strcmp(field->values.value[i].value, value) == 0) {
            return field->values.value[i].label;
        }
    }
    return value;
}

static void write_code(struct press_player *player, char text[PRESS_TEXT_BYTES])
{
    char digits[] = "1234";
    for (unsigned i = 0; i < 3; i++) {
        unsigned k = i + press_roll(player, 4 - i);
        char digit = digits[i];
        digits[i] = digits[k];
        digits[k] = digit;
    }
    snprintf(text, PRESS_TEXT_BYTES, "%.3s", digits);
}

/* Does a label name one of the words behind "keywords:" on their screen? */
static bool names_keyword(const struct press_screen *screen, const char *label)
{
    for (unsigned i = screen->count; i-- > 0;) {
        const struct press_message *message = screen->message[i];
        const char *at = message->place == PRESS_PUBLIC ? NULL : strstr(message->text, "keywords:");
        while (at != NULL && *at != '\n' && *at != '\0') {
            char word[PRESS_LABEL_BYTES];
            at += strcspn(at, "1234\n");
            size_t len = strcspn(at, ",.\n");
            snprintf(word, sizeof word, "%.*s", len > 2 ? (int)len - 2 : 0, at + 2);
            if (len > 2 && strcasestr(label, word) != NULL) {
                return true;
            }
            at += len;
        }
    }
    return false;
}

static void write_clue(struct press_player *player, const struct press_screen *screen,
                       const struct press_field *field, char text[PRESS_TEXT_BYTES])
{
    player->searched += !names_keyword(screen, field->label);
    put(text, ANY(player, nouns));
}

static void write_number(struct press_player *player, const struct press_field *field,
                         char text[PRESS_TEXT_BYTES])
{
    int low = (int)read_number(field->hint);
    const char *dash = strstr(field->hint, "–");
    int high = dash != NULL ? (int)read_number(dash + strlen("–")) : low;
    unsigned range = high >= low ? (unsigned)(high - low) + 1 : 1;
    snprintf(text, PRESS_TEXT_BYTES, "%d", low + (int)press_roll(player, range));
}

static void write_text(struct press_player *player, const struct press_screen *screen, unsigned n,
                       struct press_act *act)
{
    const struct press_form *form = screen->form;
    const struct press_field *field = &form->field[n];
    char *text = act->field[n];
    if (n > 0 && has(form->field[n - 1].label, "kind of signal")) {
        write_signal(player, label_of(&form->field[n - 1], act->field[n - 1]), text);
    } else if (has(field->label, "signal") || has(form->title, "Documents") ||
               has(form->title, "Money")) {
        write_say(player, screen, field, text);
    } else if (has(form->title, "clues")) {
        write_clue(player, screen, field, text);
    } else if (has(field->label, "digits") || has(field->label, "code")) {
        write_code(player, text);
    } else if (isdigit((unsigned char)field->hint[0])) {
        write_number(player, field, text);
    } else if (has(form->title, "Ask") || has(field->label, "question")) {
        put(text, ANY(player, questions));
    } else if (has(form->title, "Answer") || has(field->label, "answer")) {
        put(text, ANY(player, answers));
    } else {
        put(text, ANY(player, nouns));
    }
}

/* --- a choice in several menus ---------------------------------------------------------------- */

/* "Which card 2/3": how many menus there are, and which it is, from 0 on; 0: it is no such part. */
static unsigned read_part(const char *label, unsigned *part_r)
{
    const char *slash = strrchr(label, '/');
    const char *blank = strrchr(label, ' ');
    bool part = slash != NULL && blank != NULL && blank < slash &&
                isdigit((unsigned char)blank[1]) && isdigit((unsigned char)slash[1]);
    *part_r = part ? (unsigned)read_number(blank + 1) - 1 : 0;
    return part ? (unsigned)read_number(slash + 1) : 0;
}

/* One thing out of one of the menus; now and then somebody slips, and chooses two, or nothing. */
static void choose_part(struct press_player *player, const struct press_screen *screen, unsigned n,
                        struct press_act *act)
{
    unsigned part = 0;
    unsigned parts = read_part(screen->form->field[n].label, &part);
    bool chosen = false;
    for (unsigned i = n - part; i < n; i++) {
        chosen = chosen || act->field[i][0] != '\0';
    }
    bool slips = press_roll(player, 12) == 0;
    bool turn = !chosen && press_roll(player, parts - part) == 0;
    if (turn != slips) {
        choose_one(player, &screen->form->field[n], act->field[n]);
    }
}

void press_fill(struct press_player *player, const struct press_screen *screen, unsigned n,
                struct press_act *act)
{
    const struct press_field *field = &screen->form->field[n];
    char *text = act->field[n];
    bool of_kind = n > 0 && has(screen->form->field[n - 1].label, "kind of signal");
    unsigned part = 0;
    text[0] = '\0';
    if (read_part(field->label, &part) > 1 && part <= n) {
        choose_part(player, screen, n, act);
        return;
    }
    if (field->optional && !of_kind && press_roll(player, 5) < 2) {
        snprintf(text, PRESS_TEXT_BYTES, "%s", field->value);
    } else if (field->values.count > 0 && field->several) {
        choose_several(player, field, text);
    } else if (field->values.count > 0) {
        choose_one(player, field, text);
    } else {
        write_text(player, screen, n, act);
    }
    if (field->max > 0 && strlen(text) > field->max && field->values.count == 0) {
        text[field->max] = '\0';
    }
}

/* "### Spyfall #1 · round 2" */
bool press_is_board(const struct press_message *message)
{
    const char *at = message->text == NULL ? "" : message->text;
    at += strspn(at, "# ");
    at += strcspn(at, " \n");
    size_t number = strncmp(at, " #", 2) == 0 ? strspn(at + 2, "0123456789") : 0;
    return number > 0 && strncmp(at + 2 + number, " · ", strlen(" · ")) == 0;
}
