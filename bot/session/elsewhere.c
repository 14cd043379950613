#include "elsewhere.h"

#include <string.h>

#include "handling.h"
#include "house_private.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"

enum { ELSEWHERE_TABLES = 24, ELSEWHERE_BYTES = 2304 };

bool elsewhere_is_meant(const struct inbox_item *item, const struct command *command,
                        const struct outcome *out)
{
    static const enum refusal of_none[] = {REFUSAL_NO_TABLE, REFUSAL_WHICH_TABLE,
                                           REFUSAL_UNKNOWN_VERB, REFUSAL_STALE};
    if (item->copy.inbound.elsewhere == NULL || command->kind == COMMAND_OPEN) {
        return false;
    }
    bool meant =
        command->kind == COMMAND_MOVE ||
        (command->table != NULL && command->question != ASK_HELP && command->question != ASK_RULES);
    for (size_t i = 0; i < sizeof of_none / sizeof of_none[0]; i++) {
        meant = meant || (command->kind == COMMAND_REFUSED && out->refusal == of_none[i]);
    }
    return meant;
}

/* "tables": what each is called, out of lines. */
static void elsewhere_list(const char *lines, struct value_tree *facts)
{
    value_list(facts, "tables");
    for (unsigned i = 0; i < ELSEWHERE_TABLES && *lines != '\0'; i++) {
        size_t len = strcspn(lines, "\n");
        value_object(facts, NULL);
        value_text(facts, "called", lines, len);
        value_end(facts);
        lines += len + (lines[len] == '\n');
    }
    value_end(facts);
}

void elsewhere_refuse(struct handling *handling)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    elsewhere_list(handling->item->copy.inbound.elsewhere,
                   outcome_refuse(out, REFUSAL_TABLES_ELSEWHERE));
    outcome_end(out);
    show_refusal(handling);
}

void elsewhere_tell(const struct handling *handling, struct doc *doc)
{
    struct value fact[2 * ELSEWHERE_TABLES + 4];
    char pool[ELSEWHERE_BYTES];
    struct value_tree facts;
    const struct compose compose = house_compose_for(handling);
    if (handling->item->copy.inbound.elsewhere == NULL) {
        return;
    }
    value_init(&facts, fact, sizeof fact / sizeof fact[0], pool, sizeof pool);
    value_object(&facts, "args");
    elsewhere_list(handling->item->copy.inbound.elsewhere, &facts);
    value_end(&facts);
    show_append(doc, compose_say(&compose, MSG_HOUSE_TABLES_ELSEWHERE, &facts, 0));
}
