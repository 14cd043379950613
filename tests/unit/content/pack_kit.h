/* Packs made of a text. */
#ifndef PACK_KIT_H
#define PACK_KIT_H

#include "pack.h"

/* Checks the text and reads it; NULL, with the first mistake as the fault, when there is one. */
struct pack *kit_pack(const char *text, const char *grade, struct fault *fault);

#endif
