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

static inline quad_double quad_double_from_quad(quad x)
{
#if defined __AVX2__
    return (quad_double)_mm256_cvtps_pd((__m128)x);  // gcc 12 makes four instructions of the other
#else
    return __builtin_convertvector(x, quad_double);
#endif
}

// As the lanes_ functions of the same names.

static inline quad_double quad_double_from_floats(const float* from)
{
    return quad_double_from_quad(quad_load(from));
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

// Which lanes are left by a row of comparisons: where masks have registers of their own, one instruction each.
#if defined __AVX512VL__
typedef __mmask8 lanes_left;
#else
typedef lanes_int lanes_left;
#endif

static inline lanes_left lanes_left_all(void)
{
#if defined __AVX512VL__
    return 0xff;
#else
    return lanes_int_all(-1);
#endif
}

// Without those where x > y; if one is NaN, they stay.
static inline lanes_left lanes_leave_above(lanes_left left, lanes x, lanes y)
{
#if defined __AVX512VL__
    return _mm256_mask_cmp_ps_mask(left, (__m256)x, (__m256)y, _CMP_NGT_UQ);
#else
    return left & ~lanes_above(x, y);
#endif
}

static inline unsigned lanes_left_mask(lanes_left left)
{
#if defined __AVX512VL__
    return left;
#else
    return lanes_mask(left);
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

// The greatest number, in all lanes; of none a NaN.
static inline lanes lanes_most(lanes x)
{
    lanes most = lanes_max(x, lanes_turn(x, 2));
    most = lanes_max(most, lanes_turn(most, 1));
    return lanes_max(most, lanes_swap(most));
}

// Which of the lanes whose bits are set holds the greatest number: the first of several. One is set; if it or another
// is NaN, any of them.
static inline unsigned lanes_greatest(lanes x, unsigned mask)
{
    x = lanes_choose(lanes_of(mask), x, lanes_all(-(float)INFINITY));
    return (unsigned)__builtin_ctz(~lanes_mask(lanes_above(lanes_most(x), x)) & mask);
}

// The least.
static inline int32_t lanes_int_least(lanes_int x)
{
    for (int step = 0; step < 3; step++) {
        const lanes other = step == 0   ? lanes_swap((lanes)x)
                            : step == 1 ? lanes_turn((lanes)x, 2)
                                        : lanes_turn((lanes)x, 1);
        const lanes_int less = lanes_int_below((lanes_int)other, x);
        x = (less & (lanes_int)other) | (~less & x);
    }
    return x[0];
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

// The same for pairs of a lane of x and one of y: there must be room for eight pairs.
static inline size_t lanes_compress_pairs(void* to, lanes_int x, lanes_int y, unsigned mask)
{
#if defined __AVX2__
#if defined __AVX512VL__
    const __m256i first = _mm256_maskz_compress_epi32((__mmask8)mask, (__m256i)x);
    const __m256i second = _mm256_maskz_compress_epi32((__mmask8)mask, (__m256i)y);
#else
    const __m256i places = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)simd_places[mask]));
    const __m256i first = _mm256_permutevar8x32_epi32((__m256i)x, places);
    const __m256i second = _mm256_permutevar8x32_epi32((__m256i)y, places);
#endif
    const __m256i low = _mm256_unpacklo_epi32(first, second);
    const __m256i high = _mm256_unpackhi_epi32(first, second);
    // By themselves: one store of both would be put together in memory first.
    __m256i* const pairs = to;
    _mm256_storeu_si256(pairs, _mm256_permute2x128_si256(low, high, 0x20));
    _mm256_storeu_si256(pairs + 1, _mm256_permute2x128_si256(low, high, 0x31));
#else
    uint32_t* at = to;
    for (int i = 0; i < SIMD_LANES; i++) {
        at[0] = (uint32_t)x[i];
        at[1] = (uint32_t)y[i];
        at += 2 * (size_t)(mask >> i & 1);
    }
#endif
    return (size_t)__builtin_popcount(mask);
}

#if defined __AVX2__
#define SIMD_PICKS 1  // any lane of a vector gets to any other

// Lane i gets what stands in lane at[i] of x.
static inline lanes lanes_pick(lanes x, lanes_int at)
{
    return (lanes)_mm256_permutevar8x32_ps((__m256)x, (__m256i)at);
}

// x where which is -1, elsewhere y.
static inline lanes lanes_blend(lanes_int which, lanes x, lanes y)
{
    return (lanes)_mm256_blendv_ps((__m256)y, (__m256)x, (__m256)which);
}
#endif

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

// ------------------------------------------------------------------------------------ sixteen lanes

// Two times eight lanes, of two things that have nothing to do with each other: what the lanes_ functions of the same names
// compute of both halves. Where the processor has no vectors of that length, the two are computed one after the other.
#if defined __AVX512F__ && defined __AVX512DQ__
#define SIMD_TWICE 1
typedef float twice __attribute__((vector_size(64)));
typedef int32_t twice_int __attribute__((vector_size(64)));
typedef __mmask16 twice_left;

static inline twice twice_join(lanes low, lanes high)
{
    return (twice)_mm512_insertf32x8(_mm512_castps256_ps512((__m256)low), (__m256)high, 1);
}

static inline twice twice_load(const float* low, const float* high)
{
    return twice_join(lanes_load(low), lanes_load(high));
}

// Eight times one, eight times the other.
static inline twice twice_all(float low, float high)
{
    const __m512 x = _mm512_set1_ps(low);
    return (twice)_mm512_mask_broadcastss_ps(x, 0xff00, _mm_set_ss(high));
}

