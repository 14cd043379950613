/* The bodies of one message on their way, part after part, and the file that goes with the last. */
#ifndef DISCORD_PARTS_H
#define DISCORD_PARTS_H

#include "discord_shape.h"
#include "net_wire.h"

struct discord_parts {
    char *body[DISCORD_PARTS_MAX];
    unsigned count;
    unsigned at; /* the part that is next */
    char *file;  /* its bytes; NULL: none */
    size_t file_len;
    char *file_type;
    char *file_name;
    char *modal; /* a form, in place of all; only who acted can be given one */
};

/* One more body, which is copied. */
void discord_parts_add(struct discord_parts *parts, const char *body);
/* Takes the file of this shape along, or none. */
void discord_parts_keep_file(struct discord_parts *parts, const struct discord_shape *shape);
/* The file that goes with the part that is next; false: none does. */
bool discord_parts_file(const struct discord_parts *parts, struct net_part *file);
/* Without bodies again, at the first part. */
void discord_parts_clear(struct discord_parts *parts);
void discord_parts_deinit(struct discord_parts *parts);

#endif
