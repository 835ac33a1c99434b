// fuzz_shape_word.c - words of shapes: any text is a shape that the library takes, or an error with a reason; its numbers,
// written again, are the same word; and placing it rounds nothing.
#include "fuzz.h"
#include "shape/word.h"

#include <math.h>
#include <string.h>

static const abut_pose poses[] = {
    {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1},
    {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .translation = {0.1, -7, 3e9}, .scale = 1},
    {.rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, .translation = {1, 2, 3}, .scale = 1},
};

static void check_why(const char* why)
{
    CHECK(memchr(why, '\0', SHAPE_WHY) && *why);
}

// The same numbers with blanks.
static void check_again(const shape_word* w)
{
    char text[16 + SHAPE_NUMBERS_MOST * 26], why[SHAPE_WHY];
    shape_word again;
    size_t used = (size_t)snprintf(text, sizeof text, "%s:", shape_word_name(w->kind));
    for (size_t i = 0; i < w->number_count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %.17g", w->numbers[i]);
    CHECK(shape_word_parse(&again, text, why));
    CHECK(again.kind == w->kind && again.number_count == w->number_count);
    CHECK(memcmp(again.numbers, w->numbers, sizeof w->numbers) == 0);
}

// Its faces, and what it has in the place of them. The sums are doubles if nothing was rounded.
static void check_box(const shape_word* w, const abut_shape* shape)
{
    for (int i = 0; i < 3; i++) {
        const double a = w->numbers[i], b = w->numbers[i + 3];
        const double low = a < b ? a : b, high = a < b ? b : a;
        const double *centre = shape->points[0], *half = shape->points[1];
        const bool is_box = shape->kind == ABUT_SHAPE_BOX;
        CHECK(!is_box || (centre[i] - half[i] == low && centre[i] + half[i] == high));
        for (size_t c = 0; c < shape->hull_count; c++)
            CHECK(shape->hull[3 * c + (size_t)i] == low || shape->hull[3 * c + (size_t)i] == high);
    }
    CHECK(shape->hull_count == (shape->kind == ABUT_SHAPE_BOX ? 0 : SHAPE_CORNERS));
}

static void check_placed(const shape_word* w, const abut_pose* pose)
{
    char why[SHAPE_WHY];
    double corners[SHAPE_CORNERS][3];
    abut_shape shape;
    CHECK(shape_word_place(w, pose, corners, &shape, why));
    if (w->file) return;
    CHECK(abut_shape_check(&shape) == ABUT_OK);
    if (w->kind == ABUT_SHAPE_BOX) check_box(w, &shape);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    enum { LENGTH_MOST = 1024 };
    char text[LENGTH_MOST + 1], why[SHAPE_WHY] = "", meant[64];
    shape_word w = {.number_count = 77};
    const size_t length = size < LENGTH_MOST ? size : LENGTH_MOST;
    memcpy(text, data, length);
    text[length] = '\0';
    shape_word_meant(text, meant);
    if (!shape_word_parse(&w, text, why)) {
        CHECK(w.number_count == 77 && !w.text);
        check_why(why);
        return 0;
    }
    CHECK(shape_word_is(text) && !w.file == (w.kind != ABUT_SHAPE_HULL));
    for (size_t i = 0; i < w.number_count; i++)
        CHECK(isfinite(w.numbers[i]));
    if (!w.file) check_again(&w);
    for (size_t i = 0; i < sizeof poses / sizeof *poses; i++)
        check_placed(&w, &poses[i]);
    return 0;
}
