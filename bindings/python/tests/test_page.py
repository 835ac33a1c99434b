"""What docs/python.md and README.md say is run: blocks of Python as they stand, sessions as doctests."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import abut

pytest.importorskip("numpy")
pytest.importorskip("trimesh")
pytest.importorskip("matplotlib").use("Agg")

PACKAGE = Path(__file__).resolve().parents[1]
PAGES = {"python.md": PACKAGE.parents[1] / "docs/python.md", "README.md": PACKAGE / "README.md"}


@pytest.mark.thread_unsafe(reason="works in a folder of its own")
@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_true(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("bolt.stl", "nut.stl"):  # the README's
        abut.write(name, [(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    text = PAGES[page].read_text()
    blocks = [(m[1], m[2], text.count("\n", 0, m.start(2))) for m in re.finditer(r"^```(\w+)\n(.*?)^```", text, re.M | re.S)]
    assert blocks, "the page has no code"
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner()
    for kind, code, line in blocks:
        if kind == "python":
            exec(compile("\n" * line + code, str(PAGES[page]), "exec"), names)
            promised = re.findall(r"^print\(.*\)  # (.*)$", code, re.M)
            assert capsys.readouterr().out.splitlines() == promised
        elif kind == "pycon":
            test = doctest.DocTestParser().get_doctest(code, names, page, str(PAGES[page]), line)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
    failed = runner.summarize().failed
    assert failed == 0, capsys.readouterr().out


def test_the_numbers_of_the_page_are_those_recorded() -> None:
    words = PAGES["python.md"].read_text()
    recorded = (PACKAGE.parents[1] / "bench/results/python-peers.txt").read_text()
    near = recorded[recorded.index("within an ulp"):]
    for who in ("abut", "python-fcl", "coal"):
        row = re.search(rf"^  {who} +(\d+) +(\d+) ", near, re.M)
        assert row and f"{who} {int(row[1]) + int(row[2]):,}" in words
