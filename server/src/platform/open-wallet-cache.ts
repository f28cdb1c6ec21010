import { WalletCache } from '#features/billing';
import type { ProcessParts } from './process-services.ts';

/** Credits of the organizations, of which this node leases parts. */
export function openWalletCache(parts: ProcessParts): WalletCache {
  const { store, journal, clock, log, nodeId, runId, deployment } = parts;
  return new WalletCache({
    db: store.db,
    clock,
    log,
    journal,
    announcements: store.announcements,
    nodeId,
    runId,
    holdMs: () => deployment().limits.credit_hold_s * 1000,
  });
}
