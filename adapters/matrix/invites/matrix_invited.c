/* Reading an invite, and who may send one. Pure. */
#include <stdio.h>
#include <string.h>

#include "json_at.h"
#include "matrix_decode.h"
#include "matrix_invite.h"

enum { INVITED_GLOB_BYTES = 300 };

const char *matrix_server_of(const char *user)
{
    const char *colon = strchr(user, ':');
    return colon == NULL ? "" : colon + 1;
}

void matrix_invited_read(const cJSON *list, const char *user, struct matrix_invited *invited)
{
    const cJSON *event = NULL;
    *invited = (struct matrix_invited){0};
    cJSON_ArrayForEach(event, list)
    {
        const char *type = json_at_text(event, "type");
        const char *key = json_at_text(event, "state_key");
        const cJSON *content = json_at(event, "content");
        if (type == NULL || key == NULL) {
            continue;
        }
        if (strcmp(type, "m.room.encryption") == 0) {
            invited->encrypted = true;
        } else if (strcmp(type, "m.room.create") == 0) {
            const char *kind = json_at_text(content, "type");
            invited->space = kind != NULL && strcmp(kind, "m.space") == 0;
            invited->odd = kind != NULL && !invited->space;
        } else if (strcmp(type, "m.room.member") == 0 && strcmp(key, user) == 0 &&
                   matrix_membership(json_at_text(content, "membership")) == MATRIX_INVITED) {
            const char *sender = matrix_id(event, "sender", '@');
            snprintf(invited->inviter, sizeof invited->inviter, "%s", sender == NULL ? "" : sender);
            invited->direct = json_at_flag(content, "is_direct");
        }
    }
}

/* * is anything, ? any one byte. */
static bool invited_matches(const char *glob, const char *text)
{
    const char *star = NULL;
    const char *from = NULL;
    while (*text != '\0') {
        if (*glob == '*') {
            star = glob++;
            from = text;
        } else if (*glob == '?' || *glob == *text) {
            glob++;
            text++;
        } else if (star != NULL) {
            glob = star + 1;
            text = ++from;
        } else {
            return false;
        }
    }
    return glob[strspn(glob, "*")] == '\0';
}

/* One word of the setting; without a colon it is a server. */
static bool invited_word(const char *word, const char *user, const char *own)
{
    if (strcmp(word, "all") == 0) {
        return true;
    }
    if (strcmp(word, "local") == 0) {
        return strcmp(matrix_server_of(user), matrix_server_of(own)) == 0;
    }
    return invited_matches(word, strchr(word, ':') == NULL ? matrix_server_of(user) : user);
}

bool matrix_invited_may(const char *allowed, const char *user, const char *own)
{
    while (*allowed != '\0') {
        char word[INVITED_GLOB_BYTES];
        allowed += strspn(allowed, ", ");
        size_t len = strcspn(allowed, ", ");
        if (len > 0 && len < sizeof word) {
            memcpy(word, allowed, len);
            word[len] = '\0';
            if (invited_word(word, user, own)) {
                return true;
            }
        }
        allowed += len;
    }
    return false;
}
