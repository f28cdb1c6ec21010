import type { Server } from 'node:http';
import type { ListenSockets } from './listen.ts';

const IDLE_SWEEP_MS = 100;
const FINAL_FLUSH_MS = 1000;

export interface ShutdownOptions {
  /** Whether any response is still in progress. */
  readonly answering: () => boolean;
  readonly drainTimeoutMs: number;
  /**
   * Called once when responses are still in progress after `drainTimeoutMs`, so that they can end their
   * streams.
   */
  readonly onDrainTimeout: () => void;
  /** Closes upgraded connections, which the server no longer tracks. */
  readonly closeUpgraded?: () => void;
}

/**
 * Accepts no new connections, closes idle ones as they become idle, and the rest once no response is in
 * progress. That includes connections that never sent a request, which Node does not count as idle.
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
    else {
      options.closeUpgraded?.();
      server.closeAllConnections();
    }
  }, IDLE_SWEEP_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(drainTimer);
}
