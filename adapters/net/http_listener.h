/* A socket that listens at a numeric address, and what connects to it. */
#ifndef HTTP_LISTENER_H
#define HTTP_LISTENER_H

#include "fault.h"
#include "http_proxy.h"

#include <uv.h>

#include <stdbool.h>
#include <stdint.h>

union http_name {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
};

/* A numeric address and a port. Returns -1 for anything else. */
int http_name_read(union http_name *name, socklen_t *len, const char *address, uint16_t port);

struct http_listener_setup {
    uv_loop_t *loop;
    const char *address;
    uint16_t port;        /* 0: the kernel chooses one */
    const char *section;  /* of the settings, for faults */
    unsigned descriptors; /* that connections will need; the process may have as many */
    bool shared;          /* other processes of this user listen there too, and take turns */
    /* Takes over fd. Both addresses have HTTP_ADDRESS_BYTES. */
    void (*accepted)(void *context, int fd, const char *peer, const char *here);
    void (*closed)(void *context); /* after http_listener_close of one that was open */
    void *context;
};

struct http_listener {
    struct http_listener_setup setup; /* its texts are read while it opens */
    uv_poll_t poll;
    bool open;
    int fd;
    int spare_fd; /* given up to turn somebody away when there are no others */
    uint16_t port;
};

/* Listens from here on. Returns -1 with a fault that says what to mend. */
int http_listener_open(struct http_listener *listener, const struct http_listener_setup *setup,
                       struct fault *fault);
/* Does nothing when it is not open. */
void http_listener_close(struct http_listener *listener);

#endif
