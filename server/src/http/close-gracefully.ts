import type { Server } from 'node:http';
import type { ListenSockets } from './listen.ts';

const IDLE_SWEEP_MS = 100;
const FINAL_FLUSH_MS = 1000;

export interface ShutdownOptions {
  /** Whether any answer is not over. */
  readonly answering: () => boolean;
  readonly drainTimeoutMs: number;
  /** Called once when answers are still being given after `drainTimeoutMs`: they get a moment to end their streams. */
  readonly onDrainTimeout: () => void;
}

/**
 * No new connections; idle ones are closed as they fall idle, and the rest once nothing is being answered: it includes
 * connections that never sent a request, which Node does not count as idle.
 */
export async function closeGracefully(
  server: Server,
  sockets: ListenSockets,
  options: ShutdownOptions,
): Promise<void> {
  const closed = sockets.close();
  const drainTimer = setTimeout(options.onDrainTimeout, options.drainTimeoutMs);
  const cutAt = performance.now() + options.drainTimeoutMs + FINAL_FLUSH_MS;
  const sweep = setInterval(() => {
    if (options.answering() && performance.now() < cutAt) server.closeIdleConnections();
    else server.closeAllConnections();
  }, IDLE_SWEEP_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(drainTimer);
}
