// nc.c - "abut nc PROGRAM": does an NC program cut where it must not?
#include "say/say.h"
#include "sight/sight.h"

#include <stdlib.h>
#include <string.h>

// Depths are found in models of these methods.
static bool has_depths(abut_method method)
{
    return method == ABUT_METHOD_WIDE || method == ABUT_METHOD_AABB;
}

// A saved model of another method gets a tree of the default one of its triangles.
static bool build_tree(model_file* file, progress* p)
{
    const size_t count = file->info.triangle_count;
    mesh m = {.vertices = malloc((9 * count + 1) * sizeof *m.vertices),
              .triangles = malloc((3 * count + 1) * sizeof *m.triangles),
              .vertex_count = 3 * count,
              .triangle_count = count};
    const abut_build build = {.method = ABUT_METHOD_AUTO};
    abut_model* built = NULL;
    abut_status status = m.vertices && m.triangles ? ABUT_OK : ABUT_OUT_OF_MEMORY;
    if (status == ABUT_OK) status = abut_model_triangles(file->model, 0, count, m.vertices);
    for (size_t i = 0; i < 3 * count && status == ABUT_OK; i++)
        m.triangles[i] = (uint32_t)i;
    if (status == ABUT_OK)
        status = model_build_of(&built, &m, file->path, &build, p, &file->build_seconds);
    free(m.vertices);
    free(m.triangles);
    if (status == ABUT_OK) {
        abut_model_free(file->model);
        file->model = built;
        return abut_model_describe(built, &file->info) == ABUT_OK;
    }
    say_status(path_name(file->path), status);
    return false;
}

static bool load_file(nc_result* r, nc_against kind, const char* path, progress* p)
{
    const load_options how = {.drop_bad = r->options->drop_bad};
    const abut_build build = {.method = ABUT_METHOD_AUTO};
    nc_target* t = &r->targets[r->target_count];
    *t = (nc_target){.kind = kind};
    if (!model_file_load(&t->file, path, &how, &build, p)) return false;
    r->target_count++;
    if (t->file.info.triangle_count == 0) {  // whatever is moved, nothing could ever be found
        r->is_empty = true;
        if (!warnings_add_empty(&r->warnings, path_name(path), NULL)) return false;
    }
    if (!warnings_add_mesh(&r->warnings, &t->file.origin, path_name(path))) return false;
    const abut_method method = t->file.info.method;
    if (has_depths(method)) return true;
    return build_tree(&t->file, p) &&
           warnings_add(&r->warnings, F009_SAVED_VERSION,
                        "%s: saved with method %s: a tree of method %s was "
                        "built of its triangles",
                        path, abut_method_name(method), abut_method_name(t->file.info.method));
}

static bool build_box(nc_result* r)
{
    static const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    double corners[24];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            corners[3 * i + k] = r->options->box[(i >> k & 1) * 3 + k];
    const abut_soup soup = {
        .vertices = corners, .vertex_count = 8, .triangles = faces, .triangle_count = 12};
    nc_target* t = &r->targets[r->target_count];
    *t = (nc_target){.kind = NC_STOCK};
    const abut_status status = abut_model_build(&t->box, &soup, NULL);
    if (status != ABUT_OK) {
        say_status("--stock", status);
        return false;
    }
    r->target_count++;
    return true;
}

static bool load_targets(nc_result* r, progress* p)
{
    const nc_options* o = r->options;
    if (o->part && !load_file(r, NC_PART, o->part, p)) return false;
    if (o->stock && !(o->stock_is_box ? build_box(r) : load_file(r, NC_STOCK, o->stock, p)))
        return false;
    for (size_t i = 0; i < o->fixture_count; i++)
        if (!load_file(r, NC_FIXTURE, o->fixtures[i], p)) return false;
    return true;
}

static bool warn_program(nc_result* r)
{
    const nc_program* n = &r->program;
    const char* name = path_name(r->options->program);
    for (size_t i = 0; i < n->warning_count; i++) {
        const nc_warning* w = &n->warnings[i];
        if (!warnings_add(&r->warnings, w->code, "%s:%zu:%zu: %s", name, w->line, w->column,
                          w->text))
            return false;
    }
    if (n->warning_total > n->warning_count &&
        !warnings_add(&r->warnings, F013_NOT_KEPT, "%s: %zu more warnings", name,
                      n->warning_total - n->warning_count))
        return false;
    r->is_empty |= n->move_count == 0;
    if (n->move_count == 0 &&
        !warnings_add(&r->warnings, N007_NO_MOVE,
                      "%s: the program makes no move, so there is nothing to check", name))
        return false;
    if (n->blends_freely)
        return warnings_add(&r->warnings, N008_BLENDED,
                            "%s: G64 without P lets the machine cut corners as it likes: the "
                            "programmed path was checked",
                            name);
    if (n->blend > 0)
        return warnings_add(&r->warnings, N008_BLENDED,
                            "%s: G64 lets the machine leave the path by %.10g: the "
                            "programmed path was checked",
                            name, n->blend);
    return true;
}

static bool load_program(nc_result* r, progress* p)
{
    const nc_options* o = r->options;
    nc_read_options how = o->read;
    const mesh_progress report = {.report = progress_report, .user = p};
    nc_error e;
    how.progress = &report;
    progress_begin(p, "reading", path_name(o->program));
    const nc_status status = nc_read_file(&r->program, o->program, &how, &e);
    progress_end(p);
    if (status == NC_OK) return warn_program(r);
    if (e.line == 0)
        say(e.code, "%s: %s", path_name(o->program), e.text);
    else if (e.column == 0)
        say(e.code, "%s:%zu: %s", path_name(o->program), e.line, e.text);
    else
        say(e.code, "%s:%zu:%zu: %s", path_name(o->program), e.line, e.column, e.text);
    return false;
}

