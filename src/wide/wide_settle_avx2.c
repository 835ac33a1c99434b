// wide_settle_avx2.c - wide_settle.inl for one instruction set.
#define KERNEL wide_settle_avx2
#include "wide/wide_settle.inl"
