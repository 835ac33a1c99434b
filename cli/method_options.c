// method_options.c - reading the options that say how a model is built. Which method has which option is
// known to the library alone: it is asked.
#include "method_options.h"

#include "arguments.h"
#include "say.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum value_type { A_METHOD, A_COUNT, A_CHOICE, A_FLAG, A_LIST, A_LENGTH } value_type;

#define CHOICES_MAX 8

typedef struct option_row {
    const char* option;
    value_type type;
    size_t offset;  // in abut_build, from SEARCH_DESCENT on in abut_ask
    uint64_t lowest, highest;
    const char* names[CHOICES_MAX];  // of the values 1, 2, 3, ... or of the bits 1, 2, 4, ...
} option_row;

#define AT(member) offsetof(abut_build, member)

static const option_row rows[BUILD_PARTS] = {
    [BUILD_METHOD] = {"--method", A_METHOD, AT(method), 0, 0, {0}},
    [BUILD_LEAF_SIZE] = {"--leaf-size", A_COUNT, AT(leaf_size), 1, 64, {0}},
    [BUILD_DEPTH_MAX] = {"--depth-max", A_COUNT, AT(depth_max), 1, 80, {0}},
    [BUILD_DEGREE] = {"--degree", A_COUNT, AT(degree), 2, 8, {0}},
    [BUILD_SPLIT] = {"--split",
                     A_CHOICE,
                     AT(split),
                     0,
                     0,
                     {"mean", "median", "rapid", "greedy", "crossing", "oscillating"}},
    [BUILD_AXIS] =
        {"--axis", A_CHOICE, AT(axis), 0, 0, {"longest", "splatter", "min-sum", "min-max"}},
    [BUILD_SPLIT_ALL] = {"--split-all", A_FLAG, AT(split_all), 0, 0, {0}},
    [BUILD_FIT] = {"--fit",
                   A_LIST,
                   AT(fits),
                   0,
                   0,
                   {"aabb", "pca", "parent", "dito14", "vertices", "hull-vertices",
                    "hull-surface"}},
    [BUILD_REAL] = {"--real", A_CHOICE, AT(real), 0, 0, {"float", "double"}},
    [BUILD_ORIENTATION] =
        {"--orientation", A_CHOICE, AT(orientation), 0, 0, {"matrix", "quaternion"}},
    [BUILD_EPSILON] = {"--epsilon", A_LENGTH, AT(epsilon), 0, 0, {0}},
    [BUILD_TUMBLE] = {"--tumble", A_CHOICE, AT(tumble), 0, 0, {"corners", "hull"}},
    [BUILD_SLENDER] = {"--slender", A_LENGTH, AT(slender), 0, 0, {0}},
    [BUILD_LAMBDA] = {"--lambda", A_LENGTH, AT(lambda), 0, 0, {0}},
    [BUILD_CHILD_RATIO] = {"--child-ratio", A_LENGTH, AT(child_ratio), 0, 0, {0}},
    [BUILD_SPHERE_RATIO] = {"--sphere-ratio", A_LENGTH, AT(sphere_ratio), 0, 0, {0}},
    [BUILD_EFFORT] = {"--effort", A_CHOICE, AT(effort), 0, 0, {"fast", "default", "best"}},
    [BUILD_MEMORY] = {"--memory", A_CHOICE, AT(memory), 0, 0, {"default", "small", "compact"}},
    [SEARCH_DESCENT] = {"--descent",
                        A_CHOICE,
                        offsetof(abut_ask, descent),
                        0,
                        0,
                        {"larger", "both", "environment", "restart"}},
    [SEARCH_TRAVERSAL] =
        {"--traversal", A_CHOICE, offsetof(abut_ask, traversal), 0, 0, {"depth", "breadth"}},
    [SEARCH_INTERVALS] =
        {"--intervals", A_CHOICE, offsetof(abut_ask, intervals), 0, 0, {"fixed", "width"}},
    [SEARCH_INTERVAL_COUNT] =
        {"--interval-count", A_COUNT, offsetof(abut_ask, interval_count), 1, 13, {0}},
};

