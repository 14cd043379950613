/* Commands as JSON, with what they are called and described as in every language that is built in.
 */
#include "discord_commands_private.h"

#include <stdio.h>
#include <string.h>

#include "discord_text.h"
#include "json_out.h"

static const char *print_sentence(struct list *list, const struct catalogue *catalogue,
                                  const char *key, const char *game)
{
    struct value_tree facts;
    struct value fact[2];
    char pool[8];
    value_init(&facts, fact, 2, pool, sizeof pool);
    if (game != NULL) {
        value_term(&facts, "game", game);
    }
    const char *text = catalogue_text(catalogue, list->arena, key, &facts, VALUE_NONE, NULL);
    return discord_shorten(list->arena, text, DISCORD_DESCRIPTION_MAX);
}

/* "a.b": the key of what something is called. */
static const char *print_key(const struct list *list, const char *prefix, const char *name)
{
    size_t len = strlen(prefix);
    size_t name_len = strlen(name);
    char *key = arena_take(list->arena, len + name_len + 1);
    snprintf(key, len + name_len + 1, "%s%s", prefix, name);
    return key;
}

/* The sentence's key, for an option whose key is only its name. */
static const char *print_option_key(const struct list *list, const struct list_option *option)
{
    static const char *const prefixes[] = {"discord.option.", "field.", "term."};
    const char *key = option->key;
    if (strchr(key, '.') != NULL && catalogue_entry(list->catalogue, key) != NULL) {
        return key;
    }
    if (option->game != NULL) {
        const char *of = print_key(list, print_key(list, "field.", option->game), ".");
        const char *tried = print_key(list, of, key);
        if (catalogue_entry(list->catalogue, tried) != NULL) {
            return tried;
        }
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const char *tried = print_key(list, prefixes[i], key);
        if (catalogue_entry(list->catalogue, tried) != NULL) {
            return tried;
        }
    }
    return NULL;
}

static void print_description(struct list *list, const char *key, const char *game,
                              const char *otherwise)
{
    const char *text = key != NULL ? print_sentence(list, list->catalogue, key, game) : otherwise;
    json_out_text(&list->out, "description", text[0] != '\0' ? text : otherwise);
    bool opened = false;
    for (size_t i = 0; key != NULL && i < list->language_count; i++) {
        const struct discord_language *language = &list->languages[i];
        if (catalogue_entry(language->catalogue, key) == NULL) {
            continue;
        }
        if (!opened) {
            json_out_key(&list->out, "description_localizations");
            buf_text(&list->out, "{");
            opened = true;
        }
        json_out_text(&list->out, language->locale,
                      print_sentence(list, language->catalogue, key, game));
    }
    buf_text(&list->out, opened ? "}" : "");
}

/* What a command or option is called in other languages: their entry "discord.name.NAME". */
static void print_names(struct list *list, const char *name)
{
    const char *key = print_key(list, "discord.name.", name);
    bool opened = false;
    json_out_text(&list->out, "name", name);
    for (size_t i = 0; i < list->language_count; i++) {
        const char *word = catalogue_entry(list->languages[i].catalogue, key);
        if (word == NULL) {
            continue;
        }
        if (!opened) {
            json_out_key(&list->out, "name_localizations");
            buf_text(&list->out, "{");
            opened = true;
        }
        json_out_text(&list->out, list->languages[i].locale, word);
    }
    buf_text(&list->out, opened ? "}" : "");
}

/* What a choice is called in other languages: its term there. */
static void print_choice_names(struct list *list, const char *name)
{
    const char *key = print_key(list, "term.", name);
    bool opened = false;
    for (size_t i = 0; i < list->language_count; i++) {
        const struct catalogue *catalogue = list->languages[i].catalogue;
        if (catalogue_entry(catalogue, key) == NULL) {
            continue;
        }
        if (!opened) {
            json_out_key(&list->out, "name_localizations");
            buf_text(&list->out, "{");
            opened = true;
        }
        json_out_text(
            &list->out, list->languages[i].locale,
            discord_shorten(list->arena, catalogue_term(catalogue, name), DISCORD_DESCRIPTION_MAX));
    }
    buf_text(&list->out, opened ? "}" : "");
}

static void print_choices(struct list *list, const struct list_option *option)
{
    json_out_key(&list->out, "choices");
    buf_text(&list->out, "[");
    for (unsigned i = 0; i < option->choice_count; i++) {
        json_out_next(&list->out);
        buf_text(&list->out, "{");
        json_out_text(
            &list->out, "name",
            discord_shorten(list->arena, option->choice[i].label, DISCORD_DESCRIPTION_MAX));
        print_choice_names(list, option->choice[i].name);
        json_out_text(&list->out, "value", option->choice[i].name);
        buf_text(&list->out, "}");
    }
    buf_text(&list->out, "]");
}

static void print_option(struct list *list, const struct list_option *option)
{
    json_out_next(&list->out);
    buf_text(&list->out, "{");
    json_out_number(&list->out, "type", option->type);
    print_names(list, option->name);
    print_description(list, print_option_key(list, option), NULL, option->name);
    if (option->choice_count > 0) {
        print_choices(list, option);
    }
    json_out_flag(&list->out, "autocomplete", option->autocomplete);
    if (option->limited) {
        json_out_number(&list->out, "min_value", option->min);
        json_out_number(&list->out, "max_value", option->max);
    } else if (option->type == OPTION_STRING && option->choice_count == 0) {
        json_out_number(&list->out, "max_length", TEXT_MAX);
    }
    buf_text(&list->out, "}");
}

static void print_options(struct list *list, const struct list_command *command)
{
    json_out_key(&list->out, "options");
    buf_text(&list->out, "[");
    for (unsigned i = 0; i < command->option_count; i++) {
        print_option(list, &command->option[i]);
    }
    for (const struct list_command *sub = command->subs; sub != NULL; sub = sub->next) {
        json_out_next(&list->out);
        buf_text(&list->out, "{");
        json_out_number(&list->out, "type", OPTION_SUB);
        print_names(list, sub->name);
        print_description(list, sub->key, NULL, sub->name);
        print_options(list, sub); /* NOLINT(misc-no-recursion): a verb of a group has no verbs */
        buf_text(&list->out, "}");
    }
    buf_text(&list->out, "]");
}

void discord_command_print(struct list *list, const struct list_command *command)
{
    json_out_next(&list->out);
    buf_text(&list->out, "{");
    json_out_number(&list->out, "type", 1);
    print_names(list, command->name);
    print_description(list, command->key, command->game, command->name);
    if (command->option_count > 0 || command->subs != NULL) {
        print_options(list, command);
    }
    json_out_key(&list->out, "contexts");
    buf_text(&list->out, command->contexts == CONTEXTS_GUILD ? "[0]" : "[0,1]");
    json_out_key(&list->out, "integration_types");
    buf_text(&list->out, "[0]");
    json_out_text(&list->out, "default_member_permissions", command->permissions);
    buf_text(&list->out, "}");
}
