// test_cli_report.c - "--report": the page that is written, read back without a browser: its JSON, and its blocks against
// the models and the JSON of the same question. tools/test-report opens reports in a browser.
#include "support/cli_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

typedef struct page {
    char* text;
    cJSON* head;
} page;

static page read_page(const char* path)
{
    static const char open[] = "<script type=\"application/json\" id=\"report\">";
    page p = {.text = cli_read_file(path)};
    assert_memory_equal(p.text, "<!doctype html>", 15);
    const char* at = strstr(p.text, open);
    assert_non_null(at);
    at += sizeof open - 1;
    const char* end = strstr(at, "</script>");
    assert_non_null(end);
    const char* rest = NULL;
    p.head = cJSON_ParseWithOpts(at, &rest, 0);
    assert_non_null(p.head);
    assert_true(rest <= end && rest + 2 >= end);
    const size_t length = strlen(p.text);
    static const char tail[] = "<script>abutReport()</script>\n</body>\n</html>\n";
    assert_string_equal(p.text + length - (sizeof tail - 1), tail);
    return p;
}

static void free_page(page* p)
{
    cJSON_Delete(p->head);
    free(p->text);
}

static int value_of(char letter)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char* at = letter ? strchr(letters, letter) : NULL;
    assert_non_null(at);
    return (int)(at - letters);
}

// Return the bytes of a block, its pieces together, to be freed.
static uint8_t* read_block(const page* p, const char* name, size_t* size)
{
    char open[96];
    snprintf(open, sizeof open, "<script type=\"text/plain\" data-block=\"%s\">", name);
    uint8_t* bytes = malloc(strlen(p->text) + 1);
    assert_non_null(bytes);
    *size = 0;
    int pieces = 0;
    for (const char* at = p->text; (at = strstr(at, open)); pieces++) {
        at += strlen(open);
        for (; *at != '<'; at += 4) {
            const int a = value_of(at[0]), b = value_of(at[1]);
            bytes[(*size)++] = (uint8_t)(a << 2 | b >> 4);
            if (at[2] == '=') continue;
            const int c = value_of(at[2]);
            bytes[(*size)++] = (uint8_t)(b << 4 | c >> 2);
            if (at[3] != '=') bytes[(*size)++] = (uint8_t)(c << 6 | value_of(at[3]));
        }
    }
    assert_true(pieces > 0);
    return bytes;
}

