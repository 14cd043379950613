/* A request to the Matrix homeserver for tests, while it is handled. */
#ifndef MXFAKE_CALL_H
#define MXFAKE_CALL_H

#include "mxfake_room.h"

enum { MXFAKE_SEGMENTS_MAX = 14, MXFAKE_HEADER_BYTES = 48, MXFAKE_PATH_BYTES = 2048 };

enum mxfake_auth {
    MXFAKE_OPEN,
    MXFAKE_USER,
    MXFAKE_IN_ROOM /* the first value of the path is a room the user was ever in */
};

struct mxfake_call;
typedef void mxfake_handler_fn(struct mxfake_call *call);

struct mxfake_route {
    const char *method;
    const char *path; /* "/rooms/{}/messages"; {} is a value; before it: base */
    enum mxfake_auth auth;
    bool object; /* the body is a JSON object */
    mxfake_handler_fn *handler;
};

enum mxfake_phase {
    MXFAKE_PHASE_LATER,  /* takes effect at at_ms */
    MXFAKE_PHASE_STEPS,  /* has taken effect in part, and goes on at at_ms */
    MXFAKE_PHASE_WAITS,  /* a sync, at most until at_ms */
    MXFAKE_PHASE_PINGS,  /* an application service is asked, at most until at_ms */
    MXFAKE_PHASE_ANSWERS /* is answered at at_ms */
};

struct mxfake_call {
    struct mxfake *fake;
    struct mxfake_call *next;
    enum mxfake_phase phase;
    int64_t at_ms;
    /* what was asked; owned */
    char *method;
    char *path; /* whole */
    char *body_text;
    size_t body_len;
    char *authorization;
    char *type;
    fake_answered_fn *answered; /* NULL: nobody is there any more */
    void *context;
    /* as it is understood */
    char *parts;
    char *segments[MXFAKE_SEGMENTS_MAX];
    size_t segment_count;
    const char *query;
    const struct mxfake_route *route;
    const char *values[MXFAKE_SEGMENTS_MAX];
    size_t value_count;
    cJSON *body;
    struct mxfake_login *login; /* NULL: none, or an application service's */
    struct mxfake_user *user;
    struct mxfake_device *device; /* NULL: none */
    struct mxfake_service *service;
    struct mxfake_room *room;
    struct mxfake_room *made; /* so far, in so many steps */
    unsigned step;
    bool control;
    bool spared;
    bool asked; /* a sync that has been counted */
    uint64_t since;
    int64_t until_ms; /* a sync waits at most */
    int64_t news_ms;  /* it had news then; 0: none yet */
    /* the answer */
    int status;
    char *out;
    size_t out_len;
    const char *out_type;
    bool dropped;
    int64_t delay_ms;
    size_t told_len;
    char retry_after[MXFAKE_HEADER_BYTES]; /* "" none */
    char date[MXFAKE_HEADER_BYTES];
    const char *fault;
    const struct mxfake_rule *struck;
    struct fake_answer answer;
};

/* mxfake_answer.c: answers. The first stands. They take the JSON. */
void mxfake_answer(struct mxfake_call *call, int status, cJSON *json);
void mxfake_answer_nothing(struct mxfake_call *call);
void mxfake_answer_bytes(struct mxfake_call *call, int status, const char *type,
                         const struct fake_text *bytes);
void mxfake_error(struct mxfake_call *call, int status, const char *code, const char *text);
void mxfake_refuse(struct mxfake_call *call, const struct mxfake_no *no);
/* {"event_id": …}, or the refusal. */
void mxfake_answer_event(struct mxfake_call *call, const struct mxfake_event *event,
                         const struct mxfake_no *no);
/* 429; in_body, in_header: where it says how long. */
void mxfake_limited(struct mxfake_call *call, int64_t wait_ms, bool in_body, bool in_header);
/* A value of the query; false: absent. */
bool mxfake_query(const struct mxfake_call *call, const char *name, char *text, size_t size);
int64_t mxfake_query_number(const struct mxfake_call *call, const char *name, int64_t otherwise);
void mxfake_unescape(char *text);
/* A text of the body; answered with an error where there is none. */
const char *mxfake_wants(struct mxfake_call *call, const char *name);
/* A position out of a token ("s12", or "s12_7" of a sync that had too many messages to a device);
 * false: it is none. */
bool mxfake_token_pos(const char *token, uint64_t *pos);
void mxfake_pos_token(char token[MXFAKE_HEADER_BYTES], uint64_t pos);

/* mxfake_rest.c */
void mxfake_ask(struct mxfake *fake, const struct fake_ask *ask, fake_answered_fn *answered,
                void *context);
void mxfake_hang_up(struct mxfake *fake, const void *context);
void mxfake_calls_free(struct mxfake *fake);
void mxfake_calls_cut(struct mxfake *fake);
/* Takes a call out of the list of those on their way. */
void mxfake_call_remove(struct mxfake *fake, struct mxfake_call *call);
/* The service has answered to the ping of a call that is out of the list; 0: it has not. */
void mxfake_pinged(struct mxfake_call *call, int status);
/* mxfake_routes.c; NULL: none. */
const struct mxfake_route *mxfake_route_find(struct mxfake_call *call, bool *wrong_method);
/* mxfake_auth.c: who asks; false: answered. */
bool mxfake_admit(struct mxfake_call *call);
/* mxfake_limit.c: false: answered with 429 */
bool mxfake_limit_take(struct mxfake_call *call, struct mxfake_bucket *bucket,
                       const struct mxfake_limit *limit);
bool mxfake_limit_message(struct mxfake_call *call);
/* All that an invite draws on. */
bool mxfake_limit_invite(struct mxfake_call *call, struct mxfake_room *room,
                         struct mxfake_user *whom);
/* mxfake_fault.c: true: answered, or put off */
bool mxfake_fault_before(struct mxfake_call *call);
void mxfake_fault_after(struct mxfake_call *call);
/* Is this verb on for this call? Then its number is in *code. */
bool mxfake_fault_is(const struct mxfake_call *call, enum mxfake_verb verb, int *code);
/* mxfake_record.c */
void mxfake_record(const struct mxfake_call *call);
/* mxfake_txn.c: true: heard before, and answered as then */
bool mxfake_txn_known(struct mxfake_call *call, const char *txn);
void mxfake_txn_keep(struct mxfake_call *call, const char *txn, const struct mxfake_event *event);
void mxfake_answers_free(struct mxfake *fake);
void mxfake_answers_forget(struct mxfake *fake);
/* The events that came after a position never were. */
void mxfake_answers_undo(struct mxfake *fake, uint64_t pos);
/* mxfake_service.c */
void mxfake_services_undo(struct mxfake *fake, uint64_t pos);
void mxfake_services_free(struct mxfake *fake);

#endif
