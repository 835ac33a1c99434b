"""A minute of the installed package, for interpreters that have nothing else: tools/test_wheels runs it everywhere.

Two tetrahedra are asked about with the standard library alone, and all numbers are known. Prints "ok" with the answers'
bits, which are the same on every system.
"""

import os
import pickle
import struct
import sys
import tempfile
import threading

import abut

VERTICES = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]


def moved(x: float, y: float = 0.0) -> abut.Pose:
    return abut.Pose([[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, 0]])


def steps(folder: str) -> bytes:
    mesh = abut.Mesh(VERTICES, FACES)
    met = abut.collide(mesh, mesh, pose_b=moved(0.5), details="points")
    assert met and len(met) > 0, met
    assert not abut.collide(mesh, mesh, pose_b=moved(2))
    far = abut.distance(mesh, mesh, pose_b=moved(3, 4))
    assert far.lo <= 4.242640687119286 <= far.hi * (1 + 1e-15), (far.lo, far.hi)
    matrices = [[[1, 0, 0, i / 8], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]] for i in range(17)]
    batch = [x != 0 for x in memoryview(abut.collide_batch(mesh, mesh, matrices, threads=2)).cast("B")]
    assert batch == [i <= 8 for i in range(17)], batch

    name = os.path.join(folder, "nut \u00e4\u03b1\u6728")  # not of one code page
    abut.write(name + ".ply", VERTICES, FACES)
    again = abut.Mesh(name + ".ply")
    assert again.triangle_count == 4
    abut.write(name + ".ply", VERTICES, FACES)  # in the place of the other
    mesh.save(name + ".abut")
    saved = abut.Mesh.open(name + ".abut")
    assert saved.tobytes() == mesh.tobytes() == pickle.loads(pickle.dumps(mesh)).tobytes()
    with open(name + ".stl", "w", encoding="ascii") as file:
        file.write("solid nothing\nfacet normal 0 0 1\n")
    try:
        abut.Mesh(name + ".stl")
        raise AssertionError("half a facet was read")
    except abut.FileError as error:
        assert error.path.endswith(".stl") and error.line > 0, error
    with open(name + ".off", "wb") as file:  # bytes are bytes: no line end is changed, nothing ends at Ctrl-Z
        file.write(b"OFF\r\n4 1 0\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n0 0 1e-3\r\n3 0 1 2\r\n")
    assert len(abut.read(name + ".off").vertices) == 4

    answers: list[int] = []
    threads = [threading.Thread(target=lambda: answers.append(len(abut.collide(mesh, saved, pose_b=moved(0.25))))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4 and len(set(answers)) == 1, answers
    return struct.pack("<dd", far.lo, far.hi) + bytes(memoryview(met.pairs).cast("B")) + mesh.tobytes()


def main() -> None:
    import zlib

    with tempfile.TemporaryDirectory() as folder:
        bits = zlib.crc32(steps(folder))
    print(f"ok {abut.__version__} bits {bits:08x} Python {sys.version.split()[0]} on {sys.platform}")


main()
