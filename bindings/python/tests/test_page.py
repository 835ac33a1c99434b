"""What the pages about Python and the package's README show is what happens: their code is run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGES = [ROOT / "README.md", ROOT / "bindings/python/README.md", *sorted(ROOT.glob("docs/tutorial/python*.md"))]


def blocks(text: str) -> list[tuple[int, str]]:
    """The line and the text of each block of Python."""
    found = re.finditer(r"^```(?:python|pycon)\n(.*?)^```", text, re.S | re.M)
    return [(text[: m.start()].count("\n") + 2, m[1]) for m in found]


@pytest.mark.thread_unsafe(reason="it changes the folder")
@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_pages(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Blocks run one after the other, in a folder of their own.

    >>> is compared with what it prints, and so is what stands after print(...)  # in a block without >>>.
    """
    text = page.read_text(encoding="utf-8")
    for needed in re.findall(r"^(?:>>> )?import (\w+)", text, re.M) + ["matplotlib"] * ("plot(" in text):
        pytest.importorskip(needed)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for line, code in blocks(text):
        if ">>>" in code:
            test = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), line)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
            assert runner.failures == 0, f"{page.name}, line {line}"
        else:
            capsys.readouterr()
            exec(compile("\n" * (line - 1) + code, str(page), "exec"), names)
            promised = re.findall(r"^print\(.*\)  # (.*)$", code, re.M)
            assert not promised or capsys.readouterr().out.splitlines() == promised, f"{page.name}, line {line}"


def test_the_page_has_code() -> None:
    counts = {page.name: len(blocks(page.read_text(encoding="utf-8"))) for page in PAGES}
    assert counts["python.md"] > 5 and counts["README.md"] > 0, counts
