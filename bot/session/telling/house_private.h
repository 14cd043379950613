/* The inside of the house, for the files that it is made of. */
#ifndef HOUSE_PRIVATE_H
#define HOUSE_PRIVATE_H

#include "adapter_link.h"
#include "command.h"
#include "commit.h"
#include "compose.h"
#include "crash_marker.h"
#include "house_setup.h"
#include "inbox.h"
#include "journal_chain.h"
#include "language_book.h"
#include "outbox.h"
#include "people.h"
#include "recent_events.h"
#include "sampling.h"
#include "table_names.h"
#include "tables.h"

struct banned_words;
struct find;
struct forgotten;
struct letters;
struct link_codes;
struct lesson;
struct week_secrets;

enum {
    TABLES_RESIDENT_MAX = 400,    /* as tables_in_memory is by default */
    COMMITS_IN_FLIGHT_MAX = 4096, /* beyond it events stay in the inbox, which is bounded */
    HOUSE_EVENTS_AT_ONCE = 512,   /* of one house_run, so that the loop gets its say */
    ALIVE_EVERY_MS = 10 * 1000,
    PROBE_EVERY_MS = 1000,
    JUMP_MS = 60 * 1000,
    SCRATCH_JSON_MAX = 1024 * 1024,
    POISON_MAX = 16,
    TARGETS_MAX = PERSON_TABLES_MAX + 64 /* tables that an inbound event can mean */
};

/* What an event is handled in: big, so it is made once. */
struct scratch {
    struct outcome out;
    struct command command;
    struct move move;
    struct view view;
    struct board board;
    struct hand hand;
    struct buf json;
    struct journal_words words;
    char salts[JOURNAL_WORDS_MAX][CHAIN_SALT_BYTES * 2 + 1];
    char line[JOURNAL_LINE_MAX];
    struct sampling sampling;
};

/* An event or a table that the house crashed on. */
struct suspect {
    uint64_t table;
    unsigned crashes;
    bool poison; /* it is set aside */
    char key[CRASH_MARKER_KEY_BYTES];
};

enum { HOUSE_INDEXES_MAX = 8, HOUSE_BOOKS_MAX = 16, HOUSE_LESSONS_MAX = 16 };

/* What finds words of a language. */
struct house_index {
    const struct catalogue *of; /* NULL: none */
    struct command_index *index;
};

/* What house players of a game say in a language. */
struct house_book {
    const struct catalogue *of; /* NULL: none */
    const struct game_def *game;
    struct language_book *book; /* NULL: it has none */
};

/* The lesson of a game in a language. */
struct house_lesson {
    const struct catalogue *of; /* NULL: none */
    const struct game_def *game;
    struct lesson *lesson; /* NULL: it has none */
};

struct house {
    struct house_setup setup;
    struct library *own_library; /* where none was given */
    struct people *people;
    struct room_choices *room_choices;
    struct week_secrets *week_secrets;
    struct link_codes *link_codes;
    struct forgotten *forgotten; /* lately, where the house has parts */
    struct tables tables;
    struct table_names names; /* of what is chosen by name */
    struct recent_events *recent_events;
    struct inbox inbox;
    struct outbox outbox;
    struct commit *ends; /* collects the ends of sends until commit_flush() */
    bool ends_tables;    /* rows of tables are among them: none that is newer may be stored first */
    struct adapter_links links;
    struct letters *letters; /* of other parts; NULL: the house is whole */
    struct find *finds;      /* whose part is asked after, in the order of the calls */
    uint64_t sitting_id;     /* the next table to be told to them; 0: it has not begun */
    struct arena *arena;
    struct scratch *scratch;
    struct house_index index[HOUSE_INDEXES_MAX]; /* by language; the next takes the place of */
    unsigned index_next;                         /* this one */
    struct house_book books[HOUSE_BOOKS_MAX];
    unsigned book_next; /* takes the place of this one */
    struct house_lesson lessons[HOUSE_LESSONS_MAX];
    unsigned lesson_next;
    struct house_limits limits;
    struct house_figures figures;
    struct suspect suspects[POISON_MAX];
    unsigned suspect_count;
    unsigned transcripts_in_flight; /* read for their addresses */
    struct commit_ends commit_ends;
    size_t commits_in_flight;
    size_t loads_in_flight; /* of the store, */
    size_t forgetting;      /* and of these people who are being forgotten */
    size_t deferred;        /* items that wait for their tables */
    int64_t now_ms;         /* of this run: never runs backwards */
    int64_t skew_ms;        /* what is added to the wall clock, after it jumped back */
    int64_t monotonic_ms;   /* at the last run */
    int64_t alive_ms;       /* when the house last said that it is alive */
    struct banned_words *banned_words;
    int64_t downtime_ms; /* its downtime, all in all */
    uint64_t sweep_id;   /* tables up to here have been told of downtime */
    int64_t down_ms;     /* since when the store is unavailable */
    int64_t probe_ms;    /* when to try the store again */
    bool down;           /* the store is unavailable */
    bool probing;
    bool closing;
    bool asked;                           /* requests wait to be looked for (forget.h) */
    int64_t asked_ms;                     /* when they were looked for last */
    bool asking;                          /* and are being looked for */
    bool ended;                           /* and has said so */
    bool settings_damaged;                /* a row of the settings could not be read */
    bool more;                            /* the last run left something that can be done at once */
    char pinned_seed[SEED_BYTES * 2 + 1]; /* house_pin() */
    char *pinned_deal;
};

#endif
