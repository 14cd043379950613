#include "party.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "discord.h"
#include "heap.h"
#include "languages.h"
#include "settings.h"
#include "table.h"
#include "told.h"

enum {
    PARTY_START_MS = 3000,
    PARTY_ACT_MS = 700,
    PARTY_ROUNDS_MAX = 200000,
    PARTY_TAIL = 3000,
    PARTY_PATIENCE = 600,
    PARTY_HAND_EACH = 20
};

static const char *const party_names[] = {
    "Ana", "Ben", "Cy",  "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo",  "Kim", "Lou", "Mia",
    "Ned", "Oz",  "Pia", "Quy", "Ray", "Sue", "Tom", "Una", "Val", "Wim", "Xia", "Yan", "Zoe"};

static const char *const pinned_seed =
    "0000000000000000000000000000000000000000000000000000000000000000";

/* The one whose clock and Discord it is. */
static struct party *party_first(struct party *party)
{
    return party->first == NULL ? party : party->first;
}

static int64_t party_now(void *context)
{
    return party_first(context)->now_ms;
}

static void must(bool good, const char *what, const struct fault *fault)
{
    ck_assert_msg(good, "%s: %s", what, fault->text);
}

/* --- a clock that is not Discord's ------------------------------------------------------------ */

static struct fake_platform party_platform; /* of the one party there is */
static int64_t party_ahead_ms;

static void party_run_discord(void *context, int64_t now_ms)
{
    party_platform.run(context, now_ms - party_ahead_ms);
}

static int64_t party_next_ms(const void *context)
{
    int64_t next_ms = party_platform.next_ms(context);
    return next_ms == INT64_MAX ? next_ms : next_ms + party_ahead_ms;
}

static void party_open_house(struct party *party)
{
    struct fault fault = {FAULT_NONE, ""};
    static const struct house_limits limits = {.tables_per_room = 8, .tables_per_person = 16};
    const struct house_setup setup = {.store = party->store,
                                      .clock = {party_now, party_now, party},
                                      .entropy = entropy_seeded(&party->dice, party->dice + 1),
                                      .catalogue = party->catalogue,
                                      .settings = party->settings,
                                      .limits = &limits,
                                      .part = party->part,
                                      .parts = party->parts};
    party_platform = fake_discord_platform(party->fake);
    party_ahead_ms = party->ahead_ms;
    struct fake_platform platform = party_platform;
    platform.run = party_run_discord;
    platform.next_ms = party_next_ms;
    party->wire = fake_wire_new(&platform, &party_first(party)->now_ms, &party->dice);
    party->house = house_new(&setup, &fault);
    must(party->house != NULL, "house", &fault);
    const char *seed = party->seed == NULL ? pinned_seed : party->seed;
    house_pin(party->house, seed[0] == '\0' ? NULL : seed, party->deal);
    const struct discord_on on = {.wire = fake_wire_wire(party->wire), .pictures = party->pictures};
    must(discord_open_on(&party->adapter, party->house, &on, party->settings, &fault) == 0,
         "discord", &fault);
    house_add_adapter(party->house, &discord_adapter, party->adapter);
}

static void party_end_house(struct party *party)
{
    discord_adapter.close(&party->adapter); /* its sockets are lost without a word */
    house_free(&party->house);
    fake_wire_free(&party->wire);
}

static void party_settings(struct party *party)
{
    struct buf problems;
    static const char *const fallback[] = {"DEADDROP_DISCORD_TOKEN=fake-token-of-the-tests", NULL};
    const char *environment[20];
    size_t count = 0;
    environment[count++] = fallback[0];
    for (size_t i = 0; party->environment[i] != NULL; i++) {
        environment[count++] = party->environment[i];
    }
    environment[count] = NULL;
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    party->settings = settings_load(NULL, environment, &problems);
    ck_assert_msg(party->settings != NULL, "%s", problems.text);
    buf_deinit(&problems);
}

static void party_open_discord(struct party *party)
{
    party->now_ms = 1893499200000;
    const struct fake_discord_setup setup = {.token = "fake-token-of-the-tests",
                                             .now_ms = party->now_ms - party->ahead_ms,
                                             .public_key = party->public_key,
                                             .seed = party->dice + 1};
    party->fake = fake_discord_new(&setup);
    if (party->shards > 0) {
        fake_discord_knobs(party->fake)->shards = party->shards;
    }
    fake_discord_knobs(party->fake)->ready_application = !party->anonymous;
    if (party->fault.route != NULL) {
        fake_discord_fault(party->fake, &party->fault);
    }
}

