"""Tight-Inclusion (by IPC Toolkit's module of Python) asked about vertices that move linearly, one query after the other: a rival
of "abut-bench sweep", as sweeps/vertices.c writes the queries. tight.py NAME FILE"""

import os
import sys
import time

import ipctk
import numpy


def ask(solver, query):
    points = numpy.ascontiguousarray(query[:24].reshape(8, 3))
    how = solver.edge_edge_ccd if query[24] else solver.point_triangle_ccd
    begun = time.process_time()
    is_contact, when = how(*points)
    return float(is_contact), when, time.process_time() - begun


def main():
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    queries = numpy.fromfile(sys.argv[2], numpy.float64).reshape(-1, 26)
    solver = ipctk.TightInclusionCCD()
    found = None
    print("ready Tight-Inclusion, ipctk", ipctk.__version__, flush=True)
    for line in sys.stdin:
        question = line.rstrip("\n")
        if question.startswith("write "):
            found.tofile(question[6:])
            print("ok", flush=True)
            continue
        begun = time.process_time()
        found = numpy.array([ask(solver, query) for query in queries])
        print(time.process_time() - begun, flush=True)


main()
