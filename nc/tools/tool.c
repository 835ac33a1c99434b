// tool.c - tools as they are given on the command line, made of convex solids of revolution.
#include "options/arguments.h"
#include "options/nearest.h"
#include "say/say.h"
#include "verb/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE 0.017453292519943295

// ------------------------------------------------------------------------------------ name=number

enum { KEYS_MOST = 8 };

typedef struct keys {
    const char* names[KEYS_MOST];  // NULL at the end
    double values[KEYS_MOST];      // NAN: not given
} keys;

static bool has_key(const keys* k, const char* name)
{
    for (int i = 0; k->names[i]; i++)
        if (strcmp(k->names[i], name) == 0) return true;
    return false;
}

// What "r=5" or "diameter=10" or "10" was meant to be where it is none of the names; "" where that is not known.
static void guess_key(const char* given, const keys* k, char meant[64])
{
    const size_t name = strcspn(given, "=");
    char* end;
    const char* number = given[name] ? given + name + 1 : given;
    const double value = strtod(number, &end);
    nearest near = nearest_begin(given);
    for (int i = 0; k->names[i]; i++)
        nearest_offer(&near, k->names[i]);
    nearest_text(&near, meant);
    if (end == number || *end || !(value > 0)) return;
    const bool is_radius = number != given && name && strncmp("radius", given, name) == 0;
    const bool is_diameter = number == given || (name && strncmp("diameter", given, name) == 0);
    if (is_radius && has_key(k, "r"))
        snprintf(meant, 64, " (is r=%.10g meant?)", value);
    else if ((is_radius || is_diameter) && has_key(k, "d"))
        snprintf(meant, 64, " (is d=%.10g meant?)", is_radius ? 2 * value : value);
}

// Tell that a part of a text, so long, is none of the names with a number.
static void tell_no_key(const char* option, const char* text, size_t length, const keys* k)
{
    char given[64], list[128] = "", meant[64];
    snprintf(given, sizeof given, "%.*s", (int)(length < sizeof given ? length : sizeof given - 1),
             text);
    for (int i = 0; k->names[i]; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, " %s=", k->names[i]);
    }
    guess_key(given, k, meant);
    say(N009_TOOL, "%s: '%s' is none of the name=number that it takes%s; these are:%s", option,
        given, meant, list);
}

// Read "name=number,name=number" for the names that there are.
static bool read_keys(const char* option, const char* text, keys* k)
{
    for (int i = 0; i < KEYS_MOST; i++)
        k->values[i] = (double)NAN;
    while (*text) {
        const size_t length = strcspn(text, ","), name = strcspn(text, "=,");
        char number[64];
        int i = 0;
        while (k->names[i] &&
               (strlen(k->names[i]) != name || strncmp(k->names[i], text, name) != 0))
            i++;
        if (!k->names[i] || name == length || length - name - 1 >= sizeof number) {
            tell_no_key(option, text, length, k);
            return false;
        }
        memcpy(number, text + name + 1, length - name - 1);
        number[length - name - 1] = '\0';
        if (!argument_numbers(option, number, 1, &k->values[i])) return false;
        text += length;
        if (*text == ',') text++;
    }
    return true;
}

// Every number given is above 0; those that must be given are.
static bool keys_fit(const char* option, const keys* k, int needed)
{
    for (int i = 0; k->names[i]; i++) {
        if (i < needed && isnan(k->values[i])) {
            say(N009_TOOL, "%s: %s=… is missing", option, k->names[i]);
            return false;
        }
        if (!isnan(k->values[i]) && !(k->values[i] > 0)) {
            say(N009_TOOL, "%s: %s must be above 0, not %.10g", option, k->names[i], k->values[i]);
            return false;
        }
    }
    return true;
}

static double value_or(const keys* k, int i, double other)
{
    return isnan(k->values[i]) ? other : k->values[i];
}

// ----------------------------------------------------------------------------------------- shapes

static abut_turned* piece(tool_shape* s)
{
    return &s->cutter.pieces[s->cutter.count++];
}

static void add_ring(abut_turned* t, double radius, double height, double corner)
{
    t->rings[t->ring_count++] = (abut_ring){.radius = radius, .height = height, .corner = corner};
}

