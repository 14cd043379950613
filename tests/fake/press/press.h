/* People who know no command: what one account sees, whatever the platform, and what it can do with
 * it. They act by what is shown alone: controls, forms, reactions, and words that the text offers.
 */
#ifndef PRESS_H
#define PRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PRESS_ID_BYTES = 160,
    PRESS_LABEL_BYTES = 128,
    PRESS_TEXT_BYTES = 400,
    PRESS_VALUES_MAX = 25,
    PRESS_CONTROLS_MAX = 25,
    PRESS_FIELDS_MAX = 6,
    PRESS_MESSAGES_MAX = 4000
};

/* Where a message stands: for all to read, for one, or for one and for a while only. */
enum press_place { PRESS_PUBLIC, PRESS_PRIVATE, PRESS_EPHEMERAL };

enum press_kind {
    PRESS_BUTTON,
    PRESS_MENU,     /* min to max of its values */
    PRESS_REACTION, /* that somebody put there to be chosen */
    PRESS_WORDS     /* words that the text offers to be typed */
};

struct press_value {
    char value[PRESS_LABEL_BYTES];
    char label[PRESS_LABEL_BYTES];
};

struct press_values {
    struct press_value *value;
    unsigned count;
};

struct press_control {
    enum press_kind kind;
    bool at_table; /* the words are to be said in the table's room, and it says so */
    bool owed;     /* it looks as if it answered something that is waited for */
    char id[PRESS_ID_BYTES];
    char label[PRESS_LABEL_BYTES];
    unsigned min;
    unsigned max;
    struct press_values values;
};

struct press_message {
    char id[PRESS_ID_BYTES];
    char room[PRESS_ID_BYTES];
    enum press_place place;
    bool house; /* said by it */
    unsigned version;
    int64_t at_ms; /* when it came */
    char *text;    /* all words on it, its picture's too */
    struct press_control *control;
    unsigned control_count;
};

struct press_field {
    char name[PRESS_LABEL_BYTES];
    char label[PRESS_LABEL_BYTES];
    char value[PRESS_TEXT_BYTES]; /* what stands there already */
    char hint[PRESS_LABEL_BYTES];
    bool optional;
    bool several; /* of values; else one of them, or a text where there are none */
    unsigned min; /* characters, or values */
    unsigned max;
    struct press_values values;
};

struct press_form {
    char title[PRESS_LABEL_BYTES];
    char text[PRESS_TEXT_BYTES]; /* that stands beside its fields */
    struct press_field field[PRESS_FIELDS_MAX];
    unsigned count;
};

struct press_screen {
    const struct press_message *const *message; /* oldest first */
    unsigned count;
    const struct press_form *form; /* NULL: none is open */
};

enum press_how { PRESS_NOTHING, PRESS_CONTROL, PRESS_SUBMIT };

struct press_act {
    enum press_how how;
    const struct press_message *message;
    const struct press_control *control;
    unsigned chosen; /* values of a menu, by their place */
    unsigned choice[PRESS_VALUES_MAX];
    char field[PRESS_FIELDS_MAX][PRESS_TEXT_BYTES]; /* of a form; several values: commas between */
};

/* What somebody has come for. */
struct press_player {
    unsigned who;
    const char *name;
    uint64_t dice;
    bool host;         /* opened the table: sets options, starts */
    bool plays;        /* takes a seat */
    bool seated;       /* knows that they sit */
    bool fills;        /* takes the seat of who has left */
    bool leaves;       /* gets up as soon as they can */
    bool again;        /* wants another game */
    bool night, here;  /* came for a game night; has said there that they are here */
    bool starts;       /* presses it, now that all are here */
    unsigned options;  /* so many they still want to set */
    unsigned house;    /* so many house players they still want */
    unsigned settings; /* so many of their own settings they still want to look at or set */
    unsigned asks;     /* so often they still want a break, or more time */
    unsigned calls;    /* so many bold guesses they still have in them */
    bool closed;       /* nobody can write to them: they look behind "My hand" */
    bool looked;       /* something was just shown to them alone, to go on with */
    bool called;       /* they were notified, and have not looked since */
    unsigned refusals; /* of their last form, in a row */
    unsigned searched; /* so often what they needed for a form stood elsewhere, or nowhere */
};

/* A number below n, by their dice. */
unsigned press_roll(struct press_player *player, unsigned n);
/* What they do with what they see. owed: they only look for what is waited for. */
void press_choose(struct press_player *player, const struct press_screen *screen, bool owed,
                  struct press_act *act);
/* What they put into the n-th field of the form that is open; those before it are filled. */
void press_fill(struct press_player *player, const struct press_screen *screen, unsigned n,
                struct press_act *act);
/* Picks so many values as the control asks for. */
void press_pick(struct press_player *player, const struct press_control *control,
                struct press_act *act);
/* Does it say so: is it something to be left alone unless one means it? */
bool press_is_grave(const struct press_control *control);
/* Is it about the table as such (sit down, start, take over, another game), and no turn? */
bool press_is_table(const struct press_control *control);

/* Is it a table's board or lobby, as its first words say? */
bool press_is_board(const struct press_message *message);
/* Does it stop the game for a while, or give more time? */
bool press_is_break(const struct press_control *control);
/* Is it an answer about somebody's own settings? Beside it their card is as new as ever. */
bool press_is_settings(const struct press_message *message);
/* Is it there at all times, and no answer to anything? */
bool press_is_idle(const struct press_control *control);

#endif
