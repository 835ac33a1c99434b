// test_cli_shape.c - "abut check" and "abut distance" where a shape stands for a model: answers that are known, to the last
// bit, for each kind of shape on either side; how words are read; what each option does; every form of output, and what is
// refused.
#include "support/measured.h"

#include <stdlib.h>
#include <unistd.h>

static const char* const methods[] = {"wide", "brute"};

#define CHECK_JSON(status, ...)    CLI_JSON(status, "check", "a.obj", __VA_ARGS__, "--json")
#define DISTANCE_JSON(status, ...) CLI_JSON(status, "distance", "a.obj", __VA_ARGS__, "--json")
#define REFUSED(text, ...)         expect_failure(PATHS(__VA_ARGS__), text)

// The triangles of an answer, as "2 3".
static void list_triangles(const cJSON* root, char* text, size_t room)
{
    const cJSON* at;
    size_t used = 0;
    *text = '\0';
    cJSON_ArrayForEach(at, cli_member(root, "triangles"))
    {
        assert_true(used + 12 < room);
        used += (size_t)snprintf(text + used, room - used, "%s%d", used ? " " : "",
                                 cJSON_GetObjectItem(at, "triangle")->valueint);
    }
}

// Expect that a shape meets these triangles of a.obj: by both methods, on either side.
static void expect_met(const char* shape, const char* wanted)
{
    for (int i = 0; i < 4; i++) {
        const char* const sides[] = {"a.obj", shape};
        char found[256];
        cJSON* root = CLI_JSON(*wanted != '\0', "check", sides[i & 1], sides[~i & 1], "--json",
                               "--method", methods[i >> 1]);
        list_triangles(root, found, sizeof found);
        if (strcmp(found, wanted) != 0) fail_msg("%s: %s, not %s", shape, found, wanted);
        assert_true(cJSON_IsTrue(cli_member(root, "contact")) == (*wanted != '\0'));
        assert_true(cJSON_IsTrue(cli_member(root, "complete")));
        assert_string_equal(cli_member(root, "shape.side")->valuestring, i & 1 ? "a" : "b");
        assert_string_equal(cli_member(root, "shape.word")->valuestring, shape);
        cli_member(root, i & 1 ? "b.file" : "a.file");
        cJSON_Delete(root);
    }
}

static void expect_far(const char* shape, double lo, double hi)
{
    for (int i = 0; i < 4; i++) {
        const char* const sides[] = {"a.obj", shape};
        cJSON* root = CLI_JSON(!(hi > 0), "distance", sides[i & 1], sides[~i & 1], "--json",
                               "--method", methods[i >> 1]);
        expect_numbers(root, PATHS("lo", "hi"), VALUES(lo, hi));
        assert_string_equal(cli_member(root, "state")->valuestring, hi > 0 ? "clear" : "contact");
        cJSON_Delete(root);
    }
}

// ------------------------------------------------------------------------------------------ answers

// DISTANCE.md, E4 to E7; and the kinds that these leave out.
static void known_contacts(void** state)
{
    (void)state;
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    expect_met("sphere:2,2,2,1.7320508075688772", "");
    expect_met("sphere:2,2,2,1.7320508075688774", "2 3 6 7 9");
    expect_met("sphere:0,0,0,0.9999999999999999", "");
    expect_met("sphere:0,0,0,9", "0 1 2 3 4 5 6 7 8 9 10 11");
    expect_met("capsule:0,0,2,0,0,3,1", "2 3");
    expect_met("capsule:0,0,2,0,0,3,0.9999999999999999", "");
    expect_met("halfspace:0,0,-1,0,0,1", "0 1 4 5 6 7 8 9 10 11");
    expect_met("halfspace:0,0,-1.0000000000000002,0,0,1", "");
    expect_met("halfspace:0,0,-1,0,0,-1", "0 1 2 3 4 5 6 7 8 9 10 11");
    expect_met("plane:0,0,-1,0,0,1", "0 1 4 5 6 7 8 9 10 11");
    expect_met("plane:0,0,0,0,0,7", "4 5 6 7 8 9 10 11");
    expect_met("plane:0,0,2,0,0,1", "");
    expect_met("point:1,1,1", "2 3 6 7 9");
    expect_met("point:0,0,0", "");
    expect_met("segment:0,0,0,0,0,1", "2 3");
    expect_met("segment:0,0,0,0,0,0.9999999999999999", "");
    expect_met("triangle:0.5,0.25,0,0.5,0.25,1,0.5,0.25,0.5", "2");
    expect_met("ray:0,0,5,0,0,-1", "0 1 2 3");
    expect_met("ray:0,0,5,0,0,1", "");
    expect_met("ray:0,0,0,0,0,1", "2 3");
    expect_met("box:1,0.25,0.5,2,0.75,0.625", "6 7");
    expect_met("box:1.0000000000000002,0.25,0.5,2,0.75,0.625", "");
    expect_met("box:-2,-2,-2,2,2,2", "0 1 2 3 4 5 6 7 8 9 10 11");
    expect_met("cylinder:0.5,0.25,3,0.5,0.25,1,0.125", "2");
    expect_met("cylinder:0.5,0.25,3,0.5,0.25,1.0000000000000002,0.125", "");
    expect_met("cone:0.5,0.25,1,0.5,0.25,3,8", "2");
    expect_met("cone:0.5,0.25,1.0000000000000002,0.5,0.25,3,0.5", "");
}

