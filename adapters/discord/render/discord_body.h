/* Bodies of requests, and who may read them. What is secret has types of its own from the moment
 * it comes out of the outbox: a secret document has a secret shape, and of that only a direct
 * message or an ephemeral reply can be made. Whoever hands one to a function
 * that posts in a channel writes something that does not compile. */
#ifndef DISCORD_BODY_H
#define DISCORD_BODY_H

#include "discord_shape.h"
#include "doc_audience.h"

struct discord_public_shape {
    struct discord_shape shape;
};
struct discord_secret_shape {
    struct discord_shape shape;
};

/* one: all of it in a single message (a board). */
void discord_public_shape(struct public_doc doc, const struct discord_names *names, bool one,
                          struct discord_public_shape *shape);
void discord_secret_shape(struct secret_doc doc, const struct discord_names *names, bool one,
                          struct discord_secret_shape *shape);

/* Bodies, JSON in the arena. */
struct discord_channel_body { /* a message in a channel, or the new form of one */
    const char *json;
};
struct discord_direct_body { /* a message in a direct channel */
    const char *json;
};
struct discord_ephemeral_body { /* the data of an ephemeral message: only who acted sees it */
    const char *json;
};

/* Which of several messages, and what makes a repeated send harmless. */
struct discord_part {
    unsigned part;     /* below shape.count */
    const char *nonce; /* at most 22 bytes; NULL: an edit, or an ephemeral reply, which has none */
    bool notify;       /* who is mentioned is notified, or who reads it; else nobody is */
    bool with_file;    /* the first file of the request belongs to it */
};

struct discord_channel_body discord_channel_body(struct arena *arena,
                                                 const struct discord_public_shape *shape,
                                                 const struct discord_part *part);
struct discord_direct_body discord_direct_body(struct arena *arena,
                                               const struct discord_secret_shape *shape,
                                               const struct discord_part *part);
struct discord_ephemeral_body discord_ephemeral_body(struct arena *arena,
                                                     const struct discord_secret_shape *shape,
                                                     const struct discord_part *part);
/* The same as the new form of an answer that stands: that it is seen by one person was settled with
 * the answer, and cannot be said again. */
struct discord_ephemeral_body discord_ephemeral_edit(struct arena *arena, const char *json);
/* A sentence of ours that only who acted sees; text is no markup. */
struct discord_ephemeral_body discord_ephemeral_text(struct arena *arena, const char *text);
/* The same with a channel or thread behind it, that can be gone to. */
struct discord_ephemeral_body discord_ephemeral_with_room(struct arena *arena, const char *text,
                                                          const char *room);

#endif
