/* Whose a stored row of the playground is. Pure: over rows as they lie in the store. */
#include "web_own.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "json_out.h"

enum { OWN_WHO, OWN_NONCE, OWN_HEAD, OWN_BODY, OWN_REACTIONS, OWN_LINES };

/* A line of a message's row. */
struct own_line {
    const char *text;
    size_t len;
};

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static const char *text_of(const cJSON *json, const char *member)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, member));
}

/* The five lines of web_log.h; false: it is no message. */
static bool cut(const struct store_row *row, struct own_line line[OWN_LINES])
{
    const char *at = row->text;
    const char *end = row->text + row->text_len;
    for (int i = 0; i < OWN_LINES; i++) {
        const char *stop = i + 1 < OWN_LINES ? memchr(at, '\n', (size_t)(end - at)) : end;
        if (stop == NULL) {
            return false;
        }
        line[i] = (struct own_line){at, (size_t)(stop - at)};
        at = stop + 1;
    }
    return true;
}

/* Members of an object without its braces, as a tree. */
static cJSON *members(struct own_line line)
{
    struct buf buf;
    buf_init(&buf, OWN_REST_MAX);
    buf_text(&buf, "{");
    buf_add(&buf, line.text, line.len);
    buf_text(&buf, "}");
    cJSON *json = cJSON_ParseWithLength(buf.text, buf.len);
    buf_deinit(&buf);
    return json;
}

static void learn_person(struct own *own, const struct store_row *row)
{
    cJSON *json = cJSON_ParseWithLength(row->text, row->text_len);
    const cJSON *key = NULL;
    const char *name = text_of(json, "name");
    own_name(own, name == NULL ? "" : name);
    cJSON_ArrayForEach(key, cJSON_GetObjectItemCaseSensitive(json, "keys"))
    {
        own_id(own, cJSON_IsString(key) ? key->valuestring : "");
    }
    cJSON_Delete(json);
}

/* Under which name they said it. */
static void learn_author(struct own *own, const char *account, const struct store_row *row)
{
    struct own_line line[OWN_LINES];
    cJSON *head = cut(row, line) ? members(line[OWN_HEAD]) : NULL;
    const cJSON *from = cJSON_GetObjectItemCaseSensitive(head, "from");
    const char *author = text_of(from, "account");
    const char *name = text_of(from, "name");
    if (author != NULL && name != NULL && strcmp(author, account) == 0) {
        own_name(own, name);
    }
    cJSON_Delete(head);
}

static void web_own_learn(struct own *own, const char *account, const struct store_row *row)
{
    const char *key = row->extra;
    if (strstr(row->text, account) == NULL && !begins(key, "p/")) {
        return;
    }
    if (begins(key, "p/") && strcmp(key + 2, account) == 0) {
        learn_person(own, row);
    } else if (begins(key, "s/")) {
        own_id(own, key + 2);
    } else if (begins(key, "m/")) {
        learn_author(own, account, row);
    }
}

/* A room as it was made, without who made it, and without links of theirs. */
static enum own_share share_room(const struct own *own, const struct store_row *row,
                                 struct buf *rest)
{
    cJSON *json = cJSON_ParseWithLength(row->text, row->text_len);
    cJSON *invites = cJSON_GetObjectItemCaseSensitive(json, "invites");
    cJSON *watches = cJSON_GetObjectItemCaseSensitive(json, "watches");
    cJSON *makers = cJSON_GetObjectItemCaseSensitive(json, "by");
    bool changed = false;
    for (cJSON *maker = makers == NULL ? NULL : makers->child; maker != NULL;) {
        cJSON *next = maker->next;
        if (cJSON_IsString(maker) &&
            own_has_id(own, maker->valuestring, strlen(maker->valuestring))) {
            cJSON_DeleteItemFromObjectCaseSensitive(invites, maker->string);
            cJSON_DeleteItemFromObjectCaseSensitive(watches, maker->string);
            cJSON_Delete(cJSON_DetachItemViaPointer(makers, maker));
            changed = true;
        }
        maker = next;
    }
    char *text = json == NULL ? NULL : cJSON_PrintUnformatted(json);
    enum own_share share = OWN_NOTHING;
    if (text != NULL) {
        share = own_json(own, text, strlen(text), rest);
        if (share == OWN_NOTHING && changed) {
            buf_text(rest, text);
            share = OWN_PART;
        }
    }
    cJSON_free(text);
    cJSON_Delete(json);
    return share;
}

/* Members without what is theirs; true where something was. */
static bool add_members(const struct own *own, struct own_line line, struct buf *rest)
{
    struct buf whole;
    struct buf left;
    buf_init(&whole, OWN_REST_MAX);
    buf_init(&left, OWN_REST_MAX);
    buf_text(&whole, "{");
    buf_add(&whole, line.text, line.len);
    buf_text(&whole, "}");
    bool part = own_json(own, whole.text, whole.len, &left) == OWN_PART && left.len >= 2;
    buf_add(rest, part ? left.text + 1 : line.text, part ? left.len - 2 : line.len);
    buf_deinit(&whole);
    buf_deinit(&left);
    return part;
}

