// check_inside.c - what "abut check --inside" adds to a result.
#include "check.h"

#include <inttypes.h>

typedef struct part_list {
    const char* name;
    const abut_component* parts;
    size_t count;
    const model_file* file;
} part_list;

static void list_parts(const check_result* r, part_list out[2])
{
    const abut_containment* c = &r->containment;
    out[0] = (part_list){"a", c->a, c->a_count, &r->sides[0]};
    out[1] = (part_list){"b", c->b, c->b_count, &r->sides[1]};
}

void check_write_inside_text(const check_result* r, FILE* out)
{
    part_list lists[2];
    list_parts(r, lists);
    fprintf(out, "relation: %s\n", abut_relation_text(r->containment.relation));
    for (int side = 0; side < 2; side++) {
        const part_list* list = &lists[side];
        for (size_t i = 0; i < list->count; i++) {
            const abut_component* part = &list->parts[i];
            if (part->relation == ABUT_RELATION_SEPARATE) continue;
            fprintf(out, "component %zu of %s, %zu triangle%s, the first is %" PRIu32 ": %s", i,
                    list->name, part->triangle_count, part->triangle_count == 1 ? "" : "s",
                    model_file_triangle(list->file, part->first_triangle),
                    abut_relation_text(part->relation));
            if (part->has_winding) fprintf(out, ", winding number %.6g", part->winding);
            if (part->reason) fprintf(out, " (%s)", abut_reason_text(part->reason));
            fputc('\n', out);
        }
    }
}

void check_write_inside_json(const check_result* r, json* j)
{
    static const char* const keys[] = {"components_a", "components_b"};
    const abut_containment* c = &r->containment;
    part_list lists[2];
    list_parts(r, lists);
    json_key(j, "inside");
    json_object(j, true);
    json_put_string(j, "relation", abut_relation_text(c->relation));
    if (c->reason) {
        json_put_string(j, "reason", abut_reason_text(c->reason));
    }
    for (int side = 0; side < 2; side++) {
        json_key(j, keys[side]);
        json_array(j, true);
        for (size_t i = 0; i < lists[side].count; i++) {
            const abut_component* part = &lists[side].parts[i];
            json_object(j, false);
            json_put_count(j, "component", i);
            json_put_count(j, "triangles", part->triangle_count);
            json_put_count(j, "first_triangle",
                           model_file_triangle(lists[side].file, part->first_triangle));
            json_put_string(j, "relation", abut_relation_text(part->relation));
            if (part->has_winding) {
                json_put_number(j, "winding", part->winding);
            }
            if (part->reason) {
                json_put_string(j, "reason", abut_reason_text(part->reason));
            }
            json_close(j);
        }
        json_close(j);
    }
    json_close(j);
}
