"""Many meshes in one space: which of them meet, how far apart they are, and when they meet as they move."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

from . import _abut
from ._convert import shown
from ._enums import Band, MotionState, Reason, Relation
from ._mesh import Mesh
from ._pose import Motion, Pose
from ._values import Answer, decided, pairs_told

_SURVEYS = ("contacts", "counts", "regions", "relations", "boxes", "clearances", "distances", "relations alone")  # of abut_survey, in order


def _bits(value: Any, name: str) -> int:
    number = operator.index(value)
    if not 0 <= number < 2**32:
        raise ValueError(f"{name}: 32 bits are wanted, not {number}")
    return number


class World:
    """Meshes in poses, each with a number (its id). Only pairs whose boxes meet are looked at, by all threads.

    threads: how many workers it uses; None: as abut.threads() says, 0: as many as there are. One call at a time may be in a
    world: another thread's, or one that progress makes, raises RuntimeError. Ids count up from 0; but one that was removed is
    given again, the last one first. Meshes that are added may be in several worlds, and several times in one.

    >>> import abut
    >>> tile = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    >>> world = abut.World()
    >>> ids = [world.add(tile, abut.Pose(translation=(x, 0, 0))) for x in (0, 1, 5)]
    >>> world.collide()
    <Clashes: contact, 1 pair>
    >>> world.collide("distances").pairs.tolist()
    [[0, 1], [0, 2], [1, 2]]
    """

    _world: object  # the library's
    _things: dict[int, tuple[Mesh, object]]
    _strict: bool

    def __new__(cls, *, threads: int | None = None) -> World:
        self = super().__new__(cls)
        self._world = _abut.world_new(threads)
        self._things = {}
        self._strict = False
        return self

    # ------------------------------------------------------------------------------------- who is there

    def add(self, mesh: Mesh, pose: Any = None, *, margin: float = 0.0, frame: Any = None, name: object = None) -> int:
        """Put a mesh in and return its id. Its margin, frame and pose are what the methods of these names say."""
        id: int = _abut.world_set(self._world, "a", 0, mesh)
        try:
            self._things[id] = mesh, name
            if frame is not None:
                self.frame(id, frame)
            if pose is not None:
                self.move(id, pose)
            if margin:
                self.margin(id, margin)
        except BaseException:
            self.remove(id)
            raise
        return id

    def remove(self, id: int) -> None:
        """Take a mesh out. What was said of pairs with it (ignore, pair_margins) is forgotten."""
        _abut.world_set(self._world, "r", self._known(id))
        del self._things[id]

    def mesh(self, id: int) -> Mesh:
        """The mesh that was added with this id."""
        return self._things[self._known(id)][0]

    def name(self, id: int) -> object:
        """The name that it was given."""
        return self._things[self._known(id)][1]

    def pose(self, id: int) -> Pose:
        """Where it is, in its frame."""
        pose: Pose = _abut.world_set(self._world, "p", self._known(id))
        return pose

    def _known(self, id: int) -> int:
        if id not in self._things:
            raise KeyError(f"World: there is no id {id!r}")
        return id

    def __len__(self) -> int:
        return len(self._things)

    def __iter__(self) -> Iterator[int]:
        """All ids, sorted."""
        return iter(sorted(self._things))

    def __contains__(self, id: object) -> bool:
        return id in self._things

    def __repr__(self) -> str:
        return f"<World: {len(self)} mesh{'es' * (len(self) != 1)}>"

    # --------------------------------------------------------------------------------- what is said of them

    def move(self, id: int, pose: Any) -> None:
        """Put it in another pose, in the frame it has."""
        _abut.world_set(self._world, "m", self._known(id), pose)

    def frame(self, id: int, frame: Any) -> None:
        """Move its frame: it is then where frame @ pose puts it, with nothing rounded. None: it has none from then on."""
        _abut.world_set(self._world, "f", self._known(id), frame)

    def group(self, id: int, groups: int, against: int) -> None:
        """Say which of 32 groups (bits) it is in, and which it is asked against: two need to be so to each other.

        At first each is in all groups, and against all. One that is in no group meets nothing.
        """
        _abut.world_set(self._world, "b", self._known(id), None, 0.0, _bits(groups, "groups"), _bits(against, "against"))

    def margin(self, id: int, margin: float) -> None:
        """Say how much room it wants about it. Two are too close if they are not farther apart than both margins together.

        Margins mean something to the surveys "clearances" and "distances" alone.
        """
        _abut.world_set(self._world, "g", self._known(id), None, margin)

    def strict(self, strict: bool) -> None:
        """True: only what is nearer than the margins is too close. False, as at first: what is exactly as far, too."""
        self._strict = bool(strict)

    def ignore(self, pairs: Any) -> None:
        """Leave pairs of ids out, (n, 2), in place of those left out before. Their order means nothing."""
        _abut.world_pairs(self._world, pairs, None)

    def pair_margins(self, pairs: Any, margins: Any) -> None:
        """Give pairs of ids, (n, 2), margins of their own, (n), in place of the sum of both, and of those given before."""
        _abut.world_pairs(self._world, pairs, margins)

    def motion(self, id: int, motion: Motion | None) -> None:
        """Say how it moves while sweep looks, from the pose it has then. None: it rests, as at first."""
        if motion is not None and not isinstance(motion, Motion):
            raise TypeError(f"motion: an abut.Motion is wanted, not {type(motion).__name__}")
        _abut.world_set(self._world, "w", self._known(id), motion)

    # -------------------------------------------------------------------------------------------- questions

    def collide(self, survey: str = "contacts", *, progress: Any = None, **options: Any) -> Clashes:
        """Find all pairs that are in contact, and tell of them what survey says:

        "contacts": only that; "counts": in how many pairs of triangles, of which kinds; "regions": and where; "relations":
        and which is inside the other, also of pairs without contact; "boxes": only whose boxes meet; "clearances": also those
        that are too close by their margins, and how far apart; "distances": of every pair how far apart, however far;
        "relations alone": relations, but of what touches neither how often nor where.
        limit: stop after so many pairs. budget (tests) is of each pair, deadline (microseconds) of the call. coherent: start
        each pair from its own last answer.
        """
        if survey not in _SURVEYS:
            raise ValueError(f"survey: one of {', '.join(_SURVEYS)} is wanted, not {survey!r}")
        answer: Clashes = _abut.world_ask(self._world, _SURVEYS.index(survey), progress, self._strict, **options)
        return answer

    def sweep(self, *, earliest: bool = False, progress: Any = None, **options: Any) -> Meetings:
        """Find all pairs that meet while each makes its motion, from time 0 to 1, and when they first do.

        separation: so far apart or nearer takes the place of contact. earliest: only the first pair is told. resolution, any,
        details, budget and deadline are those of first_contact; the deadline is of the call. Nobody is moved.
        """
        answer: Meetings = _abut.world_ask(self._world, -2 if earliest else -1, progress, False, **options)
        return answer


@_abut.register
class Clashes(_abut.Clashes, Answer):
    """Which meshes of a world meet. True if some two do; with margins if some two are too close. len() is the pairs told."""

    __slots__ = ()

    @property
    def pairs(self) -> Any:
        """(n, 2) uint32: ids, the lesser first; sorted. Of "distances" every pair."""
        return shown(self._pairs)

    @property
    def clashes(self) -> Any:
        """A structured array, a row a pair: count, kind_count, low, high, relation, reason, complete. None: not asked."""
        return shown(self._clashes)

    @property
    def gaps(self) -> Any:
        """A structured array, a row a pair: band, lo, hi, pair, a_point, b_point and more. None: not asked."""
        return shown(self._gaps)

    @property
    def undecided(self) -> Any:
        """(n, 2) uint32: pairs of ids of which nothing is known, since a budget or a deadline ended the search."""
        return shown(self._undecided)

    WORDS = {"relation": Relation, "reason": Reason, "band": Band}

    def _table(self) -> list[Any]:
        return [(("a", "b"), self._pairs), self._clashes, self._gaps]

    def _worst(self) -> str:
        worst: str = self.state if self._gaps is None else self.band
        return worst

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        worst = self._worst()
        if worst == "undecided":
            raise ValueError("undecided: boxes alone were asked about, or a budget or a deadline ended the search")
        return worst in ("contact", "close")

    def __repr__(self) -> str:
        told = f", {pairs_told(self.count, self.complete)}" if self.count else ""
        left = f", {self.undecided_count} undecided" if self.undecided_count else ""
        return f"<Clashes: {self._worst()}{told}{left}>"


@_abut.register
class Meetings(_abut.Meetings, Answer):
    """Which meshes of a world meet as they move, and when. True if some two do, or come near."""

    __slots__ = ()

    @property
    def pairs(self) -> Any:
        """(n, 2) uint32: ids, the lesser first; sorted by t_lo. All pairs that are not proved to be free."""
        return shown(self._pairs)

    @property
    def firsts(self) -> Any:
        """A structured array, a row a pair: state, t_lo, t_hi, pair (of triangles) and more.

        features, a_point and b_point are those of details="points", else 0.
        """
        return shown(self._firsts)

    WORDS = {"state": MotionState}

    def _table(self) -> list[Any]:
        return [(("a", "b"), self._pairs), self._firsts]

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        decided(self.state)
        return self.state != "free"

    def __repr__(self) -> str:
        told = f" from {self.t_lo!r} on, {pairs_told(self.count, self.complete)}" if self.count else ""
        return f"<Meetings: {self.state}{told}>"