static int status_of(const nc_result* r)
{
    switch (nc_verdict_of(r)) {
    case NC_CLEAN:
        return EXIT_APART;
    case NC_UNDECIDED:
        return EXIT_UNDECIDED;
    default:
        return EXIT_CONTACT;
    }
}

static bool see(void* result, result_files* files)
{
    nc_result* r = result;
    nc_sight s;
    const bool written = nc_see(r, &s) &&
                         picture_write(&r->options->result.picture, &s.scene, &files->picture,
                                       r->view, &r->warnings) &&
                         nc_write_report(r, &s, &files->page);
    nc_sight_free(&s);
    return written;
}

static const result_ways ways = {nc_write_text, nc_write_json, nc_write_csv, see};

static void result_free(nc_result* r)
{
    for (size_t i = 0; i < r->target_count; i++) {
        abut_model_free(r->targets[i].box);
        model_file_free(&r->targets[i].file);
    }
    nc_program_free(&r->program);
    tool_table_free(&r->table);
    warnings_free(&r->warnings);
    free(r->findings);
}

static int check_program(const nc_options* o)
{
    int status = EXIT_ERROR;
    nc_result r = {.options = o};
    result_files files;
    progress p;
    const char* inputs[FIXTURES_MOST + 4] = {o->program};
    size_t input_count = 1;
    if (o->part) inputs[input_count++] = o->part;
    if (o->stock && !o->stock_is_box) inputs[input_count++] = o->stock;
    if (o->table) inputs[input_count++] = o->table;
    for (size_t i = 0; i < o->fixture_count; i++)
        inputs[input_count++] = o->fixtures[i];
    progress_open(&p, o->result.quiet);
    if (result_prepare(&files, &o->result, inputs, input_count) &&
        (!o->table || tool_table_read(&r.table, o->table, o->read.unit, &r.warnings)) &&
        load_program(&r, &p) && load_targets(&r, &p) && nc_check(&r, &p) &&
        result_tell(&r, &ways, &o->result, &r.warnings, &files, &p))
        status = status_of(&r);
    result_discard(&files);
    result_free(&r);
    return status;
}

static int nc_run(int count, char** arguments)
{
    nc_options o;
    int status;
    return nc_options_parse(&o, count, arguments, &status) ? check_program(&o) : status;
}

const verb verb_nc = {
    .name = "nc",
    .summary = "does an NC program cut where it must not?",
    .usage = "PROGRAM [options]",
    .about =
        "Prove of each move of an NC program (G-code) that the tool stays out of part, stock and "
        "fixtures (give at least one), or tell by how much it does not. Lengths are in mm, or as "
        "--part-unit says. PROGRAM may be -, the standard input.",
    .more = {"The program is RS274/NGC. Nothing is sampled: every depth is enclosed between two "
             "numbers, for all points and all times of a move."},
    .notes =
        {"Depth: how far the surface of what must not be cut is inside the tool; touching is 0. "
         "Lift: how far up in z the tool would have to be for that move; it is proved to be "
         "enough. Gouge: the cutter is in the part. Collision: shank or holder is in anything, the "
         "cutter is in a fixture, or in the stock in a rapid.",
         "Carried out: G0 to G3 (centres or R, G17 to G19, helices, P turns), splines by G5 and "
         "G5.1, cycles G73, G74, G80 to G86, G88, G89 with G98, G99 and L, G53. G20, G21, G90 to "
         "G92.3, G54 to G59.3, G54.1 and G154 with P, G52, G10 L2 and L20, G28, G30. M98, M99, "
         "M97. Parameters, expressions, O-words. Positions are those of the tip: offsets for tool "
         "length change nothing.",
         "Without effect on the path: F, S, G4, G40, G43, G44, G49, G61 to G64, G93 to G97, and M "
         "words of spindle, coolant and pauses. With G64 the programmed path is checked, and you "
         "are warned.",
         "Refused by name: G41, G42, G5.2, G33, G76, G38, G87, other axes that move, M70 to M73, "
         "subroutines in other files, and words of other machines (G7.1, G12, G13, G16, G31, G51, "
         "G65, G66, G68). A cycle, an arc or a spline without axis words is an error: controls "
         "differ.",
         "--dialect fanuc: G80 leaves G0 or G1 in force; G5.1 looks ahead; G52 is a shift of its "
         "own; G53 alone is a rapid; under G91 G10 L2 adds; in an arc R counts before I, J, K; K "
         "too is "
         "a count of cycles; M98 P30012 may be program 12, three times; X100 without a point is a "
         "length, with a warning. U, V, W are refused.",
         "--dialect grbl: G0 is in force at first; G53 works under G91; a K in G17 is passed over; "
         "a comment may lack its ')'. In linuxcnc these are errors, and no motion is in force at "
         "first."},
    .status = "0 clean, 1 something is cut, 2 error, 3 undecided.",
    .status_more = "Undecided: some depth is too near to the tolerance to tell; or nothing is cut, "
                   "but a model has no triangles, or the program no moves.",
    .examples = {"abut nc pocket.ngc --part part.stl --tool flat:d=6,length=20",
                 "abut nc finish.ngc --part mould.stl --tool ball:d=8,length=30 \\\n"
                 "      --shank d=8,length=40 --holder \"70,90,10,20;90,130,20,20\" \\\n"
                 "      --fixture vise.stl --clearance 1 --json"},
    .run = nc_run,
};
