// word.c - see word.h.
#include "shape/word.h"

#include "options/nearest.h"
#include "text/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The numbers of a word, by their names.
static const struct form {
    const char* name;
    abut_shape_kind kind;
    const char* numbers[SHAPE_NUMBERS_MOST];
} forms[] = {
    {"point", ABUT_SHAPE_POINT, {"x", "y", "z"}},
    {"segment", ABUT_SHAPE_SEGMENT, {"x0", "y0", "z0", "x1", "y1", "z1"}},
    {"triangle", ABUT_SHAPE_TRIANGLE, {"x0", "y0", "z0", "x1", "y1", "z1", "x2", "y2", "z2"}},
    {"ray", ABUT_SHAPE_RAY, {"x", "y", "z", "dx", "dy", "dz"}},
    {"plane", ABUT_SHAPE_PLANE, {"x", "y", "z", "nx", "ny", "nz"}},
    {"halfspace", ABUT_SHAPE_HALF_SPACE, {"x", "y", "z", "nx", "ny", "nz"}},
    {"sphere", ABUT_SHAPE_SPHERE, {"x", "y", "z", "r"}},
    {"capsule", ABUT_SHAPE_CAPSULE, {"x0", "y0", "z0", "x1", "y1", "z1", "r"}},
    {"box", ABUT_SHAPE_BOX, {"x0", "y0", "z0", "x1", "y1", "z1"}},
    {"hull", ABUT_SHAPE_HULL, {NULL}},
    {"cylinder", ABUT_SHAPE_CYLINDER, {"x0", "y0", "z0", "x1", "y1", "z1", "r"}},
    {"cone", ABUT_SHAPE_CONE, {"x0", "y0", "z0", "x1", "y1", "z1", "r"}},
};
enum { FORM_COUNT = sizeof forms / sizeof *forms };

__attribute__((format(printf, 3, 4))) static bool fail(char why[SHAPE_WHY], const char* word,
                                                       const char* format, ...)
{
    size_t used =
        (size_t)snprintf(why, SHAPE_WHY, "%.200s%s: ", word, strlen(word) > 200 ? "..." : "");
    va_list values;
    va_start(values, format);
    vsnprintf(why + used, SHAPE_WHY - used, format, values);
    va_end(values);
    return false;
}

static const struct form* form_of(const char* word)
{
    const size_t length = strcspn(word, ":");
    for (int i = 0; word[length] && i < FORM_COUNT; i++)
        if (strlen(forms[i].name) == length && strncmp(forms[i].name, word, length) == 0)
            return &forms[i];
    return NULL;
}

bool shape_word_is(const char* word)
{
    return form_of(word) != NULL;
}

const char* shape_word_name(abut_shape_kind kind)
{
    for (int i = 0; i < FORM_COUNT; i++)
        if (forms[i].kind == kind) return forms[i].name;
    return NULL;
}

// ---------------------------------------------------------------------------------------- numbers

static size_t number_count(const struct form* form)
{
    size_t count = 0;
    while (count < SHAPE_NUMBERS_MOST && form->numbers[count])
        count++;
    return count;
}

static const char* step_over_blanks(const char* at)
{
    while (is_blank(*at) || is_newline(*at))
        at++;
    return at;
}

static const char* number_end(const char* at)
{
    while (*at && *at != ',' && !is_blank(*at) && !is_newline(*at))
        at++;
    return at;
}

static bool read_number(const struct form* form, size_t place, const char** at, double* out,
                        const char* word, char why[SHAPE_WHY])
{
    const char *end = number_end(*at), *next = *at;
    const number_result result = number_parse(&next, end, out);
    if (result == NUMBER_OK && next == end) {
        *at = end;
        return true;
    }
    return fail(why, word, "number %zu, %s: '%.*s' is %s", place + 1, form->numbers[place],
                (int)(end - *at < 40 ? end - *at : 40), *at,
                result == NUMBER_TOO_LARGE ? "too large for a double" : "not a number");
}

static bool miss_numbers(const struct form* form, size_t found, const char* word,
                         char why[SHAPE_WHY])
{
    char list[64] = "";
    const size_t count = number_count(form);
    for (size_t i = 0; i < count; i++) {
        strcat(list, i ? "," : "");
        strcat(list, form->numbers[i]);
    }
    return fail(why, word, "%zu numbers needed, as in %s:%s; number %zu, %s, is missing", count,
                form->name, list, found + 1, form->numbers[found]);
}

// Commas, blanks or both stand between numbers.
static bool read_numbers(const struct form* form, const char* word, shape_word* out,
                         char why[SHAPE_WHY])
{
    const size_t count = number_count(form);
    const char* at = step_over_blanks(strchr(word, ':') + 1);
    for (size_t i = 0; i < count; i++) {
        if (!*at) return miss_numbers(form, i, word, why);
        if (!read_number(form, i, &at, &out->numbers[i], word, why)) return false;
        at = step_over_blanks(at);
        const bool is_last = i + 1 == count;
        if (*at == ',' && !is_last) at = step_over_blanks(at + 1);
    }
    out->number_count = count;
    return !*at || fail(why, word, "more than %zu numbers: '%.40s' is too much", count, at);
}

