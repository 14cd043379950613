/* The log. A line is made whole and written with one write, so that lines of two processes on one
 * pipe do not mix. What cannot be written is lost: the log must never stop the house. */

#include "log.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "print.h"

static struct log_setup log_setup;
static atomic_int log_most = -1; /* the level, -1 while closed */

static const char *const log_words[] = {"error", "warning", "info", "debug"};
/* as in syslog: err, warning, info, debug */
static const int log_priorities[] = {3, 4, 6, 7};

void log_open(const struct log_setup *setup)
{
    log_setup = *setup;
    atomic_store(&log_most, (int)setup->level);
}

void log_close(void)
{
    atomic_store(&log_most, -1);
}

void log_level_set(enum log_level level)
{
    if (atomic_load(&log_most) >= 0) {
        atomic_store(&log_most, (int)level);
    }
}

bool log_level_of(const char *word, enum log_level *level_r)
{
    for (size_t i = 0; i < sizeof(log_words) / sizeof(log_words[0]); i++) {
        if (strcmp(log_words[i], word) == 0) {
            *level_r = (enum log_level)i;
            return true;
        }
    }
    return false;
}

static void log_time(struct buf *line)
{
    char text[32];
    struct tm parts;
    int64_t now_ms = log_setup.clock.now_ms(log_setup.clock.context);
    time_t seconds = (time_t)(now_ms / 1000);
    if (gmtime_r(&seconds, &parts) != NULL &&
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &parts) > 0) {
        print_to(line, "time=%s.%03dZ ", text, (int)(now_ms % 1000));
    }
}

/* May the text stand without quotes? */
static bool log_is_bare(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte <= ' ' || byte >= 127 || byte == '"' || byte == '=' || byte == '\\') {
            return false;
        }
    }
    return len > 0;
}

/* A value, quoted where it must be; what is no plain character is written as its code, so that no
 * text can begin a line or a colour of its own. */
static void log_value(struct buf *line, const char *text)
{
    size_t len = strnlen(text, LOG_TEXT_MAX);
    if (log_is_bare(text, len) && text[len] == '\0') {
        buf_add(line, text, len);
        return;
    }
    buf_text(line, "\"");
    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte == '"' || byte == '\\') {
            print_to(line, "\\%c", byte);
        } else if (byte < ' ' || byte >= 127) {
            print_to(line, "\\x%02x", byte);
        } else {
            buf_add(line, text + i, 1);
        }
    }
    buf_text(line, text[len] == '\0' ? "\"" : "...\"");
}

static void log_put(struct buf *line, const struct log_field *field)
{
    print_to(line, " %s=", field->name);
    switch (field->kind) {
    case LOG_TEXT:
        log_value(line, field->text == NULL ? "" : field->text);
        break;
    case LOG_NUMBER:
        buf_number(line, field->number);
        break;
    case LOG_END:
        break;
    }
}

void log_event(enum log_level level, const char *event, const struct log_field *fields)
{
    if ((int)level > atomic_load(&log_most)) {
        return;
    }
    struct buf line;
    buf_init(&line, LOG_LINE_MAX - 1);
    if (log_setup.journal) {
        print_to(&line, "<%d>", log_priorities[level]);
    } else {
        log_time(&line);
    }
    print_to(&line, "level=%s event=%s", log_words[level], event);
    for (; fields != NULL && fields->kind != LOG_END; fields++) {
        log_put(&line, fields);
    }
    line.max++; /* there is always room for the end of the line */
    buf_text(&line, "\n");
    ssize_t written = write(log_setup.file, line.text, line.len);
    (void)written;
    buf_deinit(&line);
}

struct log_field log_text(const char *name, const char *text)
{
    return (struct log_field){.name = name, .kind = LOG_TEXT, .text = text};
}

struct log_field log_number(const char *name, int64_t number)
{
    return (struct log_field){.name = name, .kind = LOG_NUMBER, .number = number};
}

struct log_field log_fault(const struct fault *fault)
{
    return log_text("why", fault->text);
}
