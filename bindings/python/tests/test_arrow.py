"""Answers as tables of Apache Arrow: every column, nothing kept, nothing lost."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest
from shapes_here import cube, moved

import abut
from abut import _arrow

pa = pytest.importorskip("pyarrow")
A, B, FAR = cube(), cube(1, 0.5), abut.Pose(translation=(9, 9, 9))

ANSWERS = {
    "contacts": lambda: abut.collide(A, B),
    "kinds": lambda: abut.collide(A, B, details="kinds"),
    "points": lambda: abut.collide(A, B, details="points"),
    "no contacts": lambda: abut.collide(A, B, pose_b=FAR, details="points"),
    "clearance": lambda: abut.within(A, B, 0.1, details="points"),
    "containment": lambda: abut.contain(A, B),
    "overlap": lambda: abut.overlap(A, B, volume=True),
    "self": lambda: abut.self_collide(abut.Mesh(np.random.default_rng(1).random((30, 3)), np.arange(30).reshape(-1, 3)), details="points"),
    "distance": lambda: abut.distance(A, B, details="points"),
    "no points": lambda: abut.distance(A, B),
    "first": lambda: abut.first_contact(A, B, pose_b=FAR, motion_b=abut.Motion(way=(-9, -9, -9))),
    "depth": lambda: abut.depth(A, B),
    "depth_along": lambda: abut.depth_along(A, B, (1, 0, 0)),
    "reach": lambda: abut.reach(A, B),
    "signed": lambda: abut.signed_distance(A, B),
    "distances": lambda: abut.distance_batch(A, B, moved(9), details="points"),
    "firsts": lambda: abut.first_contact_batch(A, B, moved(9), moved(9, 2)),
    "none": lambda: abut.distance_batch(A, B, moved(9)[:0]),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_tables_are_valid(name: str) -> None:
    table = pa.table(ANSWERS[name]())
    table.validate(full=True)
    assert table.num_columns > 1 and table.num_rows == (0 if name.startswith("none") or name == "no contacts" else table.num_rows)
    assert table.num_rows > 0 or name in ("none", "no contacts")


def test_numbers_are_those_of_the_answer() -> None:
    answer = abut.collide(A, B, details="points")
    table = pa.table(answer)
    assert table.column_names == ["a", "b", "kind", "point_count", "points"]
    assert table["a"].to_pylist() == answer.pairs[:, 0].tolist() and table["b"].to_pylist() == answer.pairs[:, 1].tolist()
    assert table["kind"].to_pylist() == [abut.Kind(kind).text for kind in answer.kinds]
    points = table["points"].to_pylist()
    assert [len(p) for p in points] == answer.contacts["point_count"].tolist()
    assert sum(points, []) == answer.points.tolist()
    del answer  # a table outlives its answer
    assert sum(table["points"].to_pylist(), []) == sum(points, [])


def test_one_row() -> None:
    answer = abut.distance(A, cube(1, (3, 0, 0)), details="points")
    (row,) = pa.table(answer).to_pylist()
    assert row["lo"] == answer.lo == 2 and row["complete"] is True and row["is_farther"] is False
    assert tuple(row["pair"]) == answer.pair and (tuple(row["a_point"]), tuple(row["b_point"])) == answer.points
    (row,) = pa.table(abut.depth(A, B)).to_pylist()
    assert row["lo"] == 0.5 and row["reason"] == "" and len(row["translation"]) == 3
    (row,) = pa.table(abut.reach(A, B)).to_pylist()
    assert row["a_in_b_lo"] <= 0.5 <= row["b_in_a_hi"] and len(row["a_in_b_point"]) == 3


def test_batches() -> None:
    found = abut.distance_batch(A, B, moved(20), details="points")
    table = pa.table(found)
    assert table["hi"].to_pylist() == found["hi"].tolist() and table["a_point"].to_pylist() == found["a_point"].tolist()
    assert table["is_farther"].to_pylist() == [False] * 20 and table["pair"].to_pylist() == found["pair"].tolist()
    assert pa.table(found[5:7])["hi"].to_pylist() == found["hi"][5:7].tolist()
    first = abut.first_contact_batch(A, B, moved(9, 1, 3.0), moved(9, 2, 3.0))
    assert pa.table(first)["state"].to_pylist() == [abut.MotionState(state).text for state in first["state"]]


def test_components_of_both() -> None:
    table = pa.table(abut.contain(A, cube(0.25, 0.375)))
    assert table["of"].to_pylist() == ["a", "b"] and table["relation"].to_pylist() == ["b inside a", "b inside a"]


def test_polars_reads_them() -> None:
    pl = pytest.importorskip("polars")
    answer = abut.collide(A, B, details="points")
    frame = pl.DataFrame(answer)
    assert frame.shape == (18, 5) and frame["a"].to_list() == answer.pairs[:, 0].tolist()
    assert frame["kind"].to_list() == [abut.Kind(kind).text for kind in answer.kinds]
    assert pl.DataFrame(abut.collide(A, B, pose_b=FAR)).shape == (0, 4 + 1)


@pytest.mark.thread_unsafe(reason="counts what is kept")
def test_everything_is_released() -> None:
    def used() -> int:
        gc.collect()
        return len(_arrow._kept)

    answer = abut.collide(A, B, details="points")
    before = used()
    table: Any = pa.table(answer)
    column = table["points"]
    del table
    assert used() > before  # the column has it
    del column
    assert used() == before
    for _ in range(1000):
        answer.__arrow_c_stream__()  # nobody takes it
        pa.table(answer)
    assert used() == before


def test_a_stream_ends() -> None:
    batches = list(pa.RecordBatchReader.from_stream(abut.collide(A, B)))
    assert [batch.num_rows for batch in batches] == [18]
