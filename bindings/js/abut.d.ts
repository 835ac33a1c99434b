// abut - exact collision detection between triangle meshes.
/// <reference lib="esnext.disposable" />
import type {
  Build, Change, CollideOptions, Clearance, Clashes, Contact, ContainOptions, Contacts, Containment, Depth, DepthAlong, DepthAlongOptions, DepthOptions, Detail, Distance,
  DistanceOptions, Facing, First, FirstContactOptions, InRange, Info, Meetings, Overlap, OverlapOptions, Part, Reach, ReachOptions, Reason, Fault, Method, SelfCollideOptions,
  SelfContacts, ShapeCollideOptions, ShapeContacts, ShapeDistance, ShapeDistanceOptions, ShapeKind, ShapeRelation, Side, SignedDistance,
  SignedDistanceOptions, SolidInfo, Statistics, Status, Survey, WithinOptions,
} from "./lib/types.js";

export type * from "./lib/types.js";

// -------------------------------------------------------------------------------------------- errors

/**
 * A call that the library refused. `status` is the C library's ("NOT_RIGID") and `code` its number. Two are of this package, with
 * the code 0. BUSY: a call is running, and progress made another one. BROKEN: the module stopped in the middle of a call, and is
 * of no use any more. A value of the wrong type is a TypeError.
 */
export class AbutError extends Error {
  readonly name: string;
  readonly status: Status | FileStatus | "BUSY" | "BROKEN";
  readonly code: number;
}
export type FileStatus = "OUT_OF_MEMORY" | "CANNOT_OPEN" | "UNKNOWN_FORMAT" | "SYNTAX" | "TRUNCATED" | "BAD_NUMBER" | "BAD_INDEX" | "TOO_LARGE" | "CANCELLED";
/** A file that cannot be read: what is wrong, and where. */
export class FileError extends AbutError {
  readonly status: FileStatus;
  /** Its name, as it was given. */
  readonly file: string;
  /** Counted from 1; 0 where the fault has no place, and of binary files. */
  readonly line: number;
  readonly byte: number;
  /** What kind of fault it is: "F003"; 'abut explain F003' tells cause and cure. "": none is known. */
  readonly fault: string;
}

// ------------------------------------------------------------------------------------------- given

export type Vector = readonly [number, number, number];
type Three = Vector | readonly number[] | Float64Array | Float32Array;
type Numbers = readonly number[] | Float64Array | Float32Array;

/**
 * Where a mesh is: world = (scale * rotation) * point + translation.
 *
 * Sixteen numbers by columns, as three.js, gl-matrix and WebGL have a matrix; an object with such `elements` (a Matrix4); three
 * or four rows of four numbers; or an object. Numbers are taken bit by bit. A matrix that scales is divided by its scale.
 */
export type PoseLike = Numbers | { readonly elements: Numbers } | readonly (readonly number[] | Float64Array | Float32Array)[] | PoseParts;
export interface PoseParts {
  /** Added last. */
  translation?: Three;
  /** One number, or 1. */
  scale?: number;
  /** Nine numbers by rows, or three rows. */
  rotation?: Numbers | readonly (readonly number[])[];
  /** x, y, z, w. It is made of length 1. */
  quaternion?: Numbers;
  /** Of any length but 0, with degrees. */
  axis?: Three;
  degrees?: number;
}
/** Many poses: sixteen numbers by columns for each, or an array of poses. */
export type PosesLike = Float64Array | Float32Array | readonly (PoseLike | null)[];

/**
 * How a mesh moves for one piece of its way, from where the piece before ended. Either a screw: the pivot goes straight along
 * `way` while the body turns by `degrees` about `axis`. Or it goes `to` a pose by the shorter arc; the pivot is a point of the mesh.
 */
export type Motion =
  | { way?: Three; axis?: Three; degrees?: number; pivot?: Three; to?: undefined }
  | { to: PoseLike; pivot?: Three; way?: undefined; axis?: undefined; degrees?: undefined };
export type MotionLike = Motion | readonly Motion[];

