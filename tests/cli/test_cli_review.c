// test_cli_review.c - what "abut clash" writes of a review: text, JSON, CSV, BCF, JUnit and GitHub's annotations. Walls and
// pipes whose clashes are known by construction.
#include "file/bytes.h"
#include "support/cli_run.h"

#include <ctype.h>
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

typedef struct named_box {
    const char* name;
    double low[3], high[3];
} named_box;

static void write_boxes(const char* path, const named_box* boxes, size_t count)
{
    static const int faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                     {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                     {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    for (size_t b = 0; b < count; b++) {
        fprintf(out, "o %s\n", boxes[b].name);
        for (int v = 0; v < 8; v++)
            fprintf(out, "v %.17g %.17g %.17g\n", v & 1 ? boxes[b].high[0] : boxes[b].low[0],
                    v & 2 ? boxes[b].high[1] : boxes[b].low[1],
                    v & 4 ? boxes[b].high[2] : boxes[b].low[2]);
        for (int f = 0; f < 12; f++)
            fprintf(out, "f %zu %zu %zu\n", (size_t)faces[f][0] + 1 + 8 * b,
                    (size_t)faces[f][1] + 1 + 8 * b, (size_t)faces[f][2] + 1 + 8 * b);
    }
    fclose(out);
}

// A name with all that XML, CSV, JSON and GitHub's commands would take for their own, and what is no UTF-8.
#define ODD      "=<a> & \"b\", 'c' 100%:\x01\xff]]>"
#define ODD_XML  "=&lt;a&gt; &amp; \"b\", 'c' 100%:\xef\xbf\xbd\xef\xbf\xbd]]&gt;"
#define ODD_TEXT "=<a> & \"b\", 'c' 100%:\\x01\\xff]]>"
#define ODD_HUB  "=<a> & \"b\", 'c' 100%25:\\x01\\xff]]>"

// The pipe pierces the wall and protrudes into the slab by 1/4; lamp and slab touch the wall; the odd box is in the slab.
static void write_scene(void)
{
    static const named_box boxes[] = {{"2O2Fr$t4X7Zf8NOew3FK4F", {0, 0, 0}, {8, 0.5, 4}},
                                      {"IfcSlab_1hOSvn6df7F8_7GcBWlRqU", {0, -4, -1}, {8, 4, 0}},
                                      {"pipe", {4, -2, -0.25}, {4.25, 2, 0.5}},
                                      {"lamp", {1, 0.5, 2}, {2, 1, 3}},
                                      {ODD, {1, 1, -0.75}, {2, 2, -0.5}}};
    write_boxes("scene.obj", boxes, 5);
}

static const cJSON* row_of(const cJSON* root, const char* a, const char* b)
{
    const cJSON* rows = cli_member(root, "clashes");
    for (const cJSON* row = rows->child; row; row = row->next) {
        const char* names[2];
        for (int k = 0; k < 2; k++) {
            const int i = cJSON_GetObjectItem(row, k ? "b" : "a")->valueint;
            names[k] = cli_member(cJSON_GetArrayItem(cli_member(root, "objects"), i), "group")
                           ->valuestring;
        }
        if (strstr(names[0], a) && strstr(names[1], b)) return row;
    }
    fail_msg("no row of %s and %s", a, b);
    return NULL;
}

static size_t count_of(const char* text, const char* part)
{
    size_t count = 0;
    for (const char* at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

// ------------------------------------------------------------------------------------------- text

static void text_has_rows_and_sentences(void** state)
{
    (void)state;
    write_scene();
    cli_result r = CLI("clash", "--groups", "scene.obj", "--rank", "name", "--no-times");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "state         class      size                      objects\n");
    cli_expect_text(r.out, "new           inside     ");
    cli_expect_text(r.out, ODD_TEXT "\n    ");
    cli_expect_text(r.out, "\n5 rows: 5 new; 0 allowed, 0 ignored\n");
    // Both sentences of a row stand under it. (The names of pipe and lamp are as they are in either form.)
    cJSON* root = CLI_JSON(1, "clash", "--groups", "scene.obj", "--rank", "name", "--json");
    static const char* const others[][2] = {
        {"2O2Fr", "pipe"}, {"IfcSlab", "pipe"}, {"2O2Fr", "lamp"}};
    for (int i = 0; i < 3; i++) {
        const cJSON* text = cli_member(row_of(root, others[i][0], others[i][1]), "text");
        char lines[600];
        snprintf(lines, sizeof lines, "\n    %s\n    %s\n", text->child->valuestring,
                 text->child->next->valuestring);
        cli_expect_text(r.out, lines);
    }
    cJSON_Delete(root);
    cli_free(&r);
    r = CLI("clash", "--groups", "scene.obj", "--touch", "hide");
    cli_expect_text(r.out, "\n3 rows: 3 new; 2 allowed, 0 ignored\n");
    cli_free(&r);
}

static void groups_head_their_rows(void** state)
{
    (void)state;
    write_scene();
    cli_result r = CLI("clash", "--groups", "scene.obj", "--group", "cell", "--cell", "100");
    assert_null(strstr(r.out, "In no group"));  // all are in one
    assert_int_equal(r.status, 1);
    cJSON* root =
        CLI_JSON(1, "clash", "--groups", "scene.obj", "--group", "cell", "--cell", "100", "--json");
    const cJSON* groups = cli_member(root, "groups");
    size_t rows = 0;
    assert_true(cJSON_GetArraySize(groups) > 0);
    for (const cJSON* g = groups->child; g; g = g->next) {
        char heading[200];
        size_t members = 0;
        for (const cJSON* row = cli_member(root, "clashes")->child; row; row = row->next)
            members += strcmp(cli_member(row, "group")->valuestring,
                              cli_member(g, "name")->valuestring) == 0;
        assert_true(cli_number(g, "rows") == (double)members);
        assert_true(cJSON_IsFalse(cli_member(g, "by_hand")));
        snprintf(heading, sizeof heading, "\nGroup %s, %zu row", cli_member(g, "name")->valuestring,
                 members);
        cli_expect_text(r.out, heading);
        rows += members;
    }
    assert_true((double)rows == cli_number(root, "clash_count"));
    cJSON_Delete(root);
    cli_free(&r);
}

// ------------------------------------------------------------------------------------------- JSON

static void json_has_what_is_known_alone(void** state)
{
    (void)state;
    write_scene();
    cJSON* root = CLI_JSON(1, "clash", "--groups", "scene.obj", "--json", "--rank", "depth",
                           "--unit", "mm", "--date", "2026-11-30", "--no-times");
    assert_true(cli_number(root, "review") == 1);
    assert_string_equal(cli_member(root, "date")->valuestring, "2026-11-30T00:00:00Z");
    assert_string_equal(cli_member(root, "unit")->valuestring, "mm");
    assert_null(cJSON_GetObjectItem(root, "rules_file"));
    assert_true(cli_number(root, "sources.0.objects") == 5);
    assert_true(cli_number(root, "rules.0.rows") == cli_number(root, "clash_count"));
    assert_true(cli_number(root, "counts.new") == 5 && cli_number(root, "counts.approved") == 0);
    assert_true(cJSON_GetArraySize(cli_member(root, "gone")) == 0);
    assert_string_equal(cli_member(root, "objects.2.id")->valuestring, "pipe");
    assert_int_equal(strlen(cli_member(root, "objects.2.geometry")->valuestring), 32);
    assert_true(cli_number(root, "objects.4.source") == 0);
    const cJSON* row = row_of(root, "IfcSlab", "pipe");
    assert_true(fabs(cli_number(row, "depth.0") - 0.25) < 1e-6);
    assert_true(cli_number(row, "depth.0") <= 0.25 && cli_number(row, "depth.1") >= 0.25);
    assert_true(fabs(cli_number(row, "volume.0") - 0.25) < 1e-6);  // 1/4 x 4 x 1/4
    static const double low[] = {4, -2, -0.25}, high[] = {4.25, 2, 0};
    for (int k = 0; k < 3; k++) {
        assert_true(cJSON_GetArrayItem(cli_member(row, "box.low"), k)->valuedouble == low[k]);
        assert_true(cJSON_GetArrayItem(cli_member(row, "box.high"), k)->valuedouble == high[k]);
    }
    assert_null(cJSON_GetObjectItem(row, "gap"));
    assert_null(cJSON_GetObjectItem(row, "group"));
    assert_null(cJSON_GetObjectItem(row, "approval"));
    assert_null(cJSON_GetObjectItem(row, "reason"));
    assert_string_equal(cli_member(row_of(root, "2O2Fr", "lamp"), "class")->valuestring,
                        "touching");
    assert_string_equal(cli_member(row_of(root, "IfcSlab", "=<a>"), "class")->valuestring,
                        "inside");
    cJSON_Delete(root);
}

// The worst first: 1/4 of the slab, then the others by their depth.
static void rows_come_in_the_order_of_the_rank(void** state)
{
    (void)state;
    write_scene();
    cJSON* root = CLI_JSON(1, "clash", "--groups", "scene.obj", "--json", "--rank", "depth");
    double before = (double)INFINITY;
    for (const cJSON* row = cli_member(root, "clashes")->child; row; row = row->next) {
        const cJSON* depth = cJSON_GetObjectItem(row, "depth");
        const double hi = depth ? cJSON_GetArrayItem(depth, 1)->valuedouble : 0;
        assert_true(hi <= before);
        before = hi;
    }
    cJSON_Delete(root);
}

// -------------------------------------------------------------------------------------------- CSV

// Count the cells of a line.
static size_t cells_of(const char* line)
{
    size_t count = 1;
    bool quoted = false;
    for (; *line && *line != '\n'; line++) {
        quoted ^= *line == '"';
        count += *line == ',' && !quoted;
    }
    assert_false(quoted);
    return count;
}

static void csv_has_a_line_a_row(void** state)
{
    (void)state;
    write_scene();
    cli_result r = CLI("clash", "--groups", "scene.obj", "--rank", "name", "--csv");
    static const char heading[] =
        "a,b,id_a,id_b,rule,test,class,state,depth_lo,depth_hi,gap_lo,gap_hi,volume_lo,volume_hi,"
        "length_lo,length_hi,x_low,y_low,z_low,x_high,y_high,z_high,dx,dy,dz,group,key,text\n";
    assert_memory_equal(r.out, heading, sizeof heading - 1);
    assert_int_equal(count_of(r.out, "\n"), 6);
    for (const char* line = r.out; *line; line = strchr(line, '\n') + 1)
        assert_int_equal(cells_of(line), 28);
    cli_expect_text(r.out, ",\"=<a> & \"\"b\"\", 'c' 100%:\\x01\\xff]]>\",");
    cli_expect_text(r.out, ",all,touch,touching,new,");
    cli_free(&r);
    r = CLI("clash", "--groups", "scene.obj", "--rank", "name", "--csv", "--csv-safe", "--crlf");
    cli_expect_text(r.out, ",\"'=<a> &");
    assert_int_equal(count_of(r.out, ",\"=<a> &"), 0);
    assert_int_equal(count_of(r.out, ",=<a> &"), 0);
    assert_int_equal(count_of(r.out, "\r\n"), 6);
    cli_free(&r);
}

// -------------------------------------------------------------------------------------------- XML

// Fail the test unless a text is well-formed XML, as far as this program could get it wrong: elements in each other,
// attributes in quotes, references that are known, characters that XML has.
static const char* check_reference(const char* at)
{
    static const char* const known[] = {"&amp;", "&lt;",  "&gt;", "&quot;",
                                        "&#9;",  "&#10;", "&#13;"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(at, known[i], strlen(known[i])) == 0) return at + strlen(known[i]);
    fail_msg("no reference: %.20s", at);
    return NULL;
}

static const char* check_attributes(const char* at, const char* end)
{
    while (at < end && *at == ' ') {
        const char* name = ++at;
        while (isalnum((unsigned char)*at) || *at == ':' || *at == '_')
            at++;
        assert_true(at > name && at[0] == '=' && at[1] == '"');
        for (at += 2; *at != '"';) {
            assert_true(*at && *at != '<' && *at != '\n' && *at != '\t');
            at = *at == '&' ? check_reference(at) : at + 1;
        }
        at++;
    }
    return at;
}

static void check_xml(const char* text)
{
    static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    struct {
        const char* name;
        size_t length;
    } open[16];
    int depth = 0;
    assert_memory_equal(text, head, sizeof head - 1);
    for (const char* at = text + sizeof head - 1; *at;) {
        const unsigned char c = (unsigned char)*at;
        assert_true(c >= 0x20 || c == '\n' || c == '\t');
        if (c == '&') {
            at = check_reference(at);
        } else if (c != '<') {
            assert_true(strncmp(at, "]]>", 3) != 0);
            at++;
        } else if (at[1] == '/') {
            assert_true(depth-- > 0);
            assert_memory_equal(at + 2, open[depth].name, open[depth].length);
            at += 2 + open[depth].length;
            assert_true(*at++ == '>');
        } else {
            const char* name = at + 1;
            const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz"
                                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ:-");
            assert_true(length > 0 && depth < 16);
            at = check_attributes(name + length, text + strlen(text));
            if (*at == '/') {
                at++;
            } else {
                open[depth].name = name;
                open[depth++].length = length;
            }
            assert_true(*at++ == '>');
        }
    }
    assert_int_equal(depth, 0);
}

// ------------------------------------------------------------------------------------------ JUnit

static char* junit_of(int status, const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    if (r.status != status) fail_msg("status %d: %s", r.status, r.err);
    cli_free(&r);
    char* text = cli_read_file("tests.xml");
    assert_non_null(text);
    check_xml(text);
    return text;
}
#define JUNIT(status, ...)                                                                         \
    junit_of(status, (const char* const[]){"clash", "--groups", "--junit", "tests.xml",            \
                                           __VA_ARGS__, NULL})

// A row of boxes, each of which overlaps the next: one row fewer.
static void write_chain(size_t count)
{
    named_box* boxes = calloc(count, sizeof *boxes);
    char* names = calloc(count, 16);
    for (size_t i = 0; i < count; i++) {
        const double x = (double)i;
        snprintf(names + 16 * i, 16, "link %u", (unsigned)i);
        boxes[i] = (named_box){names + 16 * i, {x, 0, 0}, {x + 1.25, 1, 1}};
    }
    write_boxes("chain.obj", boxes, count);
    free(boxes);
    free(names);
}

static void a_rule_is_a_test_case(void** state)
{
    (void)state;
    write_scene();
    char* text = JUNIT(1, "scene.obj", "--no-times", "--date", "2026-11-30");
    cli_expect_text(text, "<testsuites tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\">\n");
    cli_expect_text(text, " timestamp=\"2026-11-30T00:00:00\">");
    cli_expect_text(text, "<testcase classname=\"abut.clash\" name=\"all\">");
    cli_expect_text(text, "<failure message=\"5 rows\" type=\"clash\">\n");
    cli_expect_text(text, "IfcSlab_1hOSvn6df7F8_7GcBWlRqU, " ODD_XML ": inside, new\n    ");
    free(text);
    text = JUNIT(1, "scene.obj");
    cli_expect_text(text, " time=\"");
    free(text);
    // Nothing is listed: the case passes.
    write_chain(3);
    text = JUNIT(0, "chain.obj", "--hard-tolerance", "0.5");
    cli_expect_text(text, "<testsuites tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\"");
    cli_expect_text(text, "<testcase classname=\"abut.clash\" name=\"all\"/>");
    free(text);
    unlink("tests.xml");
}

static void nothing_to_check_is_an_error(void** state)
{
    (void)state;
    const named_box one = {"one", {0, 0, 0}, {1, 1, 1}};
    write_boxes("one_box.obj", &one, 1);
    char* text = JUNIT(3, "one_box.obj");
    cli_expect_text(text, "<testsuites tests=\"2\" failures=\"0\" errors=\"1\"");
    cli_expect_text(text, "name=\"nothing to check\"");
    free(text);
    text = JUNIT(0, "one_box.obj", "--allow-empty");
    cli_expect_text(text, "<testsuites tests=\"1\" failures=\"0\" errors=\"0\"");
    free(text);
    unlink("tests.xml");
}

static void long_lists_are_cut_and_counted(void** state)
{
    (void)state;
    write_chain(101);
    char* text = JUNIT(1, "chain.obj");
    cli_expect_text(text, "message=\"100 rows\"");
    assert_int_equal(count_of(text, ", new\n"), 100);
    assert_int_equal(count_of(text, "more\n"), 0);
    free(text);
    write_chain(104);
    text = JUNIT(1, "chain.obj");
    cli_expect_text(text, "message=\"103 rows\"");
    assert_int_equal(count_of(text, ", new\n"), 100);
    cli_expect_text(text, "\nand 3 more\n</failure>");
    free(text);
    unlink("tests.xml");
}

// ------------------------------------------------------------------------------------ annotations

static void annotations_are_github_commands(void** state)
{
    (void)state;
    write_scene();
    cli_result r = CLI("clash", "--groups", "scene.obj", "--annotate", "-o", "t.txt");
    assert_int_equal(r.status, 1);
    assert_int_equal(count_of(r.out, "\n"), 5);
    assert_int_equal(count_of(r.out, "::error file=scene.obj,title=all%3A "), 5);
    cli_expect_text(r.out, ODD_HUB);
    cli_free(&r);
    r = CLI("clash", "--groups", "scene.obj", "--annotate", "--rank", "name");
    cli_expect_text(r.out, "\n5 rows: 5 new; 0 allowed, 0 ignored\n");
    cli_expect_text(r.out, "\n::error file=scene.obj,title=all%3A touching::");
    cli_free(&r);
    rename("scene.obj", "a,b:c%.obj");
    r = CLI("clash", "--groups", "a,b:c%.obj", "--annotate");
    cli_expect_text(r.out, "::error file=a%2Cb%3Ac%25.obj,title=");
    cli_free(&r);
    unlink("a,b:c%.obj");
    unlink("t.txt");
}

// GitHub shows ten of a kind.
static void ten_annotations_are_the_most(void** state)
{
    static const struct {
        size_t boxes, lines;
        const char* last;
    } rows[] = {{11, 10, NULL}, {12, 10, "::error title=abut clash::and 2 more rows\n"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_chain(rows[i].boxes);
        cli_result r = CLI("clash", "--groups", "chain.obj", "--annotate", "-o", "t.txt");
        assert_int_equal(count_of(r.out, "::error "), rows[i].lines);
        assert_int_equal(count_of(r.out, "more rows"), rows[i].last != NULL);
        if (rows[i].last) cli_expect_text(r.out, rows[i].last);
        cli_free(&r);
    }
    unlink("t.txt");
}

// -------------------------------------------------------------------------------------------- BCF

typedef struct archive {
    char* bytes;
    size_t size;
} archive;

static archive read_archive(const char* path)
{
    archive a = {0};
    FILE* in = fopen(path, "rb");
    assert_non_null(in);
    FILE* out = open_memstream(&a.bytes, &a.size);
    for (int c; (c = fgetc(in)) != EOF;)
        fputc(c, out);
    fclose(in);
    fclose(out);
    return a;
}

// The entry of a name, as text, or from *index on the first whose name ends so. To be freed; NULL: there is none.
static char* entry_of(const archive* a, const char* ending, size_t* index, char name[128])
{
    const char* end = a->bytes + a->size - 22;
    const size_t count = load_u16(end + 8, false);
    const char* line = a->bytes + load_u32(end + 16, false);
    for (size_t i = 0; i < count; i++) {
        const size_t length = load_u16(line + 28, false), size = load_u32(line + 24, false);
        snprintf(name, 128, "%.*s", (int)length, line + 46);
        const char* bytes = a->bytes + load_u32(line + 42, false) + 30 + length;
        line += 46 + length;
        if (i < *index || length < strlen(ending) ||
            strcmp(name + length - strlen(ending), ending) != 0)
            continue;
        *index = i + 1;
        char* text = calloc(size + 1, 1);
        memcpy(text, bytes, size);
        return text;
    }
    return NULL;
}

// The text of the first element of a name.
static double number_in(const char* text, const char* element)
{
    const char* at = strstr(text, element);
    assert_non_null(at);
    return strtod(at + strlen(element), NULL);
}

static void expect_topic(const archive* a, const cJSON* row, bool is_new)
{
    char ending[64], name[128];
    size_t at = 0;
    const char* key = cli_member(row, "key")->valuestring;
    snprintf(ending, sizeof ending, "%s/markup.bcf", key);
    char* text = entry_of(a, ending, &at, name);
    assert_non_null(text);
    check_xml(text);
    snprintf(ending, sizeof ending, "<Topic Guid=\"%s\" TopicType=\"Clash\" TopicStatus=\"Open\">",
             key);
    cli_expect_text(text, ending);
    cli_expect_text(text, is_new ? "<Label>new</Label>" : "<Labels>new</Labels>");
    cli_expect_text(text, "<CreationDate>2026-11-30T00:00:00Z</CreationDate>");
    cli_expect_text(text, "<Filename>scene.obj</Filename>");
    assert_int_equal(count_of(text, "<Filename>"), 1);  // both are of one file
    cli_expect_text(text, "<Snapshot>snapshot.png</Snapshot>");
    free(text);
    at = 0;
    snprintf(ending, sizeof ending, "%s/snapshot.png", key);
    text = entry_of(a, ending, &at, name);
    assert_memory_equal(text, "\x89PNG", 4);
    free(text);
}

static void a_topic_is_a_row(void** state)
{
    static const char* const versions[] = {"2.1", "3.0"};
    (void)state;
    write_scene();
    for (int v = 0; v < 2; v++) {
        cJSON* root =
            CLI_JSON(1, "clash", "--groups", "scene.obj", "--bcf", "t.bcf", "--bcf-version",
                     versions[v], "--json", "--date", "2026-11-30", "--unit", "m");
        archive a = read_archive("t.bcf");
        char name[128], ending[40];
        size_t at = 0, topics = 0, folders = 0;
        char* text = entry_of(&a, "bcf.version", &at, name);
        check_xml(text);
        snprintf(ending, sizeof ending, "VersionId=\"%s\"", versions[v]);
        cli_expect_text(text, ending);
        free(text);
        for (const cJSON* row = cli_member(root, "clashes")->child; row; row = row->next, topics++)
            expect_topic(&a, row, v == 1);
        assert_int_equal(topics, 5);
        for (at = 0; (text = entry_of(&a, "/", &at, name)); folders++)
            free(text);
        assert_int_equal(folders, topics);
        at = 0;
        text = entry_of(&a, v ? "extensions.xml" : "extensions.xsd", &at, name);
        check_xml(text);
        free(text);
        free(a.bytes);
        cJSON_Delete(root);
    }
    unlink("t.bcf");
}

// The markup of the topic of a row, to be freed.
static char* markup_of(const archive* a, const cJSON* row)
{
    char ending[64], name[128];
    size_t at = 0;
    snprintf(ending, sizeof ending, "%s/markup.bcf", cli_member(row, "key")->valuestring);
    char* text = entry_of(a, ending, &at, name);
    assert_non_null(text);
    check_xml(text);
    return text;
}

static char* viewpoint_of(const cJSON* root, const char* a, const char* b)
{
    char ending[64], name[128];
    size_t at = 0;
    archive file = read_archive("t.bcf");
    snprintf(ending, sizeof ending, "%s/viewpoint.bcfv",
             cli_member(row_of(root, a, b), "key")->valuestring);
    char* text = entry_of(&file, ending, &at, name);
    assert_non_null(text);
    check_xml(text);
    free(file.bytes);
    return text;
}

// Both are selected by their IFC GUIDs, else by name; the camera is in metres and looks at the middle of what both share.
static void viewpoints_select_and_aim(void** state)
{
    static const struct {
        const char* unit;
        double metres;
    } units[] = {{"m", 1}, {"in", 0.0254}};
    (void)state;
    write_scene();
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        cJSON* root = CLI_JSON(1, "clash", "--groups", "scene.obj", "--bcf", "t.bcf", "--json",
                               "--unit", units[u].unit);
        char* text = viewpoint_of(root, "IfcSlab", "pipe");
        cli_expect_text(text, "<Component IfcGuid=\"1hOSvn6df7F8_7GcBWlRqU\"/>");
        cli_expect_text(text, "<OriginatingSystem>scene.obj</OriginatingSystem>");
        cli_expect_text(text, "<AuthoringToolId>pipe</AuthoringToolId>");
        cli_expect_text(text, "<Visibility DefaultVisibility=\"true\"/>");
        assert_null(strstr(text, "ClippingPlane"));
        const char *eye = strstr(text, "<CameraViewPoint>"),
                   *to = strstr(text, "<CameraDirection>");
        static const char* const axes[] = {"<X>", "<Y>", "<Z>"};
        static const double middle[3] = {4.125, 0, -0.125};
        double along = 0, across = 0, way[3], direction[3];
        for (int k = 0; k < 3; k++) {
            way[k] = middle[k] * units[u].metres - number_in(eye, axes[k]);
            direction[k] = number_in(to, axes[k]);
            along += way[k] * direction[k];
        }
        for (int k = 0; k < 3; k++)
            across += pow(way[k] - along * direction[k], 2);
        assert_true(along > 4 * units[u].metres && along < 20 * units[u].metres);
        assert_true(sqrt(across) < 1e-9 * along);
        free(text);
        text = viewpoint_of(root, "IfcSlab", "=<a>");
        cli_expect_text(text, "<AuthoringToolId>" ODD_XML "</AuthoringToolId>");
        free(text);
        cJSON_Delete(root);
    }
    unlink("t.bcf");
}

static void a_unit_that_is_not_known_is_told(void** state)
{
    (void)state;
    write_scene();
    cli_result r = CLI("clash", "--groups", "scene.obj", "--bcf", "t.bcf");
    cli_expect_text(r.err, "t.bcf: its cameras are in metres, and so the files are taken to be");
    cli_free(&r);
    r = CLI("clash", "--groups", "scene.obj", "--bcf", "t.bcf", "--unit", "m");
    assert_string_equal(r.err, "");
    cli_free(&r);
    unlink("t.bcf");
}

// What is too close has a gap and no depth; its camera looks between the nearest points.
static void what_is_too_close_is_written(void** state)
{
    static const named_box two[] = {{"left", {0, 0, 0}, {1, 1, 1}},
                                    {"right", {1.5, 0, 0}, {3, 1, 1}}};
    (void)state;
    write_boxes("two.obj", two, 2);
    cJSON* root = CLI_JSON(1, "clash", "--groups", "two.obj", "--clearance", "1", "--rank", "depth",
                           "--json", "--bcf", "t.bcf", "--unit", "m");
    const cJSON* row = row_of(root, "left", "right");
    assert_string_equal(cli_member(row, "class")->valuestring, "too close");
    assert_true(cli_number(row, "gap.0") <= 0.5 && cli_number(row, "gap.1") >= 0.5);
    assert_null(cJSON_GetObjectItem(row, "depth"));
    char* text = viewpoint_of(root, "left", "right");
    const char *eye = strstr(text, "<CameraViewPoint>"), *to = strstr(text, "<CameraDirection>");
    const double way = (1.25 - number_in(eye, "<X>")) / number_in(to, "<X>");  // x of the middle
    assert_true(way > 0.5 && way < 20);
    free(text);
    archive a = read_archive("t.bcf");
    text = markup_of(&a, row);
    cli_expect_text(text, "\nGap: 0.5 m");
    cli_expect_text(text, "<Snapshot>");
    free(text);
    free(a.bytes);
    cli_result r =
        CLI("clash", "--groups", "two.obj", "--clearance", "1", "--rank", "depth", "--csv");
    cli_expect_text(r.out, ",clearance,too close,new,,,0.5,0.5,,,");
    cli_free(&r);
    r = CLI("clash", "--groups", "two.obj", "--clearance", "1", "--rank", "depth");
    cli_expect_text(r.out, "\nnew           too close  0.5 apart ");
    cli_free(&r);
    cJSON_Delete(root);
    unlink("t.bcf");
}

// ---------------------------------------------------------------------------------- life of a row

// Write old.json, the result of the scene, and approvals.json, which approves the pipe in the slab. Returns the result.
static cJSON* write_past(void)
{
    write_scene();
    cJSON* old = CLI_JSON(1, "clash", "--groups", "scene.obj", "--json", "--rank", "depth",
                          "--date", "2026-11-29");
    char approvals[1000], *text = cJSON_PrintUnformatted(old);
    cli_write_file("old.json", text);
    free(text);
    const cJSON* row = row_of(old, "IfcSlab", "pipe");
    const char* hashes[2];
    for (int k = 0; k < 2; k++) {
        const int object = cJSON_GetObjectItem(row, k ? "b" : "a")->valueint;
        hashes[k] = cli_member(cJSON_GetArrayItem(cli_member(old, "objects"), object), "geometry")
                        ->valuestring;
    }
    snprintf(approvals, sizeof approvals,
             "{\"abut_approvals\": 1, \"approvals\": [{\"key\": \"%s\", \"a\": \"slab\", \"b\": "
             "\"pipe\", \"geometry\": [\"%s\", \"%s\"], \"author\": \"A & B\", \"reason\": \"cast "
             "in <place>\", \"date\": \"2026-11-28\"}], \"groups\": [{\"name\": \"level 1\", "
             "\"keys\": [\"%s\"]}]}",
             cli_member(row, "key")->valuestring, hashes[0], hashes[1],
             cli_member(row, "key")->valuestring);
    cli_write_file("approvals.json", approvals);
    return old;
}

// The lamp touches the wall no more, and the odd box is gone.
static void write_present(void)
{
    static const named_box less[] = {{"2O2Fr$t4X7Zf8NOew3FK4F", {0, 0, 0}, {8, 0.5, 4}},
                                     {"IfcSlab_1hOSvn6df7F8_7GcBWlRqU", {0, -4, -1}, {8, 4, 0}},
                                     {"pipe", {4, -2, -0.25}, {4.25, 2, 0.5}},
                                     {"lamp", {1, 0.75, 2}, {2, 1, 3}}};
    write_boxes("scene.obj", less, 4);
}

// What is approved and what is resolved is closed, with the approval as a comment; what was not retested stays open.
static void states_reach_bcf(void** state)
{
    (void)state;
    cJSON* old = write_past();
    write_present();
    cJSON* root = CLI_JSON(1, "clash", "--groups", "scene.obj", "--baseline", "old.json",
                           "--approvals", "approvals.json", "--bcf", "t.bcf", "--json", "--date",
                           "2026-11-30", "--unit", "m");
    assert_true(cli_number(root, "counts.approved") == 1);
    assert_true(cli_number(root, "counts.resolved") == 1);
    assert_true(cli_number(root, "counts.not_retested") == 1);
    const cJSON* row = row_of(root, "IfcSlab", "pipe");
    assert_string_equal(cli_member(row, "approval.author")->valuestring, "A & B");
    assert_string_equal(cli_member(row, "group")->valuestring, "level 1");
    assert_true(cJSON_IsTrue(cli_member(root, "groups.0.by_hand")));
    archive a = read_archive("t.bcf");
    char* text = markup_of(&a, row);
    cli_expect_text(text, "TopicStatus=\"Closed\"");
    cli_expect_text(text, "<Labels>approved</Labels>");
    cli_expect_text(text, "<Date>2026-11-28T00:00:00Z</Date>");
    cli_expect_text(text, "<Author>A &amp; B</Author>");
    cli_expect_text(text, "<Comment>cast in &lt;place&gt;</Comment>");
    free(text);
    text = markup_of(&a, row_of(old, "2O2Fr", "lamp"));
    cli_expect_text(text, "TopicStatus=\"Closed\"");
    cli_expect_text(text, "<Labels>resolved</Labels>");
    cli_expect_text(text, "<Description>They do not clash any more.</Description>");
    assert_null(strstr(text, "<Viewpoints"));
    free(text);
    text = markup_of(&a, row_of(old, "IfcSlab", "=<a>"));
    cli_expect_text(text, "TopicStatus=\"Open\"");
    cli_expect_text(text, "<Labels>not retested</Labels>");
    cli_expect_text(text, "<Description>Not retested: ");
    assert_null(strstr(text, "<Viewpoints"));
    free(text);
    free(a.bytes);
    cJSON_Delete(root);
    cJSON_Delete(old);
    unlink("t.bcf");
}

static void states_reach_the_other_files(void** state)
{
    (void)state;
    cJSON_Delete(write_past());
    write_present();
    cli_result r = CLI("clash", "--groups", "scene.obj", "--baseline", "old.json", "--approvals",
                       "approvals.json", "--annotate", "-o", "t.txt", "--junit", "tests.xml");
    if (r.status != 1) fail_msg("status %d: %s", r.status, r.err);
    assert_int_equal(count_of(r.out, "::error "), 2);  // the wall, and pipe and slab
    cli_expect_text(r.out, "::warning title=not retested::");
    cli_free(&r);
    char* text = cli_read_file("t.txt");
    cli_expect_text(text, "Approved by A & B: cast in <place>\n");
    cli_expect_text(text, "\nnot retested  ");
    cli_expect_text(text, "\nresolved      ");
    free(text);
    text = cli_read_file("tests.xml");
    check_xml(text);
    cli_expect_text(text, "<testsuites tests=\"2\" failures=\"1\" errors=\"1\"");
    cli_expect_text(text, "<system-out>1 approved\n</system-out>");
    cli_expect_text(text, "name=\"not retested\">");
    cli_expect_text(text, "<error message=\"1 pair\"");
    free(text);
    r = CLI("clash", "--groups", "scene.obj", "--baseline", "old.json", "--csv");
    for (const char* line = r.out; *line; line = strchr(line, '\n') + 1)
        assert_int_equal(cells_of(line), 28);
    cli_expect_text(r.out, ",,,,,,resolved,,,");
    cli_free(&r);
    unlink("tests.xml");
    unlink("t.txt");
}

// ------------------------------------------------------------------------------- manners of files

static void two_runs_write_the_same_bytes(void** state)
{
    static const char* const threads[] = {"1", "3"};
    static const char* const forms[] = {"--json", "--csv", NULL};
    char* texts[2][4];
    archive files[2];
    (void)state;
    write_scene();
    for (int run = 0; run < 2; run++) {
        for (int f = 0; f < 3; f++) {
            cli_result r = forms[f] ? CLI("clash", "--groups", "scene.obj", "--rank", "volume",
                                          "--no-times", "--threads", threads[run], forms[f])
                                    : CLI("clash", "--groups", "scene.obj", "--no-times",
                                          "--threads", threads[run], "--bcf", "t.bcf", "--junit",
                                          "tests.xml", "--annotate");
            assert_int_equal(r.status, 1);
            texts[run][f] = r.out;
            free(r.err);
        }
        files[run] = read_archive("t.bcf");
        texts[run][3] = cli_read_file("tests.xml");
    }
    for (int f = 0; f < 4; f++) {
        assert_string_equal(texts[0][f], texts[1][f]);
        assert_null(strstr(texts[0][f], "seconds"));
        free(texts[0][f]);
        free(texts[1][f]);
    }
    assert_int_equal(files[0].size, files[1].size);
    assert_memory_equal(files[0].bytes, files[1].bytes, files[0].size);
    free(files[0].bytes);
    free(files[1].bytes);
    unlink("t.bcf");
    unlink("tests.xml");
}

static void expect_refused(const char* text, const char* const* more)
{
    const char* arguments[16] = {"clash", "--groups", "scene.obj"};
    for (int i = 0; more[i]; i++)
        arguments[3 + i] = more[i];
    const int files = cli_count_files();
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(r.status, 2);
    assert_string_equal(r.out, "");
    cli_expect_text(r.err, text);
    cli_free(&r);
    assert_int_equal(cli_count_files(), files);
}
#define REFUSED(text, ...) expect_refused(text, (const char* const[]){__VA_ARGS__, NULL})

static void what_cannot_be_is_refused(void** state)
{
    (void)state;
    write_scene();
    char* before = cli_read_file("scene.obj");
    REFUSED("--bcf: goes to a file, not to standard output", "--bcf", "-");
    REFUSED("--junit: goes to a file, not to standard output", "--junit", "-");
    REFUSED("same: two outputs cannot go to one file", "--junit", "same", "--bcf", "same");
    REFUSED("./same: two outputs cannot go to one file", "-o", "same", "--bcf", "./same");
    REFUSED("two outputs cannot go to one file", "--junit", "x.png", "--picture", "x.png");
    REFUSED("two outputs cannot go to one file", "--bcf", "x.html", "--report", "x.html");
    REFUSED("scene.obj: is an input too; it would be lost", "--junit", "scene.obj");
    REFUSED("none/x: cannot write", "--bcf", "none/x");
    REFUSED("options --json and --annotate exclude each other, unless -o names a file", "--json",
            "--annotate");
    REFUSED("options --csv and --annotate exclude each other, unless -o names a file", "--csv",
            "--annotate", "-o", "-");
    REFUSED("options --quiet and --annotate exclude each other", "--quiet", "--annotate", "-o",
            "x");
    REFUSED("--bcf-version", "--bcf-version", "3.0");
    REFUSED("--bcf-version", "--bcf", "x.bcf", "--bcf-version", "2.0");
    cli_write_file("ignored.tsv", "pipe\tlamp\n");
    REFUSED("ignored.tsv: is an input too; it would be lost", "--ignore", "ignored.tsv", "--bcf",
            "ignored.tsv");
    char* after = cli_read_file("scene.obj");
    assert_string_equal(before, after);
    free(before);
    free(after);
    unlink("ignored.tsv");
}

// With --quiet the files are written, and nothing else.
static void quiet_leaves_the_files(void** state)
{
    (void)state;
    write_scene();
    cli_result r =
        CLI("clash", "--groups", "scene.obj", "--quiet", "--bcf", "t.bcf", "--junit", "tests.xml");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, "");
    cli_free(&r);
    assert_int_equal(unlink("t.bcf"), 0);
    assert_int_equal(unlink("tests.xml"), 0);
}

// A file that cannot be finished leaves no other name behind.
static void a_full_disk_is_an_error(void** state)
{
    (void)state;
    write_scene();
    if (access("/dev/full", W_OK)) skip();
    REFUSED("/dev/full: cannot write", "--junit", "/dev/full", "-o", "t.txt2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_has_rows_and_sentences),
        cmocka_unit_test(groups_head_their_rows),
        cmocka_unit_test(json_has_what_is_known_alone),
        cmocka_unit_test(rows_come_in_the_order_of_the_rank),
        cmocka_unit_test(csv_has_a_line_a_row),
        cmocka_unit_test(a_rule_is_a_test_case),
        cmocka_unit_test(nothing_to_check_is_an_error),
        cmocka_unit_test(long_lists_are_cut_and_counted),
        cmocka_unit_test(annotations_are_github_commands),
        cmocka_unit_test(ten_annotations_are_the_most),
        cmocka_unit_test(a_topic_is_a_row),
        cmocka_unit_test(viewpoints_select_and_aim),
        cmocka_unit_test(a_unit_that_is_not_known_is_told),
        cmocka_unit_test(what_is_too_close_is_written),
        cmocka_unit_test(states_reach_bcf),
        cmocka_unit_test(states_reach_the_other_files),
        cmocka_unit_test(two_runs_write_the_same_bytes),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(quiet_leaves_the_files),
        cmocka_unit_test(a_full_disk_is_an_error),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
