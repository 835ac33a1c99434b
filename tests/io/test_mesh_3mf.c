// test_mesh_3mf.c - 3MF: what is built is where its transforms put it, under its name; what is wrong is refused by part,
// line and object, or left out.
#include "io/mesh_check.h"
#include "support/threemf_made.h"

// A mesh of one triangle, (0,0,0) (1,0,0) (0,1,0), moved by its x.
#define MESH(x)                                                                                    \
    "<mesh><vertices><vertex x='" x "' y='0' z='0'/><vertex x='1' y='0' z='0'/>"                   \
    "<vertex x='0' y='1' z='0'/></vertices><triangles><triangle v1='0' v2='1' v3='2'/>"            \
    "</triangles></mesh>"
#define OBJECT(id)   "<object id='" id "'>" MESH("0") "</object>"
#define BUILD(items) "<build>" items "</build></model>"

static mesh_status read_model(mesh* m, const char* model, const mesh_read_options* options,
                              mesh_error* e)
{
    const zip_made z = threemf_made(model);
    const mesh_status status = mesh_read_memory(m, z.bytes, z.size, options, e);
    free(z.bytes);
    return status;
}

static mesh read_fine(const char* model, const mesh_read_options* options)
{
    mesh m = {0};
    mesh_error e;
    if (read_model(&m, model, options, &e) != MESH_OK) fail_msg("%s", e.text);
    assert_int_equal(m.format, MESH_3MF);
    return m;
}

static const mesh_read_options in_place = {.keep_places = 1}, dropping = {.drop_bad = 1};

static void assert_group(const mesh* m, size_t i, const char* name, const char* id)
{
    assert_true(i < m->group_count);
    assert_int_equal(m->groups[i].kind, 'n');
    assert_string_equal(m->groups[i].name, name);
    assert_string_equal(m->groups[i].id, id);
}

static void assert_vertex(const mesh* m, size_t i, double x, double y, double z)
{
    assert_true(i < m->vertex_count);
    const double* v = m->vertices + 3 * i;
    if (v[0] != x || v[1] != y || v[2] != z)
        fail_msg("vertex %zu is %g %g %g instead of %g %g %g", i, v[0], v[1], v[2], x, y, z);
}

// ------------------------------------------------------------------------------------ what is read

static void the_least_model_is_read(void** state)
{
    (void)state;
    mesh m = read_fine(
        THREEMF_MODEL "<resources>" OBJECT("1") "</resources>" BUILD("<item objectid='1'/>"), NULL);
    assert_true(m.vertex_count == 3 && m.triangle_count == 1 && m.face_count == 1);
    assert_vertex(&m, 1, 1, 0, 0);
    assert_vertex(&m, 2, 0, 1, 0);
    assert_int_equal(m.group_count, 1);
    assert_group(&m, 0, "object 1", "item 0/object 1");
    assert_true(m.unit == 1e-3 && m.warning_total == 0);
    mesh_free(&m);
}

// 12 numbers, row by row of a matrix that a row (x y z 1) is multiplied with from the left: the last three are where the
// origin goes, and the first three where the x axis points.
static void transforms_are_those_of_rows(void** state)
{
    (void)state;
    static const char model[] = THREEMF_MODEL "<resources>" OBJECT("1") "</resources>" BUILD(
        "<item objectid='1' transform='2 3 4 5 6 7 8 9 10 11 12 13'/>");
    mesh m = read_fine(model, NULL);
    assert_vertex(&m, 0, 11, 12, 13);
    assert_vertex(&m, 1, 2 + 11, 3 + 12, 4 + 13);
    assert_vertex(&m, 2, 5 + 11, 6 + 12, 7 + 13);
    mesh_free(&m);
    m = read_fine(model, &in_place);
    assert_vertex(&m, 1, 1, 0, 0);
    assert_non_null(m.groups[0].place);
    static const double rows[3][4] = {{2, 5, 8, 11}, {3, 6, 9, 12}, {4, 7, 10, 13}};
    assert_memory_equal(m.groups[0].place->rows, rows, sizeof rows);
    mesh_free(&m);
}

