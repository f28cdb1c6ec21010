import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  Authenticator,
  type MailSink,
  oneOrganization,
  openMailSink,
  type OpenTestDatabase,
  type OwnRedis,
  type RunningConsole,
  startConsoleNode,
  startOwnRedis,
  testDatabases,
  testRedisUrl,
} from '#test-kit';

const PASSWORD = 'correct horse battery';
const AUTH = '/console/api/auth';
const BASE_URL = 'https://svc.example';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const ROLES = {
  ada: 'primary_owner',
  bob: 'developer',
  cyd: 'developer',
  dan: 'developer',
  eve: 'owner',
  fay: 'developer',
};
const members = Object.entries(ROLES).map(([name, role]) => ({
  email: `${name}@acme.test`,
  name,
  role,
  password: PASSWORD,
}));
const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const canRun = postgres !== undefined && (await testRedisUrl()) !== undefined;

describe.runIf(canRun)('sign-in on two nodes behind TLS', () => {
  let opened: OpenTestDatabase;
  let redis: OwnRedis;
  let sink: MailSink;
  let nodes: readonly [RunningConsole, RunningConsole];

  beforeAll(async () => {
    [opened, redis, sink] = await Promise.all([postgres!.open(), startOwnRedis(), openMailSink()]);
    const environment = { SVC_BASE_URL: BASE_URL, REDIS_URL: redis.url, SMTP_URL: sink.url };
    const start = () => startConsoleNode(opened, { provisioning: oneOrganization({ members }), environment });
    nodes = [await start(), await start()];
  });

  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await opened.close();
    await redis.kill();
    await sink.close();
  });

  const at = (node: 0 | 1) => new ApiBrowser(`http://127.0.0.1:${nodes[node].port}`, BASE_URL);
  /** The same browser, sending its requests to the other node. */
  const onOther = (browser: ApiBrowser) => browser.copy(`http://127.0.0.1:${nodes[1].port}`);
  const ended = { status: 401, body: { error: { code: 'session_required' } } };

  const statuses = (responses: readonly { readonly status: number }[]) =>
    responses.map(({ status }) => status).toSorted((a, b) => a - b);
  const form = async (node: 0 | 1, path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: 'svc-code', ...fields });
    const response = await fetch(`http://127.0.0.1:${nodes[node].port}/oauth/${path}`, {
      method: 'POST',
      body,
    });
    return {
      status: response.status,
      body: (await response.json().catch(() => ({}))) as Record<string, string>,
    };
  };
  /** The response to a model call with a token. */
  const called = async (node: 0 | 1, token: string): Promise<string> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${nodes[node].port}/v1/models`, { headers });
    const { error } = (await response.json()) as { error?: { code: string } };
    return [response.status, ...(error ? [error.code] : [])].join(' ');
  };

  async function signedIn(email: string): Promise<ApiBrowser> {
    const one = at(0);
    expect(await one.signIn(email, PASSWORD)).toMatchObject({ status: 200, body: { status: 'signed_in' } });
    return one;
  }

  it('D-CONS-1 sets the cookie for this host only, over TLS only', async () => {
    const { headers } = await at(0).post(`${AUTH}/sign_in`, { email: 'ada@acme.test', password: PASSWORD });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-svc\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-svc\.known_browser=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
  });

  it('D-CONS-1 sets the cookies of an unfinished sign-in in the same way', async () => {
    const { headers } = await at(0).post(`${AUTH}/passkey/options`);
    const [passkey, ...others] = headers.getSetCookie();
    expect(others).toEqual([]);
    expect(passkey).toMatch(
      /^__Host-svc\.passkey=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('an ended session is refused on every node at the next request', async () => {
    const one = await signedIn('ada@acme.test');
    const elsewhere = onOther(one);
    expect(await elsewhere.get(`${AUTH}/session`)).toMatchObject({ status: 200 });
    const { data } = (await one.get('/console/api/sessions')).body as {
      data: { id: string; is_current: boolean }[];
    };
    const current = data.find((session) => session.is_current)!;
    expect(await one.send('DELETE', `/console/api/sessions/${current.id}`)).toMatchObject({ status: 200 });
    expect(await elsewhere.get(`${AUTH}/session`)).toMatchObject(ended);
    expect(await elsewhere.get('/console/api/me')).toMatchObject(ended);
  });

  it('a suspended, removed or disabled user is refused on every node', async () => {
    const one = await signedIn('bob@acme.test');
    const elsewhere = onOther(one);
    expect(await elsewhere.get('/console/api/me')).toMatchObject({ status: 200 });
    const { db } = opened.store;
    const bob = db.selectFrom('users').select('id').where('email', '=', 'bob@acme.test');
    for (const status of ['suspended', 'removed'] as const) {
      await db.updateTable('members').set({ status }).where('user_id', '=', bob).execute();
      const refused = { status: 403, body: { error: { code: 'org_membership_required' } } };
      for (const browser of [one, elsewhere])
        expect(await browser.get('/console/api/me')).toMatchObject(refused);
      await db.updateTable('members').set({ status: 'active' }).where('user_id', '=', bob).execute();
    }
    await db.updateTable('users').set({ account: 'disabled' }).where('email', '=', 'bob@acme.test').execute();
    for (const browser of [one, elsewhere]) {
      expect(await browser.get(`${AUTH}/session`)).toMatchObject({
        status: 403,
        body: { error: { code: 'account_disabled' } },
      });
    }
  });

  it('a code is accepted once across all nodes, and guesses are counted together', async () => {
    const person = await signedIn('cyd@acme.test');
    const { body } = await person.post(`${AUTH}/authenticator`, { password: PASSWORD });
    const app = new Authenticator(body['uri'] as string);
    const confirm = { code: app.code(nodes[0].nowMs()) };
    expect(await person.post(`${AUTH}/authenticator/confirm`, confirm)).toMatchObject({ status: 200 });
    const asked = async (node: 0 | 1) => {
      const one = at(node);
      expect(await one.signIn('cyd@acme.test', PASSWORD)).toMatchObject({
        body: { status: 'code_required' },
      });
      return one;
    };
    const browsers = [await asked(0), await asked(1), await asked(0), await asked(1)];
    const code = app.code(nodes[0].nowMs(), 1);
    const responses = await Promise.all(browsers.map((one) => one.post(`${AUTH}/sign_in/code`, { code })));
    expect(statuses(responses)).toEqual([200, 401, 401, 401]);
    const again = [await asked(0), await asked(1)];
    const [recoveryCode] = body['recovery_codes'] as string[];
    const recovered = await Promise.all(
      again.map((one) => one.post(`${AUTH}/sign_in/recovery_code`, { code: recoveryCode })),
    );
    expect(statuses(recovered)).toEqual([200, 401]);
  });

  it('CONS-05 D-CONS-2 a code confirms one change across all nodes', async () => {
    const eve = await signedIn('eve@acme.test');
    const { body } = await eve.post(`${AUTH}/authenticator`, { password: PASSWORD });
    const app = new Authenticator(body['uri'] as string);
    eve.adopt(await eve.post(`${AUTH}/authenticator/confirm`, { code: app.code(nodes[0].nowMs()) }));
    const change = { name: 'made once', totp: app.code(nodes[0].nowMs(), 1) };
    const both = [eve, onOther(eve), eve, onOther(eve)];
    const responses = await Promise.all(both.map((one) => one.post('/console/api/admin_keys', change)));
    expect(statuses(responses)).toEqual([201, 403, 403, 403]);
  });

  it('D-CONS-8 mail is sent once, by whichever node comes first', async () => {
    // All except Bob, who was disabled above.
    const everybody = members.map(({ email }) => email).filter((email) => email !== 'bob@acme.test');
    await Promise.all(
      everybody.map((email, i) => at(i % 2 === 0 ? 0 : 1).post(`${AUTH}/password_reset`, { email })),
    );
    // Everything due by then is done: mail sent later comes from neither node.
    for (let round = 0; round < 3; round++) await Promise.all(nodes.map((node) => node.advance(1)));
    const reset = sink.mails.filter(({ subject }) => subject === 'Set a new password');
    expect(reset.map(({ envelope }) => envelope.to.join()).toSorted()).toEqual(everybody.toSorted());
  });

  it('AUTH-14 CONS-15 D-68 a program starts on one node, is approved on the other, gets tokens once and is signed out on both', async () => {
    const fay = await signedIn('fay@acme.test');
    const there = onOther(fay);
    for (const [beginning, person] of [
      [0, there],
      [1, fay],
    ] as const) {
      const device = (await form(beginning, 'device_authorization', {})).body;
      const poll = (node: 0 | 1) =>
        form(node, 'token', { grant_type: DEVICE_GRANT, device_code: device['device_code']! });
      expect((await poll(beginning)).body['error']).toBe('authorization_pending');
      const { id } = (await person.get(`/console/api/device_request?user_code=${device['user_code']}`)).body;
      const decided = [fay, there].map((one) =>
        one.post(`/console/api/device_requests/${String(id)}/approve`, { workspace_id: null }),
      );
      expect(statuses(await Promise.all(decided))).toEqual([200, 404]);
      const responses = await Promise.all([poll(0), poll(1), poll(0), poll(1)]);
      expect(statuses(responses)).toEqual([200, 400, 400, 400]);
      const { access_token: token = '' } = responses.find(({ status }) => status === 200)!.body;
      expect([await called(0, token), await called(1, token)]).toEqual(['200', '200']);
      const [session] = (await person.get('/console/api/code_sessions')).body['data'] as { id: string }[];
      expect(await person.send('DELETE', `/console/api/code_sessions/${session!.id}`)).toMatchObject({
        status: 200,
      });
      expect([await called(beginning, token), await called(beginning === 0 ? 1 : 0, token)]).toEqual([
        '401 token_revoked',
        '401 token_revoked',
      ]);
    }
  });

  it('all nodes together allow ten password attempts per account', async () => {
    const tries = Array.from({ length: 12 }, (_, i) =>
      at(i % 2 === 0 ? 0 : 1).signIn('dan@acme.test', `guess number ${i}`),
    );
    expect(statuses(await Promise.all(tries))).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    // The correct password is blocked like any other.
    expect(await at(1).signIn('dan@acme.test', PASSWORD)).toMatchObject({
      status: 429,
      headers: expect.anything() as object,
    });
  });

  it('D-CONS-1 the link of an owner creates one owner, whichever nodes it is used on', async () => {
    const before = onOther(await signedIn('ada@acme.test'));
    const { token } = await nodes[0].operator.resetSignIn({ organization: 'Acme' });
    expect(await before.get(`${AUTH}/session`)).toMatchObject(ended);
    const setup = { name: 'Ada', email: 'ada@acme.test', password: PASSWORD, token: token.reveal() };
    const responses = await Promise.all(
      ([0, 1, 0, 1] as const).map((node) => at(node).post(`${AUTH}/set_up`, setup)),
    );
    expect(statuses(responses)).toEqual([200, 404, 404, 404]);
  });

  it('logs neither passwords nor sessions nor links', async () => {
    const one = await signedIn('ada@acme.test');
    await one.get(`${AUTH}/session`);
    const [cookie = ''] = one.cookies.values();
    const log = nodes.flatMap(({ logLines }) => logLines).join('\n');
    expect(log).toContain('/console/api/auth/sign_in');
    for (const secret of [PASSWORD, 'guess number', decodeURIComponent(cookie).split('.')[0]!])
      expect(log).not.toContain(secret);
  });
});
