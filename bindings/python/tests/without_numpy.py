"""Run Python where numpy cannot be imported: what works without it is tested in a process of its own."""

from __future__ import annotations

import subprocess
import sys

_BLOCK = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "numpy":
            raise ModuleNotFoundError("numpy is blocked", name="numpy")
sys.meta_path.insert(0, Blocked())
import abut
"""


def run(code: str) -> str:
    """What the code prints. Fails where it raises, or where numpy was imported after all."""
    code = _BLOCK + code + "\nassert 'numpy' not in sys.modules\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout
