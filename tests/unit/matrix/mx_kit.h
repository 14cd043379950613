/* The receiving half of the adapter over a wire by hand: a house that plays nothing and has a disk,
 * a sending half that notes what it is asked to send, and the answers of a homeserver. */
#ifndef MX_KIT_H
#define MX_KIT_H

#include "hand_wire.h"
#include "inbound.h"
#include "matrix_private.h"

enum { MX_INBOUND_MAX = 2048, MX_ROWS_MAX = 256, MX_SETTINGS_MAX = 16 };

#define MX_BOT   "@bot:test"
#define MX_ALICE "@alice:test"
#define MX_ROOM  "!room:test"

struct mx_inbound {
    enum inbound_kind kind;
    char event[MATRIX_ID_BYTES];
    char room[MATRIX_ID_BYTES];
    char account[MATRIX_ID_BYTES];
    char name[128];
    char text[512];
    char control[128];
    char emoji[64];
    char reply[MATRIX_ID_BYTES];
    char moved_to[MATRIX_ID_BYTES];
    char mention[MATRIX_ID_BYTES];
    unsigned mentions;
    int64_t age_ms;
    bool private_room, moderator, addressed, off, fresh;
    bool again; /* it is a duplicate */
};

struct mx_row {
    int64_t order;
    char key[300];
    char *value; /* NULL: it is deleted */
};

struct mx_kit {
    struct hand_wire *hand;
    struct adapter *adapter;
    struct settings *settings;
    struct mx_inbound inbound[MX_INBOUND_MAX];
    unsigned inbound_count;
    struct mx_row rows[MX_ROWS_MAX]; /* the disk; a key of "" is free */
    const char *damaged;             /* the row that cannot be read; NULL none */
    bool full;                       /* the house takes nothing */
    bool broken;                     /* the disk takes nothing */
    unsigned away_count;
    unsigned unreached; /* rooms that were reported to the house */
    int64_t downtime_ms;
    char said[MATRIX_ID_BYTES + 64]; /* the last sentence: "@alice:test matrix.space" */
    unsigned said_count;
    bool plays;       /* there is a table in every room */
    unsigned changed; /* calls of matrix_room_changed */
    char echoed[2 * MATRIX_ID_BYTES];
    const char *choice; /* what matrix_choice_at gives back */
};

extern struct mx_kit *mx;

void mx_set_up(void);
void mx_tear_down(void);
/* More settings, as "DEADDROP_MATRIX_ROOMS_MAX=2"; before mx_open. */
void mx_setting(const char *line);
/* Those settings; freed by the caller. */
struct settings *mx_settings(void);
/* Opens the adapter on the disk that is there. */
void mx_open(void);
/* The process ends: at once, or after the disk has all. */
void mx_crash(void);
void mx_close(void);
/* What was handed to the disk is there, or lost when it is broken. */
void mx_store(void);
const char *mx_row(const char *key); /* "" none */
void mx_rows_free(void);

/* Lets a little time pass. */
void mx_run(int64_t ms);
/* The open call whose URL has this part; fails the test when there is none. */
struct hand_call *mx_call(const char *part);
bool mx_asks(const char *part);
/* Answers it. */
void mx_answer(const char *part, int status, const char *json);
/* Opened, signed in by token as MX_BOT, its joined rooms answered; the first /sync waits. */
void mx_up(void);
/* The same with a first sync that has the room (with power levels) and is on disk; the second
 * waits. */
void mx_live(void);
/* Answers /sync with "next_batch" and what stands under "rooms". */
void mx_sync(const char *next, const char *rooms);
/* The same for the timeline of MX_ROOM: events with commas between. */
void mx_talk(const char *next, const char *events);
/* An event of MX_ALICE's that says text. */
const char *mx_text(const char *id, const char *text);
const struct mx_inbound *mx_last(void);
struct matrix *mx_matrix(void);
struct matrix_bot *mx_bot(void);

#endif
