// set.c - what "abut info" finds in a saved set: each of its models is opened, and compared with the table.
#include "info/info.h"
#include "say/say.h"

// Which options do not go with a set; NULL: all do.
static const char* refused(const info_options* o)
{
    return o->with_tree ? "method" : o->self ? "self" : o->drop_bad ? "drop-bad" : NULL;
}

// The options of the first model are kept: all are built alike.
static void keep_build(info_file* f, const abut_model_info* info)
{
    f->tree.build = info->build;
    if (!info->build.tree) return;
    f->built = *info->build.tree;
    f->tree.build.tree = &f->built;
}

static bool check_model(info_file* f, uint32_t i)
{
    abut_model* model = NULL;
    abut_model_info info;
    abut_status status = set_model_open(&f->set, i, &model);
    if (status == ABUT_OK) status = abut_model_describe(model, &info);
    if (status == ABUT_OK) status = set_model_check(&f->set, i, model);
    if (status == ABUT_OK && i == 0) keep_build(f, &info);
    if (status == ABUT_OK) f->model_triangles += info.triangle_count;
    abut_model_free(model);
    set_model_let_go(&f->set, i);
    if (status == ABUT_OK) return true;
    return load_fail(&f->error, fault_code_of_status(status), "model %u of %u of the saved set: %s",
                     i + 1, f->set.model_count, abut_status_text(status));
}

static bool check_models(info_file* f, progress* p)
{
    bool fine = true;
    progress_begin(p, "checking", path_name(f->path));
    for (uint32_t i = 0; fine && i < f->set.model_count; i++) {
        progress_report(p, (double)i / f->set.model_count);
        fine = check_model(f, i);
    }
    f->check_seconds = progress_end(p);
    return fine;
}

static bool take_warnings(info_file* f)
{
    for (size_t i = 0; i < f->set.warning_count; i++)
        if (!warnings_take(&f->warnings, say_text("%s", f->set.warnings[i])))
            return load_fail(&f->error, S001_OUT_OF_MEMORY, "%s",
                             abut_status_text(ABUT_OUT_OF_MEMORY));
    return true;
}

bool info_find_set(info_file* f, const char* path, const info_options* o, progress* p)
{
    *f = (info_file){.path = path, .is_set = true};
    const double started = progress_clock();
    if (refused(o))
        return load_fail(
            &f->error, O027_FOR_MODELS,
            "a saved set has the trees of its models, and no faults: --%s is for other files",
            refused(o));
    if (!set_open(&f->set, path, &f->error)) return false;
    f->read_seconds = progress_clock() - started;
    for (size_t i = 0; i < f->set.object_count; i++)
        f->object_triangles += f->set.objects[i].triangle_count;
    f->is_empty = f->object_triangles == 0;
    return take_warnings(f) && check_models(f, p);
}
