# runner.py - libigl as a peer of abut-bench that looks for where a mesh meets itself, by its Python package. It speaks the
# protocol of bench/peers/README.md, as main.cpp does for the others.
#
# Its argument: "predicates", igl::predicates::find_self_intersections, a tree of boxes, and exact predicates where two
# triangles have no vertex in common; or "cgal", igl::copyleft::cgal::remesh_self_intersections, which only detects. One
# thread. Seconds are those of the whole process.
import os
import sys
import time

os.environ['IGL_NUM_THREADS'] = '1'

import igl
import igl.copyleft.cgal
import igl.predicates
import numpy
from importlib.metadata import version


def find_by_predicates(vertices, triangles):
    return igl.predicates.find_self_intersections(vertices, triangles, False)[1]


def find_by_cgal(vertices, triangles):
    return igl.copyleft.cgal.remesh_self_intersections(vertices, triangles, detect_only=True)[2]


WAYS = {
    'predicates': ('predicates::find_self_intersections', find_by_predicates),
    'cgal': ('copyleft::cgal::remesh_self_intersections, detecting', find_by_cgal),
}


def read_scene(path):
    data = open(path, 'rb').read()
    at = 0

    def take(kind, count):
        nonlocal at
        out = numpy.frombuffer(data, kind, count, at)
        at += (out.nbytes + 7) // 8 * 8
        return out

    mesh_count, query_count = (int(n) for n in take('<u8', 2))
    meshes, queries = [], []
    for _ in range(mesh_count):
        vertex_count, triangle_count = (int(n) for n in take('<u8', 2))
        vertices = take('<f8', 3 * vertex_count).reshape(-1, 3)
        triangles = take('<u4', 3 * triangle_count).reshape(-1, 3)
        meshes.append((numpy.ascontiguousarray(vertices),
                       numpy.ascontiguousarray(triangles.astype(numpy.int64))))
    for _ in range(query_count):
        queries.append(int(take('<u4', 2)[0]))
        take('<f8', 24)
    return meshes, queries


class Session:
    def __init__(self, find):
        self.find = find
        self.meshes, self.queries, self.used = [], [], []

    def ask(self, index):
        started = time.process_time()
        pairs = self.find(*self.meshes[self.queries[index]])
        return pairs, time.process_time() - started

    def serve(self, words):
        verb, rest = words[0], words[1:]
        if verb == 'load':
            self.meshes, self.queries = read_scene(' '.join(rest))
            return 'ready 0'
        if verb == 'use':
            self.used = [int(n) for n in rest]
            return f'used {len(self.used)}'
        if rest[0] != 'self':
            raise ValueError(f'it does not answer {rest[0]}')
        if verb == 'run':
            return f'time {sum(self.ask(i)[1] for _ in range(int(rest[1])) for i in self.used):.9f}'
        if verb == 'each':
            return ' '.join(['times'] + [f'{self.ask(i)[1]:.9f}' for i in self.used])
        pairs, seconds = self.ask(int(rest[1]))
        pairs = numpy.sort(numpy.asarray(pairs, dtype=numpy.uint64).reshape(-1, 2), axis=1)
        keys = numpy.unique(pairs[:, 0] << numpy.uint64(32) | pairs[:, 1])
        keys.astype('<u8').tofile(' '.join(rest[2:]))
        return f'answer {len(keys)} {len(keys)} {seconds:.9f}'


def main():
    what, find = WAYS[sys.argv[1]]
    session = Session(find)
    print(f'peer pairs libigl {version("libigl")} {what}', flush=True)
    for line in sys.stdin:
        print(session.serve(line.split()), flush=True)


try:
    main()
except Exception as error:  # what it is goes to abut-bench, which tells it
    print('error', ' '.join(str(error).split()), flush=True)
