/* Panels as rows of buttons and menus, forms as modals. Limits of counts and lengths hold for
 * whatever a document asks for. */
#include "discord_shape.h"

#include <stdio.h>
#include <string.h>

#include "discord_text.h"
#include "json_out.h"

enum {
    PANEL_BYTES_MAX = 64 * 1024,
    MODAL_PIECES_MAX = 5,
    MODAL_TITLE_MAX = 45,
    MODAL_LABEL_MAX = 45,
    MODAL_TEXT_MAX = 4000,
    MODAL_HINT_MAX = 100,
    MODAL_CHOICES_MIN = 2
};

struct panel {
    struct arena *arena;
    struct buf out;
    unsigned rows;
    unsigned buttons; /* in the row that is open */
};

static unsigned panel_count(const struct field_choice *choice)
{
    unsigned count = 0;
    for (; choice != NULL; choice = choice->next) {
        count++;
    }
    return count;
}

/* Can the choices of a field stand in a menu? */
static bool panel_fits_menu(const struct field *field)
{
    unsigned count = panel_count(field->choices);
    bool fits = field->kind == FIELD_CHOICE && count >= 1 && count <= DISCORD_MENU_MAX;
    for (const struct field_choice *one = field->choices; one != NULL && fits; one = one->next) {
        size_t len = strlen(one->value);
        fits = len > 0 && discord_count(one->value, len) <= DISCORD_OPTION_MAX;
    }
    return fits;
}

bool discord_is_menu(const struct choice *choice)
{
    const struct field *field = choice->fields;
    return field != NULL && field->next == NULL && !field->optional && panel_fits_menu(field) &&
           panel_count(field->choices) >= MODAL_CHOICES_MIN;
}

static void panel_text(struct panel *panel, const char *key, const char *text, size_t max)
{
    json_out_text(&panel->out, key, discord_shorten(panel->arena, text, max));
}

static const char *panel_label(const struct panel *panel, const struct choice *choice,
                               const char *more)
{
    struct buf buf;
    buf_init(&buf, PANEL_BYTES_MAX);
    if (choice->symbol != NULL) {
        buf_text(&buf, choice->symbol);
        buf_text(&buf, " ");
    }
    buf_text(&buf, choice->label[0] != '\0' ? choice->label : "…");
    buf_text(&buf, more);
    const char *label = arena_text(panel->arena, buf.text, buf.len);
    buf_deinit(&buf);
    return label;
}

static void panel_close_row(struct panel *panel)
{
    if (panel->buttons > 0) {
        buf_text(&panel->out, "]}");
        panel->buttons = 0;
    }
}

static void panel_open_row(struct panel *panel)
{
    json_out_next(&panel->out);
    buf_text(&panel->out, "{\"type\":1,\"components\":[");
    panel->rows++;
}

static void panel_options(struct panel *panel, const struct field_choice *choices)
{
    json_out_key(&panel->out, "options");
    buf_text(&panel->out, "[");
    for (const struct field_choice *choice = choices; choice != NULL; choice = choice->next) {
        bool repeated = false;
        for (const struct field_choice *one = choices; one != choice; one = one->next) {
            repeated = repeated || strcmp(one->value, choice->value) == 0;
        }
        if (!repeated) {
            json_out_next(&panel->out);
            buf_text(&panel->out, "{");
            panel_text(panel, "label", choice->label[0] != '\0' ? choice->label : choice->value,
                       DISCORD_OPTION_MAX);
            json_out_text(&panel->out, "value", choice->value);
            buf_text(&panel->out, "}");
        }
    }
    buf_text(&panel->out, "]");
}

static void panel_menu(struct panel *panel, const struct choice *choice)
{
    panel_close_row(panel);
    panel_open_row(panel);
    buf_text(&panel->out, "{");
    json_out_number(&panel->out, "type", 3);
    json_out_text(&panel->out, "custom_id", choice->control);
    panel_text(panel, "placeholder", panel_label(panel, choice, ""), DISCORD_OPTION_MAX);
    panel_options(panel, choice->fields->choices);
    buf_text(&panel->out, "}]}");
}

