import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ALL_OPERATIONS,
  reachOf,
  type Operation,
  type Permission,
  type RequestedOperation,
} from '@svc/contract';
import { ApiBrowser } from '#test-kit';
import { ADMIN_SECRET, PASSWORD } from '../console/console-fixture.ts';
import { OPERATOR_PASSWORD, ROOT } from '../operators/operator-fixture.ts';
import { bundle } from '../plugins/plugins-fixture.ts';
import { CONNECTION, OperationCaller, sessionPath } from './operation-caller.ts';
import { sampleValues } from './sample-value.ts';

type Requested = RequestedOperation & Partial<Operation> & { readonly permission?: Permission };
type Headers = Readonly<Record<string, string>>;

/** Changes with a body, which may come long after the head by which their caller was judged. */
const CHANGES: readonly Requested[] = ALL_OPERATIONS.filter(
  (operation: Requested) =>
    operation.method !== 'GET' &&
    (operation.bodyLimit !== undefined || operation.transfer === 'streamed') &&
    operation.errorStyle !== 'oauth' &&
    operation.credential !== 'directory',
);
const of = (...credentials: readonly string[]) =>
  CHANGES.filter(({ credential }) => credentials.includes(credential)).map(
    (operation) => [`${operation.method} ${operation.path}`, operation] as const,
  );
/** What samples of the schema do not say. */
const TUNNEL = { name: 'home', allowed_targets: ['http://10.0.0.6:8080/mcp'] };
const BODIES: Readonly<Record<string, object>> = {
  createTunnel: TUNNEL,
  updateTunnel: TUNNEL,
  testTunnel: { url: 'http://10.0.0.5:8080/mcp' },
  setRoute: { in_service: true },
  createSsoConnection: CONNECTION,
  updateSsoConnection: { name: 'renamed' },
};
const OLGA = 'olga@acme.test';
const NEW_PASSWORD = 'heron lattice quiet obelisk';

let caller: OperationCaller;
beforeAll(async () => {
  caller = await OperationCaller.start();
});
afterAll(() => caller?.stop());

interface Body {
  readonly type: string;
  readonly bytes: Buffer;
}

const isForm = ({ transfer, bodyLimit }: Requested): boolean =>
  transfer === 'form' || (transfer === 'streamed' && bodyLimit === undefined);

