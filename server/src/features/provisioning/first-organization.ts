import type { Kysely } from 'kysely';
import type { ProvisionedOrganization } from '#config';
import { makeOwnerLink } from '#features/console-auth';
import { findOrganizationByName, findUserByEmail, hasAnyOrganization } from '#features/organization';
import { DEFAULT_WORKSPACE_NAME } from '#features/workspaces';
import type { Clock, Secret } from '#kit';
import type { Tables } from '#store';
import { provisionOrganization } from './provision-organization.ts';
import { lockProvisioning } from './store.ts';

const OWNER = 'owner@localhost';

/** What the very first start prints: a key that works, and the link by which its owner comes into the Console. */
export interface FirstOrganization {
  /** Its name. */
  readonly organization: string;
  readonly keyId: string;
  readonly secret: Secret;
  /** Of the owner's one-time link. */
  readonly ownerToken: Secret;
}

const LINK_DAYS = 7;

/**
 * Gives an empty database its first organization, owner and private key; undefined when there is an organization already.
 * `plan` must be a paid plan of the deployment, or the key is refused. Of two processes that start at once one gets the key.
 */
export async function ensureFirstOrganization(
  db: Kysely<Tables>,
  clock: Clock,
  plan = 'pro',
): Promise<FirstOrganization | undefined> {
  const first: ProvisionedOrganization = {
    name: 'Default',
    plan,
    members: [{ email: OWNER, name: 'Owner', role: 'primary_owner' }],
    workspaces: [],
    keys: [{ name: 'First key', kind: 'private', workspace: DEFAULT_WORKSPACE_NAME, created_by: OWNER }],
    admin_keys: [],
    spend_limits: [],
    groups: [],
  };
  return db.transaction().execute(async (trx) => {
    await lockProvisioning(trx);
    if (await hasAnyOrganization(trx)) return undefined;
    const nowMs = clock.nowMs();
    const { keys } = await provisionOrganization(trx, first, { update: false, nowMs });
    const [key] = keys;
    const owner = await findUserByEmail(trx, OWNER);
    const organizationId = await findOrganizationByName(trx, first.name);
    if (!key || !owner || organizationId === undefined) return undefined;
    const { token } = await makeOwnerLink(
      trx,
      { organizationId, userId: owner.id },
      { nowMs, days: LINK_DAYS },
    );
    return { organization: first.name, keyId: key.id, secret: key.secret, ownerToken: token };
  });
}