static uint32_t count_at(const uint8_t* bytes, size_t index)
{
    const uint8_t* b = bytes + 4 * index;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// A coordinate of the world, from a float of the page.
static double place_at(const page* p, const uint8_t* bytes, size_t index)
{
    const uint32_t bits = count_at(bytes, index);
    float value;
    memcpy(&value, &bits, sizeof value);
    const double scale = cJSON_GetObjectItem(p->head, "scale")->valuedouble;
    const cJSON* origin = cJSON_GetObjectItem(p->head, "origin");
    assert_true(fabsf(value) <= 1.0F);
    return cJSON_GetArrayItem(origin, (int)(index % 3))->valuedouble + scale * (double)value;
}

static double number_in(const cJSON* object, const char* key)
{
    const cJSON* item = cJSON_GetObjectItem(object, key);
    assert_non_null(item);
    return item->valuedouble;
}

static const char* text_in(const cJSON* object, const char* key)
{
    const cJSON* item = cJSON_GetObjectItem(object, key);
    assert_non_null(item);
    assert_non_null(item->valuestring);
    return item->valuestring;
}

// The triangles of a model are those of its file, in order, in its pose.
static void expect_triangles(const page* p, int model, const double* wanted, size_t count)
{
    char name[32];
    size_t size, used;
    snprintf(name, sizeof name, "indices-%d", model);
    uint8_t* indices = read_block(p, name, &size);
    assert_int_equal(size, count * 12);
    snprintf(name, sizeof name, "positions-%d", model);
    uint8_t* positions = read_block(p, name, &used);
    for (size_t i = 0; i < 3 * count; i++) {
        const size_t corner = count_at(indices, i);
        assert_true(corner * 12 < used);
        for (size_t k = 0; k < 3; k++)
            assert_float_equal(place_at(p, positions, 3 * corner + k), wanted[3 * i + k], 1e-5);
    }
    free(indices);
    free(positions);
}

static void check_has_models_and_contacts(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(1, "check", "one.obj", "other.obj", "--move-b", "0,0,0.25", "--points",
                           "--json", "--report", "r.html", "--view", "1,2,3");
    page p = read_page("r.html");
    assert_string_equal(text_in(p.head, "verb"), "check");
    const cJSON* view = cJSON_GetObjectItem(p.head, "view");
    for (int k = 0; k < 3; k++)
        assert_float_equal(cJSON_GetArrayItem(view, k)->valuedouble, k + 1, 0);
    const cJSON* meeting = cJSON_GetArrayItem(cJSON_GetObjectItem(p.head, "meetings"), 0);
    const cJSON* pairs = cJSON_GetObjectItem(root, "pairs");
    const int count = cJSON_GetArraySize(pairs);
    assert_true(count > 0);
    assert_int_equal(number_in(meeting, "count"), count);
    size_t size;
    uint8_t* ids = read_block(&p, "contact-triangles", &size);
    assert_int_equal(size, 8 * count);
    uint8_t* kinds = read_block(&p, "contact-kinds", &size);
    assert_int_equal(size, count);
    uint8_t* points = read_block(&p, "contact-points", &size);
    size_t place = 0;
    for (int i = 0; i < count; i++) {
        static const char* const names[] = {"apart", "touch", "cross", "coplanar"};
        const cJSON* pair = cJSON_GetArrayItem(pairs, i);
        const cJSON* corners = cJSON_GetObjectItem(pair, "points");
        assert_int_equal(count_at(ids, 2 * (size_t)i), number_in(pair, "a"));
        assert_int_equal(count_at(ids, 2 * (size_t)i + 1), number_in(pair, "b"));
        assert_string_equal(names[kinds[i] & 15], text_in(pair, "kind"));
        assert_int_equal(kinds[i] >> 4, cJSON_GetArraySize(corners));
        for (int c = 0; c < kinds[i] >> 4; c++)
            for (int k = 0; k < 3; k++, place++)
                assert_float_equal(
                    place_at(&p, points, place),
                    cJSON_GetArrayItem(cJSON_GetArrayItem(corners, c), k)->valuedouble, 1e-5);
    }
    assert_int_equal(size, 4 * place);
    free(ids);
    free(kinds);
    free(points);
    free_page(&p);
    cJSON_Delete(root);
    assert_int_equal(unlink("r.html"), 0);
}

static void triangles_are_where_they_are(void** state)
{
    (void)state;
    cli_write_file("t.obj", "v 100 200 300\nv 104 200 300\nv 100 204 300\nv 100 200 304\n"
                            "f 1 2 3\nf 1 2 4\n");
    cli_result r = CLI("check", "t.obj", "t.obj", "--move-b", "0,0,50", "--report", "r.html");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "\nreport: r.html\n");
    cli_free(&r);
    page p = read_page("r.html");
    static const double a[] = {100, 200, 300, 104, 200, 300, 100, 204, 300,
                               100, 200, 300, 104, 200, 300, 100, 200, 304};
    double b[18];
    for (int i = 0; i < 18; i++)
        b[i] = a[i] + (i % 3 == 2 ? 50 : 0);
    expect_triangles(&p, 0, a, 2);
    expect_triangles(&p, 1, b, 2);
    size_t size;
    uint8_t* positions = read_block(&p, "positions-0", &size);
    assert_int_equal(size, 4 * 12);  // each corner once
    free(positions);
    assert_string_equal(text_in(cJSON_GetObjectItem(p.head, "verdict"), "text"), "Apart");
    free_page(&p);
    assert_int_equal(unlink("r.html"), 0);
    assert_int_equal(unlink("t.obj"), 0);
}

