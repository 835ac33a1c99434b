// main.cpp - the program around a peer: reads a scene, answers abut-bench's questions about it.
//
// One line asks, one line answers (standard input and output). bench/peers/README.md has the protocol
// and the form of the scene's file.
#include "peers/programs/peer.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <time.h>

peer_pose relative_pose(const peer_query& q)
{
    const auto& m = q.a_pose.rotation;
    double inverse[3][3];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        for (int c = 0; c < 3; c++) {
            const int d = (c + 1) % 3, e = (c + 2) % 3;
            inverse[c][i] = m[j][d] * m[k][e] - m[j][e] * m[k][d];
        }
    }
    const double determinant =
        m[0][0] * inverse[0][0] + m[0][1] * inverse[1][0] + m[0][2] * inverse[2][0];
    peer_pose out = {};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const double entry = inverse[i][k] / determinant;
            out.translation[i] += entry * (q.b_pose.translation[k] - q.a_pose.translation[k]);
            for (int c = 0; c < 3; c++)
                out.rotation[i][c] += entry * q.b_pose.rotation[k][c];
        }
    }
    return out;
}

namespace
{
struct scene {
    std::vector<char> bytes;
    std::vector<peer_mesh> meshes;
    std::vector<peer_query> queries;
};

// Takes what stands next in the file; all of it begins at multiples of eight bytes.
template <class T> const T* take(const scene& s, size_t& at, size_t count)
{
    const size_t size = (count * sizeof(T) + 7) / 8 * 8;
    if (count > s.bytes.size() || size > s.bytes.size() - at)
        throw std::runtime_error("the scene ends too early");
    const void* out = s.bytes.data() + at;
    at += size;
    return static_cast<const T*>(out);
}

void read_scene(const std::string& path, scene& s)
{
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    if (!in) throw std::runtime_error("the scene cannot be opened");
    s.bytes.resize(static_cast<size_t>(in.tellg()));
    in.seekg(0);
    in.read(s.bytes.data(), static_cast<std::streamsize>(s.bytes.size()));
    size_t at = 0;
    const auto* head = take<uint64_t>(s, at, 2);
    const uint64_t mesh_count = head[0], query_count = head[1];
    for (uint64_t i = 0; i < mesh_count; i++) {
        const auto* counts = take<uint64_t>(s, at, 2);
        peer_mesh m = {};
        m.vertex_count = counts[0];
        m.triangle_count = counts[1];
        m.vertices = take<double>(s, at, 3 * m.vertex_count);
        m.triangles = take<uint32_t>(s, at, 3 * m.triangle_count);
        s.meshes.push_back(m);
    }
    const auto* queries = take<peer_query>(s, at, query_count);
    s.queries.assign(queries, queries + query_count);
}

// Of all threads of the process: some peers start their own.
double processor_now()
{
    timespec t = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// What it costs to read the clock.
double clock_cost()
{
    double least = 1;
    for (int i = 0; i < 200; i++) {
        const double start = processor_now();
        least = std::min(least, processor_now() - start);
    }
    return least;
}

struct session {
    std::unique_ptr<peer> library;
    scene world;
    std::vector<size_t> used;  // queries that run and each ask
    std::vector<double> bounds;
    double cost = clock_cost();

    const peer_query& query(size_t i) const
    {
        if (i >= world.queries.size()) throw std::runtime_error("there is no such query");
        return world.queries[i];
    }
};

void load(session& s, std::istream& words)
{
    std::string path;
    std::getline(words >> std::ws, path);
    read_scene(path, s.world);
    const double start = processor_now();
    s.library->load(s.world.meshes, s.world.queries);
    std::printf("ready %.9f\n", processor_now() - start);
}

void use(session& s, std::istream& words)
{
    s.used.clear();
    for (size_t i; words >> i;) {
        s.query(i);
        s.used.push_back(i);
    }
    std::printf("used %zu\n", s.used.size());
}

enum class question_kind { contacts, distance, self };

struct question {
    const char* name;
    question_kind kind;
    bool first;
    peer_distance distance;
};

const question& question_of(const std::string& name)
{
    static const question all[] = {
        {"first", question_kind::contacts, true, {}},
        {"all", question_kind::contacts, false, {}},
        {"distance", question_kind::distance, true, peer_distance::cold},
        {"coherent", question_kind::distance, true, peer_distance::coherent},
        {"within", question_kind::distance, true, peer_distance::within},
        {"self", question_kind::self, false, {}}};
    for (const question& q : all)
        if (name == q.name) return q;
    throw std::runtime_error("it does not answer " + name);
}

peer_answer measure(const session& s, const question& how, size_t index)
{
    const bool has_bound = how.distance == peer_distance::within;
    if (has_bound && index >= s.bounds.size()) throw std::runtime_error("there are no bounds");
    return s.library->measure(s.query(index), how.distance, has_bound ? s.bounds[index] : 0);
}

// Returns how many pairs there are.
size_t find_pairs(const session& s, const question& how, size_t index)
{
    const peer_query& q = s.query(index);
    return how.kind == question_kind::self ? s.library->meet_self(q.a)
                                           : s.library->ask(q, how.first);
}

void ask(const session& s, const question& how, size_t index)
{
    if (how.kind == question_kind::distance)
        measure(s, how, index);
    else
        find_pairs(s, how, index);
}

void run(const session& s, const question& how, std::istream& words)
{
    long repeats = 0;
    words >> repeats;
    const double start = processor_now();
    for (long r = 0; r < repeats; r++)
        for (const size_t i : s.used)
            ask(s, how, i);
    std::printf("time %.9f\n", processor_now() - start);
}

void each(const session& s, const question& how)
{
    std::printf("times");
    for (const size_t i : s.used) {
        const double start = processor_now();
        ask(s, how, i);
        std::printf(" %.9f", std::max(processor_now() - start - s.cost, 0.0));
    }
    std::printf("\n");
}

void write_pairs(const std::string& path, const std::vector<uint64_t>& pairs)
{
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(pairs.data()),
              static_cast<std::streamsize>(pairs.size() * sizeof pairs[0]));
    if (!out.flush()) throw std::runtime_error("the pairs cannot be written");
}

void answer_pairs(const session& s, const question& how, std::istream& words)
{
    size_t index = 0;
    std::string path;
    if (how.kind == question_kind::distance) throw std::runtime_error("a distance has no pairs");
    std::getline(words >> index >> std::ws, path);
    const double start = processor_now();
    const size_t count = find_pairs(s, how, index);
    const double seconds = processor_now() - start;
    std::vector<uint64_t> pairs;
    s.library->pairs(pairs);
    if (s.library->has_pairs() && !how.first && pairs.size() != count)
        throw std::runtime_error("pairs were lost");
    write_pairs(path, pairs);
    std::printf("answer %zu %zu %.9f\n", count, pairs.size(), seconds);
}

// Of the pairs in a file, leave those that meet.
void judge(const session& s, std::istream& words)
{
    size_t index = 0;
    std::string path;
    std::getline(words >> index >> std::ws, path);
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    if (!in) throw std::runtime_error("the pairs cannot be read");
    std::vector<uint64_t> pairs(static_cast<size_t>(in.tellg()) / sizeof(uint64_t));
    in.seekg(0);
    in.read(reinterpret_cast<char*>(pairs.data()),
            static_cast<std::streamsize>(pairs.size() * sizeof pairs[0]));
    const double start = processor_now();
    s.library->judge_self(s.query(index).a, pairs);
    const double seconds = processor_now() - start;
    write_pairs(path, pairs);
    std::printf("answer %zu %zu %.9f\n", pairs.size(), pairs.size(), seconds);
}

void answer_distance(const session& s, const question& how, std::istream& words)
{
    size_t index = 0;
    words >> index;
    if (how.kind != question_kind::distance) throw std::runtime_error("pairs are no distance");
    const double start = processor_now();
    const peer_answer answer = measure(s, how, index);
    const double seconds = processor_now() - start;
    std::printf("measured %.17g %lld %lld %.9f\n", answer.value, static_cast<long long>(answer.a),
                static_cast<long long>(answer.b), seconds);
}

// For each query of the scene one number of 64 bits.
void read_bounds(session& s, std::istream& words)
{
    std::string path;
    std::getline(words >> std::ws, path);
    s.bounds.assign(s.world.queries.size(), 0);
    std::ifstream in(path, std::ios::binary);
    in.read(reinterpret_cast<char*>(s.bounds.data()),
            static_cast<std::streamsize>(s.bounds.size() * sizeof s.bounds[0]));
    if (!in) throw std::runtime_error("the bounds cannot be read");
    std::printf("bounded %zu\n", s.bounds.size());
}

void serve(session& s, const std::string& line)
{
    std::istringstream words(line);
    std::string verb, mode;
    words >> verb;
    if (verb == "load") return load(s, words);
    if (verb == "use") return use(s, words);
    if (verb == "bounds") return read_bounds(s, words);
    if (verb == "judge") return judge(s, words);
    words >> mode;
    const question& how = question_of(mode);
    if (verb == "run") return run(s, how, words);
    if (verb == "each") return each(s, how);
    if (verb == "answer") return answer_pairs(s, how, words);
    if (verb == "measure") return answer_distance(s, how, words);
    throw std::runtime_error("what is " + line);
}
}  // namespace

int main(int count, char** arguments)
{
    try {
        session s;
        s.library = make_peer(count, arguments);
        std::printf("peer %s %s\n", s.library->has_pairs() ? "pairs" : "yes/no",
                    s.library->name().c_str());
        std::fflush(stdout);
        for (std::string line; std::getline(std::cin, line);) {
            serve(s, line);
            std::fflush(stdout);
        }
        return 0;
    } catch (const std::exception& error) {
        std::printf("error %s\n", error.what());
        return 1;
    }
}
