/* The page's ops: bytes of a frame into a struct, with every limit checked. Pure; whatever is read
 * lives in the arena. The wire is in README.md. */
#ifndef WEB_CODEC_H
#define WEB_CODEC_H

#include "arena.h"
#include "inbound.h"

#include <stddef.h>

enum {
    WEB_ID_MAX = 40,
    WEB_ROOM_MAX = 40, /* bytes of a room's id on the wire */
    WEB_SINCE_MAX = 40,
    WEB_ARGS_MAX = 24,
    WEB_ARG_BYTES_MAX = 8192,
    WEB_TEXT_LETTERS_MAX = 2000
};

enum web_op_kind {
    WEB_HELLO,
    WEB_SAY,
    WEB_SLASH,
    WEB_PRESS,
    WEB_FORM,
    WEB_REACT,
    WEB_ROOM,
    WEB_NAME,
    WEB_QUIT,
    WEB_MORE,
    WEB_PING
};

struct web_since {
    const char *room;
    int64_t rev;
};

struct web_op {
    enum web_op_kind kind;
    const char *id; /* texts that were not sent are NULL */
    const char *tab;
    const char *watch;
    const char *room;
    const char *text;
    const char *reply;
    const char *media;
    const char *message;
    const char *control;
    const char *command;
    const char *emoji;
    const char *name;
    bool on;
    bool sit; /* who opens a table by it takes a seat there */
    int64_t before;
    unsigned since_count;
    struct web_since since[WEB_SINCE_MAX];
    unsigned mention_count;
    const char *mentions[INBOUND_MENTIONS_MAX];
    unsigned value_count;
    const char *values[INBOUND_VALUES_MAX];
    struct value_tree args;
};

enum web_read {
    WEB_READ,  /* op is whole */
    WEB_SHAPE, /* not one we know; op->id may be there */
    WEB_BIG    /* something in it is too long; op->id may be there */
};

enum web_read web_codec_read(struct arena *arena, const char *json, size_t len, struct web_op *op);

#endif
