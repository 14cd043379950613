/* A sentence is drawn from the book, dressed so that it carries what it has to, and then looked at
 * as the rules would: what does not pass is thrown away and another one is drawn. */
#include "interceptor_speech.h"

#include <assert.h>
#include <string.h>

enum { SPEECH_TRIES = 120, SPEECH_PART_MAX = 200, SPEECH_SHORT_MAX = 6 };

/* The sections of the book. */
enum speech_part {
    PART_STATEMENT,
    PART_QUESTION,
    PART_THING,
    PART_MANNER,
    PART_PLACE,
    PART_TIME,
    PART_OPENER,
    PART_CLOSER, /* behind a statement */
    PART_ASIDE,  /* behind a question */
    PART_FACE,
    PART_MARK, /* that ends a statement */
    PART_SHORT,
    PART_NUMBER,
    PART_BRACKET,
    PART_JOIN,
    PART_COMMA,
    PART_INNER,
    PART_QUOTES,
    PART_STARS,
    PART_HYPHEN,
    SPEECH_PARTS
};

static const char *const speech_parts[SPEECH_PARTS] = {
    [PART_STATEMENT] = "statement", [PART_QUESTION] = "question", [PART_THING] = "thing",
    [PART_MANNER] = "manner",       [PART_PLACE] = "place",       [PART_TIME] = "time",
    [PART_ASIDE] = "aside",         [PART_MARK] = "mark",         [PART_OPENER] = "opener",
    [PART_CLOSER] = "closer",       [PART_FACE] = "face",         [PART_SHORT] = "short",
    [PART_NUMBER] = "number",       [PART_BRACKET] = "bracket",   [PART_JOIN] = "join",
    [PART_COMMA] = "comma",         [PART_INNER] = "inner",       [PART_QUOTES] = "quotes",
    [PART_STARS] = "stars",         [PART_HYPHEN] = "hyphen",
};

/* The book by its sections, each with a line at least. */
struct speech_book {
    const struct player_entry *part[SPEECH_PARTS];
    const struct player_entry *own[SPEECH_PARTS]; /* of the voice; NULL: none */
};

/* Is this the name of a part, for a voice (NULL: for all)? */
static bool speech_is_part(const char *name, const char *voice, const char *part)
{
    size_t len = voice == NULL ? 0 : strlen(voice);
    if (len > 0 && (strncmp(name, voice, len) != 0 || name[len] != '_')) {
        return false;
    }
    return strcmp(name + (len > 0 ? len + 1 : 0), part) == 0;
}

static const struct player_entry *speech_find(const struct player_book *book, const char *voice,
                                              const char *part)
{
    for (size_t i = 0; book != NULL && i < book->count; i++) {
        const struct player_entry *entry = &book->entry[i];
        if (entry->line_count > 0 && speech_is_part(entry->name, voice, part)) {
            return entry;
        }
    }
    return NULL;
}

/* False when it lacks a part; those of the voice may be missing. */
static bool speech_open(const struct player_book *book, const char *voice,
                        struct speech_book *sections)
{
    bool whole = true;
    for (int part = 0; part < SPEECH_PARTS; part++) {
        bool own = voice != NULL && voice[0] != '\0';
        sections->part[part] = speech_find(book, NULL, speech_parts[part]);
        sections->own[part] = own ? speech_find(book, voice, speech_parts[part]) : NULL;
        whole = whole && sections->part[part] != NULL;
    }
    return whole;
}

static const char *speech_first(const struct speech_book *book, enum speech_part part)
{
    return book->part[part]->line[0].text;
}

static const char *speech_pick(struct rng *rng, const struct speech_book *book,
                               enum speech_part part)
{
    bool own = book->own[part] != NULL && rng_below(rng, 2) == 0;
    const struct player_entry *entry = own ? book->own[part] : book->part[part];
    return entry->line[rng_below(rng, (uint32_t)entry->line_count)].text;
}

#define PICK(rng, list) ((list)[rng_below((rng), (uint32_t)(sizeof(list) / sizeof(list)[0]))])

