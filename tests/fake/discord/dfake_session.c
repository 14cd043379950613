/* Sessions: identify, resume, and the events that are kept for a resume. */
#include "dfake_link.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DFAKE_GUILDS_OF_SHARD = 2500, DFAKE_INTENT_BITS = 26 };

static void dfake_kept_pop(struct dfake_session *session)
{
    struct dfake_event_kept *kept = session->first;
    session->first = kept->next;
    if (session->first == NULL) {
        session->last = NULL;
    }
    assert(session->last != kept);
    session->kept--;
    fake_text_drop(&kept->frame);
    free(kept);
}

void dfake_session_free(struct dfake_session *session)
{
    while (session->first != NULL) {
        dfake_kept_pop(session);
    }
    free(session);
}

static void dfake_session_send(struct fake_discord *fake, struct dfake_session *session,
                               const char *name, const char *d)
{
    size_t size = strlen(d) + strlen(name) + 80;
    struct fake_text *frame = malloc(sizeof *frame + size);
    if (frame == NULL) {
        abort();
    }
    frame->refs = 1;
    frame->len =
        (size_t)snprintf(frame->bytes, size, "{\"t\":\"%s\",\"s\":%" PRId64 ",\"op\":0,\"d\":%s}",
                         name, ++session->seq, d);
    struct dfake_event_kept *kept = fake_take(sizeof *kept);
    kept->seq = session->seq;
    kept->frame = frame;
    *(session->first != NULL ? &session->last->next : &session->first) = kept;
    session->last = kept;
    fake->counts.events++;
    if (session->link != NULL) {
        dfake_link_send(session->link, frame);
    }
    if (++session->kept > fake->knobs.replay_events) {
        dfake_kept_pop(session);
    }
}

/* An event that comes late, to a session that may be gone by then. */
struct dfake_late {
    char session[DFAKE_SESSION_BYTES];
    char name[40];
    char *d;
};

static void dfake_late_free(void *what)
{
    struct dfake_late *late = what;
    free(late->d);
    free(late);
}

static struct dfake_session *dfake_session_find(const struct fake_discord *fake, const char *id)
{
    for (size_t i = 0; i < fake->sessions.count; i++) {
        struct dfake_session *session = fake->sessions.items[i];
        if (strcmp(session->id, id) == 0) {
            return session;
        }
    }
    return NULL;
}

static void dfake_late_arrives(struct fake_discord *fake, void *what)
{
    struct dfake_late *late = what;
    struct dfake_session *session = dfake_session_find(fake, late->session);
    if (session != NULL && !session->dead) {
        dfake_session_send(fake, session, late->name, late->d);
    }
    dfake_late_free(late);
}

void dfake_session_event(struct fake_discord *fake, struct dfake_session *session, const char *name,
                         const char *d)
{
    const struct fake_discord_weather *weather = &fake->weather;
    if (dfake_strikes(fake, weather->late_per_mille)) {
        struct dfake_late *late = fake_take(sizeof *late);
        fake_name(late->session, sizeof late->session, session->id);
        fake_name(late->name, sizeof late->name, name);
        late->d = fake_copy(d, strlen(d));
        dfake_due_add(fake, fake->now_ms + weather->notify_delay_ms, dfake_late_arrives,
                      dfake_late_free, late);
        return;
    }
    dfake_session_send(fake, session, name, d);
    if (dfake_strikes(fake, weather->doubled_per_mille)) {
        dfake_session_send(fake, session, name, d);
    }
    if (session->link != NULL && dfake_strikes(fake, weather->lost_per_mille)) {
        dfake_link_end(session->link, 0);
    }
}

static void dfake_session_unlink(const struct fake_discord *fake,
                                 const struct dfake_session *session)
{
    for (size_t i = 0; i < fake->links.count; i++) {
        struct fake_link *link = fake->links.items[i];
        if (link->session == session) {
            link->session = NULL;
        }
    }
}

/* Lost ones stay for a while; the others are forgotten. */
static void dfake_sessions_prune(struct fake_discord *fake)
{
    for (size_t i = fake->sessions.count; i-- > 0;) {
        struct dfake_session *session = fake->sessions.items[i];
        bool old = session->lost_ms + fake->knobs.session_ms < fake->now_ms;
        if (session->link == NULL && (session->dead || old)) {
            fake_list_remove(&fake->sessions, session);
            dfake_session_unlink(fake, session);
            dfake_session_free(session);
        }
    }
}

