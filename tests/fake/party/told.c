#include "told.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_SHOWN = 200 };

/* --- gathering -------------------------------------------------------------------------------- */

static const char *told_member(const cJSON *sight, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(sight, name));
    return text == NULL ? "" : text;
}

static void told_add(cJSON *list, const char *words)
{
    char *lasting = party_lasting(words);
    cJSON_AddItemToArray(list, cJSON_CreateString(lasting));
    free(lasting);
}

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

unsigned told_struck(const struct party *party)
{
    unsigned count = 0;
    for (int verb = 0; verb < FAKE_DISCORD_VERBS; verb++) {
        count += fake_discord_struck(party->fake, (enum fake_discord_verb)verb);
    }
    return count;
}

void told_free(struct told *told)
{
    free(told->moves);
    free(told->lines);
    for (unsigned who = 0; who < told->people; who++) {
        cJSON_Delete(told->direct[who]);
        cJSON_Delete(told->whispers[who]);
    }
}

/* --- comparing -------------------------------------------------------------------------------- */

static void told_texts(const char *text, const char *other)
{
    size_t at = 0;
    while (text[at] != '\0' && text[at] == other[at]) {
        at++;
    }
    size_t from = at < TOLD_SHOWN ? 0 : at - TOLD_SHOWN;
    ck_assert_msg(text[at] == other[at], "expected:\n%.600s\n\ngot:\n%.600s", text + from,
                  other + from);
}

void told_same_moves(const struct told *told, const struct told *other)
{
    told_texts(told->moves, other->moves);
}

void told_same_lines(const struct told *told, const struct told *other)
{
    told_texts(told->lines, other->lines);
}

static unsigned told_times(const cJSON *list, const char *text)
{
    const cJSON *one = NULL;
    unsigned times = 0;
    cJSON_ArrayForEach(one, list)
    {
        times += strcmp(one->valuestring, text) == 0 ? 1 : 0;
    }
    return times;
}

/* Each text of the list came to this person as often as it is due. */
static void told_each(const struct told *told, const struct told *other, unsigned who,
                      const cJSON *list)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        unsigned due = told_times(told->whispers[who], one->valuestring);
        unsigned got = told_times(other->whispers[who], one->valuestring);
        ck_assert_msg(got == due, "%s was told %u times in place of %u:\n%s", told->name[who], got,
                      due, one->valuestring);
    }
}

void told_same_whispers(const struct told *told, const struct told *other)
{
    for (unsigned who = 0; who < told->people; who++) {
        told_each(told, other, who, told->direct[who]);
        told_each(told, other, who, other->direct[who]);
    }
}

void told_alike(const struct told *told, const struct told *other)
{
    told_same_moves(told, other);
    told_same_lines(told, other);
    told_same_whispers(told, other);
}