static void known_distances(void** state)
{
    (void)state;
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    expect_far("point:2,2,2", 1.7320508075688772, 1.7320508075688774);
    expect_far("sphere:0,0,3,1", 1, 1);
    expect_far("sphere:0,0,2,1", 0, 0);
    expect_far("capsule:0,4,0,0,5,0,1", 2, 2);
    expect_far("segment:2,2,0,2,2,1", 1.4142135623730949, 1.4142135623730951);
    expect_far("triangle:0,0,2.5,1,0,4,0,1,4", 1.5, 1.5);
    expect_far("ray:0,0,3,0,0,1", 2, 2);
    expect_far("plane:0,0,1.75,0,0,-3", 0.75, 0.75);
    expect_far("halfspace:0,0,-1.75,0,0,2", 0.75, 0.75);
    expect_far("box:2,2,0,3,3,1", 1.4142135623730949, 1.4142135623730951);
    expect_far("cylinder:0,0,2,0,0,1,1", 0, 0);
    expect_far("cone:0,0,1,0,0,5,1", 0, 0);
}

// Of cylinders and cones there are bounds. What is between them is not known to be farther, or not.
static void distances_of_round_shapes(void** state)
{
    (void)state;
    static const struct {
        const char *shape, *within;
        double distance;
    } rows[] = {{"cylinder:0,0,3,0,0,5,1", "2", 2}, {"cone:0,0,2.25,0,0,5,1", "1.25", 1.25}};
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    for (int i = 0; i < 2; i++) {
        const double d = rows[i].distance;
        cJSON* root = DISTANCE_JSON(0, rows[i].shape);
        const double lo = cli_number(root, "lo"), hi = cli_number(root, "hi");
        assert_true(lo <= d && d <= hi && hi - lo < 1e-11);
        assert_string_equal(cli_member(root, "state")->valuestring, "clear");
        cJSON_Delete(root);
        root = DISTANCE_JSON(3, rows[i].shape, "--within", rows[i].within);
        assert_string_equal(cli_member(root, "state")->valuestring, "undecided");
        assert_true(cJSON_IsTrue(cli_member(root, "complete")));
        cJSON_Delete(root);
        root = CHECK_JSON(3, rows[i].shape, "--clearance", rows[i].within);
        assert_true(cJSON_IsFalse(cli_member(root, "contact")));
        cJSON_Delete(root);
        root = DISTANCE_JSON(0, rows[i].shape, "--within", "1.2499");
        cJSON_Delete(root);
        root = DISTANCE_JSON(1, rows[i].shape, "--within", "2.0001");
        cJSON_Delete(root);
    }
}

// E9, with the points of a mesh and of a table.
static void hulls(void** state)
{
    (void)state;
    cli_write_file("octa.csv", "x,y,z\n1,0,0\n-1,0,0\n0,1,0\n0,-1,0\n0,0,1\n0,0,-1\n");
    cli_write_file("octa.obj", "v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\n");
    BOX("a.obj", .5, .5, .5, 1, 1, 1);
    expect_far("hull:octa.csv", 0.28867513459481287, 0.2886751345948129);
    expect_far("hull:octa.obj", 0.28867513459481287, 0.2886751345948129);
    expect_met("hull:octa.csv", "");
    BOX("a.obj", .25, .25, .5, 1, 1, 1);
    expect_met("hull:octa.csv", "0 1 4 5 10");
    expect_met("hull:octa.obj", "0 1 4 5 10");
    cJSON* root = CHECK_JSON(1, "hull:octa.csv");
    expect_keys(cli_member(root, "shape"), "side kind word file points pose");
    assert_string_equal(cli_member(root, "shape.file")->valuestring, "octa.csv");
    expect_numbers(root, PATHS("shape.points"), VALUES(6));
    cJSON_Delete(root);
}

static void expect_hit(const cJSON* root, int at, int triangle, double lo, double hi)
{
    const cJSON* hit = cJSON_GetArrayItem(cli_member(root, "triangles"), at);
    const cJSON* t = cJSON_GetObjectItem(hit, "t");
    assert_int_equal(cJSON_GetObjectItem(hit, "triangle")->valueint, triangle);
    assert_true(cJSON_GetArrayItem(t, 0)->valuedouble == lo);
    assert_true(cJSON_GetArrayItem(t, 1)->valuedouble == hi);
}

