// info_json.c - what "abut info" tells programs (docs/json.md).
#include "info.h"

#include <stdlib.h>

static void write_key_count(json* j, const char* key, size_t count)
{
    json_key(j, key);
    json_count(j, count);
}

static void write_key_number(json* j, const char* key, double value)
{
    json_key(j, key);
    json_number(j, value);
}

static void write_triple(json* j, const char* key, const double value[3])
{
    json_key(j, key);
    json_array(j, false);
    for (int k = 0; k < 3; k++)
        json_number(j, value[k]);
    json_close(j);
}

static void write_extents(json* j, const abut_statistics* s)
{
    json_key(j, "extents");
    if (!s->triangle_count) {
        json_null(j);
        return;
    }
    double size[3];
    for (int k = 0; k < 3; k++)
        size[k] = s->high[k] - s->low[k];
    json_object(j, false);
    write_triple(j, "min", s->low);
    write_triple(j, "max", s->high);
    write_triple(j, "size", size);
    json_close(j);
}

static void write_groups(json* j, const mesh* m)
{
    json_key(j, "groups");
    json_array(j, true);
    for (size_t i = 0; i < m->group_count; i++) {
        const mesh_group* g = &m->groups[i];
        json_object(j, false);
        json_key(j, "name");
        json_string(j, g->name);
        json_key(j, "kind");
        json_string(j, g->kind == 'o' ? "object" : g->kind == 'g' ? "group" : "solid");
        write_key_count(j, "first", g->first_triangle);
        write_key_count(j, "count", g->triangle_count);
        json_close(j);
    }
    json_close(j);
}

static void write_edges(json* j, const abut_statistics* s)
{
    json_key(j, "edges");
    json_object(j, false);
    write_key_count(j, "count", s->edge_count);
    write_key_count(j, "boundary", s->boundary_count);
    write_key_count(j, "non_manifold", s->non_manifold_count);
    write_key_count(j, "unoriented", s->unoriented_count);
    json_key(j, "closed");
    json_bool(j, s->edge_count && !s->boundary_count);
    json_key(j, "oriented");
    json_bool(j, s->edge_count && !s->unoriented_count);
    json_close(j);
}

static void write_needle(json* j, const abut_statistics* s)
{
    json_key(j, "needle");
    if (s->needle_triangle == s->triangle_count) {
        json_null(j);
        return;
    }
    json_object(j, false);
    write_key_count(j, "triangle", s->needle_triangle);
    write_key_number(j, "ratio", s->needle_ratio);
    json_close(j);
}

static void write_depths(json* j, const char* key, const size_t* counts, const abut_model_info* t)
{
    json_key(j, key);
    json_array(j, false);
    for (size_t d = 0; t->node_count && d <= t->depth; d++)
        json_count(j, counts[d]);
    json_close(j);
}

static void write_options(json* j, const abut_build* build)
{
    char value[200];
    json_key(j, "options");
    json_object(j, true);
    for (int part = BUILD_METHOD + 1; part < SEARCH_DESCENT; part++) {
        if (!method_option_value(build, part, value, sizeof value)) continue;
        json_key(j, method_option_name(part) + 2);
        if (!*value)
            json_bool(j, true);
        else if (method_option_is_number(part))
            json_number(j, strtod(value, NULL));
        else
            json_string(j, value);
    }
    json_close(j);
}