// Innermost first: what item and components do to a point is done here by hand, one after the other.
static void transforms_follow_each_other(void** state)
{
    (void)state;
    static const char model[] = THREEMF_MODEL "<resources>" OBJECT(
        "1") "<object id='2'><components><component objectid='1' transform='1 0 0 0 1 0 0 0 1 5 0 "
             "0'/>"
             "<component objectid='1' transform='0 1 0 -1 0 0 0 0 1 0 0 0'/></components></object>"
             "<object id='3'><components><component objectid='2' transform='2 0 0 0 2 0 0 0 2 0 7 "
             "0'/>"
             "</components></object></resources>" BUILD(
                 "<item objectid='3' transform='0 0 1 0 1 0 -1 0 0 0 0 100'/>"
                 "<item objectid='1' transform=' 1 0 0\n0 1 0\t0 0 1 0.5 0 0 '/>");
    mesh m = read_fine(model, NULL);
    assert_int_equal(m.group_count, 3);
    assert_group(&m, 0, "object 1", "item 0/object 3/component 0/component 0");
    assert_group(&m, 1, "object 1", "item 0/object 3/component 0/component 1");
    assert_group(&m, 2, "object 1", "item 1/object 1");
    for (size_t copy = 0; copy < 2; copy++)
        for (size_t i = 0; i < 3; i++) {
            double x = i == 1, y = i == 2, z = 0, turned = x;
            if (copy == 0) {
                x += 5;
            } else {
                x = -y;
                y = turned;
            }
            x = 2 * x;
            y = 2 * y + 7;
            z = 2 * z;
            assert_vertex(&m, 3 * copy + i, -z, y, x + 100);
        }
    assert_vertex(&m, 7, 1.5, 0, 0);
    mesh_free(&m);
    m = read_fine(model, &in_place);
    assert_true(m.vertex_count == 3 && m.triangle_count == 1 && m.group_count == 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(m.groups[i].first_triangle == 0 && m.groups[i].triangle_count == 1);
    mesh_free(&m);
}

static void units_are_told_in_metres(void** state)
{
    (void)state;
    static const struct {
        const char* name;
        double metres;
    } units[] = {{"micron", 1e-6}, {"millimeter", 1e-3}, {"centimeter", 1e-2},
                 {"inch", 0.0254}, {"foot", 0.3048},     {"meter", 1}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        char model[1000];
        snprintf(model, sizeof model,
                 "<model " THREEMF_CORE
                 " unit='%s'><resources>" OBJECT("1") "</resources>" BUILD("<item objectid='1'/>"),
                 units[i].name);
        mesh m = read_fine(model, NULL);
        assert_true(m.unit == units[i].metres);
        mesh_free(&m);
    }
}

static void names_and_ids_are_those_of_the_file(void** state)
{
    (void)state;
    static const char model[] =
        THREEMF_MODEL "<resources><object id='1' name=' a &lt;b&gt; '>" MESH(
            "0") "</object>"
                 "<object id='2' partnumber='P-2'>" MESH(
                     "1") "</object>"
                          "<object id='3'>" MESH(
                              "2") "</object>"
                                   "<object id='4' name='whole'><components><component "
                                   "objectid='1' p:UUID='u-1'/>"
                                   "<component "
                                   "objectid='3'/></components></object></resources>" BUILD(
                                       "<item objectid='1' "
                                       "p:UUID='11111111-2222-3333-4444-555555555555'/>"
                                       "<item objectid='2'/><item objectid='3'/><item objectid='4' "
                                       "p:UUID='u-4'/>");
    mesh m = read_fine(model, &in_place);
    assert_int_equal(m.group_count, 5);
    assert_group(&m, 0, "a <b>", "11111111-2222-3333-4444-555555555555");
    assert_group(&m, 1, "P-2", "item 1/object 2");
    assert_group(&m, 2, "object 3", "item 2/object 3");
    assert_group(&m, 3, "a <b>", "u-4/u-1");
    assert_group(&m, 4, "whole", "u-4/component 1");  // whose own object has no name
    mesh_free(&m);
}

// Bambu Studio and Orca name an object and its parts, PrusaSlicer an object, in a file beside the model.
static void names_beside_the_model_are_read(void** state)
{
    (void)state;
    static const char* const configs[][2] = {
        {"Metadata/model_settings.config",
         "<?xml version='1.0'?>\n<config><object id='2'><metadata key='name' value='whole'/>"
         "<metadata key='extruder' value='1'/><part id='1' subtype='normal_part'>"
         "<metadata key='name' value='a &amp; b'/><metadata key='matrix' value='1'/></part>"
         "<part id='1'><metadata key='name' value='not again'/></part>"
         "<part id='9'><metadata key='name' value='none'/></part></object>"
         "<object id='3'><metadata key='name' value='other'/></object>"
         "<object id='4'><metadata key='name' value='not this'/></object>"
         "<plate><metadata key='name' value='none'/></plate></config>"},
        {"Metadata/Slic3r_PE_model.config",
         "<config><object id='2' instances_count='1'><metadata type='object' key='name' "
         "value='whole'/><volume firstid='0' lastid='11'><metadata type='volume' key='name' "
         "value='volume'/></volume></object><object id='3'><metadata key='name' value='other'/>"
         "</object></config>"},
        {"Metadata/model_settings.config", "<config>\n<object id='2'>"},
    };
    for (size_t i = 0; i < 3; i++) {
        zip_made z = {0};
        zip_made_text(&z, "3D/a.model",
                      THREEMF_MODEL "<resources>" OBJECT("1") "</resources></model>");
        zip_made_text(
            &z, "3D/3dmodel.model",
            THREEMF_MODEL
            "<resources><object id='2'><components><component objectid='1' "
            "p:path='/3D/a.model'/><component objectid='1' p:path='/3D/a.model'/>"
            "</components></object>" OBJECT("3") "<object id='4' name='fourth'>" MESH(
                "0") "</object></resources>" BUILD("<item objectid='2'/><item objectid='3'/>"
                                                   "<item objectid='4'/>"));
        zip_made_text(&z, configs[i][0], configs[i][1]);
        zip_made_end(&z);
        mesh m = {0};
        mesh_error e;
        if (mesh_read_memory(&m, z.bytes, z.size, &in_place, &e) != MESH_OK) fail_msg("%s", e.text);
        static const char* const names[3][2] = {
            {"a & b", "other"}, {"whole", "other"}, {"object 1", "object 3"}};
        assert_int_equal(m.group_count, 4);
        assert_string_equal(m.groups[0].name, names[i][0]);
        assert_string_equal(m.groups[1].name, names[i][0]);
        assert_string_equal(m.groups[2].name, names[i][1]);
        assert_string_equal(m.groups[3].name, "fourth");
        assert_int_equal(m.warning_total, i == 2);
        if (i == 2)
            assert_string_equal(m.warnings[0].text,
                                "line 2 of Metadata/model_settings.config: names beside the model "
                                "are not read: the text ends before </object>");
        mesh_free(&m);
        free(z.bytes);
    }
}

// Supports and all other types stand in the world as models do; what no item shows does not.
static void what_is_built_is_in_the_world(void** state)
{
    (void)state;
    static const char model[] = THREEMF_MODEL "<resources><object id='1' type='other'>" MESH(
        "0.5") "</object>"
               "<object id='2' type='support'>" MESH(
                   "2") "</object>"
                        "<object id='3' type='surface'>" MESH(
                            "3") "</object>"
                                 "<object id='4'><components><component "
                                 "objectid='1'/></components></object>"
                                 "<object id='5'><components><component "
                                 "objectid='5'/></components></object></resources>" BUILD(
                                     "<item objectid='3'/><item objectid='2' printable='0'/>");
    for (int keep = 0; keep < 2; keep++) {
        const mesh_read_options options = {.keep_places = keep};
        mesh m = read_fine(model, &options);
        assert_true(m.vertex_count == 6 && m.triangle_count == 2 && m.face_count == 2);
        assert_int_equal(m.group_count, 2);
        assert_string_equal(m.groups[0].name, "object 3");
        assert_vertex(&m, m.triangles[3 * m.groups[0].first_triangle], 3, 0, 0);
        assert_vertex(&m, m.triangles[3 * m.groups[1].first_triangle], 2, 0, 0);
        assert_int_equal(m.warning_total, 1);
        assert_non_null(strstr(m.warnings[0].text, "3 of 5 objects"));
        mesh_free(&m);
    }
    mesh m = read_fine(THREEMF_MODEL "<resources>" OBJECT("1") "</resources></model>", NULL);
    assert_true(m.vertex_count == 0 && m.triangle_count == 0 && m.group_count == 0);
    assert_null(m.vertices);
    assert_non_null(strstr(m.warnings[0].text, "1 of 1 objects"));
    mesh_free(&m);
}

// ------------------------------------------------------------------------------------------- parts

static zip_made two_parts(const char* root, const char* other)
{
    zip_made z = {0};
    zip_made_text(&z, "_rels/.rels", threemf_relationships);
    zip_made_text(&z, "3D/parts/a.model", other);
    zip_made_text(&z, "3D/3dmodel.model", root);
    zip_made_end(&z);
    return z;
}

static void components_lead_to_other_parts(void** state)
{
    (void)state;
    const zip_made z = two_parts(
        THREEMF_MODEL "<resources>" OBJECT(
            "1") "<object id='2'><components><component objectid='1' p:path='/3D/parts/A.model'/>"
                 "<component objectid='1'/></components></object></resources>" BUILD(
                     "<item objectid='2'/><item objectid='7' p:path='/3D/parts/a.model'/>"),
        THREEMF_MODEL "<resources><object id='1' name='part'>" MESH(
            "9") "</object>"
                 "<object id='7'><components><component objectid='1'/></components></object>"
                 "</resources>" BUILD("<item objectid='1'/>"));  // which is not the root's
    mesh m = {0};
    mesh_error e;
    if (mesh_read_memory(&m, z.bytes, z.size, &in_place, &e) != MESH_OK) fail_msg("%s", e.text);
    assert_int_equal(m.group_count, 3);
    assert_group(&m, 0, "part", "item 0/object 2/component 0");
    assert_group(&m, 1, "object 1", "item 0/object 2/component 1");
    assert_group(&m, 2, "part", "item 1/object 7/component 0");
    assert_vertex(&m, m.triangles[3 * m.groups[0].first_triangle], 9, 0, 0);
    assert_vertex(&m, m.triangles[3 * m.groups[1].first_triangle], 0, 0, 0);
    mesh_free(&m);
    free(z.bytes);
}

static void relationships_name_the_root(void** state)
{
    (void)state;
    char relationships[500];
    for (int there = 0; there < 2; there++) {
        zip_made z = {0};
        snprintf(relationships, sizeof relationships, "%s", threemf_relationships);
        char* name = strstr(relationships, "3dmodel.model");
        memcpy(name, there ? "other01.model" : "other02.model", strlen("other01.model"));
        zip_made_text(&z, "_rels/.rels", relationships);
        zip_made_text(&z, "3D/3dmodel.model", "<wrong/>");
        zip_made_text(&z, "3D/other01.model",
                      THREEMF_MODEL
                      "<resources>" OBJECT("1") "</resources>" BUILD("<item objectid='1'/>"));
        zip_made_end(&z);
        mesh m = {0};
        mesh_error e;
        const mesh_status status = mesh_read_memory(&m, z.bytes, z.size, NULL, &e);
        assert_int_equal(status, there ? MESH_OK : MESH_SYNTAX);
        if (!there)
            assert_string_equal(
                e.text,
                "line 1 of _rels/.rels: the model \"/3D/other02.model\" is not in the archive");
        mesh_free(&m);
        free(z.bytes);
    }
}

static void an_archive_without_models_is_none(void** state)
{
    (void)state;
    zip_made z = {0};
    zip_made_text(&z, "word/document.xml", "<w/>");
    zip_made_end(&z);
    mesh m = {0};
    mesh_error e;
    assert_int_equal(mesh_read_memory(&m, z.bytes, z.size, NULL, &e), MESH_UNKNOWN_FORMAT);
    assert_non_null(strstr(e.text, "a ZIP archive"));
    const mesh_read_options given = {.format = MESH_3MF};
    assert_int_equal(mesh_read_memory(&m, z.bytes, z.size, &given, &e), MESH_UNKNOWN_FORMAT);
    assert_non_null(strstr(e.text, "no 3MF file"));
    free(z.bytes);
}

// ------------------------------------------------------------------------------------------ faults

#define RESOURCES(more) THREEMF_MODEL "\n<resources>\n" OBJECT("1") "\n" more "</resources>\n"
#define ITEM(more)      BUILD("\n<item objectid='1' " more "/>")

// What is wrong with a model, and what is left of it where that may be left out.
static const struct {
    const char* model;
    mesh_status status;
    size_t line;
    const char* says;
    size_t vertices, triangles;  // with drop_bad; SIZE_MAX: the same error
} faults[] = {
    {RESOURCES("<object id='2'><mesh><vertices><vertex x='0' y='1,5' z='0'/></vertices></mesh>"
               "</object>") BUILD("<item objectid='1'/><item objectid='2'/>"),
     MESH_BAD_NUMBER, 4, "\"1,5\", the y of vertex 0 of object 2, is not a number", 3, 1},
    {RESOURCES("<object id='2'><mesh><vertices><vertex x='0' y='1e999' z='0'/></vertices></mesh>"
               "</object>") BUILD("<item objectid='1'/><item objectid='2'/>"),
     MESH_BAD_NUMBER, 4, "too large for a double", 3, 1},
    {RESOURCES("<object id='2'><mesh><vertices><vertex x='0' y='1'/></vertices></mesh></object>")
         BUILD("<item objectid='1'/><item objectid='2'/>"),
     MESH_SYNTAX, 4, "vertex 0 of object 2 has no z", 3, 1},
    {RESOURCES(
         "<object id='2'><mesh><vertices><vertex x='0' y='1' z='2'/><vertex x='1' y='' z='0'/>"
         "<vertex x='0' y='0' z='0'/></vertices><triangles>\n<triangle v1='0' v2='1' v3='2'/>\n"
         "<triangle v1='0' v2='2' v3='2'/></triangles></mesh></object>")
         BUILD("<item objectid='1'/><item objectid='2'/>"),
     MESH_BAD_NUMBER, 4, "\"\", the y of vertex 1 of object 2", 5, 2},
    {RESOURCES(
         "<object id='2'><mesh><vertices><vertex x='0' y='1' z='2'/></vertices><triangles>\n"
         "<triangle v1='0' v2='0' v3='0'/>\n<triangle v1='0' v2='1' v3='0'/></triangles></mesh>"
         "</object>") BUILD("<item objectid='1'/><item objectid='2'/>"),
     MESH_BAD_INDEX, 6, "vertex index 1 of triangle 1 of object 2 does not exist (1 vertices)", 4,
     2},
    {RESOURCES("<object id='2'><mesh><vertices><vertex x='0' y='1' z='2'/></vertices><triangles>"
               "<triangle v1='-1' v2='0' v3='0'/></triangles></mesh></object>")
         BUILD("<item objectid='1'/><item objectid='2'/>"),
     MESH_BAD_NUMBER, 4, "\"-1\" of triangle 0 of object 2 is not a vertex index", 3, 1},
    {RESOURCES("<object id='2'><mesh><triangles><triangle v1='0' v3='0'/></triangles></mesh>"
               "</object>") BUILD("<item objectid='1'/>"),
     MESH_BAD_INDEX, 4, "vertex index 0 of triangle 0 of object 2 does not exist (0 vertices)", 3,
     1},
    {RESOURCES("<object name='x'/>") ITEM(""), MESH_SYNTAX, 4, "an object has no id", 3, 1},
    {RESOURCES("<object id='0'/>") ITEM(""), MESH_BAD_NUMBER, 4, "\"0\", the id of an object", 3,
     1},
    {RESOURCES("<object id='x'/>") ITEM(""), MESH_BAD_NUMBER, 4, "\"x\", the id of an object", 3,
     1},
    {RESOURCES("<object id='1'>" MESH("5") "</object>") ITEM(""), MESH_SYNTAX, 4,
     "there are two objects 1", 3, 1},
    {RESOURCES("<object id='2'>" MESH("5") "<components/></object>") ITEM(""), MESH_SYNTAX, 4,
     "object 2 is made of more than one", 3, 1},
    {RESOURCES("") BUILD("\n<item objectid='1'/><item objectid='3'/>"), MESH_BAD_INDEX, 6,
     "there is no object 3", 3, 1},
    {RESOURCES("") BUILD("\n<item objectid='1'/><item/>"), MESH_SYNTAX, 6,
     "an item has no objectid", 3, 1},
    {RESOURCES("")
         BUILD("\n<item objectid='1'/><item objectid='1' transform='1 0 0 0 1 0 0 0 1 0 0'/>"),
     MESH_SYNTAX, 6, "only 11 of 12 numbers", 3, 1},
    {RESOURCES("")
         BUILD("\n<item objectid='1'/><item objectid='1' transform='1 0 0 0 1 0 0 0 1 0 0 0 0'/>"),
     MESH_SYNTAX, 6, "more than 12 numbers", 3, 1},
    {RESOURCES("")
         BUILD("\n<item objectid='1'/><item objectid='1' transform='1 0 0 0 x 0 0 0 1 0 0 0'/>"),
     MESH_BAD_NUMBER, 6, "\"x\" in a transform is not a number", 3, 1},
    {RESOURCES("") BUILD(
         "\n<item objectid='1'/><item objectid='1' transform='1e999 0 0 0 1 0 0 0 1 0 0 0'/>"),
     MESH_BAD_NUMBER, 6, "too large for a double", 3, 1},
    {RESOURCES("") BUILD("\n<item objectid='1'/><item objectid='1' p:path='/3D/none.model'/>"),
     MESH_SYNTAX, 6, "the model \"/3D/none.model\" is not in the archive", 3, 1},
    {RESOURCES("<object id='2'><components>\n<component objectid='3'/></components></object>\n"
               "<object id='3'><components><component objectid='1'/>\n"
               "<component objectid='2'/></components></object>") BUILD("<item objectid='2'/>"),
     MESH_SYNTAX, 7, "object 2 is a component of itself", 3, 1},
    {RESOURCES("<object id='2'><components>\n<component objectid='9'/></components></object>")
         BUILD("<item objectid='1'/><item objectid='2'/>"),
     MESH_BAD_INDEX, 5, "there is no object 9", 3, 1},
    {RESOURCES("<object id='2'><components><component objectid='1' transform='1e300 0 0 0 1e300 0 "
               "0 0 1e300 0 0 0'/></components></object>\n")
         BUILD("<item objectid='1'/><item objectid='2' transform='1e300 0 0 0 1e300 0 0 0 1e300 0 "
               "0 0'/>"),
     MESH_BAD_NUMBER, 4, "object 1 is placed beyond the largest double", 3, 1},
    // What is wrong with the whole model cannot be left out.
    {"<model " THREEMF_CORE " unit='mm'/>", MESH_SYNTAX, 1, "\"mm\" is no unit of 3MF", SIZE_MAX,
     0},
    {"<model " THREEMF_CORE "\n requiredextensions='x'/>", MESH_SYNTAX, 1,
     "the required extension \"x\" is not declared", SIZE_MAX, 0},
    {"<model " THREEMF_CORE " xmlns:x='urn:x' requiredextensions=' x '/>", MESH_UNKNOWN_FORMAT, 1,
     "it requires the extension \"x\" (urn:x), which is not read", SIZE_MAX, 0},
    {"<model " THREEMF_CORE
     " xmlns:b='http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02' "
     "requiredextensions='b'/>",
     MESH_UNKNOWN_FORMAT, 1, "it requires beam lattices (extension \"b\"), which are not read",
     SIZE_MAX, 0},
    {"<model " THREEMF_CORE " xmlns:s='http://schemas.microsoft.com/3dmanufacturing/slice/2015/07' "
     "requiredextensions='s'/>",
     MESH_UNKNOWN_FORMAT, 1, "it requires slices", SIZE_MAX, 0},
    {"<x:model xmlns:x='urn:x'/>", MESH_UNKNOWN_FORMAT, 1, "no <model> of 3MF", SIZE_MAX, 0},
    {"<html/>", MESH_UNKNOWN_FORMAT, 1, "no <model> of 3MF", SIZE_MAX, 0},
    {THREEMF_MODEL "\n<resources>\n</resource></model>", MESH_SYNTAX, 3,
     "</resource> where </resources> should be", SIZE_MAX, 0},
    {THREEMF_MODEL "\n<resources>\n", MESH_TRUNCATED, 3, "ends before </resources>", SIZE_MAX, 0},
    {THREEMF_MODEL "<resources>\n<object id='2'><mesh><vertices><vertex x='0'", MESH_TRUNCATED, 2,
     "ends in a tag", SIZE_MAX, 0},
    {"<!DOCTYPE model>\n" THREEMF_MODEL "</model>", MESH_SYNTAX, 1, "document type", SIZE_MAX, 0},
};

static void faults_are_told_by_part_line_and_object(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        mesh m = {0};
        mesh_error e;
        const mesh_status status = read_model(&m, faults[i].model, NULL, &e);
        char place[60];
        snprintf(place, sizeof place, "line %zu of 3D/3dmodel.model: ", faults[i].line);
        if (status != faults[i].status || !strstr(e.text, faults[i].says) ||
            strncmp(e.text, place, strlen(place)) != 0 || e.line != faults[i].line)
            fail_msg("%s: %d %s", faults[i].model, (int)status, e.text);
        const mesh_status dropped = read_model(&m, faults[i].model, &dropping, &e);
        if (faults[i].vertices == SIZE_MAX) {
            assert_int_equal(dropped, faults[i].status);
            continue;
        }
        if (dropped != MESH_OK) fail_msg("%s: %s", faults[i].model, e.text);
        // What no triangle uses may be left out with what is dropped.
        if (m.triangle_count != faults[i].triangles || m.vertex_count != faults[i].vertices)
            fail_msg("%s: %zu vertices, %zu triangles", faults[i].model, m.vertex_count,
                     m.triangle_count);
        assert_true(m.warning_total > 0);
        assert_true(m.warnings[0].line == faults[i].line &&
                    strstr(m.warnings[0].text, faults[i].says));
        mesh_free(&m);
    }
}

