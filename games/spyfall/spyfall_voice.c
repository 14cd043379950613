/* What is said behind a lead-in is a line of the book as it stands there, so who hears it leaves
 * the lead-in away and knows the line again. */
#include "spyfall_voice.h"

#include <string.h>

enum { VOICE_OF_HUNDRED = 35 };

static bool voice_is_lead(const struct player_entry *section)
{
    return section->name[0] == '*' && section->name[1] == '>';
}

/* The section "[*KINDNAME]". */
static const struct player_entry *voice_section(const struct player_book *book, char kind,
                                                const char *name)
{
    bool none = book == NULL || name == NULL || name[0] == '\0';
    for (size_t i = 0; !none && i < book->count; i++) {
        const char *section = book->entry[i].name;
        if (section[0] == '*' && section[1] == kind && strcmp(section + 2, name) == 0) {
            return &book->entry[i];
        }
    }
    return NULL;
}

const struct player_entry *voice_away(const struct player_book *book, const char *name)
{
    return voice_section(book, '!', name);
}

/* One that was not said yet; NULL when none is left. */
static const char *voice_pick(const struct voice *voice, const struct player_entry *leads,
                              const char *tag)
{
    const char *picked = NULL;
    uint32_t fitting = 0;
    for (size_t i = 0; i < leads->line_count; i++) {
        const struct player_line *line = &leads->line[i];
        if (line->tag != NULL && strcmp(line->tag, tag) == 0 &&
            !said_has(voice->said, line->text) && rng_below(voice->rng, ++fitting) == 0) {
            picked = line->text;
        }
    }
    return picked;
}

const char *voice_say(const struct voice *voice, const char *tag, const char *text,
                      char out[VOICE_TEXT_BYTES])
{
    const struct player_entry *leads = voice_section(voice->book, '>', voice->name);
    if (leads == NULL || rng_below(voice->rng, 100) >= VOICE_OF_HUNDRED) {
        return text;
    }
    const char *lead = voice_pick(voice, leads, tag);
    size_t before = lead == NULL ? 0 : strlen(lead);
    size_t len = strlen(text);
    if (lead == NULL || before + 1 + len >= VOICE_TEXT_BYTES) {
        return text;
    }
    memcpy(out, lead, before);
    out[before] = ' ';
    memcpy(out + before + 1, text, len);
    out[before + 1 + len] = '\0';
    return out;
}

size_t voice_lead(const struct player_book *book, const char *text)
{
    size_t longest = 0;
    for (size_t i = 0; book != NULL && i < book->count; i++) {
        const struct player_entry *section = &book->entry[i];
        for (size_t k = 0; voice_is_lead(section) && k < section->line_count; k++) {
            size_t len = strlen(section->line[k].text);
            bool begins = len > 0 && strncmp(section->line[k].text, text, len) == 0 &&
                          text[len] == ' ' && text[len + 1] != '\0';
            longest = begins && len + 1 > longest ? len + 1 : longest;
        }
    }
    return longest;
}
