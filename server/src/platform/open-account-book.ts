import { AccountBook } from '#features/billing';
import type { AppServiceParts } from './app-services.ts';

/** Credits of the organizations, of which this node leases parts. */
export function openAccountBook(parts: AppServiceParts): AccountBook {
  const { store, journal, clock, log, nodeId, runId, deployment } = parts;
  return new AccountBook({
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