// Go on upright with a radius from a height: to the length, or without end.
static bool go_up(const char* what, tool_shape* s, abut_turned* t, double radius, double height,
                  double length)
{
    s->length = length;
    if (!(length > 0)) {
        t->endless = 1;
        return true;
    }
    if (length < height) {
        say(N009_TOOL, "--tool: a %s of that diameter is %.10g high, more than its length of %.10g",
            what, height, length);
        return false;
    }
    add_ring(t, radius, length, 0);
    return true;
}

bool tool_simple(tool_end end, double diameter, double tip, double length, tool_shape* out)
{
    const double radius = diameter / 2;
    *out = (tool_shape){.length = 0};
    abut_turned* t = piece(out);
    if (end == TOOL_BALL) {
        add_ring(t, 0, radius, radius);
        return go_up("ball", out, t, radius, radius, length);
    }
    add_ring(t, end == TOOL_FLAT ? radius : tip / 2, 0, 0);
    return go_up(end == TOOL_FLAT ? "flat end" : "cone", out, t, radius, 0, length);
}

static bool make_round(const char* kind, const char* text, tool_shape* out)
{
    keys k = {.names = {"d", "length"}};
    if (!read_keys("--tool", text, &k) || !keys_fit("--tool", &k, 1)) return false;
    return tool_simple(*kind == 'b' ? TOOL_BALL : TOOL_FLAT, k.values[0], 0, value_or(&k, 1, 0),
                       out);
}

static bool make_bull(const char* kind, const char* text, tool_shape* out)
{
    keys k = {.names = {"d", "r", "length"}};
    if (!read_keys("--tool", text, &k) || !keys_fit("--tool", &k, 2)) return false;
    const double radius = k.values[0] / 2, corner = k.values[1];
    if (corner > radius) {
        say(N009_TOOL, "--tool: %s: r must be at most half of d", kind);
        return false;
    }
    abut_turned* t = piece(out);
    add_ring(t, radius - corner, corner, corner);
    return go_up(kind, out, t, radius, corner, value_or(&k, 2, 0));
}

// A cone of an angle at its point: cone, chamfer, drill. tip: where the point is cut off.
static bool make_cone(const char* kind, const char* text, tool_shape* out)
{
    const bool is_drill = *kind == 'd';
    keys k = {.names = {"d", "angle", is_drill ? "length" : "tip", is_drill ? NULL : "length"}};
    if (!read_keys("--tool", text, &k) || !keys_fit("--tool", &k, is_drill ? 1 : 2)) return false;
    const double radius = k.values[0] / 2, angle = value_or(&k, 1, 118);
    const double tip = is_drill ? 0 : value_or(&k, 2, 0) / 2;
    if (!(angle < 180) || !(tip < radius)) {
        say(N009_TOOL, "--tool: %s: angle must be below 180, and tip below d", kind);
        return false;
    }
    const double height = (radius - tip) / tan(angle / 2 * DEGREE);
    abut_turned* t = piece(out);
    add_ring(t, tip, 0, 0);
    add_ring(t, radius, height, 0);
    return go_up(kind, out, t, radius, height, value_or(&k, is_drill ? 2 : 3, 0));
}

// A round tip that widens by an angle to each side, up to a diameter or to its length.
static bool make_taper(const char* kind, const char* text, tool_shape* out)
{
    keys k = {.names = {"d", "angle", "r", "top", "length"}};
    if (!read_keys("--tool", text, &k) || !keys_fit("--tool", &k, 2)) return false;
    const double radius = k.values[0] / 2, angle = k.values[1] * DEGREE,
                 corner = value_or(&k, 2, radius);
    double length = value_or(&k, 4, 0), top = value_or(&k, 3, 0) / 2;
    if (!(k.values[1] < 90) || corner > radius || (!(top > 0) && !(length > 0))) {
        say(N009_TOOL,
            "--tool: %s: angle (to each side) must be below 90, r at most half of d, and top or "
            "length "
            "given",
            kind);
        return false;
    }
    // Where the side leaves the round tip.
    const double ring = radius - corner;
    const double x = ring + corner * cos(angle), y = corner - corner * sin(angle);
    if (length > 0 && length < corner) {
        say(N009_TOOL, "--tool: %s: length must be at least r", kind);
        return false;
    }
    if (!(top > 0)) top = x + (length - y) * tan(angle);
    const double height = y + (top - x) / tan(angle);
    if (!(top >= radius)) {
        say(N009_TOOL, "--tool: %s: top must be at least d", kind);
        return false;
    }
    abut_turned* t = piece(out);
    add_ring(t, ring, corner, corner);
    add_ring(t, top, height, 0);
    return go_up(kind, out, t, top, isnan(k.values[3]) ? 0 : height, length);
}

