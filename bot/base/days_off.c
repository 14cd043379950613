#include "days_off.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { DAYS_OF_WEEK = 7, DAYS_SHORT = 3, DAYS_EPOCH = 3 /* 1 January 1970 was a Thursday */ };

static const char *const days_names[DAYS_OF_WEEK] = {"monday", "tuesday",  "wednesday", "thursday",
                                                     "friday", "saturday", "sunday"};

/* The bits of one word; 0: it is no day. Its first three letters will do. */
static uint8_t days_word(const char *word, size_t len)
{
    static const char weekend[] = "weekend";
    if (len >= strlen(weekend) && len <= strlen(weekend) + 1 &&
        strncasecmp(word, "weekends", len) == 0) {
        return 1U << 5 | 1U << 6;
    }
    for (unsigned day = 0; day < DAYS_OF_WEEK; day++) {
        size_t full = strlen(days_names[day]);
        bool same = len >= DAYS_SHORT && strncasecmp(word, days_names[day], len) == 0;
        bool plural = len == full + 1 && strncasecmp(word, days_names[day], full) == 0 &&
                      (word[full] == 's' || word[full] == 'S');
        if ((same && len <= full) || plural) {
            return (uint8_t)(1U << day);
        }
    }
    return 0;
}

bool days_off_read(struct days_off *off, const char *text)
{
    static const char between[] = " ,;+&";
    uint8_t days = 0;
    unsigned count = 0;
    text += strspn(text, between);
    if (strcasecmp(text, "off") == 0 || strcasecmp(text, "none") == 0) {
        off->days = 0;
        return true;
    }
    while (*text != '\0') {
        size_t len = strcspn(text, between);
        uint8_t word = days_word(text, len);
        bool joins = len == 3 && strncasecmp(text, "and", len) == 0;
        if (word == 0 && !joins) {
            return false;
        }
        days |= word;
        text += len;
        text += strspn(text, between);
    }
    for (unsigned day = 0; day < DAYS_OF_WEEK; day++) {
        count += (days >> day) & 1U;
    }
    if (count == 0 || count > DAYS_OFF_MOST) {
        return false;
    }
    off->days = days;
    return true;
}

void days_off_print(const struct days_off *off, char text[DAYS_OFF_TEXT_BYTES])
{
    size_t len = 0;
    text[0] = '\0';
    for (unsigned day = 0; day < DAYS_OF_WEEK; day++) {
        if (((off->days >> day) & 1U) != 0) {
            len += (size_t)snprintf(text + len, DAYS_OFF_TEXT_BYTES - len, "%s%.3s",
                                    len > 0 ? " " : "", days_names[day]);
        }
    }
}

bool days_off_has(const struct days_off *off, int32_t day)
{
    int of_week = (day % DAYS_OF_WEEK + DAYS_OF_WEEK + DAYS_EPOCH) % DAYS_OF_WEEK;
    return ((off->days >> of_week) & 1U) != 0;
}
