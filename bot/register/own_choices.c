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

static enum refusal zone_set(struct own_choices *choices, const char *said, int64_t now_ms)
{
    (void)now_ms;
    char name[CALENDAR_ZONE_BYTES];
    if (!calendar_zone(said, name)) {
        return REFUSAL_NO_ZONE;
    }
    memcpy(choices->clock.zone, name, sizeof name);
    return REFUSAL_NONE;
}

static void zone_print(const struct own_choices *choices, int64_t now_ms, char *text)
{
    (void)now_ms;
    memcpy(text, choices->clock.zone, sizeof choices->clock.zone);
}

static void zone_usual(struct own_choices *choices)
{
    choices->clock.zone[0] = '\0';
}

static enum refusal quiet_set(struct own_choices *choices, const char *said, int64_t now_ms)
{
    (void)now_ms;
    return quiet_hours_read(&choices->clock.quiet, said) ? REFUSAL_NONE : REFUSAL_BAD_QUIET;
}

static void quiet_print(const struct own_choices *choices, int64_t now_ms, char *text)
{
    (void)now_ms;
    quiet_hours_print(&choices->clock.quiet, text);
}

static void quiet_usual(struct own_choices *choices)
{
    choices->clock.quiet.from = choices->clock.quiet.to = 0;
}

static enum refusal nudges_set(struct own_choices *choices, const char *said, int64_t now_ms)
{
    (void)now_ms;
    unsigned at = own_word(nudge_names, NUDGES_COUNT, said);
    choices->nudges = at < NUDGES_COUNT ? (enum nudges)at : choices->nudges;
    return at < NUDGES_COUNT ? REFUSAL_NONE : REFUSAL_BAD_NUDGES;
}

static void nudges_print(const struct own_choices *choices, int64_t now_ms, char *text)
{
    (void)now_ms;
    snprintf(text, OWN_CHOICE_BYTES, "%s",
             choices->nudges == NUDGES_ALL ? "" : nudge_names[choices->nudges]);
}

static void nudges_usual(struct own_choices *choices)
{
    choices->nudges = NUDGES_ALL;
}

static enum refusal off_set(struct own_choices *choices, const char *said, int64_t now_ms)
{
    (void)now_ms;
    return days_off_read(&choices->clock.off, said) ? REFUSAL_NONE : REFUSAL_BAD_DAYS_OFF;
}

static void off_print(const struct own_choices *choices, int64_t now_ms, char *text)
{
    (void)now_ms;
    days_off_print(&choices->clock.off, text);
}

static void off_usual(struct own_choices *choices)
{
    choices->clock.off.days = 0;
}

static enum refusal vacation_set(struct own_choices *choices, const char *said, int64_t now_ms)
{
    static const enum refusal why[] = {
        [VACATION_TAKEN] = REFUSAL_NONE,
        [VACATION_UNREADABLE] = REFUSAL_BAD_VACATION,
        [VACATION_NOT_AHEAD] = REFUSAL_VACATION_NOT_AHEAD,
        [VACATION_TOO_LONG] = REFUSAL_VACATION_TOO_LONG,
        [VACATION_USED_UP] = REFUSAL_VACATION_USED_UP,
    };
    int32_t today = calendar_day(own_clock_zone(&choices->clock), now_ms);
    return why[vacation_take(&choices->clock.vacation, said, today)];
}

static void vacation_now(const struct own_choices *choices, int64_t now_ms, char *text)
{
    const struct own_clock *clock = &choices->clock;
    vacation_print(&clock->vacation, calendar_day(own_clock_zone(clock), now_ms), text);
}

/* A tag by its letters; whether that language is loaded is for the caller to know. */
static enum refusal language_set(struct own_choices *choices, const char *said, int64_t now_ms)
{
    (void)now_ms;
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    size_t len = strlen(said);
    if (len == 0 || len >= sizeof choices->language || strspn(said, letters) != len) {
        return REFUSAL_NO_LANGUAGE;
    }
    memcpy(choices->language, said, len + 1);
    return REFUSAL_NONE;
}

static void language_print(const struct own_choices *choices, int64_t now_ms, char *text)
{
    (void)now_ms;
    memcpy(text, choices->language, sizeof choices->language);
}

static void language_usual(struct own_choices *choices)
{
    choices->language[0] = '\0';
}

static enum refusal switch_set(bool *on, const char *said)
{
    unsigned at = own_word(switch_names, 2, said);
    *on = at < 2 ? at == 1 : *on;
    return at < 2 ? REFUSAL_NONE : REFUSAL_BAD_SWITCH;
}

static enum refusal plain_set(struct own_choices *choices, const char *said, int64_t now_ms)
{
    (void)now_ms;
    return switch_set(&choices->plain, said);
}

static void plain_print(const struct own_choices *choices, int64_t now_ms, char *text)
{
    (void)now_ms;
    snprintf(text, OWN_CHOICE_BYTES, "%s", choices->plain ? "on" : "");
}

static void plain_usual(struct own_choices *choices)
{
    choices->plain = false;
}

