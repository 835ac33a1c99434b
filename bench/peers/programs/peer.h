// peer.h - another library as a program that abut-bench asks about contacts or distances (main.cpp
// speaks with it). A peer is one file that defines a class below and make_peer.
#ifndef ABUT_BENCH_PEERS_PROGRAMS_PEER_H
#define ABUT_BENCH_PEERS_PROGRAMS_PEER_H
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct peer_mesh {  // borrowed, for as long as the program runs
    const double* vertices;
    const uint32_t* triangles;
    size_t vertex_count, triangle_count;
};

struct peer_pose {  // world = rotation * point + translation
    double rotation[3][3], translation[3];
};

struct peer_query {
    uint32_t a, b;  // meshes
    peer_pose a_pose, b_pose;
};

// The pose of b in the frame of a, in doubles; recorded rotations need not be quite rigid.
peer_pose relative_pose(const peer_query& q);
inline void place(const peer_pose& pose, const double* v, double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = pose.rotation[i][0] * v[0] + pose.rotation[i][1] * v[1] +
                 pose.rotation[i][2] * v[2] + pose.translation[i];
}

inline peer_query swapped(const peer_query& q)
{
    return {q.b, q.a, q.b_pose, q.a_pose};
}

enum class peer_distance {
    cold,      // how far, as exactly as it can, without knowing anything before
    coherent,  // the same, knowing the last answer
    within,    // 1 if not farther than the bound, else 0
};

struct peer_answer {
    double value;
    int64_t a, b;  // triangles that far from each other; -1: not told
};

class peer
{
  public:
    peer() = default;
    peer(const peer&) = delete;
    peer& operator=(const peer&) = delete;
    virtual ~peer() = default;

    // The library, its version, and what of it is used.
    virtual std::string name() const = 0;
    // False: it only tells whether there is a contact.
    virtual bool has_pairs() const { return true; }
    // Build all meshes. What a pose changes belongs into ask.
    virtual void load(const std::vector<peer_mesh>& meshes,
                      const std::vector<peer_query>& queries) = 0;
    // Find all contacts, or any one. Returns how many, and keeps them.
    virtual size_t ask(const peer_query&, bool) { throw std::runtime_error("no contacts"); }
    // The pairs of triangles of the last ask, a << 32 | b, in any order, without repeats. Of a first
    // contact there may be none.
    virtual void pairs(std::vector<uint64_t>&) const {}
    // Find the pairs of triangles of one mesh that meet otherwise than by what joins them, i < j, from its
    // vertices and triangles on. Returns how many, and keeps them for pairs.
    virtual size_t meet_self(uint32_t) { throw std::runtime_error("no mesh against itself"); }
    // Of such pairs, keep those that do meet.
    virtual void judge_self(uint32_t, std::vector<uint64_t>&)
    {
        throw std::runtime_error("it does not judge");
    }
    // bound: of within.
    virtual peer_answer measure(const peer_query&, peer_distance, double)
    {
        throw std::runtime_error("no distances");
    }
};

// Exceptions end the program with their text.
std::unique_ptr<peer> make_peer(int count, char** arguments);

inline uint64_t pair_of(size_t a, size_t b)
{
    return static_cast<uint64_t>(a) << 32 | static_cast<uint32_t>(b);
}

#endif
