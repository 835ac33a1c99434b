// words.c - two sentences for each row: what is wrong, and what would help. They claim no more than was measured, and do not
// depend on the order of files.
#include "clash/rows/rows.h"
#include "picture/report.h"
#include "say/say.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------- quantities

enum { QUANTITY_TEXT = 64, DIRECTION_TEXT = 80 };
enum { DOWN = -1, NEAREST = 0, UP = 1 };

// A number to three digits. What is but for a rounding one of three digits stays that.
static void write_digits(double x, int rounding, char out[QUANTITY_TEXT])
{
    snprintf(out, QUANTITY_TEXT, "%.2e", x);
    if (!(x > 0) || out[1] != '.') {
        snprintf(out, QUANTITY_TEXT, "%g", x);
        return;
    }
    // "1.23e+04"
    int digits = 100 * (out[0] - '0') + 10 * (out[2] - '0') + out[3] - '0';
    const int exponent = (int)strtol(out + 5, NULL, 10);
    const double shown = digits * pow(10, exponent - 2);
    if (rounding == UP && shown < x * (1 - 1e-9)) digits++;
    if (rounding == DOWN && shown > x * (1 + 1e-9)) digits--;
    const double rounded = digits * pow(10, exponent - 2);
    if (exponent < -4 || exponent > 8) {
        snprintf(out, QUANTITY_TEXT, "%.3g", rounded);
        return;
    }
    snprintf(out, QUANTITY_TEXT, "%.*f", exponent < 2 ? 2 - exponent : 0, rounded);
    if (!strchr(out, '.')) return;
    char* end = out + strlen(out);
    while (end[-1] == '0')
        *--end = '\0';
    if (end[-1] == '.') end[-1] = '\0';
}

// What numbers of the files are multiplied with, and what stands behind them.
typedef struct ruler {
    double factor;
    const char* unit;  // " mm"; "": not known
} ruler;

// For lengths up to one: feet and inches stay; else millimetres below a metre.
static ruler ruler_for(double unit, double length)
{
    if (!(unit > 0)) return (ruler){1, ""};
    if (fabs(unit - 0.0254) < 1e-6) return (ruler){1, " in"};
    if (fabs(unit - 0.3048) < 1e-6) return (ruler){1, " ft"};
    return length * unit < 1 ? (ruler){unit * 1000, " mm"} : (ruler){unit, " m"};
}

static ruler ruler_for_area(double unit, double area)
{
    const ruler edge = ruler_for(unit, 100 * sqrt(area));
    static const char* const units[][2] = {
        {" mm", " mm²"}, {" m", " m²"}, {" in", " in²"}, {" ft", " ft²"}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(edge.unit, units[i][0]) == 0)
            return (ruler){edge.factor * edge.factor, units[i][1]};
    return edge;
}

static void write_interval(clash_interval x, ruler by, char out[2 * QUANTITY_TEXT + 32])
{
    char lo[QUANTITY_TEXT], hi[QUANTITY_TEXT];
    const size_t room = 2 * QUANTITY_TEXT + 32;
    write_digits(x.lo * by.factor, NEAREST, lo);
    write_digits(x.hi * by.factor, NEAREST, hi);
    if (strcmp(lo, hi) == 0) {
        snprintf(out, room, "%s%s", hi, by.unit);
        return;
    }
    write_digits(x.lo * by.factor, DOWN, lo);
    write_digits(x.hi * by.factor, UP, hi);
    if (x.lo > 0)
        snprintf(out, room, "between %s and %s%s", lo, hi, by.unit);
    else
        snprintf(out, room, "at most %s%s", hi, by.unit);
}

// A part of a direction. What three digits of the others do not show is left out: roundings of places are there.
static double shown_part(double part)
{
    return fabs(part) < 0.0005 ? 0 : part;
}

// Along an axis by its name, else a vector of length 1.
static void write_direction(const double t[3], double length, char out[DIRECTION_TEXT])
{
    int axis = 0, count = 0;
    for (int k = 0; k < 3; k++)
        if (t[k] != 0) {
            axis = k;
            count++;
        }
    if (count == 1)
        snprintf(out, DIRECTION_TEXT, "%c%c", t[axis] < 0 ? '-' : '+', "xyz"[axis]);
    else
        snprintf(out, DIRECTION_TEXT, "(%.3g, %.3g, %.3g)", shown_part(t[0] / length),
                 shown_part(t[1] / length), shown_part(t[2] / length));
}

