/* A table: a running game in a channel, as a deterministic value driven by moves. The same moves
 * always give the same bytes; nothing here knows a clock, a file, a platform or a word of English.
 * Only bot/table, bot/register and bot/session see inside; show sees table_view.h. */
#ifndef TABLE_H
#define TABLE_H

#include "game.h"
#include "table_console.h"
#include "table_kept.h"
#include "table_later.h"
#include "table_line.h"
#include "table_poll.h"
#include "table_seat.h"
#include "table_undo.h"
#include "table_week.h"

enum {
    TABLE_VENUES_MAX = 4,
    TABLE_PACK_BYTES = 25,
    TABLE_TAG_BYTES = 13, /* 12 characters of a to z and 0 to 9 */
    TABLE_BOUND_SECONDS = 60 * 60 * 24 * 30
};

/* An option that stands for all of them, and its one value. */
#define TABLE_ALL_OPTIONS "all"
#define TABLE_USUAL       "usual"

/* What stands for a person in a seat of the house: no person has an id from here on. */
#define TABLE_BOT_PERSON (UINT64_C(1) << 53)

enum table_phase { TABLE_NEW, TABLE_LOBBY, TABLE_PLAYING, TABLE_OVER, TABLE_CLOSED };

struct table {
    uint64_t id;                     /* unique for ever */
    const struct table_names *names; /* the host's; NULL: it knows none */
    const struct game_def *game;
    const struct table *past; /* what "restore" goes back to, while that is made; else NULL */
    int64_t now_ms;
    int64_t opened_ms;
    int64_t began_ms;     /* the deal; 0: not yet */
    int64_t offer_due_ms; /* lobby: when house players are offered */
    int64_t close_due_ms; /* when an empty lobby or a finished table closes */
    uint64_t host;        /* person who opened it, or to whom it was handed */
    uint64_t referee;     /* person named by option referee, 0 none */
    uint64_t night_of;    /* the night that it belongs to, 0 none; of a night: the one before it */
    uint32_t number;      /* the short name "#3" in its room */
    uint32_t step;        /* journal lines so far */
    uint32_t asks;        /* the lobby's own asks so far */
    uint16_t rules_version; /* of its game, 0 the newest: what its journal was made with */
    uint8_t phase;          /* enum table_phase */
    uint8_t seat_count;     /* seats there can be; from the deal on, seats there are */
    uint8_t venue_count;
    uint8_t night_round, night_group; /* round of the night, table of it: from 1 */
    bool start_when_full;
    bool practice;         /* a lesson for one person, dealt by the house: nothing to prove */
    bool frozen;           /* its journal does not replay, or an event killed the house twice */
    bool offered, at_once; /* house players, in the lobby; from its opening on, all together too */
    bool aborted, waiting; /* waiting: the house paused the game, because a seat is open */
    bool as_last;          /* lobby: its options are those of the room's last table of its game */
    bool checking;         /* lobby: all were asked whether they are ready: who is silent goes */
    uint8_t gone_count;    /* seats of the game given to somebody else: */
    uint64_t gone[SEATS_MAX]; /* by whom, */
    struct table_seat seat[SEATS_MAX];
    struct venue venue[TABLE_VENUES_MAX];
    struct options options;
    uint8_t gone_seat[SEATS_MAX];      /* and which they were */
    struct table_undo undo;            /* moves that can be taken back */
    struct table_poll poll;            /* the players' vote about the table itself */
    int64_t poll_next_ms[POLL_TOPICS]; /* when each may be asked again after a vote that failed */
    int64_t pause_due_ms;              /* when the pause ends by itself, NO_DEADLINE if never */
    int64_t paused_ms;                 /* how much of what pauses may take is used up, */
    int64_t acted_ms;                  /* when somebody who sits has last acted */
    int64_t extended_ms;               /* and of what can be added to deadlines */
    struct table_kept kept[SEATS_MAX]; /* lobby of a rematch: for whom each seat is kept */
    char host_name[TABLE_NAME_BYTES];
    char referee_name[TABLE_NAME_BYTES];
    struct table_lines lines;       /* of people, that all could read */
    uint8_t commitment[SEED_BYTES]; /* SHA-256 of the secret, posted at once */
    struct table_week week;         /* whose deal it has */
    char tag[TABLE_TAG_BYTES];      /* of its controls, hard to guess; the host's. "": none */
    char pack[TABLE_PACK_BYTES];    /* of words, by its name; "" for the usual one */
    struct table_plans plans;       /* of hosts, for later */
    struct table_console console;   /* what those who host it have set */
    uint64_t state[GAME_STATE_MAX / sizeof(uint64_t)]; /* of the game, from the deal on */
};

