#include "matrix_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_base.h"

/* --- texts ------------------------------------------------------------------------------------ */

static const struct {
    const char *from;
    const char *to;
} entities[] = {{"&lt;", "<"},    {"&gt;", ">"},  {"&amp;", "&"},
                {"&quot;", "\""}, {"&#39;", "'"}, {"&nbsp;", " "}};

/* One character of HTML text; how long it was. */
static size_t read_character(const char *html, char *to, size_t *len)
{
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        size_t from = strlen(entities[i].from);
        if (strncmp(html, entities[i].from, from) == 0) {
            to[(*len)++] = entities[i].to[0];
            return from;
        }
    }
    to[(*len)++] = html[0];
    return 1;
}

static bool is_tag(const char *html, const char *name)
{
    size_t len = strlen(name);
    return html[0] == '<' && strncmp(html + 1, name, len) == 0 &&
           (html[1 + len] == '>' || html[1 + len] == ' ');
}

/* Ends a line, behind such a tag. */
static bool is_break(const char *html)
{
    static const char *const names[] = {"p", "/p", "li", "br", "/li", "h4", "/h4", "tr", "/tr"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (is_tag(html, names[i])) {
            return true;
        }
    }
    return false;
}

/* HTML as lines of text, with words to type between 0x01 and 0x02; to be freed. */
static char *read_html(const char *html)
{
    char *text = fake_take(strlen(html) + 2);
    size_t len = 0;
    while (*html != '\0') {
        if (*html != '<') {
            html += read_character(html, text, &len);
            continue;
        }
        if (is_break(html) && len > 0 && text[len - 1] != '\n') {
            text[len++] = '\n';
        } else if (is_tag(html, "code")) {
            text[len++] = '\1';
        } else if (is_tag(html, "/code")) {
            text[len++] = '\2';
        }
        html += strcspn(html, ">");
        html += *html == '>';
    }
    text[len] = '\0';
    return text;
}

/* --- what is offered -------------------------------------------------------------------------- */

static struct press_control *control_new(struct press_message *message, enum press_kind kind)
{
    if (message->control_count == PRESS_CONTROLS_MAX) {
        return NULL;
    }
    struct press_control *control = &message->control[message->control_count++];
    memset(control, 0, sizeof *control);
    control->kind = kind;
    return control;
}

static void trim(char *label)
{
    size_t len = strlen(label);
    while (len > 0 && strchr(" :\n", label[len - 1]) != NULL) {
        label[--len] = '\0';
    }
}

enum { SAID_MAX = 48 }; /* of what a choice is called, its colon too */

/* What stands before the words and a colon, on their line and behind the last dot; nothing where
 * the words stand in a sentence. */
static void read_label(const char *text, const char *at, char label[PRESS_LABEL_BYTES])
{
    const char *from = at;
    label[0] = '\0';
    if (at - text < 2 || strncmp(at - 2, ": ", 2) != 0) {
        return;
    }
    while (from > text && from[-1] != '\n' && from[-1] != '\2' &&
           !(at - from >= 4 && strncmp(from, " · ", 4) == 0)) {
        from--;
    }
    from += strncmp(from, " · ", 4) == 0 ? 4 : 0;
    if (at - from > SAID_MAX) {
        return; /* a sentence that ends in them */
    }
    snprintf(label, PRESS_LABEL_BYTES, "%.*s", (int)(at - from), from);
    trim(label);
}

static void read_offers(struct press_message *message, char *text)
{
    char *at = text;
    while ((at = strchr(at, '\1')) != NULL) {
        size_t len = strcspn(at + 1, "\2");
        bool words = strspn(at + 1, "0123456789abcdef") < len && /* and no fingerprint, */
                     strcspn(at + 1, "@\xe2") >= len;            /* and no pattern: "ask @name" */
        struct press_control *control = words ? control_new(message, PRESS_WORDS) : NULL;
        if (words && control == NULL) {
            return;
        }
        if (words) {
            snprintf(control->id, sizeof control->id, "%.*s", (int)len, at + 1);
            read_label(text, at, control->label);
            control->at_table = strncmp(at + 2 + len, " (at the table)", 15) == 0;
        }
        at += len + 1;
    }
}

/* "pace = live (live, async) Whether …": what a list of options says that can be set, each a choice
 * of its own; lengths of time and people are left alone. */
