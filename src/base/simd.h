// simd.h - eight floats at once: the only file that includes intrinsics.
//
// A kernel is compiled once for each instruction set (simd_set.h). Arithmetic is the compilers' vector extension, one operation a lane, never contracted. What it lacks is
// below, with the same outcome in every form. So every instruction set computes the same bits.
#ifndef ABUT_BASE_SIMD_H
#define ABUT_BASE_SIMD_H
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined __AVX2__
#include <immintrin.h>
#elif defined __SSE2__
#include <emmintrin.h>  // the other takes half a second to read
#elif defined ABUT_NEON
#include <arm_neon.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#endif

#define SIMD_LANES 8

typedef float lanes __attribute__((vector_size(32)));
typedef int32_t lanes_int
    __attribute__((vector_size(32)));  // a comparison gives 0 or -1 in each lane

static inline lanes lanes_all(float x)
{
    return (lanes){x, x, x, x, x, x, x, x};
}

static inline lanes_int lanes_int_all(int32_t x)
{
    return (lanes_int){x, x, x, x, x, x, x, x};
}

static inline lanes lanes_load(const float* from)
{
    lanes x;
    memcpy(&x, from, sizeof x);
    return x;
}

// Four times one, four times the other.
static inline lanes_int lanes_int_twice(uint32_t low, uint32_t high)
{
    const int32_t x = (int32_t)low, y = (int32_t)high;
    return (lanes_int){x, x, x, x, y, y, y, y};
}