// ------------------------------------------------------------------------------------------- names

static const char* or_null(const char* text)
{
    return text && *text ? text : NULL;
}

// The class and the name, as far as they are known. To be freed; NULL: no memory.
static char* label(const clash_result* r, uint32_t object)
{
    const clash_object* o = &r->objects[object];
    const char* class = or_null(clash_attribute(o, "class"));
    const char* name = or_null(clash_attribute(o, "name"));
    if (!name && o->group) name = or_null(clash_name(o));
    if (!name) name = report_file_name(path_name(o->path));
    return say_text("%s%s%s", class ? class : "", class ? " " : "", name);
}

// Of two that have one label their ids are told, too; and of one id the files.
static bool make_labels(const clash_result* r, const uint32_t objects[2], char* out[2])
{
    out[0] = label(r, objects[0]);
    out[1] = label(r, objects[1]);
    if (!out[0] || !out[1] || strcmp(out[0], out[1]) != 0) return out[0] && out[1];
    const clash_object *a = &r->objects[objects[0]], *b = &r->objects[objects[1]];
    const bool by_file = strcmp(clash_id(a), clash_id(b)) == 0;
    for (int i = 0; i < 2; i++) {
        const clash_object* o = i ? b : a;
        char* more = say_text("%s (%s)", out[i], by_file ? path_name(o->path) : clash_id(o));
        free(out[i]);
        out[i] = more;
    }
    return out[0] && out[1];
}

// --------------------------------------------------------------------------------------- sentences

// A row as it is told: the first object is the one that moves, or that does something to the other one.
typedef struct told {
    const clash_row* row;
    uint32_t mover;
    uint32_t objects[2];
    char* names[2];
    double unit;
} told;

static uint32_t other_of(const clash_row* row, uint32_t object)
{
    return object == row->a ? row->b : row->a;
}

static const char* name_of(const told* t, uint32_t object)
{
    return t->names[object == t->objects[1]];
}

// How to free them; or, if that is not known, that it is not.
static char* way_out(const told* t)
{
    const clash_row* row = t->row;
    char way[QUANTITY_TEXT], least[QUANTITY_TEXT], direction[DIRECTION_TEXT];
    double move[3];
    if (isnan(row->translation[0]) || isnan(row->depth.hi))
        return say_text("How far they have to be moved is not known: one is an open surface.");
    for (int k = 0; k < 3; k++)
        move[k] = (t->mover == row->b ? row->translation[k] : -row->translation[k]) + 0.0;
    const double length = hypot(hypot(move[0], move[1]), move[2]);
    const ruler by = ruler_for(t->unit, length);
    write_direction(move, length, direction);
    write_digits(length * by.factor, UP, way);
    write_digits(row->depth.lo * by.factor, UP, least);
    if (strcmp(way, least) == 0 || !(row->depth.lo > 0))
        return say_text("Moving %s %s%s along %s frees it.", name_of(t, t->mover), way, by.unit,
                        direction);
    write_digits(row->depth.lo * by.factor, DOWN, least);
    return say_text("Moving %s %s%s along %s frees it; less than %s%s does not.",
                    name_of(t, t->mover), way, by.unit, direction, least, by.unit);
}

static char* what_touches(const told* t)
{
    const clash_row* row = t->row;
    char size[2 * QUANTITY_TEXT + 32];
    if (row->area.hi > 0) {
        write_interval(row->area, ruler_for_area(t->unit, row->area.hi), size);
        return say_text("They share an area of %s; neither enters the other.", size);
    }
    if (row->length.hi > 0) {
        write_interval(row->length, ruler_for(t->unit, row->length.hi), size);
        return say_text("They touch along %s; neither enters the other.", size);
    }
    return say_text("They touch in single points; neither enters the other.");
}

