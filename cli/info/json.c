// json.c - what "abut info" tells programs (docs/reference/json.md).
#include "info/info.h"
#include "options/pose.h"
#include "output/json_parts.h"

#include <math.h>
#include <stdlib.h>

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
    json_put_numbers(j, "min", s->low, 3);
    json_put_numbers(j, "max", s->high, 3);
    json_put_numbers(j, "size", size, 3);
    json_close(j);
}

static void write_groups(json* j, const mesh* m)
{
    json_key(j, "groups");
    json_array(j, true);
    for (size_t i = 0; i < m->group_count; i++) {
        const mesh_group* g = &m->groups[i];
        json_object(j, false);
        json_put_string(j, "name", g->name);
        json_put_string(j, "kind", info_kind_text(g->kind));
        if (g->id) json_put_string(j, "id", g->id);
        json_put_count(j, "first", g->first_triangle);
        json_put_count(j, "count", g->triangle_count);
        json_close(j);
    }
    json_close(j);
}

static void write_edges(json* j, const abut_statistics* s)
{
    json_key(j, "edges");
    json_object(j, false);
    json_put_count(j, "count", s->edge_count);
    json_put_count(j, "boundary", s->boundary_count);
    json_put_count(j, "non_manifold", s->non_manifold_count);
    json_put_count(j, "unoriented", s->unoriented_count);
    json_put_bool(j, "closed", s->edge_count && !s->boundary_count);
    json_put_bool(j, "oriented", s->edge_count && !s->unoriented_count);
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
    json_put_count(j, "triangle", s->needle_triangle);
    json_put_number(j, "ratio", s->needle_ratio);
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
    json_put_string(j, "method", abut_method_name(t->method));
    json_put_count(j, "nodes", t->node_count);
    json_put_count(j, "leaves", t->leaf_count);
    json_put_count(j, "depth", t->depth);
    json_put_count(j, "guarded_leaves", t->guarded_count);
    write_depths(j, "leaves_at_depth", f->leaves, t);
    write_depths(j, "triangles_at_depth", f->triangles, t);
    json_key(j, "bytes_per_triangle");
    json_object(j, false);
    json_put_number(j, "all", bytes_per_triangle(t));
    json_put_number(j, "vertices", (double)t->vertex_bytes / count);
    json_put_number(j, "triangles", (double)t->triangle_bytes / count);
    json_put_number(j, "nodes", (double)t->node_bytes / count);
    json_put_number(j, "order", (double)t->order_bytes / count);
    json_put_number(j, "leaves", (double)t->leaf_bytes / count);
    json_put_number(j, "other", (double)t->other_bytes / count);
    json_close(j);
    json_key(j, "area_cost");
    json_object(j, false);
    json_put_number(j, "inner", t->inner_area);
    json_put_number(j, "leaves", t->leaf_area);
    json_close(j);
    json_close(j);
}

static void write_self(const abut_self_hits* self, json* j)
{
    json_key(j, "self");
    json_object(j, false);
    json_put_string(j, "verdict", abut_self_verdict_text(self->verdict));
    json_put_count(j, "pair_count", self->count);
    json_put_classes(j, self->class_counts);
    json_close(j);
}

static void write_saved(const info_file* f, const info_options* o, json* j)
{
    char source[33];
    snprintf(source, sizeof source, "%016llx%016llx", (unsigned long long)f->source[1],
             (unsigned long long)f->source[0]);
    json_put_string(j, "format", "abut");
    json_put_count(j, "triangles", f->tree.triangle_count);
    json_put_bool(j, "empty", f->is_empty);
    json_put_count(j, "distinct_vertices", f->tree.vertex_count);
    json_put_count(j, "degenerate_triangles", f->tree.degenerate_count);
    json_put_string(j, "source", source);
    if (o->self) write_self(&f->self, j);
    write_options(j, &f->tree.build);
    write_tree(j, f);
    json_key(j, "seconds");
    json_object(j, false);
    json_put_seconds(j, "open", f->read_seconds);
    if (o->self) json_put_seconds(j, "self", f->self_seconds);
    json_close(j);
}

