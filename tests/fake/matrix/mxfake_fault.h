/* What goes wrong with the Matrix homeserver for tests: requests by rules, the rest by hand. */
#ifndef MXFAKE_FAULT_H
#define MXFAKE_FAULT_H

#include "mxfake.h"

/* X(name in JSON, NAME) */
#define MXFAKE_FAULTS(X)                                                                           \
    X("delay_before", DELAY_BEFORE)     /* the request takes effect after ms */                    \
    X("delay_after", DELAY_AFTER)       /* the answer to what took effect comes after ms */        \
    X("drop_before", DROP_BEFORE)       /* the connection is cut, nothing happened */              \
    X("drop_after", DROP_AFTER)         /* the connection is cut, it happened */                   \
    X("limited", LIMITED)               /* 429, retry after ms in both places */                   \
    X("limited_header", LIMITED_HEADER) /* 429 with Retry-After alone */                           \
    X("limited_body", LIMITED_BODY)     /* 429 with retry_after_ms alone */                        \
    X("limited_bare", LIMITED_BARE)     /* 429 with neither */                                     \
    X("status_before", STATUS_BEFORE) /* HTTP status code with a proxy's page, nothing happened */ \
    X("status_after", STATUS_AFTER)   /* the same, it happened */                                  \
    X("html", HTML)                   /* 200 with a page in place of JSON, it happened */          \
    X("truncated", TRUNCATED)         /* half of the body, its length told as such */              \
    X("wrong_length", WRONG_LENGTH)   /* the whole length is told, half of it comes */             \
    X("empty", EMPTY)                 /* no body at all, it happened */                            \
    X("answers", ANSWERS)             /* HTTP status code with the body text, nothing happened */  \
    X("refused", REFUSED)             /* HTTP status code with the errcode text */                 \
    X("unknown_token", UNKNOWN_TOKEN) /* 401 M_UNKNOWN_TOKEN */                                    \
    X("soft_logout", SOFT_LOGOUT)     /* the same with soft_logout */                              \
    X("user_locked", USER_LOCKED)     /* 401 M_USER_LOCKED with soft_logout */                     \
    X("hostile", HOSTILE)             /* the answer is harmed in its way number code */            \
    X("shaped", SHAPED) /* an answer of the specification's in its way number way: with status     \
                           code; 0: where it is 200, around what it is */                          \
    X("bad_token", BAD_TOKEN) /* sync: 400 M_UNKNOWN, invalid stream token */                      \
    X("gap", GAP)             /* sync: timelines keep their last code events */                    \
    X("rollback", ROLLBACK)   /* sync: next_batch goes back by code */                             \
    X("doubled", DOUBLED)     /* sync: every event of a timeline comes twice */                    \
    X("reordered", REORDERED) /* sync: timelines are turned round */

enum mxfake_verb {
#define MXFAKE_VERB(text, name) MXFAKE_##name,
    MXFAKE_FAULTS(MXFAKE_VERB)
#undef MXFAKE_VERB
        MXFAKE_VERBS
};

/* One rule. The first that fits a request and strikes is what happens to it. */
struct mxfake_fault {
    enum mxfake_verb verb;
    const char *route;  /* "PUT *?send?*": any text at a star, any character at a question mark;
                           the path as it came, without query; NULL: all but /fake/ */
    unsigned skip;      /* requests that fit are spared first */
    unsigned times;     /* it strikes so often; 0: always */
    unsigned per_mille; /* of those that fit, by the seed; 0: all */
    int64_t ms;
    int code;
    unsigned way; /* of shaped: mxfake_shape.h */
    const char *text;
};

/* Adds a rule; its texts are copied. */
void mxfake_fault(struct mxfake *fake, const struct mxfake_fault *fault);
/* Takes all rules away. */
void mxfake_mend(struct mxfake *fake);
/* How often a verb struck. */
unsigned mxfake_struck(const struct mxfake *fake, enum mxfake_verb verb);

/* The server is started again: connections are cut, what it only remembered is gone. */
void mxfake_restart(struct mxfake *fake);
/* The database is an older one: what happened in its last so many positions never did. */
void mxfake_restore(struct mxfake *fake, unsigned back);
/* All access tokens of a user expire now, as after their time. */
void mxfake_expire(struct mxfake *fake, const char *user);
/* Logged out everywhere: the device is gone, or (soft) is still known. */
void mxfake_log_out(struct mxfake *fake, const char *user, bool soft);
void mxfake_lock(struct mxfake *fake, const char *user, bool is);
void mxfake_suspend(struct mxfake *fake, const char *user, bool is);
void mxfake_deactivate(struct mxfake *fake, const char *user);
/* Answers to invites of this user: 403 M_INVITE_BLOCKED. */
void mxfake_block_invites(struct mxfake *fake, const char *user, bool is);

/* An answer harmed in its way number way: a member is missing, of another type, enormous, or
 * nested too deep. NULL: there are not so many ways. Freed by the caller. */
char *mxfake_hostile(const char *json, unsigned way);

#endif
