// settings.h - the settings over which the structures of Klosowski 1998, chapter 2, are tuned: by the verb "baselines" and
// by the experiment quickcd-early.
#ifndef ABUT_BENCH_SETTINGS_H
#define ABUT_BENCH_SETTINGS_H
#include "baseline/baseline.h"

typedef struct baseline_setting {
    const char* text;
    baseline_options options;
} baseline_setting;

// Those of one method stand together, its default among them.
extern const baseline_setting baseline_settings[];
extern const size_t baseline_setting_count;

#endif
