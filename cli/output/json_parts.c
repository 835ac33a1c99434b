// json_parts.c - members that the JSON of several verbs has (json_parts.h).
#include "output/json_parts.h"

#include "options/pose.h"

#include "abut/self.h"

#include <inttypes.h>

void json_begin(json* j)
{
    json_object(j, true);
    json_put_string(j, "abut", ABUT_VERSION_STRING);
    json_put_count(j, "format", 1);
}

void json_write_side(json* j, int side, const model_file* model, const abut_pose* pose)
{
    double matrix[16];
    pose_to_matrix(pose, matrix);
    json_key(j, side ? "b" : "a");
    json_object(j, true);
    json_put_string(j, "file", model->path);
    if (model->group) {
        json_put_string(j, "group", model->group);
    }
    json_put_count(j, "triangles", model->info.triangle_count);
    json_put_number(j, "bytes_per_triangle", bytes_per_triangle(&model->info));
    json_put_numbers(j, "pose", matrix, 16);
    json_close(j);
}

void json_write_sides(json* j, const model_file sides[2], const abut_pose poses[2])
{
    for (int side = 0; side < 2; side++)
        json_write_side(j, side, &sides[side], &poses[side]);
}

void json_write_faces(json* j, const model_file sides[2], const pair_origin* from)
{
    if (!pair_has_faces(sides)) return;
    json_key(j, "face");
    json_array(j, false);
    for (int side = 0; side < 2; side++) {
        if (sides[side].origin.faces)
            json_count(j, from->face[side]);
        else
            json_null(j);
    }
    json_close(j);
}

void json_put_load_error(json* j, const load_error* error)
{
    json_put_string(j, "error", error->text);
    json_put_string(j, "code", fault_code_name(error->code).text);
    json_key(j, "line");
    if (error->line)
        json_count(j, error->line);
    else
        json_null(j);
    json_put_count(j, "byte", error->byte);
}

void json_put_classes(json* j, const size_t counts[7])
{
    json_key(j, "classes");
    json_object(j, false);
    for (int how = ABUT_SELF_DUPLICATE; how <= ABUT_SELF_TOUCHING; how++)
        json_put_count(j, abut_self_class_text((abut_self_class)how), counts[how]);
    json_close(j);
}

void json_write_tests(json* j, const json_costs* c)
{
    const struct {
        const char* key;
        uint64_t count;
    } stats[] = {
        {"volume_tests", c->volume_tests},
        {"triangle_tests", c->triangle_tests},
        {"node_updates", c->node_updates},
        {"exact_tests", c->exact_tests},
    };
    json_key(j, "stats");
    json_object(j, true);
    for (int i = 0; i < 4; i++) {
        json_put_count(j, stats[i].key, stats[i].count);
    }
    json_close(j);
}

void json_write_costs(json* j, const json_costs* c)
{
    const struct {
        const char* key;
        double seconds;
    } times[] = {{"load", c->load}, {"build", c->build}, {"query", c->query}};
    json_write_tests(j, c);
    json_key(j, "seconds");
    json_object(j, true);
    for (int i = 0; i < 3; i++) {
        json_put_seconds(j, times[i].key, times[i].seconds);
    }
    json_close(j);
}

void costs_write_tests(const json_costs* c, FILE* out)
{
    fprintf(out,
            "tests: %" PRIu64 " of volumes, %" PRIu64 " of triangles (%" PRIu64
            " with integers); %" PRIu64 " volumes placed\n",
            c->volume_tests, c->triangle_tests, c->exact_tests, c->node_updates);
}

void costs_write_seconds(const json_costs* c, const char* what, FILE* out)
{
    fprintf(out, "seconds: %.3f to read, %.3f to build, %.6f to %s\n", c->load, c->build, c->query,
            what);
}
