const CODES: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOTCONN', 'ETIMEDOUT']);

/**
 * Whether an uncaught error says only that the other end of a connection is gone. Such a connection is already
 * closed, and nothing else is in doubt. The loss of stdout or stderr is not meant.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return false;
  return CODES.has(error.code) && error !== process.stdout.errored && error !== process.stderr.errored;
}
