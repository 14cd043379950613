/* What may be asked at any time: each answer is made from the asker's own view. */
#include "questions.h"

#include <stdio.h>
#include <string.h>

#include "house_private.h"
#include "show_table.h"
#include "transcript.h"
#include "turn.h"

enum { TABLES_LISTED_MAX = PERSON_TABLES_MAX * 2 };

static const struct view *asker_view(const struct turn *turn, struct table_entry *entry)
{
    struct turn at = *turn;
    struct view *view = &turn->house->scratch->view;
    at.entry = entry;
    int reader = show_reader(&at);
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    table_view(&entry->resident->table, reader, view);
    return view;
}

/* The board of the table as the asker's seat sees it; NULL for who has no seat, and in a lobby. */
static const struct board *asker_board(const struct turn *turn)
{
    struct board *board = &turn->house->scratch->board;
    int reader = show_reader(turn);
    bool has = seat_is_person(reader) && table_board(&turn->entry->resident->table, reader, board);
    return has ? board : NULL;
}

static const struct doc *say(const struct turn *turn, enum message message)
{
    const struct compose compose = house_compose(turn->house, turn->entry);
    return compose_say(&compose, message, NULL, FACTS_NONE);
}

/* One document of many, one for each table that write says something about. */
static struct doc *each_table(const struct turn *turn, struct table_entry *const *entries,
                              size_t count,
                              const struct doc *(*write)(const struct compose *,
                                                         const struct view *))
{
    struct doc *doc = doc_new(turn->house->arena);
    for (size_t i = 0; i < count; i++) {
        if (entries[i] == NULL || entries[i]->load != ENTRY_RESIDENT) {
            continue;
        }
        const struct compose compose = house_compose(turn->house, entries[i]);
        show_append(doc, write(&compose, asker_view(turn, entries[i])));
    }
    return doc;
}

/* Everything that waits for this person, everywhere, with the buttons to do it. */
static const struct doc *todo(const struct turn *turn)
{
    struct table_entry *entries[PERSON_TABLES_MAX];
    size_t count = 0;
    for (unsigned i = 0; i < turn->person->table_count && count < PERSON_TABLES_MAX; i++) {
        entries[count++] = tables_find(&turn->house->tables, turn->person->tables[i]);
    }
    const struct doc *doc = each_table(turn, entries, count, compose_prompt);
    return doc_is_empty(doc) ? say(turn, MSG_HOUSE_NOTHING_OWED) : doc;
}

static const struct doc *tables(const struct turn *turn)
{
    struct table_entry *entries[TABLES_LISTED_MAX];
    size_t count = 0;
    const struct house *house = turn->house;
    char key[ROOM_KEY_BYTES];
    snprintf(key, sizeof key, "%s/%s", turn->item->adapter->name, turn->item->copy.heard.room);
    const struct room *room = tables_room(&house->tables, key);
    for (struct table_entry *entry = room == NULL ? NULL : room->first;
         entry != NULL && count < PERSON_TABLES_MAX; entry = entry->next_in_room) {
        entries[count++] = entry;
    }
    for (unsigned i = 0; i < turn->person->table_count; i++) {
        struct table_entry *entry = tables_find(&house->tables, turn->person->tables[i]);
        if (entry != NULL && entry->room != room && count < TABLES_LISTED_MAX) {
            entries[count++] = entry;
        }
    }
    const struct doc *doc = each_table(turn, entries, count, compose_status);
    return doc_is_empty(doc) ? say(turn, MSG_HOUSE_NO_TABLES) : doc;
}

