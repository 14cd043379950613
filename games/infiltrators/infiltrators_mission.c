/* Missions as text: items "key = value", and what makes them whole. */
#include "infiltrators_mission.h"

#include <assert.h>
#include <string.h>

enum { ITEM_BYTES = MISSION_STORY_BYTES + 40, ITEM_WORD_BYTES = 24 };

const char *const mission_rule_names[MISSION_RULES] = {
    [MISSION_NO_TALK] = "no_talk",
    [MISSION_CLOSED_DISCARD] = "closed_discard",
    [MISSION_HIDDEN_BULLETS] = "hidden_bullets",
    [MISSION_SPECIALS] = "specials",
    [MISSION_HIDDEN_SUIT] = "hidden_suit",
};

bool mission_has(const struct mission *mission, enum mission_rule rule)
{
    return (mission->rules >> rule & 1) != 0;
}

int mission_count(const struct mission_amount *amount, int agents, int suspects)
{
    assert(amount->of >= 0 && amount->of <= 2);
    int of = amount->of == 0 ? 1 : amount->of == 1 ? agents : suspects;
    return amount->times * of + amount->plus;
}

static const char *item_skip(const char *at)
{
    while (*at == ' ' || *at == ',' || *at == '\t') {
        at++;
    }
    return at;
}

