/* A request that asks for a WebSocket: is it one of RFC 6455, and may it be here? */
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

#include "http_private.h"

#define HTTP_ACCEPT_TAIL "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

enum { HTTP_KEY_LEN = 24, HTTP_SHA1_BYTES = 20, HTTP_ACCEPT_BYTES = 32 };

/* Sixteen bytes as base64 writes them. */
static bool http_key_is_sound(const char *key)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == HTTP_KEY_LEN && strspn(key, letters) == HTTP_KEY_LEN - 2 &&
           strcmp(key + HTTP_KEY_LEN - 2, "==") == 0;
}

static void http_key_answer(const char *key, char accept[HTTP_ACCEPT_BYTES])
{
    char text[HTTP_KEY_LEN + sizeof HTTP_ACCEPT_TAIL];
    unsigned char digest[HTTP_SHA1_BYTES];
    int len = snprintf(text, sizeof text, "%s%s", key, HTTP_ACCEPT_TAIL);
    EVP_Digest(text, (size_t)len, digest, NULL, EVP_sha1(), NULL);
    EVP_EncodeBlock((unsigned char *)accept, digest, sizeof digest);
}

/* 0, or the status that such a request is refused with. */
static int http_upgrade_fault(const struct http_link *link)
{
    const struct http_call *call = link->call;
    const struct http_head *head = &call->head;
    const struct http_setup *setup = &link->server->setup;
    if (link->server->stopping) {
        return 503;
    }
    if (!http_list_has(http_head_value(head, "upgrade"), "websocket")) {
        return 400;
    }
    if (setup->sockets.path == NULL || strcmp(call->request.path, setup->sockets.path) != 0) {
        return 404;
    }
    if (strcmp(head->method, "GET") != 0 || head->minor == 0 ||
        !http_list_has(http_head_value(head, "connection"), "upgrade") ||
        !http_key_is_sound(http_head_value(head, "sec-websocket-key"))) {
        return 400;
    }
    if (strcmp(http_head_value(head, "sec-websocket-version"), "13") != 0) {
        return 426;
    }
    char offered[256];
    http_head_join(head, "sec-websocket-protocol", offered, sizeof offered);
    if (!http_list_has(offered, setup->sockets.protocol) ||
        (setup->admits != NULL && !setup->admits(setup->context, &call->request))) {
        return 403;
    }
    return 0;
}

void http_upgrade(struct http_link *link, char *rest, size_t rest_len)
{
    char accept[HTTP_ACCEPT_BYTES];
    int fault = http_upgrade_fault(link);
    if (fault != 0) {
        http_call_sorry(link->call, fault,
                        fault == 503   ? "The server is stopping; come back in a moment."
                        : fault == 404 ? "There is no such page."
                        : fault == 403 ? "Not from here, or not in that language."
                                       : "Only HTTP/1.1 and WebSocket 13 are spoken here.");
        return;
    }
    http_key_answer(http_head_value(&link->call->head, "sec-websocket-key"), accept);
    http_socket_new(link, accept);
    http_socket_received(link, rest, rest_len);
}
