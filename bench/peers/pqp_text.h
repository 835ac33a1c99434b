// pqp_text.h - the texts of programs/peer.h, main.cpp and pqp.cpp, which cmake/embed.cmake makes sources of.
#ifndef ABUT_BENCH_PEERS_PQP_TEXT_H
#define ABUT_BENCH_PEERS_PQP_TEXT_H
#include <stddef.h>

extern const char pqp_text_peer[], pqp_text_main[], pqp_text_pqp[];
extern const size_t pqp_text_peer_size, pqp_text_main_size, pqp_text_pqp_size;

#endif