// E7, and rays that begin beside doubles.
static void rays(void** state)
{
    (void)state;
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    cJSON* root = CHECK_JSON(1, "ray:0,0,5,0,0,-1");
    expect_hit(root, 0, 0, 6, 6);
    expect_hit(root, 1, 1, 6, 6);
    expect_hit(root, 2, 2, 4, 4);
    expect_hit(root, 3, 3, 4, 4);
    cJSON_Delete(root);
    root = CHECK_JSON(1, "ray:0,0,5,0,0,-1", "--first");
    expect_numbers(root, PATHS("triangle_count"), VALUES(1));
    expect_hit(root, 0, 2, 4, 4);
    cJSON_Delete(root);
    root = CHECK_JSON(1, "ray:0,0,5,0,0,-3", "--first");
    expect_hit(root, 0, 2, 1.3333333333333333, 1.3333333333333335);
    cJSON_Delete(root);
    cli_result r = CLI("check", "a.obj", "ray:0,0,5,0,0,-1", "--contacts");
    cli_expect_text(r.out, "\ncontact: 4 triangles, the first at t = 4\n");
    cli_expect_text(r.out, "    triangle  t\n           0  6\n");
    cli_free(&r);
    r = CLI("check", "a.obj", "ray:0,0,5,0,0,-3", "--first");
    cli_expect_text(r.out, ", the first at t = 1.3333333333333333 to 1.3333333333333335\n");
    cli_free(&r);
    r = CLI("check", "a.obj", "ray:0,0,5,0,0,-1", "--limit", "2");
    assert_null(strstr(r.out, "the first"));
    cli_free(&r);
    // It begins at 0.3, exactly: a point as far along it as 0.3 is, is at 0.
    cli_write_file("a.obj", "v 0.3 1 0\nf 1 1 1\nv 0 0 0\nf 2 2 2\n");
    expect_met("ray:0.3,1,0,-1,0,0", "0");
    expect_met("ray:0.3,0,0,-1,0,0", "1");
    expect_met("ray:0.30000000000000004,1,0,1,0,0", "");
    root = CHECK_JSON(1, "ray:0.3,0,0,-1,0,0");
    expect_hit(root, 0, 1, 0.3, 0.3);
    cJSON_Delete(root);
    root = CHECK_JSON(1, "ray:0.3,0,0,-1,0,0", "--move-b", "0,0.5,0", "--move-a", "0,0.5,0");
    expect_hit(root, 0, 1, 0.3, 0.3);
    cJSON_Delete(root);
    root = CHECK_JSON(1, "ray:0.5,0,0,1,0,0", "--rotate-b", "0,0,1,180", "--move-b", "1,0,0");
    expect_hit(root, 0, 1, 0.5, 0.5);
    cJSON_Delete(root);
    // Turned by a quarter, it goes down from 0, 0.3, exactly.
    root = CHECK_JSON(1, "ray:0.3,0,0,-1,0,0", "--rotate-b", "0,0,1,90");
    expect_hit(root, 0, 1, 0.3, 0.3);
    cJSON_Delete(root);
}

// The faces of a box are where its numbers are, though its centre is no double.
static void boxes_keep_their_faces(void** state)
{
    (void)state;
    cli_write_file("a.obj", "v 0.1 0.2 0.3\nf 1 1 1\nv 0.7 0.8 0.9\nf 2 2 2\nv 0.09999999999999999 "
                            "0.2 0.3\nf 3 3 3\nv 0.7000000000000001 0.8 0.9\nf 4 4 4\n"
                            "v 0.3 0.4 0.5\nf 5 5 5\n");
    expect_met("box:0.1,0.2,0.3,0.7,0.8,0.9", "0 1 4");
    expect_met("box:0.7,0.2,0.9,0.1,0.8,0.3", "0 1 4");  // two corners, whichever
    expect_met("box:0.3,0.4,0.5,0.3,0.4,0.5", "4");
    expect_met("box:1e308,1e308,1e308,-1e308,-1e308,-1e308", "0 1 2 3 4");
    cJSON* root = CHECK_JSON(1, "box:0.1,0.2,0.3,0.7,0.8,0.9");
    assert_string_equal(cli_member(root, "shape.kind")->valuestring, "box");
    cJSON_Delete(root);
}

// ------------------------------------------------------------------------------------------- words

static void words_are_read(void** state)
{
    (void)state;
    static const struct {
        const char* word;
        int count;
        double last;
    } rows[] = {
        {"sphere:1,2,3,0.1", 4, 0.1},        {"sphere:1 2 3 1e-1", 4, 0.1},
        {"sphere: 1 , 2,\t3 ,+.1 ", 4, 0.1}, {"point:-1.5,2,9007199254740993", 3, 9007199254740992},
        {"capsule:0,0,0,0,0,1,0", 7, 0},     {"triangle:0,0,0,1,0,0,0,1,7", 9, 7}};
    BOX("a.obj", -100, -1, -1, -99, 1, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cJSON* root = CHECK_JSON(0, rows[i].word);
        const cJSON* numbers = cli_member(root, "shape.numbers");
        expect_keys(cli_member(root, "shape"), "side kind word numbers pose");
        assert_int_equal(cJSON_GetArraySize(numbers), rows[i].count);
        assert_true(cJSON_GetArrayItem(numbers, rows[i].count - 1)->valuedouble == rows[i].last);
        cJSON_Delete(root);
    }
}

