/* A sentence is drawn from the book, dressed so that it carries what it has to, and then looked at
 * as the rules would: what does not pass is thrown away and another one is drawn. */
#include "interceptor_speech.h"

#include <assert.h>
#include <string.h>

enum { SPEECH_TRIES = 120, SPEECH_PART_MAX = 200, SPEECH_SHORT_MAX = 6 };

static const char *const statements[] = {
#define STATEMENT(text) text,
#include "interceptor_book.def"
#undef STATEMENT
};
static const char *const questions[] = {
#define QUESTION(text) text,
#include "interceptor_book.def"
#undef QUESTION
};
static const char *const things[] = {
#define THING(text) text,
#include "interceptor_book.def"
#undef THING
};
static const char *const manners[] = {
#define MANNER(text) text,
#include "interceptor_book.def"
#undef MANNER
};
static const char *const places[] = {
#define PLACE(text) text,
#include "interceptor_book.def"
#undef PLACE
};
static const char *const times[] = {
#define TIME(text) text,
#include "interceptor_book.def"
#undef TIME
};
static const char *const openers[] = {
#define OPENER(text) text,
#include "interceptor_book.def"
#undef OPENER
};
static const char *const closers[] = {
#define CLOSER(text) text,
#include "interceptor_book.def"
#undef CLOSER
};
static const char *const faces[] = {
#define FACE(text) text,
#include "interceptor_book.def"
#undef FACE
};
struct speech_short {
    int words;
    const char *text;
};
static const struct speech_short shorts[] = {
#define SHORT(words, text) {words, text},
#include "interceptor_book.def"
#undef SHORT
};

#define COUNT(list)     (sizeof(list) / sizeof(list)[0])
#define PICK(rng, list) ((list)[rng_below((rng), (uint32_t)COUNT(list))])

/* A message being put together: opener, body, closer, mark, emoji; NULL or "" for none. */
struct speech {
    struct rng *rng;
    const char *opener;
    const char *after;  /* what stands behind the opener: "," or ":" */
    const char *before; /* what stands before the closer */
    const char *closer;
    const char *mark;
    const char *face;
    const char *thing; /* a word that has to stand in its place */
    const char *manner;
    const char *whole; /* instead of a sentence of the book */
    int sentences;
    const char *between; /* sentences */
    bool question;
    bool shout; /* one word in capitals */
};

/* Text in a buffer; what does not fit makes it full. */
struct speech_out {
    char *text;
    size_t len;
    bool full;
};

static void out_bytes(struct speech_out *out, const char *text, size_t len)
{
    if (out->len + len + 1 > SPEECH_BYTES_MAX) {
        out->full = true;
        return;
    }
    if (len > 0) {
        memcpy(out->text + out->len, text, len);
    }
    out->len += len;
    out->text[out->len] = '\0';
}

static void out_text(struct speech_out *out, const char *text)
{
    out_bytes(out, text, text == NULL ? 0 : strlen(text));
}

