#include "house_button.h"

#include <string.h>

#include "controls.h"

static struct choice *button_put(const struct compose *compose, struct doc *doc,
                                 const struct house_button *button, const char *label)
{
    struct value fact[1];
    char pool[HOUSE_BUTTON_TO_BYTES];
    char control[CONTROL_BYTES];
    struct value_tree args;
    const char *tag = button->tag == NULL ? CONTROL_NO_TAG : button->tag;
    value_init(&args, fact, 1, pool, sizeof pool);
    if (button->to != NULL) {
        value_text(&args, "to", button->to, strlen(button->to));
    }
    if (args.full || !controls_print(control, tag, 0, button->act, &args)) {
        return NULL;
    }
    struct choice *choice = doc_choice(doc, label, control, button->style);
    choice->act = button->act;
    choice->value =
        button->to == NULL ? NULL : arena_text(compose->arena, button->to, strlen(button->to));
    return choice;
}

struct choice *house_button_put(const struct compose *compose, struct doc *doc,
                                const struct house_button *button)
{
    return button_put(compose, doc, button,
                      catalogue_text(compose->catalogue, compose->arena, button->key, button->facts,
                                     VALUE_NONE, NULL));
}

struct choice *house_button(const struct compose *compose, struct doc *doc, const char *question,
                            const char *to, const char *label, enum choice_style style)
{
    const struct house_button button = {.act = question, .to = to, .style = style};
    return button_put(compose, doc, &button, label);
}

struct choice *house_button_worded(const struct compose *compose, struct doc *doc,
                                   const char *question, const char *to, const char *key,
                                   enum choice_style style)
{
    const struct house_button button = {.act = question, .to = to, .key = key, .style = style};
    return house_button_put(compose, doc, &button);
}
