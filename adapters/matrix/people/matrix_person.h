/* People, and the state of the direct channel to each. Rows "u/<user>". */
#ifndef MATRIX_PERSON_H
#define MATRIX_PERSON_H

#include "matrix_base.h"
#include "transitions.h"

struct matrix_secret;
struct matrix_direct_events;

enum {
    MATRIX_KEY_OF_WORDS_BYTES = 48,
    MATRIX_DIRECT_MESSAGES = 16 /* remembered messages in somebody's room */
};

/* The request in flight about somebody's room. */
enum matrix_direct_state {
    MATRIX_DIRECT_IDLE,
    MATRIX_DIRECT_CREATES,  /* createRoom: what a sync says of the room until the answer is
                               preliminary */
    MATRIX_DIRECT_RECOVERS, /* its answer was lost: the room is searched for */
    MATRIX_DIRECT_SEARCHES, /* searches for a room that an earlier process created */
    MATRIX_DIRECT_FETCHES,  /* its state is being fetched */
    MATRIX_DIRECT_INVITES,  /* they are being invited */
    MATRIX_DIRECT_STATES
};
extern const struct transitions matrix_direct_transitions;

/* Do messages wait for them? */
enum matrix_wait {
    MATRIX_WAIT_NONE,
    MATRIX_WAIT_THEIRS, /* until they join, or we have taken the next step */
    MATRIX_WAIT_LAST    /* the room's state was fetched a last time, before the messages fail */
};

/* Is the room listed in our m.direct? */
enum matrix_listed {
    MATRIX_LISTED_NOT,
    MATRIX_LISTED_TRIED /* and failed, since the start */,
    MATRIX_LISTED
};

struct matrix_person {
    char id[MATRIX_ID_BYTES];
    char room[MATRIX_ID_BYTES];  /* their direct room; "" none */
    char about[MATRIX_ID_BYTES]; /* the table's room, which is told what they have to do; "" none */
    char say[MATRIX_KEY_OF_WORDS_BYTES]; /* a sentence that waits for their room; "" none */
    struct matrix *matrix;
    struct matrix_person *next_waiting; /* of those with messages waiting */
    enum matrix_direct_state state;
    enum matrix_wait wait; /* since waiting_since_ms */
    enum matrix_listed listed;
    bool may_invite;     /* they acted, and have not left since */
    bool expected;       /* they were joined or invited when their room was last checked */
    bool invite_refused; /* an invite was forbidden, and the room's state fetched to see why */
    bool notified;       /* the table's room was told, since messages wait */
    bool refetched;      /* the room's state was fetched once more, before it is given up */
    unsigned looks;      /* at their room while the homeserver was still creating it */
    bool searched;       /* for a room that an earlier process created */
    bool search_failed;  /* whether one was created for them is not known yet */
    int64_t acted_ms;    /* 0: not since the start */
    int64_t closed_ms;   /* since when they take no invites; 0: they do */
    int64_t made_ms;     /* when a room was last created for them; 0: never */
    unsigned unfinished; /* so many rooms in a row the homeserver never created whole */
    int64_t anew_ms;     /* not before this another is created; 0: at once */
    int64_t look_ms;     /* when their room is looked at again; 0: nothing to look for */
    int64_t said_ms;     /* when a sentence was last sent to them, and which */
    char said[MATRIX_KEY_OF_WORDS_BYTES];
    int64_t waiting_since_ms; /* since when messages wait; 0: none does */
    uint64_t request;
    struct matrix_secret *first_secret; /* those messages, in order */
    uint32_t
        message[MATRIX_DIRECT_MESSAGES]; /* hashes of the last messages in their room: a ring */
    unsigned message_count;              /* how many there were in all */
    char panel[MATRIX_ID_BYTES];         /* the newest message with choices; "" not known */
};

/* events: see matrix_direct.h; outlives them. */
void matrix_people_new(struct matrix *matrix, const struct matrix_direct_events *events);
void matrix_people_free(struct matrix *matrix);
struct matrix_person *matrix_person_at(struct matrix *matrix,
                                       const char *user); /* made if need be */
struct matrix_person *matrix_person_find(const struct matrix *matrix, const char *user);
void matrix_person_read(struct matrix *matrix, const char *user, const char *text, size_t len);
void matrix_person_keep(struct matrix *matrix, const struct matrix_person *person);
/* Drops what is known of them. Their room stays a direct room, so that no table is ever opened
 * there. */
void matrix_person_forget(struct matrix *matrix, const char *user);
/* This message is in their room. */
void matrix_person_add_message(struct matrix_person *person, const char *event);
/* Is it known to be? */
bool matrix_person_has_message(const struct matrix_person *person, const char *event);

/* matrix_listing.c */
void matrix_listings_free(struct matrix *matrix);

#endif
