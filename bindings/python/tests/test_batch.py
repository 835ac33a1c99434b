"""The same question about many poses: the answers of single ones, whatever form the poses have, on any number of threads."""

from __future__ import annotations

import array
from typing import Any

import numpy as np
import pytest
from shapes_here import cube, moved

import abut

A, B = cube(), cube(0.75, (-0.25, 0, 0.125))
POSES = moved(5000)


def test_collide_batch_is_collide() -> None:
    wanted = np.array([bool(abut.collide(A, B, pose_b=m, limit=1)) for m in POSES])
    assert 0 < wanted.sum() < len(wanted)
    for threads in (1, 2, 5):
        found = abut.collide_batch(A, B, POSES, threads=threads)
        assert isinstance(found, np.ndarray) and found.dtype == bool and found.shape == (5000,)
        assert (found == wanted).all()


@pytest.mark.parametrize("form", [
    lambda p: p[:, :3], lambda p: np.asfortranarray(p), lambda p: list(p), lambda p: [abut.Pose(m) for m in p],
    lambda p: tuple(m.tolist() for m in p), lambda p: np.repeat(p, 2, axis=0)[::2], lambda p: p[::-1][::-1],
    lambda p: np.concatenate([p, p], axis=2)[:, :, :4], lambda p: p.astype(">f8"),
    lambda p: np.frombuffer(b"." + p.tobytes(), np.float64, offset=1).reshape(p.shape),
])
def test_poses_in_all_forms(form: Any) -> None:
    poses = POSES[:600]
    assert (abut.distance_batch(A, B, form(poses))["hi"] == abut.distance_batch(A, B, poses)["hi"]).all()


def test_single_precision_poses_are_taken_as_they_are() -> None:
    single = POSES[:600].astype(np.float32)
    doubles = single.astype(float)
    assert (abut.distance_batch(A, B, single)["hi"] == abut.distance_batch(A, B, doubles)["hi"]).all()
    assert (abut.distance_batch(A, B, single)["hi"] != abut.distance_batch(A, B, POSES[:600])["hi"]).any()


def test_chunks_meet() -> None:
    """More poses than a chunk holds, and numbers around its borders."""
    poses = np.repeat(np.eye(4)[None], 10_000, axis=0)
    poses[:, 0, 3] = np.arange(10_000) / 1024
    for count in (0, 1, 63, 64, 65, 4095, 4096, 4097, 10_000):
        found = abut.distance_batch(A, A, poses[:count])["hi"]
        assert (found == np.maximum(np.arange(count) / 1024 - 1, 0)).all()


def test_distance_batch() -> None:
    found = abut.distance_batch(A, B, POSES[:300], details="points")
    for row, m in zip(found, POSES):
        one = abut.distance(A, B, pose_b=m, details="points")
        assert (row["lo"], row["hi"], tuple(row["pair"])) == (one.lo, one.hi, one.pair)
        assert one.points == (tuple(row["a_point"]), tuple(row["b_point"]))
    near = abut.distance_batch(A, B, POSES[:300], within=0.25)
    assert (near["is_farther"] == (found["lo"] > 0.25)).all() and near["is_farther"].any()
    rough = abut.distance_batch(A, B, POSES[:300], absolute=10.0)
    assert (rough["hi"] - rough["lo"]).max() > 0
    rough = abut.distance_batch(A, B, POSES[:300], relative=0.9)
    assert (rough["hi"] - rough["lo"]).max() > 0


def test_within_batch() -> None:
    found = abut.within_batch(A, B, 0.25, POSES[:1000])
    assert found.dtype == bool and 0 < found.sum() < 1000
    assert (found == [bool(abut.within(A, B, 0.25, pose_b=m)) for m in POSES[:1000]]).all()
    beside = np.eye(4)[None].copy()
    beside[0, 0, 3] = 3
    assert abut.within_batch(A, A, 2, beside)[0] and not abut.within_batch(A, A, 2, beside, strict=True)[0]


def test_first_contact_batch() -> None:
    starts, ends = moved(200, 3, 3.0), moved(200, 4, 3.0)
    found = abut.first_contact_batch(A, B, starts, ends)
    assert {abut.MotionState.FREE, abut.MotionState.CONTACT} <= set(found["state"].tolist())
    for row, m, n in zip(found, starts, ends):
        one = abut.first_contact(A, B, pose_b=m, motion_b=abut.Motion(n))
        assert (row["t_lo"], row["t_hi"], abut.MotionState(row["state"]).text) == (one.t_lo, one.t_hi, one.state)
    near = abut.first_contact_batch(A, B, starts, ends, separation=0.5)
    assert (near["t_lo"] <= found["t_lo"] + 1e-6).all() and (near["t_lo"] < found["t_lo"] - 1e-3).any()
    rough = abut.first_contact_batch(A, B, starts, ends, resolution=0.1)
    assert (rough["t_hi"] - rough["t_lo"]).max() > (found["t_hi"] - found["t_lo"]).max()
    either = abut.first_contact_batch(A, B, starts, ends, any=True)
    assert (either["state"] == found["state"]).all()


def test_poses_of_a() -> None:
    first, second = POSES[:500], POSES[500:1000]
    wanted = [abut.distance(A, B, pose_a=m, pose_b=n).hi for m, n in zip(first, second)]
    assert (abut.distance_batch(A, B, second, poses_a=first)["hi"] == wanted).all()
    assert (abut.distance_batch(A, B, second, poses_a=list(first))["hi"] == wanted).all()
    one = [abut.distance(A, B, pose_a=first[0], pose_b=n).hi for n in second]
    assert (abut.distance_batch(A, B, second, pose_a=first[0])["hi"] == one).all()


def test_what_is_wrong_is_named() -> None:
    bad = POSES.copy()
    bad[4321, 1, 1] = np.nan
    bad[4500, 1, 1] = 7
    with pytest.raises(abut.Error, match=r"poses\[4321\].*finite"):
        abut.collide_batch(A, B, bad, threads=2)
    with pytest.raises(abut.Error, match=r"NOT_RIGID|poses|scale"):
        abut.collide_batch(A, B, [abut.Pose(), np.diag([1.0, 2, 1, 1])])
    for wrong in (POSES[0], POSES[:, :2], POSES[:, :, :3], 5, "here", [1, 2], np.zeros((3, 4, 4), complex)):
        with pytest.raises((ValueError, TypeError)):
            abut.collide_batch(A, B, wrong)
    with pytest.raises(ValueError, match="as many"):
        abut.collide_batch(A, B, POSES, poses_a=POSES[:3])
    with pytest.raises(ValueError, match="as many"):
        abut.first_contact_batch(A, B, POSES, POSES[:3])
    with pytest.raises(TypeError, match="limit"):
        abut.collide_batch(A, B, POSES, limit=3)


def test_buffers_of_others() -> None:
    plain = memoryview(array.array("d", POSES[:4].ravel().tolist())).cast("B").cast("d", (4, 4, 4))
    assert (abut.collide_batch(A, B, plain) == abut.collide_batch(A, B, POSES[:4])).all()
    assert len(abut.collide_batch(A, B, [])) == 0
