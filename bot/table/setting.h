/* Settings: what a person chooses for themselves, and a room's moderators for the room. One row of
 * own_choices.def or room_choices.def each. The rows are the words that people type, slash
 * commands, forms, buttons and what help says of them; the house keeps and checks the values. */
#ifndef SETTING_H
#define SETTING_H

#include <stdbool.h>

#include "message.h"
#include "refusal.h"

enum setting {
#define OWN_CHOICE(id, ...)  SETTING_OWN_##id,
#define ROOM_CHOICE(id, ...) SETTING_ROOM_##id,
#include "own_choices.def"
#include "room_choices.def"
#undef OWN_CHOICE
#undef ROOM_CHOICE
    SETTINGS
};

enum { SETTING_VALUES_MAX = 8, SETTING_VALUE_BYTES = 16 };

/* Instead of values: every language that is loaded, by its tag. */
#define SETTING_LANGUAGES "@languages"
/* Instead of values: zones where whoever asks is likely to live (zones_guess.h). */
#define SETTING_ZONES "@zones"

struct setting_row {
    const char *name;    /* as it is typed and stored, and of its button "setting.NAME" */
    const char *aliases; /* other words for it, blanks between */
    bool own;            /* a person's; else a room's */
    bool server;         /* of a room's: also for all rooms of a server */
    bool open;           /* something else than the values may be said: a form asks for it */
    enum message tells;  /* the sentence about it: chosen, value */
    enum refusal bad;    /* what was said is no value of it */
    const char *values;  /* what is offered, blanks between: "setting.NAME.VALUE" are the words */
};

const struct setting_row *setting_row(enum setting setting);
/* The setting of that name; SETTINGS: none. own: a person's, else a room's. */
enum setting setting_named(const char *name, bool own);
/* The value at a place of those that are offered, into value; false: there are no more. */
bool setting_value(enum setting setting, unsigned at, char value[SETTING_VALUE_BYTES]);

#endif
