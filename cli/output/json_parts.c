// json_parts.c - members that the JSON of several verbs has (json_parts.h).
#include "output/json_parts.h"

#include "abut/abut.h"

#include <inttypes.h>

void json_begin(json* j)
{
    json_object(j, true);
    json_put_string(j, "abut", ABUT_VERSION_STRING);
    json_put_count(j, "format", 1);
}

void json_write_costs(json* j, const json_costs* c)
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
    const struct {
        const char* key;
        double seconds;
    } times[] = {{"load", c->load}, {"build", c->build}, {"query", c->query}};
    json_key(j, "stats");
    json_object(j, true);
    for (int i = 0; i < 4; i++) {
        json_put_count(j, stats[i].key, stats[i].count);
    }
    json_close(j);
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

void costs_write_seconds(const json_costs* c, const char* verb, FILE* out)
{
    fprintf(out, "seconds: %.3f to read, %.3f to build, %.6f to %s\n", c->load, c->build, c->query,
            verb);
}