static char capital(char letter)
{
    return (char)(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
}

/* A word for a place of the template. */
static void out_slot(struct speech_out *out, struct speech *speech, char slot)
{
    const char *word = NULL;
    size_t from = out->len;
    switch (slot) {
    case 'n':
        word = speech->thing != NULL ? speech->thing : PICK(speech->rng, things);
        speech->thing = NULL;
        break;
    case 'j':
        word = speech->manner != NULL ? speech->manner : PICK(speech->rng, manners);
        speech->manner = NULL;
        break;
    case 'p':
        word = PICK(speech->rng, places);
        break;
    default:
        word = PICK(speech->rng, times);
        break;
    }
    out_text(out, word);
    bool loud = speech->shout && (slot == 'n' || slot == 'j');
    for (size_t i = from; loud && i < out->len; i++) {
        out->text[i] = capital(out->text[i]);
    }
    speech->shout = speech->shout && !loud;
}

/* One sentence of the book without its mark. */
static void out_sentence(struct speech_out *out, struct speech *speech)
{
    const char *at = speech->whole;
    if (at == NULL) {
        at = speech->question ? PICK(speech->rng, questions) : PICK(speech->rng, statements);
    }
    while (*at != '\0') {
        if (at[0] == '{') {
            out_slot(out, speech, at[1]);
            at += 3;
        } else {
            out_bytes(out, at, 1);
            at++;
        }
    }
}

static void speech_print(struct speech *speech, struct speech_out *out)
{
    if (speech->opener != NULL) {
        out_text(out, speech->opener);
        out_text(out, speech->after);
        out_text(out, " ");
    }
    for (int i = 0; i < speech->sentences; i++) {
        size_t from = out->len;
        bool begins = i > 0 ? strcmp(speech->between, "\n") == 0 : speech->opener == NULL;
        out_text(out, i > 0 ? speech->between : "");
        from = i > 0 ? out->len : from;
        out_sentence(out, speech);
        if (begins && out->len > from) {
            out->text[from] = capital(out->text[from]);
        }
    }
    if (speech->opener != NULL && out->len > 0) {
        out->text[0] = capital(out->text[0]);
    }
    if (speech->closer != NULL) {
        out_text(out, speech->before);
        out_text(out, speech->closer);
    }
    out_text(out, speech->mark);
    if (speech->face != NULL) {
        out_text(out, " ");
        out_text(out, speech->face);
    }
}

/* How people talk: one in three begins with a word that means nothing, and so on. */
static void speech_draw(struct speech *speech, struct rng *rng)
{
    static const char *const marks[] = {".", ".", ".", ".", "!", "!", "...", "..."};
    memset(speech, 0, sizeof *speech);
    speech->rng = rng;
    speech->question = rng_below(rng, 4) == 0;
    speech->opener = rng_below(rng, 3) == 0 ? PICK(rng, openers) : NULL;
    speech->after = ",";
    speech->before = ", ";
    speech->closer = rng_below(rng, 5) == 0 ? PICK(rng, closers) : NULL;
    speech->mark = speech->question ? "?" : PICK(rng, marks);
    speech->face = rng_below(rng, 4) == 0 ? PICK(rng, faces) : NULL;
    speech->sentences = 1;
    speech->between = ", and ";
}

static const char *word_among(const char *const *list, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i], word) == 0) {
            return list[i];
        }
    }
    return NULL;
}

/* A word goes where such a word would stand; any other is put before or behind the sentence. */
static void speech_dress_word(struct speech *speech, const char *word)
{
    speech->thing = word_among(things, COUNT(things), word);
    speech->manner = word_among(manners, COUNT(manners), word);
    if (speech->thing != NULL || speech->manner != NULL) {
        return;
    }
    if (rng_below(speech->rng, 2) == 0) {
        speech->opener = word;
    } else {
        speech->closer = word;
    }
}

static void speech_dress_mark(struct speech *speech, const char *mark)
{
    speech->question = strcmp(mark, "?") == 0;
    const char *bracket = rng_below(speech->rng, 2) == 0 ? " (again)" : " :)";
    speech->mark = strcmp(mark, ")") == 0 ? bracket : mark;
    speech->face = NULL;
}

static void speech_dress_inner(struct speech *speech, const char *mark)
{
    static const char *const inner[][2] = {{",", "as usual"},
                                           {"(", "(again)"},
                                           {"\"", "\"so what\" as they say"},
                                           {"*", "*sigh*"},
                                           {"-", "a well-known story"}};
    for (size_t i = 0; i < COUNT(inner); i++) {
        if (strcmp(mark, inner[i][0]) == 0) {
            speech->closer = inner[i][1];
            return;
        }
    }
    if (strcmp(mark, ";") == 0) {
        speech->sentences = 2;
        speech->between = "; ";
    } else if (strcmp(mark, ":") == 0) {
        speech->opener = PICK(speech->rng, openers);
        speech->after = ":";
    } else {
        speech_dress_mark(speech, mark);
    }
}

static void speech_dress_short(struct speech *speech, const char *count)
{
    const struct speech_short *one = &shorts[0];
    for (int i = 0; i < SPEECH_TRIES && one->words != count[0] - '0'; i++) {
        one = &PICK(speech->rng, shorts);
    }
    for (size_t i = 0; one->words != count[0] - '0' && i < COUNT(shorts); i++) {
        one = &shorts[i];
    }
    speech->whole = one->text;
    speech->opener = NULL;
    speech->closer = NULL;
}

