"""FCPW and libigl asked about points, by their modules of Python, on one processor: a rival of "abut-bench probes", as
programs/rival.h says. rivals.py NAME FILE"""

import os
import sys
import time

import numpy


def read_scene(path):
    with open(path, "rb") as file:
        counts = numpy.fromfile(file, numpy.uint64, 3).astype(int)
        vertices = numpy.fromfile(file, numpy.float64, 3 * counts[0]).reshape(-1, 3)
        triangles = numpy.fromfile(file, numpy.uint32, 3 * counts[1]).reshape(-1, 3)
        points = numpy.fromfile(file, numpy.float64, 3 * counts[2]).reshape(-1, 3)
    return vertices, triangles, points


class Fcpw:
    name = "FCPW, vectorised, floats"

    def __init__(self, vertices, triangles, points):
        import fcpw

        self.fcpw = fcpw
        self.count = len(points)
        self.scene = fcpw.scene_3D()
        self.scene.set_object_count(1)
        self.scene.set_object_vertices(numpy.asfortranarray(vertices, numpy.float32), 0)
        self.scene.set_object_triangles(numpy.asfortranarray(triangles, numpy.int32), 0)
        self.scene.build(fcpw.aggregate_type.bvh_surface_area, True)
        self.points = numpy.asfortranarray(points, numpy.float32)
        self.radii = numpy.full(self.count, numpy.inf, numpy.float32)
        self.found = None

    def ask(self, question):
        if question != "nearest":
            return False
        self.found = self.fcpw.interaction_3D_list()
        self.scene.find_closest_points(self.points, self.radii, self.found)
        return True

    def answers(self):
        return numpy.array([i.d for i in self.found], numpy.float64)


class Libigl:
    name = "libigl, doubles"

    def __init__(self, vertices, triangles, points):
        import igl

        self.igl = igl
        self.vertices = vertices
        self.triangles = triangles.astype(numpy.int64)
        self.points = points
        self.found = None

    def ask(self, question):
        if question == "nearest":
            found = self.igl.point_mesh_squared_distance(self.points, self.vertices, self.triangles)
            self.found = numpy.sqrt(found[0])
        elif question == "winding":
            self.found = self.igl.fast_winding_number(self.vertices, self.triangles, self.points)
        else:
            return False
        return True

    def answers(self):
        return numpy.asarray(self.found, numpy.float64)


def main():
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rival = {"fcpw": Fcpw, "libigl": Libigl}[sys.argv[1]](*read_scene(sys.argv[2]))
    print("ready", rival.name, flush=True)
    for line in sys.stdin:
        question = line.rstrip("\n")
        if question.startswith("write "):
            rival.answers().tofile(question[6:])
            print("ok", flush=True)
            continue
        begun = time.process_time()
        is_answered = rival.ask(question)
        took = time.process_time() - begun
        print(took if is_answered else "no", flush=True)


main()
