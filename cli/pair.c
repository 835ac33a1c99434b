// pair.c - see pair.h.
#include "pair.h"

#include "saved.h"
#include "say.h"

// What to build beside a saved model: its like. Refuse to ask for anything else.
static bool match_saved(const model_file* saved, const method_options* o, bool both,
                        abut_build* build)
{
    const char* beside = method_options_beside_method(o);
    const abut_model_info* info = &saved->info;
    if (both && beside) {
        say("option %s has no effect: both models are saved ones", beside);
        return false;
    }
    if (build->method != ABUT_AUTO && build->method != info->method) {
        say("%s was saved with the method %s, not %s", saved->path, abut_method_name(info->method),
            abut_method_name(build->method));
        return false;
    }
    build->method = info->method;
    if (!build->real) build->real = info->build.real;
    if (!build->orientation) build->orientation = info->build.orientation;
    return true;
}

bool pair_load(model_file sides[2], const pair_files* files, const abut_host* host, progress* p)
{
    abut_build build = files->build->build;
    build.host = host;
    const bool saved[2] = {saved_is(files->paths[0]), saved_is(files->paths[1])};
    for (int k = 0; k < 2; k++) {
        const int i = saved[1] && !saved[0] ? 1 - k : k;
        const load_options how = {
            .format = format_for_path(files->paths[i], files->paths, 2, files->format),
            .group = files->groups[i],
            .drop_bad = files->drop_bad && !saved[i],
        };
        if (!model_file_load(&sides[i], files->paths[i], &how, &build, p)) return false;
        if (saved[i] && !match_saved(&sides[i], files->build, saved[0] && saved[1], &build))
            return false;
    }
    return true;
}

bool pair_warnings(const model_file sides[2], warning_list* warnings)
{
    for (int i = 0; i < 2; i++) {
        const char* name = path_name(sides[i].path);
        const size_t count = sides[i].info.triangle_count;
        const size_t degenerate = sides[i].info.degenerate_count;
        if (!warnings_add_mesh(warnings, &sides[i].origin, name)) return false;
        if (count == 0 &&
            !warnings_add(warnings, say_text("%s: no triangles, so nothing can touch it", name)))
            return false;
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
