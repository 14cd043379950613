#include "own_choices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "heap.h"
#include "json_out.h"
#include "json_tree.h"

static const char *const switch_names[2] = {"off", "on"};
static const char *const nudge_names[NUDGES_COUNT] = {"all", "once", "off"};

const struct setting_row *own_choice_row(enum own_choice choice)
{
    return setting_row((enum setting)choice); /* a person's come first */
}

/* The place of a word among names; count: it is none of them. */
static unsigned own_word(const char *const *names, unsigned count, const char *said)
{
    unsigned at = 0;
    while (at < count && strcasecmp(said, names[at]) != 0) {
        at++;
    }
    return at;
}

static bool zone_set(struct own_choices *choices, const char *said)
{
    char name[CALENDAR_ZONE_BYTES];
    if (!calendar_zone(said, name)) {
        return false;
    }
    memcpy(choices->quiet.zone, name, sizeof name);
    return true;
}

static void zone_print(const struct own_choices *choices, char *text)
{
    memcpy(text, choices->quiet.zone, sizeof choices->quiet.zone);
}

static void zone_usual(struct own_choices *choices)
{
    choices->quiet.zone[0] = '\0';
}

static bool quiet_set(struct own_choices *choices, const char *said)
{
    return quiet_hours_read(&choices->quiet, said);
}

static void quiet_print(const struct own_choices *choices, char *text)
{
    quiet_hours_print(&choices->quiet, text);
}

static void quiet_usual(struct own_choices *choices)
{
    choices->quiet.from = choices->quiet.to = 0;
}

static bool nudges_set(struct own_choices *choices, const char *said)
{
    unsigned at = own_word(nudge_names, NUDGES_COUNT, said);
    choices->nudges = at < NUDGES_COUNT ? (enum nudges)at : choices->nudges;
    return at < NUDGES_COUNT;
}

static void nudges_print(const struct own_choices *choices, char *text)
{
    snprintf(text, OWN_CHOICE_BYTES, "%s",
             choices->nudges == NUDGES_ALL ? "" : nudge_names[choices->nudges]);
}

static void nudges_usual(struct own_choices *choices)
{
    choices->nudges = NUDGES_ALL;
}

/* A tag by its letters; whether that language is loaded is for the caller to know. */
static bool language_set(struct own_choices *choices, const char *said)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    size_t len = strlen(said);
    if (len == 0 || len >= sizeof choices->language || strspn(said, letters) != len) {
        return false;
    }
    memcpy(choices->language, said, len + 1);
    return true;
}

static void language_print(const struct own_choices *choices, char *text)
{
    memcpy(text, choices->language, sizeof choices->language);
}

static void language_usual(struct own_choices *choices)
{
    choices->language[0] = '\0';
}

static bool switch_set(bool *on, const char *said)
{
    unsigned at = own_word(switch_names, 2, said);
    *on = at < 2 ? at == 1 : *on;
    return at < 2;
}

static bool plain_set(struct own_choices *choices, const char *said)
{
    return switch_set(&choices->plain, said);
}

static void plain_print(const struct own_choices *choices, char *text)
{
    snprintf(text, OWN_CHOICE_BYTES, "%s", choices->plain ? "on" : "");
}

static void plain_usual(struct own_choices *choices)
{
    choices->plain = false;
}

static bool longer_set(struct own_choices *choices, const char *said)
{
    return switch_set(&choices->longer, said);
}

static void longer_print(const struct own_choices *choices, char *text)
{
    snprintf(text, OWN_CHOICE_BYTES, "%s", choices->longer ? "on" : "");
}

static void longer_usual(struct own_choices *choices)
{
    choices->longer = false;
}

/* How each is read, printed ("": as usual) and taken back. */
static const struct {
    bool (*set)(struct own_choices *choices, const char *said);
    void (*print)(const struct own_choices *choices, char *text);
    void (*usual)(struct own_choices *choices);
} own_kinds[OWN_CHOICES] = {
    [OWN_ZONE] = {zone_set, zone_print, zone_usual},
    [OWN_QUIET] = {quiet_set, quiet_print, quiet_usual},
    [OWN_LANGUAGE] = {language_set, language_print, language_usual},
    [OWN_NUDGES] = {nudges_set, nudges_print, nudges_usual},
    [OWN_PLAIN] = {plain_set, plain_print, plain_usual},
    [OWN_LONGER] = {longer_set, longer_print, longer_usual},
};

bool own_choice_set(struct own_choices *choices, enum own_choice choice, const char *said)
{
    if (strcasecmp(said, "usual") == 0 || strcasecmp(said, "as usual") == 0) {
        own_kinds[choice].usual(choices);
        return true;
    }
    return own_kinds[choice].set(choices, said);
}

void own_choice_print(const struct own_choices *choices, enum own_choice choice,
                      char text[OWN_CHOICE_BYTES])
{
    text[0] = '\0';
    if (choices != NULL) {
        own_kinds[choice].print(choices, text);
    }
}

void own_choices_write(const struct own_choices *choices, struct buf *json)
{
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        char text[OWN_CHOICE_BYTES];
        own_choice_print(choices, (enum own_choice)i, text);
        json_out_text(json, own_choice_row((enum own_choice)i)->name,
                      text[0] != '\0' ? text : NULL);
    }
}

struct own_choices *own_choices_read(const struct cJSON *json)
{
    struct own_choices choices = {.nudges = NUDGES_ALL};
    bool any = false;
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        char *text = json_tree_copy(json, own_choice_row((enum own_choice)i)->name);
        any = (text != NULL && own_choice_set(&choices, (enum own_choice)i, text)) || any;
        free(text);
    }
    struct own_choices *kept = any ? heap_allocate(sizeof *kept) : NULL;
    if (kept != NULL) {
        *kept = choices;
    }
    return kept;
}