/** Called with growing fractions in [0, 1]. false ends the call: CANCELLED. It cannot ask the same Abut. */
export type Progress = (fraction: number) => unknown;

// ---------------------------------------------------------------------------------------------- rows

type Column<V> = V extends string ? V[] : V extends boolean ? boolean[]
  : V extends number | readonly number[] | readonly (readonly number[])[] | null ? Float64Array | Uint32Array | Int32Array | Uint8Array
  : V[];

/** Structures of an answer as a table: objects are made when they are asked for. They are a copy, and stay what they are. */
export class Rows<T> implements Iterable<T> {
  readonly length: number;
  /** The row of a number, from the end if it is negative. */
  at(i: number): T | undefined;
  /** One member of all rows: numbers one after the other in a typed array, words in an array. null: it was not asked for. */
  column<K extends keyof T & string>(name: K): Column<T[K]> | (null extends T[K] ? null : never);
  toArray(): T[];
  toJSON(): T[];
  [Symbol.iterator](): Iterator<T>;
  /** What a worker sends: `Rows.from` makes rows of it again. */
  readonly struct: string;
  readonly bytes: Uint8Array;
  readonly blank: string[];
  static from<T>(sent: { struct: string; bytes: Uint8Array; blank?: string[] }): Rows<T>;
}

// -------------------------------------------------------------------------------------------- meshes

export type Positions = Float32Array | Float64Array | Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array
  | readonly number[] | readonly (readonly number[])[];
export type Index = Uint32Array | Uint16Array | Uint8Array | Int32Array | Int16Array | Int8Array | readonly number[] | readonly (readonly number[])[];

export interface MeshOptions extends Partial<Build> {
  /** For errors. */
  name?: string;
  progress?: Progress;
}

/** A mesh, made by `abut.mesh` or `abut.open`. It never changes. */
export class Mesh {
  private constructor();
  readonly abut: Abut;
  name: string;
  readonly triangleCount: number;
  /** After vertices that are equal bit by bit were merged. */
  readonly vertexCount: number;
  readonly method: Method;
  readonly info: Info;
  /** The least and the greatest corner of its box; null without triangles. */
  readonly bounds: [[number, number, number], [number, number, number]] | null;
  /** Nine numbers a triangle, in the order given. */
  readonly triangles: Float64Array;
  /** How many components it has, and how many are closed. */
  readonly solid: SolidInfo;
  /** Connected components, and what is wrong with each as a solid. */
  readonly parts: Rows<Part>;
  /** All components are closed and do not cross. */
  readonly isSolid: boolean;
  /** Of each point: 1 if it is inside or on the surface. Throws where nothing is closed. */
  contains(points: Points, options?: { pose?: PoseLike | null; progress?: Progress }): Uint8Array;
  /** Of each point: its distance, negative inside. Throws where nothing is closed. */
  signedDistance(points: Points, options?: { pose?: PoseLike | null; progress?: Progress }): Float64Array;
  nearest(points: Points, options?: NearestOptions): Nearest;
  /** What rays meet. A point of a ray is origin + t * direction; directions have any length but 0. Decided without rounding. */
  rays(origins: Points, directions: Points, options?: RaysOptions): Rays;
  /** Which triangles share a point with a box along the axes, and which are inside. What is infinite asks nothing. */
  inBox(low: Three, high: Three, options?: InPlanesOptions): InRange;
  /** The same of what is behind all planes: four numbers each, n . x <= d. frustumPlanes makes those of a camera. */
  inPlanes(planes: Float64Array | Float32Array | readonly number[] | readonly (readonly number[])[], options?: InPlanesOptions): InRange;
  /** A mesh of the same triangles with other vertices: its tree stays, and the boxes are fitted anew. This one stays as it is. */
  refit(positions: Positions, index?: Index | null, options?: { progress?: Progress }): Mesh;
  /** A mesh without some triangles, and with others, which take the lowest indices that are free. All others keep theirs. */
  edit(what: { remove?: Iterable<number>; positions?: Positions; index?: Index | null; progress?: Progress }): { mesh: Mesh; inserted: Uint32Array };
  /** What became of the tree, of a mesh that refit or edit made: whether abut.mesh would answer faster. Else null. */
  readonly change: Change | null;
  /** As bytes, which `abut.open` takes, and `abut check`, of the same version. It need not be built again. */
  save(): Uint8Array;
  /** Give its memory back. A world that has it keeps it until it is removed there. */
  free(): void;
  [Symbol.dispose](): void;
}

