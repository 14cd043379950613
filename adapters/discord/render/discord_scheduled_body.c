#include "discord_scheduled_body.h"

#include <string.h>

#include "civil.h"
#include "discord_text.h"
#include "inert.h"
#include "json_out.h"

enum {
    SCHEDULED_NAME_MAX = 100,
    SCHEDULED_PLACE_MAX = 100,
    SCHEDULED_TEXT_MAX = 1000,
    SCHEDULED_TEXT_BYTES = 64 * 1024,
    SCHEDULED_MARK_CHARACTERS = DISCORD_SCHEDULED_MARK_BYTES + 3, /* "\n\n[mark]" */
    SCHEDULED_GUILD_ONLY = 2,
    SCHEDULED_EXTERNAL = 3
};

/* As Discord is to have it: as it stands, or with what begins markup escaped. */
static const char *scheduled_shown(struct arena *arena, const char *text, bool markup)
{
    struct buf shown;
    if (!markup) {
        return text;
    }
    buf_init(&shown, SCHEDULED_TEXT_BYTES);
    discord_escape(&shown, text, strlen(text), true, true);
    const char *copy = arena_text(arena, shown.text == NULL ? "" : shown.text, shown.len);
    buf_deinit(&shown);
    return copy;
}

/* Harmless, and at most so many characters as Discord counts them, cut between letters. */
static const char *scheduled_text(struct arena *arena, const char *text, unsigned max, bool markup)
{
    text = text == NULL ? "" : text;
    const char *whole = inert_text(arena, text, strlen(text), max, markup);
    const char *shown = scheduled_shown(arena, whole, markup);
    unsigned letters = max;
    for (size_t count = 0; (count = discord_count(shown, strlen(shown))) > max && letters > 1;) {
        letters = (unsigned)(letters * (size_t)max / count);
        letters = letters < 1 ? 1 : letters;
        shown = scheduled_shown(arena, inert_shorten(arena, whole, letters), markup);
    }
    return shown;
}

static void scheduled_name(struct buf *json, struct arena *arena, const char *key, const char *text,
                           unsigned max)
{
    const char *shown = scheduled_text(arena, text, max, false);
    json_out_text(json, key, *shown == '\0' ? "deaddrop" : shown);
}

static void scheduled_description(struct buf *json, struct arena *arena,
                                  const struct discord_scheduled_body *body)
{
    struct buf text;
    const char *shown = scheduled_text(arena, body->event->text,
                                       SCHEDULED_TEXT_MAX - SCHEDULED_MARK_CHARACTERS, true);
    buf_init(&text, SCHEDULED_TEXT_BYTES);
    buf_text(&text, shown);
    buf_text(&text, *shown == '\0' ? "[" : "\n\n[");
    buf_text(&text, body->mark);
    buf_text(&text, "]");
    json_out_text(json, "description", text.text);
    buf_deinit(&text);
}

static void scheduled_moment(struct buf *json, const char *key, int64_t time_ms)
{
    char form[] = "YYYY-MM-DDThh:mm:ssZ";
    civil_fill(time_ms, form);
    json_out_text(json, key, form);
}

void discord_scheduled_body(struct buf *json, struct arena *arena,
                            const struct discord_scheduled_body *body)
{
    const struct scheduled_event *event = body->event;
    buf_text(json, "{");
    scheduled_name(json, arena, "name", event->name, SCHEDULED_NAME_MAX);
    scheduled_description(json, arena, body);
    if (!body->change || event->start_ms > body->now_ms) {
        scheduled_moment(json, "scheduled_start_time", event->start_ms);
    }
    scheduled_moment(json, "scheduled_end_time", event->end_ms);
    if (!body->change) {
        json_out_number(json, "privacy_level", SCHEDULED_GUILD_ONLY);
        json_out_number(json, "entity_type", SCHEDULED_EXTERNAL);
    }
    json_out_key(json, "entity_metadata");
    buf_text(json, "{");
    scheduled_name(json, arena, "location", event->place, SCHEDULED_PLACE_MAX);
    buf_text(json, "}}");
}

void discord_scheduled_mark(const char *nonce, char mark[DISCORD_SCHEDULED_MARK_BYTES])
{
    size_t len = 0;
    for (; *nonce != '\0' && len < DISCORD_SCHEDULED_MARK_BYTES - 1; nonce++) {
        if (*nonce != '-' && *nonce != '_') {
            mark[len++] = *nonce;
        }
    }
    mark[len] = '\0';
}

bool discord_scheduled_is_marked(const char *description, const char *mark)
{
    size_t len = description == NULL ? 0 : strlen(description);
    size_t mark_len = strlen(mark);
    return len >= mark_len + 2 && description[len - 1] == ']' &&
           description[len - mark_len - 2] == '[' &&
           memcmp(description + len - mark_len - 1, mark, mark_len) == 0;
}
