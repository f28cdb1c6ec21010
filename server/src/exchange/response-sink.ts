import type { KeepAlive } from './keep-alive.ts';

/** Where a response is written: a connection, or a buffer if there is none. */
export interface ResponseSink {
  /** The status is decided and can no longer change. */
  readonly begun: boolean;
  /** The status, once decided. */
  readonly status: number | undefined;
  /** Sends a whole response: JSON, already serialized. `headers`: alternating names and values. */
  json(status: number, body: string, headers: readonly string[]): void;
  /**
   * Sends a large JSON response of status 200 in chunks. Each chunk is pulled after the previous one was
   * consumed, so that all of them may share memory.
   */
  chunks(headers: readonly string[], chunks: Iterator<Buffer>): void;
  /**
   * Starts a stream of events. `headers` are read when its first events are written, or when silence is first
   * bridged.
   */
  events(keepAlive: KeepAlive, headers: () => readonly string[], silence?: Silence): EventSink;
  /** Breaks off the response, so that the caller sees that it is incomplete. */
  destroy(): void;
}

/** How a stream bridges silence. Absent: by the one word of its keep-alive. */
export interface Silence {
  /** Adds the events that must stand before the first word. Called when no event was added yet. */
  open?(): void;
  /** The word, where it is not the same each time. */
  word?(): string;
}

/**
 * A stream of server-sent events. Events added together are written together, and the head is sent only with
 * the first events, so that early failures keep their status (D-29). Silence sends it too: what fails later is
 * reported in the stream (D-28, D-49).
 */
export interface EventSink {
  /** Something was written: the status is 200 and can no longer change. */
  readonly begun: boolean;
  /**
   * Adds whole events. `isAscii` if the writer knows that all characters are ASCII, which saves measuring and
   * converting.
   */
  add(events: string, isAscii: boolean): void;
  /**
   * False requests a pause until the caller has read what was written: then the exchange's `paused` is
   * resumed.
   */
  flush(): boolean;
  /** Writes what was added and ends the stream. */
  end(): void;
  /** Like `end`, for a failed stream: also closes the connection (inference contract §6). */
  endBroken(): void;
  /** The caller left: nothing more is written. */
  cancel(): void;
}
