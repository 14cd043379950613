#include "play.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "heap.h"

enum {
    PLAY_PATIENCE = 420,
    PLAY_SOON = 60,
    PLAY_TAIL = 1700,
    PLAY_END_MS = 180000,
    PLAY_REACHED_MS = 60000,
    PLAY_QUIET_MS = 700000
};

static const cJSON *get(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

static const char *text_of(const cJSON *json, const char *name)
{
    const char *text = cJSON_GetStringValue(get(json, name));
    return text == NULL ? "" : text;
}

static bool play_is_edit(const cJSON *sight)
{
    return strcmp(text_of(get(get(sight, "content"), "m.relates_to"), "rel_type"), "m.replace") ==
           0;
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

/* The oldest room that the bot and one person are in, and nobody else is or will be: a team's that
 * is being opened may look the same for a while. NULL: there is none. */
static const char *play_direct(const struct salon *salon, unsigned who)
{
    static char direct[300];
    cJSON *rooms = list(mxfake_rooms(salon->fake, salon->bot));
    const cJSON *room = NULL;
    direct[0] = '\0';
    cJSON_ArrayForEach(room, rooms)
    {
        const char *id = room->valuestring;
        if (direct[0] != '\0') {
            break;
        }
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

/* The newest message of the bot's with these words that this person could ever read. */
static char *play_message(const struct salon *salon, unsigned who, const char *words)
{
    cJSON *all = list(mxfake_sees(salon->fake, salon->person[who], NULL));
    const cJSON *one = NULL;
    char *found = NULL;
    cJSON_ArrayForEach(one, all)
    {
        if (strcmp(text_of(one, "sender"), salon->bot) == 0 && !play_is_edit(one) &&
            strstr(text_of(one, "body"), words) != NULL) {
            free(found);
            found = heap_copy(text_of(one, "event"));
        }
    }
    cJSON_Delete(all);
    return found;
}

static const char *play_react(struct salon *salon, const struct play_act *act)
{
    size_t key_len = strcspn(act->text, " ");
    char *key = heap_text(act->text, key_len);
    char *event = play_message(salon, act->who, act->text + key_len + 1);
    for (int i = 0; i < PLAY_PATIENCE && event == NULL; i++) {
        salon_pass(salon, 1000);
        event = play_message(salon, act->who, act->text + key_len + 1);
    }
    ck_assert_msg(event != NULL, "%s sees nothing for %s:\n%s", salon->person[act->who], act->text,
                  play_tail(salon, act->who));
    const char *reaction = mxfake_react(salon->fake, salon->person[act->who], event, key);
    free(event);
    free(key);
    return reaction;
}

static void play_act(struct salon *salon, const struct play_act *act, unsigned number,
                     play_after after)
{
    const char *event = NULL;
    unsigned before = 0;
    if (act->how == PLAY_START) { /* everybody is known to be reached in private by then */
        salon_pass(salon, PLAY_REACHED_MS);
    }
    before = salon_saw(salon, act->reader, NULL, act->words);
    switch (act->how) {
    case PLAY_SAY:
    case PLAY_START:
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
        salon_pass(salon, i < PLAY_SOON ? 1000 : 10000);
    }
    char *did = heap_copy(play_tail(salon, act->who));
    ck_abort_msg("act %u (%s): %s does not see \"%s\":\n%s\n=== and who did it:\n%s", number,
                 act->text, salon->person[act->reader], act->words, play_tail(salon, act->reader),
                 did);
}

static void play_secrets(struct salon *salon, const struct play_secret *secret)
{
    for (; secret->words != NULL; secret++) {
        for (unsigned who = 0; who < salon->people; who++) {
            bool may = (secret->people & 1U << who) != 0;
            bool seen = mxfake_has_seen(salon->fake, salon->person[who], secret->words);
            for (int i = 0; i < PLAY_PATIENCE && may && !seen; i++) {
                salon_pass(salon, 1000);
                seen = mxfake_has_seen(salon->fake, salon->person[who], secret->words);
            }
            ck_assert_msg(seen == may, "%s %s \"%s\"", salon->person[who],
                          seen ? "has read" : "has not read", secret->words);
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

/* The length of a moment as "2030-01-02 12:00 UTC (in 1 day)" there; 0: there is none. */
static size_t play_moment(const char *text)
{
    static const char pattern[] = "0000-00-00 00:00 UTC";
    size_t len = sizeof pattern - 1;
    for (size_t i = 0; i < len; i++) {
        bool digit = text[i] >= '0' && text[i] <= '9';
        if (pattern[i] == '0' ? !digit : text[i] != pattern[i]) {
            return 0;
        }
    }
    return strncmp(text + len, " (in ", 5) == 0 ? len + strcspn(text + len, ")") + 1 : len;
}

/* The length of a line that says that the program or the homeserver was away or is slow, or that
 * somebody is waited for; 0: it does not. */
static size_t play_passing(const char *line)
{
    static const char invited[] = ": I've invited you to a private chat";
    const char *found = strstr(line, invited);
    size_t len = strcspn(line, "\n");
    bool is = strncmp(line, "I was away from ", 16) == 0 ||
              strncmp(line, "I was away for a moment, at ", 28) == 0 ||
              strncmp(line, "The homeserver lets me write ", 29) == 0 ||
              (found != NULL && (size_t)(found - line) < len);
    return !is ? 0 : line[len] == '\n' ? len + 1 : len;
}

/* Behind lines that depend on when they are said, and behind empty ones: which lines are one
 * message depends on time too. */
static const char *play_behind(const char *line)
{
    size_t transient = 0;
    while (*line == '\n' || (transient = play_passing(line)) > 0) {
        line += *line == '\n' ? 1 : transient;
    }
    return line;
}

/* Without what depends on when it is said; to be freed. */
static char *play_timeless(const char *text)
{
    char *copy = heap_copy(text);
    char *to = copy;
    while (*text != '\0') {
        text = to == copy || to[-1] == '\n' ? play_behind(text) : text;
        size_t transient = play_moment(text);
        text += transient;
        if (transient == 0 && *text != '\0') {
            *to++ = *text++;
        }
    }
    to -= to > copy && to[-1] == '\n';
    *to = '\0';
    return copy;
}

/* Boards are posted anew when it is time, and say what is so just then. */
static bool play_is_board(const cJSON *sight)
{
    const char *body = text_of(sight, "body");
    const char *mark = strstr(body, " #1 · ");
    return mark != NULL && (size_t)(mark - body) < strcspn(body, "\n");
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
            char *words = play_timeless(text_of(one, "body"));
            told_add(told->direct[who], words);
            free(words);
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
            strcmp(text_of(one, "type"), "m.room.message") == 0 && !play_is_edit(one) &&
            !play_is_board(one)) {
            char *words = play_timeless(text_of(one, "body"));
            char *lasting = told_lasting(words);
            buf_text(&text, words[0] == '\0' ? "" : lasting);
            free(lasting);
            free(words);
        }
    }
    cJSON_Delete(all);
    char *copy = heap_text(text.len > 0 ? text.text : "", text.len);
    buf_deinit(&text);
    return copy;
}

/* Without the mark of a moderator: a room whose powers could not be read in time has none. */
static char *play_moves(const struct salon *salon)
{
    char *moves = told_moves(salon->store, 1);
    char *to = moves;
    bool first = true; /* word of a line */
    for (const char *at = moves; *at != '\0'; at++) {
        first = at == moves || at[-1] == '\n' || (first && *at != ' ');
        if (!first || *at != '!') {
            *to++ = *at;
        }
    }
    *to = '\0';
    return moves;
}

struct told play_told(const struct salon *salon, const struct play_game *game)
{
    struct told told = {.people = salon->people};
    told.moves = play_moves(salon);
    told.lines = play_lines(salon, game->lines);
    for (unsigned who = 0; who < salon->people; who++) {
        told.name[who] = salon->person[who];
        play_person(&told, salon, who);
    }
    return told;
}

struct told play_undisturbed(const struct play_game *game)
{
    struct salon salon;
    play_open(&salon, game, 1);
    play(&salon, game, NULL);
    struct told told = play_told(&salon, game);
    salon_close(&salon);
    ck_assert_uint_gt(strlen(told.moves), 300);
    ck_assert_ptr_nonnull(strstr(told.lines, "The game is over"));
    return told;
}

/* No room was made twice, whatever became of the answer. */
static void play_rooms(const struct salon *salon)
{
    cJSON *rooms = list(mxfake_rooms(salon->fake, salon->bot));
    cJSON *made = cJSON_CreateObject();
    const cJSON *room = NULL;
    cJSON_ArrayForEach(room, rooms)
    {
        char *text = mxfake_room_state(salon->fake, room->valuestring, "m.room.create", "");
        cJSON *create = text == NULL ? NULL : list(text);
        const char *marker = text_of(create, "io.deaddrop.id");
        ck_assert_msg(get(made, marker) == NULL, "two rooms for %s", marker);
        if (marker[0] != '\0') {
            cJSON_AddTrueToObject(made, marker);
        }
        cJSON_Delete(create);
    }
    cJSON_Delete(rooms);
    cJSON_Delete(made);
}

void play_alike(struct salon *salon, const struct play_game *game, struct told *told)
{
    mxfake_mend(salon->fake);
    salon_pass(salon, PLAY_QUIET_MS);
    struct told other = play_told(salon, game);
    told_alike(told, &other);
    play_rooms(salon);
    told_free(told);
    told_free(&other);
}