/* A message being put together: opener, body, closer, mark, emoji; NULL or "" for none. */
struct speech {
    struct rng *rng;
    const struct speech_book *book;
    const char *opener;
    const char *after;  /* what stands behind the opener: "," or ":" */
    const char *before; /* what stands before the closer */
    const char *closer;
    const char *bracket; /* instead of a mark */
    const char *mark;
    const char *face;
    const char *thing; /* a word that has to stand in its place */
    const char *manner;
    const char *whole; /* instead of a sentence of the book */
    int sentences;
    const char *between; /* sentences */
    bool joins;          /* behind it the word that joins them */
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
        word = speech->thing != NULL ? speech->thing
                                     : speech_pick(speech->rng, speech->book, PART_THING);
        speech->thing = NULL;
        break;
    case 'j':
        word = speech->manner != NULL ? speech->manner
                                      : speech_pick(speech->rng, speech->book, PART_MANNER);
        speech->manner = NULL;
        break;
    case 'p':
        word = speech_pick(speech->rng, speech->book, PART_PLACE);
        break;
    default:
        word = speech_pick(speech->rng, speech->book, PART_TIME);
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
        at = speech_pick(speech->rng, speech->book,
                         speech->question ? PART_QUESTION : PART_STATEMENT);
    }
    while (*at != '\0') {
        if (at[0] == '{' && at[1] != '\0' && at[2] == '}') {
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
        if (i > 0 && speech->joins) {
            out_text(out, speech_first(speech->book, PART_JOIN));
            out_text(out, " ");
        }
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
    if (speech->bracket != NULL) {
        out_text(out, " ");
        out_text(out, speech->bracket);
    } else {
        out_text(out, speech->mark);
    }
    if (speech->face != NULL) {
        out_text(out, " ");
        out_text(out, speech->face);
    }
}

/* How people talk: one in three begins with a word that means nothing, and so on. */
static void speech_draw(struct speech *speech, struct rng *rng, const struct speech_book *book)
{
    memset(speech, 0, sizeof *speech);
    speech->rng = rng;
    speech->book = book;
    speech->question = rng_below(rng, 4) == 0;
    speech->opener = rng_below(rng, 3) == 0 ? speech_pick(rng, book, PART_OPENER) : NULL;
    speech->after = ",";
    speech->before = ", ";
    speech->closer = rng_below(rng, 5) == 0
                         ? speech_pick(rng, book, speech->question ? PART_ASIDE : PART_CLOSER)
                         : NULL;
    speech->mark = speech->question ? "?" : speech_pick(rng, book, PART_MARK);
    speech->face = rng_below(rng, 4) == 0 ? speech_pick(rng, book, PART_FACE) : NULL;
    speech->sentences = 1;
    speech->between = ", ";
    speech->joins = true;
}

static const char *word_among(const struct player_entry *list, const char *word)
{
    for (size_t i = 0; i < list->line_count; i++) {
        if (strcmp(list->line[i].text, word) == 0) {
            return list->line[i].text;
        }
    }
    return NULL;
}

/* A word goes where such a word would stand; any other is put before or behind the sentence. */
static void speech_dress_word(struct speech *speech, const char *word)
{
    speech->thing = word_among(speech->book->part[PART_THING], word);
    speech->manner = word_among(speech->book->part[PART_MANNER], word);
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
    bool question = strcmp(mark, "?") == 0;
    if (question != speech->question && speech->closer != NULL) { /* that one was for the other */
        speech->closer =
            speech_pick(speech->rng, speech->book, question ? PART_ASIDE : PART_CLOSER);
    }
    speech->question = question;
    const char *bracket = speech_pick(speech->rng, speech->book, PART_BRACKET);
    speech->bracket = strcmp(mark, ")") == 0 ? bracket : NULL;
    speech->mark = mark;
    speech->face = NULL;
}

static void speech_dress_inner(struct speech *speech, const char *mark)
{
    static const struct {
        const char *mark;
        enum speech_part part;
    } inner[] = {{",", PART_COMMA},
                 {"(", PART_INNER},
                 {"\"", PART_QUOTES},
                 {"*", PART_STARS},
                 {"-", PART_HYPHEN}};
    for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++) {
        if (strcmp(mark, inner[i].mark) == 0) {
            speech->closer = speech_first(speech->book, inner[i].part);
            return;
        }
    }
    if (strcmp(mark, ";") == 0) {
        speech->sentences = 2;
        speech->between = "; ";
        speech->joins = false;
    } else if (strcmp(mark, ":") == 0) {
        speech->opener = speech_pick(speech->rng, speech->book, PART_OPENER);
        speech->after = ":";
    } else {
        speech_dress_mark(speech, mark);
    }
}

static int speech_words(const char *text)
{
    int words = 1;
    for (; *text != '\0'; text++) {
        words += *text == ' ';
    }
    return words;
}

