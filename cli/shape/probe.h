// probe.h - a model and a shape, for verbs that take a shape where one of two models may stand; and how they are told.
#ifndef ABUT_CLI_SHAPE_PROBE_H
#define ABUT_CLI_SHAPE_PROBE_H
#include "models/measure.h"
#include "output/csv.h"
#include "output/json.h"
#include "shape/word.h"

#include "abut/shape.h"

// Zeroed: not loaded.
typedef struct shape_probe {
    const pair_options* files;
    const abut_pose* poses;  // of a and b
    shape_word word;
    abut_shape shape;
    double corners[SHAPE_CORNERS][3];  // of a box, where the shape needs them
    double* hull;                      // the points of a hull
    size_t hull_count;
    model_file model;
    abut_query* query;
    warning_list warnings;
    double seconds;  // of asking
} shape_probe;

// Read the word and load what it and the model need. files has a shape. Returns false after telling what is wrong; close it in
// any case.
bool shape_probe_open(shape_probe* s, const pair_options* files, const abut_pose poses[2],
                      const method_options* how, const abut_host* host, progress* p);
void shape_probe_close(shape_probe* s);

// Whether a method answers about shapes; false after telling which do.
bool shape_method_fits(abut_method method);

// The model in its pose.
abut_instance shape_probe_instance(const shape_probe* s);
bool shape_probe_is_empty(const shape_probe* s);

// Write a line for each side; and "a" or "b", and "shape".
void shape_probe_write_sides(const shape_probe* s, FILE* out);
void shape_probe_put_sides(const shape_probe* s, json* j);

// The columns of a triangle in a table, as pair_write_heading and pair_write_origin; and its cells in CSV: "triangle" and, if
// there are polygons, "face".
void shape_probe_write_heading(const shape_probe* s, FILE* out);
void shape_probe_write_triangle(const shape_probe* s, uint32_t triangle, FILE* out);
void shape_probe_write_cell_heading(const shape_probe* s, FILE* out);
void shape_probe_write_cells(const shape_probe* s, uint32_t triangle, FILE* out);
// The members "triangle" and, if there are polygons, "face"; null where there is none.
void shape_probe_put_triangle(const shape_probe* s, bool has_triangle, uint32_t triangle, json* j);

// ---------------------------------------------------------------------------------------- distance

// What the library said of how far they are apart, as verbs that measure tell it.
measure shape_measure_of(const shape_probe* s, const measure_limit* limit, bool is_hollow,
                         const abut_shape_nearest* found);
// Lines about the nearest triangle, if there is one.
void shape_write_nearest(const shape_probe* s, const abut_shape_nearest* found, FILE* out);
// The members "triangle", "face", "feature", "model_point" and "shape_point".
void shape_put_nearest(const shape_probe* s, const abut_shape_nearest* found, json* j);
// The table of one line.
void shape_write_nearest_csv(const shape_probe* s, const measure* m,
                             const abut_shape_nearest* found, const csv* table);

#endif
