/* What holds for every picture of a board. */
#ifndef SVG_KIT_H
#define SVG_KIT_H

#include "compose.h"

/* Is it well-formed, out of a few harmless elements, without anything that could run or be fetched?
 * Returns what is wrong, or NULL. */
const char *kit_svg_problem(const char *svg);
/* All of that, its size, its style, and that no text runs out of the box it stands in, or over
 * another, however wide its letters are. */
void kit_svg(const char *svg, enum board_shape shape);

#endif
