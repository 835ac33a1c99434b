// method.c - reading the options that say how a model is built. Which method has which option is
// known to the library alone: it is asked.
#include "options/method.h"

#include "options/arguments.h"
#include "options/help.h"
#include "options/nearest.h"
#include "say/say.h"

#include <abut/methods.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(method_options, member)

static option_take take_method, take_choice, take_list, take_length;

#define METHOD(value, text) OPTION_TEXT(SECTION_METHOD, value, text)

static const option_row rows[BUILD_PARTS] = {
    [BUILD_METHOD] = {OPTION("--method", take_method, AT(build.method)),
                      METHOD("NAME", "a method of 'abut methods'; auto is the fastest"),
                      .more = "Searches and 'abut build' take auto without it", .first = true},
    [BUILD_LEAF_SIZE] = {OPTION("--leaf-size", option_int, AT(build.leaf_size)),
                         METHOD("N", "most triangles in a leaf of the tree, 1 to 64"),
                         .more = "The method wide has up to 4", .lowest = 1, .highest = 64},
    [BUILD_DEPTH_MAX] = {OPTION("--depth-max", option_int, AT(tree.depth_max)),
                         METHOD("N", "nodes so deep are leaves, 1 to 80 (default 80)"), .lowest = 1,
                         .highest = 80},
    [BUILD_DEGREE] = {OPTION("--degree", option_int, AT(tree.degree)),
                      METHOD("N", "most children of a node: 2 (default), 4 or 8"), .lowest = 2,
                      .highest = 8},
    [BUILD_SPLIT] = {OPTION("--split", take_choice, AT(tree.split)),
                     METHOD("RULE", "where to split a node"),
                     .names = {"mean", "median", "rapid", "greedy", "crossing", "oscillating"}},
    [BUILD_AXIS] = {OPTION("--axis", take_choice, AT(tree.axis)),
                    METHOD("RULE", "across which axis (default longest)"),
                    .more = "For spheres the default is splatter",
                    .names = {"longest", "splatter", "min-sum", "min-max"}},
    [BUILD_SPLIT_ALL] = {OPTION("--split-all", option_one, AT(tree.split_all)),
                         METHOD(NULL, "try every direction of a k-DOP, not only x, y and z")},
    [BUILD_TURNED] = {OPTION("--turned", option_one, AT(tree.turned)),
                      METHOD(NULL, "turn the directions of k-DOPs to where they are least")},
    [BUILD_TRIAL] = {OPTION("--trial", option_one, AT(tree.trial)),
                     METHOD(NULL, "find the leaf size by searching the model against itself")},
    [BUILD_FIT] = {OPTION("--fit", take_list, AT(tree.fits)),
                   METHOD("LIST", "axes that a box may take, with commas between"),
                   .more = "Default: aabb,pca,parent,dito14",
                   .names = {"aabb", "pca", "parent", "dito14", "vertices", "hull-vertices",
                             "hull-surface"}},
    [BUILD_REAL] = {OPTION("--real", take_choice, AT(tree.real)),
                    METHOD("TYPE", "numbers of the boxes (default float)"),
                    .names = {"float", "double"}},
    [BUILD_ORIENTATION] = {OPTION("--orientation", take_choice, AT(tree.orientation)),
                           METHOD("FORM", "axes of the boxes (default matrix)"),
                           .names = {"matrix", "quaternion"}},
    [BUILD_EPSILON] = {OPTION("--epsilon", take_length, AT(build.epsilon)),
                       METHOD("LENGTH", "grow every volume by so much"),
                       .more = "Answers never change"},
    [BUILD_TUMBLE] = {OPTION("--tumble", take_choice, AT(tree.tumble)),
                      METHOD("METHOD", "how the flying root is turned (default corners)"),
                      .names = {"corners", "hull"}},
    [BUILD_SLENDER] = {OPTION("--slender", take_length, AT(tree.slender)),
                       METHOD("LENGTH", "halve triangles with longer edges in the tree")},
    [BUILD_LAMBDA] = {OPTION("--lambda", take_length, AT(tree.lambda)),
                      METHOD("X", "what a crossing triangle costs a split (default 1)")},
    [BUILD_CHILD_RATIO] = {OPTION("--child-ratio", take_length, AT(tree.child_ratio)),
                           METHOD("X", "no split if a child keeps a larger part"),
                           .more = "From 0.5 to 1 (default 0.9)"},
    [BUILD_VOLUMES] = {OPTION("--volumes", take_choice, AT(tree.volumes)),
                       METHOD("WHICH", "volumes that are tested (default both)"),
                       .names = {"both", "boxes", "spheres"}},
    [BUILD_SPHERE_RATIO] = {OPTION("--sphere-ratio", take_length, AT(tree.sphere_ratio)),
                            METHOD("X", "test boxes where spheres are too large (default 1)"),
                            .more = "Too large is X times the mean"},
    [BUILD_EFFORT] = {OPTION("--effort", take_choice, AT(build.effort)),
                      METHOD("HOW", "how long to build"), .names = {"fast", "default", "best"},
                      .more = "A tree that took longer is searched faster"},
    [BUILD_MEMORY] = {OPTION("--memory", take_choice, AT(build.memory)),
                      METHOD("HOW", "how large the tree is"),
                      .names = {"default", "small", "compact"},
                      .more = "One of less memory is searched a little slower"},
    [SEARCH_DESCENT] = {OPTION("--descent", take_choice, AT(walk.descent)),
                        METHOD("ORDER", "which of two nodes is descended"),
                        .names = {"larger", "both", "environment", "restart"}},
    [SEARCH_TRAVERSAL] = {OPTION("--traversal", take_choice, AT(walk.traversal)),
                          METHOD("ORDER", "of pairs of nodes (default depth)"),
                          .names = {"depth", "breadth"}, .more = "Breadth goes level by level"},
    [SEARCH_INTERVALS] = {OPTION("--intervals", take_choice, AT(walk.intervals)),
                          METHOD("ORDER", "of the slabs of k-DOPs (default fixed)"),
                          .names = {"fixed", "width"},
                          .more = "By width the narrowest of b go first"},
    [SEARCH_INTERVAL_COUNT] = {OPTION("--interval-count", option_int, AT(walk.interval_count)),
                               METHOD("N", "compare only the first N slabs"), .lowest = 1,
                               .highest = 13},
};

