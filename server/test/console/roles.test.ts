import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CONSOLE_OPERATIONS,
  type ConsoleOperation,
  exampleBodyOf,
  LIMITS,
  MIRRORED_OPERATIONS,
  ORGANIZATION_ROLES,
  type OrganizationRole,
  type Permission,
  reachInWorkspace,
  reachOf,
  type WorkspaceRole,
} from '@svc/contract';
import { ApiBrowser, httpDatabases } from '#test-kit';
import {
  refusal,
  startConsoleFixture,
  type ConsoleFixture,
  type Reply,
  type Someone,
} from './console-fixture.ts';

const OPERATIONS: readonly ConsoleOperation[] = [...MIRRORED_OPERATIONS, ...CONSOLE_OPERATIONS];
const NAMED = OPERATIONS.map((operation) => [operation.id, operation] as const);
const RANDOM = '01m80naqydyjb73qnm3gz94qyp';
const TOTP = '000000';
const PLACES: ReadonlySet<string> = new Set(['Default', 'Research', 'Closed']);

/** An address that needs no DNS query and that nothing is sent to. */
const WEBHOOK = { url: 'https://93.184.215.14/', events: ['*'], status: 'disabled' };

const SINCE = { since: '2026-11-01T00:00:00Z' };
const TARGET = 'http://inside/mcp';
const TUNNEL = { name: 'swept', allowed_targets: [TARGET], auth_mode: 'mtls' };

/** Bodies that pass every check that needs no stored object, where neither an empty one does nor the example of the reference. */
const BODIES: Readonly<Record<string, object>> = {
  previewDirectoryGroup: { role: null },
  createWorkspace: { name: 'Default' },
  addWorkspaceMember: { user_id: `user_${RANDOM}`, role: 'workspace_user' },
  updateWorkspaceMember: { role: 'workspace_user' },
  createInvite: { email: 'pia@acme.test', role: 'member' },
  setWorkspaceRateLimits: { overrides: [] },
  setSpendLimit: { scope: { type: 'group', group_id: 'none' }, limit_usd: '1' },
  createApiKey: { name: 'swept', workspace_id: `wrkspc_${RANDOM}` },
  updateApiKeys: { ids: [`apikey_${RANDOM}`], action: 'revoke' },
  createAdminKey: { name: 'swept', totp: TOTP },
  revokeAdminKey: { totp: TOTP },
  transferOwnership: { user_id: `user_${RANDOM}`, totp: TOTP },
  createGroup: { name: 'swept', user_ids: ['nobody'] },
  recordPayment: { amount_usd: '1', reference: 'swept' },
  updateBilling: { credits_enabled: true },
  approveDeviceRequest: { workspace_id: null },
  createBatch: { input_file_id: `file_${RANDOM}` },
  createPlaygroundCredential: { workspace_id: `wrkspc_${RANDOM}` },
  createWebhook: WEBHOOK,
  createOrganizationWebhook: WEBHOOK,
  redeliverFailedWebhookDeliveries: SINCE,
  redeliverFailedOrganizationDeliveries: SINCE,
  putInferenceHook: { url: WEBHOOK.url, mode: 'off' },
  createTunnel: TUNNEL,
  testTunnel: { url: TARGET },
  createPlugin: { source: { kind: 'marketplace', marketplace_id: 'none' }, name: 'swept' },
  setOwnPlugin: { installed: true },
};
type Ids = Readonly<Record<string, string>>;

/** Roles in the workspace Default beside those in the organization. */
const WORKSPACE_ROLES_HELD: Readonly<Partial<Record<OrganizationRole, WorkspaceRole>>> = {
  developer: 'workspace_developer',
  member: 'workspace_user',
};

/** By the role in the organization, or by one in some workspace. */
function isGranted(role: OrganizationRole, permission: Permission): boolean {
  const held = WORKSPACE_ROLES_HELD[role];
  const there = held && reachInWorkspace(held, permission);
  return (reachOf(role, permission) ?? there) !== undefined;
}

const REQUIRED_QUERY = '?starting_at=2026-11-01T00:00:00Z';