static void speech_dress(struct speech *speech, const struct interceptor_signal *need)
{
    static const char *const numbers[] = {"at 7", "for 3 days", "20 times", "at 5 sharp"};
    switch ((enum signal_kind)need->kind) {
    case SIGNAL_WORD:
    case SIGNAL_PHRASE:
    case SIGNAL_NUMBER:
        speech_dress_word(speech, need->value);
        break;
    case SIGNAL_FIRST_WORD:
        speech->opener = need->value;
        break;
    case SIGNAL_LAST_WORD:
        speech->closer = need->value;
        break;
    case SIGNAL_EMOJI:
    case SIGNAL_LAST_EMOJI:
        speech->face = need->value;
        break;
    case SIGNAL_ENDS_PUNCT:
        speech_dress_mark(speech, need->value);
        break;
    case SIGNAL_HAS_PUNCT:
        speech_dress_inner(speech, need->value);
        break;
    case SIGNAL_WORDS:
        speech_dress_short(speech, need->value);
        break;
    case SIGNAL_LONG:
        speech->sentences = 3;
        break;
    case SIGNAL_DIGIT:
        speech->closer = PICK(speech->rng, numbers);
        break;
    case SIGNAL_CAPS:
        speech->shout = true;
        break;
    case SIGNAL_LINES:
        speech->sentences = 2;
        speech->between = "\n";
        break;
    case SIGNAL_NONE:
    case SIGNAL_REPLY:
    case SIGNAL_MENTION:
    case SIGNAL_REACTION:
    case SIGNAL_MEDIA:
    case SIGNAL_CUSTOM:
    case SIGNAL_KINDS:
        break;
    }
}

/* The other signal is kept out where that can be known beforehand: it is looked at anyway. */
static void speech_avoid(struct speech *speech, const struct interceptor_signal *other)
{
    if (other->kind == SIGNAL_LINES || other->kind == SIGNAL_LONG) {
        speech->sentences = 1;
    }
    if (other->kind == SIGNAL_HAS_PUNCT && strcmp(other->value, ",") == 0) {
        speech->after = " -";
        speech->before = " - ";
        speech->between = " and ";
    }
}

static bool speech_passes(const char *text, const struct interceptor_signal *need,
                          const struct interceptor_signal *other)
{
    const struct evidence evidence = {.text = text, .seat = 0, .reply_to = SEAT_NONE};
    return signal_carried(need, &evidence) && !signal_carried(other, &evidence) &&
           !signal_names_symbol(text);
}

bool speech_write(struct rng *rng, const struct interceptor_signal *need,
                  const struct interceptor_signal *other, char text[SPEECH_BYTES_MAX])
{
    assert(need->kind != SIGNAL_NONE && other->kind != SIGNAL_NONE);
    for (int i = 0; i < SPEECH_TRIES; i++) {
        struct speech speech;
        struct speech_out out = {.text = text};
        speech_draw(&speech, rng);
        speech_avoid(&speech, other);
        speech_dress(&speech, need);
        text[0] = '\0';
        speech_print(&speech, &out);
        if (!out.full && speech_passes(text, need, other)) {
            return true;
        }
    }
    text[0] = '\0';
    return false;
}

bool speech_can(const struct interceptor_signal *signal)
{
    return signal->kind != SIGNAL_NONE && signal->kind < SIGNAL_REPLY;
}

static void speech_set(struct interceptor_signal *signal, enum signal_kind kind, const char *value)
{
    memset(signal, 0, sizeof *signal);
    signal->kind = (uint8_t)kind;
    assert(strlen(value) < SIGNAL_BYTES_MAX);
    memcpy(signal->value, value, strlen(value));
}

static void speech_choose(struct rng *rng, struct interceptor_signal *signal)
{
    static const char *const marks[] = {"!", "?", "..."};
    uint32_t dice = rng_below(rng, 20);
    if (dice < 7) {
        speech_set(signal, SIGNAL_WORD, PICK(rng, things));
    } else if (dice < 11) {
        speech_set(signal, SIGNAL_WORD, PICK(rng, manners));
    } else if (dice < 14) { /* "guess what" is no word */
        speech_set(signal, SIGNAL_FIRST_WORD, openers[rng_below(rng, COUNT(openers) - 1)]);
    } else if (dice < 17) {
        speech_set(signal, SIGNAL_ENDS_PUNCT, PICK(rng, marks));
    } else {
        speech_set(signal, SIGNAL_EMOJI, PICK(rng, faces));
    }
}

void speech_choose_signals(struct rng *rng, struct interceptor_signal signal[SYMBOLS])
{
    do {
        speech_choose(rng, &signal[SYMBOL_DOCUMENTS]);
        speech_choose(rng, &signal[SYMBOL_MONEY]);
    } while (signal_overlaps(&signal[SYMBOL_DOCUMENTS], &signal[SYMBOL_MONEY]));
}
