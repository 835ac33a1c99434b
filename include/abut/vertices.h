// vertices.h - when do soups first touch whose vertices move linearly, as those of cloth do?
// SPDX-License-Identifier: MIT
#ifndef ABUT_VERTICES_H
#define ABUT_VERTICES_H
#include "abut/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------- two soups

// Each vertex goes straight and at constant speed, from where the soup has it at time 0 to where
// a_to or b_to has it at time 1: three numbers for each vertex, in the soup's order. NULL: it
// rests. The triangles between them are those of the soup at any time, degenerate ones included.
// No models: boxes have to hold both ends, so the tree is made in the call.
//
// Find the first time in [0, 1] at which a triangle of a and one of b share a point, in real
// arithmetic on the numbers given: touching counts, as in abut_collide. A query never says free
// where there is contact, nor the other way round, and the time is never only near:
//     FREE     t_lo = t_hi = 1
//     CONTACT  t_lo and t_hi are the doubles next to the time, equal if it is one; pair is the
//              least of all pairs that touch at that time, by a, then b
// near_lo and near_hi are 0. The answer is the same on every machine and in every rounding mode.
//
// options may be NULL. With any, the first contact that is found ends the search: pair first
// touches at a time up to t_hi, and t_lo is 0. Where a budget or a deadline ended it (complete is
// 0), t_lo is 0, and if there is a pair, it touches at some time up to t_hi.
// separation must be 0, else ABUT_BAD_COMBINATION. resolution: as good as it gets, whatever it is.
// detail, ABUT_DETAIL_POINTS: features are where the pair touches at that time: the open vertices,
// edges or face that share a point; of several, those with the least sum of dimensions, then the
// least of a, then of b. At time 0 the first of the corners that abut_triangles_touch tells. The
// points are about where these features are at t_hi: to look at.
//
// Returns ABUT_OK, ABUT_BAD_ARGUMENT, ABUT_NOT_FINITE, ABUT_BAD_INDEX or ABUT_TOO_LARGE (as
// abut_soup_check, for both soups, and for a_to and b_to), ABUT_BAD_COMBINATION,
// ABUT_OUT_OF_MEMORY or ABUT_CANCELLED.
// Cost: some 80 ns a triangle for the tree; then 0.1 us for a pair whose boxes meet, 1 us where
// it comes near, 10 to 100 us for each that integers decide; of coordinates whose exponents differ
// by hundreds 1 to 20 ms. One thread. Memory of the query: some 110 bytes a triangle, and 4 MB for
// integers. Allocates in the first calls only. Soups, a_to and b_to are borrowed for the call.
// Source: the cubic is that of Provot 1997; signs by Bernstein coefficients, a direction that
// parts both ends, and signs at roots by remainders (Sturm, Tarski).
ABUT_API abut_status abut_vertices_first(abut_query* query, const abut_soup* a, const double* a_to,
                                         const abut_soup* b, const double* b_to,
                                         const abut_motion_ask* options, abut_first* out);

// ------------------------------------------------------------------------------------- one soup

// The same for the triangles of one soup among each other; pair.a < pair.b.
// Vertices are the same if they have one index, or are equal bit by bit (-0 as 0) both at time 0
// and at time 1. Neighbours have such vertices in common, and touch there always. So, of each two
// triangles, it is a contact
//     at time 0       if abut_self tells of them: they share more than the hull of their common
//                     vertices, or they are duplicates
//     at any time     if a vertex of one lies in the other triangle, whose vertex it is not; or if
//                     two edges share a point that have no vertex in common
// For triangles without common vertices that is: they share a point. Neighbours thus meet when one
// folds onto the other, or when they come to cross beyond what they share. Vertices that are in
// one place at time 0, but not at time 1, are different ones: so a crack that opens is a contact
// at 0.
// All else is as in abut_vertices_first. Cost: about 1 us a triangle of cloth, for its
// neighbours.
ABUT_API abut_status abut_vertices_self_first(abut_query* query, const abut_soup* soup,
                                              const double* to, const abut_motion_ask* options,
                                              abut_first* out);

#ifdef __cplusplus
}
#endif
#endif
