#include "play.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "heap.h"

enum { PLAY_PATIENCE = 900, PLAY_TAIL = 4000, PLAY_END_MS = 180000 };

static const cJSON *get(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

static const char *text_of(const cJSON *json, const char *name)
{
    const char *text = cJSON_GetStringValue(get(json, name));
    return text == NULL ? "" : text;
}

static cJSON *list(char *text)
{
    cJSON *json = cJSON_ParseWithLength(text, strlen(text));
    free(text);
    return json;
}

/* What somebody could ever read anywhere, for a failure's message. */
static const char *play_tail(const struct salon *salon, unsigned who)
{
    static char view[1024 * 1024];
    cJSON *all = list(mxfake_sees(salon->fake, salon->person[who], NULL));
    const cJSON *one = NULL;
    size_t used = 0;
    view[0] = '\0';
    cJSON_ArrayForEach(one, all)
    {
        if (strcmp(text_of(one, "type"), "m.room.message") == 0) {
            int len = snprintf(view + used, sizeof view - used, "--- %s %.12s\n%s\n",
                               strcmp(text_of(one, "room"), salon->room) == 0 ? "room" : "direct",
                               text_of(one, "sender"), text_of(one, "body"));
            used += len > 0 && used + (size_t)len < sizeof view ? (size_t)len : 0;
        }
    }
    cJSON_Delete(all);
    return used > PLAY_TAIL ? view + used - PLAY_TAIL : view;
}

static bool play_lists(char *text, const char *wanted, int count)
{
    cJSON *all = list(text);
    const cJSON *one = NULL;
    bool found = false;
    cJSON_ArrayForEach(one, all)
    {
        found = found || strcmp(one->valuestring, wanted) == 0;
    }
    found = found && cJSON_GetArraySize(all) == count;
    cJSON_Delete(all);
    return found;
}

/* The room that the bot and one person are in, and nobody else is or will be; NULL: there is none. */
static const char *play_direct(const struct salon *salon, unsigned who)
{
    static char direct[300];
    cJSON *rooms = list(mxfake_rooms(salon->fake, salon->bot));
    const cJSON *room = NULL;
    direct[0] = '\0';
    cJSON_ArrayForEach(room, rooms)
    {
        const char *id = room->valuestring;
        cJSON *invited = list(mxfake_members(salon->fake, id, "invite"));
        if (play_lists(mxfake_members(salon->fake, id, "join"), salon->person[who], 2) &&
            cJSON_GetArraySize(invited) == 0) {
            snprintf(direct, sizeof direct, "%s", id);
        }
        cJSON_Delete(invited);
    }
    cJSON_Delete(rooms);
    return direct[0] == '\0' ? NULL : direct;
}

static const char *play_whisper(struct salon *salon, const struct play_act *act)
{
    const char *room = play_direct(salon, act->who);
    for (int i = 0; i < PLAY_PATIENCE && room == NULL; i++) {
        salon_pass(salon, 1000);
        room = play_direct(salon, act->who);
    }
    ck_assert_msg(room != NULL, "%s has no direct room", salon->person[act->who]);
    return mxfake_say(salon->fake, salon->person[act->who], room, act->text);
}

/* The newest message on which the bot has this reaction, as this person sees it. */
static char *play_seeded(const struct salon *salon, unsigned who, const char *key)
{
    cJSON *all = list(mxfake_sees(salon->fake, salon->person[who], NULL));
    const cJSON *one = NULL;
    char *found = NULL;
    cJSON_ArrayForEach(one, all)
    {
        const cJSON *relates = get(get(one, "content"), "m.relates_to");
        if (strcmp(text_of(one, "type"), "m.reaction") == 0 &&
            strcmp(text_of(one, "sender"), salon->bot) == 0 &&
            strcmp(text_of(relates, "key"), key) == 0) {
            free(found);
            found = heap_copy(text_of(relates, "event_id"));
        }
    }
    cJSON_Delete(all);
    return found;
}

static const char *play_react(struct salon *salon, const struct play_act *act)
{
    char *event = play_seeded(salon, act->who, act->text);
    for (int i = 0; i < PLAY_PATIENCE && event == NULL; i++) {
        salon_pass(salon, 1000);
        event = play_seeded(salon, act->who, act->text);
    }
    ck_assert_msg(event != NULL, "%s sees nothing to press %s on:\n%s", salon->person[act->who],
                  act->text, play_tail(salon, act->who));
    const char *reaction = mxfake_react(salon->fake, salon->person[act->who], event, act->text);
    free(event);
    return reaction;
}

static void play_act(struct salon *salon, const struct play_act *act, unsigned number,
                     play_after after)
{
    const char *event = NULL;
    unsigned before = salon_saw(salon, act->reader, NULL, act->words);
    switch (act->how) {
    case PLAY_SAY:
        event = mxfake_say(salon->fake, salon->person[act->who], salon->room, act->text);
        break;
    case PLAY_WHISPER:
        event = play_whisper(salon, act);
        break;
    case PLAY_REACT:
        event = play_react(salon, act);
        break;
    case PLAY_SECRETS:
        break;
    }
    ck_assert_msg(event != NULL, "%s", mxfake_why(salon->fake));
    if (after != NULL) {
        after(salon, number);
    }
    for (int i = 0; i < PLAY_PATIENCE; i++) {
        if (salon_saw(salon, act->reader, NULL, act->words) > before) {
            return;
        }
        salon_pass(salon, 1000);
    }
    ck_abort_msg("act %u (%s): %s does not see \"%s\":\n%s", number, act->text,
                 salon->person[act->reader], act->words, play_tail(salon, act->reader));
}

static void play_secrets(const struct salon *salon, const struct play_secret *secret)
{
    for (; secret->words != NULL; secret++) {
        for (unsigned who = 0; who < salon->people; who++) {
            bool seen = mxfake_has_seen(salon->fake, salon->person[who], secret->words);
            ck_assert_msg(seen == ((secret->people & 1U << who) != 0), "%s %s \"%s\"",
                          salon->person[who], seen ? "has read" : "has not read", secret->words);
        }
    }
}

void play_open(struct salon *salon, const struct play_game *game, uint64_t seed)
{
    memset(salon, 0, sizeof *salon);
    salon->dice = seed;
    salon->pinned = true;
    salon->deal = game->deal;
    salon_open(salon, game->people, NULL);
}

void play(struct salon *salon, const struct play_game *game, play_after after)
{
    const struct play_secret *secrets = game->secrets;
    for (unsigned i = 0; game->acts[i].how == PLAY_SECRETS || game->acts[i].words != NULL; i++) {
        if (game->acts[i].how != PLAY_SECRETS) {
            play_act(salon, &game->acts[i], i, after);
            continue;
        }
        play_secrets(salon, secrets);
        while (secrets->words != NULL) {
            secrets++;
        }
        secrets++;
    }
    salon_pass(salon, PLAY_END_MS);
}

/* --- what was told ---------------------------------------------------------------------------- */

static bool play_is_edit(const cJSON *sight)
{
    return strcmp(text_of(get(get(sight, "content"), "m.relates_to"), "rel_type"), "m.replace") == 0;
}

static void play_person(struct told *told, const struct salon *salon, unsigned who)
{
    cJSON *all = list(mxfake_sees(salon->fake, salon->person[who], NULL));
    const cJSON *one = NULL;
    told->direct[who] = cJSON_CreateArray();
    cJSON_ArrayForEach(one, all)
    {
        if (strcmp(text_of(one, "room"), salon->room) != 0 &&
            strcmp(text_of(one, "sender"), salon->bot) == 0 &&
            strcmp(text_of(one, "type"), "m.room.message") == 0 && !play_is_edit(one)) {
            told_add(told->direct[who], text_of(one, "body"));
        }
    }
    told->whispers[who] = cJSON_Duplicate(told->direct[who], true);
    cJSON_Delete(all);
}

static char *play_lines(const struct salon *salon, unsigned who)
{
    struct buf text;
    cJSON *all = list(mxfake_sees(salon->fake, salon->person[who], salon->room));
    const cJSON *one = NULL;
    buf_init(&text, (size_t)1024 * 1024);
    cJSON_ArrayForEach(one, all)
    {
        if (strcmp(text_of(one, "sender"), salon->bot) == 0 &&
            strcmp(text_of(one, "type"), "m.room.message") == 0 && !play_is_edit(one)) {
            char *lasting = told_lasting(text_of(one, "body"));
            buf_text(&text, lasting);
            free(lasting);
        }
    }
    cJSON_Delete(all);
    char *copy = heap_text(text.len > 0 ? text.text : "", text.len);
    buf_deinit(&text);
    return copy;
}

struct told play_told(const struct salon *salon, const struct play_game *game)
{
    struct told told = {.people = salon->people};
    told.moves = told_moves(salon->store, 1);
    told.lines = play_lines(salon, game->lines);
    for (unsigned who = 0; who < salon->people; who++) {
        told.name[who] = salon->person[who];
        play_person(&told, salon, who);
    }
    return told;
}