static void read_option(struct press_message *message, const char *line, size_t len)
{
    const char *is = memmem(line, len, " = ", 3);
    const char *open = memmem(line, len, " (", 2);
    const char *end = open == NULL ? NULL : memchr(open, ')', len - (size_t)(open - line));
    if (is == NULL || end == NULL || memchr(open, '@', (size_t)(end - open)) != NULL ||
        memmem(open, (size_t)(end - open), "as 90", 5) != NULL) {
        return;
    }
    struct press_control *control = control_new(message, PRESS_WORDS);
    if (control == NULL) {
        return;
    }
    size_t at =
        (size_t)snprintf(control->id, sizeof control->id, "!option %.*s <", (int)(is - line), line);
    for (const char *from = open + 2; from < end && at + 3 < sizeof control->id; from++) {
        bool comma = strncmp(from, ", ", 2) == 0;
        char sign = *from;
        if (comma) {
            sign = '|';
        }
        control->id[at++] = sign;
        from += comma;
    }
    snprintf(control->id + at, sizeof control->id - at, ">");
    snprintf(control->label, sizeof control->label, "Options %.*s", (int)(is - line), line);
    control->at_table = true;
}

static void read_options(struct press_message *message)
{
    const char *line = message->text;
    if (strncmp(line, "This table's options", 20) != 0) {
        return;
    }
    while ((line = strchr(line, '\n')) != NULL) {
        line++;
        read_option(message, line, strcspn(line, "\n"));
    }
}

/* Without the marks. */
static void unmark(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        *to = *at;
        to += *at != '\1' && *at != '\2';
    }
    *to = '\0';
}

void press_words_read(struct press_message *message, const cJSON *content)
{
    const char *html = fake_get_text(content, "formatted_body");
    const char *body = fake_get_text(content, "body");
    unsigned kept = 0;
    for (unsigned i = 0; i < message->control_count; i++) {
        if (message->control[i].kind == PRESS_REACTION) {
            message->control[kept++] = message->control[i];
        }
    }
    message->control_count = kept;
    free(message->text);
    message->text = html != NULL
                        ? read_html(html)
                        : fake_copy(body == NULL ? "" : body, body == NULL ? 0 : strlen(body));
    read_offers(message, message->text);
    unmark(message->text);
    read_options(message);
    for (unsigned i = 0; i < kept; i++) {
        press_words_key(message, message->control[i].id);
    }
}

/* What the text says that a key stands for: what stands before the words that do the same. */
static void key_label(const struct press_message *message, const char *key,
                      char label[PRESS_LABEL_BYTES])
{
    label[0] = '\0'; /* nothing says what it stands for: it was left there */
    for (unsigned i = 0; i < message->control_count; i++) {
        const struct press_control *control = &message->control[i];
        if (control->kind == PRESS_WORDS && strncmp(control->label, key, strlen(key)) == 0) {
            snprintf(label, PRESS_LABEL_BYTES, "%s", control->label);
            return;
        }
    }
}

void press_words_key(struct press_message *message, const char *key)
{
    struct press_control *control = NULL;
    for (unsigned i = 0; i < message->control_count && control == NULL; i++) {
        bool same =
            message->control[i].kind == PRESS_REACTION && strcmp(message->control[i].id, key) == 0;
        control = same ? &message->control[i] : NULL;
    }
    control = control != NULL ? control : control_new(message, PRESS_REACTION);
    if (control != NULL) {
        if (control->id != key) {
            snprintf(control->id, sizeof control->id, "%s", key);
        }
        key_label(message, key, control->label);
    }
}

void press_words_unkey(struct press_message *message, const char *key)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < message->control_count; i++) {
        const struct press_control *control = &message->control[i];
        if (control->kind != PRESS_REACTION || strcmp(control->id, key) != 0) {
            message->control[kept++] = *control;
        }
    }
    message->control_count = kept;
}

/* --- filling in ------------------------------------------------------------------------------- */

