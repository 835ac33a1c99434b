"""Small meshes that tests share."""

from __future__ import annotations

from typing import Any

import numpy as np

import abut

CORNERS = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
FACES = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7),
         (1, 7, 3)]


def cube(size: float = 1.0, at: Any = 0.0) -> abut.Mesh:
    """A box of 12 triangles with one corner at a place."""
    return abut.Mesh(CORNERS * size + at, FACES)


def waves(n: int, height: float = 0.0) -> abut.Mesh:
    """2 n^2 triangles of a wavy sheet: two of them meet in many places."""
    x, y = np.meshgrid(np.linspace(0, 1, n + 1), np.linspace(0, 1, n + 1), indexing="ij")
    z = height + 0.1 * np.sin(40 * x + 300 * height) * np.cos(37 * y)
    i = np.arange(n * (n + 1)).reshape(n, n + 1)[:, :-1].ravel()
    faces = np.concatenate([np.stack([i, i + 1, i + n + 1], 1), np.stack([i + 1, i + n + 2, i + n + 1], 1)])
    return abut.Mesh(np.stack([x, y, z], -1).reshape(-1, 3), faces.astype(np.uint32))


def moved(n: int, seed: int = 1, far: float = 1.5) -> Any:
    """Random rigid matrices, (n, 4, 4)."""
    random = np.random.default_rng(seed)
    q = random.normal(size=(n, 4))
    x, y, z, w = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    m = np.zeros((n, 4, 4))
    m[:, 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], 1)
    m[:, 1, :3] = np.stack([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], 1)
    m[:, 2, :3] = np.stack([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], 1)
    m[:, :3, 3] = random.uniform(-far, far, (n, 3))
    m[:, 3, 3] = 1
    return m