static void distance_has_the_shortest_way(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(0, "distance", "cube.obj", "quads.obj", "--move-b", "2,3,0", "--json",
                           "--report", "r.html");
    page p = read_page("r.html");
    assert_string_equal(text_in(p.head, "verb"), "distance");
    assert_string_equal(text_in(cJSON_GetObjectItem(p.head, "verdict"), "text"), "Clear");
    assert_string_equal(text_in(p.head, "summary"),
                        "from 2.2360679774997894 to 2.2360679774997898 apart");
    size_t size;
    uint8_t* ids = read_block(&p, "contact-triangles", &size);
    assert_int_equal(size, 8);
    for (int side = 0; side < 2; side++)
        assert_int_equal(count_at(ids, (size_t)side),
                         cJSON_GetArrayItem(cJSON_GetObjectItem(root, "pair"), side)->valueint);
    uint8_t* kinds = read_block(&p, "contact-kinds", &size);
    assert_int_equal(size, 1);
    assert_int_equal(kinds[0], 2 << 4);  // two points; apart is 0
    uint8_t* points = read_block(&p, "contact-points", &size);
    assert_int_equal(size, 24);
    for (int k = 0; k < 6; k++)
        assert_float_equal(
            place_at(&p, points, (size_t)k),
            cJSON_GetArrayItem(cJSON_GetObjectItem(root, k < 3 ? "a_point" : "b_point"), k % 3)
                ->valuedouble,
            1e-5);
    uint8_t* faces = read_block(&p, "faces-1", &size);
    assert_int_equal(size, 48);
    free(ids);
    free(kinds);
    free(points);
    free(faces);
    free_page(&p);
    cJSON_Delete(root);
    assert_int_equal(unlink("r.html"), 0);
}

// Pairs in contact and those that are only near are in one list.
static void distance_has_all_ways(void** state)
{
    (void)state;
    cli_write_file("low.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n");
    cli_write_file("high.obj", "v 1 1 1\nv 2 1 2\nv 1 2 2\nv 1 1 -1\nv 2 1 1\nv 1 2 1\n"
                               "f 1 2 3\nf 4 5 6\n");
    cli_result r = CLI("distance", "low.obj", "high.obj", "--all-within", "1", "--report", "r.html",
                       "--quiet");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    page p = read_page("r.html");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(p.head, "measured")));
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(p.head, "all")));
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(p.head, "complete")));
    assert_null(cJSON_GetObjectItem(p.head, "summary"));
    assert_string_equal(text_in(cJSON_GetObjectItem(p.head, "verdict"), "text"), "Contact");
    cli_expect_text(p.text, "[\"too close\", \"at most 1\"]");
    cli_expect_text(p.text, "[\"pairs\", \"2 pairs of triangles at most 1 apart, 1 in contact\"]");
    size_t size;
    uint8_t* ids = read_block(&p, "contact-triangles", &size);
    assert_int_equal(size, 16);
    assert_int_equal(count_at(ids, 1), 0);
    assert_int_equal(count_at(ids, 3), 1);
    uint8_t* kinds = read_block(&p, "contact-kinds", &size);
    assert_int_equal(size, 2);
    assert_int_equal(kinds[0], 2 << 4);  // a way
    assert_int_equal(kinds[1], 1 << 4);  // where they meet
    free(ids);
    free(kinds);
    free_page(&p);
    // A search that was stopped may have left some out.
    r = CLI("distance", "low.obj", "high.obj", "--all-within", "1", "--method", "brute", "--budget",
            "1", "--report", "r.html", "--quiet");
    cli_free(&r);
    p = read_page("r.html");
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(p.head, "complete")));
    free_page(&p);
    assert_int_equal(unlink("r.html"), 0);
}

// A close pair is shown as "abut distance" shows the nearest one; a pair that meets, as without --clearance.
static void check_has_a_clearance(void** state)
{
    (void)state;
    cli_result r = CLI("check", "cube.obj", "cube.off", "--move-b", "2,3,0", "--clearance", "3",
                       "--report", "r.html", "--quiet");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    page p = read_page("r.html");
    assert_string_equal(text_in(p.head, "verb"), "check");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(p.head, "measured")));
    assert_string_equal(text_in(cJSON_GetObjectItem(p.head, "verdict"), "text"), "Close");
    cli_expect_text(p.text, "[\"too close\", \"at most 3\"]");
    size_t size;
    uint8_t* kinds = read_block(&p, "contact-kinds", &size);
    assert_int_equal(size, 1);
    free(kinds);
    free_page(&p);
    r = CLI("check", "cube.obj", "cube.off", "--clearance", "3", "--report", "r.html", "--strict",
            "--quiet");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    p = read_page("r.html");
    assert_null(cJSON_GetObjectItem(p.head, "measured"));
    assert_string_equal(text_in(cJSON_GetObjectItem(p.head, "verdict"), "text"), "Contact");
    cli_expect_text(p.text, "[\"too close\", \"less than 3\"]");
    free_page(&p);
    assert_int_equal(unlink("r.html"), 0);
}

