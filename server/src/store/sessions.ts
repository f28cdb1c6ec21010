import type { JsonArray } from './json-array.ts';

export type Row = Record<string, unknown>;

export interface StatementResult {
  /** Rows of the last statement, when there are several. */
  readonly rows: Row[];
  /** First word of the command tag, such as `INSERT`. */
  readonly command: string;
  readonly affectedRows: number;
}

/** In PostgreSQL's text format, except arrays of records. */
export type QueryParameter = string | JsonArray | null;

/** One connection, owned by its caller until released. */
export interface Session {
  /** Without parameters the text may hold several statements. Throws StoreUnavailable or the server's DatabaseError. */
  query(text: string, parameters: readonly QueryParameter[]): Promise<StatementResult>;
  /** Ends an open transaction first. Never throws. */
  release(): Promise<void>;
}

/** Provides connections: the only difference between the two databases. */
export interface Sessions {
  /** Statements that follow the one that begins a transaction, in the same message. */
  readonly transactionSettings: string;
  /** Throws StoreUnavailable, at the latest after the database's own time limit. */
  acquire(): Promise<Session>;
  close(): Promise<void>;
}
