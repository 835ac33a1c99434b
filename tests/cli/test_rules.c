// test_rules.c - rules of "abut clash" by themselves: which rule is about a pair and what it asks, each key and each fault of a
// file, IfcClash's sets; and every allocation failing. The objects are made here, without files or models.
#include "clash/rules/ifc.h"
#include "clash/rules/rules.h"
#include "models/load.h"
#include "say/say.h"
#include "support/mesh_alloc.h"

#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// Of cli/models/load.c, which brings the whole program with it.
const char* path_name(const char* path)
{
    return path;
}

// ------------------------------------------------------------------------------------- in place of abut

static char said[4000];   // the last text
static const char* text;  // of the file
static abut_pair ignored[4];
static size_t ignored_count;

void say(fault_code code, const char* format, ...)
{
    assert_true(code > CODE_NONE && code < CODE_END);
    va_list list;
    va_start(list, format);
    vsnprintf(said, sizeof said, format, list);
    va_end(list);
}

bool say_status(const char* name, abut_status status)
{
    say(fault_code_of_status(status), "%s%s", name ? name : "", abut_status_text(status));
    return false;
}

void say_warning(const char* warning)
{
    snprintf(said, sizeof said, "%s", warning);
}

const char* plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

__attribute__((format(printf, 1, 0))) static char* text_of(const char* format, va_list list)
{
    char out[1000];
    vsnprintf(out, sizeof out, format, list);
    char* copy = malloc(strlen(out) + 1);
    return copy ? strcpy(copy, out) : NULL;
}

char* say_text(const char* format, ...)
{
    va_list list;
    va_start(list, format);
    char* copy = text_of(format, list);
    va_end(list);
    return copy;
}

char* say_coded_text(fault_code code, const char* format, va_list list)
{
    assert_true(code > CODE_NONE && code < CODE_END);
    return text_of(format, list);
}

char* text_load(const char* path, size_t* size)
{
    (void)path;
    *size = strlen(text);
    char* copy = malloc(*size + 1);
    if (!copy) say_no_memory();
    return copy ? strcpy(copy, text) : NULL;
}

bool clash_ignored_load(clash_result* r, abut_pair** out)
{
    *out = malloc(sizeof ignored);
    if (!*out) {
        return say_no_memory();
    }
    memcpy(*out, ignored, sizeof ignored);
    r->ignored_count = ignored_count;
    return true;
}

void clash_rows_keep(clash_result* r, size_t first, const bool* keep)
{
    size_t kept = first;
    for (size_t i = first; i < r->clashes.count; i++)
        if (keep[i - first]) r->review.rows[kept++] = r->review.rows[i];
    r->clashes.count = kept;
}

bool measure_method_fits(abut_method method)
{
    (void)method;
    return true;
}

// ---------------------------------------------------------------------------------------------- objects

enum { OBJECTS = 7, COLUMNS = 9, PAIRS = OBJECTS * (OBJECTS - 1) / 2 };
static const char* columns[COLUMNS] = {"id",       "name",   "class", "level",        "layer",
                                       "assembly", "joined", "tag",   "Pset_X.System"};
static const char* const cells[OBJECTS][COLUMNS] = {
    {"0aaaaaaaaaaaaaaaaaaaaa", "wall 1", "IfcWall", "L0", "A-WALL", "X1", NULL, "t1", NULL},
    {"1bbbbbbbbbbbbbbbbbbbbb", "wall 2", "IfcWallStandardCase", "L1", "A-WALL", "X1",
     "connects:0aaaaaaaaaaaaaaaaaaaaa fills:zz", "t2", NULL},
    {"2ccccccccccccccccccccc", "slab", "IfcSlab", "L0", "A-SLAB", NULL, NULL, NULL, NULL},
    {"3ddddddddddddddddddddd", "pipe 1", "IfcPipeSegment", "L0", "M-PIPE", "Y", NULL, NULL,
     "cold water"},
    {"0eeeeeeeeeeeeeeeeeeeee", "pipe 2", "IfcPipeSegment", "L1", "M-PIPE", "Y",
     "voids:0aaaaaaaaaaaaaaaaaaaaa ports:5f", NULL, "hot water"},
    {"5f", "duct", "IfcDuctSegment", "L1", "M-DUCT", NULL, NULL, NULL, "air"},
    {NULL, "[odd] *name?", NULL, NULL, NULL, NULL, NULL, NULL, NULL},
};

const char* clash_attribute(const clash_object* object, const char* column)
{
    if (object->group) {  // "name:class"
        const char* colon = strchr(object->group, ':');
        return colon && strcmp(column, "class") == 0 ? colon + 1 : NULL;
    }
    for (size_t c = 0; c < COLUMNS; c++)
        if (strcmp(columns[c], column) == 0) return cells[object->table_row][c];
    return NULL;
}

const char* clash_name(const clash_object* object)
{
    if (object->group) return object->group;
    return cells[object->table_row][1];
}

const char* clash_id(const clash_object* object)
{
    if (object->group) return object->group;
    return cells[object->table_row][0] ? cells[object->table_row][0] : clash_name(object);
}

typedef struct scene {
    clash_options options;
    clash_source sources[2];
    clash_object objects[OBJECTS];
    clash_result result;
} scene;

static void make_scene(scene* s)
{
    *s = (scene){.options = {.rules = "rules.json"}};
    s->sources[0] = (clash_source){.path = "in/arch.obj"};
    s->sources[1] = (clash_source){.path = "in/mep.ifc"};
    for (int i = 0; i < 2; i++)
        s->sources[i].table = (clash_table){.columns = columns, .column_count = COLUMNS};
    for (size_t i = 0; i < OBJECTS; i++)
        s->objects[i] = (clash_object){.source = &s->sources[i > 2],
                                       .path = s->sources[i > 2].path,
                                       .is_against = i > 2,
                                       .table_row = i};
    s->result = (clash_result){.options = &s->options,
                               .sources = s->sources,
                               .source_count = 2,
                               .objects = s->objects,
                               .object_count = OBJECTS};
}

static bool open_scene(scene* s)
{
    *said = '\0';
    return clash_rules_open(&s->result.review.rules, &s->result);
}

static void close_scene(scene* s)
{
    clash_rules_free(s->result.review.rules);
    warnings_free(&s->result.late_warnings);
}

static bool may_meet(const clash_rules* rules, uint32_t a, uint32_t b, bool for_clearance)
{
    uint32_t groups[2], against[2];
    clash_rules_group(rules, a, for_clearance, &groups[0], &against[0]);
    clash_rules_group(rules, b, for_clearance, &groups[1], &against[1]);
    return (groups[0] & against[1]) && (groups[1] & against[0]);
}

// What is asked of each pair, as a letter: that of the rule's name, x: ignored, -: none. The pairs that a rule is about, and here,
// with few kinds, no others, are asked about.
static void letters_of(const scene* s, char out[PAIRS + OBJECTS])
{
    const clash_rules* rules = s->result.review.rules;
    clash_demand demand;
    const char* why;
    size_t used = 0;
    for (uint32_t a = 0; a < OBJECTS - 1; a++) {
        if (a) out[used++] = ' ';
        for (uint32_t b = a + 1; b < OBJECTS; b++) {
            const int rule = clash_rule_of(rules, a, b, &demand, &why);
            assert_int_equal(clash_rule_of(rules, b, a, &demand, NULL), rule);
            assert_true((rule == CLASH_RULE_IGNORED) == (why != NULL));
            out[used++] = rule == CLASH_RULE_IGNORED ? 'x'
                          : rule < 0                 ? '-'
                                                     : *clash_rule_name(rules, rule);
            assert_true(may_meet(rules, a, b, false) == (rule != CLASH_RULE_NONE));
            assert_true(may_meet(rules, a, b, true) ==
                        (rules_first(rules, a, b) >= 0 &&
                         rules->rules[rules_first(rules, a, b)].demand.asks[CLASH_CLEARANCE]));
        }
    }
    out[used] = '\0';
}