/* A close code when the identify is not sound; 0: it is. */
static unsigned dfake_identify_fault(const struct fake_link *link, const cJSON *d)
{
    const struct fake_discord *fake = link->fake;
    const char *token = fake_get_text(d, "token");
    const cJSON *intents = fake_get(d, "intents");
    const cJSON *shard = fake_get(d, "shard");
    int64_t id = cJSON_IsArray(shard) ? (int64_t)cJSON_GetNumberValue(shard->child) : 0;
    int64_t count =
        cJSON_GetArraySize(shard) == 2 ? (int64_t)cJSON_GetNumberValue(shard->child->next) : 1;
    if (link->session != NULL) {
        return 4005;
    }
    if (!cJSON_IsObject(d) || !cJSON_IsObject(fake_get(d, "properties"))) {
        return 4002;
    }
    if (fake->token_dead || token == NULL || strcmp(token, fake->token) != 0) {
        return 4004;
    }
    if (shard != NULL && (cJSON_GetArraySize(shard) != 2 || id < 0 || id >= count)) {
        return 4010;
    }
    if ((int64_t)fake->world.guild_list.count > count * DFAKE_GUILDS_OF_SHARD) {
        return 4011;
    }
    if (!cJSON_IsNumber(intents) || intents->valuedouble < 0 ||
        intents->valuedouble >= (double)(UINT64_C(1) << DFAKE_INTENT_BITS)) {
        return 4013;
    }
    if (((uint64_t)intents->valuedouble & ~fake->knobs.intents_allowed) != 0) {
        return 4014;
    }
    if (fake_get_true(d, "compress") && link->compressed) {
        return 4002;
    }
    return 0;
}

/* Uses up the budget; false: the token is dead, or the key was used just before. */
static bool dfake_identify_paid(struct fake_link *link, int64_t shard)
{
    struct fake_discord *fake = link->fake;
    uint64_t key = 1 + (uint64_t)shard % fake->knobs.max_concurrency;
    fake->counts.identifies++;
    if (fake->knobs.identifies_left == 0) {
        fake->token_dead = true;
        dfake_link_end_all(fake, 4004);
        return false;
    }
    fake->knobs.identifies_left--;
    int64_t *at_ms = fake_map_find(&fake->identified, key);
    if (at_ms != NULL && *at_ms + fake->knobs.identify_each_ms > fake->now_ms) {
        fake->counts.too_soon++;
        dfake_link_send_op(link, 9, "false");
        return false;
    }
    if (at_ms == NULL) {
        at_ms = fake_take(sizeof *at_ms);
        fake_map_put(&fake->identified, key, at_ms);
    }
    *at_ms = fake->now_ms;
    return true;
}

static struct dfake_session *dfake_session_new(struct fake_link *link, const cJSON *d)
{
    struct fake_discord *fake = link->fake;
    const cJSON *shard = fake_get(d, "shard");
    struct dfake_session *session = fake_take(sizeof *session);
    snprintf(session->id, sizeof session->id, "%016" PRIx64 "%016" PRIx64,
             dfake_chance(fake, UINT64_MAX), dfake_id(fake));
    session->shard = shard == NULL ? 0 : (int)cJSON_GetNumberValue(shard->child);
    session->shards = shard == NULL ? 1 : (int)cJSON_GetNumberValue(shard->child->next);
    session->intents = (uint64_t)fake_get_number(d, "intents", 0);
    session->link = link;
    link->session = session;
    link->identified = true;
    fake_list_add(&fake->sessions, session);
    return session;
}

static bool dfake_session_has(const struct dfake_session *session, uint64_t guild)
{
    return (int)((guild >> 22) % (uint64_t)session->shards) == session->shard;
}

