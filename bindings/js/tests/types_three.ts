// types_three.ts - abut/three as TypeScript sees it, with the types of three.js itself.
import { load } from "abut";
import type { State } from "abut";
import { MeshBVH, collide, contactLines, fromGeometry, intersects, use } from "abut/three";
import { BoxGeometry, BufferAttribute, BufferGeometry, Group, InstancedMesh, Line3, LineSegments, Matrix4, Mesh, SkinnedMesh, Vector3 } from "three";

export async function all(): Promise<void> {
  const abut = use(await load());
  const group = new Group(), a = new Mesh(new BoxGeometry()), b = new Mesh(new BoxGeometry());
  const many = new InstancedMesh(new BoxGeometry(), undefined, 3), arm = new SkinnedMesh(new BoxGeometry());
  group.add(a, b);
  const yes: boolean = intersects(a, b) || intersects(a, many, { bake: true, frame: group, update: false }) || intersects(arm, a, { bake: true });
  const mesh = fromGeometry(a.geometry, { effort: "fast" });
  const first: number = mesh.firstTriangle + mesh.triangleCount;
  const state: State | undefined = collide(a, b, { limit: 3, details: "kinds", build: { effort: "fast" } })[0]?.state;
  const instance: number | undefined = collide(a, many)[0]?.instanceB;
  const lines = contactLines(a, b, { frame: group });
  const drawn = new LineSegments(new BufferGeometry().setAttribute("position", new BufferAttribute(lines.positions, 3)));
  drawn.position.fromArray(lines.origin);
  const tree = new MeshBVH(a.geometry, { bake: true });
  const ended: boolean = tree.bvhcast(new MeshBVH(b.geometry), new Matrix4(), {
    intersectsTriangles(one, two, i, k) {
      one.intersectsTriangle(two, new Line3());
      new Vector3().copy(one.a);
      return i + k > 3;
    },
  });
  console.log(yes, first, state, instance, ended, tree.intersectsGeometry(b.geometry, new Matrix4()), lines.patches[0]?.kind, abut.version);

  // @ts-expect-error a group is no mesh
  intersects(group, a);
  // @ts-expect-error there is no such option
  intersects(a, b, { limit: 1 });
  // @ts-expect-error poses are the objects'
  collide(a, b, { poseA: null });
  // @ts-expect-error its details are points
  contactLines(a, b, { details: "kinds" });
  // @ts-expect-error only pairs of triangles are told
  tree.bvhcast(tree, new Matrix4(), { intersectsRanges() {} });
  // @ts-expect-error a geometry, not a mesh
  fromGeometry(a);
}
