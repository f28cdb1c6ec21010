import { CLOSE_CODES } from '@svc/connector/protocol';
import type { Verdict } from './admit-connector.ts';

/** Connectors whose credential is being judged, each of which may query the database. */
const MAX_JUDGED = 500;
/** Connectors of one tunnel that have not said hello yet. A tunnel has fewer connectors in all. */
const MAX_SILENT_PER_TUNNEL = 20;

/**
 * Limits connectors that are not online yet. Those whose credential was accepted count for their tunnel only: they may
 * say nothing for seconds, and would keep the connectors of others out.
 */
export class PendingConnectors {
  #judged = 0;
  readonly #silent = new Map<string, number>();

  async judge(credential: () => Promise<Verdict>): Promise<Verdict> {
    if (this.#judged >= MAX_JUDGED) return { refused: CLOSE_CODES.tryLater };
    this.#judged++;
    try {
      return await credential();
    } finally {
      this.#judged--;
    }
  }

  /** False if too many of this tunnel are silent. Otherwise `leave` must follow. */
  enter(tunnelId: string): boolean {
    const silent = this.#silent.get(tunnelId) ?? 0;
    if (silent >= MAX_SILENT_PER_TUNNEL) return false;
    this.#silent.set(tunnelId, silent + 1);
    return true;
  }

  leave(tunnelId: string): void {
    const others = (this.#silent.get(tunnelId) ?? 0) - 1;
    if (others > 0) this.#silent.set(tunnelId, others);
    else this.#silent.delete(tunnelId);
  }
}