/* The next word: letters and underlines, or digits, or one sign. */
static const char *item_word(const char *at, char word[ITEM_WORD_BYTES])
{
    size_t len = 0;
    at = item_skip(at);
    bool digit = *at >= '0' && *at <= '9';
    while (*at != '\0' && len + 1 < ITEM_WORD_BYTES) {
        bool letter =
            (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || *at == '_' || *at == '*';
        bool more = digit ? *at >= '0' && *at <= '9' : letter && (*at != '*' || len == 0);
        if (!more && len > 0) {
            break;
        }
        word[len++] = *at++;
        if (!more || word[0] == '*') {
            break;
        }
    }
    word[len] = '\0';
    return at;
}

/* A number of at most four digits; -1 when the word is none. */
static int item_number(const char *word)
{
    int number = 0;
    size_t len = strlen(word);
    for (size_t i = 0; i < len; i++) {
        if (word[i] < '0' || word[i] > '9' || len > 4) {
            return -1;
        }
        number = number * 10 + (word[i] - '0');
    }
    return len > 0 ? number : -1;
}

static const char *read_id(struct mission *mission, const char *value)
{
    size_t len = strlen(value);
    for (size_t i = 0; i < len; i++) {
        bool letter = value[i] >= 'A' && value[i] <= 'Z';
        bool digit = value[i] >= '0' && value[i] <= '9';
        if (len > 6 || !(letter || (digit && i > 0))) {
            return "bad_id";
        }
        mission->id[i] = value[i];
    }
    return len > 0 ? NULL : "bad_id";
}

static const char *read_text(char *into, size_t max, const char *value)
{
    size_t len = strlen(value);
    if (len == 0 || len >= max) {
        return len == 0 ? "bad_text" : "too_long";
    }
    memcpy(into, value, len + 1);
    return NULL;
}

static const char *read_title(struct mission *mission, const char *value)
{
    return read_text(mission->title, sizeof mission->title, value);
}

static const char *read_story(struct mission *mission, const char *value)
{
    return read_text(mission->story, sizeof mission->story, value);
}

static const char *read_suits(struct mission *mission, const char *value)
{
    for (; *value != '\0'; value = item_skip(value + 1)) {
        int suit = 0;
        while (suit < SUITS && card_suit_letter(suit) != *value) {
            suit++;
        }
        if (suit == SUITS || (mission->suits >> suit & 1) != 0) {
            return "bad_suits";
        }
        mission->suits = (uint8_t)(mission->suits | 1u << suit);
    }
    return mission->suits != 0 ? NULL : "bad_suits";
}

static const char *read_numbers(struct mission *mission, const char *value)
{
    char word[3][ITEM_WORD_BYTES];
    for (int i = 0; i < 3; i++) {
        value = item_word(value, word[i]);
    }
    int lowest = item_number(word[0]);
    int highest = item_number(word[2]);
    if (lowest < NUMBER_LOWEST || highest > NUMBER_HIGHEST || lowest >= highest ||
        strcmp(word[1], "-") != 0 || *item_skip(value) != '\0') {
        return "bad_numbers";
    }
    mission->lowest = (uint8_t)lowest;
    mission->highest = (uint8_t)highest;
    return NULL;
}

static int16_t amount_of(const char *word)
{
    return (int16_t)(strcmp(word, "agents") == 0 ? 1 : strcmp(word, "suspects") == 0 ? 2 : 0);
}

/* "3", "agents", "agents + 3", "8 * agents + 6". */
static const char *read_amount(struct mission_amount *amount, const char *value)
{
    char word[ITEM_WORD_BYTES];
    value = item_word(value, word);
    int number = item_number(word);
    amount->times = (int16_t)(number < 0 ? 1 : number);
    if (number >= 0) {
        value = item_word(value, word);
        if (word[0] == '\0') {
            amount->plus = (int16_t)number;
            amount->times = 0;
            return NULL;
        }
        if (strcmp(word, "*") != 0) {
            return "bad_amount";
        }
        value = item_word(value, word);
    }
    amount->of = amount_of(word);
    value = item_word(value, word);
    int sign = strcmp(word, "+") == 0 ? 1 : strcmp(word, "-") == 0 ? -1 : 0;
    if (amount->of == 0 || (sign == 0) != (word[0] == '\0')) {
        return "bad_amount";
    }
    if (sign != 0) {
        value = item_word(value, word);
        number = item_number(word);
        amount->plus = (int16_t)(sign * number);
    }
    return (sign != 0 && number < 0) || *item_skip(value) != '\0' ? "bad_amount" : NULL;
}

static const char *read_suspects(struct mission *mission, const char *value)
{
    const char *problem = read_amount(&mission->suspects, value);
    return problem == NULL && mission->suspects.of == 2 ? "bad_amount" : problem;
}

static const char *read_bullets(struct mission *mission, const char *value)
{
    return read_amount(&mission->bullets, value);
}

static const char *read_turns(struct mission *mission, const char *value)
{
    return read_amount(&mission->turns, value);
}

static const char *read_clock(struct mission *mission, const char *value)
{
    char word[2][ITEM_WORD_BYTES];
    value = item_word(item_word(value, word[0]), word[1]);
    int number = item_number(word[0]);
    int unit = strcmp(word[1], "min") == 0 ? 60
               : strcmp(word[1], "s") == 0 ? 1
               : strcmp(word[1], "h") == 0 ? 3600
                                           : 0;
    if (number <= 0 || unit == 0 || number > MISSION_CLOCK_MAX / unit ||
        *item_skip(value) != '\0') {
        return "bad_length";
    }
    mission->clock_s = number * unit;
    return NULL;
}

static const char *read_hand_limit(struct mission *mission, const char *value)
{
    int number = item_number(value);
    if (number < 2 || number > MISSION_HAND_LIMIT) {
        return "bad_amount";
    }
    mission->hand_limit = (uint8_t)number;
    return NULL;
}

static const char *read_rules(struct mission *mission, const char *value)
{
    char word[ITEM_WORD_BYTES];
    while (*(value = item_skip(value)) != '\0') {
        int rule = 0;
        value = item_word(value, word);
        while (rule < MISSION_RULES && strcmp(mission_rule_names[rule], word) != 0) {
            rule++;
        }
        if (rule == MISSION_RULES) {
            return "bad_rule";
        }
        mission->rules = (uint8_t)(mission->rules | 1u << rule);
    }
    return NULL;
}

/* Items, in the order in which one that is missing is told. */
enum mission_item {
    ITEM_MISSION,
    ITEM_TITLE,
    ITEM_STORY,
    ITEM_SUITS,
    ITEM_NUMBERS,
    ITEM_SUSPECTS,
    ITEM_BULLETS,
    ITEM_CLOCK,
    ITEM_TURNS,
    ITEM_HAND_LIMIT,
    ITEM_RULES,
    MISSION_ITEMS
};

static const struct {
    const char *key;
    const char *(*read)(struct mission *mission, const char *value);
    const char *missing; /* the problem; NULL: it may be */
} mission_items[MISSION_ITEMS] = {
    [ITEM_MISSION] = {"mission", read_id, "missing_mission"},
    [ITEM_TITLE] = {"title", read_title, NULL},
    [ITEM_STORY] = {"story", read_story, NULL},
    [ITEM_SUITS] = {"suits", read_suits, "missing_suits"},
    [ITEM_NUMBERS] = {"numbers", read_numbers, "missing_numbers"},
    [ITEM_SUSPECTS] = {"suspects", read_suspects, "missing_suspects"},
    [ITEM_BULLETS] = {"bullets", read_bullets, "missing_bullets"},
    [ITEM_CLOCK] = {"clock", read_clock, NULL},
    [ITEM_TURNS] = {"turns", read_turns, NULL},
    [ITEM_HAND_LIMIT] = {"hand_limit", read_hand_limit, NULL},
    [ITEM_RULES] = {"rules", read_rules, NULL},
};

/* A mission being read: which items there were, as bits, and which of the text each one was. */
struct reading {
    struct mission *mission;
    unsigned seen;
    unsigned place[MISSION_ITEMS];
};

static bool reading_has(const struct reading *reading, enum mission_item item)
{
    return (reading->seen >> item & 1) != 0;
}

/* What is wrong, and with which item of the text. */
static const char *reading_tell(const struct reading *reading, enum mission_item item,
                                const char *problem, unsigned *item_r)
{
    *item_r = reading->place[item];
    return problem;
}

static int mission_suits(const struct mission *mission)
{
    int suits = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        suits += mission->suits >> suit & 1;
    }
    return suits;
}