/** Points of the world: three numbers each, one after the other, or an array of points. */
export type Points = Float64Array | Float32Array | readonly number[] | readonly Three[];
export interface NearestOptions {
  pose?: PoseLike | null;
  /** So many triangles of each point, the nearest first; 1. */
  count?: number;
  /** Look no farther; 0: no limit. */
  within?: number;
  /** Also inside or outside, and signed distances. */
  sides?: boolean;
  /** Also winding numbers. */
  winding?: boolean;
  progress?: Progress;
}
/** A row a point, `count` columns. */
export interface Nearest {
  /** 4294967295: there is none. */
  triangles: Uint32Array;
  /** The distance is between lo and distances, the doubles next to it. */
  distances: Float64Array;
  lo: Float64Array;
  /** The nearest point of each triangle, three numbers. */
  points: Float64Array;
  /** What of the triangle holds it: 0 to 2 a vertex, 3 to 5 an edge, 6 the face. */
  features: Uint8Array;
  sides: Side[] | null;
  /** Negative inside; NaN where nothing is closed. */
  signed: Float64Array | null;
  /** The winding number is between two numbers. */
  winding: Float64Array | null;
}

export interface RaysOptions {
  pose?: PoseLike | null;
  /** "first", "any", "all"; or "count": only how many triangles a ray meets, and how often it goes through the surface. */
  want?: "first" | "any" | "all" | "count";
  /** The directions are ends, and t goes from 0 to 1. */
  segments?: boolean;
  /** Only what is met between these. tMost 0: no limit. */
  tLeast?: number;
  tMost?: number;
  progress?: Progress;
}
/** A row a hit, those of the first ray first. */
export interface Rays {
  /** Whose hit it is. */
  rays: Uint32Array;
  triangles: Uint32Array;
  /** t is between these, the doubles next to it. */
  tLo: Float64Array;
  tHi: Float64Array;
  /** Three numbers each. */
  points: Float64Array;
  /** What of the triangle is met: 0 to 2 a vertex, 3 to 5 an edge, 6 the face. */
  features: Uint8Array;
  facings: Facing[];
  /** 1 where the ray goes through the surface, by the rule that counts each shared edge once. */
  crossings: Uint8Array;
  /** Of each ray: 1 if it meets anything. */
  hit: Uint8Array;
  /** Of each ray, of "all" and "count": how many triangles it meets, and how often it goes through the surface. */
  touchCounts: Uint32Array | null;
  crossingCounts: Uint32Array | null;
}
export interface InPlanesOptions {
  /** Where the mesh is, and where the planes are. */
  pose?: PoseLike | null;
  placed?: PoseLike | null;
  /** Stop after so many triangles; 0: find all. */
  limit?: number;
  budget?: number;
  deadline?: number;
  progress?: Progress;
}
/** The planes of a view frustum of a matrix, sixteen numbers by columns as WebGL has them, that takes points to clip space. */
export function frustumPlanes(matrix: ArrayLike<number>, depthFromZero?: boolean): Float64Array;

// --------------------------------------------------------------------------------------------- files

