import { pino } from 'pino';
import { NEWEST_VERSION } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, setPassword } from '#features/console-auth';
import { issueKey } from '#features/keys';
import { fingerprint, fingerprintBytes } from '#kit';
import { openStore, type Store } from '#store';
import {
  ApiBrowser,
  readReply,
  startOwnRedis,
  testDatabases,
  testRedisUrl,
  type OpenTestDatabase,
  type OwnRedis,
} from '#test-kit';
import {
  startCodeSignInNode,
  type CodeSignInNode,
  type Person,
  type Reply,
} from '../code-sign-in/code-sign-in-node.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const canRun = postgres !== undefined && (await testRedisUrl()) !== undefined;
const SECRET = `scim_${'7'.repeat(64)}`;
const NOW_MS = Date.UTC(2026, 10, 30);
const BASE_URL = 'https://svc.test';
const PASSWORD = 'correct horse battery';

describe.runIf(canRun)('a directory on two nodes', () => {
  let redis: OwnRedis;
  let opened: OpenTestDatabase;
  let second: Store;
  let nodes: CodeSignInNode[] = [];
  let dora: Person;

  const scim = async (node: CodeSignInNode, method: string, path: string, body: object): Promise<Reply> =>
    readReply(
      await fetch(`${node.url}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const patch = (node: CodeSignInNode, operation: object): Promise<Reply> =>
    scim(node, 'PATCH', `/Users/${dora.userId}`, { Operations: [operation] });
  const setActive = (node: CodeSignInNode, value: boolean) =>
    patch(node, { op: 'replace', path: 'active', value });

  beforeAll(async () => {
    redis = await startOwnRedis();
    opened = await postgres!.open();
    const log = pino({ level: 'silent' });
    second = await openStore({ dataDir: opened.dataDir, databaseUrl: opened.databaseUrl!, log });
    const shared = { redisUrl: redis.url, baseUrl: BASE_URL };
    for (const store of [opened.store, second]) nodes.push(await startCodeSignInNode({ ...shared, store }));
    const { db } = opened.store;
    dora = await nodes[0]!.person('dora@acme.test');
    const { userId, organizationId } = dora;
    await db
      .insertInto('domains')
      .values({
        id: 'dom_1',
        organization_id: organizationId,
        domain: 'acme.test',
        status: 'verified',
        txt_value: '-',
        verified_at: NOW_MS,
        created_at: NOW_MS,
      })
      .execute();
    await db
      .insertInto('directory_tokens')
      .values({
        id: 'dirtok_1',
        organization_id: organizationId,
        name: 'Okta',
        fingerprint: fingerprintBytes(fingerprint(SECRET)),
        created_by: userId,
        created_at: NOW_MS,
      })
      .execute();
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    nodes = [];
    await second?.close();
    await opened?.close();
    await redis?.kill();
  });

  it('SCIM-12 a suspension ends browser sessions, programs and keys on both nodes by the next request, and its end revives them', async () => {
    const [here, there] = nodes as [CodeSignInNode, CodeSignInNode];
    // Acts in every workspace.
    await here.db
      .updateTable('members')
      .set({ role: 'administrator' })
      .where('user_id', '=', dora.userId)
      .execute();
    const workspaceId = await here.workspace('Default', dora.organizationId);
    const { secret } = await here.change(dora, ({ scope, nowMs }) =>
      issueKey(
        scope.db,
        {
          organizationId: dora.organizationId,
          workspaceId,
          createdBy: dora.userId,
          name: 'dora',
          kind: 'private',
          pinnedVersion: NEWEST_VERSION,
        },
        nowMs,
      ),
    );
    const { access_token: token } = await here.signIn({ email: 'dora@acme.test', workspace: 'Default' });
    const { refresh_token: refreshToken } = await here.signIn({
      email: 'dora@acme.test',
      workspace: 'Default',
    });
    await setPassword(here.db, dora.userId, await hashPassword(PASSWORD), NOW_MS);
    const browser = new ApiBrowser(here.url, BASE_URL);
    expect((await browser.signIn('dora@acme.test', PASSWORD)).status).toBe(200);
    const credentials = [secret.reveal(), token];
    const answers = async (node: CodeSignInNode) => {
      const called = credentials.map((one) => node.call(one, '/v1/models', null));
      const replies = [...(await Promise.all(called)), await browser.copy(node.url).get('/console/api/me')];
      return replies.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`);
    };
    const refresh = (node: CodeSignInNode) =>
      node.form('/oauth/token', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: 'svc-code',
      });
    const open = ['200 ', '200 ', '200 '];
    const closed = Array.from({ length: 3 }, () => '403 org_membership_required');
    expect(await answers(there)).toEqual(open);
    for (const [asked, changed] of [
      [there, here],
      [here, there],
    ] as const) {
      expect((await setActive(changed, false)).status).toBe(200);
      expect(await answers(asked)).toEqual(closed);
      expect(await answers(changed)).toEqual(closed);
      expect((await refresh(asked)).body).toMatchObject({ error: 'invalid_grant' });
      const signedIn = await new ApiBrowser(asked.url, BASE_URL).signIn('dora@acme.test', PASSWORD);
      expect(signedIn.status, 'the account is the person’s: it opens nothing of the organization').toBe(200);
      expect((await setActive(changed, true)).status).toBe(200);
      expect(await answers(asked)).toEqual(open);
      expect(await answers(changed)).toEqual(open);
    }
    expect((await refresh(there)).status).toBe(200);
  });

  it('SCIM-16 a role of a group holds on the other node by its next request, given and taken', async () => {
    const [here, there] = nodes as [CodeSignInNode, CodeSignInNode];
    const mia = (await scim(here, 'POST', '/Users', { userName: 'mia@acme.test' })).body.id as string;
    const group = (await scim(here, 'POST', '/Groups', { displayName: 'Admins' })).body.id as string;
    await here.db
      .updateTable('directory_groups')
      .set({ role: 'administrator' })
      .where('id', '=', group)
      .execute();
    const { organizationId } = dora;
    const workspaceId = await here.workspace('Default', organizationId);
    const { secret } = await here.change({ userId: mia, organizationId }, ({ scope, nowMs }) =>
      issueKey(
        scope.db,
        {
          organizationId,
          workspaceId,
          createdBy: mia,
          name: 'mia',
          kind: 'private',
          pinnedVersion: NEWEST_VERSION,
        },
        nowMs,
      ),
    );
    const ask = async (node: CodeSignInNode) => (await node.call(secret.reveal(), '/v1/models', null)).status;
    const set = (node: CodeSignInNode, op: 'add' | 'remove') =>
      scim(node, 'PATCH', `/Groups/${group}`, {
        Operations: [{ op, path: 'members', value: [{ value: mia }] }],
      });
    // Administrators act in every workspace, members in those they are added to.
    expect(await ask(there)).toBe(403);
    for (const [asked, changed] of [
      [there, here],
      [here, there],
    ] as const) {
      expect((await set(changed, 'add')).status).toBe(200);
      expect(await ask(asked)).toBe(200);
      expect((await set(changed, 'remove')).status).toBe(200);
      expect(await ask(asked)).toBe(403);
    }
  });

  it('a person of two organizations keeps the address by which they sign in', async () => {
    const [here] = nodes as [CodeSignInNode];
    const { organizationId } = await here.person('fay@free.test');
    await here.db
      .insertInto('members')
      .values({ organization_id: organizationId, user_id: dora.userId, role: 'member', added_at: NOW_MS })
      .execute();
    const emails = [{ value: 'dd@acme.test', primary: true }];
    expect((await patch(here, { op: 'replace', path: 'emails', value: emails })).body.emails[0].value).toBe(
      'dd@acme.test',
    );
    const emailOf = async (): Promise<string> => {
      const users = here.db.selectFrom('users').select('email').where('id', '=', dora.userId);
      return (await users.executeTakeFirstOrThrow()).email;
    };
    expect(await emailOf()).toBe('dora@acme.test');
    await here.db
      .deleteFrom('members')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', dora.userId)
      .execute();
    await patch(here, { op: 'replace', path: 'displayName', value: 'D' });
    expect(await emailOf()).toBe('dd@acme.test');
  });
});
