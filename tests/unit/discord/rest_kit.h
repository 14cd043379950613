/* REST over a wire by hand, and what it notified. */
#ifndef REST_KIT_H
#define REST_KIT_H

#include "discord_rest.h"
#include "hand_wire.h"

enum { ENDED_MAX = 2048 };

#define TOKEN   "MTIz.abc.secret"
#define BUCKET  "x-ratelimit-bucket: abc\nx-ratelimit-limit: 5\n"
#define LIMITED "{\"message\":\"limited\",\"retry_after\":1.5,\"global\":false}"

struct ended {
    uintptr_t name;
    int64_t retry_ms;
    enum answer_status status;
    int http;
    int code;
    bool has_id;
    char why[200];
};

extern struct hand_wire *hand;
extern struct discord_rest *rest;
extern struct ended ended[ENDED_MAX];
extern unsigned ended_count;
extern unsigned refused_count;

void rest_done(void *context, const struct answer *answer);
void rest_refused(void *context, const struct fault *fault);
void rest_set_up(void);
/* The same as one of several that share the bot's limits. */
void rest_set_up_of(unsigned parts);
void rest_tear_down(void);
struct discord_request request(const char *method, const char *route, const char *major);
uint64_t ask(uintptr_t name, const struct discord_request *asked);
void post(uintptr_t name, const char *channel);
void edit(uintptr_t name, const char *channel);
void callback(uintptr_t name);
void fine(unsigned skip, const char *headers);
const struct ended *last(void);

#endif