static void wrong_words_are_told(void** state)
{
    (void)state;
    static const char* const rows[][2] = {
        {"sphere:1,2,x,4", "sphere:1,2,x,4: number 3, z: 'x' is not a number"},
        {"sphere:1,2,3", "sphere:1,2,3: 4 numbers needed, as in sphere:x,y,z,r; number 4, r, is "
                         "missing"},
        {"sphere:1,2,3,", "number 4, r, is missing"},
        {"sphere:", "number 1, x, is missing"},
        {"sphere:1,2,3,4,5", "more than 4 numbers: ',5' is too much"},
        {"sphere:1,2,3,4,", "more than 4 numbers: ',' is too much"},
        {"sphere:1,,3,4", "number 2, y: '' is not a number"},
        {"sphere:1,2,3,-1", "sphere:1,2,3,-1: number 4, r, is below 0"},
        {"sphere:1,2,3,nan", "number 4, r: 'nan' is not a number"},
        {"sphere:1,2,3,inf", "number 4, r: 'inf' is not a number"},
        {"sphere:1,2,3,0x1", "number 4, r: '0x1' is not a number"},
        {"sphere:1,2,3,1e999", "number 4, r: '1e999' is too large for a double"},
        {"capsule:1,2,3,1,2,3,-1", "number 7, r, is below 0"},
        {"ray:1,2,3,0,0,-0", "the direction dx,dy,dz has no length"},
        {"plane:1,2,3,0,0,0", "the normal nx,ny,nz has no length"},
        {"halfspace:1,2,3,0,0,0", "the normal nx,ny,nz has no length"},
        {"cylinder:1,2,3,1,2,3,1", "the axis has no length"},
        {"cone:1,2,3,1,2,3,1", "the axis has no length"},
        {"cone:1,2,3,1,2", "number 6, z1, is missing"},
        {"hull:", "a file with the points is needed, as in hull:points.csv"},
        {"hull:-", "a file with the points is needed, as in hull:points.csv"},
        {"hull:none.csv", "none.csv: cannot be opened: No such file or directory"},
        {"hull:bad.csv", "bad.csv: line 2: y is not a number: 'b'"},
        {"hull:empty.csv", "empty.csv: no points, so it has no hull"},
        {"spere:1,2,3,4", "there is no file 'spere:1,2,3,4', and no such shape (is sphere meant?)"},
        {"Sphere:1,2,3,4", "no such shape (is sphere meant?)"},
        {"half-space:1,2,3,4,5,6", "no such shape (is halfspace meant?)"},
    };
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    cli_write_file("bad.csv", "1 2 3\n1 b 3\n4 5 6\n");
    cli_write_file("empty.csv", "# nothing\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        REFUSED(rows[i][1], "check", "a.obj", rows[i][0]);
        REFUSED(rows[i][1], "distance", rows[i][0], "a.obj");
    }
    REFUSED("'sphere:1' and 'point:2' are both shapes: one must be a model", "check", "sphere:1",
            "point:2");
}

// A file of such a name is a file where a path leads to it, and a shape is none.
static void files_of_such_names(void** state)
{
    (void)state;
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    BOX("sphere:0,0,0,1", 0, 0, 0, 3, 3, 3);
    BOX("sfere:0,0,0,1", 0, 0, 0, 3, 3, 3);
    cJSON* root = CHECK_JSON(1, "./sphere:0,0,0,1");
    cli_member(root, "b.file");
    cJSON_Delete(root);
    root = CHECK_JSON(1, "sfere:0,0,0,1");
    cli_member(root, "b.file");
    cJSON_Delete(root);
    root = CHECK_JSON(1, "sphere:0,0,0,1");
    cli_member(root, "shape");
    cJSON_Delete(root);
    unlink("sphere:0,0,0,1");
    unlink("sfere:0,0,0,1");
}

static void other_verbs_refuse_shapes(void** state)
{
    (void)state;
    static const char text[] =
        "'sphere:0,0,0,1' is a shape, where a model is needed; a file of that "
        "name is ./sphere:0,0,0,1";
    REFUSED(text, "clash", "a.obj", "sphere:0,0,0,1");
    REFUSED(text, "fly", "a.obj", "sphere:0,0,0,1", "--path", "p.txt");
    REFUSED(text, "info", "sphere:0,0,0,1");
    REFUSED(text, "build", "sphere:0,0,0,1", "-o", "x.abut");
    REFUSED(text, "point", "sphere:0,0,0,1", "--points", "p.txt");
}

// ------------------------------------------------------------------------------------------ options