/* What a button carries; one that opens a form says so. */
static const char *panel_control(const struct panel *panel, const struct choice *choice)
{
    size_t len = strlen(choice->control);
    if (choice->fields == NULL || len >= DISCORD_CONTROL_MAX) {
        return choice->control;
    }
    char *marked = arena_take(panel->arena, len + sizeof DISCORD_FORM_MARK);
    memcpy(marked, choice->control, len);
    memcpy(marked + len, DISCORD_FORM_MARK, sizeof DISCORD_FORM_MARK);
    return marked;
}

static void panel_button(struct panel *panel, const struct choice *choice)
{
    static const int styles[] = {[CHOICE_PRIMARY] = 1, [CHOICE_SECONDARY] = 2, [CHOICE_DANGER] = 4};
    if (panel->buttons == DISCORD_ROW_BUTTONS) {
        panel_close_row(panel);
    }
    if (panel->buttons == 0) {
        panel_open_row(panel);
    }
    panel->buttons++;
    json_out_next(&panel->out);
    buf_text(&panel->out, "{");
    json_out_number(&panel->out, "type", 2);
    json_out_number(&panel->out, "style", styles[choice->style]);
    panel_text(panel, "label", panel_label(panel, choice, choice->fields != NULL ? "…" : ""),
               DISCORD_LABEL_MAX);
    json_out_text(&panel->out, "custom_id", panel_control(panel, choice));
    buf_text(&panel->out, "}");
}

static bool panel_repeats(const struct choice *panel, const struct choice *choice)
{
    for (const struct choice *one = panel; one != choice; one = one->next) {
        if (strcmp(one->control, choice->control) == 0) {
            return true;
        }
    }
    return false;
}

/* Rows that the choices from here on need, were all of them buttons. */
static unsigned panel_rows_after(const struct choice *choice)
{
    unsigned buttons = 0;
    for (; choice != NULL; choice = choice->next) {
        buttons++;
    }
    return (buttons + DISCORD_ROW_BUTTONS - 1) / DISCORD_ROW_BUTTONS;
}

const char *discord_components(struct arena *arena, const struct choice *panel)
{
    struct panel rows = {.arena = arena};
    buf_init(&rows.out, PANEL_BYTES_MAX);
    buf_text(&rows.out, "[");
    for (const struct choice *choice = panel; choice != NULL; choice = choice->next) {
        size_t len = strlen(choice->control);
        bool sound = len > 0 && len <= DISCORD_CONTROL_MAX && !panel_repeats(panel, choice);
        bool full = rows.rows == DISCORD_ROWS_MAX &&
                    (rows.buttons == 0 || rows.buttons == DISCORD_ROW_BUTTONS);
        if (!sound || full) {
            continue;
        }
        if (discord_is_menu(choice) &&
            rows.rows + 1 + panel_rows_after(choice->next) <= DISCORD_ROWS_MAX) {
            panel_menu(&rows, choice);
        } else {
            panel_button(&rows, choice);
        }
    }
    panel_close_row(&rows);
    buf_text(&rows.out, "]");
    const char *json =
        arena_text(arena, rows.out.full ? "[]" : rows.out.text, rows.out.full ? 2 : rows.out.len);
    buf_deinit(&rows.out);
    return json;
}

/* --- forms ------------------------------------------------------------------------------------ */

static void modal_open(struct panel *panel, const char *label)
{
    json_out_next(&panel->out);
    buf_text(&panel->out, "{");
    json_out_number(&panel->out, "type", 18);
    panel_text(panel, "label", label[0] != '\0' ? label : "…", MODAL_LABEL_MAX);
    json_out_key(&panel->out, "component");
    buf_text(&panel->out, "{");
}

