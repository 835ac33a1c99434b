"""What documents and docstrings show is what happens: doctests of all modules, and the code of the pages about Python."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import abut

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ROOT = Path(__file__).resolve().parents[3]
MODULES = ["abut", *sorted(m.name for m in pkgutil.walk_packages(abut.__path__, "abut.") if not m.name.endswith("__main__"))]
PAGES = [page for page in (*sorted(ROOT.glob("docs/python*.md")), ROOT / "bindings/python/README.md") if page.exists()]


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


def blocks(page: Path) -> list[tuple[int, str]]:
    """The line and the text of each block of Python."""
    text = page.read_text(encoding="utf-8")
    return [(text[:m.start()].count("\n") + 2, m[1]) for m in re.finditer(r"^```python\n(.*?)^```", text, re.S | re.M)]


@pytest.mark.thread_unsafe(reason="it changes the folder")
@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_pages(page: Path, tmp_path: Any, monkeypatch: Any, capsys: Any) -> None:
    """Blocks run one after the other, in a folder of their own; >>> are compared with what they print, print(x)  # with that."""
    for needed in re.findall(r"^(?:>>> )?import (\w+)", page.read_text(encoding="utf-8"), re.M):
        pytest.importorskip(needed)
    if "plot(" in page.read_text(encoding="utf-8"):
        pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    for line, code in blocks(page):
        if ">>>" in code:
            test = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), line)
            runner = doctest.DocTestRunner(optionflags=OPTIONS)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
            assert runner.failures == 0, f"{page.name}, line {line}"
        else:
            capsys.readouterr()
            exec(compile("\n" * (line - 1) + code, str(page), "exec"), names)
            promised = re.findall(r"^print\(.*\)  # (.*)$", code, re.M)
            assert not promised or capsys.readouterr().out.splitlines() == promised, f"{page.name}, line {line}"
