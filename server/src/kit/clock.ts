/** The service's only source of the time of day. Network timeouts stay on real time (see `performance.now`). */
export interface Clock {
  nowMs(): number;
  /** Milliseconds that never run backwards, moved by `advance` like the time of day. For windows and ages. */
  monotonicMs(): number;
  /** By how much the test clock was moved in all. */
  offsetMs(): number;
  /** Moves time forward and resolves when every listener has done what is due by then. Used by the test clock only. */
  advance(byMs: number): Promise<void>;
  /** Runs after time was moved. Returns its own removal. */
  onAdvance(listener: () => void | Promise<void>): () => void;
}

/** `offsetMs`: by how much the test clock was moved already, before this process joined others. */
export function createClock(offsetMs = 0): Clock {
  const listeners = new Set<() => void | Promise<void>>();
  return {
    nowMs: () => Date.now() + offsetMs,
    monotonicMs: () => performance.now() + offsetMs,
    offsetMs: () => offsetMs,
    async advance(byMs) {
      offsetMs += byMs;
      for (const listener of listeners) await listener();
    },
    onAdvance(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** For libraries that take the time as a Date. */
export function toDate(ms: number): Date {
  return new Date(ms);
}

/** RFC 3339 in UTC without fractions, as every timestamp of the contract (D-18, D-GEN-4). */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

let lastMs = -1;
let lastTimestamp = '';

/** RFC 3339 in UTC with milliseconds, for records. Those of one millisecond share the text. */
export function toTimestampMs(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms;
    lastTimestamp = new Date(ms).toISOString();
  }
  return lastTimestamp;
}

/** As the Date header of a mail has it (RFC 5322 §3.3). */
export function toMailDate(ms: number): string {
  return new Date(ms).toUTCString().replace('GMT', '+0000');
}

/** A day of the Gregorian calendar, UTC. `month` counts from 0, as `Date.UTC` takes it. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function calendarDay(ms: number): CalendarDay {
  const date = new Date(ms);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

/** `12:04:31`, as clocks show it where the process runs. */
export function timeOfDay(timestamp: string): string {
  const moment = new Date(timestamp);
  return Number.isNaN(moment.getTime()) ? '--:--:--' : moment.toTimeString().slice(0, 8);
}
