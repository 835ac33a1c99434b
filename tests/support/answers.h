// answers.h - one number for all that an answer holds, so that answers can be compared bit by bit.
#ifndef ABUT_TESTS_SUPPORT_ANSWERS_H
#define ABUT_TESTS_SUPPORT_ANSWERS_H
#include "abut/distance.h"
#include "abut/motion.h"

static inline uint64_t hash_mix(uint64_t hash, const void* bytes, size_t size)
{
    const unsigned char* const byte = (const unsigned char*)bytes;
    for (size_t i = 0; i < size; i++)  // FNV-1a
        hash = (hash ^ byte[i]) * 0x100000001B3u;
    return hash;
}

// The work included.
static inline uint64_t hash_of_hits(const abut_hits* hits)
{
    const uint64_t numbers[] = {hits->count,          (uint64_t)hits->complete, hits->volume_tests,
                                hits->triangle_tests, hits->node_updates,       hits->exact_tests};
    uint64_t hash = hash_mix(0xCBF29CE484222325u, numbers, sizeof numbers);
    for (size_t i = 0; i < hits->count; i++) {
        hash = hash_mix(hash, &hits->pairs[i], sizeof hits->pairs[i]);
        if (!hits->contacts) continue;
        const abut_contact* const c = &hits->contacts[i];
        const size_t points = (size_t)c->point_count;
        hash = hash_mix(hash, &c->kind, sizeof c->kind);
        hash = hash_mix(hash, &points, sizeof points);
        hash = hash_mix(hash, c->events, points * sizeof c->events[0]);
        hash = hash_mix(hash, c->points, points * sizeof c->points[0]);
    }
    return hash;
}

// The work included.
static inline uint64_t hash_of_distance(const abut_distance_answer* d)
{
    const uint64_t numbers[] = {(uint64_t)d->complete,
                                (uint64_t)d->is_farther,
                                (uint64_t)d->has_pair,
                                d->pair.a,
                                d->pair.b,
                                d->features.a,
                                d->features.b,
                                d->volume_tests,
                                d->triangle_tests,
                                d->node_updates,
                                d->exact_tests};
    const double bounds[] = {d->lo, d->hi};
    uint64_t hash = hash_mix(0xCBF29CE484222325u, numbers, sizeof numbers);
    hash = hash_mix(hash, bounds, sizeof bounds);
    hash = hash_mix(hash, d->a_point, sizeof d->a_point);
    return hash_mix(hash, d->b_point, sizeof d->b_point);
}

// The work included.
static inline uint64_t hash_of_clearance(const abut_clearance_answer* c)
{
    const uint64_t numbers[] = {c->band,
                                c->count,
                                c->contact_count,
                                (uint64_t)c->complete,
                                c->volume_tests,
                                c->triangle_tests,
                                c->node_updates,
                                c->exact_tests,
                                c->approaches != NULL};
    uint64_t hash = hash_mix(0xCBF29CE484222325u, numbers, sizeof numbers);
    for (size_t i = 0; i < c->count; i++) {
        hash = hash_mix(hash, &c->pairs[i], sizeof c->pairs[i]);
        if (!c->approaches) continue;
        const abut_approach* const near = &c->approaches[i];
        const double bounds[] = {near->lo, near->hi};
        hash = hash_mix(hash, bounds, sizeof bounds);
        hash = hash_mix(hash, &near->kind, sizeof near->kind);
        hash = hash_mix(hash, &near->features, sizeof near->features);
        hash = hash_mix(hash, near->a_point, sizeof near->a_point);
        hash = hash_mix(hash, near->b_point, sizeof near->b_point);
    }
    return hash;
}

// The work included.
static inline uint64_t hash_of_first(const abut_first* f)
{
    const uint64_t numbers[] = {
        f->state,        (uint64_t)f->complete, (uint64_t)f->has_pair, f->pair.a,
        f->pair.b,       f->features.a,         f->features.b,         f->intervals,
        f->volume_tests, f->triangle_tests,     f->node_updates,       f->exact_tests};
    const double times[] = {f->t_lo, f->t_hi, f->near_lo, f->near_hi};
    uint64_t hash = hash_mix(0xCBF29CE484222325u, numbers, sizeof numbers);
    hash = hash_mix(hash, times, sizeof times);
    hash = hash_mix(hash, f->a_point, sizeof f->a_point);
    return hash_mix(hash, f->b_point, sizeof f->b_point);
}

#endif