static void what_is_left_out_leaves_faces_their_numbers(void** state)
{
    (void)state;
    static const char model[] = THREEMF_MODEL "<resources><object id='9'>" MESH(
        "0.5") "</object><object id='1'><mesh><vertices>"
               "<vertex x='0' y='0' z='0'/><vertex x='?' y='0' z='0'/><vertex x='0' y='1' z='0'/>"
               "<vertex x='0' y='1' z='4'/></vertices><triangles><triangle v1='0' v2='1' v3='2'/>"
               "<triangle v1='0' v2='2' v3='3'/><triangle v1='0' v2='2' v3='4'/>"
               "<triangle v1='3' v2='2' v3='0'/></triangles></mesh></object></resources>" BUILD(
                   "<item objectid='1'/>");
    for (int keep = 0; keep < 2; keep++) {
        const mesh_read_options options = {.keep_places = keep, .drop_bad = 1};
        mesh m = read_fine(model, &options);
        assert_true(m.vertex_count == 3 && m.triangle_count == 2);
        assert_vertex(&m, m.triangles[2], 0, 1, 4);
        assert_non_null(m.faces);
        assert_int_equal(m.faces[1] - m.faces[0], 2);
        mesh_free(&m);
    }
}

// Ten levels of ten components each are as many as there are people; levels that show nothing take as long.
static void what_doubles_itself_ends(void** state)
{
    (void)state;
    for (int shows = 0; shows < 2; shows++) {
        char model[20000];
        int used =
            snprintf(model, sizeof model, THREEMF_MODEL "<resources><object id='1'>%s</object>",
                     shows ? MESH("0") : "<components/>");
        for (int level = 2; level <= 12; level++) {
            used += snprintf(model + used, sizeof model - (size_t)used,
                             "<object id='%d'><components>", level);
            for (int i = 0; i < 10; i++)
                used += snprintf(model + used, sizeof model - (size_t)used,
                                 "<component objectid='%d'/>", level - 1);
            used += snprintf(model + used, sizeof model - (size_t)used, "</components></object>");
        }
        snprintf(model + used, sizeof model - (size_t)used,
                 "</resources>" BUILD("<item objectid='12'/>"));
        mesh m = {0};
        mesh_error e;
        const mesh_read_options options = {.keep_places = 1, .drop_bad = shows};
        assert_int_equal(read_model(&m, model, &options, &e), MESH_TOO_LARGE);
        assert_non_null(strstr(e.text, "objects and components"));
    }
}

