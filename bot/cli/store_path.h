/* Where the database is. */
#ifndef STORE_PATH_H
#define STORE_PATH_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>

struct settings;

/* All that follows is of this part of the house (store_part.h); 0 at first. */
void store_path_part(unsigned part);

/* How many parts the house has, each with a store of its own. */
unsigned store_path_parts(const struct settings *settings);
/* What a file is called that is of a part: of part 0 its name, or else with .part-K before its
 * ending. */
int store_path_file(const char *name, unsigned part, char *path, size_t size, struct fault *fault);

/* store.path, or where nobody says deaddrop.db in $STATE_DIRECTORY, $XDG_STATE_HOME/deaddrop or
 * ~/.local/state/deaddrop, else in the current folder. make: that folder is made when it is not
 * there. Returns -1 with a fault when it cannot be, or the path is longer than size. */
int store_path(const struct settings *settings, bool make, char *path, size_t size,
               struct fault *fault);

/* Where the store is: store.url, or that path. What a database besides has to know is set; what
 * lies beside a store is by store_path in either case. */
int store_place(const struct settings *settings, bool make, char *place, size_t size,
                struct fault *fault);

#endif
