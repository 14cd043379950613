/* Whether a message or a reaction carries a signal (rulebook 1.9, "true when"). */
#include "interceptor_evidence.h"

#include <assert.h>
#include <string.h>

enum { EVIDENCE_LONG_TOKENS = 15, EVIDENCE_CAPS_LETTERS = 3 };

int evidence_tokens(const struct text *text)
{
    struct text_span token;
    int at = 0;
    int count = 0;
    while (text_next_token(text, &at, &token)) {
        count++;
    }
    return count;
}

/* Do all tokens of value stand in text one after another, the first of them at or after at? Moves
 * at behind them, and says whether they began at the very next token. */
static bool evidence_tokens_at(const struct text *text, int *at, const struct text *value)
{
    struct text_span wanted;
    struct text_span token;
    int value_at = 0;
    bool any = false;
    while (text_next_token(value, &value_at, &wanted)) {
        if (!text_next_token(text, at, &token) || !text_span_equal(text, token, value, wanted)) {
            return false;
        }
        any = true;
    }
    return any;
}

bool evidence_same_tokens(const struct text *a, const struct text *b)
{
    struct text_span more;
    int at = 0;
    return evidence_tokens_at(a, &at, b) && !text_next_token(a, &at, &more);
}

static bool evidence_has_tokens(const struct text *text, const struct text *value)
{
    struct text_span token;
    int next = 0;
    for (;;) {
        int at = next;
        if (evidence_tokens_at(text, &at, value)) {
            return true;
        }
        if (!text_next_token(text, &next, &token)) {
            return false;
        }
    }
}

static bool evidence_last_token_is(const struct text *text, const struct text *value)
{
    struct text_span token;
    int start = 0;
    int at = 0;
    while (text_next_token(text, &at, &token)) {
        start = token.start;
    }
    return evidence_tokens_at(text, &start, value);
}

static bool evidence_has_cluster(const struct text *text, const struct text *value, bool last)
{
    struct text_span cluster;
    struct text_span wanted = text_trimmed(value);
    int at = 0;
    bool found = false;
    while (text_next_cluster(text, &at, &cluster)) {
        found = (found && !last) || text_span_equal(text, cluster, value, wanted);
    }
    return found;
}

/* How many dots stand in a row, ending at i. */
static int evidence_dots(const struct text *text, int i)
{
    int dots = 0;
    while (i >= 0 && text->point[i] == '.') {
        dots++;
        i--;
    }
    return dots;
}

static bool evidence_ends_with(const struct text *text, const struct text *value)
{
    struct text_span body = text_trimmed(text);
    struct text_span mark = text_trimmed(value);
    if (body.count == 0 || mark.count == 0) {
        return false;
    }
    int last = body.start + body.count - 1;
    if (text->point[last] == '.') {
        return mark.count == (evidence_dots(text, last) >= 2 ? 3 : 1) &&
               value->point[mark.start] == '.';
    }
    return mark.count == 1 && text->point[last] == value->point[mark.start];
}

/* A run of two or more dots is an ellipsis, and no full stop. */
static bool evidence_has_mark(const struct text *text, const struct text *value)
{
    struct text_span mark = text_trimmed(value);
    bool ellipsis = mark.count == 3;
    for (int i = 0; i < text->count && mark.count > 0; i++) {
        if (text->point[i] != value->point[mark.start]) {
            continue;
        }
        bool run_ends = i + 1 == text->count || text->point[i + 1] != '.';
        if (text->point[i] != '.' || (run_ends && (evidence_dots(text, i) >= 2) == ellipsis)) {
            return true;
        }
    }
    return false;
}

static bool evidence_has_digit(const struct text *text)
{
    for (int i = 0; i < text->count; i++) {
        if (text_is_digit(text->point[i])) {
            return true;
        }
    }
    return false;
}

static bool evidence_has_lines(const struct text *text)
{
    int lines = 0;
    bool filled = false;
    for (int i = 0; i < text->count; i++) {
        int32_t point = text->point[i];
        if (point == '\n' || point == '\r' || point == 0x85 || point == 0x2028 || point == 0x2029) {
            filled = false;
        } else if (!filled && !text_is_space(point)) {
            filled = true;
            lines++;
        }
    }
    return lines >= 2;
}

static bool evidence_is_capitals(const struct text *text, struct text_span token)
{
    int letters = 0;
    for (int i = 0; i < token.count; i++) {
        int32_t point = text->point[token.start + i];
        if (!text_is_letter(point)) {
            continue;
        }
        if (!text_is_capital(point)) {
            return false;
        }
        letters++;
    }
    return letters >= EVIDENCE_CAPS_LETTERS;
}

static bool evidence_has_capitals(const char *utf8)
{
    struct text text;
    struct text_span token;
    int at = 0;
    if (!text_norm_cased(utf8, &text)) {
        return false;
    }
    while (text_next_token(&text, &at, &token)) {
        if (evidence_is_capitals(&text, token)) {
            return true;
        }
    }
    return false;
}

