// values.js - classes of answers: they cross to and from a worker as their members, of which `from` makes them again.
import { Rows } from "./rows.js";

export const values = { Rows };
