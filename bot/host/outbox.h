/* The outbox: messages that are on disk, sent in order for each room and each person, one at a time
 * there, again and again with the same nonce until their fate is known. A board's row holds no
 * document: it is drawn from the table when its turn comes, so that edits never pile up. */
#ifndef OUTBOX_H
#define OUTBOX_H

#include "adapter.h"
#include "commit.h"
#include "doc.h"
#include "map.h"
#include "outbox_row.h"
#include "timers.h"

enum {
    OUTBOX_MAX = 65536,
    OUTBOX_DOC_MAX = 512 * 1024,
    OUTBOX_BACKOFF_FIRST_MS = 1000,
    OUTBOX_BACKOFF_MAX_MS = 60 * 1000,
    OUTBOX_KEEP_MS = 24 * 3600 * 1000 /* after so long a message says nothing any more */
};

struct inbox_item;
struct lane;
struct room;
struct outbox_lists;
struct table_entry;

/* The messages of one room, or of one person. */
struct lane {
    struct timer timer;
    struct outbox_row *first; /* flying when tried is set */
    bool flying;
    char key[];
};

struct outbox {
    struct map lanes;
    struct map rows; /* by id */
    struct timers timers;
    uint64_t next_id;
    size_t count;
    size_t flying;
    struct commit *ends; /* gathers the ends of sends until outbox_flush() */
};

/* What a new message is. */
struct outbox_message {
    enum send_kind kind;
    const char *room;    /* "adapter/room" */
    const char *account; /* SEND_PRIVATE, SEND_ANSWER, SEND_RELAY */
    const struct doc *doc;
    const char *doc_kind;            /* "lines" "private" "answer" "say" */
    const struct table_entry *entry; /* NULL: of no table */
    uint32_t step;
    int seat;
    bool proves;
    const char *edit_of;
    void *answer;
    bool talk;
    int author;     /* of talk: the seat that said it */
    uint64_t after; /* a row that has to be done before; 0 none */
};

void outbox_init(struct outbox *outbox, const struct entropy *entropy);
void outbox_deinit(struct outbox *outbox);
/* Reads what was not sent; blocking, for the start. */
int outbox_load(struct house *house, struct fault *fault);

/* Adds a message to a commit. */
void outbox_put(struct commit *commit, const struct outbox_message *message);
/* Wants the table's board brought up to date, once this commit is on disk. */
void outbox_put_board(struct commit *commit, struct table_entry *entry);
/* Before a move: notes what the board shows, where a start has forgotten it. */
void outbox_know_board(struct house *house, struct table_entry *entry);
/* Queues what cannot be stored, while the store takes nothing. */
void outbox_say_now(struct house *house, const struct outbox_message *message);

/* A game is over: what its teams said among themselves and has not arrived is said no more. */
void outbox_wipe_talk(struct commit *commit, uint64_t table);

/* What is hidden of the table's lines and is not on its way yet is sent no more. */
void outbox_wipe_lines(struct commit *commit, const struct table_entry *entry);

/* The rows of a commit are on disk, or will never be. */
void outbox_admit(struct house *house, struct outbox_row *rows);
void outbox_discard(struct outbox_row *rows);
/* Starts what can be sent now. */
void outbox_run(struct house *house);
/* An adapter is there, or a table can be drawn: lanes that waited for it may go on. */
void outbox_wake(struct house *house);
void outbox_wake_room(struct house *house, const struct room *room);

/* The table that has to be in memory before the end of a send is dealt with; NULL for none. */
struct table_entry *outbox_table_needed(const struct house *house, const struct inbox_item *item);
/* A send has come to its end, one way or the other. */
void outbox_sent(struct house *house, struct inbox_item *item);
void outbox_failed(struct house *house, struct inbox_item *item);
/* The commit that gathers ends of sends, until they go to the store in one transaction. */
struct commit *outbox_ends(struct house *house);
void outbox_flush(struct house *house);
/* The end of a row is on disk, or could not be written. */
void outbox_ended(struct house *house, uint64_t id, bool stored);
/* Writes the ends that could not be written while the store was down. */
void outbox_record(struct house *house);

/* Is any send on its way? */
bool outbox_flies(const struct outbox *outbox);

/* Where a row queues: answers and private messages by person, the rest by room; what cannot be
 * stored queues apart. */
struct lane *outbox_lane(struct outbox *outbox, const struct outbox_row *row);
/* Says when the lane's first row is to be tried; an empty lane goes. */
void outbox_settle(struct outbox *outbox, struct lane *lane);
/* It comes later: an edit of a board lets the lines behind it pass. */
void outbox_step_back(const struct house *house, struct outbox_row *row);
/* Takes the first row out of its lane and frees it. */
void outbox_end(struct house *house, struct outbox_row *row);
/* Ends a row that is not sent: its table is gone, it is too old, nobody is there. */
void outbox_give_up(struct house *house, struct outbox_row *row);

#endif
