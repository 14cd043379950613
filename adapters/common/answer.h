/* What came of a request to a platform, in one set of words for all of them; and what that means
 * for whom the request was made for. Pure. */
#ifndef ANSWER_H
#define ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "adapter.h"

enum answer_status {
    ANSWER_DONE,         /* 2xx */
    ANSWER_AMBIGUOUS,    /* it may have happened: no answer, and repeating is not safe (any more) */
    ANSWER_NOT_SENT,     /* its time ran out, and the platform surely did not take it */
    ANSWER_DOWN,         /* the platform is not there, or all is held back: not before retry_ms */
    ANSWER_LIMITED,      /* a rate limit until its time was over: not before retry_ms */
    ANSWER_GONE,         /* there is no such channel, room, message, person … (any more) */
    ANSWER_FORBIDDEN,    /* a permission, power or membership is missing */
    ANSWER_CLOSED,       /* this person takes no messages, or no invitations, from the bot */
    ANSWER_EXPIRED,      /* the interaction, or its token, is over */
    ANSWER_ANSWERED,     /* the interaction had been answered before */
    ANSWER_ARCHIVED,     /* the thread is archived */
    ANSWER_OLD,          /* the message is too old to be edited any more: post it anew */
    ANSWER_FILTERED,     /* a word filter took offence at the text */
    ANSWER_FULL,         /* there are as many of these as there may be (threads, commands …) */
    ANSWER_QUOTA,        /* the server has as many users, or as much of theirs, as it may have */
    ANSWER_SUSPENDED,    /* the bot's account is locked for a while */
    ANSWER_UNRECOGNIZED, /* the server lacks the endpoint */
    ANSWER_TOO_LARGE,    /* it is longer than the server takes */
    ANSWER_DUPLICATE,    /* it is there already */
    ANSWER_BAD,          /* malformed: our mistake */
    ANSWER_UNAUTHORIZED, /* the bot's token is refused for good; the adapter is notified */
    ANSWER_STATUSES
};

/* How one try of a request ended, as far as repeating it goes. */
enum answer_try {
    TRY_FINAL,       /* it is answered, for good or bad */
    TRY_LIMITED,     /* too much: again when the platform says */
    TRY_BLOCKED,     /* the same, said by who stands in front of the platform */
    TRY_NOT_SENT,    /* surely nothing happened: refused, or turned away on the way */
    TRY_AMBIGUOUS,   /* 5xx, no answer, half an answer */
    TRY_UNAUTHORIZED /* the token is no good (any more) */
};

/* Lives during the hook. */
struct answer {
    enum answer_status status;
    int http;            /* its HTTP status; 0 none */
    int code;            /* Discord's error code; 0 none */
    const char *errcode; /* Matrix': "M_FORBIDDEN"; "" none */
    const cJSON *json;   /* the body; NULL where it is none, or was taken piece by piece. Nothing in
                          * it has been checked */
    int64_t retry_ms;    /* DOWN, LIMITED: not before; else 0 */
    int64_t took_ms;     /* from start to here */
    const char *why;     /* for the log, without secrets: "429 on POST /channels/{}/messages" */
};

/* Exactly once for each request that is not cancelled; never from inside the function that starts
 * one. */
typedef void (*answer_fn)(void *context, const struct answer *answer);

/* "not sent", for the log. */
const char *answer_status_name(enum answer_status status);
/* May the same request succeed a little later, without anybody's help? */
bool answer_is_transient(enum answer_status status);

/* Seconds of a header, with decimals or without, as milliseconds up to the most; -1 when it is no
 * such number (NULL, a date). */
int64_t answer_seconds_ms(const char *text, int64_t most_ms);

/* What a request was made for. */
enum answer_about {
    ANSWER_ABOUT_MESSAGE,
    ANSWER_ABOUT_ROOM /* an operation on a room: opening, members, closing */
};

/* How a delivery ends with such an answer: retry_ms is the moment to come again, 0 where it is of
 * no use. */
struct answer_end {
    enum send_status status;
    int64_t retry_ms;
};
struct answer_end answer_end(const struct answer *answer, enum answer_about about, int64_t now_ms);

#endif
