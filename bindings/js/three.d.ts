// Meshes of three.js where they stand in a scene: whether they meet, and where.
//
//     import { load } from "abut";
//     import { use, intersects, contactLines } from "abut/three";
//     use(await load());
//     if (intersects(wheel, fender)) scene.add(linesOf(contactLines(wheel, fender)));
//
// Objects of three.js are known by what they have: any version of it will do, and nothing of it is imported.
import type { Abut, CollideOptions, Contacts, Kind, Mesh, MeshOptions, State } from "./abut.js";

// ------------------------------------------------------------------------- what is needed of three.js

export interface MatrixLike { readonly elements: ArrayLike<number> }
export interface AttributeLike {
  readonly array: ArrayLike<number>;
  readonly count: number;
  readonly itemSize: number;
  getX(i: number): number;
  getY(i: number): number;
  getZ(i: number): number;
}
/** A BufferGeometry. Positions may be floats, doubles, interleaved, quantised or halves; with an index or without. */
export interface GeometryLike {
  readonly name?: string;
  readonly attributes: object;
  readonly index?: { readonly array: ArrayLike<number>; readonly count: number; getX(i: number): number } | null;
  readonly drawRange?: { readonly start: number; readonly count: number };
}
/** A Mesh, an InstancedMesh (each instance is asked about), or with `bake` a SkinnedMesh. */
export interface ObjectLike {
  readonly name?: string;
  readonly geometry: GeometryLike;
  readonly matrixWorld: MatrixLike;
}
/** What another mesh is below: a Group, a Scene. */
export interface FrameLike {
  readonly matrixWorld: MatrixLike;
}

// --------------------------------------------------------------------------------------------- options

export interface PlaceOptions {
  /**
   * What a pose cannot say is done to the vertices, in doubles, and rounded: a matrix with shear or with a scale that differs by
   * direction, bones, morphs. Without it they are refused: NON_UNIFORM_SCALE, SHEAR, a TypeError.
   */
  bake?: boolean;
  /** How meshes are built: see abut.mesh. */
  build?: MeshOptions;
  /**
   * An object above both. Their places in it are taken from their matrices, and where it stands itself decides nothing: parts that
   * touch still touch when it is turned. Without it matrixWorld counts, in which three.js has multiplied all of them, and rounded.
   */
  frame?: FrameLike;
  /** False: take matrixWorld as it is. Default: what it will be when the next frame is drawn. */
  update?: boolean;
}
export type ThreeCollideOptions = PlaceOptions & Omit<CollideOptions, "poseA" | "poseB" | "frameA" | "frameB">;

// ------------------------------------------------------------------------------------------- functions

/** Say which library the functions of this module use: what load() gave. */
export function use(abut: Abut): Abut;

/**
 * The mesh of a geometry. It is kept with the geometry, made anew when an attribute's version or the drawRange differs, and freed
 * when the geometry is disposed of: do not free it. Its triangle i is the geometry's i + firstTriangle (drawRange).
 */
export function fromGeometry(geometry: GeometryLike, build?: MeshOptions): Mesh & { readonly firstTriangle: number };

/** Whether two meshes have a point in common; touching counts. */
export function intersects(meshA: ObjectLike, meshB: ObjectLike, options?: PlaceOptions): boolean;

/** What abut.collide says of each pair of instances that is not apart. Triangles have the geometries' numbers. */
export function collide(meshA: ObjectLike, meshB: ObjectLike, options?: ThreeCollideOptions): InstanceContacts[];
export type InstanceContacts = Contacts & {
  /** Of an InstancedMesh; 0 of others. */
  instanceA: number;
  instanceB: number;
};

/** What two meshes share, in the world. */
export function contactLines(meshA: ObjectLike, meshB: ObjectLike, options?: Omit<ThreeCollideOptions, "details">): ContactLines;
export interface Shapes {
  /** x, y, z of each corner, from `origin` on: floats keep their digits however far away that is. Of segments, two corners each. */
  positions: Float32Array;
  /** The same in the world, each rounded once. */
  doubles: Float64Array;
  /** Of each shape, a triangle of a and one of b. */
  pairs: Uint32Array;
  /** Of each shape, the instance of a and that of b. */
  instances: Uint32Array;
}
/** Segments, for LineSegments at `origin`; and what is more or less than a segment. */
export interface ContactLines extends Shapes {
  state: State;
  complete: boolean;
  /** Three floats. */
  origin: [number, number, number];
  /** Where triangles share one point. */
  points: Shapes;
  /** Where they share an area, in one plane: a convex polygon of three to six corners. */
  patches: { kind: Kind; pair: [number, number]; instances: [number, number]; positions: Float32Array; doubles: Float64Array }[];
}

// ----------------------------------------------------------------- in the form of three-mesh-bvh

export interface VectorLike { x: number; y: number; z: number }
export interface LineLike { start: VectorLike; end: VectorLike }
export interface TriangleLike {
  a: VectorLike;
  b: VectorLike;
  c: VectorLike;
  /**
   * True, of the triangle that this one was told with; of any other it throws. target gets the ends of what they share; where that
   * is an area, its corners that are farthest from each other.
   */
  intersectsTriangle(other: TriangleLike, target?: LineLike | null): true;
}
export interface BVHCastCallbacks {
  /** Called for each pair of triangles that have a point in common. The triangles are good for that call. True ends it. */
  intersectsTriangles(one: TriangleLike, two: TriangleLike, i: number, k: number): boolean | void;
}

/** What MeshBVH of three-mesh-bvh has for two geometries, with exact answers. */
export class MeshBVH {
  constructor(geometry: GeometryLike, options?: { bake?: boolean; build?: MeshOptions });
  readonly geometry: GeometryLike;
  /** See fromGeometry. */
  readonly mesh: Mesh;
  /** Whether a geometry, which the matrix puts into the space of this one, has a point in common with it. */
  intersectsGeometry(geometry: GeometryLike, geometryToBvh: MatrixLike): boolean;
  /** Whether a callback returned true. The matrix puts the other geometry into the space of this one. */
  bvhcast(other: MeshBVH, matrixToLocal: MatrixLike, callbacks: BVHCastCallbacks): boolean;
  /** Triangles keep their numbers. */
  resolveTriangleIndex(triangle: number): number;
}
