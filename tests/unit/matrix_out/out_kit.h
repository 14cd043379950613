/* The sending half of the adapter alone: the homeserver, the house and the clock are the test. What
 * is asked of the homeserver waits here until it is answered by hand. */
#ifndef OUT_KIT_H
#define OUT_KIT_H

#include <cjson/cJSON.h>

#include "matrix_delivery_private.h"
#include "matrix_sending.h"
#include "room_kit.h"

enum { OUT_REQUESTS_MAX = 256, OUT_ENDS_MAX = 128, OUT_ROWS_MAX = 128, OUT_TEXT_BYTES = 512 };

#define OUT_DEN    "!den:house.example"
#define OUT_DIRECT "!direct:house.example"

struct out_request {
    uint64_t number;
    char *method;
    char *route;
    char *path;
    char *id; /* the first of its route; NULL none */
    char *json;
    enum matrix_priority priority;
    bool limited;
    bool repeatable;
    bool open; /* neither answered nor cancelled */
    answer_fn done;
    void *context;
};

/* What the house was notified of a row. */
struct out_end {
    uint64_t row;
    bool sent;
    enum send_status status;
    int64_t retry_ms;
    char id[MATRIX_ID_BYTES];
};

/* What is on disk. */
struct out_row {
    char key[OUT_TEXT_BYTES];
    char *value; /* NULL: free */
};

struct out_world {
    struct matrix matrix;
    struct house_setup setup;
    int64_t now_ms;
    struct out_request request[OUT_REQUESTS_MAX];
    unsigned request_count; /* all there ever were */
    struct out_end end[OUT_ENDS_MAX];
    unsigned end_count;
    struct out_row row[OUT_ROWS_MAX];
    const struct catalogue *words_of_den;  /* its language; NULL: as elsewhere */
    bool full;                             /* the house takes nothing */
    char inbound_changed[MATRIX_ID_BYTES]; /* the room of which it was last told so */
    int64_t retry_ms;                      /* what answers say that is to be waited */
    int64_t talk_ms;                       /* the same of what is said */
    bool roomy;                            /* there is no such limit */
    struct arena *docs;
    int64_t queue_ms; /* what the account's limit makes requests wait */
};
extern struct out_world out;

void out_set_up(void);
void out_tear_down(void);
/* The process ends and begins again: only rows are left, and rooms are unknown. */
void out_restart(void);

/* A room that people have, with Ana and Ben in it. */
struct matrix_room *out_den(void);
/* Ana's direct room, as it is once she is in it. */
struct matrix_room *out_direct(void);

/* A document of one sentence and these choices: "label control", or NULL. It lives until the test
 * ends. */
struct doc *out_doc(const char *text, const char *const *choices);
/* Sends it; the row is the number. */
void out_send(uint64_t row, enum send_kind kind, const char *room, const char *account,
              enum doc_kind doc_kind, const struct doc *doc);
void out_send_with(const struct sending *sending);

/* The oldest open request of a route, NULL none; its path begins behind "/_matrix/". */
struct out_request *out_asked(const char *method, const char *route);
unsigned out_open(void); /* how many are open */
/* Answers it. json NULL: none. */
void out_answer(struct out_request *request, enum answer_status status, const char *json);
/* A send becomes this event. */
void out_become(struct out_request *request, const char *event);
/* The state of a room is read: members are "user membership" words, NULL at the end. */
void out_state(struct out_request *request, const char *const *members);
void out_state_of(struct out_request *request, const char *const *members, const char *history,
                  const char *join_rule, bool encrypted);
void out_later(int64_t ms); /* the clock goes on, and ticks fall */

/* The last word on a row; fails the test when there is none. */
const struct out_end *out_ended(uint64_t row);
bool out_has_ended(uint64_t row);
/* The value of a stored row, NULL none. */
const char *out_stored(const char *key);
/* Was any request ever made whose path or body holds this? */
bool out_ever(const char *text);
/* The content of a send: parsed; to be deleted. */
cJSON *out_content(const struct out_request *request);

#endif