// A whole ball on a neck.
static bool make_lollipop(const char* kind, const char* text, tool_shape* out)
{
    keys k = {.names = {"d", "neck", "length"}};
    if (!read_keys("--tool", text, &k) || !keys_fit("--tool", &k, 2)) return false;
    const double radius = k.values[0] / 2, neck = k.values[1] / 2;
    if (neck > radius) {
        say(N009_TOOL, "--tool: %s: neck must be at most d", kind);
        return false;
    }
    add_ring(piece(out), 0, radius, radius);
    abut_turned* t = piece(out);
    const double middle = radius;
    add_ring(t, neck, middle, 0);
    return go_up(kind, out, t, neck, k.values[0], value_or(&k, 2, 0));
}

// A cone that narrows upward, and a neck.
static bool make_dovetail(const char* kind, const char* text, tool_shape* out)
{
    keys k = {.names = {"d", "top", "height", "neck", "length"}};
    if (!read_keys("--tool", text, &k) || !keys_fit("--tool", &k, 3)) return false;
    const double neck = value_or(&k, 3, k.values[1]) / 2;
    abut_turned* t = piece(out);
    add_ring(t, k.values[0] / 2, 0, 0);
    add_ring(t, k.values[1] / 2, k.values[2], 0);
    t = piece(out);
    add_ring(t, neck, k.values[2] / 2, 0);
    return go_up(kind, out, t, neck, k.values[2], value_or(&k, 4, 0));
}

// The seven numbers of APT: diameter, corner radius, its middle (E, F), angles below and above, height.
static bool make_apt(const char* kind, const char* text, tool_shape* out)
{
    double n[7];
    if (!argument_numbers("--tool", text, 7, n)) return false;
    const double d = n[0], r = n[1], e = n[2], f = n[3], a = n[4] * DEGREE, b = n[5] * DEGREE,
                 h = n[6];
    if (!(d > 0 && r >= 0 && e >= 0 && h > 0) || !(n[4] >= 0 && n[4] < 90) || !(fabs(n[5]) < 90)) {
        say(N009_TOOL,
            "--tool: %s:D,R,E,F,a,b,H: D and H must be above 0, R and E at least 0, a from 0 to "
            "below 90, "
            "b between -90 and 90",
            kind);
        return false;
    }
    // The lower line rises from the tip by a, the upper one leans outward by b; the corner touches both.
    const double low_f = (r + e * sin(a)) / cos(a);
    const double x = e + r * cos(b), y = f - r * sin(b);  // where the upper line begins
    const double meet = (x - y * tan(b)) / (1 - tan(a) * tan(b));
    if (fabs(f - low_f) > 1e-3 * d || fabs(meet - d / 2) > 1e-3 * d) {
        say(N009_TOOL,
            "--tool: %s: the corner does not touch both lines: with these R, E, a and b, F must be "
            "%.10g "
            "and D %.10g",
            kind, low_f, 2 * meet);
        return false;
    }
    const double top = x + (h - y) * tan(b);
    if (!(h > y) || !(top >= 0)) {
        say(N009_TOOL, "--tool: %s: H ends below the corner, or where nothing is left", kind);
        return false;
    }
    abut_turned* t = piece(out);
    add_ring(t, 0, 0, 0);
    add_ring(t, e, f, r);
    add_ring(t, top, h, 0);
    out->length = h;
    return true;
}