/* What stands behind the words about this place: "(kind: word = a word; …)", or what to write. */
static void read_note(const struct press_message *message, const char *words,
                      struct press_field *field)
{
    char head[PRESS_LABEL_BYTES + 4];
    const char *at = strstr(message->text, words);
    size_t line = at == NULL ? 0 : strcspn(at, "\n");
    snprintf(head, sizeof head, "%s: ", field->label);
    const char *note = at == NULL ? NULL : strstr(at + strlen(words), head);
    if (note == NULL || note > at + line || strchr("( ", note[-1]) == NULL) {
        return;
    }
    note += strlen(head);
    size_t len = strcspn(note, ")\n");
    const char *next = strstr(note, " · ");
    len = next != NULL && (size_t)(next - note) < len ? (size_t)(next - note) : len;
    snprintf(field->hint, sizeof field->hint, "%.*s", (int)len, note);
    if (memchr(note, ';', len) == NULL) {
        return;
    }
    const char *colon = memmem(note, len, "commas between: ", 16); /* "3 of these, with …" */
    if (colon != NULL) {
        field->several = true;
        field->min = (unsigned)strtoul(note, NULL, 10);
        field->max = field->min;
        len -= (size_t)(colon + 16 - note);
        note = colon + 16;
    }
    field->values.value = fake_take(PRESS_VALUES_MAX * sizeof *field->values.value);
    for (const char *end = note + len; note < end && field->values.count < PRESS_VALUES_MAX;) {
        struct press_value *value = &field->values.value[field->values.count++];
        size_t one = strcspn(note, ";)\n");
        one = one > (size_t)(end - note) ? (size_t)(end - note) : one;
        const char *means = memmem(note, one, " = ", 3);
        size_t typed = means == NULL ? one : (size_t)(means - note);
        const char *label = means == NULL ? note : means + 3;
        snprintf(value->value, sizeof value->value, "%.*s", (int)typed, note);
        snprintf(value->label, sizeof value->label, "%.*s", (int)(note + one - label), label);
        note += one + 2;
    }
}

static void read_values(struct press_field *field, const char *text)
{
    if (strchr(text, '|') == NULL) {
        return;
    }
    field->values.value = fake_take(PRESS_VALUES_MAX * sizeof *field->values.value);
    while (*text != '\0' && field->values.count < PRESS_VALUES_MAX) {
        size_t len = strcspn(text, "|");
        struct press_value *value = &field->values.value[field->values.count++];
        snprintf(value->value, sizeof value->value, "%.*s", (int)len, text);
        snprintf(value->label, sizeof value->label, "%.*s", (int)len, text);
        text += len + (text[len] == '|');
    }
}

/* The next place to be filled in; NULL: none. */
static const char *next_place(const char *words)
{
    return strpbrk(words, "<[");
}

bool press_words_form(const struct press_message *message, const struct press_control *control,
                      struct press_form *form)
{
    const char *at = control->id;
    memset(form, 0, sizeof *form);
    while ((at = next_place(at)) != NULL && form->count < PRESS_FIELDS_MAX) {
        struct press_field *field = &form->field[form->count++];
        size_t len = strcspn(at + 1, *at == '<' ? ">" : "]");
        snprintf(field->label, sizeof field->label, "%.*s", (int)len, at + 1);
        snprintf(field->name, sizeof field->name, "%u", form->count);
        field->optional = *at == '[';
        if (strchr(field->label, '=') != NULL) {
            snprintf(field->value, sizeof field->value, "%s", "");
            field->max = 1; /* a flag: said or not */
        }
        read_values(field, field->label);
        if (field->values.count == 0) {
            read_note(message, control->id, field);
        }
        at += len + 1;
    }
    snprintf(form->title, sizeof form->title, "%s", control->label);
    return form->count > 0;
}

void press_words_say(const struct press_control *control, const struct press_act *act,
                     char text[PRESS_TEXT_BYTES])
{
    size_t len = 0;
    unsigned n = 0;
    text[0] = '\0';
    for (const char *at = control->id; *at != '\0' && len + 1 < PRESS_TEXT_BYTES;) {
        if (*at != '<' && *at != '[') {
            text[len++] = *at++;
            text[len] = '\0';
            continue;
        }
        size_t place = strcspn(at + 1, *at == '<' ? ">" : "]");
        int more = snprintf(text + len, PRESS_TEXT_BYTES - len, "%s",
                            n < PRESS_FIELDS_MAX ? act->field[n++] : "");
        len = strlen(text);
        (void)more;
        at += place + 1;
        at += *at != '\0';
    }
    while (len > 0 && text[len - 1] == ' ') {
        text[--len] = '\0';
    }
}
