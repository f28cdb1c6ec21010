import { NEWEST_VERSION } from '@svc/contract';
import type { ProvisionedAdminKey, ProvisionedKey } from '#config';
import {
  issueAdminKey,
  issueKey,
  findAdminKeys,
  findKeys,
  revokeKnownKey,
  applyKeySettings,
  type StoredKey,
} from '#features/keys';
import { isAdministrator } from '#features/organization';
import { insertWorkspaceMember } from '#features/workspaces';
import { fingerprint, type Secret } from '#kit';
import { ProvisioningError } from './provisioning-error.ts';
import {
  ipEntries,
  originEntries,
  requireMember,
  requireWorkspace,
  type ProvisionScope,
} from './provision-scope.ts';

/** Makes missing inference keys. A key is known by its secret where the file gives one, else by its name. */
export async function provisionKeys(scope: ProvisionScope, keys: readonly ProvisionedKey[]): Promise<void> {
  for (const key of keys) {
    const found = findOwn(scope, key, await findKeys(scope.trx, { ...identify(scope, key) }));
    if (found === undefined) await provisionKey(scope, key);
    else if (scope.update) await bringKey(scope, key, found);
  }
}

/** Makes missing admin keys, likewise. */
export async function provisionAdminKeys(
  scope: ProvisionScope,
  keys: readonly ProvisionedAdminKey[],
): Promise<void> {
  for (const key of keys) {
    const asked = `admin key "${key.name}"`;
    const allowedIps = ipEntries(scope, key.allowed_ips, asked);
    const found = findOwn(scope, key, await findAdminKeys(scope.trx, identify(scope, key)));
    if (found === undefined) {
      const createdBy = requireMember(scope, key.created_by, asked).userId;
      const { organizationId } = scope;
      const issued = await issueAdminKey(
        scope.trx,
        { organizationId, createdBy, name: key.name, secret: key.secret, allowedIps },
        scope.nowMs,
      );
      report(scope, asked, { ...issued, name: key.name, kind: 'admin', given: key.secret !== undefined });
    } else if (
      scope.update &&
      (await applyKeySettings(scope.trx, found, { name: key.name, allowedIps }, scope.nowMs))
    ) {
      scope.report.updated.push(`${asked} of "${scope.organization}"`);
    }
  }
}

interface Identified {
  readonly name: string;
  readonly secret?: Secret;
}

function identify(scope: ProvisionScope, { name, secret }: Identified) {
  return { organizationId: scope.organizationId, name, fingerprint: secret && fingerprint(secret.reveal()) };
}

/** Among several of one name the one that is not revoked. */
function findOwn<K extends { organizationId: string; status: string }>(
  scope: ProvisionScope,
  { name }: Identified,
  found: readonly K[],
): K | undefined {
  if (found.some((key) => key.organizationId !== scope.organizationId)) {
    throw new ProvisioningError(
      scope.organization,
      `the secret of the key "${name}" belongs to another organization's key`,
    );
  }
  return found.find((key) => key.status !== 'revoked') ?? found[0];
}

async function provisionKey(scope: ProvisionScope, key: ProvisionedKey): Promise<void> {
  const asked = `key "${key.name}"`;
  const creator = requireMember(scope, key.created_by, asked);
  const { organizationId } = scope;
  const workspaceId = requireWorkspace(scope, key.workspace, asked);
  const issued = await issueKey(
    scope.trx,
    {
      organizationId,
      workspaceId,
      createdBy: creator.userId,
      name: key.name,
      kind: key.kind,
      pinnedVersion: NEWEST_VERSION,
      secret: key.secret,
      status: key.status,
      expiresAtMs: key.expires_at,
      allowedOrigins: originEntries(scope, key.allowed_origins, asked),
      allowedIps: ipEntries(scope, key.allowed_ips, asked),
    },
    scope.nowMs,
  );
  // Only with the key: at a later start this would bring back a member who was removed from the workspace.
  if (!isAdministrator(creator.role)) {
    await insertWorkspaceMember(
      scope.trx,
      { organizationId, workspaceId, userId: creator.userId, role: 'workspace_developer' },
      scope.nowMs,
    );
  }
  report(scope, asked, { ...issued, name: key.name, kind: key.kind, given: key.secret !== undefined });
}

/** Settings to the file's values. `revoked` is obeyed, never undone. */
async function bringKey(scope: ProvisionScope, key: ProvisionedKey, found: StoredKey): Promise<void> {
  const asked = `key "${key.name}"`;
  const settings = {
    name: key.name,
    status: key.status === 'revoked' ? undefined : key.status,
    expiresAtMs: key.expires_at,
    allowedOrigins: originEntries(scope, key.allowed_origins, asked),
    allowedIps: ipEntries(scope, key.allowed_ips, asked),
  };
  const changed = await applyKeySettings(scope.trx, found, settings, scope.nowMs);
  const revoked = key.status === 'revoked' && (await revokeKnownKey(scope.trx, found, scope.nowMs));
  if (changed || revoked) scope.report.updated.push(`${asked} of "${scope.organization}"`);
}

function report(
  scope: ProvisionScope,
  asked: string,
  issued: Omit<ProvisionScope['report']['keys'][number], 'organization'>,
): void {
  const { name, kind, id, secret, given } = issued;
  scope.report.created.push(`${asked} of "${scope.organization}"`);
  scope.report.keys.push({ organization: scope.organization, name, kind, id, secret, given });
}