export type Format = "stl" | "stl-ascii" | "obj" | "ply" | "off" | "gltf" | "3mf";
export interface ReadOptions {
  /** The file's name, for errors. */
  name?: string;
  /** Without it, found by the content. */
  format?: Format | "";
  /** Keep only the triangles of all groups of this name. */
  group?: string | null;
  /** Leave out what is wrong, with a warning for each, in place of an error. */
  dropBad?: boolean;
  /** Nodes keep their places, and each mesh of the file is there once. */
  keepPlaces?: boolean;
  progress?: Progress;
}
/** What a file has. `abut.mesh` takes it as it is. */
export interface Soup {
  name: string;
  positions: Float64Array;
  index: Uint32Array;
  /** The file's face of each triangle, where faces were cut; null: triangle i is face i. */
  faces: Uint32Array | null;
  /** With group: which triangle of the file each was. */
  source: Uint32Array | null;
  format: Format;
  /** More of the format: "binary big endian". */
  variant: string | null;
  /** Metres in the file's unit; 0: it does not say. */
  unit: number;
  groups: Group[];
  warnings: { line: number; byte: number; code: string; text: string }[];
  warningTotal: number;
  /** With dropBad: how many faults there were. */
  droppedCount: number;
}
/** A named part of a file. A name may occur more than once. */
export interface Group {
  name: string;
  id: string | null;
  /** "o" object or "g" group of OBJ, "s" solid of STL, "n" node of glTF or item of 3MF. */
  kind: string;
  /** With keepPlaces: three rows of four numbers. */
  place: [number[], number[], number[]] | null;
  firstTriangle: number;
  triangleCount: number;
}

// -------------------------------------------------------------------------------------------- shapes

/** A simple shape. Sphere, capsule, box, hull, half-space, cylinder and cone are solid. Nothing of it is rounded. */
export interface Shape {
  kind: ShapeKind;
  points: readonly Three[];
  radius?: number;
  hull?: Points;
  pose?: PoseLike;
}
interface Posed { pose?: PoseLike }
/** Makers of shapes. `pose` places the points; a radius stays what it is. */
export const Shape: {
  point(point: Three, options?: Posed): Shape;
  segment(start: Three, end: Three, options?: Posed): Shape;
  triangle(corners: readonly [Three, Three, Three], options?: Posed): Shape;
  ray(origin: Three, direction: Three, options?: Posed): Shape;
  plane(point: Three, normal: Three, options?: Posed): Shape;
  /** The normal points out of it. */
  halfSpace(point: Three, normal: Three, options?: Posed): Shape;
  sphere(center: Three, radius: number, options?: Posed): Shape;
  capsule(start: Three, end: Three, radius: number, options?: Posed): Shape;
  /** half: half lengths along the axes of the pose. */
  box(center: Three, half: Three, options?: Posed): Shape;
  cylinder(start: Three, end: Three, radius: number, options?: Posed): Shape;
  cone(apex: Three, base: Three, radius: number, options?: Posed): Shape;
  hull(points: Points, options?: Posed): Shape;
};

// -------------------------------------------------------------------------------------------- worlds

/** Ids, two for each pair. */
export type Pairs = Uint32Array | readonly number[] | readonly (readonly [number, number])[];

/** Many meshes in one space, each with a number, its id. Made by `abut.world`. */
export class World implements Iterable<number> {
  private constructor();
  readonly abut: Abut;
  /** Put a mesh in. Ids count up from 0; one that was removed is given again. */
  add(mesh: Mesh, pose?: PoseLike | null, options?: { margin?: number; frame?: PoseLike | null; name?: unknown }): number;
  remove(id: number): void;
  mesh(id: number): Mesh;
  name(id: number): unknown;
  /** Where it is, in its frame: sixteen numbers by columns. */
  pose(id: number): Float64Array;
  readonly size: number;
  has(id: number): boolean;
  /** All ids, sorted. */
  [Symbol.iterator](): Iterator<number>;
  /** Put it in another pose, in the frame it has. */
  move(id: number, pose: PoseLike | null): void;
  /** Move its frame: nothing is rounded between parts of equal frames. null: it has none. */
  frame(id: number, frame: PoseLike | null): void;
  /** Groups are bits of 32. Two are asked about if each is in a group that the other is against. */
  group(id: number, groups: number, against: number): void;
  /** How much room it wants about it: of the surveys "clearances" and "distances". */
  margin(id: number, margin: number): void;
  /** true: only what is nearer than the margins is too close; false, as at first: what is exactly as far, too. */
  strict(strict: boolean): void;
  /** Leave pairs out, in place of those left out before. */
  ignore(pairs: Pairs): void;
  /** Give pairs margins of their own, in place of those given before. */
  pairMargins(pairs: Pairs, margins: Numbers): void;
  /** How it moves while `sweep` looks. null: it rests. */
  motion(id: number, motion: Motion | null): void;
  /** Find all pairs that meet, and tell of them what `survey` says; "contacts". */
  collide(options?: { survey?: Survey; limit?: number; budget?: number; deadline?: number; coherent?: boolean; progress?: Progress }): Clashes;
  /** Find all pairs that meet while each makes its motion, from time 0 to 1, and when. earliest: only the first. */
  sweep(options?: Pick<FirstContactOptions, "separation" | "resolution" | "any" | "details" | "budget" | "deadline" | "progress"> & { earliest?: boolean }): Meetings;
  free(): void;
  [Symbol.dispose](): void;
}

