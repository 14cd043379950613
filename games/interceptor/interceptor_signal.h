/* Signals of Interceptor: kinds a program can check, whether a pair may be agreed on, whether a
 * message carries one, whether a guess meets one (rulebook 1.9). */
#ifndef INTERCEPTOR_SIGNAL_H
#define INTERCEPTOR_SIGNAL_H

#include "action.h"
#include "text.h"

enum { SIGNAL_CHARACTERS_MAX = 40, SIGNAL_BYTES_MAX = SIGNAL_CHARACTERS_MAX * 4 + 1 };

enum interceptor_symbol { SYMBOL_NONE = -1, SYMBOL_DOCUMENTS, SYMBOL_MONEY, SYMBOLS };

enum signal_kind {
    SIGNAL_NONE,
    SIGNAL_WORD,
    SIGNAL_PHRASE,
    SIGNAL_FIRST_WORD,
    SIGNAL_LAST_WORD,
    SIGNAL_EMOJI,
    SIGNAL_LAST_EMOJI,
    SIGNAL_ENDS_PUNCT,
    SIGNAL_HAS_PUNCT,
    SIGNAL_WORDS,
    SIGNAL_LONG,
    SIGNAL_DIGIT,
    SIGNAL_NUMBER,
    SIGNAL_CAPS,
    SIGNAL_LINES,
    SIGNAL_REPLY,
    SIGNAL_MENTION,
    SIGNAL_REACTION,
    SIGNAL_MEDIA,
    SIGNAL_CUSTOM,
    SIGNAL_KINDS
};

struct interceptor_signal {
    uint8_t kind;
    char value[SIGNAL_BYTES_MAX]; /* as it was typed; empty for kinds that have none */
};

/* Names of the kinds without SIGNAL_NONE, in the order of the enum, for argument rows. */
extern const struct arg_choice signal_kind_choices[SIGNAL_KINDS - 1];
extern const struct arg_choice signal_media_choices[4];

/* "word"; kind is not SIGNAL_NONE. */
const char *signal_kind_name(unsigned kind);

/* Reads {kind, value} that are members of the object at parent (VALUE_NONE: the top level). Needs
 * no Unicode tables. NULL when it could be read, otherwise the problem as a term. */
const char *signal_read(const struct value_tree *facts, uint16_t parent,
                        struct interceptor_signal *signal);
/* Writes kind and value as members of the object that is open. */
void signal_write(struct value_tree *facts, const struct interceptor_signal *signal);

/* From here on everything depends on Unicode tables: for moves heard live only. */

/* Is the value one that its kind can have? */
bool signal_fits(const struct interceptor_signal *signal);
/* Does the text contain a symbol by its own name: document(s), doc(s), money or their emoji? */
bool signal_names_symbol(const char *text);
/* A word said so often that the signal would go off by itself. */
bool signal_is_common(const struct interceptor_signal *signal);
/* Does one of the two always carry the other? */
bool signal_overlaps(const struct interceptor_signal *a, const struct interceptor_signal *b);

/* What a player showed: one message, or one reaction. */
struct evidence {
    const char *text;     /* "" without one */
    const char *reaction; /* NULL without one */
    const char *media;    /* NULL without one */
    uint16_t mentions;    /* seat bits */
    int8_t seat;          /* whose */
    int8_t reply_to;      /* a seat, SEAT_HOUSE for the bot, SEAT_NONE */
};

/* Does it carry the signal? A custom signal never: that is a matter of honour. */
bool signal_carried(const struct interceptor_signal *signal, const struct evidence *evidence);

/* Guess against signal. strict: only kind and value. */
bool signal_same(const struct interceptor_signal *guess, const struct interceptor_signal *signal,
                 bool strict);
bool signal_near(const struct interceptor_signal *guess, const struct interceptor_signal *signal);
/* The same kind and normalised value. */
bool signal_identical(const struct interceptor_signal *a, const struct interceptor_signal *b);

#endif