function pathOf({ path }: ConsoleOperation, ids: Ids = {}): string {
  const filled = path
    .replace('/console/api', '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `x_${RANDOM}`);
  return /report/.test(path) ? filled + REQUIRED_QUERY : filled;
}

/** Bodies that refer to stored objects. */
function naming({
  workspace_id: workspace,
  user_id: user,
  group_id: group,
}: Ids): Readonly<Record<string, object>> {
  return {
    addWorkspaceMember: { user_id: user, role: 'workspace_user' },
    createInvite: {
      email: 'never@acme.test',
      role: 'member',
      workspaces: [{ workspace_id: workspace, role: 'workspace_user' }],
    },
    setSpendLimit: { scope: { type: 'group', group_id: group }, limit_usd: '1' },
    createApiKey: { name: 'swept', workspace_id: workspace },
    createGroup: { name: 'never', user_ids: [user] },
    updateGroup: { user_ids: [user] },
    createPlaygroundCredential: { workspace_id: workspace },
  };
}

function randomLike(ids: Ids): Ids {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.replace(/_.*/, `_${RANDOM}`)]));
}

function bodyOf({ id, bodyUnder }: ConsoleOperation, bodies = BODIES): object | undefined {
  if (bodyUnder === undefined) return undefined;
  if (bodies[id]) return bodies[id];
  return bodyUnder(LIMITS).safeParse({}).success ? {} : (exampleBodyOf(id) ?? {});
}

