// tree_papers.c - see tree_papers.h.
#include "methods/tree/tree_papers.h"

#include "methods/tree/tree_extra.h"
#include "methods/tree/tree_split.h"
#include "methods/tree/tree_turn.h"

const tree_papers trees_of_papers = {
    .build_crossing = tree_build_crossing,
    .greedy_make = tree_greedy_make,
    .greedy_free = tree_greedy_free,
    .split_greedy = tree_split_greedy,
    .split_oscillate = tree_split_oscillate,
    .pieces_make = tree_pieces_make,
    .pieces_join = tree_pieces_join,
    .pieces_free = tree_pieces_free,
    .climb_make = climb_make,
    .build_turned = tree_build_turned,
    .turn_points = kdop_turn_points,
    .turn_scale = kdop_turn_scale,
    .fill_extra = tree_fill_extra,
};