static void expect_letters(const char* file, const char* wanted)
{
    scene s;
    char letters[PAIRS + OBJECTS];
    make_scene(&s);
    text = file;
    if (!open_scene(&s)) fail_msg("%s\n%s", said, file);
    letters_of(&s, letters);
    if (strcmp(letters, wanted) != 0) fail_msg("%s, not %s\n%s", letters, wanted, file);
    close_scene(&s);
}

#define RULES(sets, rules) "{\"abut_rules\": 1, \"sets\": {" sets "}, \"rules\": [" rules "]}"
#define IGNORES(ignores)                                                                           \
    "{\"abut_rules\": 1, \"sets\": {\"w\": {\"name\": \"wall*\"}}, "                               \
    "\"rules\": [{\"name\": \"r\", \"a\": \"all\", \"hard\": true}], \"ignore\": [" ignores "]}"
#define SET(set)                                                                                   \
    RULES("\"s\": " set, "{\"name\": \"r\", \"a\": \"s\", \"b\": \"all\", \"hard\": true}")

// A set against all: the pairs with an object of the set.
static void expect_set(const char* file, const char* members)
{
    char wanted[PAIRS + OBJECTS];
    size_t used = 0;
    for (size_t a = 0; a < OBJECTS - 1; a++) {
        if (a) wanted[used++] = ' ';
        for (size_t b = a + 1; b < OBJECTS; b++)
            wanted[used++] =
                strchr(members, (int)('0' + a)) || strchr(members, (int)('0' + b)) ? 'r' : '-';
    }
    wanted[used] = '\0';
    expect_letters(file, wanted);
}

static void each_key_of_a_set_counts(void** state)
{
    (void)state;
    expect_set(SET("{\"file\": \"arch.obj\"}"), "012");
    expect_set(SET("{\"file\": \"in/*ch*\"}"), "012");
    expect_set(SET("{\"file\": [\"*.ifc\"]}"), "3456");
    expect_set(SET("{\"name\": \"wall ?\"}"), "01");
    expect_set(SET("{\"name\": \"[[]odd[]] [*]name[?]\"}"), "6");
    expect_set(SET("{\"name\": [\"slab\", \"duct\"]}"), "25");
    expect_set(SET("{\"id\": \"5f\"}"), "5");
    expect_set(SET("{\"class\": \"IfcWall\"}"), "0");
    expect_set(SET("{\"class\": \"IfcWall*\"}"), "01");
    expect_set(SET("{\"class\": \"*\"}"), "012345");
    expect_set(SET("{\"level\": \"L1\"}"), "145");
    expect_set(SET("{\"layer\": \"A-*\"}"), "012");
    expect_set(SET("{\"assembly\": \"Y\"}"), "34");
    expect_set(SET("{\"attribute\": {\"tag\": \"t[1-9]\"}}"), "01");
    expect_set(SET("{\"attribute\": {\"Pset_X.System\": \"*water\", \"level\": \"L1\"}}"), "4");
    expect_set(SET("{\"layer\": \"A-*\", \"level\": \"L0\"}"), "02");
    expect_set(SET("{\"class\": \"*\", \"not\": {\"layer\": \"A-*\"}}"), "345");
    expect_set(SET("{\"not\": {\"class\": \"*\"}}"), "6");
    expect_set(SET("{\"any\": [{\"id\": \"5f\"}, {\"name\": \"slab\"}]}"), "25");
    expect_set(SET("{\"any\": [{\"id\": \"5f\"}, {\"name\": \"slab\"}], \"level\": \"L1\"}"), "5");
    expect_set(SET("{\"any\": []}"), "");
    expect_set(SET("{\"name\": []}"), "");
    expect_set(RULES("\"u\": {\"name\": \"wall*\"}, \"s\": {\"layer\": \"A-*\", \"not\": \"u\"}",
                     "{\"name\": \"r\", \"a\": \"s\", \"b\": \"all\", \"hard\": 0}"),
               "2");
}

static void first_rule_wins(void** state)
{
    (void)state;
#define TWO  "\"w\": {\"name\": \"wall*\"}, \"p\": {\"name\": \"pipe*\"}"
#define FINE "{\"name\": \"fine\", \"a\": \"p\", \"b\": \"w\", \"clearance\": 0.5}"
#define ALL  "{\"name\": \"all\", \"a\": \"all\", \"hard\": true}"
    expect_letters(RULES(TWO, FINE ", " ALL), "aaffaa affaa aaaa aaa aa a");
    expect_letters(RULES(TWO, ALL ", " FINE), "aaaaaa aaaaa aaaa aaa aa a");
    expect_letters(RULES(TWO, FINE), "--ff-- -ff-- ---- --- -- -");
    // a alone is against itself, and an inline set is one like others.
    expect_letters(RULES("", "{\"name\": \"self\", \"a\": {\"name\": \"wall*\"}, \"touch\": true}"),
                   "s----- ----- ---- --- -- -");
    expect_letters(RULES("", "{\"name\": \"self\", \"a\": {\"file\": \"*arch*\"}, \"hard\": true}"),
                   "ss---- s---- ---- --- -- -");
}

static void ignores_hold_before_rules(void** state)
{
    (void)state;
    expect_letters(IGNORES("{\"same\": \"file\", \"reason\": \"a\"}"),
                   "xxrrrr xrrrr rrrr xxx xx x");
    expect_letters(IGNORES("{\"same\": \"assembly\", \"reason\": \"a\"}"),
                   "xrrrrr rrrrr rrrr xrr rr r");
    expect_letters(IGNORES("{\"same\": \"layer\", \"reason\": \"a\"}"),
                   "xrrrrr rrrrr rrrr xrr rr r");
    expect_letters(IGNORES("{\"same\": \"level\", \"reason\": \"a\"}"),
                   "rxxrrr rrxxr xrrr rrr xr r");
    expect_letters(IGNORES("{\"same\": \"class\", \"reason\": \"a\"}"),
                   "rrrrrr rrrrr rrrr xrr rr r");
    expect_letters(IGNORES("{\"same\": \"Pset_X.System\", \"reason\": \"a\"}"),
                   "rrrrrr rrrrr rrrr rrr rr r");
    // Joined within a file only: "voids" names an object of the other one.
    expect_letters(IGNORES("{\"joined\": [\"voids\", \"connects\"], \"reason\": \"a\"}"),
                   "xrrrrr rrrrr rrrr rrr rr r");
    expect_letters(IGNORES("{\"joined\": \"*\", \"reason\": \"a\"}"), "xrrrrr rrrrr rrrr rrr xr r");
    expect_letters(IGNORES("{\"joined\": \"ports\", \"reason\": \"a\"}"),
                   "rrrrrr rrrrr rrrr rrr xr r");
    expect_letters(IGNORES("{\"a\": \"w\", \"b\": {\"name\": \"pipe*\"}, \"reason\": \"a\"}"),
                   "rrxxrr rxxrr rrrr rrr rr r");
    expect_letters(IGNORES("{\"a\": \"w\", \"reason\": \"a\"}"), "xrrrrr rrrrr rrrr rrr rr r");
    expect_letters(
        IGNORES("{\"same\": \"level\", \"a\": \"w\", \"b\": \"all\", \"reason\": \"a\"}"),
        "rxxrrr rrxxr rrrr rrr rr r");
    expect_letters(IGNORES("{\"pairs\": [[\"slab\", \"wall 2\"], [\"5f\", \"wall 1\"]], "
                           "\"reason\": \"a\"}"),
                   "rrrrxr xrrrr rrrr rrr rr r");
    expect_letters(IGNORES("{\"pairs\": [], \"reason\": \"a\"}"), "rrrrrr rrrrr rrrr rrr rr r");
    // Several, each with its reason.
    expect_letters(IGNORES("{\"same\": \"layer\", \"reason\": \"a\"}, "
                           "{\"same\": \"file\", \"reason\": \"b\"}"),
                   "xxrrrr xrrrr rrrr xxx xx x");
}