static inline lanes_int lanes_int_load(const void* from)
{
    lanes_int x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline void lanes_store(float* to, lanes x)
{
    memcpy(to, &x, sizeof x);
}

// Eight small integers.
static inline lanes_int lanes_int_from_int16(const int16_t* from)
{
#if defined __AVX2__
    const __m128i x = _mm_loadu_si128((const __m128i*)(const void*)from);
    return (lanes_int)_mm256_cvtepi16_epi32(x);
#else
    typedef int16_t shorts __attribute__((vector_size(16)));
    shorts x;
    memcpy(&x, from, sizeof x);
    return __builtin_convertvector(x, lanes_int);
#endif
}

static inline lanes lanes_from_int16(const int16_t* from)
{
    return __builtin_convertvector(lanes_int_from_int16(from), lanes);
}

// Eight floats of whose bits only the upper half is there.
static inline lanes lanes_from_upper(const uint16_t* from)
{
#if defined __AVX2__
    const __m128i x = _mm_loadu_si128((const __m128i*)(const void*)from);
    return (lanes)_mm256_slli_epi32(_mm256_cvtepu16_epi32(x), 16);
#else
    typedef uint16_t shorts __attribute__((vector_size(16)));
    shorts x;
    memcpy(&x, from, sizeof x);
    return (lanes)(__builtin_convertvector(x, lanes_int) << 16);
#endif
}

// Four numbers: half of the lanes, or a row of a small matrix, the fourth idle.
typedef float quad __attribute__((vector_size(16)));
typedef int32_t quad_int __attribute__((vector_size(16)));
typedef double quad_double __attribute__((vector_size(32)));

// Where lanes are wider than what the processor has, the compilers halve + and *, but take comparisons and
// shuffles apart.

typedef union lanes_halves {
    lanes whole;
    lanes_int whole_int;
    quad half[2];
    quad_int half_int[2];
} lanes_halves;

static inline lanes_halves lanes_split(lanes x)
{
    return (lanes_halves){.whole = x};
}

static inline lanes_halves lanes_int_split(lanes_int x)
{
    return (lanes_halves){.whole_int = x};
}

static inline quad quad_load(const float* from)
{
    quad x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline quad_double quad_double_load(const double* from)
{
    quad_double x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline quad quad_all(float x)
{
    return (quad){x, x, x, x};
}

static inline quad_double quad_double_all(double x)
{
    return (quad_double){x, x, x, x};
}

static inline quad_double quad_double_abs(quad_double x)
{
    typedef int64_t bits __attribute__((vector_size(32)));
    return (quad_double)((bits)x & INT64_MAX);
}

typedef int64_t quad_long __attribute__((vector_size(32)));  // -1 or 0 in each lane

#if !defined __AVX2__
typedef double pair_double __attribute__((vector_size(16)));
typedef int64_t pair_long __attribute__((vector_size(16)));
typedef union quad_double_halves {
    quad_double whole;
    quad_long whole_long;
    pair_double half[2];
    pair_long half_long[2];
} quad_double_halves;
#endif

// As the lanes_ functions of the same names.

static inline quad_double quad_double_from_floats(const float* from)
{
    return __builtin_convertvector(quad_load(from), quad_double);
}

static inline quad_long quad_double_above(quad_double x, quad_double y)
{
#if defined __AVX2__
    return x > y;
#else
    quad_double_halves h = {.whole = x};
    const quad_double_halves other = {.whole = y};
    for (int i = 0; i < 2; i++)
        h.half_long[i] = h.half[i] > other.half[i];
    return h.whole_long;
#endif
}

static inline quad_double quad_double_choose(quad_long which, quad_double x, quad_double y)
{
    return (quad_double)((which & (quad_long)x) | (~which & (quad_long)y));
}

// x > y ? x : y, and x < y ? x : y: so y if one is NaN.
static inline quad_double quad_double_max(quad_double x, quad_double y)
{
#if defined __wasm_simd128__
    quad_double_halves h = {.whole = x};
    const quad_double_halves other = {.whole = y};
    for (int i = 0; i < 2; i++)
        h.half[i] = (pair_double)wasm_f64x2_pmax((v128_t)other.half[i], (v128_t)h.half[i]);
    return h.whole;
#else
    const quad_long which = x > y;
    return (quad_double)((which & (quad_long)x) | (~which & (quad_long)y));
#endif
}

static inline quad_double quad_double_min(quad_double x, quad_double y)
{
#if defined __AVX2__
    return (quad_double)_mm256_min_pd((__m256d)x, (__m256d)y);
#elif defined __wasm_simd128__
    quad_double_halves h = {.whole = x};
    const quad_double_halves other = {.whole = y};
    for (int i = 0; i < 2; i++)
        h.half[i] = (pair_double)wasm_f64x2_pmin((v128_t)other.half[i], (v128_t)h.half[i]);
    return h.whole;
#else
    return quad_double_choose(quad_double_above(y, x), x, y);
#endif
}

static inline quad_double quad_double_negate(quad_double x)
{
    return (quad_double)((quad_long)x ^ INT64_MIN);
}

static inline quad_double quad_double_root(quad_double x)
{
#if defined __AVX2__
    return (quad_double)_mm256_sqrt_pd((__m256d)x);
#elif defined __SSE2__
    quad_double_halves h = {.whole = x};
    for (int i = 0; i < 2; i++)
        h.half[i] = (pair_double)_mm_sqrt_pd((__m128d)h.half[i]);
    return h.whole;
#elif defined __wasm_simd128__
    quad_double_halves h = {.whole = x};
    for (int i = 0; i < 2; i++)
        h.half[i] = (pair_double)wasm_f64x2_sqrt((v128_t)h.half[i]);
    return h.whole;
#else
    for (int i = 0; i < 4; i++)
        x[i] = sqrt(x[i]);
    return x;
#endif
}

static inline unsigned quad_long_mask(quad_long which)
{
#if defined __AVX2__
    return (unsigned)_mm256_movemask_pd((__m256d)which);
#elif defined __SSE2__
    const quad_double_halves h = {.whole_long = which};
    return (unsigned)_mm_movemask_pd((__m128d)h.half_long[0]) |
           (unsigned)_mm_movemask_pd((__m128d)h.half_long[1]) << 2;
#elif defined __wasm_simd128__
    const quad_double_halves h = {.whole_long = which};
    const unsigned low = wasm_i64x2_bitmask((v128_t)h.half_long[0]);
    return low | (unsigned)wasm_i64x2_bitmask((v128_t)h.half_long[1]) << 2;
#else
    unsigned mask = 0;
    for (int i = 0; i < 4; i++)
        mask |= (unsigned)((uint64_t)which[i] >> 63) << i;
    return mask;
#endif
}

// x without the lanes where y and z are the same bits: these are 0.
static inline quad_double quad_double_unless_same(quad_double x, quad_double y, quad_double z)
{
    typedef int64_t bits __attribute__((vector_size(32)));
    return (quad_double)((bits)x & ~((bits)y == (bits)z));
}

// The four that the indices name of eight: those of x, then those of y.
#define QUAD_DOUBLE_SHUFFLE(x, y, i, j, k, l) __builtin_shufflevector(x, y, i, j, k, l)

// Four numbers, then four others.
static inline lanes lanes_join(quad low, quad high)
{
#if defined __AVX2__
    return (lanes)_mm256_insertf128_ps(_mm256_castps128_ps256((__m128)low), (__m128)high, 1);
#else
    return (lanes_halves){.half = {low, high}}.whole;
#endif
}

static inline lanes lanes_pair(const float* low, const float* high)
{
    return lanes_join(quad_load(low), quad_load(high));
}

// In each half of the lanes: what the four indices name of that half.
#if defined __AVX2__
#define LANES_SHUFFLE(x, i, j, k, l)                                                               \
    __builtin_shufflevector(x, x, i, j, k, l, 4 + (i), 4 + (j), 4 + (k), 4 + (l))
#else
#define LANES_SHUFFLE(x, i, j, k, l)                                                               \
    lanes_join(                                                                                    \
        __builtin_shufflevector(lanes_split(x).half[0], lanes_split(x).half[0], i, j, k, l),       \
        __builtin_shufflevector(lanes_split(x).half[1], lanes_split(x).half[1], i, j, k, l))
#endif

static inline lanes lanes_abs(lanes x)
{
    return (lanes)((lanes_int)x & 0x7fffffff);
}

static inline lanes lanes_negate(lanes x)
{
    return (lanes)((lanes_int)x ^ INT32_MIN);
}

// Where which is -1 x, where it is 0 y.
static inline lanes lanes_choose(lanes_int which, lanes x, lanes y)
{
    return (lanes)((which & (lanes_int)x) | (~which & (lanes_int)y));
}

// In each half of the lanes, lane i gets what stands in lane (i + turn) % 4 of that half.
static inline lanes lanes_turn(lanes x, int turn)
{
    switch (turn) {
    case 1:
        return LANES_SHUFFLE(x, 1, 2, 3, 0);
    case 2:
        return LANES_SHUFFLE(x, 2, 3, 0, 1);
    case 3:
        return LANES_SHUFFLE(x, 3, 0, 1, 2);
    default:
        return x;
    }
}

// -1 where x > y, else 0, also where one is NaN.
static inline lanes_int lanes_above(lanes x, lanes y)
{
#if defined __AVX2__
    return x > y;
#else
    lanes_halves h = lanes_split(x);
    const lanes_halves other = lanes_split(y);
    for (int i = 0; i < 2; i++)
        h.half_int[i] = h.half[i] > other.half[i];
    return h.whole_int;
#endif
}

static inline lanes_int lanes_int_equal(lanes_int x, lanes_int y)
{
#if defined __AVX2__
    return x == y;
#else
    lanes_halves h = lanes_int_split(x);
    const lanes_halves other = lanes_int_split(y);
    for (int i = 0; i < 2; i++)
        h.half_int[i] = h.half_int[i] == other.half_int[i];
    return h.whole_int;
#endif
}

// -1 where x < y, else 0.
static inline lanes_int lanes_int_below(lanes_int x, lanes_int y)
{
#if defined __AVX2__
    return x < y;
#else
    lanes_halves h = lanes_int_split(x);
    const lanes_halves other = lanes_int_split(y);
    for (int i = 0; i < 2; i++)
        h.half_int[i] = h.half_int[i] < other.half_int[i];
    return h.whole_int;
#endif
}

// x > y ? x : y, and x < y ? x : y: so y if one is NaN.
static inline lanes lanes_max(lanes x, lanes y)
{
#if defined __AVX2__
    return (lanes)_mm256_max_ps((__m256)x, (__m256)y);
#elif defined __SSE2__
    lanes_halves h = lanes_split(x);
    const lanes_halves other = lanes_split(y);
    for (int i = 0; i < 2; i++)
        h.half[i] = (quad)_mm_max_ps((__m128)h.half[i], (__m128)other.half[i]);
    return h.whole;
#elif defined __wasm_simd128__
    lanes_halves h = lanes_split(x);
    const lanes_halves other = lanes_split(y);
    for (int i = 0; i < 2; i++)
        h.half[i] = (quad)wasm_f32x4_pmax((v128_t)other.half[i], (v128_t)h.half[i]);
    return h.whole;
#else
    return lanes_choose(lanes_above(x, y), x, y);
#endif
}

static inline lanes lanes_min(lanes x, lanes y)
{
#if defined __AVX2__
    return (lanes)_mm256_min_ps((__m256)x, (__m256)y);
#elif defined __SSE2__
    lanes_halves h = lanes_split(x);
    const lanes_halves other = lanes_split(y);
    for (int i = 0; i < 2; i++)
        h.half[i] = (quad)_mm_min_ps((__m128)h.half[i], (__m128)other.half[i]);
    return h.whole;
#elif defined __wasm_simd128__
    lanes_halves h = lanes_split(x);
    const lanes_halves other = lanes_split(y);
    for (int i = 0; i < 2; i++)
        h.half[i] = (quad)wasm_f32x4_pmin((v128_t)other.half[i], (v128_t)h.half[i]);
    return h.whole;
#else
    return lanes_choose(lanes_above(y, x), x, y);
#endif
}

// The square root, rounded once.
static inline lanes lanes_root(lanes x)
{
#if defined __AVX2__
    return (lanes)_mm256_sqrt_ps((__m256)x);
#elif defined __SSE2__
    lanes_halves h = lanes_split(x);
    for (int i = 0; i < 2; i++)
        h.half[i] = (quad)_mm_sqrt_ps((__m128)h.half[i]);
    return h.whole;
#elif defined ABUT_NEON
    lanes_halves h = lanes_split(x);
    for (int i = 0; i < 2; i++)
        h.half[i] = (quad)vsqrtq_f32((float32x4_t)h.half[i]);
    return h.whole;
#elif defined __wasm_simd128__
    lanes_halves h = lanes_split(x);
    for (int i = 0; i < 2; i++)
        h.half[i] = (quad)wasm_f32x4_sqrt((v128_t)h.half[i]);
    return h.whole;
#else
    for (int i = 0; i < SIMD_LANES; i++)
        x[i] = sqrtf(x[i]);
    return x;
#endif
}

// Bit i is the sign of lane i: whether it is -1 in a comparison, below 0 among numbers.
static inline unsigned lanes_mask(lanes_int which)
{
#if defined __AVX2__
    return (unsigned)_mm256_movemask_ps((__m256)which);
#elif defined __SSE2__
    const lanes_halves h = lanes_int_split(which);
    return (unsigned)_mm_movemask_ps((__m128)h.half[0]) |
           (unsigned)_mm_movemask_ps((__m128)h.half[1]) << 4;
#elif defined ABUT_NEON
    const lanes_halves h = lanes_int_split(which);
    const uint32x4_t low = {1, 2, 4, 8}, high = {16, 32, 64, 128};
    return vaddvq_u32(vorrq_u32(vandq_u32(vcltzq_s32((int32x4_t)h.half_int[0]), low),
                                vandq_u32(vcltzq_s32((int32x4_t)h.half_int[1]), high)));
#elif defined __wasm_simd128__
    const lanes_halves h = lanes_int_split(which);
    const unsigned low = wasm_i32x4_bitmask((v128_t)h.half_int[0]);
    return low | (unsigned)wasm_i32x4_bitmask((v128_t)h.half_int[1]) << 4;
#else
    unsigned mask = 0;
    for (int i = 0; i < SIMD_LANES; i++)
        mask |= ((uint32_t)which[i] >> 31) << i;
    return mask;
#endif
}

// -1 in the lanes whose bits are set.
static inline lanes_int lanes_of(unsigned mask)
{
    const lanes_int bit = {1, 2, 4, 8, 16, 32, 64, 128};
    return lanes_int_equal(lanes_int_all((int32_t)mask) & bit, bit);
}

// The other half first.
static inline lanes lanes_swap(lanes x)
{
#if defined __AVX2__
    return (lanes)_mm256_permute2f128_ps((__m256)x, (__m256)x, 1);
#else
    const lanes_halves h = lanes_split(x);
    return lanes_join(h.half[1], h.half[0]);
#endif
}

// Which of the lanes whose bits are set holds the greatest number: the first of several. One is set; if it or another
// is NaN, any of them.
static inline unsigned lanes_greatest(lanes x, unsigned mask)
{
    x = lanes_choose(lanes_of(mask), x, lanes_all(-(float)INFINITY));
    lanes most = lanes_max(x, lanes_turn(x, 2));
    most = lanes_max(most, lanes_turn(most, 1));
    most = lanes_max(most, lanes_swap(most));
    return (unsigned)__builtin_ctz(~lanes_mask(lanes_above(most, x)) & mask);
}

#if defined __AVX2__ && !defined __AVX512VL__
// Byte k of row m: the place of the k-th bit that is set in m.
extern const uint64_t simd_places[256];
#elif defined __wasm_simd128__
// Row m: the bytes of those of four lanes that are set in m, in order.
extern const uint8_t simd_bytes[16][16];
#endif

// Write the lanes whose bits are set, in order, and something behind them: there must be room for eight.
// Returns how many they are.
static inline size_t lanes_compress(uint32_t* to, lanes_int x, unsigned mask)
{
#if defined __AVX512VL__
    const __m256i packed = _mm256_maskz_compress_epi32((__mmask8)mask, (__m256i)x);
    memcpy(to, &packed, sizeof packed);
#elif defined __AVX2__
    const __m256i places = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)simd_places[mask]));
    const __m256i packed = _mm256_permutevar8x32_epi32((__m256i)x, places);
    memcpy(to, &packed, sizeof packed);
#elif defined __wasm_simd128__
    const lanes_halves h = lanes_int_split(x);
    for (int i = 0; i < 2; i++) {
        const unsigned part = mask >> 4 * i & 15;
        wasm_v128_store(
            to, wasm_i8x16_swizzle((v128_t)h.half_int[i], wasm_v128_load(simd_bytes[part])));
        to += __builtin_popcount(part);
    }
#else
    size_t count = 0;
    for (int i = 0; i < SIMD_LANES; i++) {
        to[count] = (uint32_t)x[i];
        count += mask >> i & 1;
    }
#endif
    return (size_t)__builtin_popcount(mask);
}