// ------------------------------------------------------------------------------------------- library

interface BatchOptions {
  /** Where a is. */
  poseA?: PoseLike | null;
  /** Poses of a, as many as of b, in place of poseA. */
  posesA?: PosesLike;
  progress?: Progress;
}
export interface DistanceBatchOptions extends BatchOptions { within?: number; absolute?: number; relative?: number; details?: Detail }
export interface FirstContactBatchOptions { poseA?: PoseLike | null; separation?: number; resolution?: number; any?: boolean; details?: Detail; progress?: Progress }

export interface Triangles { positions: Positions; index?: Index | null }
export type VerticesOptions = Pick<FirstContactOptions, "any" | "details" | "budget" | "deadline" | "progress">;

/**
 * The library, loaded by `load`. Answers are exact, and copies: yours. Distances are told by the doubles next to them, lo and hi.
 * Touching counts as contact. `complete` is false where a limit, a budget or a deadline ended a search.
 */
export class Abut {
  private constructor();
  readonly version: string;
  /** The library's line of English about a word: explain("reason", "open"). */
  explain(what: "status", word: Status): string;
  explain(what: "reason", word: Reason): string;
  explain(what: "fault", word: Fault): string;
  explain(what: "method", word: Method): string;

  /** Build a mesh. Floats are taken exactly. Degenerate triangles are fine; nothing is repaired. No index: every three vertices. */
  mesh(positions: Positions, index?: Index | null, options?: MeshOptions): Mesh;
  mesh(soup: { positions: Positions; index?: Index | null; name?: string }, options?: MeshOptions): Mesh;
  /** A mesh of bytes that `mesh.save` or `abut build` made. */
  open(bytes: ArrayBufferLike | ArrayBufferView, options?: { name?: string }): Mesh;
  /** Read a file: STL, OBJ, PLY, OFF, GLB, glTF with its data inside, 3MF. */
  read(bytes: ArrayBufferLike | ArrayBufferView, options?: ReadOptions): Soup;
  /** The same of a File, or a Blob. */
  readFile(file: { arrayBuffer(): Promise<ArrayBuffer>; name?: string }, options?: ReadOptions): Promise<Soup>;
  /** Find what triangles are like as a surface: holes, edges of three, what is degenerate or there twice. */
  statistics(positions: Positions, index?: Index | null): Statistics;
  statistics(soup: { positions: Positions; index?: Index | null }): Statistics;
  world(): World;

  /** Find the triangles that share at least one point, decided without rounding. */
  collide(a: Mesh, b: Mesh, options?: CollideOptions): Contacts;
  /** Find how far two meshes are apart: that of their surfaces, 0 in contact. */
  distance(a: Mesh, b: Mesh, options?: DistanceOptions): Distance;
  /** Find the triangles that are not farther apart than a distance, decided without rounding. */
  within(a: Mesh, b: Mesh, distance: number, options?: WithinOptions): Clearance;
  /** Find which is inside which, also of connected components. */
  contain(a: Mesh, b: Mesh, options?: ContainOptions): Containment;
  /** Find when two meshes that move first touch, or prove that they never do. */
  firstContact(a: Mesh, b: Mesh, options?: FirstContactOptions): First;
  /** Find how deep two solids are in each other: the shortest translation of b that frees it. */
  depth(a: Mesh, b: Mesh, options?: DepthOptions): Depth;
  /** Find how far b has to be pushed along a direction until it is free, in lengths of the direction. */
  depthAlong(a: Mesh, b: Mesh, direction: Three, options?: DepthAlongOptions): DepthAlong;
  /** Find how deep each surface reaches into the other solid. */
  reach(a: Mesh, b: Mesh, options?: ReachOptions): Reach;
  /** Find how far two solids are apart or, negative, how deep they are in each other. */
  signedDistance(a: Mesh, b: Mesh, options?: SignedDistanceOptions): SignedDistance;
  /** Find what two meshes share: curves, areas, regions and, asked for, volumes. */
  overlap(a: Mesh, b: Mesh, options?: OverlapOptions): Overlap;
  /** Find where a mesh meets itself: triangles that share more than neighbours do. */
  selfCollide(mesh: Mesh, options?: SelfCollideOptions): SelfContacts;