describe.each(await httpDatabases(import.meta.filename))(
  'permissions in the Console on $kind',
  (database) => {
    let fixture: ConsoleFixture;
    beforeAll(async () => {
      fixture = await startConsoleFixture(database);
    });
    afterAll(() => fixture?.stop());

    const ask = (someone: Someone, operation: ConsoleOperation, ids?: Ids): Promise<Reply> =>
      fixture.as(someone, operation.method, pathOf(operation, ids), bodyOf(operation));

    it.each(NAMED)(
      'CONS-03 CONS-10 CONS-18 D-CONS-3 %s is allowed for exactly the roles of the matrix',
      async (_, operation) => {
        const { permission } = operation;
        const mayBe = (role: OrganizationRole): boolean =>
          permission === 'signed_in' || isGranted(role, permission);
        const refused: string[] = [];
        for (const role of ORGANIZATION_ROLES) {
          const reply = await ask(role, operation);
          expect(reply.status, role).toBeLessThan(500);
          if (refusal(reply) === '403 role_required') refused.push(role);
        }
        expect(refused).toEqual(ORGANIZATION_ROLES.filter((role) => !mayBe(role)));
      },
    );

    it.each(NAMED)(
      'CONS-01 D-CONS-6 %s accepts only a sign-in, and a change only from its own pages',
      async (_, operation) => {
        const path = `/console/api${pathOf(operation)}`;
        const nobody = new ApiBrowser(fixture.service.baseUrl);
        const authorization = {
          authorization: `Bearer sk_admin_${'a'.repeat(64)}`,
          'svc-beta': 'admin-2026-11-01',
        };
        expect(refusal(await nobody.send(operation.method, path, bodyOf(operation), authorization))).toBe(
          '401 session_required',
        );
        if (operation.method === 'GET') return;
        const owner = await fixture.browserOf('owner');
        for (const headers of [
          { 'svc-csrf': '' },
          { 'svc-csrf': 'x' },
          { origin: 'https://evil.test' },
          { origin: '' },
        ] as Record<string, string>[])
          expect(refusal(await owner.send(operation.method, path, bodyOf(operation), headers))).toBe(
            '403 csrf_rejected',
          );
      },
    );

    /** Ids in the user's organization, by the name of the path parameter. */
    const idsOf = async (someone: Someone): Promise<Ids> => {
      const first = async (path: string): Promise<string> =>
        (await fixture.as(someone, 'GET', path)).body.data[0].id;
      const made = async (path: string, body: object): Promise<string> =>
        (await fixture.as(someone, 'POST', path, body)).body.id;
      const user = await first('/users');
      const workspace = await first('/workspaces');
      const tunnel = await made(`/workspaces/${workspace}/tunnels`, { ...TUNNEL, name: 'Swept' });
      return {
        api_key_id: await first('/api_keys'),
        key_id: await first('/admin_keys'),
        workspace_id: workspace,
        user_id: user,
        invite_id: await made('/invites', { email: `swept@${someone}.test`, role: 'member' }),
        spend_limit_id: await made('/spend_limits', { scope: { type: 'organization' }, limit_usd: '1' }),
        group_id: await made('/groups', { name: 'Swept', user_ids: [user] }),
        request_id: `req_${RANDOM}`,
        webhook_id: await made('/webhooks', WEBHOOK),
        tunnel_id: tunnel,
        certificate_id: await made(`/workspaces/${workspace}/tunnels/${tunnel}/certificates`, {}),
      };
    };

    /** All objects that a role may not change, and their audit history. */
    const stateOf = async (someone: Someone): Promise<unknown> => {
      const lists = [
        '/api_keys?status=all',
        '/admin_keys',
        '/workspaces?include_archived=true',
        '/users',
        '/invites',
        '/groups',
        '/webhooks',
      ];
      const paths = [...lists, '/spend_limits', '/organization', '/billing/ledger', '/audit_events'];
      const bodies = await Promise.all(
        paths.map(async (path) => (await fixture.as(someone, 'GET', path)).body),
      );
      return JSON.parse(
        JSON.stringify(bodies, (name, value: unknown) => (name === 'last_active_at' ? undefined : value)),
      );
    };

    it('D-CONS-3 an unauthorized user is refused for existing objects too, and nothing changes', async () => {
      const ids = {
        ...(await idsOf('owner')),
        user_id: fixture.ids['member']!,
        workspace_id: fixture.ids['Research']!,
      };
      const bodies = { ...BODIES, ...naming(ids) };
      for (const role of ORGANIZATION_ROLES) await fixture.browserOf(role);
      const before = await stateOf('primary_owner');
      for (const operation of OPERATIONS) {
        const { permission } = operation;
        if (permission === 'signed_in') continue;
        const body = bodyOf(operation, bodies);
        for (const role of ORGANIZATION_ROLES.filter((one) => !isGranted(one, permission))) {
          const reply = await fixture.as(role, operation.method, pathOf(operation, ids), body);
          expect([operation.id, role, refusal(reply)]).toEqual([operation.id, role, '403 role_required']);
        }
      }
      expect(await stateOf('primary_owner')).toEqual(before);
    });

    it('WORK-36 WORK-37 WORK-38 D-CONS-3 a role in a workspace grants what its matrix says there, and nothing in another', async () => {
      const inWorkspaces = OPERATIONS.filter(({ path }) => path.includes('{workspace_id}'));
      const vendor = (await fixture.as('stranger', 'GET', '/workspaces')).body.data[0].id as string;
      const holders = [
        ['workspace_admin', 'workspace_admin', 'Research'],
        ['second_developer', 'workspace_developer', 'Default'],
        ['member', 'workspace_user', 'Default'],
      ] as const;
      for (const [someone, role, home] of holders) {
        for (const operation of inWorkspaces) {
          const permission = operation.permission as Permission;
          // The role in the organization, which all three have, grants that one.
          const mayThere =
            permission === 'playground.use' || reachInWorkspace(role, permission) !== undefined;
          for (const [place, id] of [
            ...Object.entries(fixture.ids).filter(([name]) => PLACES.has(name)),
            ['foreign', vendor] as const,
          ]) {
            const code = refusal(await ask(someone, operation, { workspace_id: id }));
            const what = [operation.id, someone, place];
            if (!mayThere) expect([...what, code]).toEqual([...what, '403 role_required']);
            else if (place === home)
              expect([...what, code]).not.toEqual([
                ...what,
                expect.stringMatching(/role_required|workspace_not_found/),
              ]);
            else expect([...what, code]).toEqual([...what, '404 workspace_not_found']);
          }
        }
      }
    });

    it('D-ERR-7 objects of another organization get the same response as an unknown id, and stay unchanged', async () => {
      const ids = await idsOf('stranger');
      const before = await stateOf('stranger');
      const random = randomLike(ids);
      for (const operation of OPERATIONS.filter(({ path }) => path.includes('{'))) {
        const responses = [await ask('owner', operation, ids), await ask('owner', operation, random)];
        const [vendor, unknown] = responses.map(({ status, body }) => ({
          status,
          error: { ...body.error, request_id: '' },
        }));
        expect(vendor, operation.id).toEqual(unknown);
        expect(vendor?.status, operation.id).toBe(operation.needsSecondFactor ? 403 : 404);
      }
      // And when a body refers to it.
      const group = await fixture.as('owner', 'POST', '/groups', {
        name: 'Own',
        user_ids: [fixture.ids['member']],
      });
      const own = { workspace_id: fixture.ids['Default']!, group_id: group.body.id };
      for (const operation of OPERATIONS.filter(({ id }) => id in naming(ids))) {
        const send = async (body: object | undefined) => {
          const reply = await fixture.as('owner', operation.method, pathOf(operation, own), body);
          return { id: operation.id, status: reply.status, error: { ...reply.body.error, request_id: '' } };
        };
        const vendor = await send(naming(ids)[operation.id]);
        expect(vendor).toEqual(await send(naming(random)[operation.id]));
        expect([operation.id, vendor.error.code]).toEqual([
          operation.id,
          expect.stringMatching(/_not_found$|^invalid_parameter$/),
        ]);
      }
      expect(await stateOf('stranger')).toEqual(before);
    });
  },
);
