import { ApiError } from '@svc/contract';
import { toCredential, type Authenticated, type HttpExchange, type Identified, type Step } from '#exchange';
import {
  findCurrentAdminKey,
  findCurrentKey,
  type AdminKeyDirectory,
  type AdminKeyRecord,
  type KeyDirectory,
  type KeyRecord,
} from '#features/keys';
import { findCurrentOrganization, isAdministrator } from '#features/organization';
import type { OrganizationScope } from '#store';
import { verifySignInToken, type SignInTokenDeps } from './authenticate-token.ts';
import { scopeRefusal, type Scope, type Wanted } from './scope.ts';
import { readBearer } from './bearer.ts';
import { checkAddress, checkOrganization, checkPlan, withOrganization } from './credential-checks.ts';
import { keyRefusal } from './credential-refusals.ts';

export interface AuthenticateDeps extends SignInTokenDeps {
  readonly keys: KeyDirectory;
  readonly adminKeys: AdminKeyDirectory;
}

/** Identifies the caller, or throws. */
export type Authenticate = Step<HttpExchange, Authenticated & Identified>;

/** What verifying a key needs: an organization from the cache, or from a transaction. */
type VerifyKeyDeps = Pick<AuthenticateDeps, 'audit' | 'catalog' | 'clock' | 'upgradeUrl'> & {
  readonly organizations: Pick<AuthenticateDeps['organizations'], 'find'>;
};

export interface Admits {
  readonly admitsAdminKeys: boolean;
  /** Absent: true. */
  readonly admitsInferenceKeys?: boolean;
  /** What the operation asks of the credential. Absent: `inference`. */
  readonly scope?: Scope;
}

/**
 * Step 2 (D-01): identifies the caller and checks the credential, in the order of D-65: look-up, revoked,
 * expired, inactive, address, key class, origin, scope, creator, account, organization, workspace, plan.
 * Synchronous while the records are cached.
 */
export function authenticate(deps: AuthenticateDeps, options: Admits): Authenticate {
  const wanted = { admitted: options.admitsInferenceKeys ?? true, scope: options.scope ?? 'inference' };
  return (exchange) => {
    const { kind, secret, print } = readBearer(exchange);
    if (kind === 'admin') {
      const record = deps.adminKeys.find(print);
      const verify = (found: AdminKeyRecord | undefined) =>
        verifyAdminKey(deps, exchange, found, options.admitsAdminKeys);
      return record instanceof Promise ? record.then(verify) : verify(record);
    }
    if (kind === 'sign_in_token') return verifySignInToken(deps, exchange, secret, print, wanted);
    const record = deps.keys.find(print);
    const verify = (found: KeyRecord | undefined) => verifyKey(deps, exchange, found, wanted);
    return record instanceof Promise ? record.then(verify) : verify(record);
  };
}

/**
 * Verifies the key of a change again, with what its transaction sees. An admin key's change waits for others, and the one before it may
 * have disabled the key or removed its creator's role (platform contract §5.1); a private key's upload takes minutes. Must not use another
 * connection: the embedded database has only one, which the transaction holds.
 */
export function reauthenticateInTransaction(
  deps: AuthenticateDeps,
): (scope: OrganizationScope, exchange: HttpExchange) => Promise<void> {
  return async (scope, exchange) => {
    const { kind, print } = readBearer(exchange);
    const organization = await findCurrentOrganization(scope);
    const current = { ...deps, organizations: { find: () => organization } };
    if (kind === 'admin')
      return verifyAdminKey(current, exchange, await findCurrentAdminKey(scope, print), true);
    const key = await findCurrentKey(scope, print);
    await verifyKey(current, exchange, key, { admitted: true, scope: 'workspace_resources' });
  };
}

function verifyKey(
  deps: VerifyKeyDeps,
  exchange: HttpExchange,
  key: KeyRecord | undefined,
  { admitted, scope }: Wanted,
): void | Promise<void> {
  if (!key) throw keyRefusal(exchange, 'unknown');
  exchange.key = key;
  if (key.status === 'revoked') throw keyRefusal(exchange, 'revoked');
  if (key.expiresAtMs !== null && key.expiresAtMs <= deps.clock.nowMs())
    throw keyRefusal(exchange, 'expired');
  if (key.status === 'inactive') throw keyRefusal(exchange, 'inactive');
  checkAddress(
    deps,
    exchange,
    key.keyIps.allows(exchange.address) && key.workspaceIps.allows(exchange.address),
  );
  if (!admitted) throw new ApiError('admin_key_required');
  const { origin, referer } = exchange.request.headers;
  if (!key.origins.allows(origin, referer)) throw new ApiError('origin_not_allowed');
  if (scope !== 'inference' && key.kind !== 'private') throw scopeRefusal(scope);
  if (!key.creatorActive) throw new ApiError('org_membership_required');
  if (!key.creatorInWorkspace) {
    throw new ApiError('org_membership_required', {
      message: `The creator of this key is no longer a member of the workspace "${key.workspaceName}".`,
    });
  }
  if (!key.accountEnabled) throw new ApiError('account_disabled');
  return withOrganization(deps, key.organizationId, (organization) => {
    checkOrganization(organization);
    if (key.workspaceArchived) throw new ApiError('workspace_archived');
    checkPlan(deps, organization);
    exchange.credential = toCredential(organization, {
      kind: key.kind === 'svc_code' ? 'svc_code' : 'private',
      keyId: key.id,
      userId: key.creatorId,
      workspaceId: key.workspaceId,
      pinnedVersion: key.pinnedVersion,
      restrictions: key.restrictions,
    });
  });
}

function verifyAdminKey(
  deps: VerifyKeyDeps,
  exchange: HttpExchange,
  key: AdminKeyRecord | undefined,
  admitted: boolean,
): void | Promise<void> {
  if (!key) throw keyRefusal(exchange, 'unknown');
  exchange.key = key;
  if (key.status === 'revoked') throw keyRefusal(exchange, 'revoked');
  if (key.status === 'inactive') throw keyRefusal(exchange, 'inactive');
  checkAddress(deps, exchange, key.ips.allows(exchange.address));
  if (!admitted) throw new ApiError('inference_not_allowed');
  if (!isAdministrator(key.creatorRole)) throw new ApiError('admin_key_owner_ineligible');
  if (!key.accountEnabled) throw new ApiError('account_disabled');
  return withOrganization(deps, key.organizationId, (organization) => {
    checkOrganization(organization);
    checkPlan(deps, organization);
    exchange.credential = toCredential(organization, {
      kind: 'admin',
      keyId: key.id,
      userId: key.creatorId,
      workspaceId: null,
    });
  });
}