  /** Find the triangles that share a point with a shape. */
  shapeCollide(mesh: Mesh, shape: Shape, options?: ShapeCollideOptions): ShapeContacts;
  /** Find how far a mesh is from a shape. */
  shapeDistance(mesh: Mesh, shape: Shape, options?: Omit<ShapeDistanceOptions, "coherent">): ShapeDistance;
  /** Find how a shape and a solid stand to each other. */
  shapeContain(mesh: Mesh, shape: Shape, options?: { pose?: PoseLike | null; progress?: Progress }): ShapeRelation;
  /** Of each shape: 1 if it is in contact. */
  shapeBatch(mesh: Mesh, shapes: readonly Shape[], options?: { pose?: PoseLike | null; progress?: Progress }): Uint8Array;

  /** Of each pose of b: 1 if it is in contact with a. */
  collideBatch(a: Mesh, b: Mesh, poses: PosesLike, options?: BatchOptions): Uint8Array;
  /** Of each pose of b what `distance` tells. */
  distanceBatch(a: Mesh, b: Mesh, poses: PosesLike, options?: DistanceBatchOptions): Rows<Distance>;
  /** Of each pose of b: 1 if it is not farther from a than a distance. */
  withinBatch(a: Mesh, b: Mesh, distance: number, poses: PosesLike, options?: BatchOptions & { strict?: boolean }): Uint8Array;
  /** Of each way of b, from poses[i] to ends[i], what `firstContact` tells. */
  firstContactBatch(a: Mesh, b: Mesh, poses: PosesLike, ends: PosesLike, options?: FirstContactBatchOptions): Rows<First>;

  /** Where a mesh is at a time of its motion: sixteen numbers by columns. */
  poseAt(from: PoseLike | null, motion: MotionLike | null, time: number): Float64Array;
  /**
   * How far rounding can have moved any point of a mesh whose pose is a product of poses, made in doubles. With frames nothing is
   * rounded, and there is no need to ask.
   */
  poseSlack(inner: PoseLike, outer: PoseLike, products: number, mesh: Mesh): number;
  /** What two triangles share, three points each: a contact, whose kind is "apart" if it is nothing. */
  trianglesTouch(a: Points, b: Points, options?: { poseA?: PoseLike | null; poseB?: PoseLike | null }): Contact;
  /**
   * Find when two soups first touch whose vertices move, as those of cloth do: each goes straight from its position to its place in
   * aTo or bTo; null: it rests. The time is exact.
   */
  verticesFirst(a: Triangles, aTo: Points | null, b: Triangles, bTo: Points | null, options?: VerticesOptions): First;
  /** The same of the triangles of one soup among each other, but for what neighbours share. */
  verticesSelfFirst(soup: Triangles, to: Points | null, options?: VerticesOptions): First;
}

export type ModuleSource = string | URL | ArrayBuffer | ArrayBufferView | Response | WebAssembly.Module;
export interface LoadOptions {
  /** Where the module is, or the module. Default: abut.wasm beside abut.js. */
  wasm?: ModuleSource | Promise<ModuleSource>;
}
/** Load the library. Each Abut has a memory of its own: meshes of one are not known to another. */
export function load(options?: LoadOptions): Promise<Abut>;
