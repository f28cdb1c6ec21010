import type { Traffic } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorReply,
  startScriptedUpstream,
  httpDatabases,
  textReply,
  type OpenTestDatabase,
  type ScriptedUpstream,
} from '#test-kit';
import { startTrafficService, type TrafficService } from './traffic-service.ts';
import { refusal } from './operator-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('traffic and nodes on $kind', (database) => {
  let opened: OpenTestDatabase | undefined;
  let upstream: ScriptedUpstream;
  let first: TrafficService;
  const ids: string[] = [];

  beforeAll(async () => {
    upstream = await startScriptedUpstream(textReply(['a', 'b', 'c'], { delayMs: 15 }));
    opened = database.kind === 'postgres' ? await database.open() : undefined;
    first = await startTrafficService(opened, upstream);
  });
  afterAll(async () => {
    await first?.service.stop();
    await opened?.close();
    await upstream?.close();
  });

  const read = async (query = ''): Promise<Traffic> =>
    (await first.operator(`/traffic${query}`)).body as Traffic;
  const requestsBy = async (grouping: string): Promise<Record<string, number>> => {
    const { series } = await read(`?group_by=${grouping}`);
    return Object.fromEntries(series.map(({ group, total }) => [group, total.requests]));
  };

  it('are empty while nothing was called', async () => {
    const body = await read();
    expect(body).toMatchObject({
      type: 'traffic',
      span: '1h',
      group_by: 'model',
      point_seconds: 60,
      series: [],
      total: { requests: 0, errors: 0, first_output: null, duration: null },
      current: { requests_per_second: 0 },
    });
    expect(body['points']).toHaveLength(60);
  });

  it('count each call by model, engine, node and how it ended, with tokens and latencies', async () => {
    for (let call = 0; call < 5; call++) ids.push(await first.ask());
    for (let call = 0; call < 2; call++) ids.push(await first.ask({ model: 'Svc Large' }));
    await first.ask({ stream: false });
    upstream.script(errorReply(500));
    await first.ask();
    await first.ask({ messages: 'none' });
    upstream.script(textReply('fine'));
    await first.count();
    await expect.poll(async () => (await read())['total'].requests, { timeout: 10_000 }).toBe(10);
    expect(await requestsBy('model')).toEqual({ 'Svc Standard': 7, 'Svc Large': 2, null: 1 });
    // The first engine of the large model is dead, and the second one answers.
    expect(await requestsBy('engine')).toEqual({ main: 7, spare: 2, null: 1 });
    expect(await requestsBy('route')).toEqual({ 'main: Svc Standard': 7, 'spare: Svc Large': 2, null: 1 });
    const { series } = await read('?group_by=route');
    const ofMain = series.find(({ group }) => group === 'main: Svc Standard')!.total;
    expect([ofMain.errors, ofMain.first_output!.p50_ms]).toEqual([1, expect.any(Number)]);
    expect(await requestsBy('code')).toEqual({
      completed: 8,
      upstream_error: 1,
      messages_required: 1,
    });
    const [node] = (await first.operator('/nodes')).body.data;
    expect(await requestsBy('node')).toEqual({ [node.id]: 10 });
    const { total, current, points } = await read();
    expect(total).toMatchObject({ requests: 10, errors: 2, input_tokens: 80 });
    expect(total.output_tokens).toBeGreaterThan(7);
    expect(current!.requests_per_second).toBeGreaterThan(0);
    expect(current!.errors_per_second).toBeLessThan(current!.requests_per_second);
    const sum = points.reduce((all, { requests }) => all + requests, 0);
    expect(sum).toBe(10);
  });

  it('tell percentiles within a tenth of those of the records', async () => {
    const records = [];
    for (const id of ids) records.push((await first.operator(`/requests/${id}`)).body);
    expect(new Set(records.map(({ engine }) => engine))).toEqual(new Set(['main', 'spare']));
    const { series } = await read('?group_by=code');
    const { first_output: firstOutput } = series.find(({ group }) => group === 'completed')!.total;
    const exact = records.map(({ first_output_ms: ms }) => ms as number).toSorted((a, b) => a - b);
    for (const [name, share] of [
      ['p50_ms', 0.5],
      ['p95_ms', 0.95],
    ] as const) {
      const known = exact[Math.ceil(share * exact.length) - 1]!;
      expect(Math.abs(firstOutput![name] - known)).toBeLessThanOrEqual(Math.max(1, 0.1 * known));
    }
  });

  it('have at most 120 points of every span, whatever is asked for', async () => {
    const shapes: Record<string, [points: number, seconds: number]> = {};
    for (const span of ['1h', '6h', '1d', '7d', '30d', '90d']) {
      const { points, point_seconds: seconds, total } = await read(`?span=${span}`);
      shapes[span] = [points.length, seconds];
      expect(total.requests).toBe(10);
    }
    expect(shapes).toEqual({
      '1h': [60, 60],
      '6h': [72, 300],
      '1d': [96, 900],
      '7d': [84, 7200],
      '30d': [120, 21_600],
      '90d': [90, 86_400],
    });
    const old = await read(`?span=1h&ending_at=${new Date(Date.now() - 3 * 86_400_000).toISOString()}`);
    expect([old['point_seconds'], old['points'].length, old['current']]).toEqual([900, 4, null]);
    expect(refusal(await first.operator('/traffic?span=1y'))).toBe('400 invalid_parameter span');
    expect(refusal(await first.operator('/traffic?group_by=key'))).toBe('400 invalid_parameter group_by');
  });

  it('leave no event when they are read, which a page does every few seconds, but when they are refused', async () => {
    const { data } = (await first.operator('/events?limit=100')).body as {
      data: { details: { operation?: string; status?: number } }[];
    };
    const ofTraffic = data.filter(({ details }) => details.operation === 'readTraffic');
    expect(ofTraffic.map(({ details }) => details.status)).toEqual([400, 400]);
  });

  it('are told of each node with its engines, journals and disk', async () => {
    const { body } = await first.operator('/nodes');
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      type: 'node',
      state: 'ready',
      problems: [],
      configuration: first.service.readiness().configuration,
      shared_counters: 'unused',
      backlog_bytes: { usage: 0, calls: 0, audit: 0 },
    });
    const engines = body.data[0].engines as { name: string; slots: number; failing_models: string[] }[];
    expect(engines.map(({ name, slots }) => [name, slots])).toEqual([
      ['dead', 2048],
      ['main', 2048],
      ['spare', 7],
    ]);
    expect(body.data[0].disk.free_bytes).toBeGreaterThan(0);
    expect((await first.operator('/queues')).body).toMatchObject({ type: 'queues', jobs: [] });
  });

  it.runIf(database.kind === 'postgres')(
    'name a second node with its own traffic, lost when it no longer reports, and gone when it was stopped',
    async () => {
      const second = await startTrafficService(opened, upstream);
      const states = async (): Promise<string[]> =>
        (await first.operator('/nodes')).body.data.map(({ state }: { state: string }) => state);
      try {
        await second.ask();
        await second.count();
        expect((await second.operator('/nodes')).body.data).toHaveLength(2);
        expect(await states()).toEqual(['ready', 'ready']);
        await expect
          .poll(async () => Object.values(await requestsBy('node')), { timeout: 10_000 })
          .toEqual([10, 1]);
        // As if the second one had been silent for that long.
        await first.service.advance(31);
        expect((await states()).toSorted()).toEqual(['lost', 'ready']);
        await second.operator('/nodes');
        await first.service.advance(3600);
        expect(await states()).toEqual(['ready']);
      } finally {
        await second.service.stop();
      }
      expect(await states()).toEqual(['ready']);
    },
  );
});
