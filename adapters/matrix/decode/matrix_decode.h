/* Parses events from people: messages, reactions, redactions, members. Pure. Nothing is trusted:
 * a malformed member counts as absent. */
#ifndef MATRIX_DECODE_H
#define MATRIX_DECODE_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena.h"
#include "inbound.h"
#include "matrix_client.h"

enum { MATRIX_EMOJI_BYTES = 64 };

enum matrix_membership {
    MATRIX_LEFT, /* never there, gone, kicked */
    MATRIX_INVITED,
    MATRIX_JOINED,
    MATRIX_KNOCKING,
    MATRIX_BANNED
};

/* A message. Texts live in the arena, or as long as the event. */
struct matrix_message {
    const char *text;   /* without the fallback of a reply; people in it by their ids */
    const char *reply;  /* the message it answers, or NULL */
    const char *thread; /* the root of the thread it stands in, or NULL */
    const char *media;  /* "image" "gif" "sticker" "voice", or NULL */
    bool mentions_us;
    unsigned mention_count;
    const char *mentions[INBOUND_MENTIONS_MAX]; /* others */
};

/* user: our own id. False: not a message for players: a notice, an edit, a bridge's second copy, or
 * no message at all. */
bool matrix_message(struct arena *arena, const cJSON *event, const char *user,
                    struct matrix_message *message);

struct matrix_reaction {
    const char *event;            /* the message it is on */
    char key[MATRIX_EMOJI_BYTES]; /* without variation selectors */
};
bool matrix_reaction(const cJSON *event, struct matrix_reaction *reaction);

/* The event that a redaction removes, from either of the places where room versions have it; NULL.
 */
const char *matrix_redacts(const cJSON *event);
/* The membership before a member event, if the server says so; else otherwise. */
enum matrix_membership matrix_member_before(const cJSON *event, enum matrix_membership otherwise);
enum matrix_membership matrix_membership(const char *word); /* NULL, unknown: MATRIX_LEFT */

/* A member that is an id: at most 255 bytes, beginning with this sigil (0: any); NULL. */
const char *matrix_id(const cJSON *object, const char *name, char sigil);

/* Text of the allowed HTML without its tags. A link to a person becomes their id, listed in pills.
 */
struct matrix_pills {
    unsigned count;
    const char *user[INBOUND_MENTIONS_MAX];
};
const char *matrix_words_of_html(struct arena *arena, const char *text, struct matrix_pills *pills);

/* What follows a mention at the beginning of a text ("Ana: …", "@ana …"); NULL: it has none of this
 * name. */
const char *matrix_after_name(const char *text, const char *name);

#endif