/* Another part of a house, on the same Discord. */
static void party_share_discord(struct party *party)
{
    struct party *last = party->first;
    while (last->next != NULL) {
        last = last->next;
    }
    last->next = party;
    party->fake = party->first->fake;
}

void party_open(struct party *party, unsigned people)
{
    struct fault fault = {FAULT_NONE, ""};
    if (party->first == NULL) {
        party_open_discord(party);
    } else {
        party_share_discord(party);
    }
    party->guild = party->parts == 0
                       ? fake_discord_guild(party->fake, "Den")
                       : fake_discord_guild_on(party->fake, "Den", party->part, party->parts);
    party->channel =
        fake_discord_channel(party->fake, party->guild, "den", FAKE_DISCORD_CHANNEL_TEXT);
    party->people = people;
    for (unsigned i = 0; i < people; i++) {
        party->name[i] = party_names[i];
        party->person[i] = party->first == NULL ? fake_discord_person(party->fake, party_names[i])
                                                : party->first->person[i];
        fake_discord_join(party->fake, party->guild, party->person[i]);
    }
    party_settings(party);
    party->catalogue = languages_new("en", &fault);
    must(party->catalogue != NULL, "language", &fault);
    database_new(party->place, NULL, ":memory:");
    party->store = store_open(database_driver(), party->place, false, NULL, NULL, &fault);
    must(party->store != NULL, "store", &fault);
    party_open_house(party);
    party_pass(party, PARTY_START_MS);
}

void party_close(struct party *party)
{
    party_end_house(party);
    store_close(&party->store);
    database_end(party->place);
    catalogue_free(&party->catalogue);
    settings_free(&party->settings);
    free(party->sitting);
    if (party->first == NULL) {
        fake_discord_free(&party->fake);
    }
}

void party_cut(struct party *party)
{
    party_end_house(party);
}

void party_restart(struct party *party, int64_t downtime_ms)
{
    party_cut(party);
    party_reopen(party, downtime_ms);
}

void party_begin(struct party *party, int64_t downtime_ms)
{
    settings_free(&party->settings);
    party_settings(party);
    struct party *first = party_first(party);
    first->now_ms += downtime_ms;
    fake_discord_run(party->fake, first->now_ms - party->ahead_ms);
    party_open_house(party);
}

void party_reopen(struct party *party, int64_t downtime_ms)
{
    party_begin(party, downtime_ms);
    party_pass(party, PARTY_START_MS);
}

/* One house, as long as it runs: is there more to be done at once? When there is next; how much its
 * store has not done yet is added. */
static bool party_run(struct party *party, int64_t *next_ms, size_t *pending)
{
    if (party->house == NULL) {
        return false; /* cut */
    }
    bool busy = fake_wire_run(party->wire);
    if (!party->disk_slow) {
        busy = house_run(party->house) || busy || !house_is_idle(party->house);
    }
    int64_t wire_ms = fake_wire_next_ms(party->wire);
    int64_t house_ms = party->disk_slow ? INT64_MAX : house_due_ms(party->house);
    *next_ms = wire_ms < *next_ms ? wire_ms : *next_ms;
    *next_ms = house_ms < *next_ms ? house_ms : *next_ms;
    *pending += store_pending(party->store);
    return busy;
}

void party_pass(struct party *party, int64_t ms)
{
    struct party *first = party_first(party);
    int64_t until_ms = first->now_ms + ms;
    for (int i = 0; i < PARTY_ROUNDS_MAX; i++) {
        bool busy = false;
        int64_t next_ms = INT64_MAX;
        size_t pending = 0;
        for (struct party *one = first; one != NULL; one = one->next) {
            busy = party_run(one, &next_ms, &pending) || busy;
        }
        busy = (first->next != NULL && party_carry(first)) || busy;
        if (next_ms <= first->now_ms) {
            next_ms = busy ? first->now_ms : first->now_ms + 1;
        }
        if (busy && next_ms > first->now_ms && pending > 0) {
            continue;
        }
        if (next_ms > until_ms) {
            first->now_ms = until_ms;
            fake_discord_run(first->fake, until_ms - first->ahead_ms);
            return;
        }
        first->now_ms = next_ms;
    }
    ck_abort_msg("the party does not come to rest");
}

/* --- what people do --------------------------------------------------------------------------- */

static uint64_t party_did(struct party *party, unsigned who, const char *what, uint64_t id)
{
    ck_assert_msg(id != 0, "%s cannot %s: %s\n%s", party->name[who], what,
                  fake_discord_why(party->fake), party_tail(party, who));
    party_pass(party, PARTY_ACT_MS);
    return id;
}

