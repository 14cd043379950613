#include "house_button.h"

#include <string.h>

#include "controls.h"

struct choice *house_button(const struct compose *compose, struct doc *doc, const char *question,
                            const char *to, const char *label, enum choice_style style)
{
    struct value fact[1];
    char pool[HOUSE_BUTTON_TO_BYTES];
    char control[CONTROL_BYTES];
    struct value_tree args;
    value_init(&args, fact, 1, pool, sizeof pool);
    if (to != NULL) {
        value_text(&args, "to", to, strlen(to));
    }
    if (args.full || !controls_print(control, CONTROL_NO_TAG, 0, question, &args)) {
        return NULL;
    }
    struct choice *choice = doc_choice(doc, label, control, style);
    choice->act = question;
    choice->value = to == NULL ? NULL : arena_text(compose->arena, to, strlen(to));
    return choice;
}

struct choice *house_button_worded(const struct compose *compose, struct doc *doc,
                                   const char *question, const char *to, const char *key,
                                   enum choice_style style)
{
    const char *label =
        catalogue_text(compose->catalogue, compose->arena, key, NULL, VALUE_NONE, NULL);
    return house_button(compose, doc, question, to, label, style);
}
