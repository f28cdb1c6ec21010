/** Who may touch a table beside the room that owns it. The lint plugin beside this file enforces it where queries are written. */
export interface DataWall {
  /** The folder that owns the table: it alone writes to it, and decides what its columns mean. */
  readonly owner: string;
  /** Folders that may import the owner, and read its table in a join instead of asking it row by row. */
  readonly readers?: readonly string[];
  /** What goes beyond that, each with its reason: writing to another room's table, or reading one of a room that comes later. */
  readonly exceptions?: readonly Exception[];
}

export interface Exception {
  readonly folder: string;
  readonly may: 'read' | 'write';
  readonly why: string;
}

export function reads(folder: string, why: string): Exception {
  return { folder, may: 'read', why };
}

export function writes(folder: string, why: string): Exception {
  return { folder, may: 'write', why };
}

export const ENDS_WITH_MEMBERSHIP =
  'Places end in the transaction that ends the membership, whatever room hands them out.';
