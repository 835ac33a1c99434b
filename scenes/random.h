// random.h - the random numbers of the scenes: splitmix64 (Steele, Lea, Flood 2014), the same on every
// machine. Not for secrets.
#ifndef ABUT_SCENES_RANDOM_H
#define ABUT_SCENES_RANDOM_H
#include <stdint.h>

typedef struct random_source {
    uint64_t state;  // start with the seed; any value will do
} random_source;

static inline uint64_t random_bits(random_source* r)
{
    uint64_t z = r->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// A multiple of 2^-53 in [0, 1), exact.
static inline double random_unit(random_source* r)
{
    return (double)(random_bits(r) >> 11) * 0x1p-53;
}

// An integer below bound, which is at most 2^32.
static inline uint32_t random_below(random_source* r, uint64_t bound)
{
    return (uint32_t)(((random_bits(r) >> 32) * bound) >> 32);
}

#endif
