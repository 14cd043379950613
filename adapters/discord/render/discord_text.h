/* Text as Discord counts and reads it. */
#ifndef DISCORD_TEXT_H
#define DISCORD_TEXT_H

#include "arena.h"
#include "buf.h"

/* Characters as Discord counts them: code points. */
size_t discord_count(const char *text, size_t len);
/* How many bytes of text are at most max characters. */
size_t discord_fit(const char *text, size_t len, size_t max);
/* At most max characters of text, the last one "…" when something was left out. In the arena. */
const char *discord_shorten(struct arena *arena, const char *text, size_t max);

/* Adds text so that Discord shows it as it stands: no markup, no mention, no custom emoji, no
 * timestamp, no list. lines false: line breaks become blanks. people: it is a person's, and no
 * link is made of anything in it either. */
void discord_escape(struct buf *buf, const char *text, size_t len, bool people, bool lines);
/* The same inside a block of code, which only backticks could end. */
void discord_escape_code(struct buf *buf, const char *text);

#endif
