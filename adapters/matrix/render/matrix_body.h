/* Contents of events, and who may read them. What is secret has types of its own from the moment it
 * comes out of the outbox: a secret document has a secret shape, of which only a direct
 * content can be made, and that goes only into a place of which the leak rule has just held
 * (matrix_secrecy.h). Whoever hands one to a function that posts in a room writes something that
 * does not compile. */
#ifndef MATRIX_BODY_H
#define MATRIX_BODY_H

#include "doc_audience.h"
#include "matrix_shape.h"

struct matrix_public_shape {
    struct matrix_shape shape;
};
struct matrix_secret_shape {
    struct matrix_shape shape;
};
void matrix_public_shape(struct public_doc doc, const struct matrix_shaping *shaping,
                         struct matrix_public_shape *shape);
void matrix_secret_shape(struct secret_doc doc, const struct matrix_shaping *shaping,
                         struct matrix_secret_shape *shape);

/* Contents, JSON in the arena. Numbers in them are counts of bytes and points, and never more than
 * 32 bits: the spec knows neither fractions nor more than 2^53. */
struct matrix_room_content { /* in a room that everybody there may read */
    const char *json;
};
struct matrix_direct_content { /* in a room that one person and the bot read */
    const char *json;
};

/* Where in a room: in the thread of this root, behind that message; root NULL: in none. */
struct matrix_thread {
    const char *root;
    const char *last;
};

/* Which of several messages, and how. */
struct matrix_part_of {
    unsigned part; /* below shape.count */
    bool
        notify; /* m.text, and who is mentioned is notified; else m.notice, which notifies nobody */
    const char *replaces; /* the message that this is the new form of, or NULL */
    struct matrix_thread thread;
};

struct matrix_room_content matrix_room_content(struct arena *arena,
                                               const struct matrix_public_shape *shape,
                                               const struct matrix_part_of *part);
/* account: whose secret it is: mentioned where it wants an act of them. */
struct matrix_direct_content matrix_direct_content(struct arena *arena,
                                                   const struct matrix_secret_shape *shape,
                                                   const struct matrix_part_of *part,
                                                   const char *account);
/* A sentence of ours, no secret: text is no markup. account: who is meant, by this name; NULL
 * nobody. It notifies nobody. */
struct matrix_room_content matrix_room_text(struct arena *arena, const char *text,
                                            const char *account, const char *name);

/* A file in the media repository. */
struct matrix_media {
    const char *url;  /* mxc:// */
    const char *file; /* encrypted: the object "file" without the URL; else NULL */
    const char *name; /* of the file; also what it shows, where there is no alt */
    const char *alt;  /* or NULL */
    const char *type; /* "image/png" */
    uint32_t bytes;
    uint32_t width; /* 0: no picture */
    uint32_t height;
    struct matrix_thread thread;
};
struct matrix_room_content matrix_room_media(struct arena *arena, const struct matrix_media *media,
                                             const char *replaces);
struct matrix_direct_content matrix_direct_media(struct arena *arena,
                                                 const struct matrix_media *media);

#endif
