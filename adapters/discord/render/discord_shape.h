/* A document in Discord's shape: texts of at most 2,000 characters, rows of buttons and menus, who
 * is notified. Pure. Nothing here says yet who may read it: discord_body.h does, by type. */
#ifndef DISCORD_SHAPE_H
#define DISCORD_SHAPE_H

#include "discord_component.h"
#include "doc.h"

enum {
    DISCORD_PARTS_MAX = 12, /* messages that one document may become */
    DISCORD_ALT_MAX = 1024
};

/* Who people are on this server. */
struct discord_names {
    /* The id of a person's account, NULL when they have none here. */
    const char *(*account)(const void *context, uint64_t person);
    const void *context;
    bool no_content; /* no message content intent: slash commands are named for them */
};

struct discord_shape {
    const char *content[DISCORD_PARTS_MAX]; /* at least one; "" when there is only a panel */
    unsigned count;
    bool cut;               /* more than DISCORD_PARTS_MAX: the rest is left out, and it says so */
    const char *components; /* JSON, a list; "[]": none. Under the last part */
    const char *user[DISCORD_USERS_MAX];
    unsigned user_count;
    const char *svg;   /* a picture, or NULL */
    const char *alt;   /* what it shows, at most DISCORD_ALT_MAX characters */
    const char *brief; /* the content beside the picture, without what alt says whole; or NULL */
    bool attached;     /* the picture goes with the message as its file, once it is drawn */
    const char *file;  /* a file's bytes, or NULL */
    size_t file_len;
    const char *file_type;
    const char *file_name;
    const char *file_alt; /* what it shows, or NULL */
};

/* Shapes a document, in its arena. one: everything must stand in a single message (a board that is
 * edited): whole blocks are left out at the end, and it says so. names may be NULL. */
void discord_shape(const struct doc *doc, const struct discord_names *names, bool one,
                   struct discord_shape *shape);

/* The panel as a list of rows, JSON in the arena. Choices that ask for one thing, or several, out
 * of few are menus; others with fields are buttons whose press opens a form. What is too much for
 * rows stands in a menu of its own, the last one. A control that is there already is left out. */
const char *discord_components(struct arena *arena, const struct choice *panel);
/* Is this choice shown as a menu (true), or as a button? */
bool discord_is_menu(const struct choice *choice);

/* The form of a choice with fields as the data of a modal, JSON in the arena. At most 5 pieces:
 * what is beyond folds into one text, a line for each. A choice among more than a menu holds is
 * several menus, none of which has to be used; where they find no place it is a text. */
const char *discord_modal(struct arena *arena, const struct choice *choice);

#endif