// ------------------------------------------------------------------------------------------ sense

static bool is_zero(const double v[3])
{
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

static bool is_same(const double* p, const double* q)
{
    return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

static bool has_radius(abut_shape_kind kind)
{
    return kind == ABUT_SHAPE_SPHERE || kind == ABUT_SHAPE_CAPSULE || kind == ABUT_SHAPE_CYLINDER ||
           kind == ABUT_SHAPE_CONE;
}

// Whether the numbers are a shape.
static bool check_sense(const shape_word* w, char why[SHAPE_WHY])
{
    const double* n = w->numbers;
    if (has_radius(w->kind) && n[w->number_count - 1] < 0)
        return fail(why, w->text, "number %zu, r, is below 0", w->number_count);
    switch (w->kind) {
    case ABUT_SHAPE_RAY:
        return !is_zero(n + 3) || fail(why, w->text, "the direction dx,dy,dz has no length");
    case ABUT_SHAPE_PLANE:
    case ABUT_SHAPE_HALF_SPACE:
        return !is_zero(n + 3) || fail(why, w->text, "the normal nx,ny,nz has no length");
    case ABUT_SHAPE_CYLINDER:
    case ABUT_SHAPE_CONE:
        return !is_same(n, n + 3) || fail(why, w->text, "the axis has no length");
    default:
        return true;
    }
}

bool shape_word_parse(shape_word* out, const char* word, char why[SHAPE_WHY])
{
    const struct form* form = form_of(word);
    if (!form) return fail(why, word, "no shape");
    shape_word found = {.text = word, .kind = form->kind};
    if (form->kind == ABUT_SHAPE_HULL) {
        found.file = strchr(word, ':') + 1;
        if (!*found.file || strcmp(found.file, "-") == 0)
            return fail(why, word, "a file with the points is needed, as in hull:points.csv");
    } else if (!read_numbers(form, word, &found, why) || !check_sense(&found, why)) {
        return false;
    }
    *out = found;
    return true;
}

const char* shape_word_meant(const char* word, char meant[64])
{
    const size_t length = strcspn(word, ":");
    char name[32];
    if (!word[length] || length >= sizeof name) return NULL;
    memcpy(name, word, length);
    name[length] = '\0';
    nearest near = nearest_begin(name);
    for (int i = 0; i < FORM_COUNT; i++)
        nearest_offer(&near, forms[i].name);
    return near.name ? nearest_text(&near, meant) : NULL;
}

// ---------------------------------------------------------------------------------------- placing

// Whether a sum of doubles is one, too; *sum is it. Rounding is to nearest, so what the sum lost is computed without error
// (Knuth, TAOCP 4.2.2, theorem B).
static bool is_exact_sum(double a, double b, double* sum)
{
    *sum = a + b;
    if (!isfinite(*sum)) return false;
    const double part = *sum - a;
    return (a - (*sum - part)) + (b - part) == 0;
}

// Half of it, where that is a double.
static bool is_exact_half(double a, double* half)
{
    *half = a / 2;
    return *half * 2 == a;
}

// A box by its centre and half lengths where these are doubles, and else, since rounding them would move its faces, as the
// hull of its corners.
static void place_box(const double* n, double corners[SHAPE_CORNERS][3], abut_shape* out)
{
    bool exact = true;
    for (int i = 0; i < 3 && exact; i++) {
        double sum, length;
        exact = is_exact_sum(n[i], n[i + 3], &sum) && is_exact_sum(n[i + 3], -n[i], &length) &&
                is_exact_half(sum, &out->points[0][i]) &&
                is_exact_half(fabs(length), &out->points[1][i]);
    }
    if (exact) return;
    for (int c = 0; c < SHAPE_CORNERS; c++)
        for (int i = 0; i < 3; i++)
            corners[c][i] = n[c >> i & 1 ? i + 3 : i];
    out->kind = ABUT_SHAPE_HULL;
    out->hull = corners[0];
    out->hull_count = SHAPE_CORNERS;
}

bool shape_word_place(const shape_word* w, const abut_pose* pose, double corners[SHAPE_CORNERS][3],
                      abut_shape* out, char why[SHAPE_WHY])
{
    *out = (abut_shape){.kind = w->kind, .pose = *pose};
    if (has_radius(w->kind)) {
        out->radius = w->numbers[w->number_count - 1];
        if (pose->scale != 1)
            return fail(why, w->text,
                        "a pose that scales leaves the radius of a %s as it is: give it scaled",
                        shape_word_name(w->kind));
    }
    memcpy(out->points, w->numbers, sizeof out->points);
    if (w->kind == ABUT_SHAPE_BOX) place_box(w->numbers, corners, out);
    return true;
}
