/* Files of packs and books, together: which belongs to which, and what is wrong in them. */
#ifndef PACK_FILES_H
#define PACK_FILES_H

#include "buf.h"

#include <stddef.h>

/* Looks through every pack and book that is built in, and adds each mistake to told as
 * "FILE:LINE: what". Returns how many files there are. */
size_t pack_files_check(struct buf *told);

#endif
