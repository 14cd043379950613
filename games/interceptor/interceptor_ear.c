/* Every mark of the last message that could be its signal is a candidate: its words, its end, its
 * emoji, its length. A candidate stays as long as all messages agree with it. Its weight is how
 * often such a signal is chosen, over how often messages have it by themselves. */
#include "interceptor_ear.h"

#include <assert.h>
#include <string.h>

enum { EAR_CANDIDATES_MAX = 160, EAR_TOKENS_MAX = 40 };

/* Guesses of the same group are the same guess (rulebook 1.9). */
struct candidate {
    struct interceptor_signal signal;
    int group;
    double chosen; /* how often such a signal is chosen */
    double common; /* how often a message has it by itself */
    double weight;
};

struct candidates {
    int count;
    int groups;
    struct candidate one[EAR_CANDIDATES_MAX + 1]; /* the last one is for what does not fit */
};

/* All that was never thought of, against what was. */
static const double ear_unthought = 0.05;

void ear_hears(struct ear *ear, int seat, const char *text)
{
    size_t len = strlen(text);
    if (len >= EAR_BYTES) {
        return;
    }
    if (ear->count == EAR_HEARD_MAX) {
        memmove(&ear->heard[0], &ear->heard[1], sizeof ear->heard[0] * (EAR_HEARD_MAX - 1));
        ear->count--;
    }
    struct ear_text *heard = &ear->heard[ear->count++];
    heard->seat = (int8_t)seat;
    heard->symbol = SYMBOL_NONE;
    memcpy(heard->text, text, len + 1);
}

void ear_sees(struct ear *ear, const int8_t *symbols)
{
    struct ear_text *last = ear->count > 0 ? &ear->heard[ear->count - 1] : NULL;
    if (last == NULL || last->symbol != SYMBOL_NONE) {
        return;
    }
    last->symbol = symbols[last->seat];
    if (last->symbol == SYMBOL_NONE) {
        ear->count--;
    }
}

int ear_count(const struct ear *ear, int symbol)
{
    int count = 0;
    for (int i = 0; i < ear->count; i++) {
        count += ear->heard[i].symbol == symbol;
    }
    return count;
}

static struct candidate *candidate_add(struct candidates *list, enum signal_kind kind, int group)
{
    struct candidate *one = &list->one[list->count];
    list->count += list->count < EAR_CANDIDATES_MAX;
    memset(one, 0, sizeof *one);
    one->signal.kind = (uint8_t)kind;
    one->group = group;
    return one;
}

static void candidate_rate(struct candidate *one, double chosen, double common)
{
    one->chosen = chosen;
    one->common = common;
}

/* A span of normalised text as UTF-8; false when it is too long for a value. */
static bool span_print(const struct text *text, struct text_span span, char *value)
{
    size_t len = 0;
    if (span.count > SIGNAL_CHARACTERS_MAX) {
        return false;
    }
    for (int i = 0; i < span.count; i++) {
        uint32_t point = (uint32_t)text->point[span.start + i];
        if (point < 0x80) {
            value[len++] = (char)point;
            continue;
        }
        int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        value[len++] = (char)((0xf00U >> more & 0xff) | point >> (6 * more));
        while (more-- > 0) {
            value[len++] = (char)(0x80 | (point >> (6 * more) & 0x3f));
        }
    }
    value[len] = '\0';
    return span.count > 0;
}

static int span_letters(const struct text *text, struct text_span span)
{
    int letters = 0;
    for (int i = 0; i < span.count; i++) {
        letters += text_is_letter(text->point[span.start + i]);
    }
    return letters;
}

/* Words that stand in every other sentence, beside those that nobody may be surprised by. */
static bool span_is_small(const struct text *text, struct text_span span)
{
    static const char *const small[] = {
        "a",   "an",   "and",  "are", "as",   "at",   "be",    "but",  "by",   "can",  "did",
        "do",  "for",  "from", "had", "has",  "have", "he",    "i",    "if",   "in",   "is",
        "it",  "like", "me",   "my",  "no",   "not",  "of",    "on",   "or",   "so",   "that",
        "the", "them", "then", "to",  "they", "this", "there", "was",  "we",   "were", "what",
        "who", "why",  "with", "you", "your", "yes",  "will",  "just", "been", "would"};
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        if (text_span_is(text, span, small[i])) {
            return true;
        }
    }
    return false;
}

