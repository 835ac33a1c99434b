// kdop_cones.c - the hulls of the directions at unit length, triangulated: k - 2 triangles and their
// mirror images (Zachmann 1998, 4.1: the vertices of a generic DOP and the planes that support each).
// Found by trying every triple; test_dop proves that they cover all directions. Where a corner
// of the generic DOP has four planes (k = 8, 12, 20), either diagonal is right.
#include "methods/bound/kdop_align.h"

static const signed char cones6[][3] = {{1, 2, 3}, {-1, -2, 3}, {1, 3, -2}, {-1, 3, 2}};
static const signed char cones8[][3] = {{1, 2, 3},  {1, -2, -3}, {-1, 2, 4},
                                        {1, -3, 4}, {1, 4, 2},   {-1, 4, -3}};
static const signed char cones12[][3] = {{1, -2, 3}, {1, 2, 6},  {1, 3, 5},  {1, 4, -2},
                                         {1, 5, 2},  {1, 6, 4},  {2, -3, 6}, {2, 5, -4},
                                         {-3, 4, 6}, {-3, -5, 4}};
static const signed char cones14[][3] = {{1, 4, 7},   {1, 5, 6},  {1, 6, 4},  {1, 7, 5},
                                         {-2, -4, 5}, {2, 4, 6},  {-2, 5, 7}, {-2, 7, -6},
                                         {-3, 5, -4}, {-3, 6, 5}, {3, -6, 7}, {3, 7, 4}};
static const signed char cones18[][3] = {
    {1, 4, 8},  {1, 5, 9},  {1, 8, 5}, {1, 9, 4},   {2, 4, 7}, {2, -5, 6}, {2, 6, 4},  {2, 7, -5},
    {3, -7, 8}, {-3, 7, 9}, {3, 8, 6}, {-3, 9, -6}, {4, 6, 8}, {4, 9, 7},  {5, -6, 9}, {5, 8, -7}};
static const signed char cones20[][3] = {
    {1, 5, 7},  {1, 7, 9},  {1, 9, 5},  {-2, 7, -6}, {2, -7, 10}, {2, 10, 6},
    {3, 5, 10}, {3, 8, 5},  {3, 10, 8}, {-4, -6, 8}, {4, 6, 9},   {4, 9, -8},
    {5, -6, 7}, {5, 6, 10}, {5, 8, -6}, {5, 9, 6},   {-7, 8, 10}, {-7, -9, 8}};
static const signed char cones26[][3] = {
    {1, 4, 12},   {1, 5, 13}, {1, 6, 8},   {1, 7, 9},   {1, 8, 4},   {1, 9, 5},
    {1, 12, 7},   {1, 13, 6}, {2, 4, 8},   {-2, 5, 9},  {2, -5, 10}, {2, 6, 11},
    {2, 8, 6},    {-2, 9, 7}, {2, 10, 4},  {2, 11, -7}, {3, 4, 10},  {-3, 6, 13},
    {-3, -7, 11}, {3, 7, 12}, {3, 10, -5}, {-3, 11, 6}, {3, 12, 4},  {-3, 13, 5}};

int kdop_cones(const kdop_set* set, const signed char (**out)[3])
{
    static const struct {
        int half;
        const signed char (*cones)[3];
    } tables[] = {{3, cones6},  {4, cones8},   {6, cones12}, {7, cones14},
                  {9, cones18}, {10, cones20}, {13, cones26}};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (tables[i].half == set->half) *out = tables[i].cones;
    }
    return 2 * set->half - 2;
}
