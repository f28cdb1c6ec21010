import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveDeviceRequest, denyDeviceRequest, findDeviceRequest } from '#features/oauth';
import { httpDatabases, type OpenTestDatabase } from '#test-kit';
import {
  DEVICE_GRANT,
  refusal,
  startCodeSignInNode,
  type Person,
  type Reply,
  type CodeSignInNode,
} from './code-sign-in-node.ts';

const CLIENT = { client_id: 'svc-code' };
const FIFTEEN_MINUTES_MS = 900_000;

describe.each(await httpDatabases(import.meta.filename))('the device grant on $kind', (database) => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  let pia: Person;
  const begin = async (fields: object = {}) =>
    (await node.form('/oauth/device_authorization', { ...CLIENT, ...fields })).body;
  const poll = (deviceCode: string, fields: object = {}): Promise<Reply> =>
    node.form('/oauth/token', { ...CLIENT, grant_type: DEVICE_GRANT, device_code: deviceCode, ...fields });
  const find = (userCode: string) =>
    findDeviceRequest(node.services.codeSignIn, { userId: pia.userId, userCode });

  beforeAll(async () => {
    opened = await database.open();
    node = await startCodeSignInNode({
      store: opened.store,
      deployment: { limits: { user_code_tries: 12 } },
    });
    pia = await node.person('pia@acme.test');
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  it('D-68 waits, slows clients down, and issues tokens to one of several concurrent polls', async () => {
    const device = await begin();
    expect(device).toEqual({
      device_code: expect.stringMatching(/^svc_device_[0-9a-f]{64}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${node.url}/console/device`,
      verification_uri_complete: `${node.url}/console/device?user_code=${device.user_code}`,
      expires_in: 900,
      interval: 5,
    });
    expect(refusal(await poll(device.device_code))).toBe('400 authorization_pending');
    await node.clock.advance(5000);
    expect(refusal(await poll(device.device_code))).toBe('400 authorization_pending');
    expect(refusal(await poll(device.device_code))).toBe('400 slow_down');
    // Ten seconds from now on, and five more each time.
    await node.clock.advance(5000);
    expect(refusal(await poll(device.device_code))).toBe('400 slow_down');
    await node.clock.advance(15_000);
    expect(refusal(await poll(device.device_code))).toBe('400 authorization_pending');
    await node.approve(device.user_code.toLowerCase().replace('-', ' '), pia);
    const responses = await Promise.all([1, 2, 3].map(() => poll(device.device_code)));
    expect(responses.map(refusal).toSorted()).toEqual([
      '200 undefined',
      '400 invalid_grant',
      '400 invalid_grant',
    ]);
    const { body, headers } = responses.find(({ status }) => status === 200)!;
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^svc_refresh_/),
      scope: 'inference',
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('D-68 reports a denied sign-in and an expired code', async () => {
    const [denied, late] = [await begin(), await begin()];
    const { id } = await find(denied.user_code);
    await node.change(pia, (change) => denyDeviceRequest(change, id));
    expect(refusal(await poll(denied.device_code))).toBe('400 access_denied');
    await expect(node.change(pia, (change) => denyDeviceRequest(change, id))).rejects.toMatchObject({
      catalogName: 'device_request_not_found',
    });
    await node.clock.advance(FIFTEEN_MINUTES_MS);
    expect(refusal(await poll(late.device_code))).toBe('400 expired_token');
    await expect(node.approve(late.user_code, pia)).rejects.toMatchObject({
      catalogName: 'device_request_not_found',
    });
    await node.clock.advance(FIFTEEN_MINUTES_MS);
  });

  it('D-68 issues tokens only to the client that requested the code, and to none after too many polls', async () => {
    const device = await begin();
    await node.approve(device.user_code, pia);
    expect(refusal(await poll(device.device_code, { client_id: 'svc-code-desktop' }))).toBe(
      '400 invalid_grant',
    );
    expect(refusal(await poll(device.device_code.replace(/.$/, 'x')))).toBe('400 invalid_grant');
    expect(refusal(await poll(device.device_code, { client_id: 'svc-console' }))).toBe('400 invalid_client');
    expect(refusal(await poll(device.device_code, { client_id: '__proto__' }))).toBe('400 invalid_client');
    expect((await poll(device.device_code)).status).toBe(200);
  });

  it('D-68 binds a session to the chosen workspace, and refuses one the user may not act in', async () => {
    const research = await node.workspace('Research', pia.organizationId);
    const fay = await node.person('fay@free.test');
    const dora = await node.person('dora@acme.test');
    const device = await begin();
    for (const [person, workspace] of [
      [dora, research],
      [fay, research],
      [pia, `${research}x`],
    ] as const) {
      await expect(node.approve(device.user_code, person, workspace)).rejects.toMatchObject({
        catalogName: 'workspace_not_found',
      });
    }
    const sessionId = await node.approve(device.user_code, pia, research);
    const session = await node.db
      .selectFrom('code_sessions')
      .selectAll()
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    expect(session).toMatchObject({
      workspace_id: research,
      user_id: pia.userId,
      client_id: 'svc-code',
      surface: 'cli',
      revoked_at: null,
    });
    const events = await node.db
      .selectFrom('audit_events')
      .select('event')
      .where('event', '=', 'session.signed_in')
      .execute();
    expect(events.length).toBeGreaterThan(0);
  });

  it('D-68 a user who learned the id but did not enter the code cannot decide', async () => {
    const dora = await node.person('dora@acme.test');
    const device = await begin();
    const { id } = await find(device.user_code);
    const limits = node.services.limits();
    const approve = (person: Person) =>
      node.change(person, (change) =>
        approveDeviceRequest(change, { requestId: id, workspaceId: null, ssoConnectionId: null, limits }),
      );
    const deny = (person: Person) => node.change(person, (change) => denyDeviceRequest(change, id));
    const notFound = { catalogName: 'device_request_not_found' };
    await expect(approve(dora)).rejects.toMatchObject(notFound);
    await expect(deny(dora)).rejects.toMatchObject(notFound);
    expect(refusal(await poll(device.device_code))).toBe('400 authorization_pending');
    // The last user who entered it counts: the first account may have been the wrong one.
    await findDeviceRequest(node.services.codeSignIn, { userId: dora.userId, userCode: device.user_code });
    await expect(approve(pia)).rejects.toMatchObject(notFound);
    await approve(dora);
    expect((await poll(device.device_code)).status).toBe(200);
  });

  it('D-68 blocks a user who tries many codes, valid or not, and nobody else', async () => {
    await node.clock.advance(FIFTEEN_MINUTES_MS);
    const device = await begin();
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => find('BCDF-GHJK')));
    const reasons = tries.map((one) => (one as PromiseRejectedResult).reason.catalogName as string);
    expect(reasons.filter((name) => name === 'device_request_not_found')).toHaveLength(12);
    expect(reasons.filter((name) => name === 'rate_limited')).toHaveLength(8);
    await expect(find(device.user_code)).rejects.toMatchObject({ catalogName: 'rate_limited' });
    const dora = await node.person('dora@acme.test');
    expect(
      await findDeviceRequest(node.services.codeSignIn, { userId: dora.userId, userCode: device.user_code }),
    ).toMatchObject({
      client_name: 'Svc Code',
      ip_address: '127.0.0.1',
    });
    await node.clock.advance(FIFTEEN_MINUTES_MS);
    await expect(find('nothing like a code')).rejects.toMatchObject({
      catalogName: 'device_request_not_found',
    });
  });

  it('D-68 stores neither device codes, user codes nor refresh tokens', async () => {
    const device = await begin();
    await node.approve(device.user_code, pia);
    const tokens = (await poll(device.device_code)).body;
    const rows = [
      await node.db.selectFrom('device_requests').selectAll().execute(),
      await node.db.selectFrom('code_sessions').selectAll().execute(),
      await node.db.selectFrom('audit_events').selectAll().execute(),
    ];
    const kept = JSON.stringify(rows, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    for (const secret of [
      device.device_code,
      device.user_code,
      device.user_code.replace('-', ''),
      tokens.refresh_token,
      tokens.access_token,
    ])
      expect(kept).not.toContain(secret);
  });

  it('D-68 limits pending sign-ins per network', async () => {
    await node.clock.advance(FIFTEEN_MINUTES_MS);
    const responses: Reply[] = [];
    for (let i = 0; i < 102; i++) responses.push(await node.form('/oauth/device_authorization', CLIENT));
    expect(responses.slice(0, 100).every(({ status }) => status === 200)).toBe(true);
    expect(responses.slice(100).map(refusal)).toEqual(['400 slow_down', '400 slow_down']);
    const [signedIn, denied] = responses.map(({ body }) => body);
    await node.approve(signedIn.user_code, pia);
    expect(refusal(await node.form('/oauth/device_authorization', CLIENT))).toBe('400 slow_down');
    // Completed and denied sign-ins no longer count: a large office behind one address signs in more than a
    // hundred.
    expect((await poll(signedIn.device_code)).status).toBe(200);
    const { id } = await find(denied.user_code);
    await node.change(pia, (change) => denyDeviceRequest(change, id));
    const more = [await begin(), await begin(), await begin()];
    expect(more.map(({ error, user_code: code }) => error ?? typeof code)).toEqual([
      'string',
      'string',
      'slow_down',
    ]);
  });

  it('D-68 limits pending sign-ins per network exactly, even when requested concurrently', async () => {
    await node.clock.advance(FIFTEEN_MINUTES_MS);
    const responses = await Promise.all(
      Array.from({ length: 120 }, () => node.form('/oauth/device_authorization', CLIENT)),
    );
    const refused = responses.map(refusal).filter((response) => response !== '200 undefined');
    expect(refused).toEqual(Array.from({ length: 20 }, () => '400 slow_down'));
  });

  it('D-68 never stores more than the limit of all networks, and deletes expired ones', async () => {
    const stored = async () =>
      (
        await node.db
          .selectFrom('device_requests')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count;
    await node.clock.advance(2 * FIFTEEN_MINUTES_MS + 1000);
    expect(await stored()).toBe(0);
    const few = await startCodeSignInNode({
      store: opened.store,
      clock: node.clock,
      deployment: { limits: { device_requests_stored: 3 } },
    });
    const ask = () => few.form('/oauth/device_authorization', CLIENT);
    expect(refusal(await ask())).toBe('200 undefined');
    await node.db.updateTable('device_requests').set({ network: 'another' }).execute();
    const outcomes = (await Promise.all([ask(), ask(), ask(), ask()])).map(refusal);
    expect(outcomes.toSorted()).toEqual(['200 undefined', '200 undefined', '400 slow_down', '400 slow_down']);
    expect(await stored()).toBe(3);
    await few.close();
  });
});