async function bodyOf(operation: Requested): Promise<Body> {
  if (!isForm(operation)) {
    const value = BODIES[operation.id] ?? sampleValues(operation.request!, caller.known)[0];
    return { type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) };
  }
  const form = new FormData();
  if (operation.transfer === 'streamed') {
    form.append('purpose', 'batch');
    form.append('file', new File(['{}'], 'lines.jsonl'));
  } else form.append('file', new File([bundle('notes', '1.0.0') as BlobPart], 'plugin.zip'));
  const encoded = new Response(form);
  return {
    type: encoded.headers.get('content-type')!,
    bytes: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** Status and code of the answer to a request whose body comes after `meanwhile`, when its head was judged. */
async function responseTo(
  operation: Requested,
  credential: Headers,
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const { type, bytes } = await bodyOf(operation);
  const held = request(`http://127.0.0.1:${caller.fixture.service.port}${caller.pathOf(operation)}`, {
    method: operation.method,
    headers: {
      ...credential,
      ...(operation.beta && { 'svc-beta': operation.beta }),
      'content-type': type,
      'content-length': bytes.length,
      expect: '100-continue',
    },
  });
  const answered = once(held, 'response') as Promise<[IncomingMessage]>;
  held.flushHeaders();
  // Sent when the body is wanted, behind every earlier refusal.
  const isWanted = await Promise.race([once(held, 'continue').then(() => true), answered.then(() => false)]);
  if (isWanted) await meanwhile();
  held.end(isWanted ? bytes : undefined);
  const [response] = await answered;
  const { error } = (await json(response)) as { error?: { code?: string } };
  return isWanted ? `${response.statusCode} ${error?.code ?? ''}`.trimEnd() : 'refused by its head';
}

/** A session of its own, so that others go on when it ends. */
async function session(operation: Requested) {
  const browser = new ApiBrowser(caller.fixture.service.baseUrl);
  await browser.signIn(OLGA, PASSWORD);
  const { body } = await browser.get(sessionPath(operation));
  return { id: String(body['id']), headers: await browser.sessionHeaders(sessionPath(operation)) };
}

async function operatorSession(operation: Requested) {
  const { operator, service } = caller.fixture;
  // A code is taken once.
  await service.advance(30);
  const browser = new ApiBrowser(service.baseUrl);
  const code = operator.app.code(service.nowMs());
  await browser.post(`${ROOT}/sign_in`, { email: operator.email, password: OPERATOR_PASSWORD, code });
  const headers = await browser.sessionHeaders(sessionPath(operation));
  return { headers, end: () => browser.post(`${ROOT}/sign_out`) };
}

async function update(body: object): Promise<void> {
  const { as, ids } = caller.fixture;
  const reply = await as('primary_owner', 'PATCH', `/users/${ids['owner']}`, body);
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
}

/** In the browser of the fixture, which goes on with a session that takes the place of its own. */
async function changePassword(from: string, to: string): Promise<void> {
  const { as, browserOf } = caller.fixture;
  const change = { current_password: from, new_password: to };
  const changed = await as('owner', 'POST', '/auth/password', change);
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  (await browserOf('owner')).adopt(changed);
}

/** What the owner may not do as a plain member. */
const OF_OWNERS = of('console_session').filter(
  ([, { permission }]) =>
    permission !== undefined &&
    permission !== ('signed_in' as string) &&
    reachOf('member', permission) === undefined,
);

describe('a body that comes when the caller', () => {
  it.each(of('console_session'))('D-CONS-6 has signed out changes nothing: %s', async (_name, operation) => {
    const { id, headers } = await session(operation);
    const end = () => caller.fixture.as('owner', 'DELETE', `/sessions/${id}`);
    expect(await responseTo(operation, headers, end)).toBe('401 session_required');
  });

  it.each(OF_OWNERS)('D-CONS-3 has lost the role changes nothing: %s', async (_name, operation) => {
    const { headers } = await session(operation);
    const received = await responseTo(operation, headers, () => update({ role: 'member' }));
    await update({ role: 'owner' });
    expect(received).toBe('403 role_required');
  });

  it.each(
    of('console_session').filter(([, { id }]) => id === 'createWorkspace' || id === 'setUpAuthenticator'),
  )('D-CONS-6 has changed the password elsewhere changes nothing: %s', async (_name, operation) => {
    const { headers } = await session(operation);
    const received = await responseTo(operation, headers, () => changePassword(PASSWORD, NEW_PASSWORD));
    await changePassword(NEW_PASSWORD, PASSWORD);
    expect(received).toBe('401 session_required');
  });

  it('D-CONS-3 was removed from the organization changes nothing', async () => {
    const { browserOf, as, ids } = caller.fixture;
    const [, operation] = of('console_session').find(([, { id }]) => id === 'createWorkspace')!;
    const headers = await (await browserOf('administrator')).sessionHeaders(sessionPath(operation));
    const remove = () => as('primary_owner', 'DELETE', `/users/${ids['administrator']}`);
    expect(await responseTo(operation, headers, remove)).toBe('403 org_membership_required');
  });

  it.each(of('operator_session'))(
    'has signed out as an operator changes nothing: %s',
    async (_name, operation) => {
      const { headers, end } = await operatorSession(operation);
      expect(await responseTo(operation, headers, end)).toBe('401 session_required');
    },
  );

  it('is an operator whose role was taken changes nothing', async () => {
    const { fixture } = caller;
    const { email, browser } = await fixture.setUp('held@svc.test', 'operator');
    const [, operation] = of('operator_session').find(([, { id }]) => id === 'setRoute')!;
    const headers = await browser.sessionHeaders(sessionPath(operation));
    const take = () => fixture.invite(email, 'operator_viewer');
    expect(await responseTo(operation, headers, take)).toBe('401 session_required');
  });

  it.each(of('operator'))(
    'has an operator key that was revoked changes nothing: %s',
    async (_name, operation) => {
      const { operator } = caller.fixture.service;
      const settings = { name: 'held', role: 'operator', allowed_ips: [] } as const;
      const { id, secret } = await operator.createOperatorKey(settings);
      const revoke = () => operator.revokeOperatorKey(id);
      expect(await responseTo(operation, { authorization: `Bearer ${secret}` }, revoke)).toBe(
        '401 revoked_api_key',
      );
    },
  );

  it.each(of('workspace'))(
    'KEY-42 has a key that was revoked changes nothing: %s',
    async (_name, operation) => {
      const { as, ids } = caller.fixture;
      const key = { name: 'held', workspace_id: ids['Default'] };
      const { body } = await as('owner', 'POST', '/api_keys', key);
      const revoke = () => as('owner', 'POST', `/api_keys/${body.id}/revoke`);
      const headers = { authorization: `Bearer ${body.secret}` };
      expect((await responseTo(operation, headers, revoke)).slice(0, 3)).toBe('401');
    },
  );

  it.each(of('admin'))(
    'ADMIN-11 has an admin key whose creator lost the role changes nothing: %s',
    async (_name, operation) => {
      const headers = { authorization: `Bearer ${ADMIN_SECRET}` };
      const received = await responseTo(operation, headers, () => update({ role: 'member' }));
      await update({ role: 'owner' });
      expect(received).toBe('403 admin_key_owner_ineligible');
    },
  );
});
