/* Connections of the gateway: frames out and in, heartbeats, limits, ends. */
#include "dfake_link.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef DD_ZSTD
#include <zstd.h>
#endif

enum { DFAKE_RECONNECT_MS = 5000, DFAKE_MINUTE_MS = 60 * 1000, DFAKE_HISTORY_MAX = 200 };

static void dfake_out_free(struct dfake_out *out)
{
    if (out != NULL) {
        fake_text_drop(&out->whole);
        free(out);
    }
}

static struct dfake_out *dfake_out_add(struct fake_link *link, enum fake_frame_kind kind,
                                       struct fake_text *bytes, size_t at, size_t len)
{
    struct dfake_out *out = fake_take(sizeof *out);
    out->kind = kind;
    out->whole = fake_text_hold(bytes);
    out->at = at;
    out->len = len;
    *(link->last != NULL ? &link->last->next : &link->first) = out;
    link->last = out;
    return out;
}

/* One WebSocket message, in fragments where that is wanted. */
static void dfake_link_fragments(struct fake_link *link, enum fake_frame_kind kind,
                                 struct fake_text *bytes, size_t at, size_t len)
{
    size_t step = link->fake->knobs.fragment_bytes;
    step = step == 0 || step > len ? len : step;
    size_t done = 0;
    do {
        size_t part = len - done < step ? len - done : step;
        struct dfake_out *out = dfake_out_add(link, kind, bytes, at + done, part);
        out->begins = done == 0;
        done += part;
        out->ends = done == len;
    } while (done < len);
}

void dfake_link_queue(struct fake_link *link, enum fake_frame_kind kind, struct fake_text *bytes)
{
    if (link->silent || link->ended) {
        return;
    }
    size_t step = kind == FAKE_FRAME_BINARY ? link->fake->knobs.split_bytes : 0;
    step = step == 0 || step > bytes->len ? bytes->len : step;
    size_t at = 0;
    do {
        size_t part = bytes->len - at < step ? bytes->len - at : step;
        dfake_link_fragments(link, kind, bytes, at, part);
        at += part;
    } while (at < bytes->len);
}

static struct fake_text *dfake_deflated(struct fake_link *link, const char *bytes, size_t len)
{
    size_t room = len + len / 1000 + 256;
    unsigned char *out = fake_take(room);
    unsigned char *in = (unsigned char *)fake_copy(bytes, len);
    link->stream.next_in = in;
    link->stream.avail_in = (uInt)len;
    link->stream.next_out = out;
    link->stream.avail_out = (uInt)room;
    if (deflate(&link->stream, Z_SYNC_FLUSH) != Z_OK || link->stream.avail_in != 0) {
        abort();
    }
    struct fake_text *text = fake_text_new((const char *)out, room - link->stream.avail_out);
    free(in);
    free(out);
    return text;
}

#ifdef DD_ZSTD
static void dfake_zstd_open(struct fake_link *link, const char *url)
{
    link->zstd = strstr(url, "compress=zstd-stream") != NULL ? ZSTD_createCCtx() : NULL;
}

static void dfake_zstd_close(struct fake_link *link)
{
    ZSTD_freeCCtx(link->zstd);
}

static struct fake_text *dfake_zstd(struct fake_link *link, const char *bytes, size_t len)
{
    size_t room = ZSTD_compressBound(len) + 64;
    char *out = fake_take(room);
    ZSTD_inBuffer in = {bytes, len, 0};
    ZSTD_outBuffer to = {out, room, 0};
    if (ZSTD_compressStream2(link->zstd, &to, &in, ZSTD_e_flush) != 0) {
        abort();
    }
    struct fake_text *text = fake_text_new(out, to.pos);
    free(out);
    return text;
}
#else
static void dfake_zstd_open(struct fake_link *link, const char *url)
{
    (void)url;
    link->zstd = NULL;
}

static void dfake_zstd_close(struct fake_link *link)
{
    (void)link;
}

