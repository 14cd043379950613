/* A panel where there are no buttons: every choice as the words that do the same. They follow from
 * its control (controls.h): the action, what is chosen already, and a placeholder for each field of
 * its form. */
#include "matrix_shape.h"

#include <string.h>

#include "controls.h"
#include "matrix_text.h"
#include "print.h"

enum {
    PANEL_BYTES_MAX = 2048,
    PANEL_NAME_BYTES = 28, /* a label that is longer is no placeholder */
    PANEL_VALUES_MAX = 3   /* so few values stand for themselves: <yes|no> */
};

const char *matrix_key_of(const struct matrix_shaping *shaping, const struct choice *choice)
{
    for (unsigned i = 0; i < shaping->key_count; i++) {
        if (strcmp(shaping->keys[i].control, choice->control) == 0) {
            return shaping->keys[i].key;
        }
    }
    return NULL;
}

static bool panel_is_number(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* Which item of a list "clues.1" asks for; -1: none. */
static int panel_item(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && panel_is_number(dot + 1) ? dot[1] - '0' : -1;
}

/* "documents.kind" is said behind "documents:"; group is the one that is open. */
static void panel_group(struct buf *buf, const char *name, const char **group)
{
    const char *dot = panel_item(name) >= 0 ? NULL : strchr(name, '.');
    size_t len = dot == NULL ? 0 : (size_t)(dot - name);
    if (len > 0 && (*group == NULL || strncmp(*group, name, len + 1) != 0)) {
        buf_text(buf, " ");
        buf_add(buf, name, len);
        buf_text(buf, ":");
        *group = name;
    }
}

static void panel_args(struct buf *buf, const struct choice *choice, const struct control *control,
                       const char **group)
{
    const struct facts *args = &control->args;
    for (uint16_t at = facts_first(args, FACTS_NONE); at != FACTS_NONE;
         at = facts_next(args, FACTS_NONE, at)) {
        const struct fact *arg = &args->fact[at];
        bool person = choice->who != NULL && panel_is_number(arg->text);
        panel_group(buf, arg->key, group);
        buf_text(buf, " ");
        buf_text(buf, person ? choice->who : arg->text);
    }
}

static bool panel_few(const struct field *field)
{
    unsigned count = 0;
    bool words = true;
    for (const struct field_choice *one = field->choices; one != NULL; one = one->next) {
        words = words && !panel_is_number(one->value) && strlen(one->value) < PANEL_NAME_BYTES;
        count++;
    }
    return field->kind == FIELD_CHOICE && words && count >= 1 && count <= PANEL_VALUES_MAX;
}

/* What stands for a field: its few values, its label, or its name. */
static void panel_placeholder(struct buf *buf, const struct field *field)
{
    const char *dot = strrchr(field->name, '.');
    const char *name = dot != NULL ? dot + 1 : field->name;
    bool label = field->label != NULL && field->label[0] != '\0' &&
                 strlen(field->label) < PANEL_NAME_BYTES &&
                 strpbrk(field->label, "<>[]|.:,") == NULL;
    if (panel_few(field)) {
        for (const struct field_choice *one = field->choices; one != NULL; one = one->next) {
            print_to(buf, "%s%s", one == field->choices ? "" : "|", one->value);
        }
        return;
    }
    for (const char *at = label ? field->label : name; *at != '\0'; at++) {
        bool blank = *at == '_';
        char sign = *at;
        if (sign >= 'A' && sign <= 'Z') {
            sign = (char)(sign - 'A' + 'a');
        }
        buf_add(buf, blank ? " " : &sign, 1);
    }
}

/* What may be said in addition, and is said by its name: "pass=yes". */
static bool panel_is_flag(const struct field *field)
{
    bool two = field->choices != NULL && field->choices->next != NULL &&
               field->choices->next->next == NULL;
    return field->optional && two && strcmp(field->choices->value, "yes") == 0 &&
           strcmp(field->choices->next->value, "no") == 0;
}

static void panel_fields(struct buf *buf, const struct choice *choice, const char **group)
{
    for (const struct field *field = choice->fields; field != NULL; field = field->next) {
        if (strcmp(field->name, "insist") == 0) {
            continue; /* offered once it was warned about */
        }
        if (panel_is_flag(field)) {
            print_to(buf, " [%s=yes]", field->name);
            continue;
        }
        panel_group(buf, field->name, group);
        buf_text(buf, panel_item(field->name) > 0 ? "," : "");
        buf_text(buf, field->optional ? " [" : " <");
        panel_placeholder(buf, field);
        buf_text(buf, field->optional ? "]" : ">");
    }
}

/* Is it a press that repeats what was said with a whole message before? */
static bool panel_repeats(const struct control *control)
{
    return facts_find(&control->args, FACTS_NONE, "same") != FACTS_NONE;
}

bool matrix_asks(const struct choice *choice)
{
    struct control control;
    return controls_parse(&control, choice->control) && control.ask != 0;
}

const char *matrix_typed(struct arena *arena, const struct choice *choice,
                         const struct matrix_shaping *shaping)
{
    struct control control;
    struct buf buf;
    const char *group = NULL;
    if (!controls_parse(&control, choice->control) || panel_repeats(&control)) {
        return NULL;
    }
    buf_init(&buf, PANEL_BYTES_MAX);
    buf_text(&buf, shaping->in_private && !choice->at_table ? "" : shaping->prefix);
    buf_text(&buf, control.action);
    panel_args(&buf, choice, &control, &group);
    panel_fields(&buf, choice, &group);
    const char *typed = arena_text(arena, buf.text, buf.len);
    buf_deinit(&buf);
    return typed;
}
