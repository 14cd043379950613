/* Inside the sync: what its files share. */
#ifndef MATRIX_SYNC_PRIVATE_H
#define MATRIX_SYNC_PRIVATE_H

#include "backoff.h"
#include "matrix_base.h"
#include "matrix_event.h"
#include "matrix_stream.h"
#include "matrix_sync.h"
#include "transitions.h"
#include "watermark.h"

enum {
    SYNC_PAGES_MAX = 20,
    SYNC_PAGE = 100,
    SYNC_PATIENCE_MS = 10000, /* so long all wait for a room's state to be read */
    SYNC_POWER_MS = 5000      /* and then for who may do what there, alone */
};

enum sync_state {
    SYNC_STOPPED,   /* not polling */
    SYNC_WAITS,     /* until due_ms */
    SYNC_FILTERS,   /* the filter is being made */
    SYNC_POLLS,     /* the answer is read as it comes */
    SYNC_PROCESSES, /* the response is complete; its rooms wait for gaps and states */
    SYNC_ENDS,      /* the response is being finished */
    SYNC_STORES,    /* what it has changed of keys is being stored; the next poll acknowledges it */
    SYNC_STATES
};
extern const struct transitions sync_transitions;

/* What this process has processed before the current response. A response sets PAST_PREVIOUS, or
 * PAST_NONE if it was the initial sync; a rewind sets PAST_NONE; a lost token sets PAST_LOST. */
enum sync_past {
    PAST_NONE,     /* no response */
    PAST_PREVIOUS, /* the response before it */
    PAST_LOST      /* the token is lost: rooms are read back to their last processed event */
};

struct sync_event {
    struct sync_event *next;
    bool is_state_after; /* of state_after: applied to the room, not processed */
    size_t len;
    char json[];
};

struct sync_events {
    struct sync_event *first;
    struct sync_event *last;
    unsigned count;
};

/* A room in a response. */
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
    unsigned joined; /* so many events precede our join, itself included; 0: we were in */
    bool limited;
    bool has_state_after; /* its state_after wins over state in the timeline */
    bool changed;         /* state that decides about sending */
    bool whole;           /* the response has all of its state: the creation event is there */
    bool gap;             /* it was filled, in part or whole */
    bool fetching;
    char *until; /* stop at this event; NULL: at the sync token */
};

struct matrix_sync {
    struct matrix *matrix;
    struct matrix_reader reader; /* of its events */
    struct matrix_stream *stream;
    enum sync_state state;
    struct watermark watermark; /* each response is a batch */
    char *written;              /* the token in the last row; NULL: none is known to be on disk */
    char *since;                /* of the poll; NULL: everything */
    char *next;                 /* next_batch of the response */
    char *filter;
    uint64_t number;           /* of the poll, or of the request for the filter */
    int64_t batch;             /* of the response */
    struct sync_room *current; /* being read */
    struct sync_room *rooms;   /* that wait for a gap or a state */
    struct sync_event *held;   /* the last event, until it is known whether another follows */
    struct matrix_room *held_room;
    bool held_fresh;
    enum sync_past past;
    bool back;        /* tokens went back or have no order: events may be old ones */
    bool asked_power; /* power levels alone have been asked for */
    bool refused;     /* the house refused an event: rewind */
    unsigned tries;   /* of this poll */
    unsigned bad;     /* answers one after the other that call the poll malformed */
    unsigned empty;   /* answers one after the other that came at once and said nothing */
    unsigned events;  /* in this response */
    int64_t oldest;   /* failures of batches before this one are ignored */
    int64_t took_ms;  /* the last answer */
    struct backoff backoff;
    int64_t due_ms;            /* when to poll */
    int64_t patience_ms;       /* when waiting for room states ends */
    int64_t flush_ms;          /* when to store the token */
    struct matrix_waiter keys; /* SYNC_STORES: for the disk */
    unsigned keys_under_way;   /* so many writes of keys have not ended */
    bool is_empty;             /* the response said nothing */
    int64_t down_since_ms;     /* since when polls fail; 0: they do not */
};

int64_t sync_now_ms(const struct matrix_sync *sync);

/* matrix_sync_room.c: rooms in a response */
void sync_hooks(struct matrix_sync *sync, struct matrix_stream_hooks *hooks);
void sync_rooms_drop(struct matrix_sync *sync);
/* Takes it out of those that wait. */
void sync_room_unwait(struct sync_room *room);
/* It has no gap (any more): its events are processed as soon as the room's state is known. */
void sync_room_ready(struct sync_room *room);
/* Stops waiting for room states: first power levels alone are fetched, then events are processed
 * without. Without a state nobody is a moderator and no room is private. */
void sync_rooms_stop_waiting(struct matrix_sync *sync);
/* Processes the room's events in order, and frees it. */
void sync_room_process(struct sync_room *room);
/* Processes the event that is held back; checkpoint: the token stored with it, NULL none. */
void sync_process_held(struct matrix_sync *sync, const char *checkpoint);

void sync_events_add(struct sync_events *events, const char *json, size_t len);
void sync_events_clear(struct sync_events *events);

/* Is it our own join? */
bool sync_is_join(const struct matrix_sync *sync, const cJSON *event);

/* matrix_gap.c: gaps between two timelines */
void sync_gap_begin(struct sync_room *room);

/* matrix_sync.c */
/* The house refused an event or a write failed: polls again from the last stored token. */
void sync_rewind(struct matrix_sync *sync);
/* Nothing is received from here on, until a response comes. */
void sync_begin_downtime(struct matrix_sync *sync);
/* Finishes the response if none of its rooms waits any more. */
void sync_resume(struct matrix_sync *sync);

#endif
