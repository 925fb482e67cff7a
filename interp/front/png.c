#include "front/png.h"

#include <stdio.h>
#include <string.h>

#if FERZ_PNG

#include <cairo.h>
#include <librsvg/rsvg.h>

static cairo_status_t take_bytes(void *state, const unsigned char *bytes, unsigned length)
{
    text *png = state;
    text_add(png, (const char *)bytes, length);
    return png->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static bool paint(RsvgHandle *svg, text *png, char why[160])
{
    double width = 0, height = 0;
    GError *error = NULL;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(svg, &width, &height)) {
        snprintf(why, 160, "the picture has no size");
        return false;
    }
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
    cairo_t *pen = cairo_create(surface);
    const RsvgRectangle all = {0, 0, width, height};
    bool fine = rsvg_handle_render_document(svg, pen, &all, &error);
    cairo_status_t status = fine ? cairo_surface_write_to_png_stream(surface, take_bytes, png) : CAIRO_STATUS_SUCCESS;
    if (!fine || status != CAIRO_STATUS_SUCCESS) {
        snprintf(why, 160, "%s", error ? error->message : cairo_status_to_string(status));
        fine = false;
    }
    g_clear_error(&error);
    cairo_destroy(pen);
    cairo_surface_destroy(surface);
    return fine;
}

png_result png_of_svg(const char *svg, text *png, char why[160])
{
    GError *error = NULL;
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg, strlen(svg), &error);
    if (!handle) {
        snprintf(why, 160, "%s", error ? error->message : "librsvg refused the picture");
        g_clear_error(&error);
        return PNG_FAILED;
    }
    bool fine = paint(handle, png, why);
    g_object_unref(handle);
    return fine ? PNG_DONE : PNG_FAILED;
}

#else

png_result png_of_svg(const char *svg, text *png, char why[160])
{
    (void)svg;
    (void)png;
    snprintf(why, 160, "this ferz was built without librsvg");
    return PNG_ABSENT;
}

#endif
