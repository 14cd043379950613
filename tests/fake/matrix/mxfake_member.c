/* Members come and go; aliases. */
#include "mxfake_room.h"

#include <string.h>

struct mxfake_event *mxfake_move(struct mxfake *fake, const struct mxfake_move *move,
                                 struct mxfake_no *no)
{
    bool leaves = strcmp(move->membership, "leave") == 0 || strcmp(move->membership, "ban") == 0;
    cJSON *content = cJSON_CreateObject();
    fake_add_text(content, "membership", move->membership);
    if (!leaves && move->whom->name != NULL) {
        fake_add_text(content, "displayname", move->whom->name);
    }
    if (!leaves && move->whom->avatar != NULL) {
        fake_add_text(content, "avatar_url", move->whom->avatar);
    }
    if (move->reason != NULL) {
        fake_add_text(content, "reason", move->reason);
    }
    if (move->direct) {
        fake_add_bool(content, "is_direct", true);
    }
    const struct mxfake_draft draft = {.room = move->room,
                                       .sender = move->by,
                                       .type = "m.room.member",
                                       .key = move->whom->id,
                                       .content = content};
    return mxfake_put(fake, &draft, no);
}

struct mxfake_alias *mxfake_alias_find(const struct mxfake *fake, const char *alias)
{
    for (size_t i = 0; alias != NULL && i < fake->aliases.count; i++) {
        struct mxfake_alias *found = fake->aliases.items[i];
        if (strcmp(found->alias, alias) == 0) {
            return found;
        }
    }
    return NULL;
}
