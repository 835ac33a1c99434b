"""What docstrings show is what happens: doctests of all modules. tools/check_blocks runs the pages."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import abut

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = ["abut", *sorted(m.name for m in pkgutil.walk_packages(abut.__path__, "abut.") if not m.name.endswith("__main__"))]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        pytest.skip(f"{name}: {error}")
    failed, count = doctest.testmod(module, optionflags=OPTIONS)
    assert failed == 0, f"{failed} of {count} examples of {name}"


def test_there_are_doctests() -> None:
    assert doctest.testmod(abut, optionflags=OPTIONS).attempted >= 4
