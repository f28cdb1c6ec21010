import { pino, type DestinationStream, type Logger } from 'pino';
import { LineBuffer } from './line-buffer.ts';

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

/**
 * JSON lines on stdout. Buffered, so that a line per request costs no system call; flushed twice a second and at exit.
 * Nothing here may ever receive a secret, a prompt or an engine's text: errors are logged by `describeError`.
 * `worker`: its number, on every line, where several processes write to one stdout.
 */
export function createLog(level: string, worker?: number): Log {
  const stream = new LineBuffer();
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
 * Writes one line at level info whose fields are JSON already: `"a":1,"b":2`. The same as `log.info(fields, message)`, which for the
 * line of a request costs more than all its fields: it looks at every character of their names.
 */
export function logFields(log: Log, fields: string, message: string): void {
  const parts = log as unknown as LoggerParts;
  const head = parts[pino.symbols.lsCacheSym][pino.levels.values['info']!]!;
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
