// test_mesh_number.c - numbers in text: against strtod in the C locale, in every rounding mode, and
// what must not pass for a number.
#include "io/mesh_check.h"
#include "text/number.h"

#include <fenv.h>
#include <float.h>
#include <locale.h>

static void assert_like_strtod(const char* text)
{
    char* after;
    double expected = strtod(text, &after);
    assert_int_equal(*after, '\0');
    const char* at = text;
    double value = 0;
    number_result result = number_parse(&at, text + strlen(text), &value);
    if (isinf(expected)) {
        if (result != NUMBER_TOO_LARGE) fail_msg("%s should be too large", text);
        return;
    }
    if (result != NUMBER_OK || bits_of(value) != bits_of(expected))
        fail_msg("%s gives %a, not %a (%d)", text, value, expected, (int)result);
    assert_ptr_equal(at, text + strlen(text));
}

static void random_decimal(char* text, size_t size)
{
    size_t used = 0;
    int digits = 1 + (int)random_below(25);
    int point = (int)random_below((size_t)digits + 3) - 1;
    if (random_below(3) == 0) text[used++] = random_below(2) ? '-' : '+';
    if (point == 0 && random_below(2)) text[used++] = '.', point = -1;
    for (int i = 0; i < digits; i++) {
        text[used++] = (char)('0' + (random_below(5) == 0 ? 0 : random_below(10)));
        if (i + 1 == point) text[used++] = '.';
    }
    int range = random_below(2) ? 30 : random_below(2) ? 330 : 5000;
    text[used] = '\0';
    if (random_below(3) != 0)
        snprintf(text + used, size - used, "%c%+d", random_below(2) ? 'e' : 'E',
                 (int)random_below(2 * (size_t)range) - range);
}

// The point halfway between two doubles, in full, and just beside it.
static void check_halfway(double low)
{
    double high = nextafter(low, HUGE_VAL);
    if (!isfinite(high)) return;
    char text[1600];
    long double middle = ((long double)low + (long double)high) / 2;
    int digits = snprintf(text, sizeof text, "%.1100Le", middle);
    assert_true(digits > 0 && (size_t)digits < sizeof text);
    char* e = strchr(text, 'e');
    char exponent[16];
    snprintf(exponent, sizeof exponent, "%s", e);
    char* last = e - 1;
    while (*last == '0')
        last--;
    snprintf(last + 1, 400, "%s", exponent);
    assert_like_strtod(text);  // the tie
    snprintf(last + 1, 400, "000000000000000000001%s", exponent);
    assert_like_strtod(text);  // just above
    if (*last >= '1' && *last <= '9') {
        --*last;
        snprintf(last + 1, 400, "9999999999%s", exponent);
        assert_like_strtod(text);  // just below
    }
}