static float float_at(const uint8_t* bytes, size_t index)
{
    const uint32_t bits = count_at(bytes, index);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Each step's distance, and for steps that are close the shortest way, between what other steps share.
static void fly_has_distances(void** state)
{
    (void)state;
    static const float distances[] = {1, INFINITY, 0, 0.25F};
    cli_write_file("b.path", "0 0 2 0 0 0 1\n0 0 9 0 0 0 1\n0 0 1 0 0 0 1\n0 0 1.25 0 0 0 1\n");
    cJSON* root = CLI_JSON(1, "fly", "cube.obj", "cube.off", "--path", "b.path", "--clearance", "1",
                           "--json", "--report", "r.html", "--picture", "r.png");
    page p = read_page("r.html");
    assert_true(number_in(p.head, "clearance") == 1);
    assert_string_equal(text_in(p.head, "summary"), "of 4 in contact, or at most 1 apart");
    const size_t pairs =
        (size_t)number_in(cJSON_GetArrayItem(cJSON_GetObjectItem(root, "steps"), 2), "pair_count");
    const size_t wanted[] = {1, 0, pairs, 1};
    size_t size;
    uint8_t *near = read_block(&p, "fly-distances", &size),
            *seen = read_block(&p, "fly-seen", &size);
    assert_int_equal(size, 16);
    for (size_t i = 0; i < 4; i++) {
        assert_true(float_at(near, i) == distances[i]);
        assert_int_equal(count_at(seen, i), wanted[i]);
    }
    uint8_t *kinds = read_block(&p, "contact-kinds", &size),
            *ids = read_block(&p, "contact-triangles", &size);
    assert_int_equal(size, 8 * (pairs + 2));
    assert_int_equal(kinds[0], 2 << 4);  // two points; apart is 0
    assert_int_equal(kinds[pairs + 1], 2 << 4);
    for (size_t i = 1; i <= pairs; i++)
        assert_true((kinds[i] & 15) != 0);
    for (int side = 0; side < 2; side++) {
        const cJSON* step = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "steps"), 3);
        assert_int_equal(count_at(ids, 2 * (pairs + 1) + (size_t)side),
                         cJSON_GetArrayItem(cJSON_GetObjectItem(step, "pair"), side)->valueint);
    }
    free(near);
    free(seen);
    free(kinds);
    free(ids);
    free_page(&p);
    cJSON_Delete(root);
    static const char* const made[] = {"r.html", "r.png", "b.path"};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(unlink(made[i]), 0);
}

static const char* state_at(const page* p, const uint8_t* states, size_t index)
{
    const cJSON* names = cJSON_GetObjectItem(p->head, "states");
    return cJSON_GetStringValue(cJSON_GetArrayItem(names, states[index]));
}

