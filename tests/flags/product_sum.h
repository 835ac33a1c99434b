// product_sum.h - one expression that a compiler may fuse, compiled with several sets of flags.
#ifndef ABUT_TESTS_PRODUCT_SUM_H
#define ABUT_TESTS_PRODUCT_SUM_H

// Return a * b + c as compiled with: the project's flags; these for a machine with fused instructions;
// flags that ask for fusing.
double product_sum_ours(double a, double b, double c);
double product_sum_ours_fma(double a, double b, double c);
double product_sum_fused(double a, double b, double c);

#endif
