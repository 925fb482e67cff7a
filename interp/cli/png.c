#include "cli/png.h"

#include <stdio.h>
#include <string.h>

#if FERZ_PNG

#include <cairo.h>
#include <dlfcn.h>
#include <librsvg/rsvg.h>

#ifdef __APPLE__
#define LIBRARY "librsvg-2.2.dylib"
#else
#define LIBRARY "librsvg-2.so.2"
#endif

/* The functions of librsvg and its libraries that are called: return type, name, parameters. */
#define CALLS(X)                                                                                                       \
    X(RsvgHandle *, rsvg_handle_new_from_data, (const guint8 *, gsize, GError **))                                     \
    X(gboolean, rsvg_handle_get_intrinsic_size_in_pixels, (RsvgHandle *, gdouble *, gdouble *))                        \
    X(gboolean, rsvg_handle_render_document, (RsvgHandle *, cairo_t *, const RsvgRectangle *, GError **))              \
    X(cairo_surface_t *, cairo_image_surface_create, (cairo_format_t, int, int))                                       \
    X(cairo_t *, cairo_create, (cairo_surface_t *))                                                                    \
    X(cairo_status_t, cairo_surface_write_to_png_stream, (cairo_surface_t *, cairo_write_func_t, void *))              \
    X(const char *, cairo_status_to_string, (cairo_status_t))                                                          \
    X(void, cairo_destroy, (cairo_t *))                                                                                \
    X(void, cairo_surface_destroy, (cairo_surface_t *))                                                                \
    X(void, g_clear_error, (GError **))                                                                                \
    X(void, g_object_unref, (gpointer))

#define FIELD(type, name, given) type(*name) given;
typedef struct painter {
    CALLS(FIELD)
} painter;

/* Checks the table against the headers. */
#define AGREES(type, name, given) _Static_assert(_Generic(&(name), type(*) given : 1, default : 0), #name);
CALLS(AGREES)

/* The library stays loaded until the program ends: what it registered elsewhere cannot be undone. */
static bool painter_find(painter *p, char why[160])
{
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL), *found;
    if (!library) {
        snprintf(why, 160, "librsvg cannot be loaded (%s)", dlerror());
        return false;
    }
    bool all = true;
#define FIND(type, name, given)                                                                                        \
    found = dlsym(library, #name);                                                                                     \
    memcpy(&p->name, &found, sizeof p->name); /* C cannot convert an object pointer to a function pointer */           \
    all = all && found;
    CALLS(FIND)
    if (!all) {
        snprintf(why, 160, "%s is too old", LIBRARY);
    }
    return all;
}

static cairo_status_t take_bytes(void *state, const unsigned char *bytes, unsigned length)
{
    text *png = state;
    text_add(png, (const char *)bytes, length);
    return png->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static bool paint(const painter *p, RsvgHandle *svg, text *png, char why[160])
{
    double width = 0, height = 0;
    GError *error = NULL;
    if (!p->rsvg_handle_get_intrinsic_size_in_pixels(svg, &width, &height)) {
        snprintf(why, 160, "the picture has no size");
        return false;
    }
    cairo_surface_t *surface = p->cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
    cairo_t *pen = p->cairo_create(surface);
    const RsvgRectangle all = {0, 0, width, height};
    bool ok = p->rsvg_handle_render_document(svg, pen, &all, &error);
    cairo_status_t status = ok ? p->cairo_surface_write_to_png_stream(surface, take_bytes, png) : CAIRO_STATUS_SUCCESS;
    if (!ok || status != CAIRO_STATUS_SUCCESS) {
        snprintf(why, 160, "%s", error ? error->message : p->cairo_status_to_string(status));
        ok = false;
    }
    p->g_clear_error(&error);
    p->cairo_destroy(pen);
    p->cairo_surface_destroy(surface);
    return ok;
}

bool png_of_svg(const char *svg, text *png, char why[160])
{
    painter p;
    GError *error = NULL;
    if (!painter_find(&p, why)) {
        return false;
    }
    RsvgHandle *handle = p.rsvg_handle_new_from_data((const guint8 *)svg, strlen(svg), &error);
    if (!handle) {
        snprintf(why, 160, "%s", error ? error->message : "librsvg rejected the picture");
        p.g_clear_error(&error);
        return false;
    }
    bool ok = paint(&p, handle, png, why);
    p.g_object_unref(handle);
    return ok;
}

#else

bool png_of_svg(const char *svg, text *png, char why[160])
{
    (void)svg;
    (void)png;
    snprintf(why, 160, "this ferz was built without librsvg");
    return false;
}

#endif
