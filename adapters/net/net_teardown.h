/* The end of a context of libwebsockets on a loop that is not its own. */
#ifndef NET_TEARDOWN_H
#define NET_TEARDOWN_H

#include <libwebsockets.h>
#include <uv.h>

/* Ends the context over some iterations of the loop, then calls ended. pipe_fd: its wake-up
 * descriptor, -1 unknown. Not to be called inside one of the context's callbacks. */
void net_teardown(uv_loop_t *loop, struct lws_context *library, int pipe_fd,
                  void (*ended)(void *user), void *user);

#endif
