// depth_json.c - depths, curves and volumes for programs: JSON, tables, and curves as lines of an OBJ file.
#include "check/depth.h"
#include "output/measured.h"

#include <inttypes.h>
#include <math.h>

// ------------------------------------------------------------------------------------------- JSON

static void put_bounds(json* j, const char* key, double lo, double hi)
{
    json_key(j, key);
    json_object(j, false);
    json_put_number(j, "lo", lo);
    json_put_number(j, "hi", hi);
    json_close(j);
}

// A point, or null where it is none.
static void put_point(json* j, const char* key, const double point[3], bool is_there)
{
    if (is_there && isfinite(point[0])) {
        json_put_numbers(j, key, point, 3);
        return;
    }
    json_key(j, key);
    json_null(j);
}

static void put_reason(json* j, abut_reason reason)
{
    if (reason) json_put_string(j, "reason", "open");
}

static void put_least(json* j, const depth_result* r)
{
    const abut_depth_least_answer* d = &r->least;
    json_key(j, "depth");
    json_object(j, true);
    json_put_number(j, "lo", d->lo);
    json_put_number(j, "hi", d->hi);
    put_point(j, "translation", d->translation, d->hi < (double)INFINITY);
    put_point(j, "point", d->point, d->hi > 0);
    json_put_bool(j, "convex", d->is_convex);
    json_put_bool(j, "complete", d->complete);
    put_reason(j, d->reason);
    json_close(j);
}

static void put_triangle(json* j, const char* key, const model_file* file, uint32_t triangle)
{
    json_key(j, key);
    if (triangle == UINT32_MAX)
        json_null(j);
    else
        json_count(j, model_file_triangle(file, triangle));
}

static void put_deepest(json* j, const depth_result* r, int side)
{
    const abut_deepest* d = side ? &r->reach.b_in_a : &r->reach.a_in_b;
    const bool is_there = d->triangle != UINT32_MAX;
    json_key(j, side ? "b_in_a" : "a_in_b");
    json_object(j, false);
    json_put_number(j, "lo", d->lo);
    json_put_number(j, "hi", d->hi);
    put_point(j, "point", d->point, is_there);
    put_triangle(j, "triangle", &r->sides[side], d->triangle);
    put_triangle(j, "nearest", &r->sides[!side], d->nearest);
    put_point(j, "foot", d->foot, is_there);
    json_close(j);
}

static void put_reach(json* j, const depth_result* r)
{
    json_key(j, "reach");
    json_object(j, true);
    put_deepest(j, r, 0);
    put_deepest(j, r, 1);
    json_put_bool(j, "complete", r->reach.complete);
    put_reason(j, r->reach.reason);
    json_close(j);
}

static void put_along(json* j, const depth_result* r)
{
    const abut_depth_along_answer* d = &r->along;
    json_key(j, "along");
    json_object(j, true);
    json_put_numbers(j, "direction", r->options->direction, 3);
    put_bounds(j, "depth", d->depth_lo, d->depth_hi);
    put_bounds(j, "clear", d->clear_lo, d->clear_hi);
    json_put_bool(j, "complete", d->complete);
    json_put_count(j, "leaps", d->leaps);
    put_reason(j, d->reason);
    json_close(j);
}

