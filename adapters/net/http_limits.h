/* What an HTTP server takes, of everybody and of one. */
#ifndef HTTP_LIMITS_H
#define HTTP_LIMITS_H

#include <stddef.h>

struct http_limits {          /* 0: the default in brackets */
    unsigned connections;     /* [1024] */
    unsigned held_places;     /* of them, for sockets of people who are known [a quarter] */
    unsigned address_sockets; /* connections of strangers from one address [128] */
    unsigned account_sockets; /* of one account; some more for its requests [8] */
    unsigned address_burst;   /* requests of one address at once; an account has a fifth [2000] */
    unsigned address_each_ms; /* and one more in this time [5] */
    unsigned frame_burst;   /* frames of one account at once, five times that of an address [200] */
    unsigned frame_each_ms; /* and one more in this time [50] */
    unsigned rate_burst_bytes; /* bytes of one account or address at once [4 MiB] */
    unsigned rate_each_ms;     /* and 256 more in this time [2] */
    unsigned request_seconds;  /* for a whole request to arrive [10] */
    unsigned answer_seconds;   /* for its answer [30] */
    unsigned ping_seconds;     /* of silence before a ping [25]; twice that and it is gone */
    size_t body_bytes;         /* of one request [65,536] */
    size_t message_bytes;      /* of one WebSocket message [65,536] */
    size_t stranger_bytes;     /* the same before it is known whose it is [16,384] */
    size_t skip_bytes;         /* a longer one is cut off, not skipped [8 MiB] */
    size_t queue_bytes;        /* waiting to be written on one socket [4 MiB] */
};

#endif
