/* Display names made fit for a table: nothing invisible, nothing that passes for somebody else who
 * sits there. Letters stay what they are; only the comparison knows which look alike. */
#include "command_private.h"

#include "alike.h"
#include "text.h"

#include <string.h>
#include <utf8proc.h>

static bool names_is_taken(const struct table *table, uint64_t person, const char *name)
{
    char looks[ALIKE_BYTES];
    alike_looks(name, looks);
    for (int i = 0; i < table->seat_count; i++) {
        if (table->seat[i].person == 0 || table->seat[i].person == person) {
            continue;
        }
        char other[ALIKE_BYTES];
        alike_looks(table->seat[i].name, other);
        if (strcmp(looks, other) == 0) {
            return true;
        }
    }
    return false;
}

/* Does a name look like it ends with what house players' names end with: "(house)"? */
static bool names_end_with_mark(const char *looks, const char *ending)
{
    char mark[ALIKE_BYTES];
    alike_looks(ending, mark);
    size_t len = strlen(looks);
    size_t of_mark = strlen(mark);
    return of_mark > 0 && len >= of_mark && strcmp(looks + len - of_mark, mark) == 0;
}

static bool names_is_player(const struct command_words *words, const char *looks)
{
    const char *ending = ""; /* which is mostly the same for all of them */
    for (int n = 1; n <= SEATS_MAX && words->word != NULL; n++) {
        char key[] = "house.player.00";
        key[13] = (char)(n < 10 ? '0' + n : '1');
        key[14] = (char)(n < 10 ? '\0' : '0' + n - 10);
        const char *player = words->word(words->catalogue, key);
        if (player == NULL) {
            continue;
        }
        if (alike_to(looks, player)) {
            return true;
        }
        const char *other = strrchr(player, '(');
        if (other != NULL && strcmp(other, ending) != 0) {
            ending = other;
            if (names_end_with_mark(looks, ending)) {
                return true;
            }
        }
    }
    return false;
}

bool names_are_ours(const struct command_words *words, const char *name)
{
    char account[TABLE_NAME_BYTES] = "";
    if (words->account != NULL && words->account[0] == '@') {
        size_t len = strcspn(words->account + 1, ":");
        len = len < sizeof account - 1 ? len : sizeof account - 1;
        memcpy(account, words->account + 1, len);
        account[len] = '\0';
    }
    char looks[ALIKE_BYTES];
    alike_looks(name, looks);
    return alike_to(looks, "deaddrop") || alike_to(looks, account) ||
           (words->bot != NULL && alike_to(looks, words->bot)) || names_is_player(words, looks);
}

/* Letters that show as nothing: fillers and blanks that are no white space. */
static bool names_is_blank(int32_t point)
{
    static const int32_t blanks[] = {0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5,
                                     0x2800, 0x3164, 0xffa0, 0x1d159};
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
        if (blanks[i] == point) {
            return true;
        }
    }
    return false;
}

enum names_status { NAMES_KEEP, NAMES_SPACE, NAMES_MARK, NAMES_DROP };

/* What becomes of one character of a name. A joiner stays: emoji are made with it. */
static enum names_status names_status_of(int32_t point)
{
    utf8proc_category_t is = utf8proc_category(point);
    if (is == UTF8PROC_CATEGORY_CC || is == UTF8PROC_CATEGORY_ZS || is == UTF8PROC_CATEGORY_ZL ||
        is == UTF8PROC_CATEGORY_ZP) {
        return text_is_space(point) ? NAMES_SPACE : NAMES_DROP;
    }
    if (is == UTF8PROC_CATEGORY_CN || is == UTF8PROC_CATEGORY_CS || is == UTF8PROC_CATEGORY_CO ||
        (is == UTF8PROC_CATEGORY_CF && point != 0x200d) || names_is_blank(point)) {
        return NAMES_DROP;
    }
    bool mark =
        is == UTF8PROC_CATEGORY_CF || is == UTF8PROC_CATEGORY_MN || is == UTF8PROC_CATEGORY_ME;
    return mark ? NAMES_MARK : NAMES_KEEP;
}

/* A copy that can be shown on a line: at most so many characters, blanks made one, nothing that is
 * invisible, turns the direction, or piles up. */
static size_t names_clean(const char *name, char *out, size_t size, unsigned characters)
{
    size_t len = 0;
    unsigned count = 0;
    unsigned marks = 0;
    bool space = false;
    while (*name != '\0' && count < characters) {
        int32_t point = 0;
        utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)name, -1, &point);
        name += used > 0 ? used : 1;
        enum names_status status = used > 0 ? names_status_of(point) : NAMES_DROP;
        marks = status == NAMES_MARK ? marks + 1 : 0;
        space = space || (status == NAMES_SPACE && len > 0);
        bool keep = status == NAMES_KEEP || (status == NAMES_MARK && len > 0 && marks <= 2);
        if (!keep || len + 6 > size) {
            continue;
        }
        if (space) {
            out[len++] = ' ';
            count++;
            space = false;
        }
        len += (size_t)utf8proc_encode_char(point, (utf8proc_uint8_t *)out + len);
        count++;
    }
    out[len] = '\0';
    return len;
}

void names_mark(const struct command_words *words, const char *name, char *marked, size_t size)
{
    static const char mark[] = " (2)";
    char seen[TABLE_NAME_BYTES];
    table_keep_text(marked, size, name);
    names_clean(name, seen, sizeof seen, TABLE_NAME_BYTES);
    if (names_are_ours(words, seen)) {
        table_keep_text(marked, size - sizeof mark, seen);
        memcpy(marked + strlen(marked), mark, sizeof mark);
    }
}

void people_name(const struct reading *reading, const struct table *table, uint64_t person,
                 const char *name, char clean[TABLE_NAME_BYTES])
{
    enum { NAME_CHARACTERS = 32 };
    char kept[TABLE_NAME_BYTES];
    char mark[] = " (2)";
    size_t len =
        names_clean(name == NULL ? "" : name, kept, sizeof kept - sizeof mark, NAME_CHARACTERS);
    if (len == 0) {
        kept[len++] = '?';
        kept[len] = '\0';
    }
    table_keep_text(clean, TABLE_NAME_BYTES, kept);
    for (char n = '2'; n <= '9' && (names_is_taken(table, person, clean) ||
                                    names_are_ours(reading->words, clean));
         n++) {
        mark[2] = n;
        memcpy(kept + len, mark, sizeof mark);
        table_keep_text(clean, TABLE_NAME_BYTES, kept);
    }
}
