// text.c - what "abut info" tells people: a block for each file. Nine digits of a number are enough
// for them; JSON has them all.
#include "info/info.h"
#include "say/say.h"
#include "text/printable.h"

#include <string.h>

static void begin_line(FILE* out, const char* name)
{
    fprintf(out, "  %-14s ", name);
}

static void write_extents(const info_file* f, FILE* out)
{
    const abut_statistics* s = &f->statistics;
    if (!s->triangle_count) return;
    begin_line(out, "extents");
    for (int k = 0; k < 3; k++)
        fprintf(out, "%s%c %.9g to %.9g", k ? ", " : "", 'x' + k, s->low[k], s->high[k]);
    fputc('\n', out);
    begin_line(out, "size");
    for (int k = 0; k < 3; k++)
        fprintf(out, "%s%.9g", k ? " x " : "", s->high[k] - s->low[k]);
    fputc('\n', out);
}

static void write_count(FILE* out, const char* name, size_t count)
{
    begin_line(out, name);
    if (count)
        fprintf(out, "%zu\n", count);
    else
        fputs("none\n", out);
}

static void write_degenerate(const abut_statistics* s, FILE* out)
{
    begin_line(out, "degenerate");
    if (s->segment_count) fprintf(out, "%zu segment%s", s->segment_count, plural(s->segment_count));
    if (s->segment_count && s->point_count) fputs(", ", out);
    if (s->point_count) fprintf(out, "%zu point%s", s->point_count, plural(s->point_count));
    fputs(s->segment_count || s->point_count ? "\n" : "none\n", out);
}

static void write_edges(const abut_statistics* s, FILE* out)
{
    begin_line(out, "edges");
    fprintf(out, "%zu, boundary %zu, non-manifold %zu\n", s->edge_count, s->boundary_count,
            s->non_manifold_count);
    if (!s->edge_count) return;
    begin_line(out, "surface");
    fputs(s->boundary_count ? "open, " : "closed, ", out);
    if (s->unoriented_count)
        fprintf(out, "not consistently oriented at %zu edge%s\n", s->unoriented_count,
                plural(s->unoriented_count));
    else
        fputs("consistently oriented\n", out);
}

// Where a model meets itself, as a line.
static void write_self(const abut_self_hits* self, FILE* out)
{
    const char* before = " (";
    begin_line(out, "self");
    fputs(abut_self_verdict_text(self->verdict), out);
    if (self->count)
        fprintf(out, ": %zu pair%s meet%s", self->count, plural(self->count),
                self->count == 1 ? "s" : "");
    for (int how = ABUT_SELF_DUPLICATE; how <= ABUT_SELF_TOUCHING; how++) {
        if (!self->class_counts[how]) continue;
        fprintf(out, "%s%s %zu", before, abut_self_class_text((abut_self_class)how),
                self->class_counts[how]);
        before = ", ";
    }
    fputs(self->count ? ")\n" : "\n", out);
}

// Lines as long as those of 'abut methods'.
static void write_options(const abut_build* build, FILE* out)
{
    enum { LINE_MOST = 99, INDENT = 17 };
    char value[200];
    size_t column = 0;
    for (int part = BUILD_METHOD + 1; part < SEARCH_DESCENT; part++) {
        if (!method_option_value(build, part, value, sizeof value)) continue;
        const char* name = method_option_name(part);
        const size_t length = strlen(name) + strlen(value) + 2;
        if (!column) {
            begin_line(out, "options");
            column = INDENT;
        } else if (column + length > LINE_MOST) {
            fputc('\n', out);
            begin_line(out, "");
            column = INDENT;
        } else {
            fputc(' ', out);
        }
        fprintf(out, "%s%s%s", name, *value ? " " : "", value);
        column += length;
    }
    if (column) fputc('\n', out);
}

static void write_tree(const info_file* f, FILE* out)
{
    const abut_model_info* t = &f->tree;
    const double count = (double)t->triangle_count;
    begin_line(out, "tree");
    if (t->node_count)
        fprintf(out, "%s, %zu node%s, %zu lea%s, depth %zu, ", abut_method_name(t->method),
                t->node_count, plural(t->node_count), t->leaf_count,
                t->leaf_count == 1 ? "f" : "ves", t->depth);
    else
        fprintf(out, "%s, no nodes, ", abut_method_name(t->method));
    if (f->is_saved)
        fprintf(out, "opened in %.3f s\n", f->read_seconds);
    else
        fprintf(out, "built in %.3f s\n", f->build_seconds);
    if (!t->triangle_count) return;
    if (t->guarded_count) {
        begin_line(out, "guard");
        fprintf(out, "kept %zu lea%s whole: there were too many triangles in the leaves\n",
                t->guarded_count, t->guarded_count == 1 ? "f" : "ves");
    }
    begin_line(out, "bytes/triangle");
    fprintf(
        out,
        "%.1f: vertices %.1f, triangles %.1f, nodes %.1f, order %.1f, leaves %.1f, other %.1f\n",
        bytes_per_triangle(t), (double)t->vertex_bytes / count, (double)t->triangle_bytes / count,
        (double)t->node_bytes / count, (double)t->order_bytes / count,
        (double)t->leaf_bytes / count, (double)t->other_bytes / count);
    if (!t->node_count) return;
    begin_line(out, "area cost");
    fprintf(out, "inner nodes %.6g, leaves by triangles %.6g\n", t->inner_area, t->leaf_area);
    begin_line(out, "depths");
    fprintf(out, "%10s %10s %10s\n", "depth", "leaves", "triangles");
    for (size_t d = 0; d <= t->depth; d++) {
        if (!f->leaves[d]) continue;
        begin_line(out, "");
        fprintf(out, "%10zu %10zu %10zu\n", d, f->leaves[d], f->triangles[d]);
    }
}

