/* Descriptors by which libraries wake themselves up (eventfd). */
#ifndef HTTP_PIPE_H
#define HTTP_PIPE_H

#include <stddef.h>

enum { HTTP_PIPES_MAX = 64 };

struct http_pipes {
    size_t count;
    int fd[HTTP_PIPES_MAX];
};

/* All of this process. */
void http_pipes_list(struct http_pipes *pipes);
/* One that was not there before; -1 none. */
int http_pipes_new(const struct http_pipes *before);
/* Keeps a number that has just become free from being given to anybody else. */
void http_pipe_hold(int number);

#endif
