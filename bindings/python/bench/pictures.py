"""The pictures of docs/tutorial/python.md, of what its first blocks do, and of docs/notes/python.md, of recorded times."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of Agg)
import numpy as np  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]


def ring() -> None:
    """Run the page as it stands, up to the block that draws."""
    names: dict[str, Any] = {}
    os.chdir(tempfile.mkdtemp())
    for code in re.findall(r"^```python\n(?!>>>)(.*?)^```", (ROOT / "docs/tutorial/python.md").read_text(), re.M | re.S)[:2]:
        exec(code, names)
    names["ax"].figure.savefig(ROOT / "docs/figures/python-ring.png", dpi=70, bbox_inches="tight")


def batches() -> None:
    """Microseconds a pose of each scene, as bench/results/python-batches.txt has them."""
    lines = (ROOT / "bench/results/python-batches.txt").read_text().splitlines()
    head = next(line for line in lines if line.startswith("pair "))
    names = head[: head.index("/")].split()[3:]
    rows = [re.match(r"(\w+ \w+) +(half collide|apart|touching|deep) +[\d.]+% +(.*)", line) for line in lines]
    scenes = [(m[1], m[2], [float(x) for x in m[3].split()[: len(names)]]) for m in rows if m]
    figure, ax = plt.subplots(figsize=(8, 4.5))
    at = np.arange(len(scenes))
    for k, name in enumerate(names):
        ax.bar(
            at + 0.2 * k - 0.3,
            [times[k] for _, _, times in scenes],
            0.2,
            label=name + (".collide_batch" if name == "abut" else ""),
        )
    ax.set_yscale("log")
    ax.set_ylabel("microseconds of the processor a pose")
    ax.set_xticks(
        at,
        [f"{scene}\n{pair}" if k % 4 == 0 else scene for k, (pair, scene, _) in enumerate(scenes)],
        rotation=60,
        ha="right",
        fontsize=7,
    )
    ax.grid(axis="y", alpha=0.3)
    ax.legend(fontsize="small", ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1))
    figure.savefig(ROOT / "docs/figures/python-batches.png", dpi=80, bbox_inches="tight")


if __name__ == "__main__":
    ring()
    batches()