static inline twice twice_same(float x)
{
    return (twice)_mm512_set1_ps(x);
}

static inline lanes twice_low(twice x)
{
    return (lanes)_mm512_castps512_ps256((__m512)x);
}

static inline lanes twice_high(twice x)
{
    return (lanes)_mm512_extractf32x8_ps((__m512)x, 1);
}

static inline twice twice_abs(twice x)
{
    return (twice)((twice_int)x & INT32_MAX);
}

static inline twice twice_negate(twice x)
{
    return (twice)((twice_int)x ^ INT32_MIN);
}

static inline twice twice_max(twice x, twice y)
{
    return (twice)_mm512_max_ps((__m512)x, (__m512)y);
}

static inline twice twice_min(twice x, twice y)
{
    return (twice)_mm512_min_ps((__m512)x, (__m512)y);
}

// Bit i: whether x > y in lane i; 0 if one is NaN.
static inline unsigned twice_above(twice x, twice y)
{
    return _mm512_cmp_ps_mask((__m512)x, (__m512)y, _CMP_GT_OQ);
}

static inline twice_left twice_left_all(void)
{
    return 0xffff;
}

static inline twice_left twice_leave_above(twice_left left, twice x, twice y)
{
    return _mm512_mask_cmp_ps_mask(left, (__m512)x, (__m512)y, _CMP_NGT_UQ);
}

static inline unsigned twice_left_mask(twice_left left)
{
    return left;
}

// Four numbers each of four places.
static inline twice twice_from_quads(quad w, quad x, quad y, quad z)
{
    return twice_join(lanes_join(w, x), lanes_join(y, z));
}

static inline twice_int twice_int_load(const void* from)
{
    return (twice_int)_mm512_loadu_si512(from);
}

// Where the bit is set x, elsewhere y.
static inline twice twice_choose(unsigned which, twice x, twice y)
{
    return (twice)_mm512_mask_mov_ps((__m512)y, (__mmask16)which, (__m512)x);
}

// In each quarter of the lanes: what the four indices name of that quarter.
#define TWICE_SHUFFLE(x, i, j, k, l)                                                               \
    ((twice)_mm512_permute_ps((__m512)(x), (i) | (j) << 2 | (k) << 4 | (l) << 6))

static inline twice twice_turn(twice x, int turn)
{
    switch (turn) {
    case 1:
        return TWICE_SHUFFLE(x, 1, 2, 3, 0);
    case 2:
        return TWICE_SHUFFLE(x, 2, 3, 0, 1);
    case 3:
        return TWICE_SHUFFLE(x, 3, 0, 1, 2);
    default:
        return x;
    }
}

// Lane i gets what stands in lane at[i] of x.
static inline twice twice_pick(twice x, twice_int at)
{
    return (twice)_mm512_permutexvar_ps((__m512i)at, (__m512)x);
}

// The same where the bit is set, elsewhere old.
static inline twice twice_pick_some(twice old, unsigned which, twice x, twice_int at)
{
    return (twice)_mm512_mask_permutexvar_ps((__m512)old, (__mmask16)which, (__m512i)at, (__m512)x);
}

static inline unsigned twice_int_equal(twice_int x, int32_t y)
{
    return _mm512_cmpeq_epi32_mask((__m512i)x, _mm512_set1_epi32(y));
}

// Write the lanes whose bits are set, in order, and something behind them: there must be room for sixteen.
// Returns how many they are.
static inline size_t twice_compress(uint32_t* to, twice_int x, unsigned mask)
{
    const __m512i packed = _mm512_maskz_compress_epi32((__mmask16)mask, (__m512i)x);
    memcpy(to, &packed, sizeof packed);
    return (size_t)__builtin_popcount(mask);
}

// Write x and y of each lane beside each other: there is room for 32.
static inline void twice_interleave(uint32_t* to, twice_int x, twice_int y)
{
    const __m512i low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const __m512i high =
        _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    const __m512i first = _mm512_permutex2var_epi32((__m512i)x, low, (__m512i)y);
    const __m512i second = _mm512_permutex2var_epi32((__m512i)x, high, (__m512i)y);
    memcpy(to, &first, sizeof first);
    memcpy(to + 16, &second, sizeof second);
}

// Eight doubles; what is true of some is a bit each.
typedef double eight_double __attribute__((vector_size(64)));
typedef int64_t eight_long __attribute__((vector_size(64)));

static inline unsigned eight_double_above(eight_double x, eight_double y)
{
    return _mm512_cmp_pd_mask((__m512d)x, (__m512d)y, _CMP_GT_OQ);
}

static inline unsigned eight_double_at_most(eight_double x, eight_double y)
{
    return _mm512_cmp_pd_mask((__m512d)x, (__m512d)y, _CMP_LE_OQ);
}

static inline unsigned eight_double_equal(eight_double x, eight_double y)
{
    return _mm512_cmp_pd_mask((__m512d)x, (__m512d)y, _CMP_EQ_OQ);
}

// Where the bit is set x, elsewhere y.
static inline eight_long eight_long_choose(unsigned which, eight_long x, eight_long y)
{
    return (eight_long)_mm512_mask_mov_epi64((__m512i)y, (__mmask8)which, (__m512i)x);
}

// The lowest byte of each.
static inline uint64_t eight_long_bytes(eight_long x)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm512_cvtepi64_epi8((__m512i)x));
}
#endif

#endif
