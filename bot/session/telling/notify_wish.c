#include "notify_wish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WISH_NUMBER_MAX = 999 };

static char wish_letter(char letter)
{
    if (letter == ' ' || letter == '_') {
        return '-';
    }
    if (letter >= 'A' && letter <= 'Z') {
        return (char)(letter - 'A' + 'a');
    }
    return letter;
}

/* What stands behind a sign, which is taken off with it; NULL: it is not there. */
static const char *wish_cut(char *text, const char *sign)
{
    char *at = strstr(text, sign);
    if (at == NULL) {
        return NULL;
    }
    *at = '\0';
    return at + strlen(sign);
}

void notify_wish_read(const char *said, struct notify_wish *wish)
{
    size_t len = strnlen(said, sizeof wish->text - 1);
    memset(wish, 0, sizeof *wish);
    for (size_t i = 0; i < len; i++) {
        wish->text[i] = wish_letter(said[i]);
    }
    const char *part = wish_cut(wish->text, NOTIFY_OF);
    const char *room = wish_cut(wish->text, NOTIFY_AT);
    wish->by_part = part != NULL;
    wish->part = part == NULL ? 0 : (unsigned)strtoul(part, NULL, 10);
    snprintf(wish->room, sizeof wish->room, "%s", room == NULL ? "" : room);
}

bool notify_wish_is(const char *text, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strcmp(*words, text) == 0) {
            return true;
        }
    }
    return false;
}

int notify_wish_number(const char *text, const char *before)
{
    size_t len = strlen(before);
    char *end = NULL;
    if (strncmp(text, before, len) != 0 || text[len] < '0' || text[len] > '9') {
        return -1;
    }
    long number = strtol(text + len, &end, 10);
    return number <= WISH_NUMBER_MAX && *end == '\0' ? (int)number : -1;
}

bool notify_wish_part(const char *said, unsigned *part_r)
{
    struct notify_wish wish;
    notify_wish_read(said, &wish);
    *part_r = wish.part;
    return wish.by_part && wish.room[0] != '\0';
}
