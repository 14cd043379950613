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

/* "": none. */
static enum refusal choose_zone(struct own_choices *choices, const char *said)
{
    char name[CALENDAR_ZONE_BYTES];
    if (said[0] == '\0') {
        choices->clock.zone[0] = '\0';
        return REFUSAL_NONE;
    }
    if (!calendar_zone(said, name)) {
        return REFUSAL_NO_ZONE;
    }
    memcpy(choices->clock.zone, name, sizeof name);
    return REFUSAL_NONE;
}

static enum refusal choose_vacation(struct own_choices *choices, const char *said, int64_t now_ms)
{
    int32_t today = calendar_day(own_clock_zone(&choices->clock), now_ms);
    switch (vacation_take(&choices->clock.vacation, said, today)) {
    case VACATION_TAKEN:
        break;
    case VACATION_UNREADABLE:
        return REFUSAL_BAD_VACATION;
    case VACATION_NOT_AHEAD:
        return REFUSAL_VACATION_NOT_AHEAD;
    case VACATION_TOO_LONG:
        return REFUSAL_VACATION_TOO_LONG;
    case VACATION_USED_UP:
        return REFUSAL_VACATION_USED_UP;
    }
    return REFUSAL_NONE;
}

static enum refusal choose_nudges(struct own_choices *choices, const char *said)
{
    for (unsigned i = 0; i < NUDGES_COUNT; i++) {
        if (strcasecmp(said, nudge_names[i]) == 0) {
            choices->nudges = (enum nudges)i;
            return REFUSAL_NONE;
        }
    }
    return REFUSAL_BAD_NUDGES;
}

/* A word for what is so when nothing is chosen. */
static const char *choose_usual(enum own_choice choice)
{
    return choice == OWN_NUDGES ? nudge_names[NUDGES_ALL] : "off";
}

enum refusal own_choice_set(struct own_choices *choices, enum own_choice choice, const char *said,
                            int64_t now_ms)
{
    bool usual = strcasecmp(said, "usual") == 0 || strcasecmp(said, "as usual") == 0;
    said = usual ? choose_usual(choice) : said;
    switch (choice) {
    case OWN_ZONE:
        return choose_zone(choices, usual ? "" : said);
    case OWN_QUIET:
        return quiet_hours_read(&choices->clock.quiet, said) ? REFUSAL_NONE : REFUSAL_BAD_QUIET;
    case OWN_OFF:
        return days_off_read(&choices->clock.off, said) ? REFUSAL_NONE : REFUSAL_BAD_DAYS_OFF;
    case OWN_VACATION:
        return choose_vacation(choices, said, now_ms);
    case OWN_NUDGES:
    case OWN_CHOICES:
        break;
    }
    return choose_nudges(choices, said);
}

void own_choice_print(const struct own_choices *choices, enum own_choice choice, int64_t now_ms,
                      char text[OWN_CHOICE_BYTES])
{
    text[0] = '\0';
    if (choices == NULL) {
        return;
    }
    const struct own_clock *clock = &choices->clock;
    switch (choice) {
    case OWN_ZONE:
        memcpy(text, clock->zone, sizeof clock->zone);
        break;
    case OWN_QUIET:
        quiet_hours_print(&clock->quiet, text);
        break;
    case OWN_OFF:
        days_off_print(&clock->off, text);
        break;
    case OWN_VACATION:
        vacation_print(&clock->vacation, calendar_day(own_clock_zone(clock), now_ms), text);
        break;
    case OWN_NUDGES:
        snprintf(text, OWN_CHOICE_BYTES, "%s",
                 choices->nudges == NUDGES_ALL ? "" : nudge_names[choices->nudges]);
        break;
    case OWN_CHOICES:
        break;
    }
}

void own_choices_write(const struct own_choices *choices, struct buf *json)
{
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        char text[OWN_CHOICE_BYTES];
        own_choice_print(choices, (enum own_choice)i, 0, text);
        json_out_text(json, own_choice_name((enum own_choice)i), text[0] != '\0' ? text : NULL);
    }
}

/* What was chosen, whenever that was. */
static bool choice_read(struct own_choices *choices, enum own_choice choice, const char *text)
{
    if (choice == OWN_VACATION) {
        vacation_read(&choices->clock.vacation, text);
        return choices->clock.vacation.count > 0;
    }
    return own_choice_set(choices, choice, text, 0) == REFUSAL_NONE;
}

struct own_choices *own_choices_read(const struct cJSON *json)
{
    struct own_choices choices = {.nudges = NUDGES_ALL};
    bool any = false;
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        char *text = json_tree_copy(json, own_choice_name((enum own_choice)i));
        any = (text != NULL && choice_read(&choices, (enum own_choice)i, text)) || any;
        free(text);
    }
    struct own_choices *kept = any ? heap_allocate(sizeof *kept) : NULL;
    if (kept != NULL) {
        *kept = choices;
    }
    return kept;
}