// Where a slider stops, from the page of one motion or of a flight: the place before it was proved free, there they touch,
// and what comes then was not looked at. Times only grow.
static void expect_stop(const page* p, size_t step, double fraction)
{
    size_t size;
    const size_t count = (size_t)number_in(p->head, "stations"),
                 stop = (size_t)number_in(p->head, "stop");
    uint8_t *steps = read_block(p, "fly-steps", &size),
            *fractions = read_block(p, "fly-fractions", &size);
    assert_int_equal(size, 4 * count);
    assert_true(stop > 0 && stop + 1 < count && number_in(p->head, "step") == (double)stop);
    assert_int_equal(count_at(steps, stop), step);
    assert_float_equal(float_at(fractions, stop), fraction, 1e-6);
    for (size_t i = 1; i < count; i++) {
        const uint32_t before = count_at(steps, i - 1), here = count_at(steps, i);
        assert_true(here == before ? float_at(fractions, i - 1) < float_at(fractions, i)
                                   : here == before + 1);
    }
    uint8_t *states = read_block(p, "fly-states", &size), *seen = read_block(p, "fly-seen", &size);
    assert_string_equal(state_at(p, states, stop - 1), "free");
    assert_string_equal(state_at(p, states, stop), "contact");
    assert_string_equal(state_at(p, states, stop + 1), "not looked at");
    assert_int_equal(count_at(seen, stop), 1);
    uint8_t *poses = read_block(p, "fly-poses", &size),
            *points = read_block(p, "contact-points", &size);
    assert_true(float_at(poses, 24 * stop + 12 + 3) < float_at(poses, 24 * (stop + 1) + 12 + 3));
    assert_float_equal(place_at(p, points, 0), 0, 1e-6);
    uint8_t* const all[] = {steps, fractions, states, seen, poses, points};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static void motions_have_a_stop(void** state)
{
    (void)state;
    cli_result r = CLI("move", "cube.obj", "cube.off", "--move-b", "-3,0,0", "--way-b", "8,0.5,0",
                       "--report", "r.html", "--picture", "r.png");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    page p = read_page("r.html");
    assert_string_equal(text_in(p.head, "verb"), "move");
    expect_stop(&p, 0, 0.25);
    free_page(&p);
    r = CLI("move", "cube.obj", "cube.off", "--move-b", "-3,0,0", "--way-b", "8,0.5,0",
            "--separation", "1", "--report", "r.html");
    cli_free(&r);
    p = read_page("r.html");
    assert_string_equal(text_in(cJSON_GetObjectItem(p.head, "verdict"), "text"), "Close");
    free_page(&p);
    cli_write_file("b.path", "-9 0 0 0 0 0 1\n-3 0 0 0 0 0 1\n5 0.5 0 0 0 0 1\n9 0 0 0 0 0 1\n");
    r = CLI("fly", "cube.obj", "cube.off", "--path", "b.path", "--continuous", "--report",
            "r.html");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    p = read_page("r.html");
    assert_true(number_in(p.head, "steps") == 4);
    assert_string_equal(text_in(p.head, "summary"), "free in 2 of 3 pieces between the steps");
    expect_stop(&p, 1, 0.25);
    free_page(&p);
    r = CLI("fly", "cube.obj", "cube.off", "--path", "b.path", "--report", "r.html");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    p = read_page("r.html");
    assert_null(cJSON_GetObjectItem(p.head, "stations"));
    free_page(&p);
    static const char* const made[] = {"r.html", "r.png", "b.path"};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(unlink(made[i]), 0);
}

// A name cannot end the script that it is in.
static void names_are_texts(void** state)
{
    (void)state;
    static const char name[] = "<!--<script>x.obj";
    char* text = cli_read_file("one.obj");
    cli_write_file(name, text);
    free(text);
    cli_result r = CLI("check", name, "other.obj", "--report", "r.html", "--quiet");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "");
    cli_free(&r);
    page p = read_page("r.html");
    const cJSON* model = cJSON_GetArrayItem(cJSON_GetObjectItem(p.head, "models"), 0);
    assert_string_equal(text_in(model, "path"), name);
    assert_null(strstr(strstr(p.text, "id=\"report\""), "<!--"));
    free_page(&p);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(unlink("r.html"), 0);
}

// A cube, one that is 0.5 above it, and one that touches it: the shortest way is what is shown of the first pair.
static void clash_has_the_shortest_ways(void** state)
{
    (void)state;
    size_t size;
    cli_write_file("above.obj", "v 0 0 1.5\nv 1 0 1.5\nv 0 1 1.5\nf 1 2 3\n");
    cli_result r = CLI("clash", "cube.obj", "above.obj", "cube.off", "--clearance", "0.5",
                       "--report", "r.html");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    page p = read_page("r.html");
    const cJSON* meetings = cJSON_GetObjectItem(p.head, "meetings");
    assert_int_equal(cJSON_GetArraySize(meetings), 3);
    const cJSON* first = cJSON_GetArrayItem(meetings, 0);
    assert_int_equal(number_in(first, "count"), 1);
    assert_int_equal(number_in(first, "pairs"), 0);
    assert_true(number_in(first, "apart") == 0.5);
    assert_true(cJSON_GetArrayItem(cJSON_GetObjectItem(first, "low"), 2)->valuedouble == 1);
    assert_true(cJSON_GetArrayItem(cJSON_GetObjectItem(first, "high"), 2)->valuedouble == 1.5);
    const cJSON* second = cJSON_GetArrayItem(meetings, 1);
    assert_null(cJSON_GetObjectItem(second, "apart"));
    assert_int_equal(number_in(second, "first"), 1);
    uint8_t* kinds = read_block(&p, "contact-kinds", &size);
    assert_int_equal(size, 2 + (size_t)number_in(second, "count"));
    assert_int_equal(kinds[0], 2 << 4);
    free(kinds);
    free_page(&p);
    assert_int_equal(unlink("r.html"), 0);
    assert_int_equal(unlink("above.obj"), 0);
}

