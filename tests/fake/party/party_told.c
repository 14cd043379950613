#include "party_told.h"

#include <stdlib.h>
#include <string.h>

static const char *told_member(const cJSON *sight, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(sight, name));
    return text == NULL ? "" : text;
}

/* What a host is told of a channel that refused something, which nobody is in an undisturbed game.
 */
static const char told_refusal[] = "I can no longer do all I need in the channel";

static void told_person(struct told *told, const struct party *party, unsigned who)
{
    char *text = fake_discord_saw(party->fake, party->person[who]);
    cJSON *all = cJSON_ParseWithLength(text, strlen(text));
    const cJSON *sight = NULL;
    told->direct[who] = cJSON_CreateArray();
    told->whispers[who] = cJSON_CreateArray();
    cJSON_ArrayForEach(sight, all)
    {
        const char *kind = told_member(sight, "kind");
        const char *words = told_member(sight, "text");
        bool direct = strcmp(kind, "dm") == 0;
        if (strstr(words, told_refusal) != NULL) {
            continue;
        }
        if (direct && party_is_own(sight)) {
            told_add(told->direct[who], words);
        }
        if ((direct && party_is_own(sight)) || strcmp(kind, "ephemeral") == 0) {
            told_add(told->whispers[who], words);
        }
    }
    cJSON_Delete(all);
    free(text);
}

struct told told_of(const struct party *party)
{
    struct told told = {.people = party->people};
    told.moves = party_moves(party, 1);
    told.lines = party_lines(party, 1);
    for (unsigned who = 0; who < party->people; who++) {
        told.name[who] = party->name[who];
        told_person(&told, party, who);
    }
    return told;
}