// x < y ? x : y.
static inline quad quad_min(quad x, quad y)
{
#if defined __SSE2__
    return (quad)_mm_min_ps((__m128)x, (__m128)y);
#elif defined __wasm_simd128__
    return (quad)wasm_f32x4_pmin((v128_t)y, (v128_t)x);
#else
    const quad_int less = x < y;
    return (quad)((less & (quad_int)x) | (~less & (quad_int)y));
#endif
}

static inline quad quad_root(quad x)
{
#if defined __SSE2__
    return (quad)_mm_sqrt_ps((__m128)x);
#elif defined ABUT_NEON
    return (quad)vsqrtq_f32((float32x4_t)x);
#elif defined __wasm_simd128__
    return (quad)wasm_f32x4_sqrt((v128_t)x);
#else
    for (int i = 0; i < 4; i++)
        x[i] = sqrtf(x[i]);
    return x;
#endif
}

// Two words: the product of each one's halves.
typedef uint64_t pair_word __attribute__((vector_size(16)));

static inline pair_word pair_word_halves_product(pair_word x)
{
#if defined __SSE2__
    return (pair_word)_mm_mul_epu32((__m128i)x, _mm_srli_epi64((__m128i)x, 32));
#elif defined __wasm_simd128__
    return (pair_word)wasm_u64x2_extmul_low_u32x4(
        wasm_i32x4_shuffle((v128_t)x, (v128_t)x, 0, 2, 0, 2),
        wasm_i32x4_shuffle((v128_t)x, (v128_t)x, 1, 3, 1, 3));
#else
    return (x & UINT32_MAX) * (x >> 32);
#endif
}

// gcc takes a function that does nothing but prefetch for one without effects, and deletes calls of it: hence the statement
// that it must keep.
static inline void simd_prefetch(const void* where)
{
    __asm__ volatile("");
    __builtin_prefetch(where);
}

#endif
