// pair.c - see pair.h.
#include "models/pair.h"

#include "models/saved.h"
#include "say/say.h"
#include "text/printable.h"

#include <string.h>
#include <sys/stat.h>

#define AT(member) offsetof(pair_options, member)

// --group is both.
static bool take_group(void* to, const option_row* row, const char* text)
{
    const char** groups = to;
    (void)row;
    groups[0] = groups[1] = text;
    return true;
}

static const option_row rows[PAIR_OPTIONS] = {
    [PAIR_BUDGET] = {OPTION("--budget", option_count, AT(budget)),
                     OPTION_TEXT(SECTION_FIND, "N",
                                 "stop after N tests of volumes and triangles, N >= 1"),
                     .more = "What is not known by then is undecided", .lowest = 1,
                     .highest = UINT64_MAX},
    [PAIR_GROUP] = {OPTION("--group", take_group, AT(groups)),
                    OPTION_TEXT(SECTION_READ, "NAME",
                                "only the objects, groups or solids of that name"),
                    .more = "'abut info --groups' lists them"},
    [PAIR_GROUP_A] = {OPTION("--group-a", option_text, AT(groups[0]))},
    [PAIR_GROUP_B] = {OPTION("--group-b", option_text, AT(groups[1])),
                      OPTION_TEXT(SECTION_READ, "NAME", "the same for one of the models")},
    [PAIR_DROP_BAD] = OPTION_DROP_BAD(AT(drop_bad)),
    [PAIR_FORMAT] = OPTION_FORMAT(AT(format)),
    [PAIR_MAX_MEMORY] = OPTION_MAX_MEMORY,
    [PAIR_ALL] = {OPTION("--all", option_flag, AT(all)),
                  OPTION_TEXT(SECTION_FIND, NULL, "every pair of triangles in contact (default)")},
    [PAIR_FIRST] = {OPTION("--first", option_flag, AT(first)),
                    OPTION_TEXT(SECTION_FIND, NULL, "stop at the first pair found"), .first = true},
    [PAIR_LIMIT] = {OPTION("--limit", option_size, AT(limit)),
                    OPTION_TEXT(SECTION_FIND, "N", "stop after N pairs, N >= 1"), .lowest = 1,
                    .highest = SIZE_MAX},
};

option_group pair_options_group(pair_options* o, bool lists)
{
    return (option_group){rows, lists ? PAIR_OPTIONS : PAIR_ALL, o, o->given};
}

bool pair_options_finish(pair_options* o, const command_line* line, const char* files)
{
    static const char* const pairs[][2] = {{"--first", "--all"},
                                           {"--first", "--limit"},
                                           {"--all", "--limit"},
                                           {"--group", "--group-a"},
                                           {"--group", "--group-b"}};
    if (!options_exclude(line, pairs, sizeof pairs / sizeof *pairs)) return false;
    if (o->first) o->limit = 1;
    if (!o->paths[1]) {
        const char* name = line->verb->name;
        say("%s needs two %s%s; 'abut help %s' tells more", name, files,
            o->paths[0] ? ", only one is given" : "", name);
        return false;
    }
    return inputs_fit(o->paths, 2, o->format);
}

// What to build beside a saved model: its like. Refuse to ask for anything else.
static bool match_saved(const model_file* saved, const method_options* o, bool both,
                        abut_build* build, abut_tree_build* tree)
{
    const char* beside = method_options_beside_method(o);
    const abut_model_info* info = &saved->info;
    if (both && beside) {
        say("option %s has no effect: both models are saved ones", beside);
        return false;
    }
    if (build->method != ABUT_METHOD_AUTO && build->method != info->method) {
        say("%s was saved with the method %s, not %s", saved->path, abut_method_name(info->method),
            abut_method_name(build->method));
        return false;
    }
    build->method = info->method;
    const abut_tree_build* built = info->build.tree;
    if (built && !tree->real) tree->real = built->real;
    if (built && !tree->orientation) tree->orientation = built->orientation;
    return true;
}

