import { sql, type Kysely, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tables } from '#store';
import {
  ApiBrowser,
  Authenticator,
  oneOrganization,
  type OpenTestDatabase,
  type RunningConsole,
  startConsoleNode,
  testDatabases,
} from '#test-kit';

const AUTH = '/console/api/auth';
const OPERATOR = '/console/api/operator';
const EMAIL = 'ada@acme.test';
const setup = { name: 'Ada Lovelace', email: EMAIL, password: 'correct horse battery' };
const invalid = { status: 404, body: { error: { code: 'link_invalid' } } };

// The embedded database runs one transaction at a time.
const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');

describe.runIf(postgres)('a link that is used while its person is reset', () => {
  let opened: OpenTestDatabase;
  let node: RunningConsole;
  let db: Kysely<Tables>;

  beforeAll(async () => {
    opened = await postgres!.open();
    ({ db } = opened.store);
    const members = [{ email: EMAIL, name: 'Ada', role: 'primary_owner' }];
    node = await startConsoleNode(opened, { provisioning: oneOrganization({ members }) });
  });
  afterAll(async () => {
    await node?.stop();
    await opened?.close();
  });

  const browser = () => new ApiBrowser(`http://127.0.0.1:${node.port}`, node.baseUrl);
  const reset = () => node.operator.resetSignIn({ organization: 'Acme' });

  const PASSWORDS = sql`lock table sign_in_methods in share mode`;
  const OPERATOR_LINK = sql`select 1 from operator_links for update`;

  /** Takes locks that others wait for until the returned function is called. */
  async function hold(locks: RawBuilder<unknown>): Promise<() => Promise<void>> {
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = db.transaction().execute(async (trx) => {
      await locks.execute(trx);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    return () => (release.resolve(), holding);
  }

  async function waiters(count: number): Promise<void> {
    const waiting = sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect
      .poll(async () => (await waiting.execute(db)).rows[0]!.count, { timeout: 30_000 })
      .toBe(count);
  }

  // Whether the reset or the session is first, the database decides.
  it.each([1, 2, 3, 4, 5])(
    'leaves nobody signed in when the reset waits for the new password (%i)',
    async () => {
      const { token } = await reset();
      const letGo = await hold(PASSWORDS);
      const one = browser();
      const using = one.post(`${AUTH}/set_up`, { ...setup, token: token.reveal() });
      await waiters(1);
      const resetting = reset();
      await waiters(2);
      await letGo();
      await resetting;
      expect((await using).status).toBeLessThan(500);
      expect(await one.get(`${AUTH}/session`)).toMatchObject({ status: 401 });
    },
  );

  it('is refused when the reset was first, and keeps neither waiting for the other', async () => {
    const { token } = await reset();
    const letGo = await hold(PASSWORDS);
    const resetting = reset();
    await waiters(1);
    const using = browser().post(`${AUTH}/set_up`, { ...setup, token: token.reveal() });
    await waiters(2);
    await letGo();
    const { token: next } = await resetting;
    expect(await using).toMatchObject(invalid);
    expect(await browser().post(`${AUTH}/set_up`, { ...setup, token: next.reveal() })).toMatchObject({
      status: 200,
    });
  });

  it('leaves no operator signed in when the reset begins while it is used', async () => {
    const add = () => node.operator.addOperator({ email: 'otto@svc.test', role: 'operator' });
    const { token } = await add();
    const link = { token: token.reveal() };
    const one = browser();
    const { body } = await one.post(`${OPERATOR}/set_up/read`, link);
    const code = new Authenticator(body['authenticator_uri'] as string).code(node.nowMs());
    const letGo = await hold(OPERATOR_LINK);
    const using = one.post(`${OPERATOR}/set_up`, { ...link, name: 'Otto', password: setup.password, code });
    await waiters(1);
    const resetting = add();
    await waiters(2);
    await letGo();
    expect(await using).toMatchObject({ status: 200 });
    expect(await resetting).toMatchObject({ wasReset: true });
    expect(await one.get(`${OPERATOR}/session`)).toMatchObject({ status: 401 });
  });
});
