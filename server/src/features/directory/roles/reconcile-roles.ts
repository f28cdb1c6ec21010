import type { Kysely } from 'kysely';
import type { CredentialsChanged } from '#cluster';
import { BY_SYSTEM } from '#features/audit';
import { bumpEpoch, lockOrganization } from '#features/organization';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import { findUnreconciled, noteReconciled } from '../store/reconciliations.ts';
import { applyDirectoryRoles, type RoleChange } from './apply-directory-roles.ts';

export interface ReconcileRolesDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly credentialsChanged: CredentialsChanged;
}

const EVERY_MS = 20_000;

/**
 * Gives members of mapped groups their roles again after somebody set others by hand (SCIM-17, D-SCIM-6: within 60 seconds). Every such
 * change moves the epoch of the organization, so those whose epoch stands still cost nothing.
 */
export function reconcileRoles(deps: ReconcileRolesDeps): PeriodicJob {
  return {
    name: 'directory.reconcile_roles',
    everyMs: EVERY_MS,
    async run() {
      for (const id of await findUnreconciled(deps.db)) await reconcile(deps, id);
    },
  };
}

async function reconcile(
  { db, clock, credentialsChanged }: ReconcileRolesDeps,
  organizationId: string,
): Promise<void> {
  const epoch = await db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId);
    const change: RoleChange = {
      scope: new OrganizationScope(trx, organizationId),
      source: BY_SYSTEM,
      nowMs: clock.nowMs(),
      touchesCredentials: false,
    };
    await applyDirectoryRoles(change, undefined);
    const moved = change.touchesCredentials ? await bumpEpoch(trx, organizationId) : undefined;
    await noteReconciled(trx, organizationId);
    return moved;
  });
  if (epoch !== undefined) await credentialsChanged([{ organizationId, epoch }]);
}
