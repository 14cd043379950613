/* What is sent, on its way. Inside the sending half. */
#ifndef MATRIX_FLIGHT_H
#define MATRIX_FLIGHT_H

#include "matrix_body.h"
#include "matrix_choice.h"
#include "matrix_direct.h"
#include "matrix_private.h"
#include "matrix_secrecy.h"
#include "nonce.h"

enum { MATRIX_TRANSACTION_BYTES = 48, MATRIX_AGAIN_MS = 2000, MATRIX_FORBIDDEN_MS = 60 * 1000 };

struct matrix_upload;
struct matrix_listing;

/* The sending half's own. */
struct matrix_out {
    struct arena *arena; /* of one send, order or tick of ours */
    const struct matrix_e2ee *e2ee;
    struct matrix_seeding *seedings;
    struct matrix_upload *uploads;
    struct matrix_search *searches;
    struct matrix_listing *listings; /* direct rooms to be added to m.direct, in their order */
    struct map teams;                /* of struct matrix_team */
    int64_t slow_ms;                 /* when a room was last told that things wait; 0 never */
    uint32_t slow_stretch;           /* counts, from 1, how often the queue has become empty */
    bool slow_told;                  /* some room was, since it was empty */
    uint32_t upload_max;             /* bytes; 0 until asked */
    bool asked_upload;
};
struct matrix_out *matrix_out(struct matrix *matrix);

/* A send of the house on its way, or a sentence of our own (no row). */
struct matrix_flight {
    struct matrix_flight *next;
    struct matrix_flight *previous;
    struct matrix_flight *waits; /* the next one that waits for the same person */
    struct matrix *matrix;
    struct sending sending;       /* its texts live until the end is told; of our own: ours */
    bool own;                     /* nobody is told its end */
    bool first;                   /* it goes before all else, or says nothing */
    char nonce[NONCE_BYTES];      /* its transactions follow from it */
    struct matrix_person *person; /* it is secret, and theirs */
    char room[MATRIX_ID_BYTES];
    char message[MATRIX_ID_BYTES]; /* what its first part has become */
    char *messages;                /* all of them, a blank between; NULL none */
    char transaction[MATRIX_TRANSACTION_BYTES];
    char *body[MATRIX_PARTS_MAX];
    struct matrix_post post[MATRIX_PARTS_MAX]; /* of a body each: one of the two is made */
    struct matrix_whisper whisper[MATRIX_PARTS_MAX];
    unsigned count;
    unsigned at;
    size_t limit;        /* bytes of a part; halved where the server takes less */
    unsigned generation; /* how often it was */
    uint64_t request;    /* under way; 0 none */
    uint64_t table;
    bool board;
    bool renews;    /* an edit that becomes a new message */
    bool forbidden; /* it was, and the room is asked why */
    bool seeds;     /* our own reactions stand under it */
    unsigned key_count;
    struct matrix_choice key[MATRIX_KEYS_MAX];
    char *svg;
    char *alt;
    char *file;
    char *file_name;
    char *url;                    /* of the file, once it is uploaded */
    char thread[MATRIX_ID_BYTES]; /* it answers what was said there; "" in none */
    char thread_last[MATRIX_ID_BYTES];
    int64_t until_ms;
};

/* matrix_send.c */
struct matrix_flight *matrix_flight_new(struct matrix *matrix, const struct sending *sending);
void matrix_flight_free(struct matrix_flight **flight);
void matrix_flight_failed(struct matrix_flight *flight, enum send_fate fate, int64_t retry_ms,
                          const char *why);
/* When to come again after such an answer: when it says, and not before wait_ms have passed. */
int64_t matrix_again_ms(const struct matrix *matrix, const struct matrix_answer *answer,
                        int64_t wait_ms);
/* Tells the house what came of a request, when that can be told by its fate alone. */
void matrix_flight_fate(struct matrix_flight *flight, const struct matrix_answer *answer);
/* Makes the contents of a secret send, again if need be. False: it is no document. */
bool matrix_flight_secret(struct matrix_flight *flight);
/* The contents of a public one: as the new form of a message, or as a new one. */
bool matrix_flight_public(struct matrix_flight *flight, const char *replaces);
/* The next part: the only two ways out. The rule is checked anew for each. */
void matrix_flight_post(struct matrix_flight *flight, struct matrix_open_place place);
void matrix_flight_whisper(struct matrix_flight *flight, struct matrix_secret_place place);
/* A sentence of ours, no secret, in a room: to everybody, or with somebody mentioned. */
void matrix_say(struct matrix *matrix, const char *room, const char *key, const char *account);
/* The same to everybody: what is said waits, this long by now. It goes before all else. */
void matrix_say_slow(struct matrix *matrix, const char *room, int64_t wait_ms);
/* What is in flight->room may be written now; else it is asked for, or the flight has ended. */
void matrix_flight_go(struct matrix_flight *flight);
bool matrix_doc_is(const struct sending *sending, const char *kind);

/* matrix_hide.c: a line that was hidden is redacted, all its parts. */
void matrix_hide_send(struct matrix_flight *flight);

/* matrix_upload.c: the media repository. url NULL: it could not be; fate says why. */
typedef void (*matrix_upload_fn)(void *context, const char *url, const struct matrix_answer *why);
struct matrix_bytes {
    const char *name;
    const char *type;
    const void *bytes;
    size_t len;
    enum matrix_priority priority;
};
void matrix_upload_start(struct matrix *matrix, const struct matrix_bytes *bytes,
                         matrix_upload_fn done, void *context);
void matrix_upload_forget(struct matrix *matrix, const void *context);
void matrix_uploads_free(struct matrix *matrix);

/* matrix_search.c: the joined room of ours that carries a marker, asked of the server where memory
 * does not know it: room NULL, none; fate not MATRIX_DONE: nobody knows. */
struct matrix_search;
typedef void (*matrix_search_fn)(void *context, struct matrix_room *room, enum matrix_fate fate);
struct matrix_room *matrix_search_known(const struct matrix *matrix, const char *marker);
void matrix_search_start(struct matrix *matrix, const char *marker, matrix_search_fn done,
                         void *context);
void matrix_searches_free(struct matrix *matrix);

#endif