static void reasons_are_told(void** state)
{
    (void)state;
    scene s;
    clash_demand demand;
    const char* why;
    make_scene(&s);
    s.options.ignore = "pairs.txt";
    ignored[0] = (abut_pair){5, 2};
    ignored_count = 1;
    text = IGNORES("{\"same\": \"layer\", \"reason\": \"one layer\"}, "
                   "{\"same\": \"file\", \"reason\": \"one file\"}");
    assert_true(open_scene(&s));
    assert_int_equal(clash_ignore_count(s.result.review.rules), 3);
    assert_int_equal(clash_rule_of(s.result.review.rules, 2, 5, &demand, &why), CLASH_RULE_IGNORED);
    assert_ptr_equal(why, clash_ignore_reason(s.result.review.rules, 0));
    assert_string_equal(why, "--ignore");
    assert_int_equal(clash_rule_of(s.result.review.rules, 4, 3, &demand, &why), CLASH_RULE_IGNORED);
    assert_string_equal(why, "one layer");
    assert_int_equal(clash_rule_of(s.result.review.rules, 0, 2, &demand, &why), CLASH_RULE_IGNORED);
    assert_string_equal(why, "one file");
    assert_int_equal(clash_rule_of(s.result.review.rules, 0, 5, &demand, &why), 0);
    close_scene(&s);
    // Of a pair that no rule is about nobody says that it is ignored.
    make_scene(&s);
    s.options.ignore = "pairs.txt";
    text = RULES("", "{\"name\": \"r\", \"a\": {\"name\": \"wall*\"}, \"hard\": true}");
    assert_true(open_scene(&s));
    assert_int_equal(clash_rule_of(s.result.review.rules, 2, 5, &demand, &why), CLASH_RULE_NONE);
    close_scene(&s);
    ignored_count = 0;
}

static void a_matrix_is_rules(void** state)
{
    (void)state;
#define THREE                                                                                      \
    "\"a\": {\"file\": \"arch*\", \"name\": \"wall*\"}, \"s\": {\"name\": \"slab\"}, "             \
    "\"m\": {\"file\": \"mep*\"}"
    static const char* const files[] = {
        "{\"abut_rules\": 1, \"sets\": {" THREE "}, \"matrix\": {\"sets\": [\"a\", \"s\", \"m\"],"
        "\"hard\": [[null, 0.25, 0.5], [null, true], [null]],"
        "\"touch\": [[true, null, null], [null, false], [false]],"
        "\"clearance\": [[null, {\"gap\": 2, \"strict\": true}, null], [null, null], [3]],"
        "\"inside\": [[null, false, null], [null, true], [null]],"
        "\"duplicate\": [[null, null, 0.125], [null, null], [null]]}}",
        RULES(THREE,
              "{\"name\": \"a\", \"a\": \"a\", \"touch\": true},"
              "{\"name\": \"a x s\", \"a\": \"a\", \"b\": \"s\", \"hard\": 0.25, "
              "\"inside\": false, \"clearance\": {\"gap\": 2, \"strict\": true}},"
              "{\"name\": \"a x m\", \"a\": \"m\", \"b\": \"a\", \"hard\": 0.5, "
              "\"duplicate\": 0.125},"
              "{\"name\": \"s x m\", \"a\": \"s\", \"b\": \"m\", \"hard\": 0, \"touch\": false, "
              "\"inside\": true},"
              "{\"name\": \"m\", \"a\": \"m\", \"touch\": false, \"clearance\": 3}")};
    scene s[2];
    for (int i = 0; i < 2; i++) {
        make_scene(&s[i]);
        text = files[i];
        if (!open_scene(&s[i])) fail_msg("%s", said);
        assert_int_equal(clash_rules_count(s[i].result.review.rules), 5);
    }
    const clash_rules *x = s[0].result.review.rules, *y = s[1].result.review.rules;
    for (uint32_t a = 0; a < OBJECTS; a++)
        for (uint32_t b = 0; b < OBJECTS; b++) {
            clash_demand d = {0}, e = {0};
            const int rule = clash_rule_of(x, a, b, &d, NULL);
            assert_int_equal(rule, clash_rule_of(y, a, b, &e, NULL));
            if (rule >= 0) assert_string_equal(clash_rule_name(x, rule), clash_rule_name(y, rule));
            assert_memory_equal(d.asks, e.asks, sizeof d.asks);
            assert_true(d.hard == e.hard && d.clearance == e.clearance &&
                        d.duplicate == e.duplicate && d.is_strict == e.is_strict &&
                        d.touch_is_fine == e.touch_is_fine);
        }
    close_scene(&s[0]);
    close_scene(&s[1]);
}

// What a rule asks, as words.
static void expect_demand(const char* tests, const char* wanted)
{
    scene s;
    char file[600], words[400] = "";
    make_scene(&s);
    s.sources[1].unit = 1;
    snprintf(
        file, sizeof file,
        "{\"abut_rules\": 1, \"unit\": \"mm\", \"rules\": [{\"name\": \"r\", \"a\": \"all\", %s}]}",
        tests);
    text = file;
    if (!open_scene(&s)) fail_msg("%s", said);
    clash_demand d;
    assert_int_equal(clash_rule_of(s.result.review.rules, 0, 1, &d, NULL), 0);
    const double sizes[CLASH_TESTS] = {d.hard, 0, d.clearance, 0, d.duplicate};
    for (clash_test t = 0; t < CLASH_TESTS; t++)
        if (d.asks[t]) {
            const size_t used = strlen(words);
            snprintf(words + used, sizeof words - used, "%s %.17g, ", clash_test_text(t), sizes[t]);
        }
    if (d.is_strict) strcat(words, "strict ");
    if (d.expanded) strcat(words, "expanded ");
    if (d.touch_is_fine) strcat(words, "fine ");
    if (strcmp(words, wanted) != 0) fail_msg("%s: %s, not %s", tests, words, wanted);
    for (clash_test t = 0; t < CLASH_TESTS; t++)
        assert_true(clash_rules_ask(s.result.review.rules, t) == d.asks[t]);
    assert_true(clash_rules_clearance(s.result.review.rules) == d.clearance);
    assert_true(clash_rules_duplicate(s.result.review.rules) == d.duplicate);
    close_scene(&s);
}

static void each_test_counts(void** state)
{
    (void)state;
    expect_demand("\"hard\": true", "hard 0, inside 0, duplicate 0, ");
    expect_demand("\"hard\": 5", "hard 0.0050000000000000001, inside 0, duplicate 0, ");
    expect_demand("\"hard\": 0, \"inside\": false", "hard 0, duplicate 0, ");
    expect_demand("\"hard\": 0, \"duplicate\": false", "hard 0, inside 0, ");
    expect_demand("\"hard\": 0, \"duplicate\": 1", "hard 0, inside 0, duplicate 0.001, ");
    expect_demand("\"hard\": false, \"inside\": true", "inside 0, ");
    expect_demand("\"touch\": true", "touch 0, ");
    expect_demand("\"touch\": false, \"hard\": true", "hard 0, inside 0, duplicate 0, fine ");
    expect_demand("\"touch\": null, \"hard\": true", "hard 0, inside 0, duplicate 0, ");
    expect_demand("\"clearance\": 50", "clearance 0.050000000000000003, ");
    expect_demand("\"clearance\": {\"gap\": 50}", "clearance 0.050000000000000003, ");
    expect_demand("\"clearance\": {\"gap\": 50, \"strict\": true}",
                  "clearance 0.050000000000000003, strict ");
    expect_demand("\"clearance\": {\"gap\": 50, \"strict\": false, \"expanded\": true}",
                  "clearance 0.050000000000000003, expanded ");
    expect_demand("\"clearance\": 0", "clearance 0, ");
    expect_demand("\"duplicate\": true", "duplicate 0, ");
    expect_demand("\"duplicate\": 0.5", "duplicate 0.00050000000000000001, ");
}

