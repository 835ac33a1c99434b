"""A clock that a busy machine disturbs less: the processor's time of this process, beside that of the wall."""

from __future__ import annotations

import time


class Clock:
    """From when it is made until stop(). cpu: seconds of the processor, of all threads; wall: those that passed."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def stop(self) -> Clock:
        self.cpu, self.wall = time.process_time() - self._cpu, time.perf_counter() - self._wall
        return self
