/* Blocks of a document as HTML that stands alone: no class of a platform, no outside resource.
 * Everything that is written is escaped, so that no word of a person becomes markup. */
#ifndef DOC_HTML_H
#define DOC_HTML_H

#include "buf.h"
#include "doc.h"

/* Adds a moment as <time>, UTC. */
void doc_html_time(struct buf *out, int64_t time_ms);
/* Adds these blocks and those behind them: headings as <hN> of that level. Pictures and tiles are
 * their text twin, buttons and files nothing. */
void doc_html(struct buf *out, const struct block *blocks, unsigned level);

#endif