// Where the value of an option stands.
static void* place_of(method_options* o, int part)
{
    char* base = part < SEARCH_DESCENT ? (char*)&o->build : (char*)&o->ask;
    return base + rows[part].offset;
}

static size_t choice_count(const option_row* row)
{
    size_t count = 0;
    while (count < CHOICES_MAX && row->names[count])
        count++;
    return count;
}

static bool take_method(const char* text, abut_method* out)
{
    if (abut_method_from_name(text, out) == ABUT_OK) return true;
    char list[256] = "";
    for (int m = 0; m < 64; m++) {
        const char* name = abut_method_name((abut_method)m);
        if (!name || strlen(list) + strlen(name) + 2 > sizeof list) continue;
        strcat(list, " ");
        strcat(list, name);
    }
    say("--method: there is no '%s' in this version; there are:%s", text, list);
    return false;
}

// Read names, separated by commas, into a sum of bits.
static bool take_list(const option_row* row, const char* text, unsigned* out)
{
    char name[16];
    *out = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        // A name that is too long for any is cut, and then found in no list.
        snprintf(name, sizeof name, "%.*s", (int)(length < 15 ? length : 15), text);
        size_t place;
        if (!argument_choice(row->option, name, row->names, choice_count(row), &place))
            return false;
        if (*out >> place & 1) {
            say("%s: '%s' given twice", row->option, name);
            return false;
        }
        *out |= 1u << place;
        if (text[length] == '\0') return true;
        text += length + 1;
    }
}

static bool take_length(const option_row* row, const char* text, double* out)
{
    if (!argument_numbers(row->option, text, 1, out)) return false;
    if (*out > 0) return true;
    say("%s: '%s' is not above 0", row->option, text);
    return false;
}

// An enum of the library and an int are stored alike: the ABI has enums without negative values as
// unsigned int.
static bool take_int(const option_row* row, const char* text, void* to)
{
    uint64_t count = 1;
    size_t place = 0;
    if (row->type == A_COUNT &&
        !argument_count(row->option, text, row->lowest, row->highest, &count))
        return false;
    if (row->type == A_CHOICE) {
        if (!argument_choice(row->option, text, row->names, choice_count(row), &place))
            return false;
        count = place + 1;
    }
    const int value = (int)count;
    memcpy(to, &value, sizeof value);
    return true;
}

bool method_options_take(method_options* o, int code, const char* text)
{
    const int part = code - BUILD_OPTION_BASE;
    const option_row* row = &rows[part];
    void* to = place_of(o, part);
    if (o->given[part]) {
        say("option %s given twice", row->option);
        return false;
    }
    o->given[part] = true;
    switch (row->type) {
    case A_METHOD:
        return take_method(text, &o->build.method);
    case A_LIST:
        return take_list(row, text, &o->build.fits);
    case A_LENGTH:
        return take_length(row, text, to);
    default:
        return take_int(row, text, to);
    }
}

const char* method_options_beside_method(const method_options* o)
{
    for (int part = BUILD_METHOD + 1; part < BUILD_PARTS; part++) {
        if (o->given[part]) return rows[part].option;
    }
    return NULL;
}

// What the library says to options, before it has seen a soup.
static abut_status try_options(const method_options* o)
{
    const abut_soup nothing = {0};
    abut_instance one = {0};
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_hits hits;
    abut_status status = abut_model_build(&model, &nothing, &o->build);
    if (status == ABUT_OK) status = abut_query_create(&query, NULL);
    one.model = model;
    if (status == ABUT_OK) status = abut_collide(query, &one, &one, &o->ask, &hits);
    abut_query_free(query);
    abut_model_free(model);
    return status;
}

size_t method_option_choices(int part, const char* const** names)
{
    *names = rows[part].names;
    return choice_count(&rows[part]);
}

const char* method_option_name(int part)
{
    return rows[part].option;
}

