import type { Server } from 'node:http';
import type { Doors } from './open-doors.ts';

const IDLE_SWEEP_MS = 100;
const LAST_WORDS_MS = 1000;

export interface Farewell {
  /** Whether any answer is not over. */
  readonly answering: () => boolean;
  readonly patienceMs: number;
  /** Called once when answers are still being given after `patienceMs`: they get a moment for their last words. */
  readonly outOfPatience: () => void;
}

/**
 * No new connections; idle ones are closed as they fall idle, and the rest once nothing is being answered: it includes
 * connections that never sent a request, which Node does not count as idle.
 */
export async function closeGracefully(server: Server, doors: Doors, farewell: Farewell): Promise<void> {
  const closed = doors.close();
  const hurry = setTimeout(farewell.outOfPatience, farewell.patienceMs);
  const cutAt = performance.now() + farewell.patienceMs + LAST_WORDS_MS;
  const sweep = setInterval(() => {
    if (farewell.answering() && performance.now() < cutAt) server.closeIdleConnections();
    else server.closeAllConnections();
  }, IDLE_SWEEP_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(hurry);
}
