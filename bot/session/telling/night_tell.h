/* What who signed up for a game night is told in private. */
#ifndef NIGHT_TELL_H
#define NIGHT_TELL_H

struct commit;
struct outcome;
struct table_entry;

/* Tells what a move of the night said to the room, where it is about them: that it is soon, that it
 * opens, at another time or not at all, that somebody who waited has a place. In quiet hours nobody
 * is reminded. */
void night_tell(struct commit *commit, struct table_entry *entry, const struct outcome *out);

#endif
