// pair.c - see pair.h.
#include "models/pair.h"

#include "models/saved.h"
#include "say/say.h"
#include "shape/word.h"
#include "text/printable.h"

#include <inttypes.h>
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
    [PAIR_BUDGET] = {OPTION("--budget", option_count, AT(budget)),
                     OPTION_TEXT(SECTION_FIND, "N",
                                 "stop after N tests of volumes and triangles, N >= 1"),
                     .more = "What is not known by then is undecided", .lowest = 1,
                     .highest = UINT64_MAX},
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

option_group pair_files_options_group(pair_options* o)
{
    return (option_group){rows, PAIR_BUDGET, o, o->given};
}

bool pair_take_shape(pair_options* o, const command_line* line, const char* const* not_for_shapes)
{
    const char* const* paths = o->paths;
    if (!paths[0] || !paths[1]) return true;
    const bool is_shape[2] = {shape_word_is(paths[0]), shape_word_is(paths[1])};
    if (is_shape[0] && is_shape[1]) {
        say(O024_SHAPE_PLACE, "'%s' and '%s' are both shapes: one must be a model", paths[0],
            paths[1]);
        return false;
    }
    if (!is_shape[0] && !is_shape[1]) return true;
    o->model = is_shape[0];
    o->shape = paths[1 - o->model];
    const char* refused = option_first_given(line, not_for_shapes);
    if (!refused && o->given[PAIR_GROUP_B - o->model]) refused = rows[PAIR_GROUP_B - o->model].name;
    if (refused)
        say(O024_SHAPE_PLACE, "option %s does not go with a shape, as '%s' is", refused, o->shape);
    return !refused;
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
        say(O008_FILE_MISSING, "%s needs two %s%s; 'abut help %s' tells more", name, files,
            o->paths[0] ? ", only one is given" : "", name);
        return false;
    }
    return o->shape ? inputs_fit(o->paths + o->model, 1, o->format)
                    : inputs_fit(o->paths, 2, o->format);
}

