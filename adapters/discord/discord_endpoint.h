/* Interactions by HTTP, for who set an "Interactions Endpoint URL": signed by Discord, received as
 * if they came by the gateway. The answers go the same way as always. */
#ifndef DISCORD_ENDPOINT_H
#define DISCORD_ENDPOINT_H

#include "fault.h"

#include <stddef.h>

struct adapter;
struct discord;
struct discord_endpoint;
struct loop;

/* What came, checked and enqueued: the status to answer with, and *body_r its JSON or NULL. 401:
 * not signed by Discord, or too old. Pure but for what is enqueued. */
int discord_endpoint_receive(struct adapter *adapter, const char *signature, const char *timestamp,
                             const char *body, size_t len, const char **body_r);

/* Listens as the settings say. NULL on a fault. */
struct discord_endpoint *discord_endpoint_open(struct discord *discord, struct loop *loop,
                                               struct fault *fault);
void discord_endpoint_close(struct discord_endpoint **endpoint);

#endif