/* Are there enough cards and bullets for so many Agents, and not too many Suspects? */
static const char *mission_fits(const struct reading *reading, int agents, unsigned *item_r)
{
    const struct mission *mission = reading->mission;
    int hidden = mission_has(mission, MISSION_HIDDEN_SUIT) ? 1 : 0;
    int suspects = mission_count(&mission->suspects, agents, 0);
    int bullets = mission_count(&mission->bullets, agents, suspects);
    int hand = mission->hand_limit < MISSION_HAND ? mission->hand_limit : MISSION_HAND;
    int cards = (mission_suits(mission) + hidden) * (mission->highest - mission->lowest + 1);
    if (suspects < 1 || suspects > MISSION_AMOUNT_MAX) {
        return reading_tell(reading, ITEM_SUSPECTS, "bad_count", item_r);
    }
    if (bullets < suspects) {
        return reading_tell(reading, ITEM_BULLETS, "too_few_bullets", item_r);
    }
    if (bullets > MISSION_AMOUNT_MAX) {
        return reading_tell(reading, ITEM_BULLETS, "bad_count", item_r);
    }
    if (cards <= agents * hand + suspects) {
        return reading_tell(reading, ITEM_SUITS, "too_few_cards", item_r);
    }
    int turns = mission_count(&mission->turns, agents, suspects);
    if (reading_has(reading, ITEM_TURNS) && (turns < 2 * suspects || turns > MISSION_TURNS_MAX)) {
        return reading_tell(reading, ITEM_TURNS, "bad_turns", item_r);
    }
    return NULL;
}