option_group method_options_group(method_options* o, bool searches)
{
    return (option_group){rows, searches ? BUILD_PARTS : SEARCH_DESCENT, o, o->given};
}

option_group method_options_but_memory(method_options* o)
{
    return (option_group){rows, BUILD_MEMORY, o, o->given};  // the last of those of building
}

// Where the value of an option stands.
static void* place_of(method_options* o, int part)
{
    return (char*)o + rows[part].at;
}

static bool take_method(void* to, const option_row* row, const char* text)
{
    abut_method found;
    const bool is_known = abut_method_from_name(text, &found) == ABUT_OK;
    if (is_known && method_is_built(found)) {
        memcpy(to, &found, sizeof found);
        return true;
    }
    char list[256] = "", meant[64];
    nearest near = nearest_begin(text);
    for (int m = 0; m < 64; m++) {
        const char* name = abut_method_name((abut_method)m);
        if (!name || !method_is_built((abut_method)m)) continue;
        nearest_offer(&near, name);
        if (strlen(list) + strlen(name) + 2 > sizeof list) continue;
        strcat(list, " ");
        strcat(list, name);
    }
    say(O013_NO_SUCH_VALUE, "%s: there is no '%s' in this %s%s; there are:%s", row->name, text,
        is_known ? "build" : "version", is_known ? "" : nearest_text(&near, meant), list);
    return false;
}

// Read names, separated by commas, into a sum of bits.
static bool take_list(void* to, const option_row* row, const char* text)
{
    char name[16];
    unsigned* out = to;
    for (*out = 0;;) {
        const size_t length = strcspn(text, ",");
        // A name that is too long for any is cut, and then found in no list.
        snprintf(name, sizeof name, "%.*s", (int)(length < 15 ? length : 15), text);
        size_t place;
        if (!option_choice(row, name, &place)) return false;
        if (*out >> place & 1) {
            say(O005_GIVEN_TWICE, "%s: '%s' given twice", row->name, name);
            return false;
        }
        *out |= 1u << place;
        if (text[length] == '\0') return true;
        text += length + 1;
    }
}

static bool take_length(void* to, const option_row* row, const char* text)
{
    double* out = to;
    if (!argument_numbers(row->name, text, 1, out)) return false;
    if (*out > 0) return true;
    say(O012_OUT_OF_RANGE, "%s: '%s' is not above 0", row->name, text);
    return false;
}

// An enum of the library and an int are stored alike: the ABI has enums without negative values as
// unsigned int.
static bool take_choice(void* to, const option_row* row, const char* text)
{
    size_t place;
    if (!option_choice(row, text, &place)) return false;
    const int value = (int)place + 1;
    memcpy(to, &value, sizeof value);
    return true;
}

bool method_option_take(method_options* o, int part, const char* text)
{
    o->given[part] = true;
    return rows[part].take(place_of(o, part), &rows[part], text);
}

