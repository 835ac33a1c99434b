// numbers.c - what all error bounds rest on: every operation on doubles is rounded once, to a
// double, and subnormals are numbers. And what readers rest on: numbers arrive bit by bit.
#include "mesh/mesh.h"
#include "self_test/float.h"
#include "self_test/self_test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Operands are read from volatile memory when an operation runs: the compiler cannot compute it, and
// may fuse it only if its flags allow that.
typedef struct operands {
    volatile double a, b, c;
    volatile float f, g;
} operands;

static void expect_bits(self_check* c, double found, double expected, const char* what)
{
    self_expect(c, self_same(found, expected), "%s is %a, expected %a", what, found, expected);
}

static void expect_unfused(self_check* c)
{
    operands o = {.a = 1 + 0x1p-27, .b = 1 + 0x1p-27, .c = 1 + 0x1p-26};
    // (1 + 2^-27)^2 = 1 + 2^-26 + 2^-54, whose last term is lost when the product is rounded.
    const double less = o.a * o.b - o.c;
    const double left = o.c - o.a * o.b;
    const double more = o.a * o.b + -o.c;
    o.f = 1 + 0x1p-12F;
    o.g = 1 + 0x1p-11F;
    const float difference = o.f * o.f - o.g;
    expect_bits(c, less, 0, "a product, less a number (fused?)");
    expect_bits(c, left, 0, "a number, less a product (fused?)");
    expect_bits(c, more, 0, "a product and a number (fused?)");
    expect_bits(c, (double)difference, 0, "a product of floats, less a float (fused? wide?)");
}

static void expect_once_rounded(self_check* c)
{
    operands o = {.a = 1, .b = 0x1p-53 + 0x1p-64};
    // With 64 bits on the way this becomes a tie, and then 1.
    double sum = o.a + o.b;
    expect_bits(c, sum, 1 + 0x1p-52, "1 + (2^-53 + 2^-64)");
    o.b = 0x1p-53;
    sum = o.a + o.b;
    expect_bits(c, sum, 1, "1 + 2^-53");
    o.a = 1 + 0x1p-52;
    sum = o.a + o.b;
    expect_bits(c, sum, 1 + 0x1p-51, "(1 + 2^-52) + 2^-53");
    o.a = 0x1.fffffffffffffp1023;
    o.b = 2;
    double back = o.a * o.b / o.b;
    self_expect(c, isinf(back), "the largest double, doubled and halved, is %a, not infinite",
                back);
    o.a = 1;
    o.b = 3;
    double third = o.a / o.b;
    expect_bits(c, third, 0x1.5555555555555p-2, "1 / 3");
    o.a = 10;
    double tenths = o.b / o.a;
    expect_bits(c, tenths, 0x1.3333333333333p-2, "3 / 10");
    o.a = 2;
    double root = sqrt(o.a);
    expect_bits(c, root, 0x1.6a09e667f3bcdp+0, "the square root of 2");
    o.a = 16777217;
    float narrow = (float)o.a;
    expect_bits(c, (double)narrow, 16777216, "2^24 + 1 as a float");
}

static void expect_subnormals(self_check* c)
{
    operands o = {.a = 0x1p-1022, .b = 0.5};
    double half = o.a * o.b;
    expect_bits(c, half, 0x1p-1023, "half of the smallest normal double");
    o.a = 0x1.8p-1022;
    o.b = 0x1p-1022;
    double difference = o.a - o.b;
    expect_bits(c, difference, 0x1p-1023, "a difference of normal doubles");
    o.a = 0x1p-1074;
    o.b = 0x1p60;
    double raised = o.a * o.b;
    expect_bits(c, raised, 0x1p-1014, "the smallest subnormal times 2^60");
    o.f = 0x1p-126F;
    o.g = 0.5F;
    float narrow = o.f * o.g;
    expect_bits(c, (double)narrow, 0x1p-127, "half of the smallest normal float");
    self_expect(c, float_mode_shows(&float_modes[0]),
                "the program did not start rounding to nearest, with subnormals");
}

// The bytes of a number in memory, the lowest first.
static void expect_bytes(self_check* c)
{
    static const unsigned char one_and_a_bit[8] = {1, 0, 0, 0, 0, 0, 0xF0, 0x3F};
    static const unsigned char minus_two_and_a_bit[4] = {3, 0, 0, 0xC0};
    static const unsigned char count[4] = {0x78, 0x56, 0x34, 0x12};
    const double d = 1 + 0x1p-52;
    const float f = -2 - 3 * 0x1p-22F;
    const uint32_t u = 0x12345678;
    self_expect(c, sizeof d == 8 && sizeof f == 4 && sizeof(size_t) >= 4,
                "a double has %zu bytes, a float %zu, a size %zu", sizeof d, sizeof f,
                sizeof(size_t));
    self_expect(c, memcmp(&d, one_and_a_bit, sizeof d) == 0,
                "doubles are not IEEE, low byte first");
    self_expect(c, memcmp(&f, minus_two_and_a_bit, sizeof f) == 0,
                "floats are not IEEE, low byte first");
    self_expect(c, memcmp(&u, count, sizeof u) == 0, "integers are not stored low byte first");
}