static const struct {
    const char* name;
    bool (*make)(const char* kind, const char* text, tool_shape* out);
} kinds[] = {
    {"ball", make_round},  {"flat", make_round},        {"bull", make_bull},
    {"cone", make_cone},   {"chamfer", make_cone},      {"drill", make_cone},
    {"taper", make_taper}, {"lollipop", make_lollipop}, {"dovetail", make_dovetail},
    {"apt", make_apt},
};

bool tool_parse(const char* text, tool_shape* out)
{
    const size_t length = strcspn(text, ":");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strlen(kinds[i].name) != length || strncmp(kinds[i].name, text, length) != 0) continue;
        *out = (tool_shape){.length = 0};
        return kinds[i].make(kinds[i].name, text[length] ? text + length + 1 : "", out);
    }
    char given[32], meant[64], list[128] = "";
    snprintf(given, sizeof given, "%.*s", (int)(length < sizeof given ? length : sizeof given - 1),
             text);
    nearest near = nearest_begin(given);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, " %s:", kinds[i].name);
        nearest_offer(&near, kinds[i].name);
    }
    say(N009_TOOL, "--tool: there is no '%s:'%s; there are:%s", given, nearest_text(&near, meant),
        list);
    return false;
}

// ------------------------------------------------------------------------------- shank and holder

bool tool_shank_parse(const char* text, tool_shank* out)
{
    keys k = {.names = {"d", "length", "from"}};
    if (!read_keys("--shank", text, &k) || !keys_fit("--shank", &k, 2)) return false;
    *out = (tool_shank){
        .given = true, .diameter = k.values[0], .length = k.values[1], .from = value_or(&k, 2, -1)};
    return true;
}

bool tool_shank_fit(const tool_shank* s, tool_shape* tool, tool_body* out)
{
    *out = (tool_body){.count = 0};
    if (!s->given) return true;
    const double from = s->from > 0 ? s->from : tool->length;
    if (!(from > 0)) {
        say(N009_TOOL, "--shank: where it begins is not known: give the tool a length=…, or the "
                       "shank a from=…");
        return false;
    }
    if (!(tool->length > 0)) {
        abut_turned* t = &tool->cutter.pieces[tool->cutter.count - 1];
        double radius = 0, height = 0;
        for (int i = 0; i < t->ring_count; i++) {
            radius = fmax(radius, t->rings[i].radius + t->rings[i].corner);
            height = fmax(height, t->rings[i].height);
        }
        if (from < height) {
            say(N009_TOOL,
                "--shank: it begins at %.10g, within the tool's end, which is %.10g high", from,
                height);
            return false;
        }
        add_ring(t, radius, from, 0);
        t->endless = 0;
        tool->length = from;
    }
    abut_turned* t = &out->pieces[out->count++];
    add_ring(t, s->diameter / 2, from, 0);
    add_ring(t, s->diameter / 2, from + s->length, 0);
    return true;
}

bool tool_holder_parse(const char* text, tool_body* out)
{
    *out = (tool_body){.count = 0};
    while (*text) {
        const size_t length = strcspn(text, ";");
        char numbers[256];
        double n[4];
        if (out->count == TOOL_PIECES_MOST || length >= sizeof numbers) {
            say(N009_TOOL, "--holder: more than %d pieces, or too long a text", TOOL_PIECES_MOST);
            return false;
        }
        memcpy(numbers, text, length);
        numbers[length] = '\0';
        if (!argument_numbers("--holder", numbers, 4, n)) return false;
        if (!(n[1] > n[0]) || n[2] < 0 || n[3] < 0 || !(n[2] + n[3] > 0)) {
            say(N009_TOOL,
                "--holder: in '%s', z0,z1,r0,r1, z1 must be above z0, and a radius above 0",
                numbers);
            return false;
        }
        abut_turned* t = &out->pieces[out->count++];
        add_ring(t, n[2], n[0], 0);
        add_ring(t, n[3], n[1], 0);
        text += length;
        if (*text == ';') text++;
    }
    if (out->count > 0) return true;
    say(N009_TOOL, "--holder: it has no piece: give z0,z1,r0,r1");
    return false;
}
