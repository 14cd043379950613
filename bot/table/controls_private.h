/* What the files of the controls share. */
#ifndef CONTROLS_PRIVATE_H
#define CONTROLS_PRIVATE_H

#include "controls.h"
#include "table_names.h"
#include "table_private.h"

enum {
    PREFIX_MAX = 4,
    OFFER_CHOICES_MAX = 25, /* of one act: what the smallest menu of all platforms holds */
    HINT_FACTS = 192,       /* what a game says of one argument */
    HINT_TEXT = 6144
};

/* One value of one argument. */
struct pick {
    const struct arg_def *arg;
    const char *term; /* NULL: a number */
    int32_t number;
};

/* A choice that may be made: the arguments it carries, and what is still to be asked for. */
struct choice {
    struct pick pick[PREFIX_MAX];
    unsigned count;
    const struct arg_def *needed; /* the argument that a form has to ask for; NULL: none */
};

/* One act for one reader, being made into buttons. */
struct offer {
    const struct table *table;
    int reader;
    const struct action_def *row;
    uint32_t ask;
    bool aside;                      /* it stands behind Help alone */
    bool menu;                       /* its choices are one field of a form, however few they are */
    const struct table_actor *actor; /* whose console it is; NULL: it is none */
    bool again;                      /* it answers the ask once more: nobody waits for it */
    struct value_tree *facts;        /* where offers are written */
    const struct value_tree *typed;  /* what was typed before, by fields' names; or NULL */
    struct choice base;              /* what has been chosen already */
    struct choice choice[OFFER_CHOICES_MAX + 1];
    unsigned choices; /* OFFER_CHOICES_MAX + 1: too many */
    unsigned tries;
    bool copied;                                       /* state is as the table's */
    uint64_t state[GAME_STATE_MAX / sizeof(uint64_t)]; /* the copy that is tried on */
    struct value_tree hint;                            /* what the game says of an argument */
    struct value hint_fact[HINT_FACTS];
    char hint_text[HINT_TEXT];
    char tried[64]; /* a value out of a hint, while it is tried */
};

/* --- controls_try.c -----------------------------------------------------------------------------
 */
/* Writes one argument. */
void offer_put(struct value_tree *args, const struct pick *pick);
/* What the game says of an argument, arg NULL: of the act; item: of a list, else -1. The last
 * answer lies in offer->hint until the next question. */
const struct value_tree *offer_hint(struct offer *offer, const struct choice *choice,
                                    const struct arg_def *arg, int item);
bool offer_picked(const struct choice *choice, const struct arg_def *arg);
/* May this seat be named for the argument? */
bool offer_may_seat(const struct offer *offer, const struct arg_def *arg, int seat);
/* Finds what the game would take from the reader: fills choice. */
void offer_explore(struct offer *offer, const struct choice *choice);
/* Would a row of the table's own be taken from this person, its arguments still to come? */
bool offer_table_would(const struct offer *offer, const struct action_def *row, uint64_t person);

/* --- controls_field.c ---------------------------------------------------------------------------
 */
/* Does the choice lack something that a form has to ask for? */
bool offer_has_form(struct offer *offer, const struct choice *choice);
/* Writes the list "fields" of a form for what the choice still lacks. */
void offer_fields(struct offer *offer, const struct choice *choice);
/* Writes "fields" with one field of all choices found, and what they need beside. */
void offer_menu(struct offer *offer);
/* An empty list "fields". */
void offer_no_fields(struct offer *offer);

/* --- controls_option.c --------------------------------------------------------------------------
 */
/* The option's own name; NULL when there is none of this name. */
const char *offer_option_known(const struct offer *offer, const char *name);
/* Writes "fields" with a field that names an option. */
void offer_option_names(struct offer *offer);
/* Writes "fields" with a field for the value of the option of this name: a list of what there is;
 * written: what the list does not have, with what was typed of it before, or NULL. */
void offer_option_value(struct offer *offer, const char *name, bool written, const char *typed);
/* Begins an offer that stands while it is there, an act with one thing chosen already: all members
 * but its fields. Whoever calls it ends the object. */
void offer_begin_chosen(struct offer *offer, const struct action_def *row, enum message label,
                        const struct choice *choice);
/* Options of many names have a menu of their own beside the form for all. */
void offer_option_menus(struct offer *offer, const struct action_def *row);

/* --- controls_seat.c ----------------------------------------------------------------------------
 */
/* A choice for each team that is not their wish already. */
void offer_teams(struct offer *offer);
/* A choice for each seat that may be taken over. */
void offer_open_seats(struct offer *offer);
/* Writes, where the lobby has it, the offer that seats all house players that are missing and
 * begins; row: of the one that seats one. */
void offer_fill(struct offer *offer, const struct action_def *row);
/* Writes "about": what becomes of the reader's seat in play that is given up. */
void offer_about_leaving(const struct offer *offer);

/* --- controls_table.c ---------------------------------------------------------------------------
 */
/* Writes the offers of the table's own rows that stand on a card or board. */
void offer_table_rows(struct offer *offer);
/* One of them; form: what was picked and typed of it already, or NULL. */
void offer_table_row(struct offer *offer, const struct action_def *row, uint32_t ask,
                     const struct control_form *form);

/* --- controls_manage.c --------------------------------------------------------------------------
 */
/* Writes the offers of what a host does to a running game, for who sits there. */
void offer_manage(struct offer *offer);
/* A choice for each seat that a host's act would be taken for, as one menu; false: the act is about
 * no seat. */
bool offer_host_seats(struct offer *offer);
/* Writes the offers of a console. */
void offer_console(struct offer *offer);
/* A choice for each answer to the vote that runs, but the one that was given. */
void offer_answers(struct offer *offer);

/* --- controls.c ---------------------------------------------------------------------------------
 */
void offer_begin(struct offer *offer, const struct action_def *row, uint32_t ask);
/* What this reader owes: offers of the game's acts that answer it. */
void offer_owed(struct offer *offer, struct owed_list *list);
/* Writes the offer: one button, a button for each choice, a form, or both of the latter. */
void offer_write(struct offer *offer);
/* Its parts: all members but buttons and fields; the list "buttons". */
void offer_head(const struct offer *offer);
void offer_buttons(struct offer *offer);
/* What was picked for the argument of this name before its form; NULL nothing. */
const char *offer_picked_text(const struct control_form *form, const char *name);
/* Writes the member "control" of a choice. */
void offer_control(const struct offer *offer, const struct choice *choice);
/* "a=1.b=3": the picks from the given one on, as a control has them. Returns the length. */
size_t offer_print_picks(const struct choice *choice, unsigned from, char text[CONTROL_BYTES]);

#endif