static void clash_has_all_objects(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(1, "clash", "one.obj", "other.obj", "cube.off", "--json", "--report",
                           "r.html", "--picture", "r.png", "--picture-size", "640x480");
    page p = read_page("r.html");
    const cJSON* meetings = cJSON_GetObjectItem(p.head, "meetings");
    const cJSON* clashes = cJSON_GetObjectItem(root, "clashes");
    assert_int_equal(cJSON_GetArraySize(meetings), cJSON_GetArraySize(clashes));
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(p.head, "models")), 3);
    size_t all = 0, size;
    for (int i = 0; i < cJSON_GetArraySize(meetings); i++) {
        static const char* const keys[] = {"a", "b", "pairs", "cross", "touch", "coplanar"};
        const cJSON* m = cJSON_GetArrayItem(meetings, i);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            assert_int_equal(number_in(m, keys[k]),
                             number_in(cJSON_GetArrayItem(clashes, i), keys[k]));
        assert_int_equal(number_in(m, "first"), all);
        all += (size_t)number_in(m, "count");
    }
    uint8_t* kinds = read_block(&p, "contact-kinds", &size);
    assert_int_equal(size, all);
    free(kinds);
    free_page(&p);
    cJSON_Delete(root);
    assert_int_equal(unlink("r.html"), 0);
    assert_int_equal(unlink("r.png"), 0);
}

static void nc_has_path_and_tool(void** state)
{
    (void)state;
    // A wall at x = 0; the tool touches it with the second move, and cuts into it with an arc.
    cli_write_file("wall.obj", "v 0 -50 -50\nv 0 50 -50\nv 0 50 50\nv 0 -50 50\nf 1 2 3 4\n");
    cli_write_file("p.ngc", "G21 G90 G17\nG0 X20\nG1 X5 F100\nG2 X5 Y10 I0 J5\nM2\n");
    cJSON* root = CLI_JSON(1, "nc", "p.ngc", "--part", "wall.obj", "--tool", "ball:d=10", "--start",
                           "20,0,10", "--json", "--report", "r.html", "--picture", "r.png",
                           "--picture-size", "640x480");
    page p = read_page("r.html");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(p.head, "findings")),
                     cJSON_GetArraySize(cJSON_GetObjectItem(root, "findings")));
    size_t moves = (size_t)number_in(root, "moves"), size;
    uint8_t* flags = read_block(&p, "path-flags", &size);
    assert_int_equal(size, moves);
    assert_int_equal(flags[moves - 1], 2);  // cuts
    uint8_t* starts = read_block(&p, "path-starts", &size);
    assert_int_equal(size, 4 * (moves + 1));
    const size_t points = count_at(starts, moves);
    assert_true(count_at(starts, moves) > count_at(starts, moves - 1) + 8);  // chords
    uint8_t* path = read_block(&p, "path-points", &size);
    assert_int_equal(size, 12 * points);
    free(flags);
    free(starts);
    free(path);
    const cJSON* models = cJSON_GetObjectItem(p.head, "models");
    assert_string_equal(text_in(cJSON_GetArrayItem(models, 1), "role"), "tool");
    free_page(&p);
    cJSON_Delete(root);
    static const char* const made[] = {"r.html", "r.png", "p.ngc", "wall.obj"};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(unlink(made[i]), 0);
}

static void refuse(const char* text, cli_result r)
{
    assert_int_equal(r.status, 2);
    assert_string_equal(r.out, "");
    cli_expect_text(r.err, text);
    cli_free(&r);
}

static void what_is_refused(void** state)
{
    (void)state;
    assert_int_equal(symlink("one.obj", "link"), 0);
    const int files = cli_count_files();
    refuse("not to standard output", CLI("check", "one.obj", "other.obj", "--report", "-"));
    refuse("given twice",
           CLI("clash", "one.obj", "other.obj", "--report", "r.html", "--report", "q.html"));
    refuse("option --picture-size has no effect without --picture",
           CLI("check", "one.obj", "other.obj", "--report", "r.html", "--picture-size", "800x600"));
    refuse("two outputs cannot go to one file",
           CLI("check", "one.obj", "other.obj", "--report", "r", "--picture", "r"));
    refuse("two outputs cannot go to one file",
           CLI("clash", "one.obj", "other.obj", "--report", "r", "-o", "r"));
    refuse("is an input too", CLI("clash", "one.obj", "other.obj", "--report", "link"));
    refuse("coordinates are beyond 1e150",
           CLI("check", "one.obj", "other.obj", "--report", "r.html", "--move-b", "1e200,0,0"));
    refuse("/dev/full: cannot write: No space left",
           CLI("check", "one.obj", "other.obj", "--report", "/dev/full"));
    assert_int_equal(cli_count_files(), files);
}

