/* What is so, read from inside of the house: whom people are held against. Nobody plays by it. */
#ifndef PRESS_ORACLE_H
#define PRESS_ORACLE_H

#include "driver.h"

enum { ORACLE_PEOPLE_MAX = 16, ORACLE_ASKS_MAX = 4000, ORACLE_TEXT = 400 };

enum oracle_phase { ORACLE_NONE, ORACLE_LOBBY, ORACLE_PLAYING, ORACLE_OVER };

/* Somebody became owed something. */
struct oracle_ask {
    unsigned who;
    uint64_t table;
    uint32_t ask;
    uint32_t step;
    char action[32];
    bool told;   /* it has been compared with what reached them */
    bool secret; /* others may not know of it */
    bool own;    /* it came of what they had just done themselves */
};

struct oracle {
    const struct press_driver *on;
    void *world;
    unsigned people;
    int acting;     /* who does something now; -1: nobody */
    uint64_t table; /* the one that is looked at; 0: the first */
    struct oracle_ask ask[ORACLE_ASKS_MAX];
    unsigned asks;
    unsigned early;               /* private messages that overtook what they are about */
    char early_text[ORACLE_TEXT]; /* the last of them */
};

/* How the first table stands. */
struct oracle_sight {
    bool known; /* else it is as it was last */
    enum oracle_phase phase;
    uint64_t table;
    uint32_t step;
    unsigned round;
    bool days;       /* it is played over days */
    bool open_seat;  /* a substitute may come */
    uint32_t seated; /* people, as bits */
    uint32_t owing;
    unsigned seats;                      /* taken, house players too */
    bool bots;                           /* the house plays */
    const char *what[ORACLE_PEOPLE_MAX]; /* the first act that answers it */
};

/* Notes from here on who becomes owed what, after every move, and what is sent in which order. One
 * at a time; NULL: nothing more. */
void oracle_watch(struct oracle *oracle);
void oracle_look(const struct oracle *oracle, struct oracle_sight *sight);
/* At which table of this round of the night that is table 1 somebody sits; 0: at none. */
uint64_t oracle_dealt(const struct oracle *oracle, unsigned who, unsigned round);
/* How many tables of this round there are, and how many of them are over. */
void oracle_round(const struct oracle *oracle, unsigned round, unsigned *tables_r,
                  unsigned *over_r);
/* How the night stands. */
struct oracle_night {
    bool known;
    uint8_t stage, round;               /* as night.h has them */
    uint32_t signed_up, here;           /* people, as bits */
    unsigned played[ORACLE_PEOPLE_MAX]; /* rounds */
};
void oracle_night(const struct oracle *oracle, struct oracle_night *night);
/* Is this still owed to them? */
bool oracle_is_open(const struct oracle *oracle, const struct oracle_ask *ask);
/* Is it somebody's card, which the house keeps true? */
bool oracle_is_card(const struct oracle *oracle, const char *message);
/* How many have been opened. */
unsigned oracle_tables(const struct oracle *oracle);
/* Refusals of people so far. */
uint64_t oracle_refused(const struct oracle *oracle);
/* Is something on its way to this account, or to all, that somebody waits for? */
bool oracle_owes_words(const struct oracle *oracle, unsigned who);
/* Messages that are not delivered yet. */
unsigned oracle_waiting(const struct oracle *oracle);
/* How often one of these acts ("ask", or several with blanks between) was made at a table. */
unsigned oracle_made(const struct oracle *oracle, uint64_t table, const char *actions);
/* Have they made a move behind this step? */
bool oracle_moved(const struct oracle *oracle, unsigned who, uint32_t after);
/* Is it a choice that answers an ask of its own, and no standing one? */
bool oracle_is_asked(const struct press_control *control);

#endif