static void components_nest_as_deep_as_is_said(void** state)
{
    (void)state;
    for (int more = 0; more < 2; more++) {
        char model[12000];
        int used = snprintf(model, sizeof model, THREEMF_MODEL "<resources>" OBJECT("1"));
        for (int level = 2; level <= 64 + more; level++)
            used += snprintf(model + used, sizeof model - (size_t)used,
                             "<object id='%d'><components><component objectid='%d'/></components>"
                             "</object>",
                             level, level - 1);
        snprintf(model + used, sizeof model - (size_t)used,
                 "</resources>" BUILD("<item objectid='%d'/>"), 64 + more);
        mesh m = {0};
        mesh_error e;
        const mesh_status status = read_model(&m, model, NULL, &e);
        assert_int_equal(status, more ? MESH_TOO_LARGE : MESH_OK);
        if (more) assert_non_null(strstr(e.text, "nested deeper than 64"));
        mesh_free(&m);
    }
}

static void oddities_are_warned_of(void** state)
{
    (void)state;
    static const char* const models[][2] = {
        {"<model><resources>" OBJECT("1") "</resources>" ITEM(""), "has no namespace"},
        {RESOURCES("<ms:metal/>") ITEM(""), "the prefix \"ms\" is not declared"},
        {RESOURCES("<object id='2'/>") BUILD("<item objectid='1'/><item objectid='2'/>"),
         "object 2 has neither a mesh nor components"},
        {"<model " THREEMF_CORE
         " xmlns:b='http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02'><resources>"
         "<object id='1'><mesh><vertices><vertex x='0' y='0' z='0'/></vertices><triangles>"
         "<triangle v1='0' v2='0' "
         "v3='0'/></triangles><b:beamlattice/></mesh></object></resources>" ITEM(""),
         "beam lattices are not read"},
    };
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        mesh m = read_fine(models[i][0], NULL);
        assert_int_equal(m.warning_total, 1);
        if (!strstr(m.warnings[0].text, models[i][1])) fail_msg("%s", m.warnings[0].text);
        assert_int_equal(m.triangle_count, 1);
        mesh_free(&m);
    }
}

