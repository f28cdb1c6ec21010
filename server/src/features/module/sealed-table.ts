import type { KeyOwner } from '#sealing';
import type { Tables } from '#store';

/** A row as it is read, by column. */
export type SealedRow = Readonly<Record<string, unknown>>;

/** A table with sealed columns, so that `svc reseal` can seal them again. */
export interface SealedTable {
  /** As the command calls its rows. */
  readonly name: string;
  /** Of the keys that seal it. */
  readonly purpose: string;
  readonly table: keyof Tables;
  /** The columns of the primary key, in order. */
  readonly key: readonly string[];
  readonly sealed: readonly string[];
  /** Other columns that `placeOf` needs. */
  readonly facts?: readonly string[];
  /** A column of another table that `placeOf` needs. */
  readonly parent?: {
    readonly table: keyof Tables;
    readonly idColumn: string;
    readonly fact: string;
  };
  /** Whose key seals a column of a row, and what it is bound to. */
  placeOf(row: SealedRow, column: string): SealedPlace;
}

export interface SealedPlace {
  readonly owner: KeyOwner;
  readonly aad: string;
}
