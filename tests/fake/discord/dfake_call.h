/* A request to the Discord for tests, while it is handled. */
#ifndef DFAKE_CALL_H
#define DFAKE_CALL_H

#include "dfake_bits.h"
#include "dfake_place.h"

enum {
    DFAKE_SEGMENTS_MAX = 10,
    DFAKE_FILES_MAX = 10,
    DFAKE_BODY_BYTES_MAX = 25 * 1024 * 1024,
    DFAKE_HEADER_BYTES = 48
};

struct dfake_file {
    int index; /* n of files[n] */
    char name[DFAKE_NAME_BYTES];
    char type[64];
    size_t size;
};

enum dfake_auth {
    DFAKE_AUTH_BOT,
    DFAKE_AUTH_NONE,
    DFAKE_AUTH_TOKEN /* in the path: not of the global limit */
};

struct dfake_call;
typedef void dfake_handler_fn(struct dfake_call *call);

struct dfake_route {
    const char *method;
    const char *path; /* "/channels/{}/messages"; {} is a value */
    enum dfake_auth auth;
    const char *bucket; /* routes that share one; NULL: no limit of its own */
    dfake_handler_fn *handler;
};

struct dfake_call {
    struct fake_discord *fake;
    /* what was asked; owned */
    char *method;
    char *path; /* whole */
    char *body_text;
    size_t body_len;
    char *authorization;
    char *agent;
    char *type;
    fake_answered_fn *answered; /* NULL: nobody is there any more */
    void *context;
    /* as it is understood */
    char *parts; /* the path, cut at its slashes */
    const char *segments[DFAKE_SEGMENTS_MAX];
    size_t segment_count;
    const char *query; /* "" none */
    const struct dfake_route *route;
    const char *values[DFAKE_SEGMENTS_MAX]; /* in the path */
    cJSON *body;                            /* NULL: none */
    bool multipart;
    struct dfake_file files[DFAKE_FILES_MAX];
    size_t file_count;
    bool spared;  /* a fault has delayed it: it is not struck again */
    bool control; /* of /fake/ */
    bool done;    /* only its answer is to be told */
    /* the answer */
    int status;
    char *out;
    size_t out_len;
    const char *out_type;
    bool html;
    bool shared; /* a 429 that is not the bot's fault */
    bool dropped;
    int64_t delay_ms;
    size_t told_len;
    char limits[6][DFAKE_HEADER_BYTES]; /* limit, remaining, reset, after, bucket, retry */
    bool limited;                       /* limits are there */
    const char *scope;                  /* of a 429 */
    const char *fault;                  /* the verb that struck, or NULL */
    struct fake_discord_fault struck;   /* its rule */
    struct fake_answer answer;
    char date[40];
};

/* dfake_call.c: answers. The first error stands. */
void dfake_answer_json(struct dfake_call *call, int status, cJSON *json);
void dfake_answer_text(struct dfake_call *call, int status, const char *json, size_t len);
void dfake_answer_empty(struct dfake_call *call);
/* An error with Discord's code; its HTTP status from the table. */
void dfake_error(struct dfake_call *call, int code);
/* 50035 with one field's path ("embeds.0.title") and reason ("BASE_TYPE_MAX_LENGTH"). */
void dfake_error_field(struct dfake_call *call, const char *path, const char *reason);
int dfake_error_status(int code);
/* "%40original" as it is meant, in place. */
void dfake_unescape(char *text);
/* A value of the query, copied into text; false: absent. */
bool dfake_query(const struct dfake_call *call, const char *name, char *text, size_t size);

/* dfake_rest.c */
void dfake_call_handle(struct dfake_call *call);
void dfake_call_run(struct fake_discord *fake, void *what);
void dfake_call_free(void *what);
/* dfake_body.c: body and files out of body_text; false: refused */
bool dfake_body_read(struct dfake_call *call);
/* dfake_limit.c: false: 429, answered */
bool dfake_limit_take(struct dfake_call *call);
void dfake_limit_change(struct dfake_call *call);
void dfake_limit_429(struct dfake_call *call, const char *scope, int64_t wait_ms, int code);
void dfake_limit_html(struct dfake_call *call);
void dfake_limit_invalid(struct dfake_call *call);
void dfake_limit_deinit(struct fake_discord *fake);
/* dfake_fault.c: true: answered, or put off */
bool dfake_fault_before(struct dfake_call *call);
void dfake_fault_after(struct dfake_call *call);
/* dfake_record.c */
void dfake_record(const struct dfake_call *call);
/* dfake_routes.c; NULL: none. wrong_method: there is one with another method. */
const struct dfake_route *dfake_route_find(struct dfake_call *call, bool *wrong_method);

/* dfake_shape.c: what a message may be */
/* Checks what is given; false: answered with an error. edit: what is absent stays. */
bool dfake_shape_message(struct dfake_call *call, const cJSON *body, bool edit);
/* Checks a list of components of a message (or of a form); path of it for errors. */
bool dfake_shape_components(struct dfake_call *call, const cJSON *components, const char *path,
                            bool form, bool v2);
/* Is text given that is longer than max? Then it is answered. */
bool dfake_shape_text(struct dfake_call *call, const cJSON *object, const char *path,
                      const char *name, size_t max);
/* AutoMod's word is in it. */
bool dfake_shape_blocked(const struct fake_discord *fake, const struct dfake_channel *channel,
                         const cJSON *body);

/* dfake_build.c */
/* A message without anything in it. */
cJSON *dfake_build_empty(const struct fake_discord *fake, const struct dfake_message *as, int type);
/* Puts what a body gives into it; only_users: mentions as interactions and webhooks have them. */
void dfake_build_fill(struct dfake_call *call, cJSON *json, const cJSON *body, bool only_users);
/* The same of an edit: attachments not named vanish; the time of the edit. */
void dfake_build_edit(struct dfake_call *call, cJSON *json, const cJSON *body, bool only_users);
/* Who is mentioned in content, as allowed (NULL: all). */
void dfake_build_mentions(const struct fake_discord *fake, cJSON *json, const cJSON *allowed,
                          bool only_users);

/* Finds what the path names, and whether the bot may; NULL: answered with an error. */
struct dfake_channel *dfake_call_channel(struct dfake_call *call, const char *id, uint64_t may);
struct dfake_message *dfake_call_message(struct dfake_call *call, struct dfake_channel *channel,
                                         const char *id);

#endif
