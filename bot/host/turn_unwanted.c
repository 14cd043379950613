/* A list of an argument is walked as one text after the other. */
#include "turn_unwanted.h"

#include "house_private.h"
#include "unwanted.h"

/* Are there words in this argument that its room does not want? */
static bool unwanted_at(const struct turn *turn, const struct facts *args, uint16_t at)
{
    const struct room *room = turn->entry->room;
    const struct adapter_link *link = house_link(turn->house, room->adapter);
    const char *server = link->def == NULL || link->def->server == NULL
                             ? NULL
                             : link->def->server(link->adapter, room->id);
    const struct fact *fact = &args->fact[at];
    bool found = false;
    if (fact->kind == FACT_TEXT) {
        found = unwanted_has(turn->house->unwanted, room->adapter, server, room->id, fact->text);
    }
    for (uint16_t i = fact->kind == FACT_LIST ? facts_first(args, at) : FACTS_NONE;
         i != FACTS_NONE && !found; i = facts_next(args, at, i)) {
        found = unwanted_at(turn, args, i);
    }
    return found;
}

bool turn_has_unwanted(const struct turn *turn, const struct move *move)
{
    for (unsigned i = 0; i < move->row->arg_count; i++) {
        const struct arg_def *arg = &move->row->args[i];
        bool typed =
            (arg->kind == ARG_TEXT || arg->kind == ARG_TEXTS) && (arg->flags & ARG_RESOLVED) == 0;
        uint16_t at = typed ? facts_path(&move->args, arg->name) : FACTS_NONE;
        if (at != FACTS_NONE && unwanted_at(turn, &move->args, at)) {
            return true;
        }
    }
    return false;
}
