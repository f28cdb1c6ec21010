import { ApiError } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import type { HttpExchange } from '#exchange';
import type { AdminKeyRecord, KeyRecord } from '#features/keys';
import type { OrganizationRecord } from '#features/organization';
import { authenticate, type Admits, type AuthenticateDeps } from './authenticate.ts';

const NOW_MS = 1_000_000;
const ANY = { allows: () => true };
const NONE = { allows: () => false };

/** All of what verifying a key looks at, with nothing wrong. */
interface Case {
  readonly key: Partial<Record<keyof KeyRecord | keyof AdminKeyRecord, unknown>> | undefined;
  readonly organization: Partial<OrganizationRecord> | undefined;
  readonly paid: boolean;
  readonly admits: Admits;
}

const SOUND: Case = {
  key: {
    id: 'apikey_1',
    kind: 'private',
    status: 'active',
    expiresAtMs: NOW_MS + 1,
    workspaceId: 'wrkspc_1',
    workspaceName: 'Main',
    workspaceArchived: false,
    creatorId: 'user_1',
    creatorRole: 'administrator',
    creatorActive: true,
    creatorInWorkspace: true,
    accountEnabled: true,
    keyIps: ANY,
    workspaceIps: ANY,
    ips: ANY,
    origins: ANY,
  },
  organization: { id: 'org_1', status: 'active', plan: 'pro', billing: 'active' },
  paid: true,
  admits: { admitsAdminKeys: true, scope: 'workspace_resources' },
};
const key = (more: NonNullable<Case['key']>) => (one: Case) => ({ ...one, key: { ...one.key, ...more } });
const organization = (more: Partial<OrganizationRecord>) => (one: Case) => ({
  ...one,
  organization: { ...one.organization, ...more },
});
const admits = (more: Partial<Admits>) => (one: Case) => ({ ...one, admits: { ...one.admits, ...more } });

type Fault = readonly [code: string, make: (one: Case) => Case];

/** What can be wrong with a key of a workspace, in the order in which it is told. */
const FAULTS: readonly Fault[] = [
  ['invalid_api_key', (one) => ({ ...one, key: undefined })],
  ['revoked_api_key', key({ status: 'revoked' })],
  ['expired_api_key', key({ expiresAtMs: NOW_MS })],
  ['inactive_api_key', key({ status: 'inactive' })],
  ['ip_not_allowed', key({ keyIps: NONE })],
  ['ip_not_allowed', key({ workspaceIps: NONE })],
  ['admin_key_required', admits({ admitsInferenceKeys: false })],
  ['origin_not_allowed', key({ origins: NONE })],
  ['insufficient_scope', key({ kind: 'svc_code' })],
  ['org_membership_required', key({ creatorActive: false })],
  ['org_membership_required', key({ creatorInWorkspace: false })],
  ['account_disabled', key({ accountEnabled: false })],
  ['org_unavailable', (one) => ({ ...one, organization: undefined })],
  ['org_unavailable', organization({ status: 'unavailable' })],
  ['workspace_archived', key({ workspaceArchived: true })],
  ['plan_required', (one) => ({ ...one, paid: false })],
  ['plan_required', organization({ billing: 'inactive' })],
];
const ADMIN_FAULTS: readonly Fault[] = [
  ['invalid_api_key', (one) => ({ ...one, key: undefined })],
  ['revoked_api_key', key({ status: 'revoked' })],
  ['inactive_api_key', key({ status: 'inactive' })],
  ['ip_not_allowed', key({ ips: NONE })],
  ['inference_not_allowed', admits({ admitsAdminKeys: false })],
  ['admin_key_owner_ineligible', key({ creatorRole: 'developer' })],
  ['admin_key_owner_ineligible', key({ creatorRole: null })],
  ['account_disabled', key({ accountEnabled: false })],
  ['org_unavailable', (one) => ({ ...one, organization: undefined })],
  ['org_unavailable', organization({ status: 'unavailable' })],
  ['plan_required', (one) => ({ ...one, paid: false })],
  ['plan_required', organization({ billing: 'inactive' })],
];

/** Sends a key of this class. The code of the refusal, or the credential. */
function outcomeOf(prefix: string, one: Case): unknown {
  const found = (record: unknown) => ({ find: () => record });
  const deps = {
    keys: found(one.key),
    adminKeys: found(one.key),
    organizations: found(one.organization),
    audit: { denials: { record: () => undefined } },
    catalog: () => ({ plan: () => ({ paid: one.paid }) }),
    upgradeUrl: () => 'https://svc.test/upgrade',
    clock: { nowMs: () => NOW_MS },
  } as unknown as AuthenticateDeps;
  const authorization = `Bearer ${prefix}${'a'.repeat(64)}`;
  const exchange = {
    request: { headers: { authorization }, rawHeaders: ['authorization', authorization] },
    operation: { status: 'preview' },
    address: '192.0.2.1',
  } as unknown as HttpExchange;
  try {
    void authenticate(deps, one.admits)(exchange);
    return exchange.credential;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

describe.each([
  ['a key of a workspace', 'sk_live_', FAULTS, { kind: 'private', workspaceId: 'wrkspc_1' }],
  ['an admin key', 'sk_admin_', ADMIN_FAULTS, { kind: 'admin', workspaceId: null }],
] as const)('%s', (_, prefix, faults, credential) => {
  it('is the caller’s credential if nothing is wrong', () => {
    expect(outcomeOf(prefix, SOUND)).toMatchObject({
      ...credential,
      keyId: 'apikey_1',
      userId: 'user_1',
      organizationId: 'org_1',
      plan: 'pro',
    });
  });

  it.each(faults.map(([code, make], index) => [code, index, make] as const))(
    'D-65 is refused with %s, fault %i, by itself and before all that come later',
    (code, index, make) => {
      expect(outcomeOf(prefix, make(SOUND))).toBe(code);
      const all = faults.slice(index).reduceRight((one, [, worse]) => worse(one), SOUND);
      expect(outcomeOf(prefix, all)).toBe(code);
    },
  );
});

it('D-71 a key made for code calls models and nothing else', () => {
  const one = { ...SOUND, key: { ...SOUND.key, kind: 'svc_code' }, admits: { admitsAdminKeys: false } };
  expect(outcomeOf('sk_svc_', one)).toMatchObject({ kind: 'svc_code' });
});
