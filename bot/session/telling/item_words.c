/* The words of an item's language, and names out of what the house and the platform know. */
#include "item_words.h"

#include <string.h>

#include "alike.h"
#include "house_private.h"
#include "nonce.h"
#include "room_words.h"

static const char *word_of(const void *catalogue, const char *key)
{
    return catalogue_entry(catalogue, key);
}

/* Whom a mention means, also when they have never done anything here: context is the item. */
static uint64_t person_of(const void *context, const char *account)
{
    const struct inbox_item *item = context;
    const struct adapter_link *link = item->adapter;
    struct house *house = item->house;
    const struct person *person = people_at(house->people, link->name, account);
    const char *name = person != NULL || link->def == NULL || link->def->person_name == NULL
                           ? NULL
                           : link->def->person_name(link->adapter, account);
    if (name != NULL) {
        person = people_inbound(house->people, link->name, account, name,
                                nonce_id(&house->setup.entropy));
    }
    return person == NULL ? 0 : person->id;
}

static const char *name_of(const void *context, uint64_t id)
{
    const struct inbox_item *item = context;
    const struct person *person = people_find(item->house->people, id);
    return person == NULL ? NULL : person->name;
}

static const char *room_called(const void *context, uint64_t id)
{
    const struct inbox_item *item = context;
    const struct table_entry *entry = tables_find(&item->house->tables, id);
    return entry == NULL
               ? NULL
               : link_room_name(&item->house->links, entry->room->adapter, entry->room->id);
}

static const char *mention_of(const struct adapter_link *link)
{
    return link->def == NULL || link->def->mention == NULL ? NULL
                                                           : link->def->mention(link->adapter);
}

/* How the bot is called where this came from, as far as the platform has said; NULL unknown. */
static const char *bot_of(struct house *house, const struct adapter_link *link)
{
    const char *mention = mention_of(link);
    if (mention == NULL || link->def->person_name == NULL) {
        return NULL;
    }
    mention += mention[0] == '<' ? strspn(mention, "<@") : 0;
    const char *account = arena_text(house->arena, mention, strcspn(mention, ">"));
    return link->def->person_name(link->adapter, account);
}

struct command_words item_words(struct house *house, const struct inbox_item *item)
{
    const char *room = item->copy.inbound.room;
    const struct catalogue *catalogue =
        room_words_for(house, item->adapter->name, &item->copy.inbound);
    const char *prefix = room_prefix(house, item->adapter->name, room);
    return (struct command_words){
        .prefix = arena_text(house->arena, prefix, strlen(prefix)),
        .account = mention_of(item->adapter),
        .bot = bot_of(house, item->adapter),
        .word = word_of,
        .catalogue = catalogue,
        .person = person_of,
        .people = item,
        .name = name_of,
        .room = room_called,
        .index = room_words_index(house, catalogue),
    };
}

const char *item_name(struct house *house, const struct inbox_item *item,
                      char marked[TABLE_NAME_BYTES])
{
    const struct inbound *inbound = &item->copy.inbound;
    const struct person *known = people_at(house->people, item->adapter->name, inbound->account);
    if (inbound->name == NULL ||
        (known != NULL && known->name != NULL && strcmp(known->name, inbound->name) == 0)) {
        return inbound->name;
    }
    const struct command_words words = item_words(house, item);
    names_mark(&words, inbound->name, marked, TABLE_NAME_BYTES);
    return alike(marked, inbound->name) ? inbound->name : marked;
}