uint64_t party_slash(struct party *party, unsigned who, const char *command, const char *args)
{
    return party_did(
        party, who, command,
        fake_discord_slash(party->fake, party->person[who], party->channel, command, args));
}

uint64_t party_say(struct party *party, unsigned who, const char *text)
{
    return party_did(party, who, text,
                     fake_discord_say(party->fake, party->person[who], party->channel, text, 0));
}

static const cJSON *get(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

/* The component of a message with this label (a button's, or a menu's placeholder). */
static const cJSON *party_component(const cJSON *message, const char *label)
{
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, get(message, "components"))
    {
        const cJSON *one = NULL;
        cJSON_ArrayForEach(one, get(row, "components"))
        {
            const char *text = cJSON_GetStringValue(get(one, "label"));
            text = text != NULL ? text : cJSON_GetStringValue(get(one, "placeholder"));
            if (text != NULL && strcmp(text, label) == 0) {
                return one;
            }
        }
    }
    return NULL;
}

/* The newest message with such a button that they see now; 0: none. */
static uint64_t party_find(const struct party *party, unsigned who, const char *label,
                           char control[PARTY_CONTROL_BYTES])
{
    char *text = fake_discord_sees(party->fake, party->person[who]);
    cJSON *all = cJSON_ParseWithLength(text, strlen(text));
    const cJSON *sight = NULL;
    uint64_t found = 0;
    cJSON_ArrayForEach(sight, all)
    {
        const cJSON *json = get(sight, "json");
        cJSON *parsed = cJSON_IsString(json)
                            ? cJSON_ParseWithLength(json->valuestring, strlen(json->valuestring))
                            : NULL;
        const cJSON *one = party_component(parsed != NULL ? parsed : json, label);
        const char *id = cJSON_GetStringValue(get(sight, "message"));
        uint64_t number = id == NULL ? 0 : strtoull(id, NULL, 10);
        if (one != NULL && number >= found) {
            found = number;
            snprintf(control, PARTY_CONTROL_BYTES, "%s",
                     cJSON_GetStringValue(get(one, "custom_id")));
        }
        cJSON_Delete(parsed);
    }
    cJSON_Delete(all);
    free(text);
    return found;
}

const char *party_control(const struct party *party, uint64_t message, const char *end)
{
    static char control[PARTY_CONTROL_BYTES];
    static const char key[] = "\"custom_id\":\"";
    char *text = fake_discord_message(party->fake, message);
    size_t len = 0;
    for (const char *at = text; at != NULL && (at = strstr(at, key)) != NULL;) {
        at += sizeof key - 1;
        size_t bytes = strcspn(at, "\"");
        bool ends = bytes > strlen(end) && memcmp(at + bytes - strlen(end), end, strlen(end)) == 0;
        if (len == 0 && ends && bytes < sizeof control && at[0] == 't') {
            memcpy(control, at, len = bytes);
        }
    }
    control[len] = '\0';
    free(text);
    ck_assert_msg(len > 0, "message %llu has no control %s", (unsigned long long)message, end);
    return control;
}

uint64_t party_button(const struct party *party, unsigned who, const char *label,
                      char control[PARTY_CONTROL_BYTES])
{
    control[0] = '\0';
    return party_find(party, who, label, control);
}

uint64_t party_has(const struct party *party, unsigned who, const char *label)
{
    char control[PARTY_CONTROL_BYTES];
    return party_button(party, who, label, control);
}

static uint64_t party_do_press(struct party *party, unsigned who, const char *label,
                               const char *values)
{
    char control[PARTY_CONTROL_BYTES] = "";
    uint64_t message = party_find(party, who, label, control);
    for (int i = 0; i < PARTY_PATIENCE && message == 0; i++) {
        party_wait(party, who, i);
        message = party_find(party, who, label, control);
    }
    ck_assert_msg(message != 0, "%s sees no [%s]:\n%s", party->name[who], label,
                  party_tail(party, who));
    return party_did(party, who, label,
                     fake_discord_press(party->fake, party->person[who], message, control, values));
}

void party_wait(struct party *party, unsigned who, int round)
{
    if (party->hands && round % PARTY_HAND_EACH == PARTY_HAND_EACH - 1 &&
        party_has(party, who, "My hand") != 0) {
        party_press(party, who, "My hand");
    }
    party_pass(party, 1000);
}