/* An empty table before its first move, "open". */
void table_init(struct table *table, uint64_t id);

/* Rows of the lobby and of the house. */
const struct action_def *table_actions(size_t *count_r);

/* The row by exact name: the table's own, then its game's, then those every game has. */
const struct action_def *table_action(const struct table *table, const char *name);

/* Makes a live move, or refuses it and leaves the table byte-identical. What the move needs
 * from outside is in its args, resolved (names, the seed at a start, event ids of joins). */
enum refusal table_apply(struct table *table, struct move *move, struct outcome *out);
/* The same for a line of the journal, which does not replay if it is refused. */
enum refusal table_replay(struct table *table, struct move *move, struct outcome *out);
/* Would it be made, and what would come of it? Changes nothing; move may get what is resolved. */
enum refusal table_try(const struct table *table, struct move *move, struct outcome *out);
/* The same, the answer alone. */
enum refusal table_would(const struct table *table, struct move *move);

/* Is it a move of the game's, or what time brings in it? */
bool table_is_of_game(const struct action_def *row);
/* Should the house start it now: all are here, reachable, and full or ready? May it, if asked? */
bool table_should_start(const struct table *table);
bool table_may_start(const struct table *table);
/* Should the house ask first whether all are ready, since somebody has been silent for long? */
bool table_should_check(const struct table *table);
/* Is the game played with packs of words, so that its tables have the option "pack"? */
bool table_has_packs(const struct game_def *game);
/* Refuses a value that an option cannot have, with those that it can; row NULL: there is no option
 * of this name. */
enum refusal table_refuse_option(const struct option_def *row, const char *name,
                                 struct outcome *out);
/* The seat of a person, or SEAT_NONE (also for who has left). */
int table_seat_of(const struct table *table, uint64_t person);
/* Does the house play that seat? */
bool table_is_bot(const struct table *table, int seat);
/* How many people sit here and have not left: house players are none. */
unsigned table_people(const struct table *table);
/* How many sit here and have not left, house players too. */
unsigned table_players(const struct table *table);
/* Is there talk inside teams that the house carries? */
bool table_has_talk(const struct table *table);
/* Are its teams to have rooms of their own, where the platform has them? Only from the deal on. */
bool table_wants_rooms(const struct table *table);
/* Seats that may not talk to their team now, as bits. */
uint16_t table_hushed(const struct table *table);
/* The people of a team who sit here and have not left, as bits of seats; none before the deal. */
uint16_t table_team_seats(const struct table *table, int team);
/* The seat as which a person acts here; SEAT_MODERATOR: moderator or referee; else SEAT_NONE. */
int table_acts_as(const struct table *table, uint64_t person, bool moderator);
/* "adapter/event id" of the joins of who sits, in order: part of the seed. Returns how many. */
size_t table_join_events(const struct table *table, const char *events[SEATS_MAX]);
/* The next moment at which a house tick changes something, NO_DEADLINE if never. */
int64_t table_due_ms(const struct table *table);
/* Moves by the house: all deadlines move by ms, as it was away; the game's alone, as somebody was
 * told late of what is asked ("late") or has quiet hours ("rest"); a tick. */
void table_downtime_move(const struct table *table, int64_t ms, int64_t now_ms, struct move *move);
void table_delay_move(const struct table *table, const char *why, int64_t ms, int64_t now_ms,
                      struct move *move);
void table_tick_move(const struct table *table, int64_t now_ms, struct move *move);
/* Is the table done with: closed, so that it may leave memory for good? */
bool table_is_done(const struct table *table);

#endif
