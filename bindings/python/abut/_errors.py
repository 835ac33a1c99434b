"""What goes wrong, with the status of the library."""

from __future__ import annotations

from . import _abut

_NAMES = {
    -2: "BAD_ARGUMENT", -3: "BAD_INDEX", -4: "NOT_FINITE", -5: "NOT_RIGID", -6: "BAD_SCALE", -7: "NON_UNIFORM_SCALE",
    -8: "SHEAR", -9: "NOT_AFFINE", -10: "TOO_LARGE", -11: "CANCELLED", -12: "MIXED_METHODS", -13: "BAD_COMBINATION",
    -14: "NOT_AVAILABLE", -15: "BAD_IMAGE", -16: "OTHER_VERSION",
}


class Error(ValueError):
    """A question that cannot be answered, or a mesh that cannot be built. status: that of abut.h; name: its name."""

    __module__ = "abut"  # where you find it

    def __init__(self, what: str, status: int, text: str) -> None:
        super().__init__(f"{what}: {text}")
        self.status = status
        self.name = _NAMES.get(status, str(status))
        self._given = (what, status, text)

    def __reduce__(self) -> tuple[type[Error], tuple[str, int, str]]:
        return type(self), self._given


_abut.set_error(Error)