// A review tells of each row what the page filters and sorts by, and of each object what an approval holds.
static void reviews_have_rows(void** state)
{
    (void)state;
    cli_result r = CLI("clash", "cube.obj", "one.obj", "other.obj", "--touch", "keep", "--no-times",
                       "--report", "r.html", "--quiet");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    page p = read_page("r.html");
    assert_string_equal(text_in(cJSON_GetObjectItem(p.head, "verdict"), "text"), "Clashes");
    const cJSON* review = cJSON_GetObjectItem(p.head, "review");
    const cJSON* rows = cJSON_GetObjectItem(p.head, "meetings");
    const int count = cJSON_GetArraySize(rows);
    assert_true(count > 0);
    assert_string_equal(text_in(review, "listed"), "new");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(review, "order")), count);
    const cJSON* geometry = cJSON_GetObjectItem(review, "geometry");
    assert_int_equal(cJSON_GetArraySize(geometry), 3);
    for (int i = 0; i < count; i++) {
        const cJSON* row = cJSON_GetArrayItem(rows, i);
        const cJSON* sides = cJSON_GetObjectItem(row, "sides");
        const int first = cJSON_GetArrayItem(sides, 0)->valueint,
                  second = cJSON_GetArrayItem(sides, 1)->valueint;
        const double a = number_in(row, "a"), b = number_in(row, "b");
        // Names, and so ids, are in the order of the command line here.
        assert_true(first == a && second == b);
        assert_non_null(cJSON_GetStringValue(cJSON_GetArrayItem(geometry, first)));
        assert_non_null(text_in(row, "class"));
        assert_string_equal(text_in(row, "state"), "new");
        assert_non_null(text_in(row, "rule"));
        assert_non_null(text_in(row, "relation"));
        assert_true(cJSON_IsArray(cJSON_GetObjectItem(row, "words")));
    }
    assert_null(strstr(p.text, "to read, "));  // --no-times
    free_page(&p);
    // The same objects without a review have none of it.
    r = CLI("clash", "cube.obj", "one.obj", "other.obj", "--report", "r.html", "--quiet");
    cli_free(&r);
    p = read_page("r.html");
    assert_null(cJSON_GetObjectItem(p.head, "review"));
    assert_null(cJSON_GetObjectItem(cJSON_GetArrayItem(cJSON_GetObjectItem(p.head, "meetings"), 0),
                                    "sides"));
    assert_non_null(strstr(p.text, "to read, "));
    free_page(&p);
    // Sides are by ids, not by the order of the command line.
    r = CLI("clash", "other.obj", "one.obj", "--touch", "keep", "--report", "r.html", "--quiet");
    cli_free(&r);
    p = read_page("r.html");
    const cJSON* sides = cJSON_GetObjectItem(
        cJSON_GetArrayItem(cJSON_GetObjectItem(p.head, "meetings"), 0), "sides");
    assert_int_equal(cJSON_GetArrayItem(sides, 0)->valueint, 1);
    assert_int_equal(cJSON_GetArrayItem(sides, 1)->valueint, 0);
    free_page(&p);
    assert_int_equal(unlink("r.html"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_has_models_and_contacts),
        cmocka_unit_test(triangles_are_where_they_are),
        cmocka_unit_test(distance_has_the_shortest_way),
        cmocka_unit_test(distance_has_all_ways),
        cmocka_unit_test(check_has_a_clearance),
        cmocka_unit_test(fly_has_distances),
        cmocka_unit_test(motions_have_a_stop),
        cmocka_unit_test(names_are_texts),
        cmocka_unit_test(clash_has_all_objects),
        cmocka_unit_test(clash_has_the_shortest_ways),
        cmocka_unit_test(reviews_have_rows),
        cmocka_unit_test(nc_has_path_and_tool),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
