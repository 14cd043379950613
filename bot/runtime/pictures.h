/* Boards as pictures: each SVG is drawn by a child of its own, a few at once, and kept by its hash.
 * Whoever wants one has sent the text before; a picture that cannot be had is no fault. */
#ifndef PICTURES_H
#define PICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pictures;
struct loop;

enum {
    PICTURES_WAITING_MAX = 256,
    PICTURES_KEPT_BYTES_MAX = 32 << 20,
    PICTURE_BYTES_MAX = 8 << 20,
    PICTURE_MS_MAX = 15000
};

struct pictures_setup {
    struct loop *loop;
    const char *program; /* path of deaddrop-picture; copied */
    unsigned at_once;    /* children; 0: no picture is ever drawn */
    unsigned width;      /* of the picture in pixels; 0: as the drawing says */
};

/* png NULL: there is none. It lives during the call. */
typedef void (*pictures_fn)(void *context, const void *png, size_t size);

struct pictures *pictures_new(const struct pictures_setup *setup);
/* Ends what is being drawn; nobody is called any more. */
void pictures_free(struct pictures **pictures);
/* Wants a picture; done is called later, never from inside this call. svg is copied. */
void pictures_want(struct pictures *pictures, const char *svg, size_t len, pictures_fn done,
                   void *context);
/* This context wants none any more: done is not called for it. */
void pictures_forget(struct pictures *pictures, const void *context);

/* The program beside ours, when the setting names none: "<folder>/deaddrop-picture". False when it
 * does not fit into size. */
bool pictures_program(const char *setting, char *path, size_t size);
/* Drawn by the program beside ours, one at a time; NULL: there is none that may be run. */
struct pictures *pictures_beside(struct loop *loop);

#endif
