// test_pattern.c - patterns of names against fnmatch(), which says the same of ASCII in the locale "C", and what
// that does not say.
#include "text/pattern.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

static uint32_t next_random(uint32_t* state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

// A pattern whose brackets are whole.
static void make_pattern(uint32_t* state, char* out)
{
    static const char* const parts[] = {"*",     "?",      "a",     "b",   "-",     "]",
                                        "[ab]",  "[!a]",   "[a-b]", "[]]", "[!]a]", "[*]",
                                        "[b-a]", "[a-bc]", "c",     "**",  "[?-]",  "!"};
    *out = '\0';
    for (uint32_t n = next_random(state) % 7; n; n--)
        strcat(out, parts[next_random(state) % (sizeof parts / sizeof *parts)]);
}

static void as_fnmatch_has_it(void** state)
{
    (void)state;
    uint32_t random = 27;
    char pattern[64], text[16];
    size_t held = 0;
    for (int i = 0; i < 200000; i++) {
        make_pattern(&random, pattern);
        size_t length = next_random(&random) % 7;
        for (size_t k = 0; k < length; k++)
            text[k] = "aabbc-]*?!"[next_random(&random) % 10];
        text[length] = '\0';
        const bool wanted = fnmatch(pattern, text, FNM_NOESCAPE) == 0;
        if (pattern_holds(pattern, text) != wanted)
            fail_msg("'%s' of '%s': fnmatch says %d", pattern, text, wanted);
        assert_true(pattern_is_whole(pattern));
        held += wanted;
    }
    assert_true(held > 5000 && held < 195000);
}

static void characters_are_utf8(void** state)
{
    (void)state;
    assert_true(pattern_holds("T?r", "T\xc3\xbcr"));
    assert_false(pattern_holds("T??r", "T\xc3\xbcr"));
    assert_true(pattern_holds("T[\xc3\xa0-\xc3\xbc]r", "T\xc3\xbcr"));
    assert_false(pattern_holds("T[!\xc3\xbc]r", "T\xc3\xbcr"));
    assert_true(pattern_holds("?\xe5\xa2\x81*", "A\xe5\xa2\x81 1"));
    // A byte that is no character is one of its own.
    assert_true(pattern_holds("a?b", "a\xff"
                                     "b"));
    assert_true(pattern_holds("a\xff"
                              "b",
                              "a\xff"
                              "b"));
    assert_false(pattern_holds("a\xfe"
                               "b",
                               "a\xff"
                               "b"));
    assert_true(pattern_holds("\\*", "\\x"));  // no escapes
}

static void brackets_must_end(void** state)
{
    (void)state;
    static const char* const broken[] = {"[", "a[", "[]", "[!]", "[a-", "[a", "[!", "[]a", "*[x"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        assert_false(pattern_is_whole(broken[i]));
        assert_false(pattern_holds(broken[i], "a"));
        assert_false(pattern_holds(broken[i], "["));
    }
}

// A pattern that would take for ever if each star were tried again.
static void many_stars_are_fast(void** state)
{
    (void)state;
    char pattern[4001], text[2001];
    for (size_t i = 0; i < 2000; i++) {
        memcpy(pattern + 2 * i, "*a", 2);
        text[i] = 'a';
    }
    pattern[3998] = '*';
    pattern[3999] = 'b';
    pattern[4000] = text[2000] = '\0';
    assert_false(pattern_holds(pattern, text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_fnmatch_has_it),
        cmocka_unit_test(characters_are_utf8),
        cmocka_unit_test(brackets_must_end),
        cmocka_unit_test(many_stars_are_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
