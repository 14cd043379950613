/* What the register has of a table: a small row for each that is not closed, the table itself while
 * it is in memory; and of the rooms in which they stand. */
#ifndef TABLE_ENTRY_H
#define TABLE_ENTRY_H

#include "card.h"
#include "flood.h"
#include "journal_chain.h"
#include "last_lines.h"
#include "lesson.h"
#include "night.h"
#include "people.h"
#include "sat.h"
#include "sent.h"
#include "table.h"
#include "timers.h"
#include "waits.h"

enum { /* who sits, or has signed up for a night; the host, three co-hosts, the referee */
       ENTRY_PEOPLE_MAX = NIGHT_PEOPLE_MAX + 5
};
enum { ROOM_KEY_BYTES = 16 + TABLE_ROOM_BYTES };

enum entry_load {
    ENTRY_COLD,
    ENTRY_LOADING,
    ENTRY_RESIDENT,
    ENTRY_FROZEN /* nothing changes it any more */
};

struct inbox_item;
struct team_room;
struct warned;

struct room {
    char adapter[16];
    const char *id; /* the adapter's, part of key */
    struct table_entry *first;
    struct table_entry *first_around; /* of tables in threads that were opened from here */
    unsigned count;
    struct flood flood;
    bool notified_down; /* was told that nothing can be stored */
    char key[];         /* "adapter/room" */
};

struct resident_player {
    void *memory;        /* of a house player (house_player.h); NULL: there is none */
    uint32_t asked_step; /* what to do at this step was asked */
    int64_t due_ms;      /* when it is to be asked */
};

/* What is dropped when a table leaves memory. */
struct resident {
    struct table table;
    struct resident_player player[SEATS_MAX];
    struct lesson_place lesson;
    struct warned *warned[SEATS_MAX]; /* of seats (confirmation.h) */
    struct chain chain;
    struct sent_list sent;
    struct last_lines last;
};

/* A moderator of its room who was shown its console there: its buttons hold in private for a while,
 * where nobody can say who moderates what. In memory alone. */
struct console_pass {
    uint64_t person; /* 0: none */
    int64_t until_ms;
};
enum { CONSOLE_PASSES_MAX = 4 };

struct table_entry {
    struct timer timer;
    uint64_t id;
    char tag[TABLE_TAG_BYTES]; /* of its controls, made of the secret; "": not known yet */
    uint32_t number;
    uint16_t rules_version; /* of its journal */
    uint16_t in_flight;     /* commits on their way */
    uint8_t phase, load;    /* load: enum entry_load */
    bool stored;            /* it is on disk, so that it can be loaded again */
    bool frozen;
    bool damaged;         /* something of it in the store is: nothing more of it is written */
    bool board_wanted;    /* an outbox row will bring the board up to date */
    bool board_flying;    /* one was sent, and its end is not known */
    uint64_t board_shown; /* what stands there now, hashed; 0: not known */
    bool going_back;      /* its journal is read, to take moves back (take_back.h) */
    bool start_asked;     /* it begins as soon as everybody is reached in private */
    bool held;            /* its room cannot be reached: no deadline falls */
    bool stale;           /* this row may be ahead of the disk: it is read anew */
    bool needed;          /* in memory until its night has looked, at it or from it */
    bool unreadable;      /* the store did not give it: not asked again until the store is back */
    const struct game_def *game;
    struct room *room;
    struct table_entry *next_in_room;
    struct room *home; /* the one that its room was opened from, NULL: none */
    struct table_entry *next_around;
    struct table_entry *newer, *older; /* in the order of use, while resident */
    struct resident *resident;
    struct inbox_item *waiting, *waiting_last; /* until it is loaded, in order */
    struct team_room *team[TEAMS_MAX];         /* rooms of their own; NULL: none was ordered */
    char *board;                               /* the platform's id of its board message, or NULL */
    struct card *cards;                        /* of its people (card.h) */
    char *lobby;             /* of its message in the room that its own was opened from, or NULL */
    uint64_t lobby_shown;    /* what stands there, hashed; 0: not known */
    bool lobby_flying;       /* one is on its way */
    int64_t board_due_ms;    /* its next edit not before */
    int64_t due_ms;          /* of the table, as its journal has it */
    int64_t downtime_ms;     /* the downtime that its deadlines have moved by already */
    int64_t unreachable_ms;  /* how long its room, and not all of the platform, was away */
    int64_t notify_delay_ms; /* notify_delay.h: how much its deadlines have moved by since it is
                                known, */
    struct waits waits;      /* of the game, at a table played over days */
    int64_t nudge_due_ms;    /* its next reminder (nudges.h); 0: not known */
    int64_t alert_due_ms;    /* when somebody is to be told of it (alerts_tell.h); 0: not known */
    int64_t open_since_ms;   /* since when a seat of its game is free; 0: none is */
    int64_t called_ms;       /* when somebody was asked last to step in, since then; 0: nobody */
    int64_t notify_delay_due_ms; /* and are to move by now */
    uint8_t secret[SEED_BYTES];
    char week[TABLE_WEEK_BYTES]; /* whose deal it has; "": one of its own */
    struct sat sat;              /* who sits or sat */
    uint64_t sitting;            /* what other parts know of it, hashed (sitting.h); 0: nothing */
    uint64_t night_of; /* as its table has it (table.h), while that is not in memory too */
    uint64_t referee;  /* person named as such, 0 none */
    struct console_pass pass[CONSOLE_PASSES_MAX];
    uint8_t people_count, night_round, night_group;
    uint64_t people[ENTRY_PEOPLE_MAX];
};

#endif
