/* A panel where there are no buttons: every choice as the words that do the same. They follow from
 * its control (controls.h): the action, what is chosen already, and a placeholder for each field of
 * its form. */
#include "matrix_shape.h"

#include <string.h>
#include <strings.h>

#include "controls.h"
#include "matrix_text.h"
#include "print.h"

enum {
    PANEL_BYTES_MAX = 2048,
    PANEL_NAME_BYTES = 28,  /* a label that is longer is no placeholder */
    PANEL_VALUES_MAX = 25,  /* so many values stand for themselves: <yes|no> */
    PANEL_LIST_BYTES = 700, /* if they are no longer than that */
    PANEL_WORDS_BYTES = 60, /* longer than that, they stand behind the words */
    PANEL_FIGURES = 10,     /* so many values of figures alone need no list */
    PANEL_NOTES_BYTES = 80, /* what explains a choice where everybody reads */
    PANEL_SEVERAL_MAX = 6
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

/* A yes to something that is said by its name ("intercept pass"), and no answer to a question. */
static bool panel_is_name(const struct value *arg)
{
    static const char *const questions[] = {"answer", "take"};
    bool asked = false;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        asked = asked || strcmp(arg->key, questions[i]) == 0;
    }
    return !asked && strcmp(arg->text, "yes") == 0;
}

static void panel_args(struct buf *buf, const struct choice *choice, const struct control *control,
                       const char **group)
{
    const struct value_tree *args = &control->args;
    for (uint16_t at = value_first(args, VALUE_NONE); at != VALUE_NONE;
         at = value_next(args, VALUE_NONE, at)) {
        const struct value *arg = &args->fact[at];
        if (strcmp(arg->key, CONTROL_SEEN) == 0 || strcmp(arg->key, CONTROL_AS_OF) == 0) {
            continue;
        }
        bool person = choice->who != NULL && panel_is_number(arg->text);
        panel_group(buf, arg->key, group);
        buf_text(buf, " ");
        buf_text(buf, person ? choice->who : panel_is_name(arg) ? arg->key : arg->text);
    }
}

/* What somebody types for a value: a seat by its person's name, several arguments at once
 * ("a=1.b=3") by what they are. */
static void panel_value(struct buf *buf, const struct field_choice *one)
{
    bool number = panel_is_number(one->value) && one->label != NULL && !panel_is_number(one->label);
    if (number || strchr(one->value, '=') == NULL) {
        buf_text(buf, number ? one->label : one->value);
        return;
    }
    for (const char *at = one->value; at != NULL && *at != '\0';) {
        at += strcspn(at, "=") + 1;
        size_t len = strcspn(at, ".");
        buf_add(buf, at, len);
        buf_text(buf, at[len] == '.' ? " " : "");
        at += len + (at[len] == '.');
    }
}

static bool panel_is_plain(const struct buf *buf)
{
    return buf->text != NULL && strpbrk(buf->text, "<>[]|") == NULL;
}

/* All values of a menu, with a sign between; false when they cannot be told so. */
static bool panel_list(struct buf *list, const struct field *field)
{
    unsigned count = 0;
    bool plain = true;
    for (const struct field_choice *one = field->choices; one != NULL; one = one->next) {
        struct buf value;
        buf_init(&value, PANEL_BYTES_MAX);
        panel_value(&value, one);
        plain = plain && panel_is_plain(&value);
        print_to(list, "%s%s", count > 0 ? "|" : "", value.text != NULL ? value.text : "");
        buf_deinit(&value);
        count++;
    }
    return plain && count >= 1 && count <= PANEL_VALUES_MAX && list->len <= PANEL_LIST_BYTES;
}

static void panel_pick(struct buf *list, const struct field *field, const unsigned *at,
                       unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        const struct field_choice *one = field->choices;
        for (unsigned k = 0; k < at[i]; k++) {
            one = one->next;
        }
        buf_text(list, i > 0 ? "," : "");
        panel_value(list, one);
    }
}

/* The next so many of count, in order; false: those were the last. */
static bool panel_next(unsigned *at, unsigned size, unsigned count)
{
    unsigned i = size;
    while (i > 0 && at[i - 1] == count - size + i - 1) {
        i--;
    }
    if (i == 0) {
        return false;
    }
    at[i - 1]++;
    for (; i < size; i++) {
        at[i] = at[i - 1] + 1;
    }
    return true;
}