// ---------------------------------------------------------------------------------------------- kinds

// A row of sets of one object each, every one against the next: more sets than the world has groups.
static size_t chain_of_sets(size_t count)
{
    static char file[200000], names[700][8];
    static clash_object objects[700];
    size_t used = (size_t)snprintf(file, sizeof file, "{\"abut_rules\": 1, \"sets\": {");
    for (size_t i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "n%zu", i);
        objects[i] = (clash_object){.group = names[i]};
        used += (size_t)snprintf(file + used, sizeof file - used,
                                 "%s\"s%zu\": {\"name\": \"n%zu\"}", i ? ", " : "", i, i);
    }
    used += (size_t)snprintf(file + used, sizeof file - used, "}, \"rules\": [");
    for (size_t i = 0; i + 1 < count; i++)
        used += (size_t)snprintf(
            file + used, sizeof file - used,
            "%s{\"name\": \"r%zu\", \"a\": \"s%zu\", \"b\": \"s%zu\", \"hard\": true}",
            i ? ", " : "", i, i, i + 1);
    snprintf(file + used, sizeof file - used, "]}");
    scene s;
    make_scene(&s);
    s.result.objects = objects;
    s.result.object_count = count;
    text = file;
    if (!open_scene(&s)) fail_msg("%s", said);
    assert_int_equal(s.result.late_warnings.count, 0);
    size_t more = 0;
    clash_demand demand;
    const clash_rules* rules = s.result.review.rules;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++) {
            const int rule = clash_rule_of(rules, a, b, &demand, NULL);
            assert_int_equal(rule, b == a + 1 ? (int)a : CLASH_RULE_NONE);
            if (rule >= 0) assert_true(may_meet(rules, a, b, false));
            more += rule < 0 && may_meet(rules, a, b, false);
            assert_false(count <= 512 && may_meet(rules, a, b, true));  // no clearance is asked
        }
    close_scene(&s);
    return more;
}

static void any_number_of_sets(void** state)
{
    (void)state;
    assert_int_equal(chain_of_sets(16), 0);
    assert_true(chain_of_sets(24) < 50);   // of 253
    assert_true(chain_of_sets(40) < 330);  // of 741
    chain_of_sets(700);
}

// 40 sets, but only three sorts of these by what is asked: no pair more than that is looked at.
static void alike_sets_share_a_group(void** state)
{
    (void)state;
    static char file[20000], names[40][8];
    static clash_object objects[40];
    size_t used = (size_t)snprintf(file, sizeof file, "{\"abut_rules\": 1, \"rules\": [");
    for (size_t i = 0; i < 40; i++) {
        snprintf(names[i], sizeof names[i], "%c%zu", "abc"[i % 3], i);
        objects[i] = (clash_object){.group = names[i]};
        used +=
            (size_t)snprintf(file + used, sizeof file - used,
                             "%s{\"name\": \"r%zu\", \"a\": {\"name\": \"%s\"}, \"b\": {\"name\": "
                             "\"%c*\"}, \"hard\": true}",
                             i ? ", " : "", i, names[i], "bca"[i % 3]);
    }
    snprintf(file + used, sizeof file - used, "]}");
    scene s;
    make_scene(&s);
    s.result.objects = objects;
    s.result.object_count = 40;
    text = file;
    if (!open_scene(&s)) fail_msg("%s", said);
    clash_demand demand;
    for (uint32_t a = 0; a < 40; a++)
        for (uint32_t b = 0; b < 40; b++)
            if (a != b)
                assert_true(may_meet(s.result.review.rules, a, b, false) ==
                            (clash_rule_of(s.result.review.rules, a, b, &demand, NULL) >= 0));
    close_scene(&s);
}

// ---------------------------------------------------------------------------------------------- units

// Whether x is a double nearest to value * from / to, by rational arithmetic.
static bool is_nearest(double x, double value, unsigned long from, unsigned long to)
{
    mpq_t exact, off[3];
    mpq_init(exact);
    mpq_set_d(exact, value);
    mpq_t factor;
    mpq_init(factor);
    mpq_set_ui(factor, from, to);
    mpq_canonicalize(factor);
    mpq_mul(exact, exact, factor);
    const double tried[3] = {x, nextafter(x, (double)INFINITY), nextafter(x, 0)};
    for (int i = 0; i < 3; i++) {
        mpq_init(off[i]);
        mpq_set_d(off[i], tried[i]);
        mpq_sub(off[i], off[i], exact);
        mpq_abs(off[i], off[i]);
    }
    const bool is = mpq_cmp(off[0], off[1]) <= 0 && mpq_cmp(off[0], off[2]) <= 0;
    for (int i = 0; i < 3; i++)
        mpq_clear(off[i]);
    mpq_clear(exact);
    mpq_clear(factor);
    return is;
}

static double converted(double value, const char* name, double unit)
{
    scene s;
    char file[300];
    make_scene(&s);
    s.sources[0].unit = unit;
    snprintf(file, sizeof file,
             "{\"abut_rules\": 1, \"unit\": \"%s\", \"rules\": [{\"name\": \"r\", \"a\": \"all\", "
             "\"clearance\": %.17g}]}",
             name, value);
    text = file;
    if (!open_scene(&s)) fail_msg("%s", said);
    const double out = clash_rules_clearance(s.result.review.rules);
    close_scene(&s);
    return out;
}

static void lengths_are_rounded_once(void** state)
{
    (void)state;
    static const struct {
        const char* name;
        double metres;
        unsigned long micrometres;
    } units[] = {{"m", 1, 1000000},     {"dm", 0.1, 100000}, {"cm", 0.01, 10000},
                 {"mm", 0.001, 1000},   {"um", 1e-6, 1},     {"in", 0.0254, 25400},
                 {"ft", 0.3048, 304800}};
    enum { UNITS = sizeof units / sizeof *units };
    uint32_t random = 5;
    for (int i = 0; i < 3000; i++) {
        random = random * 1664525u + 1013904223u;
        const int from = (int)((random >> 8) % UNITS), to = (int)((random >> 12) % UNITS);
        const double value = ldexp((double)(random | 1) + 0x1p-18, (int)(random >> 27) - 40);
        const double out = converted(value, units[from].name, units[to].metres);
        if (!is_nearest(out, value, units[from].micrometres, units[to].micrometres))
            fail_msg("%.17g %s is not %.17g %s", value, units[from].name, out, units[to].name);
    }
    assert_true(converted(50, "mm", 1) == 0.05);
    assert_true(converted(1, "in", 0.001) == 25.4);
    assert_true(converted(0, "ft", 0.001) == 0);
    // A unit that is no whole number of micrometres: the US survey foot.
    assert_true(fabs(converted(3, "ft", 1200.0 / 3937) - 2.999994) < 1e-12);
}

// --------------------------------------------------------------------------------------------- faults