uint64_t party_press(struct party *party, unsigned who, const char *label)
{
    return party_do_press(party, who, label, NULL);
}

uint64_t party_choose(struct party *party, unsigned who, const char *label, const char *value)
{
    char values[256];
    snprintf(values, sizeof values, "[\"%s\"]", value);
    return party_do_press(party, who, label, values);
}

uint64_t party_submit(struct party *party, unsigned who, const char *fields)
{
    return party_did(party, who, "submit",
                     fake_discord_submit(party->fake, party->person[who], fields));
}

int64_t party_count(const struct party *party, const char *name)
{
    char *text = fake_discord_state(party->fake);
    cJSON *state = cJSON_ParseWithLength(text, strlen(text));
    const cJSON *item = get(state, name);
    ck_assert_msg(cJSON_IsNumber(item), "no number %s in %s", name, text);
    int64_t number = (int64_t)item->valuedouble;
    cJSON_Delete(state);
    free(text);
    return number;
}

cJSON *party_outcome(const struct party *party, uint64_t interaction)
{
    char *text = fake_discord_outcome(party->fake, interaction);
    ck_assert_ptr_nonnull(text);
    cJSON *json = cJSON_ParseWithLength(text, strlen(text));
    free(text);
    return json;
}

/* Without what makes words bold. */
static void plain(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        if (at[0] == '*' && at[1] == '*') {
            at++;
        } else {
            *to++ = *at;
        }
    }
    *to = '\0';
}

const char *party_view(const struct party *party, unsigned who)
{
    static char view[1024 * 1024];
    char *text = fake_discord_sees(party->fake, party->person[who]);
    cJSON *all = cJSON_ParseWithLength(text, strlen(text));
    const cJSON *sight = NULL;
    size_t used = 0;
    view[0] = '\0';
    cJSON_ArrayForEach(sight, all)
    {
        const char *words = cJSON_GetStringValue(get(sight, "text"));
        const char *kind = cJSON_GetStringValue(get(sight, "kind"));
        int len = snprintf(view + used, sizeof view - used, "--- %s\n%s\n", kind, words);
        used += len > 0 && used + (size_t)len < sizeof view ? (size_t)len : 0;
    }
    cJSON_Delete(all);
    free(text);
    plain(view);
    return view;
}

const char *party_tail(const struct party *party, unsigned who)
{
    const char *view = party_view(party, who);
    size_t len = strlen(view);
    return len > PARTY_TAIL ? view + len - PARTY_TAIL : view;
}

bool party_sees(const struct party *party, unsigned who, const char *words)
{
    return strstr(party_view(party, who), words) != NULL;
}

unsigned party_times(const struct party *party, unsigned who, const char *words)
{
    unsigned times = 0;
    const char *at = party_view(party, who);
    while ((at = strstr(at, words)) != NULL) {
        at += strlen(words);
        times++;
    }
    return times;
}

bool party_saw(const struct party *party, unsigned who, const char *words)
{
    return fake_discord_has_seen(party->fake, party->person[who], words);
}

bool party_is_own(const cJSON *sight)
{
    return cJSON_IsTrue(get(get(get(sight, "json"), "author"), "bot"));
}

char *party_moves(const struct party *party, uint64_t table)
{
    return told_moves(party->store, table);
}

/* What lasts of a message, without empty lines: what is one message and what are two depends on how
 * long they waited. */
static void add_words(struct buf *text, const char *words)
{
    char *lasting = told_lasting(words);
    for (const char *at = lasting; *at != '\0'; at++) {
        if (*at != '\n' || (text->len > 0 && text->text[text->len - 1] != '\n')) {
            buf_add(text, at, 1);
        }
    }
    free(lasting);
}

char *party_lines(const struct party *party, unsigned who)
{
    struct buf text;
    char *sees = fake_discord_sees(party->fake, party->person[who]);
    cJSON *all = cJSON_ParseWithLength(sees, strlen(sees));
    const cJSON *sight = NULL;
    buf_init(&text, (size_t)1024 * 1024);
    cJSON_ArrayForEach(sight, all)
    {
        const char *words = cJSON_GetStringValue(get(sight, "text"));
        const char *kind = cJSON_GetStringValue(get(sight, "kind"));
        if (kind != NULL && words != NULL && strcmp(kind, "message") == 0 &&
            !told_has_control(words)) {
            add_words(&text, words);
        }
    }
    cJSON_Delete(all);
    free(sees);
    char *copy = heap_text(text.len > 0 ? text.text : "", text.len);
    buf_deinit(&text);
    return copy;
}
