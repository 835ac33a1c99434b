"""Where two tetrahedra meet: the first program in Python."""

import abut

vertices = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
mesh = abut.Mesh(vertices, faces)  # or abut.Mesh("part.stl"), or a mesh of trimesh
there = abut.Pose(translation=(0.25, 0.25, 0.125))

print(abut.collide(mesh, mesh, pose_b=there))  # <Contacts: contact, 3 pairs of triangles>
print(abut.depth(mesh, mesh, pose_b=there).hi)  # 0.21650635094610968