static enum refusal longer_set(struct own_choices *choices, const char *said, int64_t now_ms)
{
    (void)now_ms;
    return switch_set(&choices->longer, said);
}

static void longer_print(const struct own_choices *choices, int64_t now_ms, char *text)
{
    (void)now_ms;
    snprintf(text, OWN_CHOICE_BYTES, "%s", choices->longer ? "on" : "");
}

static void longer_usual(struct own_choices *choices)
{
    choices->longer = false;
}

static enum refusal listed_set(struct own_choices *choices, const char *said, int64_t now_ms)
{
    (void)now_ms;
    bool listed = !choices->unlisted;
    enum refusal refusal = switch_set(&listed, said);
    choices->unlisted = !listed;
    return refusal;
}

static void listed_print(const struct own_choices *choices, int64_t now_ms, char *text)
{
    (void)now_ms;
    snprintf(text, OWN_CHOICE_BYTES, "%s", choices->unlisted ? "off" : "");
}

static void listed_usual(struct own_choices *choices)
{
    choices->unlisted = false;
}

/* How each is read, printed ("": as usual) and taken back. */
static const struct {
    enum refusal (*set)(struct own_choices *choices, const char *said, int64_t now_ms);
    void (*print)(const struct own_choices *choices, int64_t now_ms, char *text);
    void (*usual)(struct own_choices *choices); /* NULL: by the word "off" */
} own_kinds[OWN_CHOICES] = {
    [OWN_ZONE] = {zone_set, zone_print, zone_usual},
    [OWN_QUIET] = {quiet_set, quiet_print, quiet_usual},
    [OWN_OFF] = {off_set, off_print, off_usual},
    [OWN_VACATION] = {vacation_set, vacation_now, NULL},
    [OWN_LANGUAGE] = {language_set, language_print, language_usual},
    [OWN_NUDGES] = {nudges_set, nudges_print, nudges_usual},
    [OWN_PLAIN] = {plain_set, plain_print, plain_usual},
    [OWN_LISTED] = {listed_set, listed_print, listed_usual},
    [OWN_LONGER] = {longer_set, longer_print, longer_usual},
};

enum refusal own_choice_set(struct own_choices *choices, enum own_choice choice, const char *said,
                            int64_t now_ms)
{
    bool usual = strcasecmp(said, "usual") == 0 || strcasecmp(said, "as usual") == 0;
    if (usual && own_kinds[choice].usual != NULL) {
        own_kinds[choice].usual(choices);
        return REFUSAL_NONE;
    }
    return own_kinds[choice].set(choices, usual ? "off" : said, now_ms);
}

void own_choice_print(const struct own_choices *choices, enum own_choice choice, int64_t now_ms,
                      char text[OWN_CHOICE_BYTES])
{
    text[0] = '\0';
    if (choices != NULL) {
        own_kinds[choice].print(choices, now_ms, text);
    }
}

void own_choices_fill(struct own_choices *choices, const struct own_choices *other, int64_t now_ms)
{
    int32_t today = calendar_day(own_clock_zone(&choices->clock), now_ms);
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        enum own_choice choice = (enum own_choice)i;
        char mine[OWN_CHOICE_BYTES];
        char theirs[OWN_CHOICE_BYTES];
        own_choice_print(choices, choice, 0, mine);
        own_choice_print(other, choice, 0, theirs);
        if (choice != OWN_VACATION && mine[0] == '\0' && theirs[0] != '\0') {
            own_choice_set(choices, choice, theirs, now_ms);
        }
    }
    vacation_join(&choices->clock.vacation, &other->clock.vacation, today);
}

void own_choices_write(const struct own_choices *choices, struct buf *json)
{
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        char text[OWN_CHOICE_BYTES];
        own_choice_print(choices, (enum own_choice)i, 0, text);
        json_out_text(json, own_choice_row((enum own_choice)i)->name,
                      text[0] != '\0' ? text : NULL);
    }
}

bool own_choice_restore(struct own_choices *choices, enum own_choice choice, const char *text)
{
    if (choice == OWN_VACATION) {
        choices->clock.vacation.count = 0;
        vacation_read(&choices->clock.vacation, text);
        return choices->clock.vacation.count > 0;
    }
    if (text[0] == '\0') {
        own_kinds[choice].usual(choices);
        return false;
    }
    return own_choice_set(choices, choice, text, 0) == REFUSAL_NONE;
}

struct own_choices *own_choices_read(const struct cJSON *json)
{
    struct own_choices choices = {.nudges = NUDGES_ALL};
    bool any = false;
    for (unsigned i = 0; i < OWN_CHOICES; i++) {
        char *text = json_tree_copy(json, own_choice_row((enum own_choice)i)->name);
        any = (text != NULL && own_choice_restore(&choices, (enum own_choice)i, text)) || any;
        free(text);
    }
    struct own_choices *kept = any ? heap_allocate(sizeof *kept) : NULL;
    if (kept != NULL) {
        *kept = choices;
    }
    return kept;
}