static void add_token(struct candidates *list, const struct text *text, struct text_span token,
                      bool first, bool last)
{
    char value[SIGNAL_BYTES_MAX];
    if (!span_print(text, token, value)) {
        return;
    }
    int group = list->groups++;
    bool small = span_is_small(text, token);
    bool whole = span_letters(text, token) >= 4;
    static const enum signal_kind kinds[] = {SIGNAL_WORD, SIGNAL_FIRST_WORD, SIGNAL_LAST_WORD};
    const bool fits[] = {true, first, last};
    const double chosen[] = {small   ? 0.00005
                             : whole ? 0.002
                                     : 0.001,
                             small ? 0.0005 : 0.008, small ? 0.0001 : 0.001};
    const double common[] = {small ? 0.35 : 0.05, small ? 0.12 : 0.02, 0.03};
    for (int i = 0; i < 3; i++) {
        if (fits[i]) {
            struct candidate *one = candidate_add(list, kinds[i], group);
            memcpy(one->signal.value, value, strlen(value) + 1);
            candidate_rate(one, chosen[i], common[i]);
        }
    }
}

static void add_pair(struct candidates *list, const struct text *text, struct text_span one,
                     struct text_span two)
{
    char first[SIGNAL_BYTES_MAX];
    char second[SIGNAL_BYTES_MAX];
    if (one.count + two.count + 1 > SIGNAL_CHARACTERS_MAX || !span_print(text, one, first) ||
        !span_print(text, two, second)) {
        return;
    }
    struct candidate *pair = candidate_add(list, SIGNAL_PHRASE, list->groups++);
    size_t len = strlen(first);
    memcpy(pair->signal.value, first, len);
    pair->signal.value[len] = ' ';
    memcpy(pair->signal.value + len + 1, second, strlen(second) + 1);
    candidate_rate(pair, 0.0004, 0.02);
}

static bool span_said_before(const struct text *text, const struct text_span *token, int count)
{
    for (int i = 0; i < count; i++) {
        if (text_span_equal(text, token[i], text, token[count])) {
            return true;
        }
    }
    return false;
}

static void add_words(struct candidates *list, const struct text *text)
{
    struct text_span token[EAR_TOKENS_MAX];
    int count = 0;
    int at = 0;
    while (count < EAR_TOKENS_MAX && text_next_token(text, &at, &token[count])) {
        count++;
    }
    for (int i = 0; i < count; i++) {
        bool again = span_said_before(text, token, i) && i + 1 < count;
        if (!again) {
            add_token(list, text, token[i], i == 0, i + 1 == count);
        }
        if (i > 0) {
            add_pair(list, text, token[i - 1], token[i]);
        }
    }
    if (count >= 1 && count <= 6) {
        struct candidate *one = candidate_add(list, SIGNAL_WORDS, list->groups++);
        one->signal.value[0] = (char)('0' + count);
        candidate_rate(one, 0.006, 0.06);
    }
}

static void add_marks(struct candidates *list)
{
    static const struct {
        const char *mark;
        double ends[2]; /* chosen, common; chosen 0: cannot be */
        double has[2];
    } marks[] = {
        {".", {0.02, 0.35}, {0.005, 0.4}},  {"!", {0.06, 0.15}, {0.01, 0.2}},
        {"?", {0.06, 0.25}, {0.01, 0.28}},  {"...", {0.05, 0.15}, {0.01, 0.16}},
        {",", {0.005, 0.01}, {0.02, 0.45}}, {";", {0.005, 0.01}, {0.01, 0.02}},
        {":", {0.005, 0.01}, {0.01, 0.05}}, {")", {0.005, 0.02}, {0, 0.02}},
        {"(", {0, 0.01}, {0.01, 0.02}},     {"\"", {0, 0.01}, {0.01, 0.03}},
        {"*", {0, 0.01}, {0.01, 0.01}},     {"-", {0, 0.01}, {0.01, 0.06}},
    };
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        int group = list->groups++;
        for (int has = 0; has < 2; has++) {
            const double *rate = has != 0 ? marks[i].has : marks[i].ends;
            if (rate[0] > 0) {
                struct candidate *one =
                    candidate_add(list, has != 0 ? SIGNAL_HAS_PUNCT : SIGNAL_ENDS_PUNCT, group);
                memcpy(one->signal.value, marks[i].mark, strlen(marks[i].mark) + 1);
                candidate_rate(one, rate[0], rate[1]);
            }
        }
    }
}

