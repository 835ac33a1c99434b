// page.c - the page with its data: JSON, and blocks of numbers as base64 in pieces, since browsers keep short texts
// better than long ones.
#include "page.h"

#include "camera.h"
#include "page_text.h"

#include <math.h>
#include <string.h>

enum {
    PIECE = 3 << 20,  // bytes; 3 divides it, so that no padding comes between
    CORNERS = 128,    // triangles asked for at once
};
#define COORDINATE_MOST 1e150

see_status see_frame_of(see_frame* out, const see_part* parts, size_t count)
{
    double corners[CORNERS * 9];
    extent e = extent_of_nothing();
    bool fits = true;
    for (size_t k = 0; k < count; k++) {
        for (size_t first = 0; first < parts[k].triangle_count; first += CORNERS) {
            const size_t left = parts[k].triangle_count - first;
            const size_t some = left < CORNERS ? left : CORNERS;
            parts[k].corners(parts[k].user, first, some, corners);
            for (size_t i = 0; i < 9 * some; i++)
                fits &= fabs(corners[i]) <= COORDINATE_MOST;  // false of what is no number
            for (size_t i = 0; i < 3 * some; i++)
                extent_add(&e, corners + 3 * i);
        }
    }
    if (!fits) return SEE_TOO_LARGE;
    double most = 0;
    *out = (see_frame){.scale = 1};
    for (int k = 0; k < 3 && e.low[0] <= e.high[0]; k++) {
        out->origin[k] = e.low[k] / 2 + e.high[k] / 2;
        most = fmax(most, fmax(e.high[k] - out->origin[k], out->origin[k] - e.low[k]));
    }
    int exponent = 0;
    if (most > 0) {
        (void)frexp(most, &exponent);
        out->scale = ldexp(1, exponent > -500 ? exponent : -500);
    }
    return SEE_OK;
}

void see_frame_point(const see_frame* f, const double p[3], float out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = (float)((p[k] - f->origin[k]) / f->scale) + 0.0F;  // no -0
}

void see_page_begin(FILE* out)
{
    fwrite(see_page_text, 1, see_page_text_size, out);
    fputs("<script type=\"application/json\" id=\"report\">", out);
}

void see_page_data(FILE* out)
{
    fputs("</script>\n", out);
}

void see_page_end(FILE* out)
{
    fputs("<script>abutReport()</script>\n</body>\n</html>\n", out);
}

// ------------------------------------------------------------------------------------------ blocks

static void open_piece(see_block* b)
{
    fprintf(b->out, "<script type=\"text/plain\" data-block=\"%s\">", b->name);
    b->piece = 0;
}

static void close_piece(see_block* b)
{
    fputs("</script>\n", b->out);
}

see_block see_block_begin(FILE* out, const char* name, size_t index)
{
    see_block b = {.out = out};
    if (index == SIZE_MAX)
        snprintf(b.name, sizeof b.name, "%s", name);
    else
        snprintf(b.name, sizeof b.name, "%s-%zu", name, index);
    open_piece(&b);
    return b;
}

// Write the three bytes that are held as four letters; where count are less, = stands for the others.
static void write_held(see_block* b, int count)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned word = (unsigned)b->held[0] << 16 | (unsigned)b->held[1] << 8 | b->held[2];
    char text[4];
    for (int i = 0; i < 4; i++)
        text[i] = i <= count ? letters[word >> (18 - 6 * i) & 63] : '=';
    if (b->piece == PIECE) {
        close_piece(b);
        open_piece(b);
    }
    fwrite(text, 1, sizeof text, b->out);
    b->piece += 3;
}

void see_block_bytes(see_block* b, const uint8_t* bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        b->held[b->held_count++] = bytes[i];
        if (b->held_count < 3) continue;
        write_held(b, 3);
        b->held_count = 0;
    }
}

// The lowest byte first, on every machine.
void see_block_counts(see_block* b, const uint32_t* values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t v = values[i];
        const uint8_t bytes[4] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16),
                                  (uint8_t)(v >> 24)};
        see_block_bytes(b, bytes, 4);
    }
}

void see_block_floats(see_block* b, const float* values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        see_block_counts(b, &bits, 1);
    }
}

void see_block_end(see_block* b)
{
    if (b->held_count) {
        const int count = b->held_count;
        for (int i = count; i < 3; i++)
            b->held[i] = 0;
        write_held(b, count);
    }
    close_piece(b);
}