static char* how_close(const told* t, const clash_demand* demand)
{
    char gap[2 * QUANTITY_TEXT + 32], asked[QUANTITY_TEXT];
    const ruler by = ruler_for(t->unit, t->row->gap.hi);
    const ruler other = ruler_for(t->unit, demand->clearance);
    write_interval(t->row->gap, by, gap);
    write_digits(demand->clearance * other.factor, NEAREST, asked);
    return say_text("They are %s apart; %s%s%s is asked.", gap,
                    demand->is_strict ? "at least " : "more than ", asked, other.unit);
}

static char* why_unknown(const told* t)
{
    if (t->row->relation == ABUT_RELATION_CROSSING)
        return say_text("Their surfaces cross, and one is open: there is no inside to be free of.");
    return say_text("Why: %s.",
                    t->row->reason ? abut_reason_text(t->row->reason) : "their surfaces are open");
}

static char* word_overlap(const told* t)
{
    char depth[2 * QUANTITY_TEXT + 32];
    write_interval(t->row->depth, ruler_for(t->unit, t->row->depth.hi), depth);
    if (t->row->class == CLASH_CLASS_PROTRUSION)
        return say_text("%s protrudes %s into %s.", t->names[0], depth, t->names[1]);
    return say_text("%s and %s overlap; the shortest way out is %s.", t->names[0], t->names[1],
                    depth);
}

static void word_pair(const told* t, const clash_demand* demand, char* out[2])
{
    char *const a = t->names[0], *const b = t->names[1];
    char agree[QUANTITY_TEXT];
    const ruler by = ruler_for(t->unit, demand->duplicate);
    switch (t->row->class) {
    case CLASH_CLASS_TOUCHING:
        out[0] = say_text("%s touches %s.", a, b);
        out[1] = what_touches(t);
        return;
    case CLASH_CLASS_PROTRUSION:
    case CLASH_CLASS_OVERLAP:
        out[0] = word_overlap(t);
        out[1] = way_out(t);
        return;
    case CLASH_CLASS_PIERCING:
        out[0] = say_text("%s pierces %s.", a, b);
        out[1] = way_out(t);
        return;
    case CLASH_CLASS_INSIDE:
        out[0] = say_text("%s is inside %s.", a, b);
        out[1] = way_out(t);
        return;
    case CLASH_CLASS_CLOSE:
        out[0] = say_text("%s is too close to %s.", a, b);
        out[1] = how_close(t, demand);
        return;
    case CLASH_CLASS_DUPLICATE:
        write_digits(demand->duplicate * by.factor, NEAREST, agree);
        out[0] = demand->duplicate > 0
                     ? say_text("%s and %s agree within %s%s.", a, b, agree, by.unit)
                     : say_text("%s and %s are the same geometry in one place.", a, b);
        out[1] = say_text("One of them can go.");
        return;
    case CLASH_CLASS_UNKNOWN:
    case CLASH_CLASSES:
        break;
    }
    out[0] = say_text("%s meets %s; how deep is not known.", a, b);
    out[1] = why_unknown(t);
}

// What does something comes first: what pierces, what is inside; else what is to be moved.
static uint32_t first_of(const clash_result* r, const clash_row* row)
{
    const bool has_roles =
        (row->class == CLASH_CLASS_PIERCING || row->class == CLASH_CLASS_INSIDE) &&
        row->pierced >= 0;
    if (has_roles) return row->pierced == 0 ? row->b : row->a;
    return clash_mover(r, row->a, row->b);
}

static bool word_row(const clash_result* r, clash_row* row)
{
    clash_demand demand = {.hard = 0};
    told t = {.row = row, .mover = clash_mover(r, row->a, row->b)};
    t.objects[0] = first_of(r, row);
    t.objects[1] = other_of(row, t.objects[0]);
    t.unit = clash_unit(r);
    clash_rule_of(r->review.rules, row->a, row->b, &demand, NULL);
    if (make_labels(r, t.objects, t.names)) word_pair(&t, &demand, row->words);
    free(t.names[0]);
    free(t.names[1]);
    return row->words[0] && row->words[1];
}

bool clash_word(clash_result* r)
{
    for (size_t i = 0; i < r->clashes.count; i++)
        if (!word_row(r, &r->review.rows[i])) return say_no_memory();
    return clash_group_rows(r) && clash_rank_rows(r);
}
