"""Meshes."""

from __future__ import annotations

from typing import Any

from . import _abut
from ._convert import shown


class Mesh(_abut.Mesh):
    """A triangle mesh, made ready to be searched. It never changes: share it between threads."""

    name: str | None

    def __new__(cls, vertices: Any, faces: Any = None, *, name: str | None = None, threads: int | None = None,
                progress: Any = None, **options: Any) -> Mesh:
        if faces is None:
            vertices, faces = vertices.vertices, vertices.faces
        mesh: Mesh = super().__new__(cls, vertices, faces, threads, progress, **options)
        mesh.name = name
        return mesh

    @property
    def triangles(self) -> Any:
        """(n, 3, 3) float64: the corners of the triangles, in the order that was given. A copy."""
        made = shown(self._triangles)
        return made.reshape(-1, 3, 3) if hasattr(made, "reshape") else made

    def __len__(self) -> int:
        return self.triangle_count

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"<Mesh{name}: {self.triangle_count} triangles>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.tobytes(), self.name)


def _again(cls: type[Mesh], data: bytes, name: str | None) -> Mesh:
    mesh: Mesh = cls.frombytes(data)
    mesh.name = name
    return mesh
