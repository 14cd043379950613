/* A list of an argument is walked as one text after the other. */
#include "banned_words_check.h"

#include "banned_words.h"
#include "house_private.h"

/* Are there words in this argument that its room does not want? */
static bool banned_words_at(const struct handling *handling, const struct value_tree *args,
                            uint16_t at)
{
    const struct room *room = handling->entry->room;
    const struct adapter_link *link = link_named(&handling->house->links, room->adapter);
    const char *server = link->def == NULL || link->def->community == NULL
                             ? NULL
                             : link->def->community(link->adapter, room->id);
    const struct value *fact = &args->fact[at];
    bool found = false;
    if (fact->kind == VALUE_TEXT) {
        found = banned_words_has(handling->house->banned_words, room->adapter, server, room->id,
                                 fact->text);
    }
    for (uint16_t i = fact->kind == VALUE_LIST ? value_first(args, at) : VALUE_NONE;
         i != VALUE_NONE && !found; i = value_next(args, at, i)) {
        found = banned_words_at(handling, args, i);
    }
    return found;
}

bool banned_words_in_move(const struct handling *handling, const struct move *move)
{
    for (unsigned i = 0; i < move->row->arg_count; i++) {
        const struct arg_def *arg = &move->row->args[i];
        bool typed =
            (arg->kind == ARG_TEXT || arg->kind == ARG_TEXTS) && (arg->flags & ARG_RESOLVED) == 0;
        uint16_t at = typed ? value_path(&move->args, arg->name) : VALUE_NONE;
        if (at != VALUE_NONE && banned_words_at(handling, &move->args, at)) {
            return true;
        }
    }
    return false;
}
