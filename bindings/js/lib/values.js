// values.js - classes of answers: they cross to and from a worker as their members.
export const values = {};