// NOLINTNEXTLINE(readability-function-size): a table
static void faults_have_line_and_key(void** state)
{
    (void)state;
    static const struct {
        const char *file, *told;
    } rows[] = {
        {"", "line 1: "},
        {"3", "line 1: rules are an object, and IfcClash's sets an array, not a number"},
        {"{\n\"abut_rules\": 1,,}", "line 2: "},
        {"{}", "line 1: \"abut_rules\" is missing"},
        {"{\n \"abut_rules\": 2}",
         "line 2: key \"abut_rules\": is 2; this program reads version 1"},
        {"{\"abut_rules\": \"1\"}", "line 1: key \"abut_rules\": a number is wanted, not a string"},
        {"{\"abut_rules\": 1}", "line 1: there is no rule in it"},
        {"{\"abut_rules\": 1, \"$schema\": 1}", "key \"$schema\": a string is wanted"},
        {"{\"abut_rules\": 1,\n\"rulez\": []}", "line 2: key \"rulez\": is not known here; there "
                                                "are $schema, abut_rules, unit, sets, rules, "
                                                "matrix, ignore"},
        {"{\"abut_rules\": 1, \"unit\": \"yard\"}",
         "key \"unit\": m, dm, cm, mm, um, in or ft is wanted, not 'yard'"},
        {"{\"abut_rules\": 1, \"unit\": 3}", "key \"unit\": a string is wanted, not a number"},
        {"{\"abut_rules\": 1, \"unit\": \"mm\"}",
         "key \"unit\": no file says what its unit is: --unit does"},
        {"{\"abut_rules\": 1, \"sets\": []}", "key \"sets\": an object is wanted, not an array"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": 3}}", "key \"sets.a\": an object is wanted"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": {}}}",
         "key \"sets.a\": it says nothing of its objects"},
        {"{\"abut_rules\": 1, \"sets\": {\"all\": {\"name\": \"x\"}}}",
         "key \"sets.all\": is there already"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": {\"nam\": \"x\"}}}",
         "key \"sets.a.nam\": is not known here; there are file, name, id, class, level, layer, "
         "assembly, attribute, not, any"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": {\"name\": 3}}}",
         "key \"sets.a.name\": a pattern or an array of patterns is wanted, not a number"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": {\"name\":\n[\"x\",\n3]}}}",
         "line 3: key \"sets.a.name[1]\": a string is wanted"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": {\"name\": \"x[\"}}}",
         "key \"sets.a.name\": 'x[' has a [ without a ]"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": {\"attribute\": \"x\"}}}",
         "key \"sets.a.attribute\": an object is wanted"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": {\"attribute\": {\"P.x\": true}}}}",
         "key \"sets.a.attribute.P.x\": a pattern or an array of patterns is wanted, not true"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": {\"not\": {\"x\": 1}}}}",
         "key \"sets.a.not.x\": is not"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": {\"any\": {}}}}",
         "key \"sets.a.any\": an array is wanted"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": {\"any\": [\"all\", \"b\"]}, \"b\": {\"id\": "
         "\"x\"}}}",
         "key \"sets.a.any[1]\": there is no set 'b' above"},
        {"{\"abut_rules\": 1, \"sets\": {\"a\": {\"not\": \"a\"}}}",
         "key \"sets.a.not\": there is no set 'a' above"},
        {"{\"abut_rules\": 1, \"rules\": {}}", "key \"rules\": an array is wanted, not an object"},
        {"{\"abut_rules\": 1, \"rules\": [3]}", "key \"rules[0]\": an object is wanted"},
        {RULES("", "{\"a\": \"all\", \"hard\": 1}"), "key \"rules[0]\": \"name\" is missing"},
        {RULES("", "{\"name\": \"\", \"a\": \"all\", \"hard\": 1}"),
         "key \"rules[0].name\": is an empty text"},
        {RULES("", "{\"name\": \"r\", \"hard\": 1}"), "key \"rules[0]\": \"a\" is missing"},
        {RULES("", "{\"name\": \"r\", \"a\": 1, \"hard\": 1}"),
         "key \"rules[0].a\": the name of a set, or a set, is wanted, not a number"},
        {RULES("", "{\"name\": \"r\", \"a\": \"wals\", \"hard\": 1}"),
         "key \"rules[0].a\": there is no set 'wals' above"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"b\": {\"x\": 1}, \"hard\": 1}"),
         "key \"rules[0].b.x\": is not known"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\"}"), "key \"rules[0]\": it asks nothing"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"hard\": false, \"touch\": null}"),
         "key \"rules[0]\": it asks nothing"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\",\n\"hard\": \"1\"}"),
         "line 2: key \"rules[0].hard\": a length, true or false is wanted, not a string"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"hard\": -1}"),
         "key \"rules[0].hard\": a length is 0 or more"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"hard\": 1e-310}"),
         "key \"rules[0].hard\": is too small for a length"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"hard\": 1.7e308}"),
         "key \"rules[0].hard\": is too large for a length"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"touch\": 1}"),
         "key \"rules[0].touch\": true or false is wanted, not a number"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"inside\": \"x\"}"),
         "key \"rules[0].inside\": true or false is wanted"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"duplicate\": []}"),
         "key \"rules[0].duplicate\": a length, true or false is wanted, not an array"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"clearance\": true}"),
         "key \"rules[0].clearance\": a number is wanted, not true"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"clearance\": {}}"),
         "key \"rules[0].clearance\": \"gap\" is missing"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"clearance\": {\"gap\": 1, \"strict\": 1}}"),
         "key \"rules[0].clearance.strict\": true or false is wanted, not a number"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"clearance\": {\"gap\": 1, \"x\": 1}}"),
         "key \"rules[0].clearance.x\": is not known here; there are gap, strict, expanded"},
        {RULES("", "{\"name\": \"r\", \"a\": \"all\", \"hard\": 1},\n"
                   "{\"name\": \"r\", \"a\": \"all\", \"hard\": 1}"),
         "line 2: key \"rules[1]\": there is a rule 'r' in line 1, too"},
        {"{\"abut_rules\": 1, \"matrix\": []}", "key \"matrix\": an object is wanted"},
        {"{\"abut_rules\": 1, \"matrix\": {}}", "key \"matrix\": \"sets\" is missing"},
        {"{\"abut_rules\": 1, \"matrix\": {\"sets\": [3]}}",
         "key \"matrix.sets[0]\": a string is wanted"},
        {"{\"abut_rules\": 1, \"matrix\": {\"sets\": [\"x\"]}}",
         "key \"matrix.sets[0]\": there is no set 'x' above"},
        {"{\"abut_rules\": 1, \"matrix\": {\"sets\": [\"all\"], \"hard\": 3}}",
         "key \"matrix.hard\": an array is wanted"},
        {"{\"abut_rules\": 1, \"matrix\": {\"sets\": [\"all\"], \"hard\": [[0], [0]]}}",
         "key \"matrix.hard\": 1 rows are wanted, one for each set, not 2"},
        {"{\"abut_rules\": 1, \"matrix\": {\"sets\": [\"all\"], \"hard\": [[0, 1]]}}",
         "key \"matrix.hard[0]\": 1 cells are wanted, from the set itself to the last one, not 2"},
        {"{\"abut_rules\": 1, \"matrix\": {\"sets\": [\"all\"], \"hard\": [[\"x\"]]}}",
         "key \"matrix.hard[0][0]\": a length, true or false is wanted, not a string"},
        {"{\"abut_rules\": 1, \"matrix\": {\"sets\": [\"all\"], \"hart\": [[0]]}}",
         "key \"matrix.hart\": is not known here; there are sets, hard, touch, clearance, inside, "
         "duplicate"},
        {"{\"abut_rules\": 1, \"matrix\": {\"sets\": [\"all\", \"all\"], \"hard\": [[0, 0], [0]]}}",
         "key \"matrix\": there is a rule 'all' in line 1, too"},
        {"{\"abut_rules\": 1, \"ignore\": {}}", "key \"ignore\": an array is wanted"},
        {"{\"abut_rules\": 1, \"ignore\": [3]}", "key \"ignore[0]\": an object is wanted"},
        {IGNORES("{\"same\": \"file\"}"), "key \"ignore[0]\": \"reason\" is missing"},
        {IGNORES("{\"same\": \"file\", \"reason\": \"\"}"),
         "key \"ignore[0].reason\": is an empty text"},
        {IGNORES("{\"reason\": \"x\"}"), "key \"ignore[0]\": it does not say what is ignored"},
        {IGNORES("{\"b\": \"w\", \"reason\": \"x\"}"),
         "key \"ignore[0]\": \"b\" stands without \"a\""},
        {IGNORES("{\"a\": \"v\", \"reason\": \"x\"}"),
         "key \"ignore[0].a\": there is no set 'v' above"},
        {IGNORES("{\"same\": 3, \"reason\": \"x\"}"), "key \"ignore[0].same\": a string is wanted"},
        {IGNORES("{\"joined\": \"glue\", \"reason\": \"x\"}"),
         "key \"ignore[0].joined\": voids, fills, hosts, connects, ports, covers or projects is "
         "wanted, not "
         "'glue'"},
        {IGNORES("{\"joined\": [\"voids\", \"glue\"], \"reason\": \"x\"}"),
         "key \"ignore[0].joined[1]\": voids"},
        {IGNORES("{\"pairs\": [[\"w\"]], \"reason\": \"x\"}"),
         "key \"ignore[0].pairs[0]\": two ids or names are wanted, not 1"},
        {IGNORES("{\"pairs\": [[\"w\", 3]], \"reason\": \"x\"}"),
         "key \"ignore[0].pairs[0][1]\": a string is wanted"},
        {IGNORES("{\"pairs\": 3, \"reason\": \"x\"}"),
         "key \"ignore[0].pairs\": an array is wanted"},
        {IGNORES("{\"pears\": [], \"reason\": \"x\"}"),
         "key \"ignore[0].pears\": is not known here"},
        {"[]", "line 1: there is no set in it"},
        {"[3]", "key \"[0]\": an object is wanted"},
        {"[{}]", "key \"[0]\": \"name\" is missing"},
        {"[{\"name\": \"x\", \"a\": {}}]", "key \"[0].a\": an array is wanted"},
        {"[{\"name\": \"x\", \"a\": []}]", "key \"[0]\": \"mode\" is missing"},
