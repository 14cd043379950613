/* What people send, read: messages, reactions, redactions, members. Pure; whatever comes in is
 * taken apart without trust, and what is not as it should be is not there. */
#ifndef MATRIX_DECODE_H
#define MATRIX_DECODE_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena.h"
#include "heard.h"
#include "matrix_room.h"

enum { MATRIX_EMOJI_BYTES = 64 };

/* A message. Texts live in the arena, or as long as the event. */
struct matrix_message {
    const char *text;   /* without the fallback of a reply; people in it by their ids */
    const char *reply;  /* the message it answers, or NULL */
    const char *thread; /* the root of the thread it stands in, or NULL */
    const char *media;  /* "image" "gif" "sticker" "voice", or NULL */
    bool mentions_us;
    unsigned mention_count;
    const char *mentions[HEARD_MENTIONS_MAX]; /* others */
};

/* user: our own id. False: it says nothing to anybody who plays: a notice, an edit, a bridge's
 * second copy, something that is no message. */
bool matrix_message(struct arena *arena, const cJSON *event, const char *user,
                    struct matrix_message *message);

struct matrix_reaction {
    const char *event;            /* the message it is on */
    char key[MATRIX_EMOJI_BYTES]; /* without variation selectors */
};
bool matrix_reaction(const cJSON *event, struct matrix_reaction *reaction);

/* What a redaction takes away, at either of the places that room versions have for it; NULL. */
const char *matrix_redacts(const cJSON *event);
/* The membership that a member event puts an end to, where the server says so; else otherwise. */
enum matrix_membership matrix_member_before(const cJSON *event, enum matrix_membership otherwise);
enum matrix_membership matrix_membership(const char *word); /* NULL, unknown: MATRIX_LEFT */

/* Members by name; NULL and false where they are not, or of another type. */
const cJSON *matrix_get(const cJSON *object, const char *name);
const char *matrix_text(const cJSON *object, const char *name);
/* The same, where it is an id: at most 255 bytes, beginning with this letter (0: any). */
const char *matrix_id(const cJSON *object, const char *name, char sigil);

/* Words of allowed HTML without its tags; a link to a person becomes their id, and is told. */
struct matrix_pills {
    unsigned count;
    const char *user[HEARD_MENTIONS_MAX];
};
const char *matrix_words_of_html(struct arena *arena, const char *text, struct matrix_pills *pills);

/* What follows in a text that begins with this name, as clients write mentions: "Ana: …", "@ana …";
 * NULL: it does not. */
const char *matrix_after_name(const char *text, const char *name);

#endif