/* Several of a few: every way to take the fewest, with commas. False: there are too many. */
static bool panel_several(struct buf *list, const struct field *field)
{
    unsigned at[PANEL_SEVERAL_MAX];
    unsigned count = 0;
    unsigned ways = 0;
    unsigned size = field->min > 1 ? (unsigned)field->min : 1;
    for (const struct field_choice *one = field->choices; one != NULL; one = one->next) {
        count++;
    }
    if (size > PANEL_SEVERAL_MAX || count < size) {
        return false;
    }
    for (unsigned i = 0; i < size; i++) {
        at[i] = i;
    }
    do {
        buf_text(list, ways++ > 0 ? "|" : "");
        panel_pick(list, field, at, size);
    } while (ways <= PANEL_VALUES_MAX && panel_next(at, size, count));
    return ways <= PANEL_VALUES_MAX && list->len <= PANEL_LIST_BYTES &&
           strpbrk(list->text, "<>[]") == NULL;
}

/* The values of a menu as words. False: it is none, or they are too many for that. */
static bool panel_menu(struct buf *buf, const struct field *field)
{
    struct buf list;
    buf_init(&list, PANEL_BYTES_MAX);
    bool is = (field->kind == FIELD_CHOICE && panel_list(&list, field)) ||
              (field->kind == FIELD_SEVERAL && panel_several(&list, field));
    if (is) {
        buf_add(buf, list.text, list.len);
    }
    buf_deinit(&list);
    return is;
}

/* What a label says behind what its group is called: "Documents: which one". */
static const char *panel_label(const struct field *field)
{
    const char *label = field->label == NULL ? "" : field->label;
    const char *colon = strrchr(label, ':');
    return colon != NULL && colon[1] == ' ' ? colon + 2 : label;
}

static bool panel_has_label(const struct field *field)
{
    const char *label = panel_label(field);
    return label[0] != '\0' && strlen(label) < PANEL_NAME_BYTES &&
           strpbrk(label, "<>[]|.:,") == NULL;
}

/* Its label, or its name. */
static void panel_name(struct buf *buf, const struct field *field)
{
    const char *dot = strrchr(field->name, '.');
    const char *name = dot != NULL ? dot + 1 : field->name;
    for (const char *at = panel_has_label(field) ? panel_label(field) : name; *at != '\0'; at++) {
        bool blank = *at == '_';
        char sign = *at;
        if (sign >= 'A' && sign <= 'Z') {
            sign = (char)(sign - 'A' + 'a');
        }
        buf_add(buf, blank ? " " : &sign, 1);
    }
}

/* Is it a menu of more than one reads at a glance? */
static bool panel_is_long(const struct field *field)
{
    struct buf list;
    buf_init(&list, PANEL_BYTES_MAX);
    bool is =
        field->kind == FIELD_CHOICE && panel_list(&list, field) && list.len > PANEL_WORDS_BYTES;
    buf_deinit(&list);
    return is;
}

/* The only value that there is: it is part of the words. */
static bool panel_is_only(const struct field *field)
{
    return field->kind == FIELD_CHOICE && !field->optional && field->choices != NULL &&
           field->choices->next == NULL;
}

/* What stands for a field: its values, its label, or its name. */
static void panel_placeholder(struct buf *buf, const struct field *field)
{
    if (panel_is_long(field) || !panel_menu(buf, field)) {
        panel_name(buf, field);
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
        if (panel_is_only(field)) {
            buf_text(buf, " ");
            panel_value(buf, field->choices);
            continue;
        }
        buf_text(buf, field->optional ? " [" : " <");
        panel_placeholder(buf, field);
        buf_text(buf, field->optional ? "]" : ">");
    }
}

/* Is it a press that repeats what was said with a whole message before? */
static bool panel_repeats(const struct control *control)
{
    return value_find(&control->args, VALUE_NONE, "same") != VALUE_NONE;
}

bool matrix_asks(const struct choice *choice)
{
    struct control control;
    return controls_parse(&control, choice->control) && control.ask != 0;
}

/* Does the bare word list what there is, better than a menu would? */
static bool panel_tells_more(const struct choice *choice, const struct control *control)
{
    return strcmp(control->action, "option") == 0 && choice->fields != NULL &&
           panel_is_long(choice->fields);
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
    if (!panel_tells_more(choice, &control)) {
        panel_fields(&buf, choice, &group);
    }
    const char *typed = arena_text(arena, buf.text, buf.len);
    buf_deinit(&buf);
    return typed;
}

/* Values that need no telling one by one: "1-2-3". */
static bool panel_is_figures(const struct field *field)
{
    unsigned count = 0;
    for (const struct field_choice *one = field->choices; one != NULL; one = one->next) {
        if (one->value[strspn(one->value, "0123456789-")] != '\0') {
            return false;
        }
        count++;
    }
    return count > PANEL_FIGURES;
}

