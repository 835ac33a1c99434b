"""The contract, abut/__init__.pyi: every name is there with these arguments, and says what it does; nothing else is public."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import abut

STUB = ast.parse(Path(abut.__file__).with_name("__init__.pyi").read_text(encoding="utf-8"))
FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
IMPORTED = {name.name for node in STUB.body if isinstance(node, ast.ImportFrom) and node.level for name in node.names}
CORNERS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]


def members(name: str) -> dict[str, ast.FunctionDef]:
    """What a class has, what it inherits within the stub included."""
    found: dict[str, ast.FunctionDef] = {}
    for base in CLASSES[name].bases:
        if isinstance(base, ast.Name) and base.id in CLASSES:
            found |= members(base.id)
    return found | {node.name: node for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}


def is_property(node: ast.FunctionDef) -> bool:
    return any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)


def arguments(node: ast.FunctionDef) -> list[tuple[str, Any, Any]]:
    """Name, kind and default of each."""
    a, empty = node.args, inspect.Parameter.empty
    positional = [*a.posonlyargs, *a.args]
    defaults = [empty] * (len(positional) - len(a.defaults)) + [ast.literal_eval(d) for d in a.defaults]
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    out = [(x.arg, inspect.Parameter.POSITIONAL_ONLY if x in a.posonlyargs else kind, d) for x, d in zip(positional, defaults)]
    if a.vararg:
        out.append((a.vararg.arg, inspect.Parameter.VAR_POSITIONAL, empty))
    for x, d in zip(a.kwonlyargs, a.kw_defaults):
        out.append((x.arg, inspect.Parameter.KEYWORD_ONLY, ast.literal_eval(d) if d else empty))
    if a.kwarg:
        out.append((a.kwarg.arg, inspect.Parameter.VAR_KEYWORD, empty))
    return out


def test_public_names() -> None:
    told = next(ast.literal_eval(n.value) for n in STUB.body if isinstance(n, ast.Assign) and n.targets[0].id == "__all__")
    assert sorted(abut.__all__) == sorted(told)
    assert len(set(told)) == len(told)
    public = {name for name in (*FUNCTIONS, *CLASSES, *IMPORTED) if not name.startswith("_")}
    assert public - set(told) == set(), "names of the stub that __all__ lacks"
    assert set(told) - public == set(), "names of __all__ that the stub does not tell of"
    for name in told:
        assert hasattr(abut, name), name


def test_nothing_else_is_public() -> None:
    allowed = {"annotations", "trimesh", "compat"}
    modules = {module.name for module in pkgutil.iter_modules(abut.__path__)}
    public = {name for name in vars(abut) if not name.startswith("_")} - set(abut.__all__) - allowed
    assert public - modules == {"Any"} & public - modules, f"public, and not in __all__: {public - modules}"


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_arguments_of_functions(name: str) -> None:
    function = getattr(abut, name)
    told = arguments(FUNCTIONS[name])
    found = [(p.name, p.kind, p.default) for p in inspect.signature(function).parameters.values()]
    keyword_only = inspect.Parameter.KEYWORD_ONLY

    def sorted_out(arguments: list[tuple[str, Any, Any]]) -> tuple[list[Any], dict[str, Any]]:
        return [a for a in arguments if a[1] != keyword_only], {n: d for n, kind, d in arguments if kind == keyword_only}

    assert sorted_out(found) == sorted_out(told)


@pytest.mark.parametrize("name", sorted(name for name in CLASSES if not name.startswith("_")))
def test_members_of_classes(name: str) -> None:
    cls = getattr(abut, name)
    for member, node in members(name).items():
        found = inspect.getattr_static(cls, member, None)
        assert found is not None, f"{name}.{member} is missing"
        if is_property(node):
            assert not callable(found), f"{name}.{member} is no property"
        elif not member.startswith("__"):
            told = [argument[0] for argument in arguments(node)]
            parameters = inspect.signature(getattr(cls, member)).parameters
            seen = list(parameters)
            if any(p.kind == inspect.Parameter.VAR_KEYWORD for p in parameters.values()) and not node.args.kwarg:
                continue  # keywords are passed on to the extension, which knows them
            static = isinstance(found, staticmethod)
            bound = isinstance(inspect.getattr_static(cls, member), classmethod) or inspect.isbuiltin(getattr(cls, member))
            assert seen == told or (bound and not static and seen == told[1:]), f"{name}.{member}: {seen}, not {told}"


@pytest.mark.parametrize("name", sorted(name for name in {*FUNCTIONS, *CLASSES, *IMPORTED} if not name.startswith("_")))
def test_everything_says_what_it_does(name: str) -> None:
    thing = getattr(abut, name)
    assert (inspect.getdoc(thing) or "").strip(), f"{name} has no docstring"
    if name in CLASSES:
        base: Any = type("_Base", (), {})
        for member in members(name):
            found = getattr(thing, member)
            if not member.startswith("__") and found is not getattr(base, member, None):
                assert (inspect.getdoc(found) or "").strip(), f"{name}.{member} has no docstring"


def test_modules_say_what_they_are_for() -> None:
    for module in pkgutil.walk_packages(abut.__path__, "abut."):
        if module.name.endswith(("__main__", "_abut")):
            continue
        try:
            found = importlib.import_module(module.name)
        except ImportError as error:
            pytest.skip(f"{module.name}: {error}")
        assert (found.__doc__ or "").strip(), f"{module.name} has no docstring"


# What stands for the arguments that have no default.
def given(name: str, argument: str, meshes: tuple[Any, Any]) -> Any:
    return {"a": meshes[0], "b": meshes[1], "mesh": meshes[0], "distance": 0.5, "direction": (0, 0, 1.0),
            "poses": [abut.Pose(translation=(0, 0, 3.0)), abut.Pose()], "ends": [abut.Pose(), abut.Pose()]}[argument]


ASKED = sorted(name for name in FUNCTIONS if name in (
    "collide", "distance", "within", "contain", "first_contact", "depth", "depth_along", "reach", "signed_distance", "overlap",
    "self_collide", "collide_batch", "distance_batch", "within_batch", "first_contact_batch"))


@pytest.mark.parametrize("name", ASKED)
def test_each_keyword_is_taken(name: str) -> None:
    """By its default, one by one and all together; another one is refused by its name."""
    meshes = abut.Mesh(CORNERS, FACES), abut.Mesh(CORNERS, FACES)
    function = getattr(abut, name)
    needed = [given(name, n, meshes) for n, _, default in arguments(FUNCTIONS[name]) if default is inspect.Parameter.empty]
    options = {n: d for n, _, d in arguments(FUNCTIONS[name]) if d is not inspect.Parameter.empty}
    plain = function(*needed)
    for option, default in options.items():
        assert type(function(*needed, **{option: default})) is type(plain)
    function(*needed, **options)
    with pytest.raises(TypeError, match="no_such_option"):
        function(*needed, no_such_option=1)
    with pytest.raises(TypeError):
        function(*needed[:-1])
    with pytest.raises(TypeError):
        function(*needed, 1)
    with pytest.raises(TypeError, match="Mesh"):
        function("no mesh", *needed[1:])


@pytest.mark.parametrize("name", ASKED)
def test_what_is_wrong_is_refused(name: str) -> None:
    meshes = abut.Mesh(CORNERS, FACES), abut.Mesh(CORNERS, FACES)
    function = getattr(abut, name)
    needed = [given(name, n, meshes) for n, _, default in arguments(FUNCTIONS[name]) if default is inspect.Parameter.empty]
    options = {n for n, _, d in arguments(FUNCTIONS[name]) if d is not inspect.Parameter.empty}
    wrong: list[tuple[str, Any]] = [
        ("pose_b", [[1, 0], [0, 1]]), ("pose_b", "abc"), ("pose_b", [[2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
        ("pose_a", [[float("nan")] * 4] * 4), ("pose", 7), ("frame_a", object()), ("limit", -1), ("limit", "one"), ("budget", -1),
        ("budget", 1.5), ("details", "everything"), ("details", 3), ("deadline", "soon"), ("deadline", -1.0), ("absolute", -1.0),
        ("relative", float("nan")), ("separation", -1.0), ("threads", -1), ("threads", "two"), ("threads", 10**6),
        ("motion_a", "away"), ("motion_b", [1, 2]), ("poses_a", [1, 2, 3]), ("progress", 17),
    ]
    for option, value in wrong:
        if option in options:
            with pytest.raises((ValueError, TypeError, OverflowError)):
                function(*needed, **{option: value})
            function(*needed)  # and all is as it was


def test_import_is_light() -> None:
    """numpy is not imported, nor is anything else that is not needed."""
    code = ("import sys; before = set(sys.modules); import abut; new = set(sys.modules) - before; "
            "print(sorted(m for m in new if m.split('.')[0] in ('numpy', 'trimesh', 'asyncio', 'ctypes', 'tqdm', 'matplotlib')))")
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_errors_carry_the_status() -> None:
    mesh = abut.Mesh(CORNERS, FACES)
    with pytest.raises(abut.Error) as caught:
        abut.collide(mesh, mesh, pose_b=[[2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    assert (caught.value.status, caught.value.name) == (-7, "NON_UNIFORM_SCALE")
    assert "pose_b" in str(caught.value)
    with pytest.raises(abut.Error) as caught:
        abut.Mesh([(0, 0, 0), (1, 0, 0), (0, float("nan"), 0)], [(0, 1, 2)])
    assert (caught.value.status, caught.value.name) == (-4, "NOT_FINITE") and "vertex 2" in str(caught.value)
    with pytest.raises(abut.Error) as caught:
        abut.Mesh(CORNERS, [(0, 1, 2), (0, 1, 9)])
    assert (caught.value.status, caught.value.name) == (-3, "BAD_INDEX") and "triangle 1" in str(caught.value)


def test_names_of_statuses_are_those_of_the_header() -> None:
    header = Path(__file__).resolve().parents[3] / "include" / "abut" / "abut.h"
    if not header.exists():
        pytest.skip("no public header beside the tests")
    import re

    told = {int(value): name for name, value in re.findall(r"ABUT_(\w+) = (-\d+)", header.read_text(encoding="utf-8"))}
    for status, name in told.items():
        if status != -1:  # a MemoryError
            assert abut.Error("x", status, "y").name == name