/* The choices of an act that needs more than was said. */
static const struct doc *form(const struct turn *turn)
{
    const struct command *command = &turn->house->scratch->command;
    const struct compose compose = house_compose(turn->house, turn->entry);
    const struct doc *all = compose_hand(&compose, asker_view(turn, turn->entry));
    struct doc *doc = doc_new(turn->house->arena);
    show_append(doc, say(turn, MSG_HOUSE_FORM));
    size_t len = strlen(command->row->name);
    for (const struct choice *choice = all->panel; choice != NULL; choice = choice->next) {
        const char *action = strchr(choice->control, '.');
        action = action == NULL ? NULL : strchr(action + 1, '.');
        if (action != NULL && strncmp(action + 1, command->row->name, len) == 0 &&
            (action[len + 1] == '\0' || action[len + 1] == '.')) {
            struct choice *copy = doc_choice(doc, choice->label, choice->control, choice->style);
            copy->symbol = choice->symbol;
            copy->fields = choice->fields;
        }
    }
    return doc->panel == NULL ? compose_help(&compose, asker_view(turn, turn->entry)) : doc;
}

static const struct doc *rules(const struct turn *turn)
{
    const struct command *command = &turn->house->scratch->command;
    const struct compose compose = house_compose(turn->house, turn->entry);
    const struct game_def *game = command->game != NULL ? command->game
                                  : turn->entry != NULL ? turn->entry->game
                                                        : NULL;
    const char *topic = facts_text_at(&command->args, "topic", "");
    if (game == NULL) {
        return topic[0] == '\0' ? compose_help(&compose, NULL)
                                : compose_rules(&compose, topic, NULL);
    }
    return compose_rules(&compose, game->id, facts_text_at(&command->args, "topic", NULL));
}

static bool is_long(enum command_question question)
{
    return question == ASK_LOG || question == ASK_RECORD;
}

/* Answers about one table, which is in memory. */
static const struct doc *about_table(const struct turn *turn, enum command_question question)
{
    const struct compose compose = house_compose(turn->house, turn->entry);
    const struct view *view = asker_view(turn, turn->entry);
    switch (question) {
    case ASK_HELP:
        return compose_help(&compose, view);
    case ASK_STATUS:
        return compose_status(&compose, view);
    case ASK_HAND:
        return compose_hand_board(&compose, view, asker_board(turn));
    case ASK_BOARD:
        return show_board(turn->house, turn->entry);
    case ASK_FORM:
        return form(turn);
    case ASK_RULES:
    case ASK_PRACTICE:
    case ASK_TODO:
    case ASK_TABLES:
    case ASK_LOG:
    case ASK_RECORD:
        break;
    }
    return say(turn, MSG_HOUSE_NO_TABLES);
}

bool questions_answer(struct turn *turn)
{
    const struct command *command = &turn->house->scratch->command;
    const struct compose compose = house_compose(turn->house, turn->entry);
    const struct doc *doc = NULL;
    bool has_table = turn->entry != NULL && turn->entry->resident != NULL;
    if (command->question == ASK_TODO) {
        doc = todo(turn);
    } else if (command->question == ASK_TABLES || (command->question == ASK_STATUS && !has_table)) {
        doc = tables(turn); /* of several, all */
    } else if (command->question == ASK_RULES) {
        doc = rules(turn);
    } else if (command->question == ASK_HELP && !has_table) {
        doc = compose_help(&compose, NULL);
    } else if (!has_table) {
        doc = say(turn, MSG_HOUSE_NO_TABLES);
    } else if (command->question == ASK_HAND && !seat_is_person(show_reader(turn))) {
        outcome_init(&turn->house->scratch->out);
        outcome_refuse(&turn->house->scratch->out, REFUSAL_NOT_SEATED);
        outcome_end(&turn->house->scratch->out);
        show_refusal(turn);
        return true;
    } else if (command->question == ASK_RECORD && turn->entry->resident->table.practice) {
        doc = say(turn, MSG_HOUSE_PRACTICE);
    } else if (is_long(command->question)) {
        transcript_answer(turn, command->question == ASK_RECORD);
        return false;
    } else {
        doc = about_table(turn, command->question);
    }
    show_answer(turn, doc, command->question == ASK_FORM ? "form" : "answer");
    return true;
}
