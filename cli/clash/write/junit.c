// junit.c - a report of tests in JUnit's XML, of which there is no standard: what Jenkins, GitLab and GitHub's actions all
// read. A rule is a test case. It fails if it lists a row that no approval covers. What could not be decided is an error, as
// is what was not retested: a check that could not be made must not look as if it had passed.
#include "clash/write/review_files.h"
#include "output/xml_write.h"

#include <string.h>

enum { ROWS_MOST = 100 };  // in the text of a test case

// What a rule lists.
typedef struct junit_case {
    size_t failing, open, approved;
} junit_case;

static junit_case count_rows(const clash_result* r, int rule)
{
    junit_case c = {0};
    for (size_t i = 0; i < r->clashes.count; i++) {
        const clash_row* row = &r->review.rows[i];
        if (row->rule != rule) continue;
        c.failing += clash_fails(row);
        c.open += clash_leaves_open(row);
        c.approved += row->state == CLASH_APPROVED;
    }
    return c;
}

static bool is_told(const clash_row* row, int rule)
{
    return row->rule == rule && (clash_fails(row) || clash_leaves_open(row));
}

static void write_row(xml_writer* x, const clash_result* r, const clash_row* row)
{
    xml_write_text(x, clash_name(&r->objects[row->a]));
    xml_write_text(x, ", ");
    xml_write_text(x, clash_name(&r->objects[row->b]));
    xml_write_text(x, ": ");
    xml_write_text(x, clash_class_text(row->class));
    xml_write_text(x, ", ");
    xml_write_text(x, clash_state_text(row->state));
    xml_write_text(x, row->is_undecided ? ", undecided\n" : "\n");
    for (int k = 0; k < 2; k++) {
        xml_write_text(x, k ? " " : "    ");
        xml_write_text(x, row->words[k]);
    }
    xml_write_text(x, "\n");
}

static void write_more(xml_writer* x, size_t more)
{
    char text[64];
    snprintf(text, sizeof text, "and %zu more\n", more);
    if (more) xml_write_text(x, text);
}

static void write_rows(xml_writer* x, const clash_result* r, int rule)
{
    size_t shown = 0, more = 0;
    xml_write_text(x, "\n");
    for (size_t i = 0; i < r->clashes.count; i++) {
        const clash_row* row = clash_ranked(r, i);
        if (!is_told(row, rule)) continue;
        if (shown++ < ROWS_MOST)
            write_row(x, r, row);
        else
            more++;
    }
    write_more(x, more);
}

static void open_case(xml_writer* x, const char* name)
{
    xml_write_open(x, "testcase");
    xml_write_attribute(x, "classname", "abut.clash");
    xml_write_attribute(x, "name", name);
}

static void open_verdict(xml_writer* x, const char* kind, size_t count, const char* what)
{
    char message[80];
    snprintf(message, sizeof message, "%zu %s%s", count, what, count == 1 ? "" : "s");
    xml_write_open(x, kind);
    xml_write_attribute(x, "message", message);
    xml_write_attribute(x, "type", "clash");
}

static void write_rule(xml_writer* x, const clash_result* r, int rule)
{
    const junit_case c = count_rows(r, rule);
    open_case(x, clash_rule_name(r->review.rules, rule));
    if (c.failing)
        open_verdict(x, "failure", c.failing + c.open, "row");
    else if (c.open)
        open_verdict(x, "error", c.open, "undecided row");
    if (c.failing || c.open) {
        write_rows(x, r, rule);
        xml_write_close(x);
    }
    if (c.approved) {
        char text[64];
        snprintf(text, sizeof text, "%zu approved\n", c.approved);
        xml_write_element(x, "system-out", text);
    }
    xml_write_close(x);
}

static size_t count_not_retested(const clash_review* v)
{
    size_t count = 0;
    for (size_t i = 0; i < v->gone_count; i++)
        count += v->gone[i].state == CLASH_NOT_RETESTED;
    return count;
}

static void write_not_retested(xml_writer* x, const clash_review* v)
{
    const size_t count = count_not_retested(v);
    size_t shown = 0;
    if (!count) return;
    open_case(x, "not retested");
    open_verdict(x, "error", count, "pair");
    xml_write_text(x, "\n");
    for (size_t i = 0; i < v->gone_count && shown < ROWS_MOST; i++) {
        const clash_gone* gone = &v->gone[i];
        if (gone->state != CLASH_NOT_RETESTED) continue;
        shown++;
        xml_write_text(x, gone->a);
        xml_write_text(x, ", ");
        xml_write_text(x, gone->b);
        xml_write_text(x, ": ");
        xml_write_text(x, gone->why ? gone->why : "not retested");
        xml_write_text(x, "\n");
    }
    write_more(x, count - shown);
    xml_write_close(x);
    xml_write_close(x);
}

static void write_hollow(xml_writer* x)
{
    open_case(x, "nothing to check");
    xml_write_open(x, "error");
    xml_write_attribute(x, "message", "a file has no triangles, or there is no pair of objects");
    xml_write_attribute(x, "type", "clash");
    xml_write_close(x);
    xml_write_close(x);
}

static void write_totals(xml_writer* x, const clash_result* r)
{
    const clash_review* v = &r->review;
    size_t tests = clash_rules_count(v->rules), failures = 0, errors = 0;
    for (size_t i = 0; i < clash_rules_count(v->rules); i++) {
        const junit_case c = count_rows(r, (int)i);
        failures += c.failing > 0;
        errors += !c.failing && c.open;
    }
    const size_t more = (count_not_retested(v) > 0) + (size_t)clash_is_hollow(r);
    xml_write_count(x, "tests", tests + more);
    xml_write_count(x, "failures", failures);
    xml_write_count(x, "errors", errors + more);
    xml_write_count(x, "skipped", 0);
    if (r->options->no_times) return;
    char seconds[32];
    snprintf(seconds, sizeof seconds, "%.6f",
             r->read_seconds + r->build_seconds + r->query_seconds + v->measure_seconds);
    xml_write_attribute(x, "time", seconds);
}

void junit_write(const clash_result* r, FILE* out)
{
    const clash_review* v = &r->review;
    xml_writer x;
    xml_write_begin(&x, out);
    xml_write_open(&x, "testsuites");
    write_totals(&x, r);
    xml_write_open(&x, "testsuite");
    xml_write_attribute(&x, "name", "abut clash");
    write_totals(&x, r);
    if (*v->date) {
        char stamp[20];  // without the Z, as the dialect has it
        snprintf(stamp, sizeof stamp, "%.19s", v->date);
        xml_write_attribute(&x, "timestamp", stamp);
    }
    for (size_t i = 0; i < clash_rules_count(v->rules); i++)
        write_rule(&x, r, (int)i);
    write_not_retested(&x, v);
    if (clash_is_hollow(r)) write_hollow(&x);
    xml_write_close(&x);
    xml_write_close(&x);
}