#define ARCH "\"a\": [{\"file\": \"arch.obj\"}]"
        {"[{\"name\": \"x\", \"mode\": \"hard\", " ARCH "}]",
         "key \"[0].mode\": intersection, collision or clearance is wanted, not 'hard'"},
        {"[{\"name\": \"x\", \"mode\": \"intersection\", " ARCH "}]",
         "key \"[0]\": \"tolerance\" is missing"},
        {"[{\"name\": \"x\", \"mode\": \"clearance\", " ARCH "}]",
         "key \"[0]\": \"clearance\" is missing"},
        {"[{\"name\": \"x\", \"mode\": \"collision\", \"check_all\": 1, " ARCH "}]",
         "key \"[0].check_all\": false is wanted, not a number"},
        {"[{\"name\": \"x\", \"mode\": \"collision\", \"foo\": 1, " ARCH "}]",
         "key \"[0].foo\": is not known here"},
        {"[{\"name\": \"x\", \"mode\": \"collision\", \"a\": [{}]}]",
         "key \"[0].a[0]\": \"file\" is missing"},
        {"[{\"name\": \"x\", \"mode\": \"collision\",\n\"a\": [{\"file\": \"/x/other.ifc\"}]}]",
         "line 2: key \"[0].a[0].file\": 'other.ifc' is not among the files that are checked"},
        {"[{\"name\": \"x\", \"mode\": \"collision\", \"b\": 3, " ARCH "}]",
         "key \"[0].b\": an array is wanted"},
        {"[{\"name\": \"x\", \"mode\": \"collision\", \"a\": [{\"file\": \"arch.obj\", \"mode\": "
         "\"o\"}]}]",
         "key \"[0].a[0].mode\": a, e or i is wanted, not 'o'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        scene s;
        make_scene(&s);
        text = rows[i].file;
        if (open_scene(&s)) fail_msg("read: %s", rows[i].file);
        if (!strstr(said, rows[i].told) || strncmp(said, "rules.json: line ", 17) != 0)
            fail_msg("%s\n%s\nnot %s", rows[i].file, said, rows[i].told);
        close_scene(&s);
    }
}

// Files with a few bytes changed, cut or doubled are read or refused, and nothing is lost.
static void damaged_files_do_no_harm(void** state)
{
    (void)state;
    static const char* const whole[] = {"{\"abut_rules\": 1, \"unit\": \"mm\", \"sets\": {\"w\": "
                                        "{\"name\": [\"w[a-z]*\", \"x\"], \"not\": "
                                        "{\"any\": [\"all\"]}}}, \"rules\": [{\"name\": \"r\", "
                                        "\"a\": \"w\", \"b\": \"all\", \"hard\": 1, "
                                        "\"clearance\": {\"gap\": 1}}], \"matrix\": {\"sets\": "
                                        "[\"w\", \"all\"], \"hard\": [[1, 2], [3]]}, "
                                        "\"ignore\": [{\"same\": \"file\", \"reason\": \"x\"}, "
                                        "{\"pairs\": [[\"slab\", \"5f\"]], \"joined\": "
                                        "\"*\", \"reason\": \"y\"}]}",
                                        "[{\"name\": \"x\", \"mode\": \"clearance\", "
                                        "\"clearance\": 1, \"a\": [{\"file\": \"mep.ifc\", "
                                        "\"selector\": \"IfcWall, !IfcSlab + Name*=\\\"a b\\\", "
                                        "Pset_X.System!=x\", \"mode\": \"e\"}]}]"};
    static const char bytes[] = "{}[]\",:*!?=+-\\0919ae./ \xc3\xff\n";
    uint32_t random = 11;
    size_t read = 0;
    for (int i = 0; i < 20000; i++) {
        char file[1000];
        strcpy(file, whole[i & 1]);
        for (int n = 1 + i % 3; n; n--) {
            random = random * 1664525u + 1013904223u;
            const size_t length = strlen(file), at = (random >> 8) % (length - 1);
            if (random >> 30 == 0)
                memmove(file + at, file + at + 1, length - at);
            else if (random >> 30 == 1)
                memmove(file + at + 1, file + at, length - at + 1);
            else
                file[at] = bytes[(random >> 4) % (sizeof bytes - 1)];
        }
        scene s;
        make_scene(&s);
        s.sources[0].unit = 1;
        text = file;
        const bool fine = open_scene(&s);
        if (!fine && strncmp(said, "rules.json: line ", 17) != 0) fail_msg("%s\n%s", said, file);
        read += fine;
        close_scene(&s);
    }
    assert_true(read > 200);
}

static void expect_warning(const char* file, const char* warning, bool is_empty)
{
    scene s;
    make_scene(&s);
    text = file;
    if (!open_scene(&s)) fail_msg("%s", said);
    bool found = !warning && !s.result.late_warnings.count;
    for (size_t i = 0; warning && i < s.result.late_warnings.count; i++)
        found |= strstr(s.result.late_warnings.texts[i], warning) != NULL;
    if (!found)
        fail_msg("%s is not told, but %s", warning ? warning : "nothing",
                 s.result.late_warnings.count ? s.result.late_warnings.texts[0] : "nothing");
    assert_true(s.result.is_empty == is_empty);
    close_scene(&s);
}

static void what_is_about_nothing_is_told(void** state)
{
    (void)state;
    expect_warning(RULES("\"s\": {\"name\": \"x\"}", ALL),
                   "rules.json: line 1: no object is in the set 's'", false);
    expect_warning(RULES("", ALL ",\n{\"name\": \"late\", \"a\": \"all\", \"hard\": 1}"),
                   "line 2: the rule 'late' is about no pair", false);
    expect_warning(RULES("", "{\"name\": \"one\", \"a\": {\"name\": \"slab\"}, \"hard\": 1}"),
                   "the rule 'one' is about no pair", true);
    expect_warning(IGNORES("{\"pairs\": [[\"slab\", \"who\"]], \"reason\": \"x\"}"),
                   "there is no object 'who'", false);
    expect_warning(RULES("", ALL), NULL, false);
}

// -------------------------------------------------------------------------------------------- IfcClash

