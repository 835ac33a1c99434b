"""Compare what abut-convert makes with other programs' readings of the same files.

IFC: the volume of every element, against IfcOpenShell, which has vertices in doubles; and its name.
STEP: the volume of every solid's triangles, against OpenCASCADE (cadquery-ocp) with the same deflection;
and the volume of the solid itself, which triangles only come near to.
    python volumes.py ifc FILE.ifc FILE.obj        python volumes.py step FILE.step FILE.obj
"""

import sys

import numpy as np

MOST = 1e-6  # relative


def read_obj(path):
    vertices, objects, triangles = [], {}, None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("v "):
                vertices.append([float(word) for word in line.split()[1:]])
            elif line.startswith("o "):
                triangles = objects.setdefault(line[2:].rstrip("\n"), [])
            elif line.startswith("f "):
                triangles.append([int(word) - 1 for word in line.split()[1:]])
    return np.array(vertices), {name: np.array(t) for name, t in objects.items()}


def volume(vertices, triangles):
    origin = vertices[triangles[0][0]]
    a, b, c = (vertices[triangles[:, k]] - origin for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def is_closed(triangles):
    """Whether each edge has as many triangles in one direction as in the other."""
    balance = {}
    for t in triangles:
        for a, b in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0])):
            key = (min(a, b), max(a, b))
            balance[key] = balance.get(key, 0) + (1 if a < b else -1)
    return not any(balance.values())


LEFT_OUT = ("IfcSpace", "IfcOpeningElement", "IfcAnnotation", "IfcVirtualElement", "IfcGrid")


def read_ifc(path):
    import ifcopenshell
    import ifcopenshell.geom

    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    model = ifcopenshell.open(path)  # the iterator keeps none of it
    iterator = ifcopenshell.geom.iterator(settings, model, 1)
    found = {}
    more = iterator.initialize()
    while more:
        shape = iterator.get()
        if shape.type not in LEFT_OUT:
            vertices = np.array(shape.geometry.verts).reshape(-1, 3)
            triangles = np.array(shape.geometry.faces).reshape(-1, 3)
            found[f"{shape.type}_{shape.guid}"] = (volume(vertices, triangles), vertices)
        more = iterator.next()
    return found


def compare_ifc(path, obj):
    vertices, objects = read_obj(obj)
    others = read_ifc(path)
    strange = sorted(set(objects) ^ set(others))
    worst, farthest, wrong, opened = 0.0, 0.0, [], 0
    for name in sorted(set(objects) & set(others)):
        triangles = objects[name]
        mine, (theirs, points) = volume(vertices, triangles), others[name]
        relative = abs(mine - theirs) / abs(theirs)
        worst = max(worst, relative)
        used = vertices[triangles.ravel()]
        farthest = max(farthest, np.abs(used.min(0) - points.min(0)).max(), np.abs(used.max(0) - points.max(0)).max())
        opened += not is_closed(triangles)
        if relative > MOST:
            wrong.append(f"{name}: {mine:.9g}, IfcOpenShell {theirs:.9g}: relative {relative:.2g}")
    print(f"{path}: {len(objects)} objects, {len(others)} of IfcOpenShell, names differ: {len(strange)}; "
          f"volumes differ by {worst:.2g} at most, boxes by {farthest:.2g}; not closed: {opened}")
    return strange + wrong


def solids_of(path):
    """The volumes of each solid's triangles and of the solid, in the file's order, in millimetres."""
    from OCP.Bnd import Bnd_Box
    from OCP.BRep import BRep_Tool
    from OCP.BRepBndLib import BRepBndLib
    from OCP.BRepGProp import BRepGProp
    from OCP.BRepMesh import BRepMesh_IncrementalMesh
    from OCP.GProp import GProp_GProps
    from OCP.STEPControl import STEPControl_Reader
    from OCP.TopAbs import TopAbs_FACE, TopAbs_REVERSED, TopAbs_SOLID
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopLoc import TopLoc_Location
    from OCP.TopoDS import TopoDS

    reader = STEPControl_Reader()
    reader.ReadFile(path)
    reader.TransferRoots()
    shape, box = reader.OneShape(), Bnd_Box()
    BRepBndLib.Add_s(shape, box, False)
    low, high = box.CornerMin(), box.CornerMax()
    edge = (high.X() - low.X() + high.Y() - low.Y() + high.Z() - low.Z()) / 3
    BRepMesh_IncrementalMesh(shape, edge * 0.001, False, 0.5)  # as occt-import-js does
    as_face = getattr(TopoDS, "Face_s", None) or TopoDS.Face
    solids, found = TopExp_Explorer(shape, TopAbs_SOLID), []
    while solids.More():
        total, faces = 0.0, TopExp_Explorer(solids.Current(), TopAbs_FACE)
        while faces.More():
            face, location = as_face(faces.Current()), TopLoc_Location()
            mesh = BRep_Tool.Triangulation_s(face, location)
            move = location.Transformation()
            nodes = [mesh.Node(i + 1).Transformed(move) for i in range(mesh.NbNodes())]
            points = np.array([(p.X(), p.Y(), p.Z()) for p in nodes])
            triangles = np.array([mesh.Triangle(i + 1).Get() for i in range(mesh.NbTriangles())]) - 1
            if face.Orientation() == TopAbs_REVERSED:
                triangles = triangles[:, [0, 2, 1]]
            a, b, c = (points[triangles[:, k]] for k in range(3))
            total += float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)
            faces.Next()
        properties = GProp_GProps()
        BRepGProp.VolumeProperties_s(solids.Current(), properties)
        found.append((total, properties.Mass()))
        solids.Next()
    return found


def compare_step(path, obj):
    vertices, objects = read_obj(obj)
    others = solids_of(path)
    if len(objects) != len(others):
        return [f"{path}: {len(objects)} objects, {len(others)} solids of OpenCASCADE"]
    worst, curved, wrong, opened = 0.0, 0.0, [], 0
    for (name, triangles), (theirs, exact) in zip(objects.items(), others):
        mine = volume(vertices, triangles)
        relative = abs(mine - theirs) / abs(theirs)
        worst, curved = max(worst, relative), max(curved, abs(mine - exact) / exact)
        opened += not is_closed(triangles)
        if relative > MOST:
            wrong.append(f"{name}: {mine:.9g}, OpenCASCADE {theirs:.9g}: relative {relative:.2g}")
    print(f"{path}: {len(objects)} objects, {len(others)} solids of OpenCASCADE; volumes of triangles differ by {worst:.2g} at most; "
          f"of triangles and curved solids by {curved:.2g}; not closed: {opened}")
    return wrong


def main():
    faults = {"ifc": compare_ifc, "step": compare_step}[sys.argv[1]](*sys.argv[2:])
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
