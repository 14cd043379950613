/* Panels as rows of buttons and menus, forms as modals. Limits of counts and lengths hold for
 * whatever a document asks for. */
#include "discord_shape.h"

#include <stdio.h>
#include <string.h>

#include "discord_text.h"
#include "inbound.h"
#include "json_out.h"

enum {
    PANEL_BYTES_MAX = 64 * 1024,
    MODAL_PIECES_MAX = 5,
    MODAL_TITLE_MAX = 45,
    MODAL_LABEL_MAX = 45,
    MODAL_TEXT_MAX = 4000,
    MODAL_HINT_MAX = 100
};

struct panel {
    struct arena *arena;
    struct buf out;
    unsigned rows;
    unsigned rows_max;
    unsigned buttons; /* in the row that is open */
};

/* Has a choice before this one the same value? A menu takes each once. */
static bool panel_is_twice(const struct field *field, const struct field_choice *choice)
{
    const struct field_choice *one = field->choices;
    while (one != choice && strcmp(one->value, choice->value) != 0) {
        one = one->next;
    }
    return one != choice;
}

static unsigned panel_count(const struct field *field)
{
    unsigned count = 0;
    for (const struct field_choice *one = field->choices; one != NULL; one = one->next) {
        count += !panel_is_twice(field, one);
    }
    return count;
}

/* So many menus hold the choices of a field; 0: it is no choice among values that a menu takes. One
 * value can be picked out of several menus, several values out of one alone. */
static unsigned panel_menus(const struct field *field)
{
    unsigned menus = (panel_count(field) + DISCORD_MENU_MAX - 1) / DISCORD_MENU_MAX;
    bool kind = field->kind == FIELD_CHOICE || (field->kind == FIELD_SEVERAL && menus == 1);
    for (const struct field_choice *one = field->choices; one != NULL && kind; one = one->next) {
        size_t len = strlen(one->value);
        kind = len > 0 && discord_count(one->value, len) <= DISCORD_OPTION_MAX;
    }
    return kind ? menus : 0;
}

/* Can the choices of a field stand in a menu? */
static bool panel_fits_menu(const struct field *field)
{
    return panel_menus(field) == 1;
}