static void poses_apply(void** state)
{
    (void)state;
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    static const double moved[16] = {1, 0, 0, 3, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    cJSON* root = CHECK_JSON(1, "sphere:0,0,0,2", "--move-b", "3,0,0");
    cli_expect_pose(root, "shape.pose", moved);
    expect_numbers(root, PATHS("triangle_count"), VALUES(2));
    cJSON_Delete(root);
    root = CHECK_JSON(0, "sphere:0,0,0,1.9999999999999998", "--move-b", "3,0,0");
    cJSON_Delete(root);
    root = CHECK_JSON(0, "sphere:0,0,0,1.9999999999999998", "--move-a", "3,0,0");
    cli_expect_pose(root, "a.pose", moved);
    cJSON_Delete(root);
    root = DISTANCE_JSON(0, "point:0,0,4", "--rotate-b", "1,0,0,90", "--scale-b", "0.5");
    expect_numbers(root, PATHS("lo", "hi"), VALUES(1, 1));
    cJSON_Delete(root);
    root = DISTANCE_JSON(0, "sphere:0,0,4,1", "--quat-b", "0,0,1,1,0,0,0");
    expect_numbers(root, PATHS("lo", "hi"), VALUES(3, 3));
    cJSON_Delete(root);
    root = CLI_JSON(0, "distance", "point:0,0,4", "a.obj", "--json", "--pose-a",
                    "0 0 1 0 0 1 0 0 -1 0 0 0 0 0 0 1");
    expect_numbers(root, PATHS("lo", "hi", "shape_point.0"), VALUES(3, 3, 4));
    cJSON_Delete(root);
    REFUSED("a pose that scales leaves the radius of a capsule as it is", "check", "a.obj",
            "capsule:0,0,0,0,0,1,1", "--scale-b", "2");
}

static void limits(void** state)
{
    (void)state;
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    cJSON* root = CHECK_JSON(1, "sphere:0,0,0,9", "--first");
    expect_numbers(root, PATHS("triangle_count"), VALUES(1));
    assert_true(cJSON_IsFalse(cli_member(root, "complete")));
    cJSON_Delete(root);
    root = CHECK_JSON(1, "sphere:0,0,0,9", "--limit", "5");
    expect_numbers(root, PATHS("triangle_count"), VALUES(5));
    cJSON_Delete(root);
    root = CHECK_JSON(1, "sphere:0,0,0,9", "--all");
    expect_numbers(root, PATHS("triangle_count"), VALUES(12));
    assert_true(cJSON_IsTrue(cli_member(root, "complete")));
    cJSON_Delete(root);
    root = CHECK_JSON(3, "sphere:0,0,0,0.5", "--budget", "3", "--method", "brute");
    assert_true(cJSON_IsNull(cli_member(root, "contact")));
    expect_numbers(root, PATHS("stats.triangle_tests"), VALUES(3));
    cJSON_Delete(root);
    root = DISTANCE_JSON(3, "sphere:0,0,0,0.5", "--budget", "3", "--method", "brute");
    assert_true(cJSON_IsFalse(cli_member(root, "complete")));
    cJSON_Delete(root);
    cli_result r = CLI("check", "a.obj", "sphere:0,0,0,9", "--limit", "5");
    cli_expect_text(r.out, "\ncontact: at least 5 triangles\nstopped at the limit of 5 triangles");
    cli_free(&r);
    r = CLI("check", "a.obj", "sphere:0,0,0,9", "--stats", "--method", "brute");
    cli_expect_text(r.out, "\ntests: 0 of volumes, 12 of triangles");
    cli_free(&r);
    r = CLI("check", "a.obj", "sphere:0,0,0,9", "--budget", "3", "--method", "brute");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "\ncontact: at least 3 triangles\nstopped after 3 tests, the budget");
    cli_free(&r);
    r = CLI("check", "a.obj", "sphere:0,0,0,0.5", "--budget", "3", "--method", "brute");
    cli_expect_text(r.out, "\nundecided: no contact found in 3 tests, then the budget was used up");
    cli_free(&r);
}

static void expect_band(const char* wanted, int status, const char* const* more)
{
    const char* arguments[16] = {"check", "a.obj"};
    size_t count = 2;
    while (*more)
        arguments[count++] = *more++;
    arguments[count] = "--json";
    cJSON* root = cli_json(arguments, status);
    assert_string_equal(cli_member(root, "state")->valuestring, wanted);
    cJSON_Delete(root);
    arguments[count] = "--quiet";
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(r.status, status);
    assert_string_equal(r.out, "");
    cli_free(&r);
}

#define EXPECT_BAND(wanted, status, ...) expect_band(wanted, status, PATHS(__VA_ARGS__))

