import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endSessionsOfPerson,
  createPlaygroundCredential,
  listCodeSessions,
  revokeCodeSession,
} from '#features/oauth';
import type { Module } from '#features/module';
import { applyProvisioning } from '#features/provisioning';
import { parseProvisioning } from '#config';
import { OrganizationScope } from '#store';
import { httpDatabases, type OpenTestDatabase } from '#test-kit';
import {
  ADMIN_KEY,
  KEY,
  refusal,
  startCodeSignInNode,
  type CodeSignInNode,
  type Person,
} from './code-sign-in-node.ts';

const CLIENT = { client_id: 'svc-code' };

describe.each(await httpDatabases(import.meta.filename))('sessions of code clients on $kind', (database) => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  let [pia, dora]: Person[] = [];
  const list = async (who: Person) => {
    const asker = { userId: who.userId, limits: node.services.limits(), nowMs: node.clock.nowMs() };
    return (await listCodeSessions(new OrganizationScope(node.db, who.organizationId), { limit: 20 }, asker))
      .data;
  };
  const called = async (token: string): Promise<string> =>
    refusal(await node.call(token, '/v1/models', null));

  beforeAll(async () => {
    opened = await database.open();
    node = await startCodeSignInNode({ store: opened.store });
    [pia, dora] = [await node.person('pia@acme.test'), await node.person('dora@acme.test')];
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  it('AUTH-04 AUTH-14 CONS-15 KEY-49 are listed and ended individually, without affecting keys and other sessions', async () => {
    const [one, other] = [
      await node.signIn(),
      await node.signIn({ client: 'svc-code-desktop', workspace: 'Research' }),
    ];
    const response = await node.call(one.access_token);
    expect([response.status, response.body.object]).toEqual([200, 'chat.completion']);
    expect((await node.call(other.access_token)).status).toBe(200);
    expect(await list(pia!)).toMatchObject([
      {
        id: other.sessionId,
        client_name: 'Svc Code Desktop',
        surface: 'desktop',
        workspace_id: expect.stringMatching(/^wrkspc_/),
      },
      {
        id: one.sessionId,
        type: 'code_session',
        client_id: 'svc-code',
        surface: 'cli',
        workspace_id: null,
        ip_address: '127.0.0.1',
      },
    ]);
    // Users cannot end sessions of others.
    await expect(
      node.change(dora!, (change) => revokeCodeSession(change, one.sessionId)),
    ).rejects.toMatchObject({ status: 404 });
    await node.change(pia!, (change) => revokeCodeSession(change, one.sessionId));
    const refused = await node.call(one.access_token);
    expect(refusal(refused)).toBe('401 token_revoked');
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="svc", error="invalid_token"');
    expect([await called(other.access_token), (await node.call(KEY)).status]).toEqual(['200 undefined', 200]);
    await expect(
      node.change(pia!, (change) => revokeCodeSession(change, one.sessionId)),
    ).rejects.toMatchObject({ status: 404 });
    expect(await list(pia!)).toMatchObject([{ id: other.sessionId }]);
    const revoked = node.db
      .selectFrom('audit_events')
      .select('resource')
      .where('event', '=', 'session.revoked');
    expect(await revoked.execute()).toEqual([{ resource: { type: 'session', id: one.sessionId } }]);
  });

  it('D-70 end by /oauth/revoke with either token, and an invalid token is no error', async () => {
    const [one, other] = [await node.signIn(), await node.signIn()];
    expect(
      refusal(await node.form('/oauth/revoke', { client_id: 'svc-code-desktop', token: one.refresh_token })),
    ).toBe('400 invalid_grant');
    expect(await called(one.access_token)).toBe('200 undefined');
    expect((await node.form('/oauth/revoke', { ...CLIENT, token: one.refresh_token })).status).toBe(200);
    expect(
      (
        await node.form('/oauth/revoke', {
          ...CLIENT,
          token: other.access_token,
          token_type_hint: 'access_token',
        })
      ).status,
    ).toBe(200);
    expect([await called(one.access_token), await called(other.access_token)]).toEqual([
      '401 token_revoked',
      '401 token_revoked',
    ]);
    for (const token of [one.refresh_token, 'nothing', KEY, 'a.b.c']) {
      expect((await node.form('/oauth/revoke', { ...CLIENT, token })).status).toBe(200);
    }
    expect((await node.call(KEY)).status).toBe(200);
  });

  it('D-70 end when their user leaves the organization', async () => {
    const { access_token: token, refresh_token: refresh } = await node.signIn({ email: 'dora@acme.test' });
    expect(await called(token)).toBe('200 undefined');
    const removed = await fetch(`${node.url}/v1/organizations/users/${dora!.userId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ADMIN_KEY}`, 'svc-beta': 'admin-2026-11-01' },
    });
    expect(removed.status).toBe(200);
    expect(await called(token)).toBe('401 token_revoked');
    expect(
      refusal(
        await node.form('/oauth/token', { ...CLIENT, grant_type: 'refresh_token', refresh_token: refresh }),
      ),
    ).toBe('400 invalid_grant');
  });

  it('D-70 end when their user signs out everywhere or is disabled by the operator', async () => {
    const first = await node.signIn();
    const epochs = await node.db
      .transaction()
      .execute((trx) => endSessionsOfPerson(trx, pia!.userId, node.clock.nowMs()));
    await node.services.credentialsChanged(epochs);
    expect(await called(first.access_token)).toBe('401 token_revoked');
    const second = await node.signIn();
    const member = { email: 'pia@acme.test', role: 'primary_owner', account: 'disabled' };
    const file = parseProvisioning(
      JSON.stringify({ organizations: [{ name: 'Acme', plan: 'pro', members: [member] }] }),
      {
        source: 'test',
      },
    );
    const result = await applyProvisioning(node.db, file, { update: true, clock: node.clock });
    await node.services.credentialsChanged(result.epochs);
    expect(await called(second.access_token)).toBe('401 token_revoked');
    await node.db.updateTable('users').set({ account: 'enabled' }).where('id', '=', pia!.userId).execute();
    node.services.forgetCredentials();
    expect(await called(second.access_token)).toBe('401 token_revoked');
  });

  it('D-CONS-5 do not include the playground, whose own tokens expire after minutes', async () => {
    const scope = new OrganizationScope(node.db, pia!.organizationId);
    const workspaceId = await node.workspace('Research', pia!.organizationId);
    const credential = await createPlaygroundCredential(
      node.services.codeSignIn,
      scope,
      { userId: pia!.userId, sessionId: 'bses_1', ssoConnectionId: null },
      workspaceId,
    );
    const token = credential.access_token;
    expect(Math.abs(Date.parse(credential.expires_at) - node.clock.nowMs() - 300_000)).toBeLessThan(10_000);
    expect((await node.call(token)).status).toBe(200);
    expect(await list(pia!)).toEqual([]);
    const other = createPlaygroundCredential(
      node.services.codeSignIn,
      scope,
      { userId: dora!.userId, sessionId: 'bses_2', ssoConnectionId: null },
      workspaceId,
    );
    await expect(other).rejects.toMatchObject({ catalogName: 'workspace_not_found' });
    await node.clock.advance(331_000);
    expect(['401 token_revoked', '401 invalid_token']).toContain(await called(token));
  });

  it('are deleted with the requests of their devices once no token of them can be valid any more', async () => {
    const { sessionId } = await node.signIn();
    const modules: readonly Module[] = node.services.modules;
    const drop = modules.map(({ retention }) => retention?.['sign_ins']).find(Boolean)!;
    const session = node.db.selectFrom('code_sessions').selectAll().where('id', '=', sessionId);
    const request = node.db.selectFrom('device_requests').selectAll().where('session_id', '=', sessionId);
    const { expires_at: expiresMs } = await session.executeTakeFirstOrThrow();
    // An access token may have been given out in the last moment, and is told for as long again what became of it.
    const goneMs = expiresMs + 2 * node.services.limits().access_token_s * 1000;
    await drop(goneMs);
    expect([await session.execute(), await request.execute()]).toMatchObject([[{ id: sessionId }], []]);
    await drop(goneMs + 1);
    expect(await session.execute()).toEqual([]);
  });
});