static void modal_required(struct panel *panel, bool optional)
{
    json_out_key(&panel->out, "required");
    buf_text(&panel->out, optional ? "false" : "true");
}

static void modal_menu(struct panel *panel, const struct field *field)
{
    modal_open(panel, field->label);
    json_out_number(&panel->out, "type", 3);
    json_out_text(&panel->out, "custom_id", field->name);
    modal_required(panel, field->optional);
    if (field->optional) {
        json_out_number(&panel->out, "min_values", 0);
    }
    panel_options(panel, field->choices);
    buf_text(&panel->out, "}}");
}

static void modal_text(struct panel *panel, const struct field *field)
{
    bool is_text = field->kind == FIELD_TEXT || field->kind == FIELD_LONG;
    int32_t max = is_text && field->max > 0 ? field->max : MODAL_TEXT_MAX;
    modal_open(panel, field->label);
    json_out_number(&panel->out, "type", 4);
    json_out_text(&panel->out, "custom_id", field->name);
    json_out_number(&panel->out, "style", field->kind == FIELD_LONG ? 2 : 1);
    modal_required(panel, field->optional);
    json_out_number(&panel->out, "max_length",
                    max > MODAL_TEXT_MAX          ? MODAL_TEXT_MAX
                    : field->kind == FIELD_NUMBER ? 12
                                                  : max);
    if (field->kind == FIELD_NUMBER && field->max > field->min) {
        char hint[MODAL_HINT_MAX];
        snprintf(hint, sizeof hint, "%d–%d", field->min, field->max);
        json_out_text(&panel->out, "placeholder", hint);
    }
    buf_text(&panel->out, "}}");
}

/* All from here on in one text, a line for each, its label in front. */
static void modal_fold(struct panel *panel, const struct field *fields)
{
    struct buf id;
    struct buf lines;
    struct buf label;
    buf_init(&id, DISCORD_CONTROL_MAX);
    buf_init(&lines, MODAL_TEXT_MAX);
    buf_init(&label, MODAL_TEXT_MAX);
    for (const struct field *field = fields; field != NULL; field = field->next) {
        buf_text(&id, DISCORD_FOLD);
        buf_text(&id, field->name);
        buf_text(&lines, lines.len > 0 ? "\n" : "");
        buf_text(&lines, field->label);
        buf_text(&lines, ": ");
        buf_text(&label, label.len > 0 ? " · " : "");
        buf_text(&label, field->label);
    }
    modal_open(panel, label.text);
    json_out_number(&panel->out, "type", 4);
    json_out_text(&panel->out, "custom_id", id.text);
    json_out_number(&panel->out, "style", 2);
    modal_required(panel, true);
    json_out_number(&panel->out, "max_length", MODAL_TEXT_MAX);
    panel_text(panel, "value", lines.text, MODAL_TEXT_MAX);
    buf_text(&panel->out, "}}");
    buf_deinit(&id);
    buf_deinit(&lines);
    buf_deinit(&label);
}

const char *discord_modal(struct arena *arena, const struct choice *choice)
{
    struct panel panel = {.arena = arena};
    unsigned count = 0;
    buf_init(&panel.out, PANEL_BYTES_MAX);
    buf_text(&panel.out, "{");
    panel_text(&panel, "title", panel_label(&panel, choice, ""), MODAL_TITLE_MAX);
    json_out_text(&panel.out, "custom_id", choice->control);
    json_out_key(&panel.out, "components");
    buf_text(&panel.out, "[");
    for (const struct field *field = choice->fields; field != NULL; field = field->next) {
        if (++count == MODAL_PIECES_MAX && field->next != NULL) {
            modal_fold(&panel, field);
            break;
        }
        if (panel_fits_menu(field)) {
            modal_menu(&panel, field);
        } else {
            modal_text(&panel, field);
        }
    }
    buf_text(&panel.out, "]}");
    const char *json = arena_text(arena, panel.out.text, panel.out.len);
    buf_deinit(&panel.out);
    return json;
}