static void test_arithmetic(self_report* r)
{
    self_check* c = self_begin(r, "arithmetic");
    if (!c) return;
    expect_unfused(c);
    expect_once_rounded(c);
    expect_subnormals(c);
    expect_bytes(c);
    self_end(c);
}

// ----------------------------------------------------------------------------------------- reading

typedef struct number {
    const char* text;
    double value;
} number;

// Texts that are hard to round, and those at the ends of the range.
static const number numbers[] = {
    {"0.1", 0x1.999999999999ap-4},
    {"9007199254740993", 0x1p53},
    {"9007199254740993.00000000000000000001", 0x1.0000000000001p53},
    {"9007199254740995", 0x1.0000000000002p53},
    {"5e-324", 0x1p-1074},
    {"2.47e-324", 0},
    {"2.48e-324", 0x1p-1074},
    {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022},
    {"2.2250738585072014e-308", 0x1p-1022},
    {"1.7976931348623157e308", 0x1.fffffffffffffp1023},
    {"-6.631236846766476e-316", -0x0.0000008p-1022},
    {"4000000.987654321", 0x1.e84807e6b74fp+21},
};

enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

// Read a mesh of one triangle from bytes, in a rounding mode, and compare every number of it.
static void expect_numbers(self_report* r, self_check* c, const char* name, const float_mode* mode,
                           const void* bytes, size_t size)
{
    mesh m = {0};
    mesh_error error = {.status = MESH_OK};
    float_mode_enter(mode);
    const mesh_status status = mesh_read_memory(&m, bytes, size, NULL, &error);
    float_mode_leave();
    if (status == MESH_OUT_OF_MEMORY) r->out_of_memory = true;
    if (self_expect(c, status == MESH_OK, "%s, %s: %s", name, mode->name, error.text) &&
        self_expect(c, 3 * m.vertex_count == NUMBERS && m.triangle_count == 1,
                    "%s, %s: %zu vertices and %zu triangles", name, mode->name, m.vertex_count,
                    m.triangle_count))
        for (size_t i = 0; i < NUMBERS; i++)
            self_expect(c, self_same(m.vertices[i], numbers[i].value),
                        "%s, %s: %s is read as %a, expected %a", name, mode->name, numbers[i].text,
                        m.vertices[i], numbers[i].value);
    mesh_free(&m);
}

static size_t write_text(char* text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < NUMBERS; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i % 3 ? " " : "\nv ",
                                 numbers[i].text);
    return used + (size_t)snprintf(text + used, size - used, "\nf 1 2 3\n");
}

// Put an unsigned number of some bytes, in either order whatever the machine's own is.
static size_t put(char* at, uint64_t value, size_t bytes, bool big)
{
    for (size_t i = 0; i < bytes; i++)
        at[big ? bytes - 1 - i : i] = (char)(value >> 8 * i & 0xFF);
    return bytes;
}

static size_t write_binary(char* bytes, size_t size, bool big)
{
    size_t used = (size_t)snprintf(bytes, size,
                                   "ply\nformat binary_%s_endian 1.0\n"
                                   "element vertex %d\nproperty double x\nproperty double y\n"
                                   "property double z\nelement face 1\n"
                                   "property list uchar uint vertex_indices\nend_header\n",
                                   big ? "big" : "little", (int)NUMBERS / 3);
    for (size_t i = 0; i < NUMBERS; i++) {
        uint64_t bits;
        memcpy(&bits, &numbers[i].value, sizeof bits);
        used += put(bytes + used, bits, 8, big);
    }
    used += put(bytes + used, 3, 1, big);
    for (uint64_t i = 0; i < 3; i++)
        used += put(bytes + used, i, 4, big);
    return used;
}

static void test_reading(self_report* r)
{
    char bytes[1024];
    self_check* c = self_begin(r, "reading");
    if (!c) return;
    for (int k = 0; k < FLOAT_MODES_PLAIN; k++) {
        const float_mode* mode = &float_modes[k];
        expect_numbers(r, c, "text", mode, bytes, write_text(bytes, sizeof bytes));
        expect_numbers(r, c, "low byte first", mode, bytes,
                       write_binary(bytes, sizeof bytes, false));
        expect_numbers(r, c, "high byte first", mode, bytes,
                       write_binary(bytes, sizeof bytes, true));
    }
    self_end(c);
}

void self_test_numbers(self_report* r)
{
    test_arithmetic(r);
    test_reading(r);
}
