"""Ask abut's C library itself: a small program, compiled here against a libabut that is built already."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scenes

ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Answers:
    """Collides or not; the pairs of each pose they were wanted of; seconds of the processor for the first."""

    met: scenes.Array
    pairs: list[set[tuple[int, int]]]
    seconds: float


class Program:
    def __init__(self, path: Path) -> None:
        self.path = path

    def ask(self, a: scenes.Shape, b: scenes.Shape, poses: scenes.Array, all_pairs: int) -> Answers:
        """Ask about b in the poses; of the first all_pairs of them, all pairs of triangles."""
        counts = [len(a.vertices), len(a.faces), len(b.vertices), len(b.faces), len(poses), all_pairs]
        given = self.path.with_suffix(".in")
        with given.open("wb") as out:
            out.write(np.array(counts, np.uint64).tobytes())
            for shape in (a, b):
                out.write(np.ascontiguousarray(shape.vertices, np.float64).tobytes())
                out.write(np.ascontiguousarray(shape.faces, np.uint32).tobytes())
            out.write(np.ascontiguousarray(poses, np.float64).tobytes())
        said = subprocess.run([self.path, given], check=True, stdout=subprocess.PIPE).stdout
        at, pairs = 8 + len(poses), []
        for _ in range(all_pairs):
            count = int(np.frombuffer(said, np.uint64, 1, at)[0])
            found = np.frombuffer(said, np.uint32, 2 * count, at + 8).reshape(-1, 2)
            pairs.append({(int(i), int(j)) for i, j in found})
            at += 8 + 8 * count
        return Answers(
            np.frombuffer(said, np.uint8, len(poses), 8).astype(bool), pairs, float(np.frombuffer(said, float, 1)[0])
        )


def built(library: str | None) -> Program | str:
    """The program; or why there is none."""
    folder = Path(library) if library else ROOT / "build/release/lib"
    compiler = os.environ.get("CC") or shutil.which("cc")
    if not compiler:
        return "there is no C compiler"
    if not (folder / "libabut.so").exists():
        return f"no libabut.so in {folder}: tools/build release abut makes it, --library FOLDER names another place"
    temporary = tempfile.mkdtemp(prefix="abut-c-side-")
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    program = Path(temporary) / "c_side"
    source = Path(__file__).with_suffix(".c")
    subprocess.run(
        [
            compiler,
            "-O2",
            "-std=c17",
            "-D_POSIX_C_SOURCE=199309L",
            f"-I{ROOT / 'include'}",
            source,
            "-o",
            program,
            f"-L{folder}",
            "-labut",
            f"-Wl,-rpath,{folder}",
        ],
        check=True,
    )
    return Program(program)