// Whether both are one thing: then it is read and built once.
static bool is_one(const pair_options* o)
{
    const char *const *paths = o->paths, *const *groups = o->groups;
    struct stat at[2];
    if (groups[0] ? !groups[1] || strcmp(groups[0], groups[1]) != 0 : groups[1] != NULL)
        return false;
    for (int i = 0; i < 2; i++)
        if (strcmp(paths[i], "-") == 0 || stat(paths[i], &at[i]) || !S_ISREG(at[i].st_mode))
            return false;
    return at[0].st_dev == at[1].st_dev && at[0].st_ino == at[1].st_ino;
}

bool pair_load(model_file sides[2], const pair_options* o, const method_options* how,
               const abut_host* host, progress* p)
{
    abut_tree_build tree = how->tree;
    abut_build build = how->build;
    build.tree = &tree;
    build.host = host;
    const bool saved[2] = {saved_is(o->paths[0]), saved_is(o->paths[1])};
    const bool once = is_one(o);
    for (int k = 0; k < (once ? 1 : 2); k++) {
        const int i = saved[1] && !saved[0] ? 1 - k : k;
        const load_options part = {
            .format = format_for_path(o->paths[i], o->paths, 2, o->format),
            .group = o->groups[i],
            .drop_bad = o->drop_bad && !saved[i],
        };
        if (!model_file_load(&sides[i], o->paths[i], &part, &build, p)) return false;
        if (saved[i] && !match_saved(&sides[i], how, saved[0] && saved[1], &build, &tree))
            return false;
    }
    if (once) sides[1] = model_file_lend(&sides[0], o->paths[1]);
    return true;
}

bool pair_query(abut_query** out, const abut_host* host)
{
    const abut_status status = abut_query_create(out, host);
    if (status != ABUT_OK) say("%s", abut_status_text(status));
    return status == ABUT_OK;
}

bool pair_has_faces(const model_file sides[2])
{
    return sides[0].origin.faces || sides[1].origin.faces;
}

pair_origin pair_origin_of(const model_file sides[2], abut_pair pair)
{
    const uint32_t ids[2] = {pair.a, pair.b};
    pair_origin from;
    for (int side = 0; side < 2; side++) {
        from.triangle[side] = model_file_triangle(&sides[side], ids[side]);
        from.face[side] = model_file_face(&sides[side], ids[side]);
    }
    return from;
}

bool pair_is_empty(const model_file sides[2])
{
    return sides[0].info.triangle_count == 0 || sides[1].info.triangle_count == 0;
}

bool pair_warnings(const model_file sides[2], warning_list* warnings)
{
    for (int i = 0; i < 2; i++) {
        const char* name = path_name(sides[i].path);
        const size_t count = sides[i].info.triangle_count;
        const size_t degenerate = sides[i].info.degenerate_count;
        if (sides[i].is_lent) continue;  // it was told already
        if (!warnings_add_mesh(warnings, &sides[i].origin, name)) return false;
        if (count == 0 && !warnings_add_empty(warnings, name, sides[i].group)) return false;
        if (degenerate &&
            !warnings_add(warnings,
                          say_text("%s: %zu of %zu triangles %s only a segment or a point and "
                                   "%s as that",
                                   name, degenerate, count, degenerate == 1 ? "is" : "are",
                                   degenerate == 1 ? "collides" : "collide")))
            return false;
    }
    return true;
}

void pair_write_sides(const model_file sides[2], FILE* out)
{
    for (int i = 0; i < 2; i++) {
        const size_t count = sides[i].info.triangle_count;
        fprintf(out, "%c: ", 'a' + i);
        printable_write(path_name(sides[i].path), out);
        if (sides[i].group) {
            fputs(", group ", out);
            printable_write(sides[i].group, out);
        }
        fprintf(out, ", %zu triangle%s\n", count, plural(count));
    }
}

double pair_read_seconds(const model_file sides[2])
{
    return sides[0].read_seconds + sides[1].read_seconds;
}

double pair_build_seconds(const model_file sides[2])
{
    return sides[0].build_seconds + sides[1].build_seconds;
}
