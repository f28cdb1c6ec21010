import {
  CONSOLE_OPERATIONS,
  MIRRORED_OPERATIONS,
  OPERATIONS,
  OPERATOR_CONSOLE_OPERATIONS,
  OPERATOR_OPERATIONS,
  OPERATOR_SIGN_IN_OPERATIONS,
  SIGN_IN_OPERATIONS,
  type Operation,
} from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReply, usualDatabase } from '#test-kit';
import { ADMIN_SECRET, type Someone } from '../console/console-fixture.ts';
import {
  refusal,
  startOperatorFixture,
  toReply,
  type OperatorFixture,
  type Reply,
} from './operator-fixture.ts';

/** In the place of each part of a path that names something. */
function fill(path: string, ids: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'none');
}

// Nothing here depends on the database.
const database = await usualDatabase();

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;
const sessionOperations: readonly Operation[] = [
  ...OPERATOR_CONSOLE_OPERATIONS,
  ...OPERATOR_SIGN_IN_OPERATIONS.filter(({ credential }) => credential !== 'none'),
];

describe('operators and organizations', () => {
  let fixture: OperatorFixture;
  const send = async ({ method, path }: Operation, headers: Record<string, string>): Promise<Reply> =>
    readReply(
      await fetch(`http://127.0.0.1:${fixture.service.port}${fill(path)}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(method === 'GET' ? {} : { body: '{}' }),
      }),
    );
  const outcomes = async (
    operations: readonly Operation[],
    call: (operation: Operation) => Promise<Reply>,
  ): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const operation of operations) found[nameOf(operation)] = refusal(await call(operation));
    return found;
  };
  const all = (operations: readonly Operation[], outcome: string): Record<string, string> =>
    Object.fromEntries(operations.map((operation) => [nameOf(operation), outcome]));

  beforeAll(async () => {
    fixture = await startOperatorFixture(database, {
      console_requests_per_minute: 100_000,
      unauthenticated_requests_per_minute: 100_000,
    });
  });
  afterAll(() => fixture?.stop());

  it('keep keys of organizations out of everything of the operators', async () => {
    for (const key of [fixture.secrets.pia, ADMIN_SECRET, `sk_op_${'0'.repeat(64)}`, 'a.b.c'])
      expect(
        await outcomes(OPERATOR_OPERATIONS, (one) => send(one, { authorization: `Bearer ${key}` })),
      ).toEqual(all(OPERATOR_OPERATIONS, '401 invalid_api_key'));
    expect(await outcomes(OPERATOR_OPERATIONS, (one) => send(one, {}))).toEqual(
      all(OPERATOR_OPERATIONS, '401 unauthenticated'),
    );
    for (const key of [fixture.secrets.pia, ADMIN_SECRET, fixture.keys.operator])
      expect(
        await outcomes(sessionOperations, (one) => send(one, { authorization: `Bearer ${key}` })),
      ).toEqual(all(sessionOperations, '401 session_required'));
  });

  it.each<Someone>(['primary_owner', 'member'])(
    'keep a %s who is signed in to the Console out',
    async (someone) => {
      const browser = await fixture.browserOf(someone);
      expect(
        await outcomes(sessionOperations, async ({ method, path }) =>
          toReply(await browser.send(method, fill(path), method === 'GET' ? undefined : {})),
        ),
      ).toEqual(all(sessionOperations, '401 session_required'));
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      expect(await outcomes(OPERATOR_OPERATIONS, (one) => send(one, { cookie }))).toEqual(
        all(OPERATOR_OPERATIONS, '401 unauthenticated'),
      );
      // Nor under the name of the other cookie.
      const renamed = [...browser.cookies.values()].map((value) => `svc_operator=${value}`);
      for (const one of renamed)
        expect(refusal(await send(OPERATOR_CONSOLE_OPERATIONS[0]!, { cookie: one }))).toBe(
          '401 session_required',
        );
    },
  );

  it('keep operators out of what belongs to organizations', async () => {
    const { browser } = fixture.operator;
    const operations: readonly Operation[] = [
      ...MIRRORED_OPERATIONS,
      ...CONSOLE_OPERATIONS,
      ...SIGN_IN_OPERATIONS.filter(({ credential }) => credential === 'console_session'),
    ];
    expect(
      await outcomes(operations, async ({ method, path }) =>
        toReply(await browser.send(method, fill(path), method === 'GET' ? undefined : {})),
      ),
    ).toEqual(all(operations, '401 session_required'));
    const ofKeys = OPERATIONS.filter(({ credential }) => credential !== 'none');
    const headers = { authorization: `Bearer ${fixture.keys.operator}` };
    expect(await outcomes(ofKeys, (one) => send(one, headers))).toEqual(all(ofKeys, '401 invalid_api_key'));
  });

  it('let viewers look and change nothing', async () => {
    const isChange = ({ method }: Operation): boolean => method !== 'GET';
    const headers = { authorization: `Bearer ${fixture.keys.operator_viewer}` };
    const changes = OPERATOR_OPERATIONS.filter(isChange);
    expect(await outcomes(changes, (one) => send(one, headers))).toEqual(all(changes, '403 role_required'));
    const ofPages = OPERATOR_CONSOLE_OPERATIONS.filter(isChange);
    expect(
      await outcomes(ofPages, async ({ method, path }) =>
        toReply(await fixture.viewer.browser.send(method, fill(path), {})),
      ),
    ).toEqual(all(ofPages, '403 role_required'));
    const looked = await outcomes(
      OPERATOR_OPERATIONS.filter(({ method }) => method === 'GET'),
      (one) => send(one, headers),
    );
    for (const outcome of Object.values(looked)) expect(outcome).toMatch(/^(200|404 \w+_not_found)$/);
  });

  it('refuse a key from elsewhere, and one that was revoked, by the next request', async () => {
    const { operator } = fixture.service;
    const { id, secret } = await operator.createOperatorKey({
      name: 'from the office',
      role: 'operator',
      allowed_ips: ['203.0.113.0/24'],
    });
    expect(refusal(await fixture.api('GET', '/organizations', { key: secret }))).toBe('403 ip_not_allowed');
    await operator.revokeOperatorKey(id);
    expect(refusal(await fixture.api('GET', '/organizations', { key: secret }))).toBe('401 revoked_api_key');
    await expect(operator.revokeOperatorKey(id)).rejects.toThrow('No operator key');
    await expect(
      operator.createOperatorKey({ name: 'x', role: 'operator', allowed_ips: ['nowhere'] }),
    ).rejects.toThrow('allowed_ips[0] is not a valid entry');
  });

  it('make keys in the Console with a fresh code only', async () => {
    const { app, call } = fixture.operator;
    const body = { name: 'sync', role: 'operator_viewer', allowed_ips: ['127.0.0.1'] };
    expect(refusal(await call('POST', '/keys', body))).toBe('400 invalid_parameter totp');
    expect(refusal(await call('POST', '/keys', { ...body, totp: '000000' }))).toBe(
      '403 second_factor_rejected totp',
    );
    await fixture.service.advance(60);
    const totp = app.code(fixture.service.nowMs());
    const made = await call('POST', '/keys', { ...body, totp });
    expect(made.status).toBe(201);
    expect(made.body.secret).toMatch(/^sk_op_[0-9a-f]{64}$/);
    expect((await fixture.api('GET', '/organizations', { key: made.body.secret })).status).toBe(200);
    expect(refusal(await call('POST', '/keys', { ...body, totp }))).toBe('403 second_factor_rejected totp');
    const listed = (await fixture.api('GET', '/keys')).body.data;
    const { secret: _, ...shown } = made.body;
    expect(listed[0]).toEqual({ ...shown, last_used_at: expect.any(String) });
    await fixture.service.advance(60);
    const revoked = await call('POST', `/keys/${made.body.id}/revoke`, {
      totp: app.code(fixture.service.nowMs()),
    });
    expect(revoked.body).toEqual({ id: made.body.id, type: 'operator_key', deleted: true });
    await fixture.service.advance(60);
    const again = await call('POST', `/keys/${made.body.id}/revoke`, {
      totp: app.code(fixture.service.nowMs()),
    });
    expect(refusal(again)).toMatch(/^404 operator_key_not_found/);
    expect(refusal(await fixture.api('GET', '/organizations', { key: made.body.secret }))).toBe(
      '401 revoked_api_key',
    );
  });

  it('get the key that was made when they repeat a request with its idempotency key, and so with its code', async () => {
    const { app, call } = fixture.operator;
    await fixture.service.advance(60);
    const totp = app.code(fixture.service.nowMs());
    const body = { name: 'once', role: 'operator_viewer', allowed_ips: [], totp };
    const createOnce = () => call('POST', '/keys', body, { 'idempotency-key': 'operator key' });
    const [first, second] = [await createOnce(), await createOnce()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  it('write down every request of an operator, and what was refused', async () => {
    const read = await fixture.api('GET', '/organizations');
    const refused = await fixture.api('DELETE', '/organizations/none', {});
    const missing = await fixture.api('GET', '/organizations/org_nobody');
    expect(refused.status).toBe(405);
    const events = (await fixture.api('GET', '/events?limit=20')).body.data as {
      request_id: string;
      details: object;
    }[];
    const detailsOf = ({ headers }: Reply) =>
      events.find((event) => event.request_id === headers.get('x-request-id'))?.details;
    expect(detailsOf(read)).toEqual({ operation: 'listManagedOrganizations', status: 200 });
    expect(detailsOf(missing)).toEqual({
      operation: 'readManagedOrganization',
      status: 404,
      code: 'organization_not_found',
    });
  });
});