#define CLASH_SET(a, rest) "[{\"name\": \"set\", \"a\": [" a "], " rest "}]"
#define AGAINST_ARCH       "\"b\": [{\"file\": \"arch.obj\"}], \"mode\": \"collision\""

static void expect_selected(const char* selector, const char* mode, const char* wanted)
{
    char file[600];
    scene s;
    make_scene(&s);
    snprintf(
        file, sizeof file,
        CLASH_SET("{\"file\": \"C:\\\\x/y\\\\mep.ifc\", \"selector\": \"%s\", \"mode\": \"%s\"}",
                  AGAINST_ARCH),
        selector, mode);
    text = file;
    if (!open_scene(&s)) fail_msg("%s", said);
    char found[OBJECTS + 1] = "";
    for (uint32_t i = 3; i < OBJECTS; i++)
        if (rules_first(s.result.review.rules, 0, i) == 0) strncat(found, &"0123456"[i], 1);
    if (strcmp(found, wanted) != 0) fail_msg("%s: %s, not %s", selector, found, wanted);
    close_scene(&s);
}

static void selectors_select(void** state)
{
    (void)state;
    expect_selected("", "i", "3456");
    expect_selected("IfcPipeSegment", "a", "3456");
    expect_selected("IfcPipeSegment", "i", "34");
    expect_selected("IfcPipeSegment", "e", "56");
    expect_selected("IfcFlowSegment", "i", "345");  // what is below it
    expect_selected("IfcElement", "i", "345");
    expect_selected("IfcDuctSegment, IfcPipeSegment", "i", "345");
    expect_selected("IfcFlowSegment, !IfcDuctSegment", "i", "34");
    expect_selected("!IfcDuctSegment, IfcFlowSegment", "i", "345");
    expect_selected("IfcDuctSegment + IfcPipeSegment, Name=\\\"pipe 2\\\"", "i", "45");
    expect_selected("IfcDuctSegment + IfcPipeSegment +", "i", "345");
    expect_selected("0eeeeeeeeeeeeeeeeeeeee", "i", "4");
    expect_selected("IfcPipeSegment, !0eeeeeeeeeeeeeeeeeeeee", "i", "3");
    expect_selected("GlobalId=0eeeeeeeeeeeeeeeeeeeee", "i", "4");
    expect_selected("Name=duct", "i", "5");
    expect_selected("Name!=duct", "i", "346");
    expect_selected("Name*=pipe", "i", "34");
    expect_selected("Name!*=pipe, IfcPipeSegment", "i", "3456");
    expect_selected("Tag=NULL", "i", "3456");
    expect_selected("Tag!=NULL", "i", "");
    expect_selected("Pset_X.System=\\\"hot water\\\"", "i", "4");
    expect_selected("\\\"Pset_X\\\".System*=water, Name!=\\\"pipe 1\\\"", "i", "4");
}

