import { ApiError } from '@svc/contract';
import type { Exchange, Step } from '#exchange';
import { findCurrentAdminKey, type AdminKeyDirectory, type AdminKeyRecord, type KeyDirectory, type KeyRecord } from '#features/keys';
import { findCurrentOrganization, isAdministrator } from '#features/organization';
import { fingerprint } from '#kit';
import type { OrganizationScope } from '#store';
import { judgeSignInToken, type SignInTokenRooms } from './authenticate-token.ts';
import { readBearer } from './bearer.ts';
import { checkAddress, checkOrganization, checkPlan, withOrganization } from './credential-checks.ts';
import { keyRefusal } from './credential-refusals.ts';

export interface AuthenticateRooms extends SignInTokenRooms {
  readonly keys: KeyDirectory;
  readonly adminKeys: AdminKeyDirectory;
}

/** What an admin key is judged with: an organization from the cache, or from a transaction. */
type AdminKeyRooms = Pick<AuthenticateRooms, 'denials' | 'catalog' | 'upgradeUrl'> & {
  readonly organizations: Pick<AuthenticateRooms['organizations'], 'find'>;
};

export interface Admits {
  readonly admitsAdminKeys: boolean;
  /** Absent: yes. */
  readonly admitsInferenceKeys?: boolean;
}

/**
 * Step 2 (D-01): who calls, and whether they may. The order inside is D-65: look-up, revoked, expired, inactive, address,
 * key class, origin, creator, account, organization, workspace, plan. Synchronous while the records are at hand.
 */
export function authenticate(rooms: AuthenticateRooms, options: Admits): Step {
  return (exchange) => {
    const bearer = readBearer(exchange.request);
    const print = fingerprint(bearer.secret);
    if (bearer.kind === 'admin') {
      const record = rooms.adminKeys.find(print);
      const judge = (found: AdminKeyRecord | undefined) => judgeAdminKey(rooms, exchange, found, options.admitsAdminKeys);
      return record instanceof Promise ? record.then(judge) : judge(record);
    }
    if (bearer.kind === 'sign_in_token')
      return judgeSignInToken(rooms, exchange, bearer.secret, print, options.admitsInferenceKeys ?? true);
    const record = rooms.keys.find(print);
    const judge = (found: KeyRecord | undefined) => judgeKey(rooms, exchange, found, options.admitsInferenceKeys ?? true);
    return record instanceof Promise ? record.then(judge) : judge(record);
  };
}

/**
 * Judges the admin key of a change that waited for its turn, by what its transaction sees: the change before may have switched the
 * key off or taken its creator's role (platform contract §5.1). Nothing else may be asked meanwhile: the embedded database has one
 * connection, which the transaction holds.
 */
export function judgeWithin(rooms: AuthenticateRooms): (scope: OrganizationScope, exchange: Exchange) => Promise<void> {
  return async (scope, exchange) => {
    const key = await findCurrentAdminKey(scope, fingerprint(readBearer(exchange.request).secret));
    const organization = await findCurrentOrganization(scope);
    await judgeAdminKey({ ...rooms, organizations: { find: () => organization } }, exchange, key, true);
  };
}

function judgeKey(rooms: AuthenticateRooms, exchange: Exchange, key: KeyRecord | undefined, admitted: boolean): void | Promise<void> {
  if (!key) throw keyRefusal(exchange, 'unknown');
  exchange.key = key;
  if (key.status === 'revoked') throw keyRefusal(exchange, 'revoked');
  if (key.expiresAtMs !== null && key.expiresAtMs <= rooms.clock.nowMs()) throw keyRefusal(exchange, 'expired');
  if (key.status === 'inactive') throw keyRefusal(exchange, 'inactive');
  checkAddress(rooms, exchange, key.keyIps.allows(exchange.address) && key.workspaceIps.allows(exchange.address));
  if (!admitted) throw new ApiError('admin_key_required');
  const { origin, referer } = exchange.request.headers;
  if (!key.origins.allows(origin, referer)) throw new ApiError('origin_not_allowed');
  if (!key.creatorActive) throw new ApiError('org_membership_required');
  if (!key.creatorInWorkspace) {
    throw new ApiError('org_membership_required', {
      message: `The creator of this key is no longer a member of the workspace "${key.workspaceName}".`,
    });
  }
  if (!key.accountEnabled) throw new ApiError('account_disabled');
  return withOrganization(rooms, key.organizationId, (organization) => {
    checkOrganization(organization);
    if (key.workspaceArchived) throw new ApiError('workspace_archived');
    checkPlan(rooms, organization);
    exchange.credential = {
      kind: key.kind === 'svc_code' ? 'svc_code' : 'private',
      keyId: key.id,
      userId: key.creatorId,
      organizationId: key.organizationId,
      workspaceId: key.workspaceId,
      plan: organization.plan,
      zeroDataRetention: organization.zeroDataRetention,
      pinnedVersion: key.pinnedVersion,
      surface: null,
      isFreeDesktop: false,
    };
  });
}

function judgeAdminKey(rooms: AdminKeyRooms, exchange: Exchange, key: AdminKeyRecord | undefined, admitted: boolean): void | Promise<void> {
  if (!key) throw keyRefusal(exchange, 'unknown');
  exchange.key = key;
  if (key.status === 'revoked') throw keyRefusal(exchange, 'revoked');
  if (key.status === 'inactive') throw keyRefusal(exchange, 'inactive');
  checkAddress(rooms, exchange, key.ips.allows(exchange.address));
  if (!admitted) throw new ApiError('inference_not_allowed');
  if (!isAdministrator(key.creatorRole)) throw new ApiError('admin_key_owner_ineligible');
  if (!key.accountEnabled) throw new ApiError('account_disabled');
  return withOrganization(rooms, key.organizationId, (organization) => {
    checkOrganization(organization);
    checkPlan(rooms, organization);
    exchange.credential = {
      kind: 'admin',
      keyId: key.id,
      userId: key.creatorId,
      organizationId: key.organizationId,
      workspaceId: null,
      plan: organization.plan,
      zeroDataRetention: organization.zeroDataRetention,
      pinnedVersion: undefined,
      surface: null,
      isFreeDesktop: false,
    };
  });
}
