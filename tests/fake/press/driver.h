/* Where they play: a house on some platform for tests, and what the platform lets people do. */
#ifndef PRESS_DRIVER_H
#define PRESS_DRIVER_H

#include <stdint.h>
#include <stdio.h>

#include "press.h"

struct house;

/* A control that somebody saw once. */
struct press_old {
    unsigned who; /* whose screen it was on */
    char message[PRESS_ID_BYTES];
    char room[PRESS_ID_BYTES];
    enum press_place place;
    struct press_control control; /* of its values, the first alone */
    struct press_value value;
};

/* Where something is pressed that does not belong there. */
enum press_elsewhere { PRESS_SAME_PLACE, PRESS_OWN_PRIVATE, PRESS_OTHER_ROOM };

/* What reached somebody since the last time. */
struct press_news {
    unsigned notified;           /* messages that notify them */
    char last[PRESS_TEXT_BYTES]; /* the words of the newest of them */
};

/* What all could read since the last time. */
struct press_posts {
    unsigned lines;  /* new messages, */
    unsigned calls;  /* such as mention somebody, */
    unsigned boards; /* and boards, which take the place of those that have scrolled away */
    unsigned edits;
    unsigned said; /* messages of people, where those are seen by all */
};

struct press_driver {
    const char *name;
    const char *adapter;
    int64_t answer_ms;      /* by then an answer is there, when nothing goes wrong */
    bool ephemeral_replies; /* somebody alone can be answered where all read */
    bool marks;             /* controls show whether they answer something that is waited for */
    void *(*open)(unsigned people, uint64_t seed);
    void (*close)(void *world);
    struct house *(*house)(void *world);
    int64_t (*now_ms)(const void *world);
    const char *(*called)(const void *world, unsigned who);
    /* The account as the house knows it. */
    const char *(*account)(const void *world, unsigned who);
    /* Lets time go by. */
    void (*pass)(void *world, int64_t ms);
    /* The program ends at once, and another starts over the same store. */
    void (*restart)(void *world, int64_t downtime_ms);
    /* The screen lives until the next look. */
    void (*look)(void *world, unsigned who, struct press_screen *screen);
    /* False: the platform does not let them; why says so. */
    bool (*act)(void *world, unsigned who, const struct press_act *act, char why[PRESS_TEXT_BYTES]);
    bool (*open_table)(void *world, unsigned who, const char *game);
    /* Plans a game night of two rounds of this game, an hour from now. */
    bool (*open_night)(void *world, unsigned who, const char *game);
    /* Puts a form away. */
    void (*put_away)(void *world, unsigned who);
    /* What became of the last act: NULL, or what is wrong with its answer (none, too late). */
    const char *(*unanswered)(void *world, unsigned who);
    bool (*press_old)(void *world, unsigned who, const struct press_old *old,
                      enum press_elsewhere where);
    void (*news)(void *world, unsigned who, struct press_news *news);
    void (*posts)(void *world, struct press_posts *posts);
    /* From here on nobody can write to them in private; again: they can. */
    void (*close_private)(void *world, unsigned who, bool closed);
    /* Is it so still? NULL: it stays so. */
    bool (*is_closed)(const void *world, unsigned who);
    /* From here on the platform takes few messages, or as many as usual. */
    void (*tighten)(void *world, bool tight);
    /* All that they see and do goes into this file from here on. */
    void (*tell)(void *world, unsigned who, FILE *file);
};

extern const struct press_driver press_discord;
extern const struct press_driver press_matrix;

#endif