bool method_option_belongs(abut_method method, int part, size_t choice)
{
    method_options o = {.build = {.method = method}};
    const option_row* row = &rows[part];
    const int lowest = row->type == A_COUNT ? (int)row->lowest : 1;
    const int value = row->type == A_CHOICE ? (int)choice + 1
                      : row->type == A_LIST ? 1 << choice
                                            : lowest;
    const double length = 1;
    if (row->type == A_LENGTH)
        memcpy(place_of(&o, part), &length, sizeof length);
    else
        memcpy(place_of(&o, part), &value, sizeof value);
    // Some go with another split than the default only.
    abut_status status = try_options(&o);
    for (int split = ABUT_SPLIT_MEAN;
         split <= ABUT_SPLIT_OSCILLATING && status == ABUT_BAD_COMBINATION && part != BUILD_SPLIT;
         split++) {
        o.build.split = (abut_split)split;
        status = try_options(&o);
    }
    return status == ABUT_OK || status == ABUT_NOT_AVAILABLE;
}

bool method_option_is_number(int part)
{
    return rows[part].type == A_COUNT || rows[part].type == A_LENGTH;
}

// Reads back as the same double: 0.9 does with few digits, others need all.
static void write_length(double length, char* text, size_t room)
{
    snprintf(text, room, "%.15g", length);
    const double back = strtod(text, NULL);
    if (back < length || back > length) snprintf(text, room, "%.17g", length);
}

// The names of bits, with commas.
static void write_list(const option_row* row, unsigned bits, char* text, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < choice_count(row) && used < room; i++) {
        if (bits >> i & 1)
            used +=
                (size_t)snprintf(text + used, room - used, "%s%s", used ? "," : "", row->names[i]);
    }
}

// Whether a method with that split takes an option, which is copied from from. Some go with a split only.
static bool is_taken(method_options* from, int part, size_t size)
{
    method_options o = {.build = {.method = from->build.method, .split = from->build.split}};
    memcpy(place_of(&o, part), place_of(from, part), size);
    const abut_status status = try_options(&o);
    return status == ABUT_OK || status == ABUT_NOT_AVAILABLE;
}

bool method_option_value(const abut_build* built, int part, char* text, size_t room)
{
    const option_row* row = &rows[part];
    method_options o = {.build = *built};
    double length = 0;
    int value = 0;
    *text = '\0';
    if (row->type == A_LENGTH)
        memcpy(&length, place_of(&o, part), sizeof length);
    else
        memcpy(&value, place_of(&o, part), sizeof value);
    if (!value && !(length > 0)) return false;
    if (!is_taken(&o, part, row->type == A_LENGTH ? sizeof length : sizeof value)) return false;
    if (row->type == A_LENGTH)
        write_length(length, text, room);
    else if (row->type == A_LIST)
        write_list(row, (unsigned)value, text, room);
    else if (row->type == A_COUNT)
        snprintf(text, room, "%d", value);
    else if (row->type == A_CHOICE)
        snprintf(text, room, "%s", row->names[value - 1]);
    return true;
}

bool method_options_fit(method_options* o)
{
    const char* method = abut_method_name(o->build.method);
    const abut_status status = try_options(o);
    if (status == ABUT_OK) return true;
    for (int part = BUILD_METHOD + 1; part < BUILD_PARTS; part++) {
        method_options alone = {.build = {.method = o->build.method}};
        if (!o->given[part]) continue;
        memcpy(place_of(&alone, part), place_of(o, part),
               rows[part].type == A_LENGTH ? sizeof(double) : sizeof(int));
        const abut_status own = try_options(&alone);
        if (own == ABUT_OK) continue;
        if (own == ABUT_BAD_COMBINATION)
            say("the method %s has no such option or value: %s", method, rows[part].option);
        else
            say("%s: %s", rows[part].option, abut_status_text(own));
        return false;
    }
    say("these options do not go together: %s", abut_status_text(status));
    return false;
}
