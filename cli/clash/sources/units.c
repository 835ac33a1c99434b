// units.c - the units of files: what they are called, and that all have one.
#include "clash/sources/sources.h"
#include "say/say.h"

#include <math.h>
#include <string.h>

static const struct unit {
    const char* name;
    double metres;
} units[] = {{"m", 1},     {"dm", 0.1},    {"cm", 0.01},  {"mm", 0.001},
             {"um", 1e-6}, {"in", 0.0254}, {"ft", 0.3048}};

double clash_unit_metres(const char* name)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i].name, name) == 0) return units[i].metres;
    return 0;
}

// Units are compared as what they are called: computed ones may differ in the last digit.
static bool same_unit(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(a);
}

const char* clash_unit_name(double metres)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (same_unit(units[i].metres, metres)) return units[i].name;
    return NULL;
}

bool clash_source_take_unit(clash_source* source, double metres)
{
    if (!(metres > 0)) return true;
    if (source->table.unit > 0 && !same_unit(source->table.unit, metres)) {
        const char* unit = clash_unit_name(source->table.unit);
        say(C008_UNITS, "%s: one unit is %.17g metres, but its table says %s", source->path, metres,
            unit ? unit : "another");
        return false;
    }
    source->unit = metres;
    return true;
}

static bool say_mixed(const clash_source* a, const clash_source* b)
{
    const char *unit_a = clash_unit_name(a->unit), *unit_b = clash_unit_name(b->unit);
    if (unit_a && unit_b)
        say(C008_UNITS,
            "%s is in %s, %s in %s: bring them to one unit, as 'abut-convert --unit %s' does",
            a->path, unit_a, b->path, unit_b, unit_a);
    else
        say(C008_UNITS, "one unit of %s is %.17g metres, of %s %.17g: bring them to one unit",
            a->path, a->unit, b->path, b->unit);
    return false;
}

// Give files that say no unit the one of --unit, or of the files that do, which is told.
static bool fill_units(clash_result* r, const clash_source* said)
{
    for (size_t i = 0; i < r->source_count; i++) {
        clash_source* s = &r->sources[i];
        if (s->unit > 0 || s->is_missing || !s->is_read) continue;
        s->unit = r->options->unit > 0 ? r->options->unit : said ? said->unit : 0;
        if (r->options->unit > 0 || !said) continue;
        const char* unit = clash_unit_name(s->unit);
        if (!warnings_add(&r->late_warnings, C009_UNIT_TAKEN,
                          "%s does not say its unit: taken as %s, like %s (--unit says another)",
                          path_name(s->path), unit ? unit : "the same", path_name(said->path)))
            return false;
    }
    return true;
}

static const clash_source* first_with_unit(const clash_result* r)
{
    for (size_t i = 0; i < r->source_count; i++)
        if (r->sources[i].unit > 0) return &r->sources[i];
    return NULL;
}

bool clash_units_compare(clash_result* r)
{
    for (size_t i = 0; i < r->source_count; i++)
        r->sources[i].own_unit = r->sources[i].unit;
    if (!fill_units(r, first_with_unit(r))) return false;
    const clash_source* first = first_with_unit(r);
    for (size_t i = 0; i < r->source_count; i++) {
        const clash_source* s = &r->sources[i];
        if (first && s->unit > 0 && !same_unit(s->unit, first->unit)) return say_mixed(first, s);
    }
    return true;
}
