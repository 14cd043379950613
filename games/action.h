/* Action rows: one row describes one act, and every reader derives the rest: checks, parsing,
 * buttons, forms, help, slash registration, journal, tests. */
#ifndef ACTION_H
#define ACTION_H

#include "message.h"
#include "move.h"
#include "refusal.h"

struct outcome;

enum action_who {
    WHO_SEATED = 1 << 0, /* any seat that has not left */
    WHO_MODERATOR = 1 << 1,
    WHO_HOUSE = 1 << 2,
    WHO_HOST = 1 << 3, /* who opened the table, or a moderator; in a game's row: its seats may make
                        * it by the rules, but at a table only its host, as a moderator */
    WHO_ANYONE = 1 << 4, /* tables only: also a person without a seat */
    WHO_VOTED = 1 << 5   /* tables only: who sits in a running game may ask the others for it */
};

enum action_surface { /* the ways it is offered; every act is reachable by slash and text */
                      AS_BUTTON =
                          1 << 0, /* a press makes it (an argument may become a menu or a form) */
                      AS_STANDING =
                          1
                          << 1, /* its button is always there and carries no ask ("Interceptor!") */
                      AS_PLAIN = 1 << 2,  /* heard at the start of a plain message without prefix */
                      AS_HIDDEN = 1 << 3, /* never offered: the house's own */
                      AS_TALK = 1 << 4,   /* not a move: tried, and what it says is passed on */
                      AS_SENTENCE = 1 << 5,  /* heard as a sentence of the language around its
                                              * first argument, in a plain message */
                      AS_REPLY = 1 << 6,     /* heard as a plain reply of who owes it */
                      AS_ADDRESSED = 1 << 7, /* heard as a plain message of who owes it that
                                              * mentions its first argument */
                      AS_BOARD = 1 << 10,    /* standing: its button is on the board too, while
                                              * anybody could press it, which is no secret */
                      AS_MESSAGE = 1 << 9,   /* about one message: the one replied to, or in whose
                                              * own menu it was chosen */
                      AS_REPLACING = 1 << 8  /* who made it may make it again, though only
                                              * others still owe it */
};

/* Of tables' own rows alone. */
enum action_trait {
    BY_TIME = 1 << 0,      /* the game goes on as it does when time is up */
    KEEPS_TIME = 1 << 1,   /* the house's: may come when a deadline has fallen */
    UNNOTICED = 1 << 2,    /* nobody but who is meant is to tell that it was made */
    FOR_EACH_SEAT = 1 << 3 /* its menu has all seats for which it would be taken */
};

enum action_venue {
    AT_TABLE = 1 << 0,   /* in the table's channel */
    IN_PRIVATE = 1 << 1, /* in private with the bot, or by button and form */
    IN_TEAM = 1 << 2     /* and in the team's own room: no secret from the team */
};

enum arg_kind {
    ARG_SEAT,   /* NUMBER: a seat; people type a mention, a name, a seat number. Choices, if
                 * there are any, are words it may be instead ("bot") */
    ARG_NUMBER, /* NUMBER between min and max */
    ARG_BOOL,
    ARG_TERM,  /* one of choices */
    ARG_TEXT,  /* at most max characters */
    ARG_TEXTS, /* a list of min to max texts */
    ARG_SEATS, /* a list of seats */
    ARG_OBJECT /* a nested object whose members are rows of their own with dotted names */
};

enum arg_flag {
    ARG_OPTIONAL = 1 << 0, /* may be missing; a handler that needs it now refuses as "missing" */
    ARG_NOT_SELF = 1 << 1,
    ARG_REST = 1 << 2,     /* typed: the rest of the line, quotes optional */
    ARG_LONG = 1 << 3,     /* a form shows several lines */
    ARG_SECRET = 1 << 4,   /* typed in the open it would give something away: steer to private */
    ARG_RESOLVED = 1 << 5, /* put there by the house (a name, a seed), never typed or asked for */
    ARG_CONFIRM = 1 << 8,  /* a yes that a press is asked for first, in a running game: what it
                            * does cannot be taken back */
    ARG_KNOWN = 1 << 9,    /* the house knows what it can be: it is completed, out of the view */
    ARG_UNTIL = 1 << 11,   /* typed: all words up to one of the next argument's choices */
    ARG_CARRIED = 1 << 10, /* ARG_RESOLVED, but a button may carry it: what its reader saw */
    ARG_NUMERAL = 1 << 6,  /* ARG_TEXT: old journals may have a NUMBER in place of its digits */
    ARG_OPEN = 1 << 7      /* ARG_TERM: a word beside the choices, ARG_NUMBER: more than max,
                            * ARG_TEXT: more characters, ARG_TEXTS: a list of another length,
                            * ARG_SEAT: oneself, with ARG_NOT_SELF, is not offered, and left
                            * to the row to refuse */
};

enum { ACTION_ARGS_MAX = 13, ACTION_ALIASES_MAX = 6, ARG_ITEMS_MAX = 5 };

/* One value an ARG_TERM may have; the catalogue words it as "term." and name. */
struct arg_choice {
    const char *name;
    const char *aliases; /* other spellings, space between ("docs doc d"), or NULL */
};

struct arg_def {
    const char *name; /* also the runner's member; "documents.kind" is a member of a member */
    enum arg_kind kind;
    unsigned flags;
    const struct arg_choice *choices;
    uint8_t choice_count;
    int32_t min;
    int32_t max;
    const char *from; /* ARG_TEXT: a form offers the texts of this list of the reader's view
                       * ("hand"), and the choices; other words can be typed. NULL: none */
};

struct action_def {
    const char *name;  /* text verb, journal verb, runner's action */
    const char *slash; /* another slash name where the plain one is taken */
    const char *aliases[ACTION_ALIASES_MAX];
    enum message help;  /* one line: what it does */
    enum message label; /* its button; MSG_NONE: the verb itself */
    uint32_t phases;    /* BIT(phase) of the game or table; 0 is any */
    unsigned who;
    unsigned surfaces;
    unsigned venues;         /* 0 is anywhere */
    const char *replies_to;  /* AS_REPLY: the view's member that tells whose message is answered */
    enum refusal alone;      /* why its secret words are not taken where all read them; NONE: as
                              * everywhere */
    enum refusal asks_words; /* says that now the words are needed that the row calls optional */
    uint8_t cost;            /* flood penalty; 0 counts as 1 */
    uint8_t traits;          /* action_trait */
    uint8_t arg_count;
    struct arg_def args[ACTION_ARGS_MAX];
    /* Checks that need the subject (a game's state; for a table's own rows the struct table) but
     * change nothing: may fill move->judgement. Run for live moves only, never in replay. */
    enum refusal (*resolve)(const void *subject, struct move *move, struct outcome *out);
    /* Makes the move. On a refusal the caller restores the subject. */
    enum refusal (*apply)(void *subject, const struct move *move, struct outcome *out);
};

#define BIT(n) (1u << (n))

/* How many fields a form has for a list: one for each item of a short list whose length is fixed,
 * called "NAME.0", "NAME.1" and so on; 0: it has a single field, as everything else has. */
unsigned arg_items(const struct arg_def *arg);
/* The row called name (its name only, or also slash names and aliases); NULL when there is none. */
const struct action_def *action_find(const struct action_def *rows, size_t count, const char *name);

#endif
