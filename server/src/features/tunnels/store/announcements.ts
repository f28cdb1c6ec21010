import type { Kysely } from 'kysely';
import { signalOnCommit, type Tables } from '#store';

/** Tunnels or credentials have changed. */
export const TUNNELS_CHANGED = 'tunnels';

/** Makes this process check its connections after the commit. Other nodes poll. */
export function announceTunnels(trx: Kysely<Tables>): Promise<void> {
  return signalOnCommit(trx, TUNNELS_CHANGED);
}