// What is not geometry, or of nobody's namespace, changes nothing.
static void what_does_not_matter_is_passed_over(void** state)
{
    (void)state;
    static const char model[] =
        "<?xml version='1.0' encoding='UTF-8'?><!-- a model -->\n"
        "<c:model xmlns:c='http://schemas.microsoft.com/3dmanufacturing/core/2015/02' "
        "xmlns:m='http://schemas.microsoft.com/3dmanufacturing/material/2015/02' xmlns:x='urn:x' "
        "requiredextensions='m' unit='inch' xml:lang='en'>"
        "<c:metadata name='Title'>a &amp; b</c:metadata><c:resources>"
        "<c:basematerials id='5'><c:base name='a' displaycolor='#FFFFFF'/></c:basematerials>"
        "<m:colorgroup id='6'><m:color color='#FFFFFF'/></m:colorgroup>"
        "<x:object id='1'/><c:object id='1' type='model' pid='5' pindex='0' x:id='7'>"
        "<c:metadatagroup><c:metadata name='a'/></c:metadatagroup><c:mesh><c:vertices>"
        "<c:vertex x='1' y='2' z='3' x:x='9'/><x:vertex/><c:vertex z='+6.0e0' y='.5' x=' 4 '/>"
        "</c:vertices><c:triangles><c:triangle v1='0' v2='1' v3='1' p1='0' pid='6'/></c:triangles>"
        "</c:mesh></c:object></c:resources><c:build><c:item objectid='1' partnumber='n'/></c:build>"
        "</c:model>";
    mesh m = read_fine(model, NULL);
    assert_true(m.vertex_count == 2 && m.triangle_count == 1 && m.warning_total == 0);
    assert_vertex(&m, 0, 1, 2, 3);
    assert_vertex(&m, 1, 4, 0.5, 6);
    assert_true(m.unit == 0.0254);
    mesh_free(&m);
}

