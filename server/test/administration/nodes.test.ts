import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  oneModel,
  sql,
  startOwnRedis,
  testDatabases,
  testRedisUrl,
  type OpenTestDatabase,
  type OwnRedis,
} from '#test-kit';
import { KEYS, refusal, startAdminNode, type AdminFixture, type Reply } from './admin-fixture.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const canRun = postgres !== undefined && (await testRedisUrl()) !== undefined;

/** Calls sent after `changed` was answered that still got 200. */
class Traffic {
  readonly #asked: { readonly atMs: number; readonly status: number }[] = [];
  readonly #ask: (() => Promise<number>)[];
  #over = false;
  readonly #running: Promise<void>[];

  constructor(ask: (() => Promise<number>)[], callers: number) {
    this.#ask = ask;
    this.#running = Array.from({ length: callers }, (_, i) => this.#run(i));
  }

  /** Makes the change once calls are answered, and ends when enough later ones were. */
  async endsWith(
    change: () => Promise<unknown>,
  ): Promise<{ readonly before: number; readonly late: readonly number[] }> {
    while (this.#asked.length < this.#running.length) await new Promise((resolve) => setImmediate(resolve));
    await change();
    const changedAtMs = performance.now();
    const since = (): number[] =>
      this.#asked.filter(({ atMs }) => atMs > changedAtMs).map(({ status }) => status);
    while (since().length < 5 * this.#running.length) await new Promise((resolve) => setImmediate(resolve));
    this.#over = true;
    await Promise.all(this.#running);
    const before = this.#asked.filter(({ atMs, status }) => atMs <= changedAtMs && status === 200).length;
    return { before, late: since().filter((status) => status === 200) };
  }

  async #run(i: number): Promise<void> {
    while (!this.#over) {
      const atMs = performance.now();
      this.#asked.push({ atMs, status: await this.#ask[i % this.#ask.length]!() });
    }
  }
}

describe.runIf(canRun)('the Admin API on two nodes', () => {
  let redis: OwnRedis;
  let opened: OpenTestDatabase;
  let nodes: AdminFixture[] = [];
  const onEach = <T>(count: number, ask: (node: AdminFixture, i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => ask(nodes[i % nodes.length]!, i)));

  beforeAll(async () => {
    redis = await startOwnRedis();
    opened = await postgres!.open();
    const deployment = oneModel({ type: 'sandbox' });
    for (let i = 0; i < 2; i++)
      nodes.push(await startAdminNode(opened.databaseUrl, deployment, { REDIS_URL: redis.url }));
  });
  beforeEach(async () => {
    for (const node of nodes) await node.advance(60);
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    nodes = [];
    await opened.close();
    await redis.kill();
  });

  it('KEY-41 KEY-42 ADMIN-22 a change made on one node is in force on the other when its response arrives', async () => {
    const [here, there] = [nodes[0]!, nodes[1]!];
    const ask = (): Promise<Reply> => there.call('GET', '/v1/models', { key: KEYS.main });
    expect((await ask()).status).toBe(200);
    const { id } = (await here.call('GET', '/api_keys')).body.data.find(
      ({ name }: { name: string }) => name === 'main',
    );
    for (let round = 0; round < 5; round++) {
      await here.call('PATCH', `/api_keys/${id}`, { body: { status: 'inactive' } });
      expect(refusal(await ask())).toBe('401 inactive_api_key');
      await here.call('PATCH', `/api_keys/${id}`, { body: { status: 'active' } });
      expect((await ask()).status).toBe(200);
    }
    const administrator = (): Promise<Reply> => there.call('GET', '/me', { key: KEYS.administrator });
    expect((await administrator()).status).toBe(200);
    const adam = (await here.call('GET', '/users?email=adam@acme.test')).body.data[0].id;
    await here.call('PATCH', `/users/${adam}`, { body: { role: 'developer' } });
    expect(refusal(await administrator())).toBe('403 admin_key_owner_ineligible');
  });

  const workspaceOf = async (name: string): Promise<string> =>
    (await nodes[0]!.call('GET', '/workspaces?limit=100')).body.data.find(
      (one: { name: string }) => one.name === name,
    ).id;
  const userOf = async (email: string): Promise<string> =>
    (await nodes[0]!.call('GET', `/users?email=${email}`)).body.data[0].id;

  /**
   * Sends requests while changes of the organization queue in the database: each starts when one more
   * transaction waits; then all continue.
   */
  const inLine = async (...asks: (() => Promise<Reply[]>)[]): Promise<Reply[]> => {
    const { db } = opened.store;
    const waiting = sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const responses = await db.transaction().execute(async (trx) => {
      await sql`select 1 from organizations where provisioning_name = 'Acme' for no key update`.execute(trx);
      const begun: Promise<Reply[]>[] = [];
      for (const ask of asks) {
        begun.push(ask());
        while ((await waiting.execute(db)).rows[0]!.n < begun.length)
          await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return begun.map((response) => ({ reply: response }));
    });
    return (await Promise.all(responses.map(({ reply: response }) => response))).flat();
  };

  it('ADMIN-22 ADMIN-27 when two owners demote each other concurrently one remains, and a demoted owner changes nothing', async () => {
    const [olga, adam] = [await userOf('olga@acme.test'), await userOf('adam@acme.test')];
    await nodes[0]!.call('PATCH', `/users/${adam}`, { body: { role: 'owner' } });
    const demote = (node: number, key: string, id: string) => async () => [
      await nodes[node]!.call('PATCH', `/users/${id}`, { key, body: { role: 'administrator' } }),
    ];
    const responses = await inLine(demote(0, KEYS.owner, adam), demote(1, KEYS.administrator, olga));
    expect(responses.map(refusal)).toEqual(['200', '403 role_required']);
    expect((await nodes[1]!.call('GET', '/users?role=owner')).body.data).toMatchObject([{ id: olga }]);
  });

  it('ADMIN-11 refuses a queued change when its key was disabled meanwhile', async () => {
    const keys = (await nodes[0]!.call('GET', '/admin_keys')).body.data;
    const { id } = keys.find(({ name }: { name: string }) => name === 'of the administrator');
    const change = (body: object): Promise<Reply> => nodes[0]!.call('PATCH', `/admin_keys/${id}`, { body });
    const responses = await inLine(
      async () => [await change({ status: 'inactive' })],
      async () => [
        await nodes[1]!.call('POST', '/workspaces', { key: KEYS.administrator, body: { name: 'too late' } }),
      ],
    );
    expect(responses.map(refusal)).toEqual(['200', '401 inactive_api_key']);
    await change({ status: 'active' });
  });

  it('WORK-03 WORK-22 of fifty concurrent creations of one name on either node one succeeds', async () => {
    const create = (node: AdminFixture): Promise<Reply> =>
      node.call('POST', '/workspaces', { body: { name: 'wanted' } });
    const responses = await inLine(
      ...nodes.map((node) => () => Promise.all(Array.from({ length: 25 }, () => create(node)))),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(responses.filter(({ status }) => status !== 201).map(refusal))).toEqual(
      new Set(['409 name_taken name']),
    );
  });

  it('IDEM-04 D-IDEM-2 of fifty concurrent requests with one key one does the work; the others get its response or 409', async () => {
    const ask = (node: AdminFixture): Promise<Reply> =>
      node.call('POST', '/workspaces', {
        body: { name: 'named once' },
        headers: { 'idempotency-key': 'fifty' },
      });
    const responses = await inLine(() => onEach(50, ask));
    const made = responses.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    for (const response of responses)
      if (response.status !== 201) expect(refusal(response)).toBe('409 resource_conflict');
    expect((await ask(nodes[1]!)).headers.get('idempotent-replayed')).toBe('true');
  });

  it('D-IDEM-2 one key sent to both nodes concurrently does the work once', async () => {
    for (let round = 0; round < 5; round++) {
      const body = { name: `round ${round}` };
      const responses = await onEach(4, (node) =>
        node.call('POST', '/workspaces', { body, headers: { 'idempotency-key': `r${round}` } }),
      );
      const made = responses.filter(({ status }) => status === 201);
      expect(new Set(made.map((response) => response.body.id)).size).toBe(1);
      for (const response of responses)
        if (response.status !== 201) expect(refusal(response)).toBe('409 resource_conflict');
    }
  });

  it('IDEM-03 D-IDEM-2 concurrent repetitions on both nodes all get the response of a finished request', async () => {
    const ask = (node: AdminFixture): Promise<Reply> =>
      node.call('POST', '/workspaces', { body: { name: 'over' }, headers: { 'idempotency-key': 'over' } });
    const first = await ask(nodes[0]!);
    const repetitions = await onEach(20, ask);
    expect(repetitions.map(refusal)).toEqual(repetitions.map(() => '201'));
    for (const { body } of repetitions) expect(body).toEqual(first.body);
  });

  it('WORK-23 never exceeds a hundred active workspaces, whichever node creates them', async () => {
    const active = (await nodes[0]!.call('GET', '/workspaces?limit=100')).body.data.length;
    const responses = await onEach(104 - active, (node, i) =>
      node.call('POST', '/workspaces', { body: { name: `n${i}` } }),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(100 - active);
    for (const response of responses)
      if (response.status !== 201) expect(refusal(response)).toBe('409 workspace_limit_reached');
  });

  describe('with calls in progress, no call sent after a change was confirmed gets 200:', () => {
    const models = (key: string) =>
      nodes.map((node) => async () => (await node.call('GET', '/v1/models', { key })).status);
    const chats = (key: string) =>
      nodes.map((node) => async () => {
        const body = { stream: false, messages: [{ role: 'user', content: 'x' }] };
        return (await node.call('POST', '/v1/chat/completions', { key, body })).status;
      });
    const here = (method: string, path: string, body?: unknown): Promise<Reply> =>
      nodes[0]!.call(method, path, { body });

    it('WORK-28 a workspace is archived', async () => {
      const path = `/workspaces/${await workspaceOf('Research')}`;
      const seen = await new Traffic(chats(KEYS.second), 4).endsWith(() => here('POST', `${path}/archive`));
      expect([seen.before > 0, seen.late]).toEqual([true, []]);
      await here('POST', `${path}/unarchive`);
    });

    it('WORK-09 KEY-66 the address list of a workspace is narrowed', async () => {
      const path = `/workspaces/${await workspaceOf('Research')}`;
      const seen = await new Traffic(chats(KEYS.second), 4).endsWith(() =>
        here('PATCH', path, { allowed_ips: ['10.0.0.1'] }),
      );
      expect([seen.before > 0, seen.late]).toEqual([true, []]);
      await here('PATCH', path, { allowed_ips: [] });
    });

    it('WORK-44 D-WORK-5 a member is removed from a workspace; a reply in progress is completed', async () => {
      const abel = await userOf('abel@acme.test');
      await here('PATCH', `/users/${abel}`, { role: 'developer' });
      const members = `/workspaces/${await workspaceOf('Default')}/members`;
      await here('POST', members, { user_id: abel, role: 'workspace_developer' });
      const body = { messages: [{ role: 'user', content: '[[sandbox: tokens=400 gap_ms=2]]' }] };
      const begun = await nodes[1]!.service.post('/v1/chat/completions', KEYS.third, body);
      expect(begun.status).toBe(200);
      const seen = await new Traffic(chats(KEYS.third), 4).endsWith(() =>
        here('DELETE', `${members}/${abel}`),
      );
      expect([seen.before > 0, seen.late]).toEqual([true, []]);
      expect(await begun.text()).toContain('data: [DONE]');
      expect((await here('POST', members, { user_id: abel, role: 'workspace_user' })).status).toBe(201);
      expect((await nodes[1]!.call('GET', '/v1/models', { key: KEYS.third })).status).toBe(200);
    });

    it('KEY-41 a key is disabled', async () => {
      const { id } = (await here('GET', '/api_keys')).body.data.find(
        ({ name }: { name: string }) => name === 'main',
      );
      const seen = await new Traffic(models(KEYS.main), 4).endsWith(() =>
        here('PATCH', `/api_keys/${id}`, { status: 'inactive' }),
      );
      expect([seen.before > 0, seen.late]).toEqual([true, []]);
      await here('PATCH', `/api_keys/${id}`, { status: 'active' });
    });

    it('KEY-43 a key is revoked', async () => {
      const seen = await new Traffic(chats(KEYS.second), 4).endsWith(() =>
        nodes[0]!.service.operator.revokeKey(KEYS.second),
      );
      expect([seen.before > 0, seen.late]).toEqual([true, []]);
    });

    it('ADMIN-28 D-ADM-2 a member is removed together with their admin key', async () => {
      const adam = await userOf('adam@acme.test');
      const ask = nodes.map(
        (node) => async () => (await node.call('GET', '/me', { key: KEYS.administrator })).status,
      );
      const seen = await new Traffic(ask, 2).endsWith(() => here('DELETE', `/users/${adam}`));
      expect([seen.before > 0, seen.late]).toEqual([true, []]);
    });
  });

  it('LIMIT-12 D-IDEM-2 with Redis unavailable, a change is in force on every node before its response', async () => {
    const { id } = (await nodes[0]!.call('GET', '/api_keys')).body.data.find(
      ({ name }: { name: string }) => name === 'main',
    );
    const there = (): Promise<Reply> => nodes[1]!.call('GET', '/v1/models', { key: KEYS.main });
    expect((await there()).status).toBe(200);
    await redis.kill();
    let responded = false;
    const change = nodes[0]!
      .call('PATCH', `/api_keys/${id}`, { body: { status: 'inactive' } })
      .finally(() => (responded = true));
    while ((await there()).status === 200) expect(responded).toBe(false);
    expect(responded).toBe(false);
    await redis.restart();
    expect((await change).status).toBe(200);
    expect(refusal(await there())).toBe('401 inactive_api_key');
  });

  it('ADMIN-30 both nodes share the request count', async () => {
    const responses = await onEach(310, (node) => node.call('GET', '/me'));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});
