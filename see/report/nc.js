export class Moves {}