static void clearances(void** state)
{
    (void)state;
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    EXPECT_BAND("close", 1, "sphere:0,0,3,1", "--clearance", "1");
    EXPECT_BAND("clear", 0, "sphere:0,0,3,1", "--clearance", "0.9999999999999999");
    EXPECT_BAND("clear", 0, "sphere:0,0,3,1", "--clearance", "1", "--strict");
    EXPECT_BAND("contact", 1, "sphere:0,0,2,1", "--clearance", "1");
    EXPECT_BAND("clear", 0, "sphere:0,0,3,1", "--clearance", "0");
    cJSON* root = CHECK_JSON(1, "sphere:0,0,3,1", "--clearance", "1");
    expect_keys(root, "abut format a shape contact triangle_count complete empty state lo hi "
                      "triangle feature model_point shape_point triangles warnings stats seconds");
    expect_numbers(root, PATHS("lo", "hi", "triangle", "model_point.2", "shape_point.2"),
                   VALUES(1, 1, 2, 1, 2));
    assert_true(cJSON_IsFalse(cli_member(root, "contact")));
    cJSON_Delete(root);
    root = CHECK_JSON(1, "sphere:0,0,2,1", "--clearance", "1");
    expect_numbers(root, PATHS("lo", "hi", "triangle", "triangle_count"), VALUES(0, 0, 2, 2));
    cJSON_Delete(root);
    root = CHECK_JSON(1, "sphere:0,0,0,9", "--clearance", "1", "--limit", "3");
    expect_numbers(root, PATHS("triangle_count"), VALUES(3));
    cJSON_Delete(root);
    root =
        CHECK_JSON(3, "sphere:0,0,3,1", "--clearance", "1", "--budget", "1", "--method", "brute");
    assert_true(cJSON_IsNull(cli_member(root, "contact")));
    cJSON_Delete(root);
    cli_result r = CLI("check", "a.obj", "sphere:0,0,3,1", "--clearance", "1");
    cli_expect_text(r.out, "\nclose: 1 apart, which is within 1\nnearest triangle 2 of a, its ");
    cli_expect_text(r.out, "\n    and b, at 0, 0, 2\n");
    cli_free(&r);
}

static void expect_relation(const char* shape, const char* wanted, int status)
{
    char line[64];
    cJSON* root = CHECK_JSON(status, shape, "--inside");
    assert_string_equal(cli_member(root, "inside.relation")->valuestring, wanted);
    cJSON_Delete(root);
    snprintf(line, sizeof line, "\nrelation: %s\n", wanted);
    cli_result r = CLI("check", shape, "a.obj", "--inside");
    assert_int_equal(r.status, status);
    cli_expect_text(r.out, line);
    cli_free(&r);
    r = CLI("check", shape, "a.obj", "--inside", "--quiet");
    assert_int_equal(r.status, status);
    cli_free(&r);
}