static struct fake_text *dfake_zstd(struct fake_link *link, const char *bytes, size_t len)
{
    (void)link;
    return fake_text_new(bytes, len);
}
#endif

void dfake_link_send(struct fake_link *link, struct fake_text *json)
{
    if (link->silent || link->ended) {
        return;
    }
    if (!link->compressed && link->zstd == NULL) {
        dfake_link_queue(link, FAKE_FRAME_TEXT, json);
        return;
    }
    struct fake_text *bytes = link->zstd != NULL ? dfake_zstd(link, json->bytes, json->len)
                                                 : dfake_deflated(link, json->bytes, json->len);
    dfake_link_queue(link, FAKE_FRAME_BINARY, bytes);
    fake_text_drop(&bytes);
}

void dfake_link_send_op(struct fake_link *link, int op, const char *d)
{
    size_t size = strlen(d) + 64;
    char *text = fake_take(size);
    int len = snprintf(text, size, "{\"t\":null,\"s\":null,\"op\":%d,\"d\":%s}", op, d);
    struct fake_text *json = fake_text_new(text, (size_t)len);
    free(text);
    dfake_link_send(link, json);
    fake_text_drop(&json);
}

void dfake_link_end(struct fake_link *link, unsigned code)
{
    if (link->ended) {
        return;
    }
    if (!link->silent) {
        struct fake_text *nothing = fake_text_new("", 0);
        enum fake_frame_kind kind = code == 0 ? FAKE_FRAME_CUT : FAKE_FRAME_CLOSE;
        dfake_out_add(link, kind, nothing, 0, 0)->code = code;
        fake_text_drop(&nothing);
    }
    link->ended = true;
    link->end_code = code;
    struct dfake_session *session = link->session;
    if (session != NULL) {
        bool over = code == 4004 || code == 4007 || code == 4009 || (code >= 4010 && code <= 4014);
        session->dead = session->dead || over;
        session->link = session->link == link ? NULL : session->link;
        session->lost_ms = link->fake->now_ms;
    }
}

bool dfake_link_is_of(const struct fake_link *link, int shard)
{
    return shard == DFAKE_ALL_SHARDS || (link->session != NULL && link->session->shard == shard);
}

static struct fake_link *dfake_link_find(const struct fake_discord *fake, uint64_t id)
{
    for (size_t i = 0; i < fake->links.count; i++) {
        struct fake_link *link = fake->links.items[i];
        if (link->id == id) {
            return link;
        }
    }
    return NULL;
}

static void dfake_link_later(struct fake_link *link, int64_t wait_ms, dfake_due_fn *happens)
{
    uint64_t *id = fake_take(sizeof *id);
    *id = link->id;
    dfake_due_add(link->fake, link->fake->now_ms + wait_ms, happens, free, id);
}

/* After op 7: the server closes by itself. */
static void dfake_link_is_over(struct fake_discord *fake, void *what)
{
    struct fake_link *link = dfake_link_find(fake, *(uint64_t *)what);
    free(what);
    if (link != NULL) {
        dfake_link_end(link, 1000);
    }
}

/* Two intervals without a heartbeat end it. */
static void dfake_link_check(struct fake_discord *fake, void *what)
{
    struct fake_link *link = dfake_link_find(fake, *(uint64_t *)what);
    free(what);
    if (link == NULL || link->ended) {
        return;
    }
    int64_t left_ms = link->received_ms + 2 * fake->knobs.heartbeat_ms - fake->now_ms;
    if (left_ms <= 0) {
        dfake_link_end(link, 4009);
        return;
    }
    dfake_link_later(link, left_ms, dfake_link_check);
}