// What to build beside a saved model: its like. Refuse to ask for anything else. nothing: why nothing is built; NULL:
// something is.
static bool match_saved(const model_file* saved, const method_options* o, const char* nothing,
                        abut_build* build, abut_tree_build* tree)
{
    const char* beside = method_options_beside_method(o);
    const abut_model_info* info = &saved->info;
    if (nothing && beside) {
        say(O007_NO_EFFECT, "option %s has no effect: %s", beside, nothing);
        return false;
    }
    if (build->method != ABUT_METHOD_AUTO && build->method != info->method) {
        say(O023_METHOD_DIFFERS,
            "%s was saved with the method %s, not %s: build it anew, or leave out --method",
            saved->path, abut_method_name(info->method), abut_method_name(build->method));
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
    const bool saved[2] = {model_is_saved(o->paths[0]), model_is_saved(o->paths[1])};
    const bool once = is_one(o);
    for (int k = 0; k < (once ? 1 : 2); k++) {
        const int i = saved[1] && !saved[0] ? 1 - k : k;
        const load_options part = {
            .format = format_for_path(o->paths[i], o->paths, 2, o->format),
            .group = o->groups[i],
            .drop_bad = o->drop_bad && !saved[i],
        };
        if (!model_file_load(&sides[i], o->paths[i], &part, &build, p)) return false;
        const char* nothing = saved[0] && saved[1] ? "both models are saved ones" : NULL;
        if (saved[i] && !match_saved(&sides[i], how, nothing, &build, &tree)) return false;
    }
    if (once) sides[1] = model_file_lend(&sides[0], o->paths[1]);
    return true;
}

bool pair_load_model(model_file* model, const pair_options* o, const method_options* how,
                     const abut_host* host, progress* p)
{
    const char* path = o->paths[o->model];
    const bool saved = model_is_saved(path);
    abut_tree_build tree = how->tree;
    abut_build build = how->build;
    build.tree = &tree;
    build.host = host;
    const load_options part = {
        .format = o->format, .group = o->groups[o->model], .drop_bad = o->drop_bad && !saved};
    return model_file_load(model, path, &part, &build, p) &&
           (!saved || match_saved(model, how, "the model is a saved one", &build, &tree));
}

void pair_free(model_file sides[2])
{
    for (int i = 0; i < 2; i++)
        model_file_free(&sides[i]);
}

bool pair_query(abut_query** out, const abut_host* host)
{
    const abut_status status = abut_query_create(out, host);
    if (status != ABUT_OK) say_status(NULL, status);
    return status == ABUT_OK;
}

bool pair_batch(abut_batch** out, const abut_host* host)
{
    abut_host quiet = *host;
    quiet.progress = NULL;
    const abut_status status = abut_batch_create(out, &quiet);
    if (status != ABUT_OK) say_status(NULL, status);
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

void pair_write_heading(const model_file sides[2], FILE* out)
{
    fprintf(out, "%12s %12s", "triangle of a", "triangle of b");
    if (pair_has_faces(sides)) fprintf(out, " %12s %12s", "face of a", "face of b");
}

void pair_write_origin(const model_file sides[2], const pair_origin* from, FILE* out)
{
    fprintf(out, "%13" PRIu32 " %13" PRIu32, from->triangle[0], from->triangle[1]);
    for (int side = 0; pair_has_faces(sides) && side < 2; side++)
        fprintf(out, " %12" PRIu32, from->face[side]);
}

void pair_write_face_heading(const model_file sides[2], FILE* out)
{
    if (pair_has_faces(sides)) fputs(",face_a,face_b", out);
}

void pair_write_face_cells(const model_file sides[2], const pair_origin* from, FILE* out)
{
    for (int side = 0; pair_has_faces(sides) && side < 2; side++) {
        fputc(',', out);
        if (from && sides[side].origin.faces) fprintf(out, "%" PRIu32, from->face[side]);
    }
}

const char* pair_kind_text(abut_kind kind)
{
    static const char* const texts[] = {[ABUT_KIND_APART] = "apart",
                                        [ABUT_KIND_TOUCH] = "touch",
                                        [ABUT_KIND_CROSS] = "cross",
                                        [ABUT_KIND_COPLANAR] = "coplanar"};
    return texts[kind];
}

bool pair_is_empty(const model_file sides[2])
{
    return sides[0].info.triangle_count == 0 || sides[1].info.triangle_count == 0;
}

bool pair_warn_of(const model_file* model, warning_list* warnings)
{
    const char* name = path_name(model->path);
    const size_t count = model->info.triangle_count;
    const size_t degenerate = model->info.degenerate_count;
    if (!warnings_add_mesh(warnings, &model->origin, name)) return false;
    if (count == 0 && !warnings_add_empty(warnings, name, model->group)) return false;
    return !degenerate || warnings_add(warnings, F012_DEGENERATE,
                                       "%s: %zu of %zu triangles %s only a segment or a point and "
                                       "%s as that",
                                       name, degenerate, count, degenerate == 1 ? "is" : "are",
                                       degenerate == 1 ? "collides" : "collide");
}

bool pair_warnings(const model_file sides[2], warning_list* warnings)
{
    for (int i = 0; i < 2; i++)  // of one that is lent it was told already
        if (!sides[i].is_lent && !pair_warn_of(&sides[i], warnings)) return false;
    return true;
}

void pair_write_side(int side, const model_file* model, FILE* out)
{
    const size_t count = model->info.triangle_count;
    fprintf(out, "%c: ", 'a' + side);
    printable_write(path_name(model->path), out);
    if (model->group) {
        fputs(", group ", out);
        printable_write(model->group, out);
    }
    fprintf(out, ", %zu triangle%s\n", count, plural(count));
}

void pair_write_sides(const model_file sides[2], FILE* out)
{
    for (int i = 0; i < 2; i++)
        pair_write_side(i, &sides[i], out);
}

double pair_read_seconds(const model_file sides[2])
{
    return sides[0].read_seconds + sides[1].read_seconds;
}

double pair_build_seconds(const model_file sides[2])
{
    return sides[0].build_seconds + sides[1].build_seconds;
}
