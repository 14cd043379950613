/* The loop: addresses of a host, found by libuv's threads. */

#include <stdlib.h>
#include <string.h>

#include <uv.h>

#include "heap.h"
#include "loop.h"

struct loop_look_up {
    uv_getaddrinfo_t request;
    loop_look_up_fn found; /* NULL: nobody waits any more */
    void *context;
    char *host;
};

static void loop_look_up_list(const struct addrinfo *list, struct loop_addresses *addresses)
{
    for (; list != NULL && addresses->count < LOOP_ADDRESSES_MAX; list = list->ai_next) {
        char *text = addresses->text[addresses->count];
        const void *at = list->ai_addr;
        int code = list->ai_family == AF_INET6 ? uv_ip6_name(at, text, LOOP_ADDRESS_BYTES)
                                               : uv_ip4_name(at, text, LOOP_ADDRESS_BYTES);
        addresses->count += code == 0 ? 1 : 0;
    }
}

static void loop_look_up_done(uv_getaddrinfo_t *request, int status, struct addrinfo *list)
{
    struct loop_look_up *look_up = request->data;
    struct loop_addresses addresses = {0};
    struct fault fault = {FAULT_NONE, ""};
    if (status == 0) {
        loop_look_up_list(list, &addresses);
    }
    if (addresses.count == 0) {
        fault_set(&fault, FAULT_RETRY, "%s: %s", look_up->host,
                  status == 0 ? "no address" : uv_strerror(status));
    }
    if (look_up->found != NULL) {
        look_up->found(look_up->context, &addresses, addresses.count == 0 ? &fault : NULL);
    }
    uv_freeaddrinfo(list);
    free(look_up->host);
    free(look_up);
}

struct loop_look_up *loop_look_up_new(struct loop *loop, const char *host, loop_look_up_fn found,
                                      void *context, struct fault *fault)
{
    struct loop_look_up *look_up = heap_allocate(sizeof(*look_up));
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    look_up->request.data = look_up;
    look_up->found = found;
    look_up->context = context;
    look_up->host = heap_copy(host);
    int code =
        uv_getaddrinfo(loop_uv(loop), &look_up->request, loop_look_up_done, host, NULL, &hints);
    if (code != 0) {
        fault_set(fault, FAULT_CONFIG, "%s: %s", host, uv_strerror(code));
        free(look_up->host);
        free(look_up);
        return NULL;
    }
    return look_up;
}

void loop_look_up_free(struct loop_look_up **look_up)
{
    if (*look_up != NULL) {
        (*look_up)->found = NULL;
        uv_cancel((uv_req_t *)&(*look_up)->request);
        *look_up = NULL;
    }
}