bool evidence_text_carries(const struct interceptor_signal *signal, const struct text *text)
{
    struct text value;
    int start = 0;
    if (!text_norm(signal->value, &value)) {
        return false;
    }
    switch ((enum signal_kind)signal->kind) {
    case SIGNAL_WORD:
    case SIGNAL_PHRASE:
    case SIGNAL_NUMBER:
        return evidence_has_tokens(text, &value);
    case SIGNAL_FIRST_WORD:
        return evidence_tokens_at(text, &start, &value);
    case SIGNAL_LAST_WORD:
        return evidence_last_token_is(text, &value);
    case SIGNAL_EMOJI:
        return evidence_has_cluster(text, &value, false);
    case SIGNAL_LAST_EMOJI:
        return evidence_has_cluster(text, &value, true);
    case SIGNAL_ENDS_PUNCT:
        return evidence_ends_with(text, &value);
    case SIGNAL_HAS_PUNCT:
        return evidence_has_mark(text, &value);
    case SIGNAL_WORDS:
        return evidence_tokens(text) == value.point[text_trimmed(&value).start] - '0';
    case SIGNAL_LONG:
        return evidence_tokens(text) >= EVIDENCE_LONG_TOKENS;
    case SIGNAL_DIGIT:
        return evidence_has_digit(text);
    case SIGNAL_LINES:
        return evidence_has_lines(text);
    case SIGNAL_NONE:
    case SIGNAL_CAPS:
    case SIGNAL_REPLY:
    case SIGNAL_MENTION:
    case SIGNAL_REACTION:
    case SIGNAL_MEDIA:
    case SIGNAL_CUSTOM:
    case SIGNAL_KINDS:
        break;
    }
    return false;
}

/* Is the person at that seat what the value says to who shows it: partner, opponent or bot? */
static bool evidence_is_person(const struct text *value, int self, int person)
{
    struct text_span span = text_trimmed(value);
    if (text_span_is(value, span, "bot")) {
        return person == SEAT_HOUSE;
    }
    if (!seat_is_person(person) || person == self) {
        return false;
    }
    return text_span_is(value, span, (person - self) % 2 == 0 ? "partner" : "opponent");
}

static bool evidence_mentions(const struct text *value, const struct evidence *evidence)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if ((evidence->mentions & seat_bit(seat)) != 0 &&
            evidence_is_person(value, evidence->seat, seat)) {
            return true;
        }
    }
    return false;
}

static bool evidence_reacts(const struct text *value, const char *reaction)
{
    struct text shown;
    return reaction != NULL && text_norm(reaction, &shown) &&
           text_span_equal(value, text_trimmed(value), &shown, text_trimmed(&shown));
}

bool signal_carried(const struct interceptor_signal *signal, const struct evidence *evidence)
{
    struct text text;
    assert(evidence->text != NULL);
    assert(signal->kind < SIGNAL_KINDS);
    if (signal->kind == SIGNAL_CAPS) {
        return evidence_has_capitals(evidence->text);
    }
    if (signal->kind < SIGNAL_REPLY) {
        return text_norm(evidence->text, &text) && evidence_text_carries(signal, &text);
    }
    if (!text_norm(signal->value, &text)) {
        return false;
    }
    if (signal->kind == SIGNAL_REPLY) {
        return evidence_is_person(&text, evidence->seat, evidence->reply_to);
    }
    if (signal->kind == SIGNAL_MENTION) {
        return evidence_mentions(&text, evidence);
    }
    if (signal->kind == SIGNAL_REACTION) {
        return evidence_reacts(&text, evidence->reaction);
    }
    return signal->kind == SIGNAL_MEDIA && evidence->media != NULL &&
           text_span_is(&text, text_trimmed(&text), evidence->media);
}

static bool symbol_emoji(int32_t point)
{
    return point == 0x1F4C4 || point == 0x1F4C3 || point == 0x1F4D1 || point == 0x1F4B0 ||
           (point >= 0x1F4B4 && point <= 0x1F4B8) || point == 0x1F911;
}

static bool symbol_part(const struct text *text, struct text_span part)
{
    static const char *const words[] = {"document", "documents", "doc", "docs", "money"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (text_span_is(text, part, words[i])) {
            return true;
        }
    }
    return false;
}

/* A token, or a part of it between inner ' and -: "money's", "money-back". */
static bool symbol_token(const struct text *text, struct text_span token)
{
    struct text_span part = {token.start, 0};
    for (int i = 0; i <= token.count; i++) {
        int32_t point = i < token.count ? text->point[token.start + i] : '-';
        if (point != '-' && point != '\'') {
            part.count++;
            continue;
        }
        if (symbol_part(text, part)) {
            return true;
        }
        part = (struct text_span){token.start + i + 1, 0};
    }
    return false;
}

bool signal_names_symbol(const char *utf8)
{
    struct text text;
    struct text_span token;
    int at = 0;
    if (!text_norm(utf8, &text)) {
        return false;
    }
    while (text_next_token(&text, &at, &token)) {
        if (symbol_token(&text, token)) {
            return true;
        }
    }
    for (int i = 0; i < text.count; i++) {
        if (symbol_emoji(text.point[i])) {
            return true;
        }
    }
    return false;
}