static void parts_have_one_unit(void** state)
{
    (void)state;
    const zip_made z = two_parts(
        THREEMF_MODEL "<resources/>" BUILD("<item objectid='1' p:path='/3D/parts/a.model'/>"),
        "<model " THREEMF_CORE " unit='inch'><resources>" OBJECT("1") "</resources></model>");
    mesh m = {0};
    mesh_error e;
    assert_int_equal(mesh_read_memory(&m, z.bytes, z.size, NULL, &e), MESH_SYNTAX);
    assert_string_equal(e.text, "line 1 of 3D/parts/a.model: this model has another unit than the "
                                "one that shows it");
    free(z.bytes);
}

// A place in a part is told by the part's place in the file.
static void damaged_archives_are_refused_by_byte(void** state)
{
    (void)state;
    zip_made z = threemf_made(RESOURCES("") ITEM(""));
    mesh m = {0};
    mesh_error e;
    z.bytes[z.entries[1].at + 30 + strlen("3D/3dmodel.model") + 4] ^= 1;
    assert_int_equal(mesh_read_memory(&m, z.bytes, z.size, &dropping, &e), MESH_SYNTAX);
    assert_true(e.line == 0 && e.byte == z.entries[1].at);
    assert_non_null(strstr(e.text, "\"3D/3dmodel.model\" is damaged: its checksum is wrong"));
    assert_int_equal(mesh_read_memory(&m, z.bytes, z.size - 30, NULL, &e), MESH_TRUNCATED);
    free(z.bytes);
    z = threemf_made(THREEMF_MODEL "\n<x");
    assert_int_equal(mesh_read_memory(&m, z.bytes, z.size, NULL, &e), MESH_TRUNCATED);
    assert_true(e.line == 2 && e.byte == z.entries[1].at);
    free(z.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_model_is_read),
        cmocka_unit_test(transforms_are_those_of_rows),
        cmocka_unit_test(transforms_follow_each_other),
        cmocka_unit_test(units_are_told_in_metres),
        cmocka_unit_test(names_and_ids_are_those_of_the_file),
        cmocka_unit_test(names_beside_the_model_are_read),
        cmocka_unit_test(what_is_built_is_in_the_world),
        cmocka_unit_test(components_lead_to_other_parts),
        cmocka_unit_test(relationships_name_the_root),
        cmocka_unit_test(an_archive_without_models_is_none),
        cmocka_unit_test(faults_are_told_by_part_line_and_object),
        cmocka_unit_test(what_is_left_out_leaves_faces_their_numbers),
        cmocka_unit_test(what_doubles_itself_ends),
        cmocka_unit_test(components_nest_as_deep_as_is_said),
        cmocka_unit_test(oddities_are_warned_of),
        cmocka_unit_test(what_does_not_matter_is_passed_over),
        cmocka_unit_test(parts_have_one_unit),
        cmocka_unit_test(damaged_archives_are_refused_by_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