static void add_emoji(struct candidates *list, const struct text *text)
{
    struct text_span cluster;
    int at = 0;
    char value[SIGNAL_BYTES_MAX];
    while (text_next_cluster(text, &at, &cluster)) {
        if (!text_is_emoji(text, cluster) || !span_print(text, cluster, value)) {
            continue;
        }
        int group = list->groups++;
        for (int last = 0; last < 2; last++) {
            struct candidate *one =
                candidate_add(list, last != 0 ? SIGNAL_LAST_EMOJI : SIGNAL_EMOJI, group);
            memcpy(one->signal.value, value, strlen(value) + 1);
            candidate_rate(one, last != 0 ? 0.004 : 0.012, 0.03);
        }
    }
}

static void add_shapes(struct candidates *list)
{
    candidate_rate(candidate_add(list, SIGNAL_LONG, list->groups++), 0.03, 0.1);
    candidate_rate(candidate_add(list, SIGNAL_DIGIT, list->groups++), 0.03, 0.08);
    candidate_rate(candidate_add(list, SIGNAL_CAPS, list->groups++), 0.02, 0.03);
    candidate_rate(candidate_add(list, SIGNAL_LINES, list->groups++), 0.02, 0.03);
}

/* Weighs a candidate by all messages whose card was seen; 0 when one of them rules it out. */
static double candidate_weigh(const struct candidate *one, const struct ear *ear, int symbol)
{
    double weight = one->chosen;
    for (int i = 0; i < ear->count && weight > 0; i++) {
        const struct ear_text *heard = &ear->heard[i];
        const struct evidence evidence = {.text = heard->text, .reply_to = SEAT_NONE};
        if (heard->symbol == SYMBOL_NONE) {
            continue;
        }
        bool wanted = heard->symbol == symbol;
        if (signal_carried(&one->signal, &evidence) != wanted) {
            return 0;
        }
        weight /= wanted ? one->common : 1 - one->common;
    }
    return weight;
}

static const struct ear_text *last_of(const struct ear *ear, int symbol)
{
    for (int i = ear->count; i-- > 0;) {
        if (ear->heard[i].symbol == symbol) {
            return &ear->heard[i];
        }
    }
    return NULL;
}

/* The heaviest group, and its heaviest candidate. */
static void pick(const struct candidates *list, struct ear_guess *guess)
{
    double all = ear_unthought;
    double best = 0;
    for (int i = 0; i < list->count; i++) {
        all += list->one[i].weight;
    }
    guess->likely = 0;
    for (int group = 0; group < list->groups; group++) {
        double weight = 0;
        const struct candidate *top = NULL;
        for (int i = 0; i < list->count; i++) {
            const struct candidate *one = &list->one[i];
            if (one->group == group && one->weight > 0) {
                weight += one->weight;
                top = top == NULL || one->weight > top->weight ? one : top;
            }
        }
        if (top != NULL && weight > best) {
            best = weight;
            guess->signal = top->signal;
            guess->likely = (int)(1000 * weight / all);
        }
    }
}

bool ear_guess(const struct ear *ear, int symbol, ear_useless *useless, const void *context,
               struct ear_guess *guess)
{
    struct candidates list = {0};
    struct text text;
    const struct ear_text *last = last_of(ear, symbol);
    assert(symbol == SYMBOL_DOCUMENTS || symbol == SYMBOL_MONEY);
    memset(guess, 0, sizeof *guess);
    if (last == NULL || !text_norm(last->text, &text)) {
        return false;
    }
    add_words(&list, &text);
    add_emoji(&list, &text);
    add_marks(&list);
    add_shapes(&list);
    for (int i = 0; i < list.count; i++) {
        struct candidate *one = &list.one[i];
        one->weight = candidate_weigh(one, ear, symbol);
        if (one->weight > 0 && useless(context, &one->signal, symbol)) {
            one->weight = 0;
        }
    }
    guess->symbol = symbol;
    pick(&list, guess);
    return guess->likely > 0;
}
