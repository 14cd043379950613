/* What is counted: X(name). */
#ifndef MXFAKE_COUNTS_H
#define MXFAKE_COUNTS_H

#define MXFAKE_COUNTS(X)                                                     \
    X(requests)          /* all but orders */                                \
    X(limited)           /* answered 429 by a limit */                       \
    X(unauthorized)      /* 401 */                                           \
    X(forbidden)         /* 403 */                                           \
    X(unrecognized)      /* routes that nobody knows */                      \
    X(query_tokens)      /* tokens in the URL */                             \
    X(syncs)             /* asked */                                         \
    X(syncs_at_once)     /* at the same time for one device */               \
    X(syncs_initial)     /* without a token */                               \
    X(repeats)           /* transaction ids that had been heard */           \
    X(changed)           /* of these with another body or type: swallowed */ \
    X(logins)            /**/                                                \
    X(refreshes)         /**/                                                \
    X(joins)             /**/                                                \
    X(events)            /* of all kinds */                                  \
    X(uploads)           /**/                                                \
    X(mails)             /* messages to devices, for each of them */         \
    X(key_uploads)       /* of devices */                                    \
    X(keys_refused)      /* other bytes under the name of a key */           \
    X(key_queries)       /**/                                                \
    X(keys_claimed)      /* one-time keys */                                 \
    X(fallbacks_claimed) /**/                                                \
    X(identities)        /* cross-signing keys that were new */              \
    X(pushes)            /* transactions for application services */

struct mxfake_counts {
#define MXFAKE_COUNT(name) unsigned name;
    MXFAKE_COUNTS(MXFAKE_COUNT)
#undef MXFAKE_COUNT
};

#endif
