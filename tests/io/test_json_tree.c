// test_json_tree.c - JSON as a tree: values and places, what is refused and where, and memory that fails.
#include "file/memory_limit.h"
#include "support/mesh_alloc.h"
#include "text/json_tree.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// Read a copy of the text's own size, so that a sanitizer sees what is read behind it.
static json_tree_status read_text(json_tree* t, const char* text, size_t size,
                                  char why[JSON_TREE_WHY])
{
    char* copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    const json_tree_status status = json_tree_read(t, copy, size, why);
    free(copy);
    return status;
}

static json_tree tree_of(const char* text)
{
    json_tree t = {0};
    char why[JSON_TREE_WHY] = "";
    if (read_text(&t, text, strlen(text), why) != JSON_TREE_OK) fail_msg("%s: %s", text, why);
    return t;
}

static void values_have_kinds_and_places(void** state)
{
    (void)state;
    json_tree t = tree_of("\xEF\xBB\xBF{\"n\": null,\n \"f\": false, \"t\": true,\r\n\"x\": "
                          "-1.5e-3,\r\"a\": [1, [], {}],\n"
                          "\"s\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}");
    static const struct {
        const char* key;
        json_kind kind;
        size_t line, count;
    } rows[] = {{"n", JSON_NULL, 1, 0},   {"f", JSON_FALSE, 2, 0}, {"t", JSON_TRUE, 2, 0},
                {"x", JSON_NUMBER, 3, 0}, {"a", JSON_ARRAY, 4, 3}, {"s", JSON_STRING, 5, 0}};
    const json_value* member = t.root->first;
    assert_int_equal(t.root->kind, JSON_OBJECT);
    assert_int_equal(t.root->count, 6);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++, member = member->next) {
        assert_string_equal(member->key, rows[i].key);
        assert_int_equal(member->kind, rows[i].kind);
        assert_int_equal(member->line, rows[i].line);
        assert_int_equal(member->count, rows[i].count);
        assert_ptr_equal(json_member(t.root, rows[i].key), member);
    }
    assert_null(member);
    assert_true(json_member(t.root, "x")->number == -1.5e-3);
    assert_string_equal(json_member(t.root, "s")->text, "\"\\/\b\f\n\r\t");
    const json_value* list = json_member(t.root, "a");
    assert_true(list->first->number == 1);
    assert_null(list->first->key);
    assert_int_equal(list->first->next->kind, JSON_ARRAY);
    assert_null(list->first->next->first);
    assert_null(json_member(t.root, "absent"));
    assert_null(json_member(list, "n"));
    assert_null(json_member(NULL, "n"));
    json_tree_free(&t);
    assert_null(t.root);
}

