// rival.h - what a program that answers about points must do; the main function is here. It is called with a file, from which it
// reads a scene, and with the name that --peer has for it; it says "ready NAME", and then answers lines:
//     nearest | knearest K | side | winding | ...   asks about all points: seconds, or "no"
//     write FILE                                    the last answers, a double for each point: "ok"
// Of rays and ranges several points are one: of a ray its origin and its direction, of a box its two corners, of a frustum
// eight, which are six planes of four numbers. Then the first two of its answers count. Of models that change the points are the
// vertices in another place.
#ifndef ABUT_BENCH_PROBES_RIVAL_H
#define ABUT_BENCH_PROBES_RIVAL_H
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

struct rival_scene {
    std::vector<double> vertices, points;
    std::vector<uint32_t> triangles;
    std::string peer;  // a program may be several
};

// To be defined by each program. A question that it has no answer to: false.
std::string rival_name();
void rival_load(const rival_scene& scene);
bool rival_ask(const std::string& question, const rival_scene& scene, std::vector<double>& answers);

template <typename T> void rival_read(std::ifstream& in, std::vector<T>& out, uint64_t count)
{
    out.resize(count);
    in.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(count * sizeof(T)));
}

int main(int count, char** arguments)
{
    rival_scene scene;
    std::vector<double> answers;
    std::string line;
    if (count != 3) return 2;
    scene.peer = arguments[2];
    std::ifstream in(arguments[1], std::ios::binary);
    uint64_t counts[3];
    in.read(reinterpret_cast<char*>(counts), sizeof counts);
    rival_read(in, scene.vertices, 3 * counts[0]);
    rival_read(in, scene.triangles, 3 * counts[1]);
    rival_read(in, scene.points, 3 * counts[2]);
    if (!in) return 2;
    rival_load(scene);
    answers.resize(counts[2]);
    std::cout << "ready " << rival_name() << std::endl;
    while (std::getline(std::cin, line)) {
        if (line.rfind("write ", 0) == 0) {
            std::ofstream out(line.substr(6), std::ios::binary);
            out.write(reinterpret_cast<const char*>(answers.data()),
                      static_cast<std::streamsize>(answers.size() * sizeof(double)));
            out.close();
            std::cout << (out ? "ok" : "no") << std::endl;
            continue;
        }
        // Time of the processor: other programs run too.
        const std::clock_t begun = std::clock();
        const bool is_answered = rival_ask(line, scene, answers);
        const double took = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
        if (is_answered)
            std::cout << took << std::endl;
        else
            std::cout << "no" << std::endl;
    }
    return 0;
}

#endif