static void dfake_link_hello(struct fake_link *link)
{
    struct fake_discord *fake = link->fake;
    char hello[80];
    if (fake->knobs.reconnect_first > 0) {
        fake->knobs.reconnect_first--;
        dfake_link_send_op(link, 7, "null");
        dfake_link_later(link, DFAKE_RECONNECT_MS, dfake_link_is_over);
        return;
    }
    if (!fake->knobs.hello) {
        return;
    }
    snprintf(hello, sizeof hello, "{\"heartbeat_interval\":%" PRId64 ",\"_trace\":[\"fake\"]}",
             fake->knobs.heartbeat_ms);
    link->hello_ms = fake->now_ms;
    link->received_ms = fake->now_ms;
    dfake_link_send_op(link, 10, hello);
    dfake_link_later(link, 2 * fake->knobs.heartbeat_ms, dfake_link_check);
}

struct fake_link *fake_discord_link_open(struct fake_discord *fake, const char *url, int *status)
{
    if (fake->knobs.refuse_status != 0) {
        *status = (int)fake->knobs.refuse_status;
        return NULL;
    }
    *status = 101;
    struct fake_link *link = fake_take(sizeof *link);
    link->fake = fake;
    link->id = dfake_id(fake);
    link->opened_ms = fake->now_ms;
    link->resume_url = strncmp(url, fake->resume_url, strlen(fake->resume_url)) == 0;
    link->compressed = strstr(url, "compress=zlib-stream") != NULL;
    if (link->compressed && deflateInit(&link->stream, 1) != Z_OK) {
        abort();
    }
    dfake_zstd_open(link, url);
    fake_list_add(&fake->links, link);
    fake->counts.links++;
    const char *version = strstr(url, "v=");
    if (version != NULL && strncmp(version, "v=10", 4) == 0 && strstr(url, "encoding=json")) {
        dfake_link_hello(link);
    } else {
        dfake_link_end(link, 4012);
    }
    return link;
}

bool fake_discord_link_take(struct fake_link *link, struct fake_frame *frame)
{
    struct dfake_out *out = link->first;
    dfake_out_free(link->taken);
    link->taken = out;
    if (out == NULL) {
        return false;
    }
    link->first = out->next;
    if (link->first == NULL) {
        link->last = NULL;
    }
    frame->kind = out->kind;
    frame->bytes = out->whole->bytes + out->at;
    frame->len = out->len;
    frame->first = out->begins;
    frame->last = out->ends;
    frame->code = out->code;
    return true;
}

static void dfake_link_beat(struct fake_link *link)
{
    struct fake_discord *fake = link->fake;
    link->beats[link->beat_count++ % DFAKE_BEATS_MAX] = fake->now_ms;
    link->received_ms = fake->now_ms;
    if (fake->knobs.acks) {
        dfake_link_send_op(link, 11, "null");
    }
}

static void dfake_link_op(struct fake_link *link, int64_t op, const cJSON *d)
{
    switch (op) {
    case 1:
        dfake_link_beat(link);
        break;
    case 2:
        dfake_identify(link, d);
        break;
    case 6:
        dfake_resume(link, d);
        break;
    case 3:
    case 4:
    case 8:
    case 31:
    case 43:
        if (link->session == NULL) {
            dfake_link_end(link, 4003);
        }
        break;
    default:
        link->fake->counts.unexpected_ops++;
        dfake_link_end(link, 4001);
    }
}

void fake_discord_link_hear(struct fake_link *link, const char *bytes, size_t len)
{
    struct fake_discord *fake = link->fake;
    if (link->ended || link->silent) {
        return;
    }
    if (len > fake->knobs.send_bytes) {
        dfake_link_end(link, 4002);
        return;
    }
    if (!dfake_window_take(&link->sends, fake->now_ms, DFAKE_MINUTE_MS,
                           fake->knobs.sends_per_minute)) {
        dfake_link_end(link, 4008);
        return;
    }
    cJSON *json = cJSON_ParseWithLength(bytes, len);
    if (!cJSON_IsNumber(fake_get(json, "op"))) {
        dfake_link_end(link, 4002);
    } else {
        dfake_link_op(link, fake_get_number(json, "op", -1), fake_get(json, "d"));
    }
    cJSON_Delete(json);
}

