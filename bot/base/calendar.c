/* GLib reads tzdata: of what it has for this, only what is named here. */
#include "calendar.h"

#include <assert.h>
#include <ctype.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char calendar_list[] = "/usr/share/zoneinfo/zone.tab";

/* A name that leads to a zone and to no other file. */
static bool calendar_is_name(const char *name)
{
    size_t len = strlen(name);
    bool good = len > 0 && len < CALENDAR_ZONE_BYTES && isalpha((unsigned char)name[0]);
    for (size_t i = 0; i < len && good; i++) {
        good = isalnum((unsigned char)name[i]) || strchr("_+-/", name[i]) != NULL;
    }
    return good;
}

static void calendar_underscores(char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == ' ') {
            *text = '_';
        }
    }
}

/* A line of the list: country, place, the zone, comments; between them tabs. */
static bool calendar_read_line(const char *line, char name[CALENDAR_ZONE_BYTES])
{
    for (int column = 0; column < 2 && line != NULL; column++) {
        line = strchr(line, '\t');
        line = line == NULL ? NULL : line + 1;
    }
    size_t len = line == NULL ? 0 : strcspn(line, "\t\r\n");
    if (len == 0 || len >= CALENDAR_ZONE_BYTES) {
        return false;
    }
    memcpy(name, line, len);
    name[len] = '\0';
    return calendar_is_name(name);
}

/* By its whole name or its city alone, in any case. */
static bool calendar_find(const char *said, char found[CALENDAR_ZONE_BYTES])
{
    char line[256];
    char name[CALENDAR_ZONE_BYTES];
    unsigned count = 0;
    FILE *list = fopen(calendar_list, "re");
    while (list != NULL && fgets(line, sizeof line, list) != NULL) {
        const char *city =
            line[0] != '#' && calendar_read_line(line, name) ? strrchr(name, '/') : NULL;
        if (city != NULL && (strcasecmp(said, name) == 0 || strcasecmp(said, city + 1) == 0)) {
            memcpy(found, name, sizeof name);
            count++;
        }
    }
    if (list != NULL) {
        fclose(list);
    }
    return count == 1;
}

/* UTC and names that the list has no more ("Europe/Amsterdam" among them, in some releases). */
static bool calendar_is_zone(const char *name)
{
    bool known = strcmp(name, "UTC") == 0 || strchr(name, '/') != NULL;
    GTimeZone *zone = known && calendar_is_name(name) ? g_time_zone_new_identifier(name) : NULL;
    if (zone == NULL) {
        return false;
    }
    g_time_zone_unref(zone);
    return true;
}

bool calendar_zone(const char *said, char name[CALENDAR_ZONE_BYTES])
{
    char wanted[CALENDAR_ZONE_BYTES];
    if (strlen(said) >= sizeof wanted) {
        return false;
    }
    if (strcasecmp(said, "utc") == 0 || strcasecmp(said, "gmt") == 0) {
        memcpy(name, "UTC", sizeof "UTC");
        return true;
    }
    memcpy(wanted, said, strlen(said) + 1);
    calendar_underscores(wanted);
    if (calendar_find(wanted, name)) {
        return true;
    }
    memcpy(name, wanted, sizeof wanted);
    return calendar_is_zone(name);
}

/* Zones that were asked for last: reading one anew takes a file. */
enum { CALENDAR_KEPT = 16 };
static struct {
    char name[CALENDAR_ZONE_BYTES];
    GTimeZone *zone;
} calendar_kept[CALENDAR_KEPT];

/* UTC where the system does not know the zone any more. The caller gives it back. */
static GTimeZone *calendar_open(const char *name)
{
    static unsigned place;
    for (unsigned i = 0; i < CALENDAR_KEPT; i++) {
        if (calendar_kept[i].zone != NULL && strcmp(calendar_kept[i].name, name) == 0) {
            return g_time_zone_ref(calendar_kept[i].zone);
        }
    }
    GTimeZone *zone = calendar_is_name(name) ? g_time_zone_new_identifier(name) : NULL;
    if (zone == NULL) {
        return g_time_zone_new_utc();
    }
    g_clear_pointer(&calendar_kept[place].zone, g_time_zone_unref);
    memcpy(calendar_kept[place].name, name, strlen(name) + 1);
    calendar_kept[place].zone = g_time_zone_ref(zone);
    place = (place + 1) % CALENDAR_KEPT;
    return zone;
}

