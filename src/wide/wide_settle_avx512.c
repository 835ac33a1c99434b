// wide_settle_avx512.c - wide_settle.inl for one instruction set.
#define KERNEL wide_settle_avx512
#include "wide/wide_settle.inl"
