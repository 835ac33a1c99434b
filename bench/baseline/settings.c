// settings.c - see settings.h.
#include "baseline/settings.h"

const baseline_setting baseline_settings[] = {
    {"grid 8", {.method = BASELINE_GRID, .cells = 8}},
    {"grid 16", {.method = BASELINE_GRID, .cells = 16}},
    {"grid 32", {.method = BASELINE_GRID, .cells = 32}},
    {"grid 64", {.method = BASELINE_GRID, .cells = 64}},
    {"grid 96", {.method = BASELINE_GRID, .cells = 96}},
    {"grid 128", {.method = BASELINE_GRID, .cells = 128}},
    {"grid by count", {.method = BASELINE_GRID}},
    {"kd longest middle 2", {.method = BASELINE_KD, .threshold = 2}},
    {"kd longest middle 4", {.method = BASELINE_KD, .threshold = 4}},
    {"kd longest middle 8", {.method = BASELINE_KD, .threshold = 8}},
    {"kd longest middle 16", {.method = BASELINE_KD, .threshold = 16}},
    {"kd longest middle 32", {.method = BASELINE_KD, .threshold = 32}},
    {"kd longest median 8", {.method = BASELINE_KD, .threshold = 8, .at_median = 1}},
    {"kd n+m middle 8", {.method = BASELINE_KD, .threshold = 8, .rule = KD_SUM}},
    {"kd abs(n-m) middle 8", {.method = BASELINE_KD, .threshold = 8, .rule = KD_DIFFERENCE}},
    {"kd n*m middle 4", {.method = BASELINE_KD, .threshold = 4, .rule = KD_PRODUCT}},
    {"kd n*m middle 8", {.method = BASELINE_KD, .threshold = 8, .rule = KD_PRODUCT}},
    {"kd longest gain 1/10", {.method = BASELINE_KD, .threshold = 8, .gain = 0.1}},
    {"rtree min-sum 1", {.method = BASELINE_RTREE, .threshold = 1}},
    {"rtree min-sum 2", {.method = BASELINE_RTREE, .threshold = 2}},
    {"rtree min-sum 4", {.method = BASELINE_RTREE, .threshold = 4}},
    {"rtree min-sum 8", {.method = BASELINE_RTREE, .threshold = 8}},
    {"rtree min-max 4", {.method = BASELINE_RTREE, .threshold = 4, .axis = ABUT_AXIS_MIN_MAX}},
    {"rtree longest 2", {.method = BASELINE_RTREE, .threshold = 2, .axis = ABUT_AXIS_LONGEST}},
    {"rtree longest 4", {.method = BASELINE_RTREE, .threshold = 4, .axis = ABUT_AXIS_LONGEST}},
};
const size_t baseline_setting_count = sizeof baseline_settings / sizeof *baseline_settings;
