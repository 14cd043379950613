/* What the house sends, on its way. Inside the adapter. */
#ifndef DISCORD_FLIGHT_H
#define DISCORD_FLIGHT_H

#include "discord_people.h"
#include "discord_rest.h"
#include "discord_shape.h"
#include "timers.h"

/* A board's message. */
struct discord_board {
    struct timer timer; /* of the edit that is held */
    char id[DISCORD_ID_BYTES];
    uint32_t seen;     /* of its place, when it was posted */
    int64_t posted_ms; /* by our clock */
    int64_t edited_ms;
    struct discord_flight *held; /* an edit that waits for its time */
    uint64_t picture;            /* hash of the drawing that is to be under it */
    struct discord *discord;
    char *alt; /* of the drawing that is being made */
    char channel[DISCORD_ID_BYTES];
};

/* A send of the house, or an order, on its way. */
struct discord_flight {
    struct discord_flight *next;
    struct discord_flight *previous;
    struct discord_flight *waits; /* the next one that waits for the same direct channel */
    struct discord *discord;
    struct sending sending; /* its texts live until the end is told */
    struct discord_account *account;
    char channel[DISCORD_ID_BYTES];
    char message[DISCORD_ID_BYTES]; /* what the first part has become */
    char *messages;                 /* all of them, a blank between; NULL none */
    char *body[DISCORD_PARTS_MAX];
    unsigned count;
    unsigned at;
    uint64_t ask; /* it answers this interaction */
    uint64_t picture;
    char *svg;
    char *alt;
    char *file;
    char *file_name;
    char *modal;  /* in place of all */
    bool neutral; /* words of this part that were refused have been replaced */
    bool refused; /* words of some part were */
    bool woken;   /* the thread was taken out of the archive */
    bool is_new;  /* an edit becomes a new message */
    int64_t due_ms;
};

/* discord_send.c: what the house sends */
void discord_send(struct adapter *adapter, const struct sending *sending);
void discord_flight_sent(struct discord_flight *flight, const char *id,
                         const struct adapter_row *rows, size_t count);
void discord_flight_failed(struct discord_flight *flight, enum send_fate fate, int64_t retry_ms,
                           const char *why);
/* Tells the house what came of a request, when it can be told by its fate alone. */
void discord_flight_fate(struct discord_flight *flight, const struct discord_answer *answer);
struct discord_flight *discord_flight_new(struct discord *discord, const struct sending *sending);
void discord_flight_free(struct discord_flight **flight);
/* Makes the bodies, again if need be: of what all may read (as the new form of a message, or as a
 * new one), or of what one person may (an aside to what they did, or a whisper). False when it is
 * no document of that kind. */
bool discord_flight_public(struct discord_flight *flight, bool edits);
bool discord_flight_secret(struct discord_flight *flight, bool aside);
/* The part that a filter refused says so instead, once; false: it has been tried. */
bool discord_flight_neutral(struct discord_flight *flight);
/* A part of a message into a channel. */
void discord_flight_post(struct discord_flight *flight, discord_answer_fn done);

/* discord_hide.c: a line that was hidden */
void discord_hide_send(struct discord_flight *flight);

/* discord_board.c: edits of boards */
void discord_board_send(struct discord_flight *flight);
/* A board stands in flight->message from here on. */
void discord_board_posted(struct discord_flight *flight);
struct discord_board *discord_board_at(struct discord *discord, const char *id);
int64_t discord_boards_due_ms(const struct discord *discord);
void discord_boards_tick(struct discord *discord, int64_t now_ms);
void discord_boards_free(struct discord *discord);

#endif
