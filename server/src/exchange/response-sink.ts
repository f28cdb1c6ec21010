import type { KeepAlive } from './keep-alive.ts';

/** Where a response is written to: a connection, or a buffer where there is none. */
export interface ResponseSink {
  /** The status is decided and cannot be another any more. */
  readonly begun: boolean;
  /** The status, once it is decided. */
  readonly status: number | undefined;
  /** All of a response: JSON, serialised already. `headers`: names and values in turn. */
  json(status: number, body: string, headers: readonly string[]): void;
  /**
   * A large JSON response of status 200, piece by piece: each piece is asked for when the one before was taken, so that all of
   * them may share their memory.
   */
  pieces(headers: readonly string[], pieces: Iterator<Buffer>): void;
  /** A stream of events. `headers` are read when its first events are written. */
  events(keepAlive: KeepAlive, headers: () => readonly string[]): EventSink;
  /** Breaks the response off: the caller must see that it is not whole. */
  destroy(): void;
}

/**
 * A stream of server-sent events. What was added together is written together, and the head only with the first events, so
 * that early failures keep their status (D-29).
 */
export interface EventSink {
  /** Something was written: the status is 200 and cannot be another any more. */
  readonly begun: boolean;
  /** Adds whole events. `isAscii` when the writer knows that no character is above ASCII, which spares measuring and converting. */
  add(events: string, isAscii: boolean): void;
  /** False asks for a pause until the caller has read what was written: then `paused` of the exchange is resumed. */
  flush(): boolean;
  /** Writes what was added and ends the stream. */
  end(): void;
  /** The same for a stream that failed: the connection goes with it (inference contract §6). */
  endBroken(): void;
  /** The caller is gone: nothing more is written. */
  cancel(): void;
}