static void what_is_inside(void** state)
{
    (void)state;
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    expect_relation("sphere:0,0,0,0.9999999999999999", "shape inside", 1);
    expect_relation("sphere:0,0,0,1", "contact", 1);
    expect_relation("sphere:0,0,0,1.7320508075688772", "contact", 1);
    expect_relation("sphere:0,0,0,1.7320508075688774", "model inside", 1);
    expect_relation("sphere:3,0,0,1", "apart", 0);
    expect_relation("point:0,0,0", "shape inside", 1);
    expect_relation("point:0,0,1.0000000000000002", "apart", 0);
    expect_relation("halfspace:0,0,1,0,0,1", "model inside", 1);
    expect_relation("box:-2,-2,-2,2,2,2", "model inside", 1);
    expect_relation("cone:0,0,0.5,0,0,-0.5,0.25", "shape inside", 1);
    cJSON* root = CHECK_JSON(1, "sphere:0,0,0,1", "--inside");
    expect_numbers(root, PATHS("triangle_count"), VALUES(12));
    cJSON_Delete(root);
    cli_write_file("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_relation("sphere:0.25,0.25,1,0.5", "unknown", 1);
    root = CLI_JSON(3, "check", "empty.off", "sphere:0,0,0,1", "--inside", "--json");
    cJSON_Delete(root);
    REFUSED("options --inside and --first exclude each other", "check", "a.obj", "point:0,0,0",
            "--inside", "--first");
}

static void distances_within(void** state)
{
    (void)state;
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    cJSON* root = DISTANCE_JSON(1, "sphere:0,0,3,1", "--within", "1");
    expect_keys(root, "abut format a shape state lo hi complete empty triangle feature model_point "
                      "shape_point warnings stats seconds");
    assert_string_equal(cli_member(root, "state")->valuestring, "close");
    cJSON_Delete(root);
    root = DISTANCE_JSON(0, "sphere:0,0,3,1", "--within", "1", "--strict");
    cJSON_Delete(root);
    root = DISTANCE_JSON(0, "sphere:0,0,3,1", "--within", "0.5");
    assert_true(cJSON_IsNull(cli_member(root, "triangle")));
    assert_true(cJSON_IsNull(cli_member(root, "model_point")));
    cJSON_Delete(root);
    root = DISTANCE_JSON(0, "sphere:0,0,3,1", "--deadline", "10s");
    expect_numbers(root, PATHS("lo"), VALUES(1));
    cJSON_Delete(root);
    root = DISTANCE_JSON(3, "sphere:0,0,3,1", "--deadline", "1us");
    assert_true(cJSON_IsFalse(cli_member(root, "complete")));
    cJSON_Delete(root);
    static const char* const tolerances[] = {"--tolerance", "--relative-tolerance"};
    for (int i = 0; i < 2; i++) {  // with one, the last bits are not looked for
        root = DISTANCE_JSON(0, "point:2,2,2", tolerances[i], "0.25");
        const double lo = cli_number(root, "lo"), hi = cli_number(root, "hi");
        assert_true(lo < 1.7320508 && hi >= 1.7320508075688774);
        assert_true(hi - lo <= (i ? 0.25 * hi : 0.25));
        cJSON_Delete(root);
    }
    cli_result r = CLI("distance", "point:2,2,2", "a.obj", "--stats", "--method", "brute");
    cli_expect_text(r.out,
                    "a: point:2,2,2\nb: a.obj, 12 triangles\nclear: from 1.7320508075688772 to "
                    "1.7320508075688774 apart\nnearest triangle 2 of b, its vertex 2, at 1, 1, "
                    "1\n    and a, at 2, 2, 2\ntests: 0 of volumes, 12 of triangles");
    cli_free(&r);
}

static void tables(void** state)
{
    (void)state;
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    cli_result r = CLI("check", "a.obj", "sphere:0,0,2,1", "--csv");
    assert_string_equal(r.out, "triangle\n2\n3\n");
    cli_free(&r);
    r = CLI("check", "a.obj", "ray:0,0,5,0,0,-1", "--csv", "--crlf");
    assert_string_equal(r.out, "triangle,t_lo,t_hi\r\n0,6,6\r\n1,6,6\r\n2,4,4\r\n3,4,4\r\n");
    cli_free(&r);
    r = CLI("check", "quads.obj", "point:0,0,0", "--csv");
    assert_memory_equal(r.out, "triangle,face\n", 14);
    cli_free(&r);
    r = CLI("distance", "a.obj", "sphere:0,0,3,1", "--csv");
    assert_string_equal(r.out, "state,lo,hi,triangle,feature,x,y,z,x_shape,y_shape,z_shape\n"
                               "clear,1,1,2,edge 2,0,0,1,0,0,2\n");
    cli_free(&r);
    r = CLI("distance", "quads.obj", "point:0,0,2", "--csv", "--within", "0.5");
    assert_string_equal(r.out, "state,lo,hi,triangle,face,feature,x,y,z,x_shape,y_shape,z_shape\n"
                               "clear,0.5,,,,,,,,,,\n");
    cli_free(&r);
    r = CLI("check", "a.obj", "sphere:0,0,2,1", "--csv", "-o", "out.csv", "--quiet");
    char* text = cli_read_file("out.csv");
    assert_string_equal(text, "triangle\n2\n3\n");
    free(text);
    cli_free(&r);
    cJSON* root = CLI_JSON(1, "check", "quads.obj", "point:0,0,0", "--json");
    const cJSON* hit = cJSON_GetArrayItem(cli_member(root, "triangles"), 0);
    expect_keys(hit, "triangle face");
    assert_int_equal(cJSON_GetObjectItem(hit, "face")->valueint,
                     cJSON_GetObjectItem(hit, "triangle")->valueint / 2);
    cJSON_Delete(root);
}

static void what_is_read(void** state)
{
    (void)state;
    cli_write_file("a.obj",
                   "o left\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no right\nv 5 0 0\nv 6 0 0\n"
                   "v 5 1 0\nf 4 5 6\n");
    cli_write_file("bad.csv", "1 2 3\n1 b 3\n0 0 0\n");
    cJSON* root = CHECK_JSON(1, "sphere:0,0,0,9", "--group", "right");
    expect_numbers(root, PATHS("triangle_count", "triangles.0.triangle"), VALUES(1, 1));
    cJSON_Delete(root);
    root = CLI_JSON(1, "check", "sphere:0,0,0,9", "a.obj", "--group-b", "left", "--json");
    expect_numbers(root, PATHS("triangle_count", "triangles.0.triangle"), VALUES(1, 0));
    cJSON_Delete(root);
    root = CHECK_JSON(1, "hull:bad.csv", "--drop-bad");
    expect_numbers(root, PATHS("shape.points"), VALUES(2));
    assert_string_equal(cJSON_GetArrayItem(cli_member(root, "warnings"), 0)->valuestring,
                        "bad.csv: line 2: y is not a number: 'b'; left out [P013]");
    cJSON_Delete(root);
    root = CLI_JSON(3, "check", "empty.off", "sphere:0,0,0,9", "--json");
    assert_true(cJSON_IsNull(cli_member(root, "contact")));
    assert_true(cJSON_IsTrue(cli_member(root, "empty")));
    cJSON_Delete(root);
    root = CLI_JSON(0, "check", "empty.off", "sphere:0,0,0,9", "--json", "--allow-empty");
    cJSON_Delete(root);
    cli_result r = CLI("distance", "empty.off", "sphere:0,0,0,9");
    assert_int_equal(r.status, 3);
    cli_expect_text(r.out, "\nundecided: nothing to check\n");
    cli_free(&r);
    r = cli_run(&(cli_call){.arguments = PATHS("check", "-", "sphere:0,0,0,9", "--format", "obj"),
                            .input = "a.obj"});
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "a: standard input, 2 triangles\n");
    cli_free(&r);
    r = CLI("build", "a.obj", "-o", "a.abut");
    cli_free(&r);
    root = CLI_JSON(1, "check", "a.abut", "sphere:0,0,0,1", "--json");
    expect_numbers(root, PATHS("triangle_count"), VALUES(1));
    cJSON_Delete(root);
    REFUSED("a hull takes the points of a mesh or a table, and this is a saved model", "check",
            "a.obj", "hull:a.abut");
    REFUSED("option --leaf-size has no effect: the model is a saved one", "check", "a.abut",
            "sphere:0,0,0,1", "--leaf-size", "2");
    REFUSED("a.abut was saved with the method wide, not brute", "check", "a.abut", "sphere:0,0,0,1",
            "--method", "brute");
}