const char* method_options_beside_method(const method_options* o)
{
    for (int part = BUILD_METHOD + 1; part < BUILD_PARTS; part++) {
        if (o->given[part]) return rows[part].name;
    }
    return NULL;
}

abut_build method_options_build(const method_options* o)
{
    abut_build build = o->build;
    build.tree = &o->tree;
    return build;
}

// What the library says to options, before it has seen a soup.
static abut_status try_options(const method_options* o)
{
    const abut_soup nothing = {0};
    const abut_build build = method_options_build(o);
    const abut_ask ask = {.walk = &o->walk};
    abut_instance one = {0};
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_hits hits;
    abut_status status = abut_model_build(&model, &nothing, &build);
    if (status == ABUT_OK) status = abut_query_create(&query, NULL);
    one.model = model;
    if (status == ABUT_OK) status = abut_collide(query, &one, &one, &ask, &hits);
    abut_query_free(query);
    abut_model_free(model);
    return status;
}

bool method_is_built(abut_method method)
{
    const method_options o = {.build = {.method = method}};
    return try_options(&o) != ABUT_NOT_AVAILABLE;
}

size_t method_option_choices(int part, const char* const** names)
{
    *names = rows[part].names;
    return option_name_count(&rows[part]);
}

const char* method_option_name(int part)
{
    return rows[part].name;
}

void method_option_explain(int part, FILE* out)
{
    help_write_row(&rows[part], out);
}

bool method_option_belongs(abut_method method, int part, size_t choice)
{
    method_options o = {.build = {.method = method}};
    const option_row* row = &rows[part];
    const int lowest = row->take == option_int ? (int)row->lowest : 1;
    const int value = row->take == take_choice ? (int)choice + 1
                      : row->take == take_list ? 1 << choice
                                               : lowest;
    const double length = 1;
    if (row->take == take_length)
        memcpy(place_of(&o, part), &length, sizeof length);
    else
        memcpy(place_of(&o, part), &value, sizeof value);
    // Some go with another split than the default only.
    abut_status status = try_options(&o);
    for (int split = ABUT_SPLIT_MEAN;
         split <= ABUT_SPLIT_OSCILLATING && status == ABUT_BAD_COMBINATION && part != BUILD_SPLIT;
         split++) {
        o.tree.split = (abut_split)split;
        status = try_options(&o);
    }
    return status == ABUT_OK || status == ABUT_NOT_AVAILABLE;
}

bool method_option_is_number(int part)
{
    return rows[part].take == option_int || rows[part].take == take_length;
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
    for (size_t i = 0; i < option_name_count(row) && used < room; i++) {
        if (bits >> i & 1)
            used +=
                (size_t)snprintf(text + used, room - used, "%s%s", used ? "," : "", row->names[i]);
    }
}

// Whether a method with that split takes an option, which is copied from from. Some go with a split only.
static bool is_taken(method_options* from, int part, size_t size)
{
    method_options o = {.build = {.method = from->build.method},
                        .tree = {.split = from->tree.split}};
    memcpy(place_of(&o, part), place_of(from, part), size);
    const abut_status status = try_options(&o);
    return status == ABUT_OK || status == ABUT_NOT_AVAILABLE;
}

bool method_option_value(const abut_build* built, int part, char* text, size_t room)
{
    const option_row* row = &rows[part];
    method_options o = {.build = *built};
    if (built->tree) o.tree = *built->tree;
    double length = 0;
    int value = 0;
    *text = '\0';
    if (row->take == take_length)
        memcpy(&length, place_of(&o, part), sizeof length);
    else
        memcpy(&value, place_of(&o, part), sizeof value);
    if (!value && !(length > 0)) return false;
    if (!is_taken(&o, part, row->take == take_length ? sizeof length : sizeof value)) return false;
    if (row->take == take_length)
        write_length(length, text, room);
    else if (row->take == take_list)
        write_list(row, (unsigned)value, text, room);
    else if (row->take == option_int)
        snprintf(text, room, "%d", value);
    else if (row->take == take_choice)
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
               rows[part].take == take_length ? sizeof(double) : sizeof(int));
        const abut_status own = try_options(&alone);
        if (own == ABUT_OK) continue;
        if (own == ABUT_BAD_COMBINATION)
            say(O022_METHOD_LACKS, "the method %s has no such option or value: %s", method,
                rows[part].name);
        else
            say_status(rows[part].name, own);
        return false;
    }
    say(fault_code_of_status(status), "these options do not go together with the method %s: %s",
        method,
        status == ABUT_BAD_COMBINATION ? "leave one out; 'abut methods' lists what it has"
                                       : abut_status_text(status));
    return false;
}
