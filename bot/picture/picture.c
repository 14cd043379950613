/* deaddrop-picture: reads one SVG document on stdin, writes it as PNG on stdout.
 *
 * A program of its own, so that the bot stays small and a mistake in a drawing library ends a
 * child and not the house. It opens no file and no socket: the drawing may refer to nothing
 * outside itself. Input and picture are limited. */

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <librsvg/rsvg.h>

enum {
    PICTURE_SVG_BYTES_MAX = 1024 * 1024,
    PICTURE_SIDE_PX_MAX = 4096,
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

/* Draws the document at its own size, in px. Returns the exit status. */
static int picture_draw(RsvgHandle *handle)
{
    double width = 0;
    double height = 0;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height)) {
        return picture_fail("the drawing has no size");
    }
    if (!(width >= 1 && width <= PICTURE_SIDE_PX_MAX && height >= 1 &&
          height <= PICTURE_SIDE_PX_MAX)) {
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

int main(void)
{
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
    int status = picture_draw(handle);
    g_object_unref(handle);
    return status;
}