static void write_objects(json* j, const set_file* s)
{
    double matrix[16];
    json_key(j, "objects");
    json_array(j, true);
    for (size_t i = 0; i < s->object_count; i++) {
        const set_object* object = &s->objects[i];
        json_object(j, false);
        json_put_string(j, "name", object->name);
        json_put_string(j, "id", object->id);
        json_put_count(j, "model", object->model);
        json_put_count(j, "triangles", object->triangle_count);
        pose_to_matrix(&object->pose, matrix);
        json_put_numbers(j, "pose", matrix, 16);
        json_close(j);
    }
    json_close(j);
}

static void write_set(const info_file* f, const info_options* o, json* j)
{
    const set_file* s = &f->set;
    char hash[33];
    snprintf(hash, sizeof hash, "%016llx%016llx", (unsigned long long)s->hash[1],
             (unsigned long long)s->hash[0]);
    json_put_string(j, "format", "abut-set");
    json_put_count(j, "triangles", f->object_triangles);
    json_put_bool(j, "empty", f->is_empty);
    json_put_count(j, "object_count", s->object_count);
    json_put_count(j, "model_count", s->model_count);
    json_put_count(j, "model_triangles", f->model_triangles);
    json_put_number(j, "unit", s->unit > 0 ? s->unit : (double)NAN);
    json_put_bool(j, "partial", s->is_partial);
    json_put_count(j, "bytes", s->size);
    json_put_string(j, "hash", hash);
    if (s->model_count) {
        json_put_string(j, "method", abut_method_name(f->tree.build.method));
        write_options(j, &f->tree.build);
    }
    if (o->groups) write_objects(j, s);
    json_put_count(j, "warning_count", s->warning_count);
    json_key(j, "warnings");
    warnings_write(&f->warnings, j);
    json_key(j, "seconds");
    json_object(j, false);
    json_put_seconds(j, "open", f->read_seconds);
    json_put_seconds(j, "check", f->check_seconds);
    json_close(j);
}

static void write_found(const info_file* f, const info_options* o, json* j)
{
    const abut_statistics* s = &f->statistics;
    const mesh* m = &f->origin;
    json_put_string(j, "format", mesh_format_name(m->format));
    json_key(j, "variant");
    if (m->variant)
        json_string(j, m->variant);
    else
        json_null(j);
    json_put_count(j, "triangles", s->triangle_count);
    json_put_bool(j, "empty", f->is_empty);
    json_put_count(j, "faces", m->face_count);
    json_put_count(j, "vertices", m->vertex_count);
    json_put_count(j, "distinct_vertices", s->vertex_count);
    json_put_count(j, "unused_vertices", s->unused_count);
    write_extents(j, s);
    json_put_count(j, "group_count", m->group_count);
    if (o->groups) write_groups(j, m);
    json_key(j, "degenerate");
    json_object(j, false);
    json_put_count(j, "segments", s->segment_count);
    json_put_count(j, "points", s->point_count);
    json_close(j);
    json_put_count(j, "duplicates", s->duplicate_count);
    json_put_count(j, "non_finite", f->non_finite);
    write_edges(j, s);
    json_put_count(j, "components", s->component_count);
    write_needle(j, s);
    if (o->self) write_self(&f->self, j);
    if (o->with_tree) write_tree(j, f);
    json_put_count(j, "warning_count", m->warning_total);
    json_key(j, "warnings");
    warnings_write(&f->warnings, j);
    json_key(j, "seconds");
    json_object(j, false);
    json_put_seconds(j, "read", f->read_seconds);
    json_put_seconds(j, "statistics", f->statistics_seconds);
    if (o->self) json_put_seconds(j, "self", f->self_seconds);
    if (o->with_tree) {
        json_put_seconds(j, "build", f->build_seconds);
    }
    json_close(j);
}

void info_write_json(const info_file* f, const info_options* o, json* j)
{
    json_object(j, true);
    json_put_string(j, "file", f->path);
    if (!f->fine)
        json_put_load_error(j, &f->error);
    else if (f->is_saved)
        write_saved(f, o, j);
    else if (f->is_set)
        write_set(f, o, j);
    else
        write_found(f, o, j);
    json_close(j);
}