/* Who reacted, emoji by emoji, without them; an emoji that nobody else chose goes. */
static bool add_reactions(const struct own *own, struct own_line line, struct buf *rest)
{
    struct buf left;
    buf_init(&left, OWN_REST_MAX);
    bool part = line.len > 0 && own_json(own, line.text, line.len, &left) == OWN_PART;
    if (!part) {
        buf_add(rest, line.text, line.len);
        buf_deinit(&left);
        return false;
    }
    cJSON *json = cJSON_ParseWithLength(left.text, left.len);
    for (cJSON *list = json->child; list != NULL;) {
        cJSON *next = list->next;
        if (cJSON_GetArraySize(list) == 0) {
            cJSON_Delete(cJSON_DetachItemViaPointer(json, list));
        }
        list = next;
    }
    char *text = json->child == NULL ? NULL : cJSON_PrintUnformatted(json);
    buf_text(rest, text == NULL ? "" : text);
    cJSON_free(text);
    cJSON_Delete(json);
    buf_deinit(&left);
    return true;
}

/* Did they say it, or the house in their name? */
static bool is_by_them(const struct own *own, struct own_line head)
{
    cJSON *json = members(head);
    const char *author = text_of(cJSON_GetObjectItemCaseSensitive(json, "from"), "account");
    bool theirs = author != NULL && own_has_id(own, author, strlen(author));
    cJSON_Delete(json);
    return theirs;
}

static enum own_share share_message(const struct own *own, const struct store_row *row,
                                    struct buf *rest)
{
    struct own_line line[OWN_LINES];
    if (!cut(row, line)) {
        return own_json(own, row->text, row->text_len, rest);
    }
    bool nonce = own_has_id(own, line[OWN_NONCE].text, line[OWN_NONCE].len);
    bool theirs = is_by_them(own, line[OWN_HEAD]);
    buf_add(rest, line[OWN_WHO].text, line[OWN_WHO].len);
    buf_text(rest, "\n");
    buf_add(rest, nonce ? "-" : line[OWN_NONCE].text, nonce ? 1 : line[OWN_NONCE].len);
    buf_text(rest, "\n");
    bool part = add_members(own, line[OWN_HEAD], rest);
    buf_text(rest, "\n");
    if (theirs) {
        buf_text(rest, "\"text\":");
        json_out_string(rest, OWN_TEXT_WITHHELD, strlen(OWN_TEXT_WITHHELD));
    } else {
        part = add_members(own, line[OWN_BODY], rest) || part;
    }
    buf_text(rest, "\n");
    part = add_reactions(own, line[OWN_REACTIONS], rest) || part;
    if (theirs) {
        return OWN_SAID;
    }
    return part || nonce ? OWN_PART : OWN_NOTHING;
}

static enum own_share web_own_share(const struct own *own, const struct store_row *row,
                                    struct buf *rest)
{
    if (own_has_id(own, row->extra, strlen(row->extra))) {
        return OWN_WHOLE; /* their person, a session of theirs, a line of their private room */
    }
    if (begins(row->extra, "m/")) {
        return share_message(own, row, rest);
    }
    if (begins(row->extra, "r/")) {
        return share_room(own, row, rest);
    }
    return own_json(own, row->text, row->text_len, rest);
}

/* The number behind these words in a line; 0 where they do not stand there. */
static int64_t number_behind(struct own_line line, const char *words)
{
    const char *at = memmem(line.text, line.len, words, strlen(words));
    return at == NULL ? 0 : strtoll(at + strlen(words), NULL, 10);
}

static bool web_row_age(const struct store_row *row, struct row_age *age_r)
{
    struct own_line line[OWN_LINES];
    const char *room = begins(row->extra, "m/") ? strchr(row->extra + 2, '/') : NULL;
    if (room == NULL || !cut(row, line)) {
        return false;
    }
    bool doc = line[OWN_BODY].len > 6 && strncmp(line[OWN_BODY].text, "\"doc\":", 6) == 0;
    *age_r = (struct row_age){
        .since_ms = number_behind(line[OWN_HEAD], "\"at\":"),
        .table = doc ? (uint64_t)number_behind(line[OWN_BODY], "\"table\":\"") : 0,
        .group = (size_t)(room + 1 - row->extra),
        .room_at = 2,
        .room_len = (size_t)(room - row->extra - 2),
    };
    return age_r->since_ms > 0;
}

const struct row_rules web_rows = {
    .adapter = "web",
    .learn = web_own_learn,
    .share = web_own_share,
    .age = web_row_age,
};