const char* info_kind_text(char kind)
{
    return kind == 'o' ? "object" : kind == 'g' ? "group" : kind == 'n' ? "node" : "solid";
}

static void write_groups(const mesh* m, FILE* out)
{
    begin_line(out, "");
    fprintf(out, "%-6s %14s %10s  %s\n", "kind", "first triangle", "triangles", "name");
    for (size_t i = 0; i < m->group_count; i++) {
        const mesh_group* g = &m->groups[i];
        begin_line(out, "");
        fprintf(out, "%-6s %14zu %10zu  ", info_kind_text(g->kind), g->first_triangle,
                g->triangle_count);
        printable_write(g->name, out);
        fputc('\n', out);
    }
}

static void write_saved(const info_file* f, const info_options* o, FILE* out)
{
    const abut_model_info* t = &f->tree;
    printable_write(path_name(f->path), out);
    fputs(": saved model\n", out);
    begin_line(out, "triangles");
    fprintf(out, "%zu\n", t->triangle_count);
    begin_line(out, "vertices");
    fprintf(out, "%zu distinct\n", t->vertex_count);
    write_count(out, "degenerate", t->degenerate_count);
    begin_line(out, "source");
    fprintf(out, "%016llx%016llx\n", (unsigned long long)f->source[1],
            (unsigned long long)f->source[0]);
    if (o->self) write_self(&f->self, out);
    write_options(&t->build, out);
    write_tree(f, out);
}

static void write_objects(const set_file* s, FILE* out)
{
    begin_line(out, "");
    fprintf(out, "%10s %10s  %s\n", "triangles", "model", "name");
    for (size_t i = 0; i < s->object_count; i++) {
        const set_object* object = &s->objects[i];
        begin_line(out, "");
        fprintf(out, "%10llu %10u  ", (unsigned long long)object->triangle_count, object->model);
        printable_write(object->name ? object->name : "", out);
        fputc('\n', out);
    }
}

static void write_set(const info_file* f, const info_options* o, FILE* out)
{
    const set_file* s = &f->set;
    printable_write(path_name(f->path), out);
    fputs(": saved set\n", out);
    begin_line(out, "objects");
    fprintf(out, "%zu, of %u model%s\n", s->object_count, s->model_count, plural(s->model_count));
    if (o->groups && s->object_count) write_objects(s, out);
    begin_line(out, "triangles");
    fprintf(out, "%llu, in models %llu\n", (unsigned long long)f->object_triangles,
            (unsigned long long)f->model_triangles);
    begin_line(out, "unit");
    if (s->unit > 0)
        fprintf(out, "%.9g m\n", s->unit);
    else
        fputs("not told\n", out);
    begin_line(out, "bytes");
    fprintf(out, "%zu\n", s->size);
    begin_line(out, "hash");
    fprintf(out, "%016llx%016llx\n", (unsigned long long)s->hash[1],
            (unsigned long long)s->hash[0]);
    if (s->model_count) {
        begin_line(out, "method");
        fprintf(out, "%s\n", abut_method_name(f->tree.build.method));
        write_options(&f->tree.build, out);
    }
    if (s->is_partial) {
        begin_line(out, "partial");
        fputs("faults of the file that it was made of were left out\n", out);
    }
    write_count(out, "warnings", s->warning_count);
    begin_line(out, "checked");
    fprintf(out, "every byte, in %.3f s\n", f->read_seconds + f->check_seconds);
}

void info_write_text(const info_file* f, const info_options* o, FILE* out)
{
    if (f->is_set) {
        write_set(f, o, out);
        return;
    }
    if (f->is_saved) {
        write_saved(f, o, out);
        return;
    }
    const abut_statistics* s = &f->statistics;
    const mesh* m = &f->origin;
    printable_write(path_name(f->path), out);
    fprintf(out, ": %s%s%s\n", mesh_format_name(m->format), m->variant ? ", " : "",
            m->variant ? m->variant : "");
    begin_line(out, "triangles");
    fprintf(out, "%zu, of %zu face%s\n", s->triangle_count, m->face_count, plural(m->face_count));
    begin_line(out, "vertices");
    fprintf(out, "%zu in the file, %zu distinct", m->vertex_count, s->vertex_count);
    if (s->unused_count) fprintf(out, ", of which %zu unused", s->unused_count);
    fputc('\n', out);
    write_extents(f, out);
    write_count(out, "groups", m->group_count);
    if (o->groups && m->group_count) write_groups(m, out);
    write_degenerate(s, out);
    write_count(out, "duplicates", s->duplicate_count);
    write_count(out, "not finite", f->non_finite);
    write_edges(s, out);
    write_count(out, "components", s->component_count);
    if (s->needle_triangle < s->triangle_count) {
        begin_line(out, "worst needle");
        fprintf(out, "triangle %zu, its longest edge %.6g times the height on it\n",
                s->needle_triangle, s->needle_ratio);
    }
    if (o->self) write_self(&f->self, out);
    write_count(out, "warnings", m->warning_total);
    if (o->with_tree) write_tree(f, out);
}