static void letters_by_number(void** state)
{
    (void)state;
    json_tree t = tree_of(
        "[\"\\u0041\\u00e9\\u20AC\\uD83D\\uDE00\", \"\\ud83d\", \"\\udE00x\", \"\\ud83d\\u0041\"]");
    const json_value* v = t.root->first;
    assert_string_equal(v->text, "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
    assert_string_equal((v = v->next)->text, "\xEF\xBF\xBD");
    assert_string_equal((v = v->next)->text, "\xEF\xBF\xBDx");
    assert_string_equal(v->next->text, "\xEF\xBF\xBD"
                                       "A");
    json_tree_free(&t);
}

static void what_is_wrong_is_told_with_its_line(void** state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"", "line 1: it ends too early"},
        {"\n\n{\"a\": }", "line 3: this is no value"},
        {"{\"a\": 1,\n}", "line 2: a key in quotes is missing"},
        {"{\"a\" 1}", "line 1: a colon is missing behind \"a\""},
        {"{\"a\": 1\n\"b\": 2}", "line 2: a comma or } is missing"},
        {"[1 2]", "line 1: a comma or ] is missing"},
        {"[1", "line 1: a comma or ] is missing"},
        {"{\"a\": 1, \"b\": {\"a\": 2},\n \"a\": 3}", "line 2: the key \"a\" is there twice"},
        {"[01]", "line 1: a comma or ] is missing"},
        {"[1.]", "line 1: this is no value"},
        {"[.5]", "line 1: this is no value"},
        {"[+1]", "line 1: this is no value"},
        {"[1e]", "line 1: this is no value"},
        {"[NaN]", "line 1: this is no value"},
        {"[1e999]", "line 1: a number is too large"},
        {"[\"\\x\"]", "line 1: a string has a \\ with nothing that it can stand before"},
        {"[\"\\u12\"]", "line 1: four hexadecimal digits are missing behind \\u"},
        {"[\"\\u0000\"]", "line 1: a string holds a zero"},
        {"[\"a", "line 1: a string has no end"},
        {"[\"a\\", "line 1: a string has no end"},
        {"[\"a\nb\"]", "line 1: a string holds an end of line or another control character"},
        {"{} {}", "line 1: something stands behind the end"},
        {"nul", "line 1: this is no value"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_tree t = {0};
        char why[JSON_TREE_WHY] = "";
        assert_int_equal(read_text(&t, rows[i].text, strlen(rows[i].text), why), JSON_TREE_SYNTAX);
        assert_string_equal(why, rows[i].why);
        assert_null(t.root);
        assert_null(t.blocks);
    }
}

static void depth_and_memory_are_bounded(void** state)
{
    (void)state;
    enum { MANY = 100000 };
    json_tree t = {0};
    char why[JSON_TREE_WHY] = "";
    char* text = malloc(MANY);
    assert_non_null(text);
    memset(text, '[', MANY);
    assert_int_equal(read_text(&t, text, MANY, why), JSON_TREE_TOO_LARGE);
    assert_string_equal(why, "line 1: nested deeper than 64");
    // "[0,0,...]": the most memory for a byte.
    for (int i = 0; i < MANY; i++)
        text[i] = i % 2 ? '0' : ',';
    text[0] = '[';
    text[MANY - 2] = ' ';
    text[MANY - 1] = ']';
    allocations_begin(0);
    const size_t before = allocations.live;
    assert_int_equal(json_tree_read(&t, text, MANY, why), JSON_TREE_OK);
    assert_true(allocations.peak - before <= (size_t)130 * MANY);
    json_tree_free(&t);
    assert_true(allocations.live == before);
    memory_limit_set(1);
    assert_int_equal(json_tree_read(&t, text, MANY, why), JSON_TREE_TOO_LARGE);
    memory_limit_set(SIZE_MAX);
    assert_string_equal(why, "it takes more memory than is allowed");
    free(text);
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    enum { SIZE = 30000 };
    char* text = malloc(SIZE);
    assert_non_null(text);
    memset(text, ' ', SIZE);
    text[0] = '[';
    static const char element[] = "\"\\u00e9\",";
    for (size_t i = 1; i + sizeof element < SIZE - 4; i += sizeof element - 1)
        memcpy(text + i, element, sizeof element - 1);
    text[SIZE - 3] = '1';
    text[SIZE - 1] = ']';
    size_t at = 1;
    for (;; at++) {
        json_tree t = {0};
        char why[JSON_TREE_WHY] = "";
        allocations_begin(at);
        const size_t blocks = allocations.blocks;
        const json_tree_status status = json_tree_read(&t, text, SIZE, why);
        const size_t calls = allocations.calls;
        allocations_begin(0);
        json_tree_free(&t);
        assert_int_equal(allocations.blocks, blocks);
        if (calls < at) {
            if (status != JSON_TREE_OK) fail_msg("%s", why);
            break;
        }
        assert_int_equal(status, JSON_TREE_OUT_OF_MEMORY);
        assert_string_equal(why, "not enough memory");
    }
    assert_true(at > 3);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_have_kinds_and_places),
        cmocka_unit_test(letters_by_number),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
        cmocka_unit_test(depth_and_memory_are_bounded),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
