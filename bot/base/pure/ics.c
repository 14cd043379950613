/* Lines end with CR LF and are folded behind 75 bytes, between characters. No METHOD: the file is
 * data that somebody takes in, and no invitation, which would need an organizer. */
#include "ics.h"

#include <assert.h>
#include <string.h>

#include "civil.h"
#include "inert.h"

enum {
    ICS_LINE_BYTES = 75,
    ICS_TITLE_LETTERS = 200,
    ICS_TEXT_LETTERS = INERT_LETTERS_MAX,
    ICS_URL_BYTES = 1000,
    ICS_MINUTE_MS = 60 * 1000
};

struct ics_writer {
    struct buf *buf;
    struct arena *arena;
    size_t line; /* bytes that stand in it */
};

/* Bytes that stay on one line. */
static void ics_put(struct ics_writer *writer, const char *bytes, size_t len)
{
    if (writer->line + len > ICS_LINE_BYTES) {
        buf_text(writer->buf, "\r\n ");
        writer->line = 1;
    }
    buf_add(writer->buf, bytes, len);
    writer->line += len;
}

static void ics_end_line(struct ics_writer *writer)
{
    buf_text(writer->buf, "\r\n");
    writer->line = 0;
}

/* Words of ours: ASCII. */
static void ics_plain(struct ics_writer *writer, const char *text)
{
    for (; *text != '\0'; text++) {
        ics_put(writer, text, 1);
    }
}

static void ics_line(struct ics_writer *writer, const char *name, const char *value)
{
    ics_plain(writer, name);
    ics_plain(writer, value);
    ics_end_line(writer);
}

static size_t ics_letter_bytes(const char *text)
{
    size_t len = 1;
    while (((unsigned char)text[len] & 0xc0) == 0x80) {
        len++;
    }
    return len;
}

/* A text of the format: what has a meaning there stands behind a backslash. */
static void ics_escape(struct ics_writer *writer, const char *text)
{
    while (*text != '\0') {
        char pair[] = {'\\', *text};
        size_t len = ics_letter_bytes(text);
        if (*text == '\n') {
            ics_put(writer, "\\n", 2);
        } else if (strchr("\\;,", *text) != NULL) {
            ics_put(writer, pair, sizeof pair);
        } else {
            ics_put(writer, text, len);
        }
        text += len;
    }
}

/* A text that is harmless; "" is left out. */
static void ics_text(struct ics_writer *writer, const char *name, const char *text)
{
    if (*text != '\0') {
        ics_plain(writer, name);
        ics_escape(writer, text);
        ics_end_line(writer);
    }
}

static const char *ics_inert(const struct ics_writer *writer, const char *text, unsigned letters,
                             bool lines)
{
    return text == NULL ? "" : inert_text(writer->arena, text, strlen(text), letters, lines);
}

/* One that is none, or holds what an address cannot, is left out. */
static void ics_url(struct ics_writer *writer, const char *url)
{
    static const char never[] = "\"<>\\^`{|}";
    bool good = url != NULL && strlen(url) <= ICS_URL_BYTES &&
                (strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0);
    for (size_t i = 0; good && url[i] != '\0'; i++) {
        good = url[i] > ' ' && url[i] <= '~' && strchr(never, url[i]) == NULL;
    }
    if (good) {
        ics_line(writer, "URL:", url);
    }
}

static void ics_moment(struct ics_writer *writer, const char *name, int64_t time_ms)
{
    char form[] = "YYYYMMDDThhmmssZ";
    civil_fill(time_ms, form);
    ics_line(writer, name, form);
}

static void ics_uid(struct ics_writer *writer, const struct ics_event *event,
                    const struct ics_time *time)
{
    char day[] = "-YYYYMMDD";
    civil_fill((int64_t)time->day * 24 * 60 * ICS_MINUTE_MS, day);
    ics_plain(writer, "UID:");
    ics_escape(writer, ics_inert(writer, event->uid, ICS_TITLE_LETTERS, false));
    ics_plain(writer, event->weekly ? day : "");
    ics_plain(writer, "@deaddrop");
    ics_end_line(writer);
}

static void ics_number(struct ics_writer *writer, const char *name, unsigned number)
{
    char digits[12];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    ics_line(writer, name, digits + at);
}

static void ics_alarm(struct ics_writer *writer, const char *title)
{
    ics_line(writer, "BEGIN:VALARM", "");
    ics_line(writer, "ACTION:", "DISPLAY");
    ics_text(writer, "DESCRIPTION:", title);
    ics_line(writer, "TRIGGER:", "-PT1H");
    ics_line(writer, "END:VALARM", "");
}

static void ics_time(struct ics_writer *writer, const struct ics_event *event,
                     const struct ics_time *time, int64_t now_ms)
{
    bool cancelled = event->cancelled || time->cancelled;
    const char *title = ics_inert(writer, event->title, ICS_TITLE_LETTERS, false);
    title = *title == '\0' ? "deaddrop" : title;
    ics_line(writer, "BEGIN:VEVENT", "");
    ics_uid(writer, event, time);
    ics_moment(writer, "DTSTAMP:", now_ms);
    ics_moment(writer, "DTSTART:", time->start_ms);
    ics_moment(writer, "DTEND:", time->start_ms + (int64_t)event->minutes * ICS_MINUTE_MS);
    ics_number(writer, "SEQUENCE:", event->sequence);
    ics_line(writer, "STATUS:", cancelled ? "CANCELLED" : "CONFIRMED");
    ics_text(writer, "SUMMARY:", title);
    ics_text(writer, "DESCRIPTION:", ics_inert(writer, event->text, ICS_TEXT_LETTERS, true));
    ics_text(writer, "LOCATION:", ics_inert(writer, event->place, ICS_TITLE_LETTERS, false));
    ics_url(writer, event->url);
    if (!cancelled) {
        ics_alarm(writer, title);
    }
    ics_line(writer, "END:VEVENT", "");
}

void ics_write(struct buf *buf, struct arena *arena, const struct ics_event *event, int64_t now_ms)
{
    struct ics_writer writer = {.buf = buf, .arena = arena};
    assert(event->count >= 1 && event->count <= (event->weekly ? ICS_TIMES_MAX : 1));
    assert(event->minutes >= 1);
    ics_line(&writer, "BEGIN:VCALENDAR", "");
    ics_line(&writer, "VERSION:", "2.0");
    ics_line(&writer, "PRODID:", "-//deaddrop//deaddrop//EN");
    ics_line(&writer, "CALSCALE:", "GREGORIAN");
    for (unsigned i = 0; i < event->count; i++) {
        ics_time(&writer, event, &event->times[i], now_ms);
    }
    ics_line(&writer, "END:VCALENDAR", "");
}
