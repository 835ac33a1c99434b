// wide_settle_portable.c - wide_settle.inl for one instruction set.
#define KERNEL wide_settle_portable
#include "wide/wide_settle.inl"
