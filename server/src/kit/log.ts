import { pino, type DestinationStream, type Logger } from 'pino';
import { LineBuffer } from './line-buffer.ts';
import type { LineFormat } from './pretty-line.ts';

export type Log = Logger;

let stampedAtMs = 0;
let stamp = '';

/** Many lines share a millisecond, and formatting one costs as much as the rest of a line. */
function timestamp(): string {
  const nowMs = Date.now();
  if (nowMs !== stampedAtMs) {
    stampedAtMs = nowMs;
    stamp = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return stamp;
}

export interface LogOptions {
  /** Its number, on every line, where several processes write to one stdout. */
  readonly worker?: number;
  /** What becomes of a line on its way to stdout. Absent: JSON. */
  readonly format?: LineFormat | undefined;
}

/**
 * Lines on stdout, JSON unless `format` makes something else of them. Buffered, so that a line per request costs no system call;
 * flushed five times a second and at exit. Nothing here may ever receive a secret, a prompt or an engine's text: errors are logged by
 * `describeError`.
 */
export function createLog(level: string, { worker, format }: LogOptions = {}): Log {
  const stream = new LineBuffer(format);
  const base = worker === undefined ? null : { worker };
  return pino({ level, base, timestamp, formatters: { level: (label) => ({ level: label }) } }, stream);
}

/** What pino keeps in a logger, under symbols that it exports for those who extend it. */
interface LoggerParts {
  /** The beginning of a line, by its level's number. */
  readonly [pino.symbols.lsCacheSym]: Readonly<Record<number, string>>;
  readonly [pino.symbols.timeSym]: () => string;
  /** Fields of the logger itself, each with a comma before it. */
  readonly [pino.symbols.chindingsSym]: string;
  readonly [pino.symbols.streamSym]: DestinationStream;
}

/**
 * Writes one line whose fields are JSON already: `"a":1,"b":2`. The same as `log.info(fields, message)`, which for the
 * line of a request costs more than all its fields: it looks at every character of their names. The caller knows that the level is on.
 */
export function logFields(log: Log, level: 'info' | 'debug', fields: string, message: string): void {
  const parts = log as unknown as LoggerParts;
  const head = parts[pino.symbols.lsCacheSym][pino.levels.values[level]!]!;
  const own = parts[pino.symbols.chindingsSym];
  parts[pino.symbols.streamSym].write(
    `${head}${parts[pino.symbols.timeSym]()}${own},${fields},"msg":"${message}"}\n`,
  );
}

/** An error that knows what an operator should read of it, and holds nothing foreign. */
export interface Loggable {
  toLog(): object;
}

/** An error as its class and our own sentence, for the log. Messages of foreign errors may quote what they choked on. */
export function describeError(error: unknown): { class: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { class: typeof error };
  if (isLoggable(error)) return { class: error.name, ...error.toLog() };
  const code = (error as { code?: unknown }).code;
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 6)
    .join('\n');
  return {
    class: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(frames ? { stack: frames } : {}),
  };
}

function isLoggable(error: object): error is Error & Loggable {
  return 'toLog' in error;
}