static void numbers_are_rounded_like_strtod(void** state)
{
    (void)state;
    assert_string_equal(setlocale(LC_ALL, NULL), "C");
    char text[512];
    for (int i = 0; i < 120000; i++) {
        random_decimal(text, sizeof text);
        assert_like_strtod(text);
    }
    for (int i = 0; i < 60000; i++) {
        snprintf(text, sizeof text, "%.*g", 15 + (int)random_below(11), random_finite());
        assert_like_strtod(text);
        double small = ldexp((double)(random_bits() >> 11), -(int)random_below(120));
        snprintf(text, sizeof text, "%.*f", (int)random_below(30), small);
        assert_like_strtod(text);
    }
    for (int i = 0; i < 3000; i++) {
        check_halfway(fabs(random_finite()));
        check_halfway(ldexp((double)(random_bits() >> 11), (int)random_below(100) - 100));
        check_halfway(double_of(random_bits() >> 12));  // subnormal
        check_halfway((double)(random_bits() >> 10));
    }
    const char* const known[] = {
        "0",
        "-0",
        "0.0e999999999999999999999",
        "1e-999999999999999999999",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.0000000000000000000000000000000001",
        "1e22",
        "1e23",
        "8.5e22",
        "00000000000000000000000000000000000000000000000000000000000000000000000000001",
        ".5",
        "5.",
        "123456789012345678901234567890e-29",
        "0.000000000000000000000000000000000000001e39"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_like_strtod(known[i]);
}

static void very_long_numbers_are_rounded_right(void** state)
{
    (void)state;
    static char text[4000];
    // 1 + 2^-53, a tie that goes down, and with one digit far behind it, which takes it up.
    const char* tie = "1.00000000000000011102230246251565404236316680908203125";
    memset(text, '0', sizeof text);
    memcpy(text, tie, strlen(tie));
    text[sizeof text - 1] = '\0';
    assert_like_strtod(text);
    text[sizeof text - 2] = '1';
    assert_like_strtod(text);
    const char* at = text;
    double value = 0;
    assert_int_equal(number_parse(&at, text + strlen(text), &value), NUMBER_OK);
    assert_true(value == 1 + DBL_EPSILON);
    memset(text, '7', sizeof text - 10);
    memcpy(text + sizeof text - 10, "e-3900", 7);
    assert_like_strtod(text);
    memset(text, '0', 2000);
    text[1] = '.';
    assert_like_strtod(text);
}

static void other_texts_are_no_numbers(void** state)
{
    (void)state;
    const char* const texts[] = {
        "",     "-",     "+",     ".",     "-.",    "e5",   ".e5",      "1e",    "1e+", "1,5",
        "0x10", "0x1p3", "nan",   "inf",   "-inf",  "NaN",  "INF",      "1.2.3", "1f",  "1.0f",
        "--1",  "+-1",   "1e5.0", "1_000", "1'000", "1e5x", "infinity", "1/2",   "1d5", "\xD9\xA1"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char* at = texts[i];
        double value = 7;
        if (number_parse(&at, at + strlen(at), &value) != NUMBER_BAD)
            fail_msg("\"%s\" was taken for a number", texts[i]);
        assert_ptr_equal(at, texts[i]);
        assert_true(value == 7);
    }
    const char* at = "12 13";
    double value;
    assert_int_equal(number_parse(&at, at + 5, &value), NUMBER_OK);
    assert_true(value == 12 && *at == ' ');
    int64_t whole = 0;
    at = "-9999999999999999999999/";
    assert_true(integer_parse(&at, at + 24, &whole));
    assert_true(whole == -INT64_MAX && *at == '/');
}

static const char triangle_obj[] =
    "v 0.1 1e-310 3\nv -0 2.5 1e23\nv 9007199254740993 .5 -1\nf 1 2 3\n";

static void assert_triangle_bits(void)
{
    mesh m = read_good(triangle_obj, MESH_UNKNOWN);
    const double expected[9] = {0.1, 1e-310, 3, -0.0, 2.5, 1e23, 9007199254740992, 0.5, -1};
    for (size_t i = 0; i < 9; i++)
        assert_true(bits_of(m.vertices[i]) == bits_of(expected[i]));
    mesh_free(&m);
}

static void numbers_do_not_depend_on_the_rounding_mode(void** state)
{
    (void)state;
    const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(fesetround(modes[i]), 0);
        mesh m = read_good(triangle_obj, MESH_UNKNOWN);
        int mode = fegetround();
        fesetround(FE_TONEAREST);
        assert_int_equal(mode, modes[i]);
        assert_true(bits_of(m.vertices[0]) == bits_of(0.1));
        assert_true(bits_of(m.vertices[5]) == bits_of(1e23));
        assert_true(m.vertices[6] == 9007199254740992);
        mesh_free(&m);
    }
    assert_triangle_bits();
}

static void numbers_do_not_depend_on_the_locale(void** state)
{
    (void)state;
    if (!set_comma_locale()) {
        print_message("SKIPPED: no locale with a decimal comma is installed\n");
        skip();
    }
    assert_triangle_bits();
    mesh m = {0};
    mesh_error e;
    assert_int_equal(read_exactly(&m, "v 0,5 0 0\n", 10, MESH_OBJ, &e), MESH_BAD_NUMBER);
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_rounded_like_strtod),
        cmocka_unit_test(very_long_numbers_are_rounded_right),
        cmocka_unit_test(other_texts_are_no_numbers),
        cmocka_unit_test(numbers_do_not_depend_on_the_rounding_mode),
        cmocka_unit_test(numbers_do_not_depend_on_the_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
