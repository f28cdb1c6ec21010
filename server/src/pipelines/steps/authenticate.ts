import { ApiError } from '@svc/contract';
import type { Exchange, Step } from '#exchange';
import type { IpDeniedSampler } from '#features/audit';
import type { AdminKeyDirectory, AdminKeyRecord, KeyDirectory, KeyRecord } from '#features/keys';
import type { ModelCatalog } from '#features/models';
import type { OrganizationDirectory, OrganizationRecord } from '#features/organization';
import { fingerprint, type Clock } from '#kit';
import { readBearer } from './bearer.ts';
import { addressRefusal, keyRefusal } from './credential-refusals.ts';

export interface AuthenticateRooms {
  readonly keys: KeyDirectory;
  readonly adminKeys: AdminKeyDirectory;
  readonly organizations: OrganizationDirectory;
  readonly denials: IpDeniedSampler;
  readonly catalog: () => ModelCatalog;
  readonly upgradeUrl: () => string;
  readonly clock: Clock;
}

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
    const record = rooms.keys.find(print);
    const judge = (found: KeyRecord | undefined) => judgeKey(rooms, exchange, found, options.admitsInferenceKeys ?? true);
    return record instanceof Promise ? record.then(judge) : judge(record);
  };
}

function judgeKey(rooms: AuthenticateRooms, exchange: Exchange, key: KeyRecord | undefined, admitted: boolean): void | Promise<void> {
  if (!key) throw keyRefusal(exchange, 'unknown');
  exchange.key = key;
  if (key.status === 'revoked') throw keyRefusal(exchange, 'revoked');
  if (key.expiresAtMs !== null && key.expiresAtMs <= rooms.clock.nowMs()) throw keyRefusal(exchange, 'expired');
  if (key.status === 'inactive') throw keyRefusal(exchange, 'inactive');
  checkAddress(rooms, exchange, key, key.keyIps.allows(exchange.address) && key.workspaceIps.allows(exchange.address));
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
    };
  });
}

function judgeAdminKey(
  rooms: AuthenticateRooms,
  exchange: Exchange,
  key: AdminKeyRecord | undefined,
  admitted: boolean,
): void | Promise<void> {
  if (!key) throw keyRefusal(exchange, 'unknown');
  exchange.key = key;
  if (key.status === 'revoked') throw keyRefusal(exchange, 'revoked');
  if (key.status === 'inactive') throw keyRefusal(exchange, 'inactive');
  checkAddress(rooms, exchange, key, key.ips.allows(exchange.address));
  if (!admitted) throw new ApiError('inference_not_allowed');
  if (!isAdministrative(key.creatorRole)) throw new ApiError('admin_key_owner_ineligible');
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
    };
  });
}

function isAdministrative(role: AdminKeyRecord['creatorRole']): boolean {
  return role === 'primary_owner' || role === 'owner' || role === 'administrator';
}

/** Refusals are audited, sampled, in the background: the refusal itself waits for nothing (AUTH-22). */
function checkAddress(rooms: AuthenticateRooms, exchange: Exchange, key: KeyRecord | AdminKeyRecord, allowed: boolean): void {
  if (allowed) return;
  rooms.denials.record({
    keyType: 'ips' in key ? 'admin_key' : 'api_key',
    keyId: key.id,
    organizationId: key.organizationId,
    workspaceId: 'workspaceId' in key ? key.workspaceId : null,
    address: exchange.address,
    requestId: exchange.requestId,
    userAgent: exchange.request.headers['user-agent'],
  });
  throw addressRefusal(exchange.address);
}

function withOrganization(
  rooms: AuthenticateRooms,
  id: string,
  judge: (organization: OrganizationRecord | undefined) => void,
): void | Promise<void> {
  const found = rooms.organizations.find(id);
  return found instanceof Promise ? found.then(judge) : judge(found);
}

function checkOrganization(organization: OrganizationRecord | undefined): asserts organization is OrganizationRecord {
  if (organization?.status !== 'active') throw new ApiError('org_unavailable');
}

/** API access needs a paid plan and active billing (inference contract §5). */
function checkPlan(rooms: AuthenticateRooms, organization: OrganizationRecord): void {
  const plan = rooms.catalog().plan(organization.plan);
  if (!plan) throw new ApiError('plan_check_unavailable');
  const reason = plan.paid ? (organization.billing === 'active' ? undefined : 'billing_inactive') : 'free_plan';
  if (reason) throw new ApiError('plan_required', { extra: { reason, upgrade_url: rooms.upgradeUrl() } });
}