static cJSON *dfake_ready_json(const struct fake_discord *fake, const struct dfake_session *session)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_number(json, "v", 10);
    fake_add_object(json, "user_settings");
    cJSON_AddItemToObject(json, "user", dfake_user_json(fake, fake->bot));
    fake_add_text(json, "session_id", session->id);
    fake_add_text(json, "session_type", "normal");
    fake_add_text(json, "resume_gateway_url", fake->resume_url);
    fake_add_list(json, "relationships");
    fake_add_list(json, "private_channels");
    cJSON *shard = fake_add_list(json, "shard");
    fake_add_number(shard, NULL, session->shard);
    fake_add_number(shard, NULL, session->shards);
    cJSON *application = fake_add_object(json, "application");
    if (fake->knobs.ready_application) {
        fake_add_id(application, "id", fake->bot);
    }
    fake_add_number(application, "flags", 1 << 23);
    cJSON *guilds = fake_add_list(json, "guilds");
    for (size_t i = 0; i < fake->world.guild_list.count; i++) {
        const struct dfake_guild *guild = fake->world.guild_list.items[i];
        if (guild->bot_in && dfake_session_has(session, guild->id)) {
            cJSON *entry = fake_add_object(guilds, NULL);
            fake_add_id(entry, "id", guild->id);
            fake_add_bool(entry, "unavailable", true);
        }
    }
    return json;
}

static void dfake_session_tell(struct fake_discord *fake, struct dfake_session *session,
                               const char *name, cJSON *d)
{
    struct fake_text *text = fake_text_json(d);
    dfake_session_send(fake, session, name, text->bytes);
    fake_text_drop(&text);
}

void dfake_identify(struct fake_link *link, const cJSON *d)
{
    struct fake_discord *fake = link->fake;
    unsigned fault = dfake_identify_fault(link, d);
    const cJSON *shard = fake_get(d, "shard");
    if (fault != 0) {
        dfake_link_end(link, fault);
        return;
    }
    if (!dfake_identify_paid(link, shard == NULL ? 0 : (int64_t)shard->child->valuedouble) ||
        !fake->knobs.ready) {
        return;
    }
    dfake_sessions_prune(fake);
    struct dfake_session *session = dfake_session_new(link, d);
    dfake_session_tell(fake, session, "READY", dfake_ready_json(fake, session));
    for (size_t i = 0; i < fake->world.guild_list.count && (session->intents & 1) != 0; i++) {
        const struct dfake_guild *guild = fake->world.guild_list.items[i];
        if (guild->bot_in && !guild->out && dfake_session_has(session, guild->id)) {
            dfake_session_tell(fake, session, "GUILD_CREATE", dfake_guild_create_json(fake, guild));
        }
    }
}

static bool dfake_may_resume(struct fake_discord *fake, const struct dfake_session *session,
                             int64_t seq)
{
    if (session == NULL || session->dead || !fake->knobs.resumes) {
        return false;
    }
    if (session->link == NULL && session->lost_ms + fake->knobs.session_ms < fake->now_ms) {
        return false;
    }
    return session->first == NULL || session->first->seq <= seq + 1;
}

void dfake_resume(struct fake_link *link, const cJSON *d)
{
    struct fake_discord *fake = link->fake;
    const char *token = fake_get_text(d, "token");
    const char *id = fake_get_text(d, "session_id");
    int64_t seq = fake_get_number(d, "seq", -1);
    fake->counts.resumes++;
    if (link->session != NULL) {
        dfake_link_end(link, 4005);
        return;
    }
    if (fake->token_dead || token == NULL || strcmp(token, fake->token) != 0) {
        dfake_link_end(link, 4004);
        return;
    }
    struct dfake_session *session = id == NULL ? NULL : dfake_session_find(fake, id);
    if (session != NULL && !session->dead && (seq < 0 || seq > session->seq)) {
        session->dead = true;
        dfake_link_end(link, 4007);
        return;
    }
    if (!dfake_may_resume(fake, session, seq)) {
        dfake_link_send_op(link, 9, "false");
        return;
    }
    if (session->link != NULL) {
        struct fake_link *other = session->link;
        dfake_link_end(other, 4000);
        other->session = NULL;
    }
    session->link = link;
    link->session = session;
    for (const struct dfake_event_kept *kept = session->first; kept != NULL; kept = kept->next) {
        if (kept->seq > seq) {
            link->resumed++;
            dfake_link_send(link, kept->frame);
        }
    }
    dfake_session_send(fake, session, "RESUMED", "{\"_trace\":[\"fake\"]}");
}

void fake_discord_forget_sessions(struct fake_discord *fake)
{
    for (size_t i = 0; i < fake->sessions.count; i++) {
        struct dfake_session *session = fake->sessions.items[i];
        session->dead = true;
    }
}
