import { destination, pino, type Logger } from 'pino';

export type Log = Logger;

/**
 * JSON lines on stdout. Buffered, so that a line per request costs no system call; flushed twice a second and at exit.
 * Nothing here may ever receive a secret, a prompt or an engine's text: errors are logged by `describeError`.
 */
export function createLog(level: string): Log {
  const stream = destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 500 });
  return pino({ level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"`, formatters: { level: (label) => ({ level: label }) } }, stream);
}

/** An error as its class and our own sentence, for the log. Messages of foreign errors may quote what they choked on. */
export function describeError(error: unknown): { class: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { class: typeof error };
  const code = (error as { code?: unknown }).code;
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')).slice(0, 6).join('\n');
  return { class: error.name, ...(typeof code === 'string' ? { code } : {}), ...(frames ? { stack: frames } : {}) };
}
