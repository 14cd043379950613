/* Transcripts: people, what they do, what they are told. The world of one script: a house over a
 * store in memory, a clock that only the script moves, and a platform of plain text. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "arena.h"
#include "buf.h"
#include "catalogue.h"
#include "doc.h"
#include "house.h"
#include "kept_doc.h"

/* The reader under whose name it is noted who was notified. */
#define SCRIPT_CALLED "who is called"

enum {
    SCRIPT_PEOPLE_MAX = 48,
    SCRIPT_ROOMS_MAX = 16,
    SCRIPT_NAME_BYTES = 64,
    SCRIPT_KEPT_MAX = 16,
    SCRIPT_PLATFORMS = 2,
    SCRIPT_PATH_BYTES = 1024,
    SCRIPT_TEXT_MAX = 8 * 1024 * 1024
};

struct script_person {
    char name[SCRIPT_NAME_BYTES]; /* in the script; also the account */
    char *called;                 /* display name, NULL: the same */
    bool moderator;
    bool channel_only; /* a moderator of channels, not of a server */
    bool unreachable;  /* takes no private messages */
    uint8_t platform;  /* 0: that of most scripts, 1: the second one */
};

/* Something that stands in a room or in somebody's private window. */
struct script_message {
    char id[24];
    char where[SCRIPT_NAME_BYTES]; /* "#den", or a person's name */
    const char *author;            /* NULL: the house */
    struct kept_doc *doc;          /* NULL for people's words */
    struct doc_head head;
    unsigned moved; /* when it was written or edited last */
    bool ephemeral; /* in the room, for one person alone */
};

/* One line of what somebody was told since the last act. */
struct script_output {
    char where[SCRIPT_NAME_BYTES];
    const char *line;
};

struct script_kept {
    char name[SCRIPT_NAME_BYTES];
    const char *control;
    const char *message;
};

struct script {
    const char *path;
    bool verbose;
    bool update;
    struct arena *arena; /* lives as long as the script */
    struct languages *languages;
    const struct catalogue *catalogue; /* English */
    struct library *library;
    struct store *store;
    struct house *house;
    struct adapter *adapters; /* SCRIPT_PLATFORMS of them */
    uint64_t dice;
    int64_t now_ms;
    bool disk_full;
    bool greets;              /* newcomers are told what is kept of them */
    bool bots_at_once;        /* lobbies offer house players from their opening on */
    bool no_buttons;          /* the platform shows none: words are typed */
    bool no_private_reply;    /* what somebody presses cannot be answered to them alone */
    struct flood_limit flood; /* how much a person may do at once; none unless the script says */
    char seed[72];            /* pinned, "" none */
    char *deal;               /* pinned, NULL none */
    unsigned person_count;
    struct script_person people[SCRIPT_PEOPLE_MAX];
    unsigned room_count;
    char rooms[SCRIPT_ROOMS_MAX][SCRIPT_NAME_BYTES]; /* with their # */
    const char *servers[SCRIPT_ROOMS_MAX];           /* that the rooms are part of; NULL: none */
    uint8_t platforms[SCRIPT_ROOMS_MAX];             /* that the rooms are on */
    unsigned message_count;
    unsigned message_room;
    struct script_message *messages;
    unsigned output_count;
    unsigned output_room;
    struct script_output *outputs;
    unsigned kept_count;
    struct script_kept kept[SCRIPT_KEPT_MAX];
    unsigned events;
    unsigned moves;      /* of messages */
    struct inbound last; /* for "again" */
    unsigned bad;        /* expectations that did not hold */
};

/* script_world.c: the house and its platform */
int script_open(struct script *script, struct fault *fault);
void script_close(struct script *script);
/* Ends the house, softly or as if the power went, and starts another over the same store. */
int script_restart(struct script *script, bool softly, int64_t downtime_ms, struct fault *fault);
/* Runs the house until nothing is left to do. */
void script_settle(struct script *script);
/* Moves the clock, letting everything happen on its way. */
void script_pass(struct script *script, int64_t ms);
void script_hear(struct script *script, struct inbound *inbound);
struct script_person *script_person(struct script *script, const char *name);
struct script_message *script_message_add(struct script *script, const char *where);
void script_output_add(struct script *script, const char *where, const char *text);
/* The newest code that anybody was told in private; "" none. */
const char *script_code(const struct script *script);
char *script_kept_text(struct script *script, const char *text);
/* What a message says, in the arena; NULL: it is no document. */
const char *script_plain(const struct script *script, const struct kept_doc *kept);

/* script_act.c: a line that does something. False, with problem (a sentence), when it cannot be
 * read. */
bool script_act(struct script *script, const char *line, char problem[160]);

/* script_set.c: a line about the world. False when it cannot be done; *known_r: it is such a line.
 */
bool script_act_of_world(struct script *script, const char *line, bool *known_r);
/* Takes a word off the front if it is this one. */
bool script_take_word(const char **rest, const char *word);
/* Takes any word off the front; false when it does not fit. */
bool script_take_any(const char **rest, char *word, size_t size);

/* script_check.c: lines that expect something */
bool script_expects(const char *line);
/* Checks the expectations lines[0..count) against what was told since the last act; rewrites those
 * that do not hold in updated (a line each; NULL: do not). first is the number of lines[0]. */
void script_check(struct script *script, const char *const *lines, unsigned count, unsigned first,
                  struct buf *updated);

/* script_run.c: a whole file; CLI_FINE, CLI_BAD or CLI_USAGE. */
int script_run_file(const char *path, bool verbose, bool update);

#endif
