// wide_meet_avx512.c - wide_meet.inl for AVX-512VL.
#define WIDE_MEET wide_meet_avx512
#include "wide_meet.inl"
