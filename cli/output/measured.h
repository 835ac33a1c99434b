// measured.h - how a distance is told: the words, the JSON and the CSV of all verbs that measure.
#ifndef ABUT_CLI_OUTPUT_MEASURED_H
#define ABUT_CLI_OUTPUT_MEASURED_H
#include "models/measure.h"
#include "output/csv.h"
#include "output/json.h"

// The distance in words, "0.75 apart", or how many pairs are too close; to be freed, NULL without memory.
char* measured_words(const measure* m);
// The line of a text about it: state and words, and what they are within.
void measured_write_verdict(const measure* m, FILE* out);
// Lines about the nearest pair, if there is one.
void measured_write_nearest(const measure* m, FILE* out);
// A feature of a triangle: "edge 1".
const char* measured_feature_text(int feature);
// A part of a line, about a triangle: "its edge 1, at 0, 0.5, 1".
void measured_write_where(int feature, const double point[3], FILE* out);
// That the search was stopped. ends: "budget".
void measured_write_end(const measure* m, const char* ends, FILE* out);

// Members of an object: "state", "lo" and "hi"; and those of the nearest pair, "pair", "face", "features", "a_point" and "b_point".
void measured_put_bounds(json* j, const measure* m);
void measured_put_nearest(json* j, const measure* m);
// The number of a triangle of each side in its file, as "pair"; null where has_pair is false.
void measured_put_pair(json* j, const model_file sides[2], bool has_pair, abut_pair pair);
// Where two triangles are nearest, as "features", "a_point" and "b_point".
void measured_put_points(json* j, const abut_event* features, const double a_point[3],
                         const double b_point[3]);
// The same members, each null.
void measured_put_no_points(json* j);

// The table that it is, of one line.
void measured_write_csv(const measure* m, const csv* table);
// The cells of where two triangles are nearest, each behind a comma: their heading, and those of a row. features: NULL
// leaves them empty.
void measured_write_where_heading(FILE* out);
void measured_write_where_cells(const abut_event* features, const double a_point[3],
                                const double b_point[3], FILE* out);
void measured_write_point_cells(const double a_point[3], const double b_point[3], FILE* out);
// A comma and a number; nothing behind the comma where the number is not finite.
void measured_write_cell(double value, FILE* out);

#endif
