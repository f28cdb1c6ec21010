/**
 * Messages between the threads. Plain text both ways: the main thread parses columns exactly as for a server.
 */
export interface EmbeddedRequest {
  readonly id: number;
  /** Absent: close the database and end the thread. */
  readonly statement?: {
    readonly text: string;
    readonly parameters: readonly (string | null)[];
    /** Under which it is prepared when it runs for the first time. */
    readonly name?: string | undefined;
  };
}

export interface EmbeddedResult {
  readonly names: readonly string[];
  readonly typeIds: readonly number[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** The last statement's command tag, e.g. `INSERT 0 1`. */
  readonly tag: string;
}

/** `transaction` as in ReadyForQuery: I idle, T open, E failed. */
export interface EmbeddedReply {
  readonly id: number;
  readonly transaction: string;
  readonly result?: EmbeddedResult;
  /** The fields of a server error, including `message`. */
  readonly error?: Readonly<Record<string, string>>;
}

export interface EmbeddedWorkerData {
  readonly directory: string;
  readonly pgliteWasmModule: WebAssembly.Module;
}
