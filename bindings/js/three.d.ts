// wip
import type {Abut,Mesh} from "./abut.js";
export function use(a: Abut): void; export function fromGeometry(g: object): Mesh; export function intersects(a: object, b: object): boolean;