/* "1-2-3 … 4-3-2" */
static void panel_note_figures(struct buf *buf, const struct field *field)
{
    const struct field_choice *last = field->choices;
    while (last->next != NULL) {
        last = last->next;
    }
    print_to(buf, "%s … %s", field->choices->value, last->value);
}

/* "word = a word, anywhere; …": values as they are typed, and what they mean. */
static void panel_note_values(struct buf *buf, const struct field *field)
{
    for (const struct field_choice *one = field->choices; one != NULL; one = one->next) {
        size_t from = buf->len;
        panel_value(buf, one);
        bool same = one->label == NULL || strcasecmp(one->label, buf->text + from) == 0 ||
                    panel_is_number(one->value);
        print_to(buf, "%s%s%s", same ? "" : " = ", same ? "" : one->label,
                 one->next != NULL ? "; " : "");
    }
}

/* Was a placeholder of this name explained already? */
static bool panel_is_noted(const struct buf *notes, const struct buf *name)
{
    const char *at = notes->text == NULL ? NULL : strstr(notes->text, name->text);
    return at != NULL && at[name->len] == ':';
}

/* Several of so many that not every way to take them can be told. */
static bool panel_is_many(const struct field *field)
{
    struct buf list;
    buf_init(&list, PANEL_BYTES_MAX);
    bool is =
        field->kind == FIELD_SEVERAL && field->choices != NULL && !panel_several(&list, field);
    buf_deinit(&list);
    return is;
}

/* "3 of these, with commas between: " */
static void panel_note_count(struct buf *notes, struct arena *arena, const struct field *field,
                             const struct catalogue *catalogue)
{
    struct value fact[1];
    char text[8];
    struct value_tree facts;
    if (catalogue == NULL || field->min < 1) {
        return;
    }
    value_init(&facts, fact, 1, text, sizeof text);
    value_number(&facts, "count", field->min);
    print_to(notes,
             "%s: ", catalogue_text(catalogue, arena, "matrix.several", &facts, VALUE_NONE, NULL));
}

static void panel_note(struct buf *notes, struct arena *arena, const struct field *field,
                       const struct catalogue *catalogue)
{
    struct buf name;
    buf_init(&name, PANEL_BYTES_MAX);
    panel_name(&name, field);
    bool many = panel_is_many(field);
    bool values = many || panel_is_long(field);
    bool asks = field->choices == NULL && !field->optional && field->label != NULL &&
                !panel_has_label(field) && panel_item(field->name) < 0;
    if ((values || asks) && !panel_is_noted(notes, &name)) {
        print_to(notes, "%s%s: ", notes->len > 0 ? " · " : " (", name.text);
        if (many) {
            panel_note_count(notes, arena, field, catalogue);
        }
        if (values && panel_is_figures(field)) {
            panel_note_figures(notes, field);
        } else if (values) {
            panel_note_values(notes, field);
        } else {
            buf_text(notes, field->label);
        }
    }
    buf_deinit(&name);
}

const char *matrix_typed_notes(struct arena *arena, const struct choice *choice,
                               const struct matrix_shaping *shaping)
{
    struct control control;
    struct buf notes;
    if (!controls_parse(&control, choice->control) || panel_repeats(&control) ||
        panel_tells_more(choice, &control)) {
        return "";
    }
    buf_init(&notes, PANEL_BYTES_MAX);
    for (const struct field *field = choice->fields; field != NULL; field = field->next) {
        if (strcmp(field->name, "insist") != 0) {
            panel_note(&notes, arena, field, shaping->catalogue);
        }
    }
    buf_text(&notes, notes.len > 0 ? ")" : "");
    const char *text = notes.len > 0 ? arena_text(arena, notes.text, notes.len) : "";
    buf_deinit(&notes);
    return text;
}

const struct choice *matrix_panel(struct arena *arena, const struct choice *panel,
                                  const struct matrix_shaping *shaping)
{
    struct choice *first = NULL;
    struct choice **link = &first;
    for (const struct choice *choice = panel; choice != NULL; choice = choice->next) {
        bool is_long = strlen(matrix_typed_notes(arena, choice, shaping)) > PANEL_NOTES_BYTES;
        if (shaping->in_private || !is_long) {
            *link = arena_take(arena, sizeof **link);
            **link = *choice;
            (*link)->next = NULL;
            link = &(*link)->next;
        }
    }
    return first;
}
