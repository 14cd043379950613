#include "own_choices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "heap.h"
#include "json_out.h"
#include "json_tree.h"

static const char *const nudge_names[NUDGES_COUNT] = {"all", "once", "off"};

const char *own_choice_name(enum own_choice choice)
{
    static const char *const names[OWN_CHOICES] = {
#define OWN_CHOICE(id, name, help) name,
#include "own_choices.def"
#undef OWN_CHOICE
    };
    return names[choice];
}

enum message own_choice_help(enum own_choice choice)
{
    static const enum message helps[OWN_CHOICES] = {
#define OWN_CHOICE(id, name, help) MSG_##help,
#include "own_choices.def"
#undef OWN_CHOICE
    };
    return helps[choice];
}

static bool choose_zone(struct own_choices *choices, const char *said)
{
    char name[CALENDAR_ZONE_BYTES];
    if (!calendar_zone(said, name)) {
        return false;
    }
    memcpy(choices->quiet.zone, name, sizeof name);
    return true;
}

static bool choose_nudges(struct own_choices *choices, const char *said)
{
    for (unsigned i = 0; i < NUDGES_COUNT; i++) {
        if (strcasecmp(said, nudge_names[i]) == 0) {
            choices->nudges = (enum nudges)i;
            return true;
        }
    }
    return false;
}

static void choose_usual(struct own_choices *choices, enum own_choice choice)
{
    if (choice == OWN_ZONE) {
        choices->quiet.zone[0] = '\0';
    } else if (choice == OWN_QUIET) {
        choices->quiet.from = choices->quiet.to = 0;
    } else {
        choices->nudges = NUDGES_ALL;
    }
}

bool own_choice_set(struct own_choices *choices, enum own_choice choice, const char *said)
{
    if (strcasecmp(said, "usual") == 0 || strcasecmp(said, "as usual") == 0) {
        choose_usual(choices, choice);
        return true;
    }
    return choice == OWN_ZONE    ? choose_zone(choices, said)
           : choice == OWN_QUIET ? quiet_hours_read(&choices->quiet, said)
                                 : choose_nudges(choices, said);
}

void own_choice_print(const struct own_choices *choices, enum own_choice choice,
                      char text[OWN_CHOICE_BYTES])
{
    text[0] = '\0';
    if (choices == NULL) {
        return;
    }
    if (choice == OWN_ZONE) {
        memcpy(text, choices->quiet.zone, sizeof choices->quiet.zone);
    } else if (choice == OWN_QUIET) {
        quiet_hours_print(&choices->quiet, text);
    } else if (choices->nudges != NUDGES_ALL) {
        snprintf(text, OWN_CHOICE_BYTES, "%s", nudge_names[choices->nudges]);
    }
}

void own_choices_write(const struct own_choices *choices, struct buf *json)
{
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        char text[OWN_CHOICE_BYTES];
        own_choice_print(choices, (enum own_choice)i, text);
        json_out_text(json, own_choice_name((enum own_choice)i), text[0] != '\0' ? text : NULL);
    }
}

struct own_choices *own_choices_read(const struct cJSON *json)
{
    struct own_choices choices = {.nudges = NUDGES_ALL};
    bool any = false;
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        char *text = json_tree_copy(json, own_choice_name((enum own_choice)i));
        any = (text != NULL && own_choice_set(&choices, (enum own_choice)i, text)) || any;
        free(text);
    }
    struct own_choices *kept = any ? heap_allocate(sizeof *kept) : NULL;
    if (kept != NULL) {
        *kept = choices;
    }
    return kept;
}
