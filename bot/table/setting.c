#include "setting.h"

#include <string.h>

static const struct setting_row setting_rows[SETTINGS] = {
#define OWN_CHOICE(id, name, aliases, tells, bad, open, values) \
    {name, aliases, true, false, open, MSG_##tells, REFUSAL_##bad, values},
#define ROOM_CHOICE(id, name, aliases, tells, bad, open, values, server) \
    {name, aliases, false, server, open, MSG_##tells, REFUSAL_##bad, values},
#include "own_choices.def"
#include "room_choices.def"
#undef OWN_CHOICE
#undef ROOM_CHOICE
};

const struct setting_row *setting_row(enum setting setting)
{
    return &setting_rows[setting];
}

enum setting setting_named(const char *name, bool own)
{
    unsigned at = 0;
    while (at < SETTINGS &&
           (setting_rows[at].own != own || strcmp(setting_rows[at].name, name) != 0)) {
        at++;
    }
    return (enum setting)at;
}

bool setting_value(enum setting setting, unsigned at, char value[SETTING_VALUE_BYTES])
{
    const char *from = setting_rows[setting].values;
    if (from[0] == '@') {
        return false; /* the house knows which there are */
    }
    for (unsigned i = 0; i < at; i++) {
        from += strcspn(from, " ");
        from += strspn(from, " ");
    }
    size_t len = strcspn(from, " ");
    if (len == 0 || len >= SETTING_VALUE_BYTES) {
        return false;
    }
    memcpy(value, from, len);
    value[len] = '\0';
    return true;
}