static void put_curve(json* j, const abut_overlap_answer* o, const abut_curve* c)
{
    json_object(j, false);
    json_put_bool(j, "closed", c->is_closed);
    json_put_number(j, "length", c->length_lo + (c->length_hi - c->length_lo) / 2);
    json_put_number(j, "length_lo", c->length_lo);
    json_put_number(j, "length_hi", c->length_hi);
    json_put_string(j, "kind", abut_curve_kind_text(c->kind));
    json_put_bool(j, "directed", c->is_directed);
    json_put_string(j, "begin", abut_curve_end_text(c->begin));
    json_put_string(j, "end", abut_curve_end_text(c->end));
    json_put_count(j, "region", c->region);
    if (c->patch != UINT32_MAX) json_put_count(j, "patch", c->patch);
    json_key(j, "points");
    json_array(j, false);
    for (size_t i = 0; i < c->count; i++) {
        json_array(j, false);
        for (int axis = 0; axis < 3; axis++)
            json_number(j, o->points[c->first + i].x[axis]);
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

static void put_curves(json* j, const depth_result* r)
{
    const abut_overlap_answer* o = &r->overlap;
    put_bounds(j, "length", o->length_lo, o->length_hi);
    put_bounds(j, "area", o->area_lo, o->area_hi);
    json_key(j, "curves");
    json_array(j, true);
    for (size_t i = 0; i < o->curve_count; i++)
        put_curve(j, o, &o->curves[i]);
    json_close(j);
    json_key(j, "patches");
    json_array(j, true);
    for (size_t i = 0; i < o->patch_count; i++) {
        const abut_patch* p = &o->patches[i];
        json_object(j, false);
        put_bounds(j, "area", p->area_lo, p->area_hi);
        json_put_numbers(j, "vector_area", p->vector_area, 3);
        json_put_number(j, "facing", p->facing);
        json_put_count(j, "pairs", p->pair_count);
        json_put_count(j, "region", p->region);
        json_close(j);
    }
    json_close(j);
}

static void put_triangles(json* j, const char* key, const model_file* file, const uint32_t* ids,
                          size_t count)
{
    json_key(j, key);
    json_array(j, false);
    for (size_t i = 0; i < count; i++)
        json_count(j, model_file_triangle(file, ids[i]));
    json_close(j);
}

static void put_regions(json* j, const depth_result* r)
{
    const abut_overlap_answer* o = &r->overlap;
    json_key(j, "regions");
    json_array(j, true);
    for (size_t i = 0; i < o->region_count; i++) {
        const abut_region* g = &o->regions[i];
        json_object(j, false);
        json_put_numbers(j, "low", g->low, 3);
        json_put_numbers(j, "high", g->high, 3);
        put_bounds(j, "length", g->length_lo, g->length_hi);
        put_bounds(j, "area", g->area_lo, g->area_hi);
        if (r->options->volume) put_bounds(j, "volume", g->volume_lo, g->volume_hi);
        json_put_numbers(j, "vector_area", g->vector_area, 3);
        json_put_count(j, "curves", g->curve_count);
        json_put_count(j, "patches", g->patch_count);
        put_triangles(j, "triangles_a", &r->sides[0], g->a_triangles, g->a_count);
        put_triangles(j, "triangles_b", &r->sides[1], g->b_triangles, g->b_count);
        json_close(j);
    }
    json_close(j);
}

static const char* fault_word(abut_fault fault)
{
    return fault == ABUT_FAULT_OPEN ? "open" : "crossing";
}

static void put_left_out(json* j, const depth_result* r)
{
    json_key(j, "left_out");
    json_array(j, true);
    for (int side = 0; side < 2; side++) {
        const abut_solid_part* part;
        for (size_t i = 0; (part = solids_part(&r->solids, side, i)); i++) {
            if (!solids_leaves_out(part)) continue;
            json_object(j, false);
            json_put_string(j, "model", side ? "b" : "a");
            json_put_count(j, "component", i);
            json_put_count(j, "triangles", part->triangle_count);
            put_triangle(j, "first_triangle", &r->sides[side], part->first_triangle);
            json_put_string(j, "fault", fault_word(part->fault));
            put_triangle(j, "crossing", &r->sides[side], part->crossing);
            json_close(j);
        }
    }
    json_close(j);
}

void depth_write_json(const depth_result* r, json* j)
{
    const depth_options* o = r->options;
    if (o->depth) {
        put_least(j, r);
        put_reach(j, r);
    }
    if (o->along) put_along(j, r);
    if (o->volume) put_bounds(j, "volume", r->overlap.volume_lo, r->overlap.volume_hi);
    if (o->curves) put_curves(j, r);
    if (o->curves || o->volume) put_regions(j, r);
    put_left_out(j, r);
}

// -------------------------------------------------------------------------------------------- CSV

static void write_curves_csv(const depth_result* r, const csv* table)
{
    FILE* out = table->out;
    const abut_overlap_answer* o = &r->overlap;
    fputs("curve,point,x,y,z,kind,closed,region,a,b", out);
    pair_write_face_heading(r->sides, out);
    csv_end_line(table);
    for (size_t i = 0; i < o->curve_count; i++) {
        const abut_curve* c = &o->curves[i];
        for (size_t k = 0; k < c->count; k++) {
            const abut_curve_point* p = &o->points[c->first + k];
            const pair_origin from = pair_origin_of(r->sides, p->pair);
            fprintf(out, "%zu,%zu", i, k);
            for (int axis = 0; axis < 3; axis++)
                measured_write_cell(p->x[axis], out);
            fprintf(out, ",%s,%s,%" PRIu32 ",%" PRIu32 ",%" PRIu32, abut_curve_kind_text(c->kind),
                    c->is_closed ? "true" : "false", c->region, from.triangle[0], from.triangle[1]);
            pair_write_face_cells(r->sides, &from, out);
            csv_end_line(table);
        }
    }
}

static void write_cells(const double* values, int count, bool asked, FILE* out)
{
    for (int i = 0; i < count; i++)
        measured_write_cell(asked ? values[i] : (double)NAN, out);
}

// One line, with all columns, whatever is asked.
static void write_depths_csv(const depth_result* r, const csv* table)
{
    FILE* out = table->out;
    const depth_options* o = r->options;
    const abut_depth_least_answer* least = &r->least;
    const abut_depth_along_answer* along = &r->along;
    const abut_deepest *a = &r->reach.a_in_b, *b = &r->reach.b_in_a;
    const double depths[] = {least->lo,
                             least->hi,
                             least->translation[0],
                             least->translation[1],
                             least->translation[2],
                             a->lo,
                             a->hi,
                             b->lo,
                             b->hi};
    const double alongs[] = {along->depth_lo, along->depth_hi, along->clear_lo, along->clear_hi};
    const double volumes[] = {r->overlap.volume_lo, r->overlap.volume_hi};
    fputs("complete,depth_lo,depth_hi,x,y,z,a_in_b_lo,a_in_b_hi,b_in_a_lo,b_in_a_hi,along_lo,"
          "along_hi,clear_lo,clear_hi,volume_lo,volume_hi",
          out);
    csv_end_line(table);
    fputs(depth_is_stopped(r) ? "false" : "true", out);
    write_cells(depths, 9, o->depth, out);
    write_cells(alongs, 4, o->along, out);
    write_cells(volumes, 2, o->volume, out);
    csv_end_line(table);
}

// No cell holds a name, so none is quoted.
void depth_write_csv(const depth_result* r, const csv* table)
{
    (r->options->curves ? write_curves_csv : write_depths_csv)(r, table);
}

// -------------------------------------------------------------------------------------------- OBJ

void depth_write_obj(const depth_result* r, FILE* out)
{
    const abut_overlap_answer* o = &r->overlap;
    size_t before = 1;  // vertices count from 1
    fprintf(out, "# abut %s: where two models meet, in world coordinates\n", ABUT_VERSION_STRING);
    for (size_t i = 0; i < o->curve_count; i++) {
        const abut_curve* c = &o->curves[i];
        fprintf(out, "o curve_%zu_%s\n", i, abut_curve_kind_text(c->kind));
        for (size_t k = 0; k < c->count; k++) {
            const double* x = o->points[c->first + k].x;
            fprintf(out, "v %.17g %.17g %.17g\n", x[0], x[1], x[2]);
        }
        fputs(c->count > 1 ? "l" : "p", out);
        for (size_t k = 0; k < c->count; k++)
            fprintf(out, " %zu", before + k);
        if (c->is_closed && c->count > 1) fprintf(out, " %zu", before);
        fputc('\n', out);
        before += c->count;
    }
}