static cJSON *dfake_link_json(const struct fake_link *link)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_id(json, "id", link->id);
    fake_add_bool(json, "resume_url", link->resume_url);
    fake_add_bool(json, "compressed", link->compressed || link->zstd != NULL);
    fake_add_bool(json, "identified", link->identified);
    fake_add_number(json, "opened_ms", link->opened_ms);
    fake_add_number(json, "hello_ms", link->hello_ms);
    fake_add_number(json, "replayed", link->resumed);
    fake_add_bool(json, "ended", link->ended);
    fake_add_number(json, "end_code", link->end_code);
    if (link->session != NULL) {
        fake_add_text(json, "session", link->session->id);
        fake_add_number(json, "shard", link->session->shard);
        fake_add_number(json, "seq", link->session->seq);
    }
    cJSON *beats = fake_add_list(json, "beats");
    unsigned first = link->beat_count > DFAKE_BEATS_MAX ? link->beat_count - DFAKE_BEATS_MAX : 0;
    for (unsigned i = first; i < link->beat_count; i++) {
        fake_add_number(beats, NULL, link->beats[i % DFAKE_BEATS_MAX]);
    }
    return json;
}

static void dfake_link_free(struct fake_link *link)
{
    while (link->first != NULL) {
        struct dfake_out *out = link->first;
        link->first = out->next;
        dfake_out_free(out);
    }
    dfake_out_free(link->taken);
    if (link->compressed) {
        deflateEnd(&link->stream);
    }
    dfake_zstd_close(link);
    free(link);
}

void fake_discord_link_close(struct fake_link **link, unsigned code)
{
    struct fake_link *gone = *link;
    struct fake_discord *fake = gone->fake;
    struct dfake_session *session = gone->session;
    cJSON *past = dfake_link_json(gone);
    fake_add_number(past, "closed_by_bot", gone->ended ? 0 : code);
    fake_add_number(past, "closed_ms", fake->now_ms);
    cJSON_AddItemToArray(fake->past_links, past);
    if (cJSON_GetArraySize(fake->past_links) > DFAKE_HISTORY_MAX) {
        cJSON_DeleteItemFromArray(fake->past_links, 0);
    }
    if (session != NULL && session->link == gone) {
        session->link = NULL;
        session->lost_ms = fake->now_ms;
        session->dead = session->dead || code == 1000 || code == 1001;
    }
    fake_list_remove(&fake->links, gone);
    dfake_link_free(gone);
    *link = NULL;
}

void dfake_link_state(const struct fake_discord *fake, cJSON *state)
{
    cJSON *list = fake_add_list(state, "links");
    for (size_t i = 0; i < fake->links.count; i++) {
        cJSON_AddItemToArray(list, dfake_link_json(fake->links.items[i]));
    }
    cJSON_AddItemToObject(state, "past_links", cJSON_Duplicate(fake->past_links, true));
}

void dfake_link_end_all(struct fake_discord *fake, unsigned code)
{
    for (size_t i = 0; i < fake->links.count; i++) {
        dfake_link_end(fake->links.items[i], code);
    }
    fake_discord_forget_sessions(fake);
}

void dfake_link_deinit(struct fake_discord *fake)
{
    for (size_t i = 0; i < fake->links.count; i++) {
        dfake_link_free(fake->links.items[i]);
    }
    for (size_t i = 0; i < fake->sessions.count; i++) {
        dfake_session_free(fake->sessions.items[i]);
    }
    fake_list_deinit(&fake->links);
    fake_list_deinit(&fake->sessions);
    cJSON_Delete(fake->past_links);
    for (size_t i = 0; i < fake->identified.size; i++) {
        if (fake->identified.keys[i] != 0) {
            free(fake->identified.values[i]);
        }
    }
    fake_map_deinit(&fake->identified);
}
