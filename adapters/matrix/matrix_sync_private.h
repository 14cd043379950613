/* Inside the sync: what its files share. */
#ifndef MATRIX_SYNC_PRIVATE_H
#define MATRIX_SYNC_PRIVATE_H

#include "backoff.h"
#include "matrix_hear.h"
#include "matrix_position.h"
#include "matrix_private.h"
#include "matrix_stream.h"
#include "matrix_sync.h"

enum {
    SYNC_PAGES_MAX = 20,
    SYNC_PAGE = 100,
    SYNC_PATIENCE_MS = 10000, /* so long all wait for a room's state to be read */
    SYNC_POWER_MS = 5000      /* and then for who may do what there, alone */
};

struct sync_event {
    struct sync_event *next;
    bool settles; /* no news: how the state is after all of them */
    size_t len;
    char json[];
};

struct sync_events {
    struct sync_event *first;
    struct sync_event *last;
    unsigned count;
};

/* What a response says of a room. */
struct sync_room {
    struct sync_room *next;
    struct matrix_sync *sync;
    enum matrix_where where;
    enum matrix_membership before; /* what we were there before this response */
    char id[MATRIX_ID_BYTES];
    struct sync_events events; /* of the timeline, or stripped */
    struct sync_events after;  /* state_after */
    char *previous;            /* prev_batch, or where the next page of a gap begins */
    uint64_t number;           /* of the request for a page */
    unsigned pages;
    unsigned tries;  /* in vain */
    unsigned joined; /* so many events end with our coming in, and are not ours; 0: we were in */
    bool limited;
    bool settled; /* it has state_after, which has the last word */
    bool changed; /* state that sending goes by */
    bool whole;   /* its state is all there: the room's creation is in it */
    bool gap;     /* it has been filled, wholly or not */
    bool learning;
    char *until; /* stop at this event; NULL: at the position */
};

struct matrix_sync {
    struct matrix *matrix;
    struct matrix_stream *stream;
    struct matrix_position position;
    char *since; /* of the poll; NULL: everything */
    char *next;  /* next_batch of the response */
    char *filter;
    char *filter_hash;
    uint64_t number; /* of the poll, or of the request for the filter */
    uint64_t batch;
    struct sync_room *current; /* being read */
    struct sync_room *rooms;   /* whose work waits */
    struct sync_event *held;   /* the last event, until it is known whether another follows */
    struct matrix_room *held_room;
    bool held_fresh;
    bool running;
    bool whole;       /* the body has been read to its end */
    bool finishing;   /* on its way through matrix_sync's end of a response */
    bool live;        /* the response follows on one that this process has heard */
    bool back;        /* tokens have gone back, or do not say: events may be those of long ago */
    bool recovering;  /* the token is lost: rooms are read back to what was heard last */
    bool asked_power; /* whoever waits for a room's state has asked for its powers alone */
    bool refused;     /* the house takes nothing */
    unsigned tries;   /* of this poll */
    unsigned bad;     /* answers one after the other that call the poll malformed */
    unsigned empty;   /* answers one after the other that came at once and said nothing */
    unsigned events;  /* in this response */
    uint64_t oldest;  /* batches before this one do not matter any more */
    int64_t took_ms;  /* the last answer */
    struct backoff backoff;
    int64_t due_ms;      /* when to poll */
    int64_t patience_ms; /* when no room's state is waited for any more */
    int64_t flush_ms;    /* when to write how far it is */
    int64_t lost_ms;     /* since when there is no answer; 0: there is */
    struct matrix_sync_figures figures;
};

int64_t sync_now_ms(const struct matrix_sync *sync);

/* matrix_sync_room.c: what a response says of rooms */
void sync_hooks(struct matrix_sync *sync, struct matrix_stream_hooks *hooks);
void sync_rooms_drop(struct matrix_sync *sync);
/* It does not wait any more. */
void sync_room_unwait(struct sync_room *room);
/* Nothing is missing (any more): its events are heard as soon as it is known who is who there. */
void sync_room_ready(struct sync_room *room);
/* Rooms whose state is still being read go on without it: nobody moderates there, nobody is alone
 * with the bot. */
void sync_rooms_hurry(struct matrix_sync *sync);
/* The room's events go on to be heard, in order; the room is freed. */
void sync_room_pass(struct sync_room *room);
/* Hands the last event over; claim: what may be claimed with it, NULL nothing. */
void sync_hear_held(struct matrix_sync *sync, const char *claim);

void sync_events_add(struct sync_events *events, const char *json, size_t len);
void sync_events_clear(struct sync_events *events);

/* Is it our own coming into a room? */
bool sync_is_join(const struct matrix_sync *sync, const cJSON *event);

/* matrix_gap.c: what is missing between two timelines */
void sync_gap_begin(struct sync_room *room);

/* matrix_sync.c */
/* The house takes nothing, or the disk has not taken it: from the last safe place again. */
void sync_rewind(struct matrix_sync *sync);
/* From here on nothing is heard, until a response comes. */
void sync_is_lost(struct matrix_sync *sync);
/* Something that the response waited for is done. */
void sync_go_on(struct matrix_sync *sync);

#endif
