import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, type OpenTestDatabase } from '#test-kit';
import { refusal, startCodeSignInNode, type Reply, type CodeSignInNode } from './code-sign-in-node.ts';

const CLIENT = { client_id: 'svc-code' };
const GRACE_MS = 30_000;
const DAY_MS = 86_400_000;

describe.each(await httpDatabases(import.meta.filename))('refresh tokens on $kind', (database) => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  const refresh = (token: string, fields: object = {}): Promise<Reply> =>
    node.form('/oauth/token', { ...CLIENT, grant_type: 'refresh_token', refresh_token: token, ...fields });

  beforeAll(async () => {
    opened = await database.open();
    node = await startCodeSignInNode({ store: opened.store });
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  it('D-68 are valid once, and each response contains a new one', async () => {
    let { refresh_token: token } = await node.signIn();
    for (let round = 0; round < 3; round++) {
      const { status, body } = await refresh(token);
      expect(status).toBe(200);
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'inference' });
      expect(body.refresh_token).not.toBe(token);
      expect((await node.call(body.access_token, '/v1/models', null)).status).toBe(200);
      token = body.refresh_token;
    }
  });

  it('D-68 used twice concurrently lead to one branch, and a lost response is repeated for 30 seconds', async () => {
    const first = (await node.signIn()).refresh_token;
    const both = await Promise.all([refresh(first), refresh(first)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const [second] = new Set(both.map(({ body }) => body.refresh_token));
    expect(both.every(({ body }) => body.refresh_token === second)).toBe(true);
    await node.clock.advance(GRACE_MS - 15_000);
    expect((await refresh(first)).body.refresh_token).toBe(second);
    expect((await refresh(second)).status).toBe(200);
  });

  it('D-68 replayed after the grace period end the session, and its tokens fail immediately', async () => {
    const { refresh_token: first, access_token: access } = await node.signIn();
    const { body } = await refresh(first);
    expect((await node.call(access)).status).toBe(200);
    await node.clock.advance(GRACE_MS + 1000);
    expect(refusal(await refresh(first))).toBe('400 invalid_grant');
    expect(refusal(await node.call(access))).toBe('401 token_revoked');
    expect(refusal(await node.call(body.access_token))).toBe('401 token_revoked');
    expect(refusal(await refresh(body.refresh_token))).toBe('400 invalid_grant');
  });

  it('D-68 replayed within the grace period end the session if the next one was already used', async () => {
    const { refresh_token: first } = await node.signIn();
    const second = (await refresh(first)).body.refresh_token;
    const third = (await refresh(second)).body;
    expect(refusal(await refresh(first))).toBe('400 invalid_grant');
    expect(refusal(await node.call(third.access_token))).toBe('401 token_revoked');
    const ended = node.db
      .selectFrom('audit_events')
      .select('actor')
      .where('event', '=', 'session.revoked')
      .orderBy('id', 'desc');
    expect(await ended.executeTakeFirstOrThrow()).toMatchObject({
      actor: { type: 'user', email: 'pia@acme.test' },
    });
  });

  it('D-68 that are unknown or belong to another client are refused and end nothing', async () => {
    const { refresh_token: token } = await node.signIn();
    const [, lead, number] = /^(svc_refresh_[0-9a-z]+_)(\d+)_/.exec(token)!;
    const digest = token.slice(-64);
    for (const forged of [
      `${lead}${Number(number) + 1}_${digest}`,
      `${lead}${number}_${'0'.repeat(64)}`,
      token.slice(0, -1),
      'x',
    ]) {
      expect(refusal(await refresh(forged))).toBe('400 invalid_grant');
    }
    expect(refusal(await refresh(token, { client_id: 'svc-code-desktop' }))).toBe('400 invalid_grant');
    expect(refusal(await refresh(token, { scope: 'inference workspace_resources' }))).toBe(
      '400 invalid_scope',
    );
    expect((await refresh(token, { scope: 'inference' })).status).toBe(200);
  });

  it('D-68 expire after 30 days without use and after 90 days in any case', async () => {
    const idle = await node.signIn();
    let { refresh_token: busy } = await node.signIn();
    for (const days of [29, 29, 29]) {
      await node.clock.advance(days * DAY_MS);
      const { status, body } = await refresh(busy);
      expect(status).toBe(200);
      busy = body.refresh_token;
    }
    expect(refusal(await refresh(idle.refresh_token))).toBe('400 invalid_grant');
    // The last access token ends with the session.
    await node.clock.advance(3 * DAY_MS - 600_000);
    const last = (await refresh(busy)).body;
    expect(last.expires_in).toBeLessThanOrEqual(600);
    expect((await node.call(last.access_token)).status).toBe(200);
    await node.clock.advance(600_000);
    expect(refusal(await refresh(last.refresh_token))).toBe('400 invalid_grant');
    expect(['401 token_revoked', '401 invalid_token']).toContain(refusal(await node.call(last.access_token)));
  });
});