bool discord_is_menu(const struct choice *choice)
{
    const struct field *field = choice->fields;
    return field != NULL && field->next == NULL && panel_fits_menu(field);
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

/* Is this value what stands in the field already, or among what does? */
static bool panel_stands(const struct field *field, const char *value)
{
    const char *at = field->value != NULL ? field->value : "";
    size_t len = strlen(value);
    while (*at != '\0') {
        size_t word = strcspn(at, ",");
        if (word == len && memcmp(at, value, len) == 0) {
            return true;
        }
        at += word + (at[word] == ',');
    }
    return false;
}

/* How many of a field of several, each of which can be chosen once. */
static void panel_several(struct panel *panel, const struct field *field)
{
    int32_t count = (int32_t)panel_count(field);
    int32_t most = field->max < 1 || field->max > count ? count : field->max;
    most = most < INBOUND_VALUES_MAX ? most : INBOUND_VALUES_MAX;
    int32_t least = field->min < 0 ? 0 : field->min > most ? most : field->min;
    if (field->kind == FIELD_SEVERAL) {
        json_out_number(&panel->out, "min_values", field->optional ? 0 : least);
        json_out_number(&panel->out, "max_values", most);
    }
}

/* The n-th choice of a field, each value counted once. */
static const struct field_choice *panel_nth(const struct field *field, unsigned n)
{
    const struct field_choice *choice = field->choices;
    for (; choice != NULL; choice = choice->next) {
        if (!panel_is_twice(field, choice) && n-- == 0) {
            break;
        }
    }
    return choice;
}

static const char *panel_called(const struct field_choice *choice)
{
    return choice->label[0] != '\0' ? choice->label : choice->value;
}

/* The options of the menu-th menu of a field, from 0 on. */
static void panel_options(struct panel *panel, const struct field *field, unsigned menu)
{
    unsigned first = menu * DISCORD_MENU_MAX;
    json_out_key(&panel->out, "options");
    buf_text(&panel->out, "[");
    for (unsigned n = first; n < first + DISCORD_MENU_MAX; n++) {
        const struct field_choice *choice = panel_nth(field, n);
        if (choice == NULL) {
            break;
        }
        json_out_next(&panel->out);
        buf_text(&panel->out, "{");
        panel_text(panel, "label", panel_called(choice), DISCORD_OPTION_MAX);
        json_out_text(&panel->out, "value", choice->value);
        json_out_flag(&panel->out, "default", panel_stands(field, choice->value));
        buf_text(&panel->out, "}");
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
    panel_several(panel, choice->fields);
    panel_options(panel, choice->fields, 0);
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

/* One option for each choice that found no place: chosen, it is as if its button was pressed. The
 * number-th of such menus; what is left of the choices. */
static const struct choice *panel_more(struct panel *panel, const struct choice *choice,
                                       unsigned number)
{
    char id[16];
    panel_open_row(panel);
    snprintf(id, sizeof id, number == 0 ? DISCORD_MORE : DISCORD_MORE "%u", number);
    buf_text(&panel->out, "{");
    json_out_number(&panel->out, "type", 3);
    json_out_text(&panel->out, "custom_id", id);
    json_out_text(&panel->out, "placeholder", "…");
    json_out_key(&panel->out, "options");
    buf_text(&panel->out, "[");
    unsigned count = 0;
    for (; choice != NULL && count < DISCORD_MENU_MAX; choice = choice->next) {
        const char *control = panel_control(panel, choice);
        if (choice->control[0] == '\0' || strlen(control) > DISCORD_OPTION_MAX) {
            continue;
        }
        json_out_next(&panel->out);
        buf_text(&panel->out, "{");
        panel_text(panel, "label", panel_label(panel, choice, choice->fields != NULL ? "…" : ""),
                   DISCORD_OPTION_MAX);
        json_out_text(&panel->out, "value", control);
        buf_text(&panel->out, "}");
        count++;
    }
    buf_text(&panel->out, "]}]}");
    return choice;
}

/* Rows of what finds a place. The first choice that does not; NULL: all do. */
static const struct choice *panel_rows(struct panel *rows, const struct choice *panel)
{
    const struct choice *left = NULL;
    for (const struct choice *choice = panel; choice != NULL; choice = choice->next) {
        size_t len = strlen(choice->control);
        bool sound = len > 0 && len <= DISCORD_CONTROL_MAX && !panel_repeats(panel, choice);
        bool full = rows->rows == rows->rows_max &&
                    (rows->buttons == 0 || rows->buttons == DISCORD_ROW_BUTTONS);
        if (!sound) {
            continue;
        }
        if (full || left != NULL) {
            left = left != NULL ? left : choice;
        } else if (discord_is_menu(choice) &&
                   rows->rows + 1 + panel_rows_after(choice->next) <= rows->rows_max) {
            panel_menu(rows, choice);
        } else {
            panel_button(rows, choice);
        }
    }
    panel_close_row(rows);
    return left;
}

const char *discord_components(struct arena *arena, const struct choice *panel)
{
    struct panel rows = {.arena = arena, .rows_max = DISCORD_ROWS_MAX};
    buf_init(&rows.out, PANEL_BYTES_MAX);
    buf_text(&rows.out, "[");
    const struct choice *left = panel_rows(&rows, panel);
    for (unsigned menus = 1; left != NULL && menus <= DISCORD_ROWS_MAX; menus++) {
        buf_clear(&rows.out);
        rows.rows = 0;
        rows.rows_max = DISCORD_ROWS_MAX - menus;
        buf_text(&rows.out, "[");
        left = panel_rows(&rows, panel);
        for (unsigned i = 0; i < menus && left != NULL; i++) {
            left = panel_more(&rows, left, i);
        }
    }
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
    if (discord_count(label, strlen(label)) > MODAL_LABEL_MAX) {
        panel_text(panel, "description", label, MODAL_HINT_MAX);
    }
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
    if (field->optional && field->kind != FIELD_SEVERAL) {
        json_out_number(&panel->out, "min_values", 0);
    }
    panel_several(panel, field);
    panel_options(panel, field, 0);
    buf_text(&panel->out, "}}");
}

/* "Which card 1/3" */
static const char *modal_part_label(const struct panel *panel, const struct field *field,
                                    unsigned menu, unsigned menus)
{
    char part[32];
    struct buf buf;
    snprintf(part, sizeof part, " %u/%u", menu + 1, menus);
    buf_init(&buf, PANEL_BYTES_MAX);
    buf_text(&buf, discord_shorten(panel->arena, field->label, MODAL_LABEL_MAX - strlen(part)));
    buf_text(&buf, part);
    const char *label = arena_text(panel->arena, buf.text, buf.len);
    buf_deinit(&buf);
    return label;
}

/* "Red 2 – Black 9": what a menu has. */
static void modal_part_range(struct panel *panel, const struct field *field, unsigned menu)
{
    unsigned first = menu * DISCORD_MENU_MAX;
    unsigned last = first + DISCORD_MENU_MAX < panel_count(field) ? first + DISCORD_MENU_MAX
                                                                  : panel_count(field);
    struct buf buf;
    buf_init(&buf, PANEL_BYTES_MAX);
    buf_text(&buf, panel_called(panel_nth(field, first)));
    if (last - 1 > first) {
        buf_text(&buf, " – ");
        buf_text(&buf, panel_called(panel_nth(field, last - 1)));
    }
    panel_text(panel, "placeholder", buf.text, MODAL_HINT_MAX);
    buf_deinit(&buf);
}

/* A choice among more than one menu holds: several menus, of which one is used. */
static void modal_menus(struct panel *panel, const struct field *field, unsigned menus)
{
    for (unsigned menu = 0; menu < menus; menu++) {
        char id[DISCORD_CONTROL_MAX + 1];
        snprintf(id, sizeof id, menu == 0 ? "%s" : "%s" DISCORD_PART_MARK "%u", field->name,
                 menu + 1);
        modal_open(panel, modal_part_label(panel, field, menu, menus));
        json_out_number(&panel->out, "type", 3);
        json_out_text(&panel->out, "custom_id", id);
        modal_required(panel, true);
        json_out_number(&panel->out, "min_values", 0);
        modal_part_range(panel, field, menu);
        panel_options(panel, field, menu);
        buf_text(&panel->out, "}}");
    }
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
    if (field->value != NULL && field->value[0] != '\0') {
        panel_text(panel, "value", field->value,
                   max > MODAL_TEXT_MAX          ? MODAL_TEXT_MAX
                   : field->kind == FIELD_NUMBER ? 12
                                                 : (size_t)max);
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
        buf_text(&lines, field->value != NULL ? field->value : "");
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

/* Pieces that a form needs for these fields, were none of them in several menus. */
static unsigned modal_count(const struct field *field)
{
    unsigned count = 0;
    for (; field != NULL; field = field->next) {
        count++;
    }
    return count;
}

/* One field, where so many pieces stand before it. Returns how many stand then. */
static unsigned modal_field(struct panel *panel, const struct field *field, unsigned before)
{
    unsigned menus = panel_menus(field);
    if (menus == 1) {
        modal_menu(panel, field);
    } else if (menus > 1 && before + menus + modal_count(field->next) <= MODAL_PIECES_MAX) {
        modal_menus(panel, field, menus);
        return before + menus;
    } else {
        modal_text(panel, field);
    }
    return before + 1;
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
        if (count + 1 == MODAL_PIECES_MAX && field->next != NULL) {
            modal_fold(&panel, field);
            break;
        }
        count = modal_field(&panel, field, count);
    }
    buf_text(&panel.out, "]}");
    const char *json = arena_text(arena, panel.out.text, panel.out.len);
    buf_deinit(&panel.out);
    return json;
}