static int calendar_interval(GTimeZone *zone, int64_t at_ms)
{
    return g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, at_ms / 1000);
}

struct calendar_span calendar_span(const char *zone, int64_t at_ms)
{
    GTimeZone *place = calendar_open(zone);
    int interval = calendar_interval(place, at_ms);
    int64_t same_s = at_ms / 1000;
    int64_t end_s = same_s + CALENDAR_DAY_MS / 1000;
    struct calendar_span span = {(int64_t)g_time_zone_get_offset(place, interval) * 1000, 0};
    while (calendar_interval(place, end_s * 1000) != interval && end_s - same_s > 1) {
        int64_t middle_s = same_s + (end_s - same_s) / 2;
        if (calendar_interval(place, middle_s * 1000) != interval) {
            end_s = middle_s;
        } else {
            same_s = middle_s;
        }
    }
    span.end_ms = end_s * 1000;
    g_time_zone_unref(place);
    return span;
}

int32_t calendar_day(const char *zone, int64_t at_ms)
{
    int64_t local_ms = at_ms + calendar_span(zone, at_ms).offset_ms;
    int64_t day = local_ms / CALENDAR_DAY_MS;
    return (int32_t)(local_ms % CALENDAR_DAY_MS < 0 ? day - 1 : day);
}

static GDateTime *calendar_local(GTimeZone *zone, int64_t at_ms)
{
    GDateTime *utc = g_date_time_new_from_unix_utc(at_ms / 1000);
    GDateTime *local = utc == NULL ? NULL : g_date_time_to_timezone(utc, zone);
    g_clear_pointer(&utc, g_date_time_unref);
    assert(local != NULL); /* only years beyond 9999 have none */
    return local;
}

/* That minute of the day so many days after the day of a moment. */
static int64_t calendar_on_day(GTimeZone *zone, GDateTime *day, int days, int minute)
{
    GDateTime *later = g_date_time_add_days(day, days);
    GDateTime *at =
        g_date_time_new(zone, g_date_time_get_year(later), g_date_time_get_month(later),
                        g_date_time_get_day_of_month(later), minute / 60, minute % 60, 0);
    int64_t at_ms = g_date_time_to_unix(at) * 1000;
    g_date_time_unref(at);
    g_date_time_unref(later);
    return at_ms;
}

int64_t calendar_next(const char *zone, int64_t at_ms, int minute)
{
    enum { DAYS = 3 };
    GTimeZone *place = calendar_open(zone);
    GDateTime *day = calendar_local(place, at_ms);
    int64_t next_ms = at_ms;
    for (int days = 0; days < DAYS; days++) {
        next_ms = calendar_on_day(place, day, days, minute);
        if (next_ms >= at_ms) {
            break;
        }
    }
    g_date_time_unref(day);
    g_time_zone_unref(place);
    return next_ms < at_ms ? at_ms : next_ms;
}

int64_t calendar_weeks_later(const char *zone, int64_t at_ms, unsigned weeks)
{
    enum { WEEK_DAYS = 7 };
    GTimeZone *place = calendar_open(zone);
    GDateTime *day = calendar_local(place, at_ms);
    int minute = g_date_time_get_hour(day) * 60 + g_date_time_get_minute(day);
    int64_t later_ms = calendar_on_day(place, day, (int)weeks * WEEK_DAYS, minute);
    g_date_time_unref(day);
    g_time_zone_unref(place);
    return later_ms;
}

void calendar_print(const char *zone, int64_t at_ms, char text[CALENDAR_TEXT_BYTES])
{
    GTimeZone *place = calendar_open(zone);
    GDateTime *local = calendar_local(place, at_ms);
    snprintf(text, CALENDAR_TEXT_BYTES, "%04d-%02d-%02d %02d:%02d %.12s",
             g_date_time_get_year(local), g_date_time_get_month(local),
             g_date_time_get_day_of_month(local), g_date_time_get_hour(local),
             g_date_time_get_minute(local), g_date_time_get_timezone_abbreviation(local));
    g_date_time_unref(local);
    g_time_zone_unref(place);
}
