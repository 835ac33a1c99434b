// abut/worker - the library in a worker: the interface of abut, where every method gives a promise.
import type { Abut, LoadOptions, Mesh, MeshOptions, Positions, Index, ReadOptions, Soup, World } from "./abut.js";

export { AbutError, FileError } from "./abut.js";

export interface StartOptions extends LoadOptions {
  /** Where worker_side.js is, if a bundler does not find it by itself. */
  url?: string | URL;
  /** Gives a new worker that runs worker_side.js. It is asked again when a worker had to be ended. */
  worker?: () => WorkerLike | Promise<WorkerLike>;
  /**
   * Whether a call that runs is cancelled through shared memory. Default: where there is such, in Node and in pages that are
   * cross-origin isolated. Without, the worker is ended, and another is given the meshes that were kept.
   */
  shared?: boolean;
}
/** A Worker of a browser, or of node:worker_threads. */
export interface WorkerLike {
  postMessage(message: any, transfer: any): void;
  terminate(): unknown;
}

/** What every call takes that takes `progress`. */
export interface CallOptions {
  /** Ends the call, which is refused with the signal's reason, at once. The next call works. */
  signal?: AbortSignal;
}
/** Of calls that are given arrays for good. */
export interface MoveOptions extends CallOptions {
  /** Copy the arrays. Without it their buffers are moved into the worker: they are empty then. */
  copy?: boolean;
}

type GivenOne<T> = T extends Mesh ? RemoteMesh : T extends World ? RemoteWorld
  : T extends object ? ("progress" extends keyof T ? T & CallOptions : T) : T;
type Given<T extends readonly unknown[]> = { [I in keyof T]: GivenOne<T[I]> };
type Told<T> = T extends Mesh ? RemoteMesh : T extends World ? RemoteWorld : T;
type Method<F> = F extends (...args: infer A) => infer R ? (...args: Given<A>) => Promise<Told<Awaited<R>>> : never;
type Methods<T, Others extends string> = {
  readonly [K in Exclude<keyof T & string, Others | "abut" | "free">]: T[K] extends (...args: any[]) => any ? Method<T[K]> : Promise<T[K]>;
};

/** Something that lives in the worker. */
interface Live {
  /** Give its memory back. Calls that were made before still have it. */
  free(): Promise<void>;
  [Symbol.dispose](): void;
  [Symbol.asyncDispose](): Promise<void>;
}
/** A mesh in the worker: methods give promises, and so do properties. */
export interface RemoteMesh extends Methods<Mesh, "name">, Live {
  readonly name: string;
}
/** A world in the worker. */
export interface RemoteWorld extends Methods<World, never>, Live {}
/** The library in the worker. */
export interface RemoteAbut extends Methods<Abut, "mesh" | "open" | "read" | "explain"> {
  /** Build a mesh. Buffers of typed arrays are moved. Those of which an array is only a part are copied. */
  mesh(positions: Positions, index?: Index | null, options?: MeshOptions & MoveOptions): Promise<RemoteMesh>;
  mesh(soup: { positions: Positions; index?: Index | null; name?: string }, options?: MeshOptions & MoveOptions): Promise<RemoteMesh>;
  open(bytes: ArrayBufferLike | ArrayBufferView, options?: { name?: string; copy?: boolean }): Promise<RemoteMesh>;
  read(bytes: ArrayBufferLike | ArrayBufferView, options?: ReadOptions & MoveOptions): Promise<Soup>;
  explain(what: "status" | "reason" | "fault" | "method", word: string): Promise<string>;
  /** End the worker. Calls that wait are refused. */
  close(): Promise<void>;
}

/** Start a worker with the library in it. */
export function start(options?: StartOptions): Promise<RemoteAbut>;