static void selectors_that_are_not_read(void** state)
{
    (void)state;
    static const char* const rows[][2] = {
        {".IfcWall", "the old form, with points, is not read"},
        {"IfcFoo", "'IfcFoo' is no class of products of IFC"},
        {"type=x", "'type' is not read"},
        {"material=x", "'material' is not read"},
        {"location=L0", "'location' is not read"},
        {"classification=x", "'classification' is not read"},
        {"group=x", "'group' is not read"},
        {"parent=x", "'parent' is not read"},
        {"query:x=3", "'query:' is not read"},
        {"Name=/x.*/", "regular expressions"},
        {"/Pset.*/.x=3", "regular expressions"},
        {"Name>3", "< and > are not read"},
        {"Name=TRUE", "TRUE and FALSE are not read"},
        {"Name*=NULL", "*= NULL is not read"},
        {"Name", "=, !=, *= or !*= is missing"},
        {"Name=", "a word is missing"},
        {"Name=\\\"x", "a quote is missing"},
        {"Description=x", "no table of a file tells 'description'"},
        {"Pset_Y.Z=x", "no table of a file tells 'Pset_Y.Z'"},
        {"IfcWall IfcSlab", "a , or + is missing"},
        {"IfcWall,", "a word is missing"},
        {"!Name=x", "! stands before"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char file[600];
        scene s;
        make_scene(&s);
        snprintf(file, sizeof file,
                 CLASH_SET("{\"file\": \"mep.ifc\",\n\"selector\": \"%s\", \"mode\": \"i\"}",
                           AGAINST_ARCH),
                 rows[i][0]);
        text = file;
        if (open_scene(&s)) fail_msg("read: %s", file);
        if (!strstr(said, rows[i][1]) ||
            !strstr(said, "rules.json: line 2: key \"[0].a[0].selector\": "))
            fail_msg("%s: %s", rows[i][0], said);
        close_scene(&s);
    }
}

// Without a selector IfcClash takes elements, but none that cut or project; what has no class of IFC is taken, too.
static void elements_are_taken(void** state)
{
    (void)state;
    static char names[][32] = {"a:IfcWall", "b:IfcOpeningElement", "c:IfcSpace", "d:Pump", "e"};
    static const bool is_taken[] = {true, false, false, true, true};
    for (int mode = 0; mode < 2; mode++) {  // all, and all but slabs
        clash_object objects[5];
        scene s;
        make_scene(&s);
        for (int i = 0; i < 5; i++)
            objects[i] = (clash_object){.group = names[i], .source = &s.sources[0]};
        s.result.objects = objects;
        s.result.object_count = 5;
        text =
            mode ? CLASH_SET("{\"file\": \"arch.obj\", \"mode\": \"e\", \"selector\": \"IfcSlab\"}",
                             "\"mode\": \"collision\"")
                 : CLASH_SET("{\"file\": \"arch.obj\"}", "\"mode\": \"collision\"");
        if (!open_scene(&s)) fail_msg("%s", said);
        for (uint32_t a = 0; a < 5; a++)
            for (uint32_t b = a + 1; b < 5; b++)
                assert_true((rules_first(s.result.review.rules, a, b) == 0) ==
                            (is_taken[a] && is_taken[b]));
        close_scene(&s);
    }
}

static void modes_are_tests(void** state)
{
    (void)state;
    static const struct {
        const char *mode, *asks;
        double hard, clearance;
    } rows[] = {
        {"\"mode\": \"intersection\", \"tolerance\": 0.002, \"check_all\": true", "10010", 2, 0},
        {"\"mode\": \"collision\", \"allow_touching\": false", "11000", 0, 0},
        {"\"mode\": \"collision\", \"allow_touching\": true", "10000", 0, 0},
        {"\"mode\": \"clearance\", \"clearance\": 0.05, \"check_all\": false", "00100", 0, 50},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char file[400];
        scene s;
        clash_demand d;
        make_scene(&s);
        s.sources[0].unit = 0.001;
        snprintf(file, sizeof file, CLASH_SET("{\"file\": \"mep.obj\"}", "\"clashes\": {}, %s"),
                 rows[i].mode);  // the file was converted: the suffix is another one
        text = file;
        if (!open_scene(&s)) fail_msg("%s", said);
        assert_int_equal(s.result.late_warnings.count, 0);
        assert_int_equal(clash_rule_of(s.result.review.rules, 0, 3, &d, NULL), CLASH_RULE_NONE);
        assert_int_equal(clash_rule_of(s.result.review.rules, 3, 4, &d, NULL), 0);
        for (int t = 0; t < CLASH_TESTS; t++)
            assert_true(d.asks[t] == (rows[i].asks[t] == '1'));
        assert_true(d.hard == rows[i].hard && d.clearance == rows[i].clearance);
        close_scene(&s);
    }
    // IfcClash would list a pair twice.
    expect_warning(
        "[{\"name\": \"x\", \"mode\": \"collision\", " ARCH "},\n{\"name\": \"y\", "
        "\"mode\": \"clearance\", \"clearance\": 1, \"a\": [{\"file\": \"arch.obj\"}, "
        "{\"file\": \"mep.ifc\"}]}]",
        "line 2: pairs that are in 'x', too, are checked as that set says, not as 'y' does", false);
    expect_warning(CLASH_SET("{\"file\": \"mep.ifc\"}", AGAINST_ARCH),
                   "no file says its unit: they are taken as metres", false);
}

static void classes_are_as_ifc_has_them(void** state)
{
    (void)state;
    assert_true(ifc_is_a("IfcWallStandardCase", "IfcWall"));
    assert_true(ifc_is_a("IfcWall", "IfcBuildingElement") &&
                ifc_is_a("IfcWall", "IfcBuiltElement"));
    assert_true(ifc_is_a("IfcOpeningElement", "IfcFeatureElement"));
    assert_true(ifc_is_a("IfcOpeningElement", "IfcElement"));
    assert_true(ifc_is_a("IfcPipeSegment", "IfcDistributionElement"));
    assert_false(ifc_is_a("IfcSpace", "IfcElement"));
    assert_true(ifc_is_a("IfcSpace", "IfcProduct"));
    assert_false(ifc_is_a("IfcWall", "IfcWallStandardCase") || ifc_is_a("Wall", "IfcProduct"));
    assert_true(ifc_is_class("IfcProduct") && ifc_is_class("IfcWall") && !ifc_is_class("IfcDate"));
}

// ----------------------------------------------------------------------------------------------- judge

static void depths_decide(void** state)
{
    (void)state;
    static const struct {
        double hard, lo, hi;
        bool touch;
        clash_test test;
        abut_relation relation;
        bool kept, undecided;
    } rows[] = {
        {0, 1e-300, 1, false, CLASH_HARD, ABUT_RELATION_CROSSING, true, false},
        {0, 0, 1e-9, false, CLASH_HARD, ABUT_RELATION_CROSSING, true, false},
        {0, (double)NAN, (double)NAN, false, CLASH_HARD, ABUT_RELATION_CROSSING, true, false},
        {1, 0.5, 1, false, CLASH_HARD, ABUT_RELATION_CROSSING, false, false},
        {1, 0.5, 1.5, false, CLASH_HARD, ABUT_RELATION_CROSSING, true, true},
        {1, 1, 1.5, false, CLASH_HARD, ABUT_RELATION_CROSSING, true, true},
        {1, 1.25, 1.5, false, CLASH_HARD, ABUT_RELATION_CROSSING, true, false},
        {1, (double)NAN, (double)NAN, false, CLASH_HARD, ABUT_RELATION_CROSSING, true, true},
        {0, (double)NAN, (double)NAN, false, CLASH_HARD, ABUT_RELATION_UNKNOWN, true, true},
        {0, (double)NAN, (double)NAN, true, CLASH_HARD, ABUT_RELATION_UNKNOWN, true, false},
        {1, (double)NAN, (double)NAN, true, CLASH_HARD, ABUT_RELATION_UNKNOWN, true, true},
        {1, 0.5, 0.75, true, CLASH_TOUCH, ABUT_RELATION_TOUCHING, true, false},
        {1, 0.5, 0.75, true, CLASH_INSIDE, ABUT_RELATION_A_INSIDE_B, true, false},
        {1, (double)NAN, (double)NAN, true, CLASH_INSIDE, ABUT_RELATION_UNKNOWN, true, true},
        {1, (double)NAN, (double)NAN, true, CLASH_CLEARANCE, ABUT_RELATION_SEPARATE, true, false},
        {1, 0.5, 0.75, true, CLASH_DUPLICATE, ABUT_RELATION_CROSSING, true, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char file[200];
        scene s;
        clash_row row = {
            .test = rows[i].test, .relation = rows[i].relation, .depth = {rows[i].lo, rows[i].hi}};
        make_scene(&s);
        snprintf(file, sizeof file,
                 "{\"abut_rules\": 1, \"rules\": [{\"name\": \"r\", \"a\": \"all\", \"hard\": %g, "
                 "\"touch\": %s}]}",
                 rows[i].hard, rows[i].touch ? "true" : "false");
        text = file;
        assert_true(open_scene(&s));
        s.result.review.rows = &row;
        s.result.clashes.count = 1;
        assert_true(clash_judge(&s.result, 0));
        assert_int_equal(s.result.clashes.count, rows[i].kept);
        assert_int_equal(s.result.review.allowed_count, !rows[i].kept);
        assert_true(row.is_undecided == rows[i].undecided);
        assert_true(s.result.review.is_undecided == rows[i].undecided);
        close_scene(&s);
    }
}

// ------------------------------------------------------------------------------------------------ memory

static void fail_each_allocation(const char* file)
{
    text = file;
    size_t n = 1;
    for (bool read = false; !read; n++) {
        scene s;
        make_scene(&s);
        s.options.ignore = "pairs.txt";
        s.sources[0].unit = 1;
        const size_t blocks = allocations.blocks;
        allocations_begin(n);
        read = open_scene(&s);
        allocations_begin(0);
        if (!read && !strstr(said, abut_status_text(ABUT_OUT_OF_MEMORY)) &&
            !strstr(said, "not enough memory"))
            fail_msg("allocation %zu: %s", n, said);
        close_scene(&s);
        assert_int_equal(allocations.blocks, blocks);
    }
    assert_true(n > 10);
}

static void failing_allocations_lose_nothing(void** state)
{
    (void)state;
    fail_each_allocation(
        "{\"abut_rules\": 1, \"unit\": \"mm\", \"sets\": {\"w\": {\"name\": [\"wall*\"], \"not\": "
        "{\"id\": \"x\"}}, \"none\": {\"any\": [{\"name\": \"x\"}]}, \"m\": {\"file\": \"mep*\"}}, "
        "\"rules\": [{\"name\": \"r\", \"a\": \"w\", \"b\": {\"name\": \"*\"}, \"hard\": 1}, "
        "{\"name\": \"n\", \"a\": \"none\", \"hard\": 1}], "
        "\"matrix\": {\"sets\": [\"w\", \"m\"], \"hard\": [[null, 1], [2]], \"clearance\": [[null, "
        "1], "
        "[null]]}, \"ignore\": [{\"same\": \"layer\", \"reason\": \"x\"}, {\"pairs\": [[\"slab\", "
        "\"who\"], [\"duct\", \"slab\"], [\"duct\", \"wall 1\"]], \"reason\": \"x\"}]}");
    fail_each_allocation(
        "[{\"name\": \"x\", \"mode\": \"collision\", \"a\": [{\"file\": \"arch.obj\", \"mode\": "
        "\"e\", "
        "\"selector\": \"IfcWall\"}, {\"file\": \"mep.ifc\", \"mode\": \"i\", \"selector\": "
        "\"Name=x\"}], \"b\": [{\"file\": \"mep.ifc\", \"mode\": \"i\", \"selector\": "
        "\"Name=x\"}]}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_key_of_a_set_counts),
        cmocka_unit_test(first_rule_wins),
        cmocka_unit_test(ignores_hold_before_rules),
        cmocka_unit_test(reasons_are_told),
        cmocka_unit_test(a_matrix_is_rules),
        cmocka_unit_test(each_test_counts),
        cmocka_unit_test(any_number_of_sets),
        cmocka_unit_test(alike_sets_share_a_group),
        cmocka_unit_test(lengths_are_rounded_once),
        cmocka_unit_test(faults_have_line_and_key),
        cmocka_unit_test(damaged_files_do_no_harm),
        cmocka_unit_test(what_is_about_nothing_is_told),
        cmocka_unit_test(selectors_select),
        cmocka_unit_test(selectors_that_are_not_read),
        cmocka_unit_test(elements_are_taken),
        cmocka_unit_test(modes_are_tests),
        cmocka_unit_test(classes_are_as_ifc_has_them),
        cmocka_unit_test(depths_decide),
        cmocka_unit_test(failing_allocations_lose_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
