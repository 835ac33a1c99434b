// test_depth_reports.c - how deep, and what is shared, in cases of bug reports (tests/cases): as test_depth_known asks.
#include "query/known_form.h"
#include "support/reports.h"

static double number_of(const cJSON* of, const char* name, double otherwise)
{
    const cJSON* const number = cJSON_GetObjectItem(of, name);
    return number ? number->valuedouble : otherwise;
}

static void ask_report(const char* id, const cJSON* solids)
{
    known k = {.name = id,
               .least = number_of(solids, "least", (double)NAN),
               .volume = number_of(solids, "volume", (double)NAN),
               .patch_area = number_of(solids, "patch_area", 0),
               .curve_count = (size_t)number_of(solids, "curves", 0),
               .curve_length = number_of(solids, "length", 0),
               .reach = {(double)NAN, (double)NAN}};
    const cJSON *boxes = cJSON_GetObjectItem(solids, "boxes"),
                *ways = cJSON_GetObjectItem(solids, "ways");
    const cJSON* const reach = cJSON_GetObjectItem(solids, "reach");
    k.b_is = cJSON_IsTrue(cJSON_GetObjectItem(solids, "skew")) ? SKEW : PLAIN;
    for (int side = 0; side < cJSON_GetArraySize(boxes); side++) {
        k.box_count[side] = 1;
        reports_numbers(cJSON_GetArrayItem(boxes, side), k.boxes[side][0], 6);
    }
    if (reach) reports_numbers(reach, k.reach, 2);
    for (const cJSON* way = ways->child; way; way = way->next) {
        double five[5];
        assert_true(k.way_count < MOST_WAYS);
        reports_numbers(way, five, 5);
        known_way* const to = &k.ways[k.way_count++];
        *to = (known_way){.way = {five[0], five[1], five[2]}, .depth = five[3], .clear = five[4]};
    }
    known_ask(&k, 0, 0);
}

static void reports_are_as_known(void** state)
{
    (void)state;
    known_faults = 0;
    cJSON* const reports = reports_load(ABUT_CASES "/reports.json");
    int count = 0;
    for (const cJSON* item = reports->child; item; item = item->next) {
        const cJSON* const all = cJSON_GetObjectItem(item, "solids");
        count += all != NULL;
        for (const cJSON* solids = all ? all->child : NULL; solids; solids = solids->next)
            ask_report(cJSON_GetObjectItem(item, "id")->valuestring, solids);
    }
    assert_int_equal(count, 7);
    assert_int_equal(known_faults, 0);
    cJSON_Delete(reports);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_are_as_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
