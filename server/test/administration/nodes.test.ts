import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnRedis, testDatabases, testRedisUrl, type OpenTestDatabase, type OwnRedis } from '#test-kit';
import { KEYS, refusal, startAdminNode, type AdminWorld, type Reply } from './admin-world.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const canRun = postgres !== undefined && (await testRedisUrl()) !== undefined;

describe.runIf(canRun)('the Admin API on two nodes', () => {
  let redis: OwnRedis;
  let opened: OpenTestDatabase;
  let nodes: AdminWorld[] = [];
  const onEach = <T>(count: number, ask: (node: AdminWorld, i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => ask(nodes[i % nodes.length]!, i)));

  beforeAll(async () => {
    redis = await startOwnRedis();
    opened = await postgres!.open();
    for (let i = 0; i < 2; i++) nodes.push(await startAdminNode(opened.databaseUrl, undefined, redis.url));
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    nodes = [];
    await opened.close();
    await redis.kill();
  });

  it('KEY-41 KEY-42 ADMIN-22 what one node changed is in force on the other when it is answered', async () => {
    const [here, there] = [nodes[0]!, nodes[1]!];
    const ask = (): Promise<Reply> => there.call('GET', '/v1/models', { key: KEYS.main });
    expect((await ask()).status).toBe(200);
    const { id } = (await here.call('GET', '/api_keys')).body.data.find(({ name }: { name: string }) => name === 'main');
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

  it('D-IDEM-2 one key at once on both: the work is done once', async () => {
    for (let round = 0; round < 5; round++) {
      const body = { name: `round ${round}` };
      const answers = await onEach(4, (node) => node.call('POST', '/workspaces', { body, headers: { 'idempotency-key': `r${round}` } }));
      const made = answers.filter(({ status }) => status === 201);
      expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1);
      for (const answer of answers) if (answer.status !== 201) expect(refusal(answer)).toBe('409 resource_conflict');
    }
  });

  it('WORK-23 never more than a hundred active ones, whichever node creates them', async () => {
    const active = (await nodes[0]!.call('GET', '/workspaces?limit=100')).body.data.length;
    const answers = await onEach(104 - active, (node, i) => node.call('POST', '/workspaces', { body: { name: `n${i}` } }));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100 - active);
    for (const answer of answers) if (answer.status !== 201) expect(refusal(answer)).toBe('409 workspace_limit_reached');
  });

  it('ADMIN-30 both nodes count together', async () => {
    await nodes[0]!.advance(60);
    await nodes[1]!.advance(60);
    const answers = await onEach(310, (node) => node.call('GET', '/me'));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});
