// wide_meet_avx2.c - wide_meet.inl for AVX2.
#define WIDE_MEET wide_meet_avx2
#include "wide_meet.inl"
