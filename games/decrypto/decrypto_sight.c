/* Everything here is a look into the seat's own view. */
#include "decrypto_sight.h"

#include <string.h>

#include "decrypto_private.h"
#include "decrypto_sense.h"

const struct value_tree *sight_view(const struct player_sight *sight)
{
    return &sight->view->facts;
}

const struct player_book *sight_book(const struct player_sight *sight)
{
    static const struct player_book none = {0};
    return sight->book == NULL ? &none : sight->book;
}

size_t sight_book_count(const struct player_sight *sight)
{
    size_t count = sight_book(sight)->count;
    return count < SIGHT_ENTRIES_MAX ? count : SIGHT_ENTRIES_MAX;
}

int sight_team_named(const char *name)
{
    for (int team = 0; name != NULL && team < DECRYPTO_TEAMS; team++) {
        if (strcmp(name, decrypto_teams[team]) == 0) {
            return team;
        }
    }
    return DECRYPTO_NO_TEAM;
}

int sight_team(const struct player_sight *sight)
{
    return sight_team_named(value_text_at(sight_view(sight), "team", NULL));
}

const char *sight_text(const struct value_tree *facts, uint16_t list, unsigned n)
{
    uint16_t at = list == VALUE_NONE ? list : value_member(facts, list, n);
    return at == VALUE_NONE || facts->fact[at].text == NULL ? "" : facts->fact[at].text;
}

const char *sight_keyword(const struct player_sight *sight, int slot)
{
    const struct value_tree *view = sight_view(sight);
    uint16_t list = value_find(view, VALUE_NONE, "keywords");
    bool there = list != VALUE_NONE && view->fact[list].kind == VALUE_LIST;
    return there ? sight_text(view, list, (unsigned)slot) : "";
}

const struct player_entry *sight_entry(const struct player_sight *sight, int slot)
{
    const struct player_book *book = sight_book(sight);
    int at = sense_entry(book, sight_keyword(sight, slot));
    size_t sum = 7;
    for (int i = 0; at < 0 && i < DECRYPTO_SLOTS; i++) {
        for (const char *byte = sight_keyword(sight, i); *byte != '\0'; byte++) {
            sum = (sum * 31 + (unsigned char)*byte) % 100003;
        }
    }
    size_t count = book->count;
    size_t quarter = count / DECRYPTO_SLOTS;
    return &book->entry[at >= 0 ? (size_t)at : (sum + (size_t)slot * quarter) % count];
}

bool sight_is_asked(const struct player_sight *sight, const char *name)
{
    for (size_t i = 0; i < sight->owed->count; i++) {
        if (strcmp(sight->owed->owed[i].actions[0], name) == 0) {
            return true;
        }
    }
    return false;
}

uint16_t sight_clues(const struct player_sight *sight, int team)
{
    const struct value_tree *view = sight_view(sight);
    uint16_t clues = value_find(view, VALUE_NONE, "clues");
    uint16_t list = clues == VALUE_NONE ? clues : value_find(view, clues, decrypto_teams[team]);
    return list != VALUE_NONE && view->fact[list].kind == VALUE_LIST ? list : VALUE_NONE;
}