static void what_means_nothing_is_refused(void** state)
{
    (void)state;
    static const char* const of_check[][2] = {
        {"--points", NULL},       {"--considered", NULL},
        {"--picture", "x.png"},   {"--report", "x.html"},
        {"--group-b", "x"},       {"--view", "1,2,3"},
        {"--no-tint", NULL},      {"--picture-size", "640x480"},
        {"--descent", "both"},    {"--traversal", "depth"},
        {"--intervals", "fixed"}, {"--interval-count", "3"},
    };
    static const char* const of_distance[][2] = {
        {"--all-within", "1"}, {"--picture", "x.png"}, {"--report", "x.html"}, {"--group-b", "x"}};
    char text[128];
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    for (size_t i = 0; i < sizeof of_check / sizeof *of_check; i++) {
        snprintf(text, sizeof text, "option %s does not go with a shape, as 'sphere:0,0,0,1' is",
                 of_check[i][0]);
        REFUSED(text, "check", "a.obj", "sphere:0,0,0,1", of_check[i][0], of_check[i][1]);
    }
    for (size_t i = 0; i < sizeof of_distance / sizeof *of_distance; i++) {
        snprintf(text, sizeof text, "option %s does not go with a shape", of_distance[i][0]);
        REFUSED(text, "distance", "a.obj", "sphere:0,0,0,1", of_distance[i][0], of_distance[i][1]);
    }
    REFUSED("option --group-a does not go with a shape", "check", "sphere:0,0,0,1", "a.obj",
            "--group-a", "x");
    REFUSED("the method aabb does not answer about shapes; there are: brute wide", "check", "a.obj",
            "sphere:0,0,0,1", "--method", "aabb");
    REFUSED("the method aabb does not answer about shapes; there are: brute wide", "distance",
            "a.obj", "sphere:0,0,0,1", "--method", "aabb");
}

// Each word of the help is a shape, but for its numbers.
static void words_of_the_help(void** state)
{
    (void)state;
    static const char* const names[] = {"point", "segment",   "triangle", "ray",
                                        "plane", "halfspace", "sphere",   "capsule",
                                        "box",   "cylinder",  "cone",     "hull"};
    BOX("a.obj", -1, -1, -1, 1, 1, 1);
    cli_result help = CLI("check", "--help-all");
    char* docs = cli_read_file(ABUT_DOCS "/reference/shapes.md");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char word[32], row[32], said[32];
        snprintf(word, sizeof word, "%s:", names[i]);
        snprintf(row, sizeof row, "\n| `%s:", names[i]);
        snprintf(said, sizeof said, "\n  %s:", names[i]);
        cli_expect_text(help.out, said);
        cli_expect_text(docs, row);
        REFUSED("needed, as in ", "check", "a.obj", word);
    }
    cli_free(&help);
    free(docs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_contacts),
        cmocka_unit_test(known_distances),
        cmocka_unit_test(distances_of_round_shapes),
        cmocka_unit_test(hulls),
        cmocka_unit_test(rays),
        cmocka_unit_test(boxes_keep_their_faces),
        cmocka_unit_test(words_are_read),
        cmocka_unit_test(wrong_words_are_told),
        cmocka_unit_test(files_of_such_names),
        cmocka_unit_test(other_verbs_refuse_shapes),
        cmocka_unit_test(poses_apply),
        cmocka_unit_test(limits),
        cmocka_unit_test(clearances),
        cmocka_unit_test(what_is_inside),
        cmocka_unit_test(distances_within),
        cmocka_unit_test(tables),
        cmocka_unit_test(what_is_read),
        cmocka_unit_test(what_means_nothing_is_refused),
        cmocka_unit_test(words_of_the_help),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
