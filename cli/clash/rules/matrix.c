// matrix.c - rules as a matrix: sets against sets, with a cell for each pair of these.
#include "clash/rules/rules.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

// The cell of a test for sets i and i + k: rows have the diagonal and what is right of it. NULL: the test is not there.
static const json_value* cell_of(const json_value* test, size_t i, size_t k)
{
    const json_value* v = test ? test->first : NULL;
    while (v && i--)
        v = v->next;
    v = v ? v->first : NULL;
    while (v && k--)
        v = v->next;
    return v;
}

// Whether a test has a row for each set, and each row as many cells as there are sets from its own on.
static bool expect_triangle(const rules_reader* r, const rules_place* at, const json_value* test,
                            size_t count)
{
    rules_place in = {.up = at};
    if (!rules_expect(r, at, test, JSON_ARRAY)) return false;
    if (test->count != count)
        return rules_fail(r, at, test, "%zu rows are wanted, one for each set, not %zu", count,
                          test->count);
    for (const json_value* row = test->first; row; row = row->next, in.index++) {
        if (!rules_expect(r, &in, row, JSON_ARRAY)) return false;
        if (row->count != count - in.index)
            return rules_fail(r, &in, row,
                              "%zu cells are wanted, from the set itself to the last one, not %zu",
                              count - in.index, row->count);
    }
    return true;
}

// What the cells of a pair of sets ask becomes a rule, if that is anything.
static bool take_cell(rules_reader* r, const rules_place* at, const json_value* matrix,
                      const json_value* names[2], const size_t sets[2], size_t i, size_t k)
{
    rule_asks asks = {0};
    for (clash_test t = 0; t < CLASH_TESTS; t++) {
        const rules_place of_test = {.up = at, .key = clash_test_text(t)};
        const rules_place row = {.up = &of_test, .index = i}, cell = {.up = &row, .index = k};
        const json_value* value = cell_of(json_member(matrix, of_test.key), i, k);
        if (value && !rules_take_test(r, &cell, t, value, &asks)) return false;
    }
    if (!rules_finish_asks(&asks)) return true;
    rule_entry add = {.line = matrix->line, .a = sets[0], .b = sets[1], .demand = asks.demand};
    add.name =
        k ? rules_keep(r, say_text("%s x %s", names[0]->text, names[1]->text)) : names[0]->text;
    return add.name && rules_add(r, at, matrix, &add);
}

static bool take_cells(rules_reader* r, const rules_place* at, const json_value* matrix,
                       const json_value* names, const size_t* sets)
{
    size_t i = 0;
    for (const json_value* a = names->first; a; a = a->next, i++) {
        size_t k = 0;
        for (const json_value* b = a; b; b = b->next, k++)
            if (!take_cell(r, at, matrix, (const json_value* [2]){a, b},
                           (const size_t[2]){sets[i], sets[i + k]}, i, k))
                return false;
    }
    return true;
}

bool rules_read_matrix(rules_reader* r, const json_value* matrix)
{
    static const char* const keys[] = {"sets",   "hard",      "touch", "clearance",
                                       "inside", "duplicate", NULL};
    const rules_place at = {.key = "matrix"}, of_names = {.up = &at, .key = "sets"};
    const json_value* names;
    if (!matrix) return true;
    if (!rules_expect(r, &at, matrix, JSON_OBJECT) || !rules_keys(r, &at, matrix, keys) ||
        !rules_member(r, &at, matrix, "sets", JSON_ARRAY, &names))
        return false;
    for (const json_value* m = matrix->first; m; m = m->next)
        if (m != names &&
            !expect_triangle(r, &(rules_place){.up = &at, .key = m->key}, m, names->count))
            return false;
    size_t* sets = calloc(names->count + 1, sizeof *sets);
    bool fine = sets != NULL;
    if (!fine) say_no_memory();
    rules_place in = {.up = &of_names};
    for (const json_value* n = names->first; fine && n; n = n->next, in.index++) {
        // A rule is named by both of its sets.
        fine = rules_expect(r, &in, n, JSON_STRING);
        if (fine) sets[in.index] = rules_set_of(r, &in, n);
        fine = fine && sets[in.index] != SIZE_MAX;
    }
    fine = fine && take_cells(r, &at, matrix, names, sets);
    free(sets);
    return fine;
}
