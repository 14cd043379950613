/* Application services of the Matrix homeserver for tests: what is pushed to them waits here, to be
 * carried to them by whoever runs the fake. */
#ifndef MXFAKE_SERVICE_H
#define MXFAKE_SERVICE_H

#include "mxfake.h"

struct mxfake_registration {
    const char *id;
    const char *url;       /* NULL: nothing is pushed */
    const char *as_token;  /* the service's, with which it asks */
    const char *hs_token;  /* the server's, with which it pushes */
    const char *localpart; /* of its own user */
    const char *users;     /* pattern of its other users: "@game_*"; NULL: none */
    bool rate_limited;
};

/* Registers it; the user id of its own user. */
const char *mxfake_service(struct mxfake *fake, const struct mxfake_registration *registration);

struct mxfake_push {
    const char *url;    /* of the service */
    const char *method; /* PUT of a transaction, POST of a ping */
    const char *path;   /* "/_matrix/app/v1/transactions/1" */
    const char *token;  /* for Authorization: Bearer */
    const char *body;
};

/* The next to be carried, which then is on its way until it is answered; false: none now. Lives
 * until then. id: of the service, which gets one at a time. */
bool mxfake_push_take(struct mxfake *fake, const char *id, struct mxfake_push *push);
/* What came of it: an HTTP status, 0: nobody was reached. What fails comes again, the same, later
 * and later. */
void mxfake_push_answered(struct mxfake *fake, const char *id, int status);
/* When there is next something to be carried; INT64_MAX: nothing is. */
int64_t mxfake_push_next_ms(const struct mxfake *fake);
/* The id of the service at a place, from 0; NULL: there are not so many. */
const char *mxfake_service_id(const struct mxfake *fake, size_t at);

#endif