static void speech_dress_short(struct speech *speech, const char *count)
{
    const struct player_entry *shorts = speech->book->part[PART_SHORT];
    const char *one = speech_first(speech->book, PART_SHORT);
    int words = count[0] - '0';
    for (int i = 0; i < SPEECH_TRIES && speech_words(one) != words; i++) {
        one = speech_pick(speech->rng, speech->book, PART_SHORT);
    }
    for (size_t i = 0; speech_words(one) != words && i < shorts->line_count; i++) {
        one = shorts->line[i].text;
    }
    speech->whole = one;
    speech->opener = NULL;
    speech->closer = NULL;
}

static void speech_dress(struct speech *speech, const struct interceptor_signal *need)
{
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
        speech->closer = speech_pick(speech->rng, speech->book, PART_NUMBER);
        break;
    case SIGNAL_CAPS:
        speech->shout = true;
        break;
    case SIGNAL_LINES:
        speech->sentences = 2;
        speech->between = "\n";
        speech->joins = false;
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
        speech->between = " ";
    }
}

static bool speech_passes(const char *text, const struct interceptor_signal *need,
                          const struct interceptor_signal *other)
{
    const struct evidence evidence = {.text = text, .seat = 0, .reply_to = SEAT_NONE};
    return signal_carried(need, &evidence) && !signal_carried(other, &evidence) &&
           !signal_names_symbol(text);
}

bool speech_write(struct rng *rng, const struct player_book *book, const char *voice,
                  const struct interceptor_signal *need, const struct interceptor_signal *other,
                  char text[SPEECH_BYTES_MAX])
{
    struct speech_book sections;
    assert(need->kind != SIGNAL_NONE && other->kind != SIGNAL_NONE);
    bool speaks = speech_open(book, voice, &sections);
    for (int i = 0; speaks && i < SPEECH_TRIES; i++) {
        struct speech speech;
        struct speech_out out = {.text = text};
        speech_draw(&speech, rng, &sections);
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

static bool speech_set(struct interceptor_signal *signal, enum signal_kind kind, const char *value)
{
    memset(signal, 0, sizeof *signal);
    signal->kind = (uint8_t)kind;
    size_t len = strlen(value);
    if (len >= SIGNAL_BYTES_MAX) {
        return false; /* longer than a signal may be */
    }
    memcpy(signal->value, value, len);
    return true;
}

/* An opener that is one word: those of several come last. */
static const char *speech_pick_word(struct rng *rng, const struct speech_book *book)
{
    const struct player_entry *openers = book->part[PART_OPENER];
    uint32_t count = 0;
    while (count < openers->line_count && strchr(openers->line[count].text, ' ') == NULL) {
        count++;
    }
    return openers->line[count == 0 ? 0 : rng_below(rng, count)].text;
}

static bool speech_choose(struct rng *rng, const struct speech_book *book,
                          struct interceptor_signal *signal)
{
    static const char *const marks[] = {"!", "?", "..."};
    uint32_t dice = rng_below(rng, 20);
    if (dice < 7) {
        return speech_set(signal, SIGNAL_WORD, speech_pick(rng, book, PART_THING));
    }
    if (dice < 11) {
        return speech_set(signal, SIGNAL_WORD, speech_pick(rng, book, PART_MANNER));
    }
    if (dice < 14) {
        return speech_set(signal, SIGNAL_FIRST_WORD, speech_pick_word(rng, book));
    }
    if (dice < 17) {
        return speech_set(signal, SIGNAL_ENDS_PUNCT, PICK(rng, marks));
    }
    return speech_set(signal, SIGNAL_EMOJI, speech_pick(rng, book, PART_FACE));
}

bool speech_choose_signals(struct rng *rng, const struct player_book *book, const char *voice,
                           struct interceptor_signal signal[SYMBOLS])
{
    struct speech_book sections;
    bool chosen = false;
    bool speaks = speech_open(book, voice, &sections);
    for (int i = 0; speaks && !chosen && i < SPEECH_TRIES; i++) {
        bool fit = speech_choose(rng, &sections, &signal[SYMBOL_DOCUMENTS]);
        fit = speech_choose(rng, &sections, &signal[SYMBOL_MONEY]) && fit;
        chosen = fit && signal_fits(&signal[SYMBOL_DOCUMENTS]) &&
                 signal_fits(&signal[SYMBOL_MONEY]) &&
                 !signal_overlaps(&signal[SYMBOL_DOCUMENTS], &signal[SYMBOL_MONEY]);
    }
    return chosen;
}