/* A suit nobody names is one of two at the least, or everybody could name it. */
static const char *mission_goes_together(const struct reading *reading, unsigned *item_r)
{
    const struct mission *mission = reading->mission;
    if (mission_has(mission, MISSION_HIDDEN_SUIT) && mission_suits(mission) > SUITS - 2) {
        return reading_tell(reading, ITEM_RULES, "no_hidden_suit", item_r);
    }
    if (reading_has(reading, ITEM_CLOCK) && !reading_has(reading, ITEM_TURNS)) {
        return reading_tell(reading, ITEM_CLOCK, "no_turns", item_r);
    }
    if (reading_has(reading, ITEM_TURNS) && !reading_has(reading, ITEM_CLOCK)) {
        return reading_tell(reading, ITEM_TURNS, "no_clock", item_r);
    }
    return NULL;
}

static const char *mission_whole(const struct reading *reading, unsigned *item_r)
{
    for (unsigned i = 0; i < MISSION_ITEMS; i++) {
        if (mission_items[i].missing != NULL && !reading_has(reading, (enum mission_item)i)) {
            *item_r = 0;
            return mission_items[i].missing;
        }
    }
    if (reading->place[ITEM_MISSION] != 0) {
        return reading_tell(reading, ITEM_MISSION, "not_first", item_r);
    }
    const char *problem = mission_goes_together(reading, item_r);
    for (int agents = AGENTS_MIN; agents <= AGENTS_MAX && problem == NULL; agents++) {
        problem = mission_fits(reading, agents, item_r);
    }
    return problem;
}

/* Cuts "key = value" in two, blanks around them left out. NULL when there is no "=". */
static char *item_split(char item[ITEM_BYTES])
{
    char *value = strchr(item, '=');
    if (value == NULL) {
        return NULL;
    }
    for (char *end = value; end >= item && (*end == '=' || *end == ' '); end--) {
        *end = '\0';
    }
    for (value++; *value == ' '; value++) {
    }
    for (size_t len = strlen(value); len > 0 && value[len - 1] == ' '; len--) {
        value[len - 1] = '\0';
    }
    return value;
}

static const char *mission_item(struct reading *reading, char item[ITEM_BYTES], unsigned place)
{
    char *value = item_split(item);
    for (unsigned i = 0; value != NULL && i < MISSION_ITEMS; i++) {
        if (strcmp(mission_items[i].key, item) != 0) {
            continue;
        }
        if (reading_has(reading, (enum mission_item)i)) {
            return "twice";
        }
        reading->seen |= 1u << i;
        reading->place[i] = place;
        return mission_items[i].read(reading->mission, value);
    }
    return "unknown";
}

/* The next item of a text, which moves behind it; false when it is too long. */
static bool mission_next(const char **text, char item[ITEM_BYTES])
{
    const char *from = item_skip(*text);
    size_t len = strcspn(from, ";");
    *text = from + len + (from[len] == ';');
    if (len >= ITEM_BYTES) {
        return false;
    }
    memcpy(item, from, len);
    item[len] = '\0';
    return true;
}

const char *mission_read(const char *text, struct mission *mission, unsigned *item_r)
{
    struct reading reading = {.mission = mission};
    const unsigned from = *item_r;
    bool bad = false;
    memset(mission, 0, sizeof *mission);
    mission->hand_limit = MISSION_HAND_LIMIT;
    for (unsigned place = 0; *text != '\0'; place++) {
        char item[ITEM_BYTES];
        bool fits = mission_next(&text, item);
        const char *problem = fits ? mission_item(&reading, item, place) : "too_long";
        bad = bad || problem != NULL;
        if (problem != NULL && place >= from) {
            *item_r = place;
            return problem;
        }
    }
    const char *problem = bad ? NULL : mission_whole(&reading, item_r);
    return problem != NULL && *item_r >= from ? problem : NULL;
}

const char *mission_problem(const char *text, unsigned *item_r)
{
    struct mission mission;
    return mission_read(text, &mission, item_r);
}

bool mission_is(const char *text, const char *id)
{
    static const char key[] = "mission = ";
    size_t len = strlen(id);
    if (strncmp(text, key, sizeof key - 1) != 0) {
        return false;
    }
    text += sizeof key - 1;
    return strncmp(text, id, len) == 0 && (text[len] == ';' || text[len] == '\0');
}
