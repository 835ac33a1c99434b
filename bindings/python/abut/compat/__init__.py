"""Surfaces of other packages, for programs that were written for them: abut.compat.fcl stands in for python-fcl."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    if name == "fcl":
        from . import fcl

        return fcl
    raise AttributeError(f"module 'abut.compat' has no attribute {name!r}")
