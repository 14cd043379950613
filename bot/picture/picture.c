/* deaddrop-picture: reads one SVG document on stdin, writes it as PNG on stdout.
 *
 *   deaddrop-picture [WIDTH]     as wide as the drawing says, or scaled to WIDTH px
 *
 * A program of its own, so that the bot stays small and a mistake in a drawing library ends a
 * child and not the house. It opens no file but fonts, and no socket: the drawing may refer to
 * nothing outside itself. Input, picture, time and memory are limited. Exit status: 0 drawn, 1 not
 * a drawing that can be drawn, 2 wrong usage. */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <librsvg/rsvg.h>

enum {
    PICTURE_SVG_BYTES_MAX = 1024 * 1024,
    PICTURE_SIDE_PX_MAX = 4096,
    PICTURE_CPU_SECONDS_MAX = 10,
    PICTURE_MEMORY_MIB_MAX = 1024, /* of addresses: fonts are mapped whole */
};

static int picture_fail(const char *what)
{
    fprintf(stderr, "deaddrop-picture: %s\n", what);
    return 1;
}

static cairo_status_t picture_write(void *closure, const unsigned char *bytes, unsigned int size)
{
    (void)closure;
    return fwrite(bytes, 1, size, stdout) == size ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/* Only outlines are of use: librsvg draws text as paths, and a glyph that is a coloured bitmap
 * comes out as a blot, or as nothing. Without colour fonts emoji are drawn from an outline font. */
static void picture_choose_fonts(void)
{
    static const FcChar8 only_outlines[] = "<fontconfig><selectfont><rejectfont><pattern>"
                                           "<patelt name=\"color\"><bool>true</bool></patelt>"
                                           "</pattern></rejectfont></selectfont></fontconfig>";
    FcConfig *fonts = FcInitLoadConfig();
    if (fonts == NULL) {
        return;
    }
    if (!FcConfigParseAndLoadFromMemory(fonts, only_outlines, FcTrue) ||
        !FcConfigBuildFonts(fonts) || !FcConfigSetCurrent(fonts)) {
        FcConfigDestroy(fonts);
        return;
    }
    FcConfigDestroy(fonts); /* the current one is held by the library */
}

/* A drawing that takes too much ends this program, and nothing else. */
static void picture_limit(int what, rlim_t most)
{
    struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
    if (setrlimit(what, &limit) != 0) {
        fprintf(stderr, "deaddrop-picture: a limit cannot be set\n");
        exit(1);
    }
}

static void picture_limits(void)
{
    picture_limit(RLIMIT_CORE, 0);
    picture_limit(RLIMIT_CPU, PICTURE_CPU_SECONDS_MAX);
#ifndef __SANITIZE_ADDRESS__ /* whose own map is far larger */
    picture_limit(RLIMIT_AS, (rlim_t)PICTURE_MEMORY_MIB_MAX * 1024 * 1024);
#endif
}

static bool picture_fits(double side)
{
    return side >= 1 && side <= PICTURE_SIDE_PX_MAX;
}

/* Draws the document width px wide, 0: at its own size. Returns the exit status. */
static int picture_draw(RsvgHandle *handle, int wanted)
{
    double width = 0;
    double height = 0;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height)) {
        return picture_fail("the drawing has no size");
    }
    double scale = wanted > 0 && width >= 1 ? wanted / width : 1;
    width *= scale;
    height *= scale;
    if (!picture_fits(width) || !picture_fits(height)) {
        return picture_fail("the drawing is too large or too small");
    }
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
    cairo_t *cairo = cairo_create(surface);
    RsvgRectangle all = {0, 0, width, height};
    int status = 0;
    if (!rsvg_handle_render_document(handle, cairo, &all, NULL)) {
        status = picture_fail("cannot draw it");
    } else if (cairo_surface_write_to_png_stream(surface, picture_write, NULL) !=
                   CAIRO_STATUS_SUCCESS ||
               fflush(stdout) != 0) {
        status = picture_fail("cannot write the picture");
    }
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return status;
}

/* Reads WIDTH; -1 when it is not a number of px that a picture may have. */
static int picture_width(const char *text)
{
    char *end = NULL;
    long width = strtol(text, &end, 10);
    bool fits = *end == '\0' && width >= 1 && width <= PICTURE_SIDE_PX_MAX;
    return fits && strspn(text, "0123456789") == strlen(text) ? (int)width : -1;
}

int main(int argc, char **argv)
{
    int width = argc > 1 ? picture_width(argv[1]) : 0;
    if (argc > 2 || width < 0) {
        fprintf(stderr, "usage: deaddrop-picture [WIDTH]   SVG on stdin, PNG on stdout\n");
        return 2;
    }
    picture_limits();
    unsigned char *svg = malloc(PICTURE_SVG_BYTES_MAX + 1);
    if (svg == NULL) {
        return picture_fail("no memory");
    }
    size_t size = fread(svg, 1, PICTURE_SVG_BYTES_MAX + 1, stdin);
    if (ferror(stdin) || size > PICTURE_SVG_BYTES_MAX) {
        free(svg);
        return picture_fail("cannot read the drawing, or it is over 1 MiB");
    }
    picture_choose_fonts();
    RsvgHandle *handle = rsvg_handle_new_from_data(svg, size, NULL);
    free(svg);
    if (handle == NULL) {
        return picture_fail("this is not SVG");
    }
    int status = picture_draw(handle, width);
    g_object_unref(handle);
    return status;
}