static void write_tree(json* j, const info_file* f)
{
    const abut_model_info* t = &f->tree;
    const double count = (double)t->triangle_count;  // without triangles all quotients are null
    json_key(j, "tree");
    json_object(j, true);
    json_key(j, "method");
    json_string(j, abut_method_name(t->method));
    write_key_count(j, "nodes", t->node_count);
    write_key_count(j, "leaves", t->leaf_count);
    write_key_count(j, "depth", t->depth);
    write_depths(j, "leaves_at_depth", f->leaves, t);
    write_depths(j, "triangles_at_depth", f->triangles, t);
    json_key(j, "bytes_per_triangle");
    json_object(j, false);
    write_key_number(j, "all", bytes_per_triangle(t));
    write_key_number(j, "vertices", (double)t->vertex_bytes / count);
    write_key_number(j, "triangles", (double)t->triangle_bytes / count);
    write_key_number(j, "nodes", (double)t->node_bytes / count);
    write_key_number(j, "order", (double)t->order_bytes / count);
    write_key_number(j, "leaves", (double)t->leaf_bytes / count);
    write_key_number(j, "other", (double)t->other_bytes / count);
    json_close(j);
    json_key(j, "area_cost");
    json_object(j, false);
    write_key_number(j, "inner", t->inner_area);
    write_key_number(j, "leaves", t->leaf_area);
    json_close(j);
    json_close(j);
}

static void write_error(const info_file* f, json* j)
{
    const load_error* e = &f->error;
    json_key(j, "error");
    json_string(j, e->text);
    json_key(j, "line");
    if (e->line)
        json_count(j, e->line);
    else
        json_null(j);
    write_key_count(j, "byte", e->byte);
}

static void write_saved(const info_file* f, json* j)
{
    char source[33];
    snprintf(source, sizeof source, "%016llx%016llx", (unsigned long long)f->source[1],
             (unsigned long long)f->source[0]);
    json_key(j, "format");
    json_string(j, "abut");
    write_key_count(j, "triangles", f->tree.triangle_count);
    write_key_count(j, "distinct_vertices", f->tree.vertex_count);
    write_key_count(j, "degenerate_triangles", f->tree.degenerate_count);
    json_key(j, "source");
    json_string(j, source);
    write_options(j, &f->tree.build);
    write_tree(j, f);
    json_key(j, "seconds");
    json_object(j, false);
    json_key(j, "open");
    json_seconds(j, f->read_seconds);
    json_close(j);
}

static void write_found(const info_file* f, const info_options* o, json* j)
{
    const abut_statistics* s = &f->statistics;
    const mesh* m = &f->origin;
    json_key(j, "format");
    json_string(j, mesh_format_name(m->format));
    json_key(j, "variant");
    if (m->variant)
        json_string(j, m->variant);
    else
        json_null(j);
    write_key_count(j, "triangles", s->triangle_count);
    write_key_count(j, "faces", m->face_count);
    write_key_count(j, "vertices", m->vertex_count);
    write_key_count(j, "distinct_vertices", s->vertex_count);
    write_key_count(j, "unused_vertices", s->unused_count);
    write_extents(j, s);
    write_key_count(j, "group_count", m->group_count);
    if (o->groups) write_groups(j, m);
    json_key(j, "degenerate");
    json_object(j, false);
    write_key_count(j, "segments", s->segment_count);
    write_key_count(j, "points", s->point_count);
    json_close(j);
    write_key_count(j, "duplicates", s->duplicate_count);
    write_key_count(j, "non_finite", f->non_finite);
    write_edges(j, s);
    write_key_count(j, "components", s->component_count);
    write_needle(j, s);
    if (o->with_tree) write_tree(j, f);
    write_key_count(j, "warning_count", m->warning_total);
    json_key(j, "warnings");
    warnings_write(&f->warnings, j);
    json_key(j, "seconds");
    json_object(j, false);
    json_key(j, "read");
    json_seconds(j, f->read_seconds);
    json_key(j, "statistics");
    json_seconds(j, f->statistics_seconds);
    if (o->with_tree) {
        json_key(j, "build");
        json_seconds(j, f->build_seconds);
    }
    json_close(j);
}

void info_write_json(const info_file* f, const info_options* o, json* j)
{
    json_object(j, true);
    json_key(j, "file");
    json_string(j, f->path);
    if (!f->fine)
        write_error(f, j);
    else if (f->is_saved)
        write_saved(f, j);
    else
        write_found(f, o, j);
    json_close(j);
}
