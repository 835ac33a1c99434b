// wide_meet_portable.c - wide_meet.inl for whatever the compiler was told.
#define WIDE_MEET wide_meet_portable
#include "wide_meet.inl"
