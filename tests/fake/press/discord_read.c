/* What Discord shows, as it is read by people: messages and forms out of their JSON. */
#include "discord_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "fake_base.h"

enum { STYLE_PRIMARY = 1, COMPONENT_BUTTON = 2, COMPONENT_MENU = 3, PAGE_BYTES = 8192 };

void press_copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from == NULL ? "" : from);
}

void press_read_free(struct press_message *message)
{
    for (unsigned i = 0; i < message->control_count; i++) {
        free(message->control[i].values.value);
    }
    free(message->control);
    free(message->text);
    message->control = NULL;
    message->text = NULL;
    message->control_count = 0;
}

static struct press_values read_values(const cJSON *options)
{
    struct press_values values = {NULL, 0};
    const cJSON *option = NULL;
    if (cJSON_GetArraySize(options) == 0) {
        return values;
    }
    values.value = calloc(PRESS_VALUES_MAX, sizeof *values.value);
    cJSON_ArrayForEach(option, options)
    {
        if (values.value != NULL && values.count < PRESS_VALUES_MAX) {
            struct press_value *value = &values.value[values.count++];
            press_copy(value->value, sizeof value->value, fake_get_text(option, "value"));
            press_copy(value->label, sizeof value->label, fake_get_text(option, "label"));
        }
    }
    return values;
}

static void read_control(struct press_message *message, const cJSON *json)
{
    int64_t type = fake_get_number(json, "type", 0);
    if (message->control_count == PRESS_CONTROLS_MAX || fake_get_true(json, "disabled") ||
        fake_get_text(json, "custom_id") == NULL) {
        return;
    }
    struct press_control *control = &message->control[message->control_count++];
    const char *label = fake_get_text(json, "label");
    control->kind = type == COMPONENT_MENU ? PRESS_MENU : PRESS_BUTTON;
    control->owed = type == COMPONENT_BUTTON && fake_get_number(json, "style", 0) == STYLE_PRIMARY;
    press_copy(control->id, sizeof control->id, fake_get_text(json, "custom_id"));
    press_copy(control->label, sizeof control->label,
               label != NULL ? label : fake_get_text(json, "placeholder"));
    control->min = (unsigned)fake_get_number(json, "min_values", 1);
    control->max = (unsigned)fake_get_number(json, "max_values", 1);
    control->values = read_values(fake_get(json, "options"));
}

/* The words on it: content, embeds, what its pictures are described with. */
static void read_words(struct buf *page, const cJSON *json)
{
    static const char *const words[] = {"content", "title", "description", "name", "value"};
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, json)
    {
        bool is_words = false;
        for (size_t i = 0; i < sizeof words / sizeof words[0] && item->string != NULL; i++) {
            is_words = is_words || strcmp(item->string, words[i]) == 0;
        }
        bool outer = item->string != NULL && (strcmp(item->string, "author") == 0 ||
                                              strcmp(item->string, "mentions") == 0 ||
                                              strcmp(item->string, "components") == 0 ||
                                              strncmp(item->string, "interaction", 11) == 0);
        if (cJSON_IsString(item) && is_words && item->valuestring[0] != '\0') {
            buf_text(page, item->valuestring);
            buf_text(page, "\n");
        } else if (!outer && (cJSON_IsObject(item) || cJSON_IsArray(item))) {
            read_words(page, item); /* NOLINT(misc-no-recursion): as deep as a message is */
        }
    }
}

/* Without what makes words bold, or quotes them. */
static char *plain(const char *text)
{
    char *copied = fake_copy(text, strlen(text));
    char *to = copied;
    for (const char *at = text; *at != '\0'; at++) {
        if (at[0] == '*' && at[1] == '*') {
            at++;
        } else if (at[0] != '\\') {
            *to++ = *at;
        }
    }
    *to = '\0';
    return copied;
}

void press_read_message(struct press_message *message, const struct fake_discord_seen *seen,
                        const cJSON *json, uint64_t house)
{
    struct buf page;
    press_read_free(message);
    snprintf(message->id, sizeof message->id, "%llu", (unsigned long long)seen->message);
    snprintf(message->room, sizeof message->room, "%llu", (unsigned long long)seen->channel);
    message->place = strcmp(seen->kind, "message") == 0     ? PRESS_PUBLIC
                     : strcmp(seen->kind, "ephemeral") == 0 ? PRESS_EPHEMERAL
                                                            : PRESS_PRIVATE;
    message->version = seen->version;
    message->house = fake_get_id(fake_get(json, "author"), "id") == house;
    buf_init(&page, PAGE_BYTES);
    read_words(&page, json);
    message->text = plain(page.text == NULL ? "" : page.text);
    buf_deinit(&page);
    message->control = fake_take(PRESS_CONTROLS_MAX * sizeof *message->control);
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, fake_get(json, "components"))
    {
        const cJSON *one = NULL;
        cJSON_ArrayForEach(one, fake_get(row, "components"))
        {
            read_control(message, one);
        }
    }
}

void press_form_free(struct press_form *form)
{
    for (unsigned i = 0; i < form->count; i++) {
        free(form->field[i].values.value);
    }
    memset(form, 0, sizeof *form);
}

static void read_field(struct press_form *form, const cJSON *label, const cJSON *json)
{
    const char *text = fake_get_text(label, "label");
    if (form->count == PRESS_FIELDS_MAX || fake_get_text(json, "custom_id") == NULL) {
        return;
    }
    struct press_field *field = &form->field[form->count++];
    bool menu = fake_get_number(json, "type", 0) == COMPONENT_MENU;
    press_copy(field->name, sizeof field->name, fake_get_text(json, "custom_id"));
    press_copy(field->label, sizeof field->label,
               text != NULL ? text : fake_get_text(json, "label"));
    press_copy(field->value, sizeof field->value, fake_get_text(json, "value"));
    press_copy(field->hint, sizeof field->hint, fake_get_text(json, "placeholder"));
    field->optional = cJSON_IsFalse(fake_get(json, "required"));
    field->values = read_values(fake_get(json, "options"));
    field->min = (unsigned)fake_get_number(json, menu ? "min_values" : "min_length", menu);
    field->max = (unsigned)fake_get_number(json, menu ? "max_values" : "max_length", menu);
    field->several = menu && field->max > 1;
    const char *more = fake_get_text(label, "description");
    if (more != NULL) {
        size_t len = strlen(form->text);
        snprintf(form->text + len, sizeof form->text - len, "%s\n", more);
    }
}

void press_read_form(struct press_form *form, const cJSON *modal)
{
    press_form_free(form);
    press_copy(form->title, sizeof form->title, fake_get_text(modal, "title"));
    const cJSON *entry = NULL;
    cJSON_ArrayForEach(entry, fake_get(modal, "components"))
    {
        const cJSON *one = NULL;
        const char *words = fake_get_text(entry, "content");
        if (words != NULL) {
            size_t len = strlen(form->text);
            snprintf(form->text + len, sizeof form->text - len, "%s\n", words);
        } else if (fake_get(entry, "component") != NULL) {
            read_field(form, entry, fake_get(entry, "component"));
        }
        cJSON_ArrayForEach(one, fake_get(entry, "components"))
        {
            read_field(form, entry, one);
        }
    }
}
