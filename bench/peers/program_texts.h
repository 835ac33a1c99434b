// program_texts.h - texts of bench/peers/programs, which cmake/embed.cmake makes sources of: what is compiled around a rival whose
// sources the user gives.
#ifndef ABUT_BENCH_PEERS_PROGRAM_TEXTS_H
#define ABUT_BENCH_PEERS_PROGRAM_TEXTS_H
#include <stddef.h>

extern const char program_text_peer[], program_text_main[], program_text_pqp[],
    program_text_rapid[];
extern const size_t program_text_peer_size, program_text_main_size, program_text_pqp_size,
    program_text_rapid_size;

#endif
