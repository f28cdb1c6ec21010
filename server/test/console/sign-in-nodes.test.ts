import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneOrganization, testDatabases, type OpenTestDatabase } from '#test-kit';
import { Authenticator } from './authenticator.ts';
import { Browser } from './browser.ts';
import { startNode, type RunningConsole } from './running-console.ts';

const PASSWORD = 'correct horse battery';
const AUTH = '/console/api/auth';
const BASE_URL = 'https://svc.example';
const members = ['ada', 'bob', 'cyd', 'dan'].map((name, i) => ({
  email: `${name}@acme.test`,
  name,
  role: i === 0 ? 'primary_owner' : 'developer',
  password: PASSWORD,
}));
const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');

describe.runIf(postgres)('sign-in on two nodes behind TLS', () => {
  let opened: OpenTestDatabase;
  let nodes: readonly [RunningConsole, RunningConsole];

  beforeAll(async () => {
    opened = await postgres!.open();
    const start = () => startNode(opened, { provisioning: oneOrganization({ members }), environment: { SVC_BASE_URL: BASE_URL } });
    nodes = [await start(), await start()];
  }, 60_000);

  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await opened.close();
  });

  const at = (node: 0 | 1) => new Browser(`http://127.0.0.1:${nodes[node].port}`, BASE_URL);
  /** The same browser, its requests answered by the other node. */
  const onOther = (browser: Browser) => browser.copy(`http://127.0.0.1:${nodes[1].port}`);
  const ended = { status: 401, body: { error: { code: 'session_required' } } };

  async function signedIn(email: string): Promise<Browser> {
    const one = at(0);
    expect(await one.signIn(email, PASSWORD)).toMatchObject({ status: 200, body: { status: 'signed_in' } });
    return one;
  }

  it('D-CONS-1 sets the cookie for this very host, over TLS only', async () => {
    const { headers } = await at(0).post(`${AUTH}/sign_in`, { email: 'ada@acme.test', password: PASSWORD });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-svc\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it('D-CONS-1 sets the cookies of a sign-in that is not finished in the same way', async () => {
    const { headers } = await at(0).post(`${AUTH}/passkey/options`);
    const [passkey, ...others] = headers.getSetCookie();
    expect(others).toEqual([]);
    expect(passkey).toMatch(/^__Host-svc\.passkey=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it('a session is ended by the next request on every node', async () => {
    const one = await signedIn('ada@acme.test');
    const elsewhere = onOther(one);
    expect(await elsewhere.get(`${AUTH}/session`)).toMatchObject({ status: 200 });
    const { data } = (await one.get('/console/api/sessions')).body as { data: { id: string; is_current: boolean }[] };
    const current = data.find((session) => session.is_current)!;
    expect(await one.send('DELETE', `/console/api/sessions/${current.id}`)).toMatchObject({ status: 200 });
    expect(await elsewhere.get(`${AUTH}/session`)).toMatchObject(ended);
    expect(await elsewhere.get('/console/api/me')).toMatchObject(ended);
  });

  it('whoever is suspended, removed or disabled does nothing more, on any node', async () => {
    const one = await signedIn('bob@acme.test');
    const elsewhere = onOther(one);
    expect(await elsewhere.get('/console/api/me')).toMatchObject({ status: 200 });
    const { db } = opened.store;
    const bob = db.selectFrom('users').select('id').where('email', '=', 'bob@acme.test');
    for (const status of ['suspended', 'removed'] as const) {
      await db.updateTable('members').set({ status }).where('user_id', '=', bob).execute();
      const refused = { status: 403, body: { error: { code: 'org_membership_required' } } };
      for (const browser of [one, elsewhere]) expect(await browser.get('/console/api/me')).toMatchObject(refused);
      await db.updateTable('members').set({ status: 'active' }).where('user_id', '=', bob).execute();
    }
    await db.updateTable('users').set({ account: 'disabled' }).where('email', '=', 'bob@acme.test').execute();
    for (const browser of [one, elsewhere]) {
      expect(await browser.get(`${AUTH}/session`)).toMatchObject({ status: 403, body: { error: { code: 'account_disabled' } } });
    }
  });

  it('a code is taken once over all nodes, and guesses are counted together', async () => {
    const person = await signedIn('cyd@acme.test');
    const { body } = await person.post(`${AUTH}/authenticator`, { password: PASSWORD });
    const app = new Authenticator(body['uri'] as string);
    const confirm = { code: app.code(nodes[0].nowMs(), -1) };
    expect(await person.post(`${AUTH}/authenticator/confirm`, confirm)).toMatchObject({ status: 200 });
    const asked = async (node: 0 | 1) => {
      const one = at(node);
      expect(await one.signIn('cyd@acme.test', PASSWORD)).toMatchObject({ body: { status: 'code_required' } });
      return one;
    };
    const browsers = [await asked(0), await asked(1), await asked(0), await asked(1)];
    const code = app.code(nodes[0].nowMs());
    const answers = await Promise.all(browsers.map((one) => one.post(`${AUTH}/sign_in/code`, { code })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  });

  it('passwords of one account are tried ten times, all nodes together', async () => {
    const tries = Array.from({ length: 12 }, (_, i) => at(i % 2 === 0 ? 0 : 1).signIn('dan@acme.test', `guess number ${i}`));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect([statuses.filter((status) => status === 401).length, statuses.filter((status) => status === 429).length]).toEqual([10, 2]);
    // The right one waits like any other.
    expect(await at(1).signIn('dan@acme.test', PASSWORD)).toMatchObject({ status: 429, headers: expect.anything() as object });
  });

  it('writes neither passwords nor sessions nor links into the log', async () => {
    const one = await signedIn('ada@acme.test');
    await one.get(`${AUTH}/session`);
    const [cookie = ''] = one.cookies.values();
    const log = nodes.flatMap(({ logLines }) => logLines).join('\n');
    expect(log).toContain('/console/api/auth/sign_in');
    for (const secret of [PASSWORD, 'guess number', decodeURIComponent(cookie).split('.')[0]!]) expect(log).not.toContain(secret);
  });
});
