import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  chunk,
  freePort,
  MAIN_KEY,
  oneModel,
  rawReply,
  sse,
  startOwnRedis,
  startTcpProxy,
  testDatabases,
  testRedisUrl,
  textReply,
  type OpenTestDatabase,
  type OwnRedis,
  type Reply,
  type ScriptedRequest,
} from '#test-kit';
import {
  codeOf,
  installProcessHooks,
  run,
  SECOND_KEY,
  start,
  upstream,
  world,
  writeDeployment,
  type Started,
} from './processes/service-process.ts';

const HELD = 'wait for me';
const PATIENTLY = { timeout: 30_000 };
vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const hasRedis = (await testRedisUrl()) !== undefined;
type Variables = Readonly<Record<string, string>>;

it('SVC_WORKERS above 1 is refused without what the processes share', async () => {
  expect(await run(['start'], { SVC_WORKERS: '2' })).toEqual({
    code: 1,
    out: '',
    err: 'The environment has a problem:\n  SVC_WORKERS: more than 1 needs DATABASE_URL and REDIS_URL: the processes share their state there\n',
  });
});

/** One service of several processes. */
describe.runIf(postgres && hasRedis && process.platform === 'linux')('several workers', () => {
  let redis: OwnRedis;
  let database: OpenTestDatabase;
  beforeAll(async () => {
    redis = await startOwnRedis();
  });
  afterAll(() => redis.kill());

  /** `SVC_WORKERS` is 2 unless told otherwise, and the port any that is free. */
  async function withDatabase(options: Parameters<typeof world>[0], use: (env: Variables) => Promise<void>): Promise<void> {
    database = await postgres!.open({ migrated: false });
    try {
      await use({
        ...world(options),
        DATABASE_URL: database.databaseUrl!,
        REDIS_URL: redis.url,
        SVC_DATA_KEY: randomBytes(32).toString('base64'),
        SVC_TEST_CLOCK: '1',
        SVC_WORKERS: '2',
      });
    } finally {
      await database.close();
    }
  }

  const withWorkers = (
    options: Parameters<typeof world>[0],
    use: (service: Started, env: Variables) => Promise<void>,
    more: Variables = {},
  ): Promise<void> =>
    withDatabase(options, async (shared) => {
      const env = { ...shared, ...more };
      const service = await start(env);
      try {
        await use(service, env);
      } finally {
        if (service.child.exitCode === null && service.child.signalCode === null) expect(await service.end('SIGTERM')).toEqual([0, null]);
      }
    });

  const spread = (service: Started, count: number, key = MAIN_KEY): Promise<number[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const answer = await service.ask(key);
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  const count = (statuses: readonly unknown[], status: unknown): number => statuses.filter((each) => each === status).length;

  /** On a connection of its own, so that it may reach any of them. */
  const fresh = (service: Started, path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(service.url + path, { headers: { ...headers, connection: 'close' } });
  const readiness = async (service: Started) =>
    (await (await fresh(service, '/readyz')).json()) as { status: string; degraded: string[]; configuration: string };

  const pidsOf = (service: Started): number[] =>
    readFileSync(`/proc/${service.child.pid}/task/${service.child.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  const isRunning = (pid: number): boolean => {
    try {
      // One that has ended may wait for its new parent to look.
      return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return false;
    }
  };
  const isListening = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });

  const recordedIds = async (): Promise<string[]> =>
    (await database.store.db.selectFrom('usage_records').select('request_id').execute()).map(({ request_id }) => request_id);

  it('print their lines once, share one port, and log whole lines that name them', () =>
    withDatabase({}, async ({ SVC_PROVISION: _, ...env }) => {
      const service = await start(env);
      const first = /\n {2}(sk_live_[0-9a-f]{64})\n/.exec(service.output())![1]!;
      expect(count(await spread(service, 128, first), 200)).toBe(128);
      expect(await service.end('SIGTERM')).toEqual([0, null]);
      expect(service.output().match(/Svc is ready at /g)).toHaveLength(1);
      expect(service.output().match(/\n {2}sk_live_/g)).toHaveLength(1);
      const lines = service.output().split('\n').filter((line) => line.startsWith('{"level"'));
      const requests = lines.map((line) => JSON.parse(line) as { msg: string; worker?: number }).filter(({ msg }) => msg === 'request');
      expect(requests).toHaveLength(128);
      for (const worker of [1, 2]) expect(count(requests.map((line) => line.worker), worker)).toBeGreaterThan(0);
    }));

  it('LIMIT-06 let exactly 600 requests of a key through in a minute, all together', () =>
    withWorkers({ deployment: { limits: { chat_requests_per_minute: 600 } } }, async (service) => {
      const statuses = [...(await spread(service, 450)), ...(await spread(service, 450))];
      expect([count(statuses, 200), count(statuses, 429)]).toEqual([600, 300]);
    }));

  it('AUTH-11 refuse a key from the moment its revocation returned, while it is in use', () =>
    withWorkers({}, async (service, env) => {
      expect(count(await spread(service, 32), 200)).toBe(32);
      let returned = false;
      const late: number[] = [];
      const traffic = Array.from({ length: 8 }, async () => {
        for (let after = 0; after < 20;) {
          const asked = returned;
          const { status } = await service.ask();
          if (!asked) continue;
          late.push(status);
          after++;
        }
      });
      expect(await run(['keys', 'revoke', MAIN_KEY], env)).toMatchObject({ code: 0, err: '' });
      returned = true;
      await Promise.all(traffic);
      expect(count(late, 401)).toBe(160);
      expect(count(await spread(service, 16, SECOND_KEY), 200)).toBe(16);
    }));

  const described = (description: string) => {
    const { models } = oneModel({}) as { models: readonly object[] };
    return { models: models.map((model) => ({ ...model, description })) };
  };
  const descriptions = async (service: Started): Promise<string[]> => {
    const all = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const answer = await fresh(service, '/v1/models', { authorization: `Bearer ${MAIN_KEY}` });
        return ((await answer.json()) as { data: { description: string }[] }).data[0]!.description;
      }),
    );
    return [...new Set(all)];
  };

  it('take a changed svc.yaml together or not at all, and one that comes back has what the others have', () =>
    withWorkers({}, async (service, env) => {
      const before = await readiness(service);
      writeDeployment(described('by reload'));
      expect(await run(['reload'], env)).toMatchObject({ code: 0, out: 'The changed configuration is in force.\n' });
      expect(await descriptions(service)).toEqual(['by reload']);
      expect((await readiness(service)).configuration).not.toBe(before.configuration);
      writeDeployment({ ...described('bad'), drain_seconds: -1 });
      const refused = await run(['reload'], env);
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('drain_seconds: must be at least 0')]);
      expect(await descriptions(service)).toEqual(['by reload']);
      await killOneAndWait(service);
      expect(await descriptions(service)).toEqual(['by reload']);
    }));

  /** Kills a worker, sees that this is told and that the others serve, and waits until it is back. */
  async function killOneAndWait(service: Started): Promise<void> {
    const [victim] = pidsOf(service);
    process.kill(victim!, 'SIGKILL');
    await expect.poll(() => readiness(service).catch(() => undefined), PATIENTLY).toMatchObject({ status: 'degraded', degraded: ['workers'] });
    await expect.poll(() => readiness(service), PATIENTLY).toMatchObject({ status: 'ready', degraded: [] });
    expect(pidsOf(service)).toHaveLength(2);
    expect(pidsOf(service)).not.toContain(victim);
  }

  it('move their clocks together before the answer comes, and one that comes back has moved too', () =>
    withWorkers({ secondKey: { expires_at: new Date(Date.now() + 3_600_000).toISOString() } }, async (service) => {
      expect(count(await spread(service, 32, SECOND_KEY), 200)).toBe(32);
      expect((await service.advance(3601)).status).toBe(200);
      expect(count(await spread(service, 32, SECOND_KEY), 401)).toBe(32);
      await killOneAndWait(service);
      expect(count(await spread(service, 32, SECOND_KEY), 401)).toBe(32);
      expect(count(await spread(service, 32), 200)).toBe(32);
    }));

  it('have their metrics added up, which a death does not lower', async () => {
    const metricsPort = await freePort();
    const answered = async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const read = (name: RegExp) => [...text.matchAll(name)].map((match) => Number(match[1]));
      return {
        requests: read(/^svc_requests_total\{.*chat.* (\d+)$/gm),
        seconds: read(/^svc_request_duration_seconds_count\{.*chat.* (\d+)$/gm),
        backlog: read(/^svc_usage_journal_backlog_bytes (\d+)$/gm),
      };
    };
    await withWorkers(
      {},
      async (service) => {
        expect(count(await spread(service, 64), 200)).toBe(64);
        expect(await answered()).toMatchObject({ requests: [64], seconds: [64], backlog: [expect.any(Number)] });
        await killOneAndWait(service);
        expect(await answered()).toMatchObject({ requests: [64], seconds: [64] });
        expect(count(await spread(service, 64), 200)).toBe(64);
        expect(await answered()).toMatchObject({ requests: [128], seconds: [128] });
      },
      { SVC_METRICS_PORT: String(metricsPort) },
    );
  });

  /** Callers that ask one request after the other until told to stop. `stop` resolves with the ids of what was answered whole. */
  function callers(service: Started, howMany: number): { stop(): Promise<string[]> } {
    const ids: string[] = [];
    let stopped = false;
    const all = Array.from({ length: howMany }, async () => {
      while (!stopped) {
        const answer = await service.ask().catch(() => undefined);
        const whole = await answer?.arrayBuffer().catch(() => undefined);
        if (answer?.status === 200 && whole) ids.push(answer.headers.get('x-request-id')!);
        else if (answer) expect(answer.status).toBe(200);
      }
    });
    return {
      async stop() {
        stopped = true;
        await Promise.all(all);
        return ids;
      },
    };
  }

  it('go on when one is killed under load: it comes back, and each answer has exactly one usage record', () =>
    withWorkers({}, async (service, env) => {
      const load = callers(service, 8);
      await killOneAndWait(service);
      await killOneAndWait(service);
      const answered = await load.stop();
      expect(answered.length).toBeGreaterThan(50);
      const { code, out } = await run(['ledger', 'check'], env);
      expect([code, out]).toEqual([0, expect.not.stringContaining('FAIL')]);
      const recorded = await recordedIds();
      expect(answered.filter((id) => !recorded.includes(id))).toEqual([]);
      expect(new Set(recorded).size).toBe(recorded.length);
    }));

  it('leave nobody listening when their parent is killed, and the next start succeeds at once and has every record', () =>
    withDatabase({}, async (env) => {
      const port = String(await freePort());
      const service = await start({ ...env, PORT: port });
      const workers = pidsOf(service);
      const load = callers(service, 4);
      const stream = await heldStream(service);
      stream.rest.catch(() => {});
      await expect.poll(() => service.output(), PATIENTLY).toContain('"msg":"request"');
      await service.end('SIGKILL');
      const answered = await load.stop();
      await expect.poll(() => isListening(service.port), { timeout: 5000 }).toBe(false);
      // One of them still streams: it drains.
      expect(workers.filter(isRunning).length).toBeGreaterThan(0);
      const again = await start({ ...env, PORT: port });
      expect(workers.filter(isRunning)).toEqual([]);
      expect((await again.ask()).status).toBe(200);
      expect(await again.end('SIGTERM')).toEqual([0, null]);
      const recorded = await recordedIds();
      expect(answered.filter((id) => !recorded.includes(id))).toEqual([]);
    }));

  it('drain and end without a parent', () =>
    withDatabase({}, async (env) => {
      const service = await start(env);
      const workers = pidsOf(service);
      const stream = await heldStream(service);
      await service.end('SIGKILL');
      await expect.poll(() => isListening(service.port), { timeout: 5000 }).toBe(false);
      stream.finish();
      expect(await stream.rest).toMatch(/ended.*data: \[DONE\]\n\n$/s);
      await expect.poll(() => workers.filter(isRunning), PATIENTLY).toEqual([]);
      expect(await recordedIds()).toHaveLength(1);
    }));

  /** A stream that has begun and ends when `finish` is called. `rest` is everything that follows. */
  async function heldStream(service: Started): Promise<{ finish: () => void; rest: Promise<string> }> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held: Reply = rawReply([sse(chunk({ content: 'begun ' })), { until: promise }, sse(chunk({ content: 'ended' }, 'stop')), sse('[DONE]')]);
    const other = textReply('fine');
    upstream.script((request: ScriptedRequest) => {
      const reply = JSON.stringify(request.body).includes(HELD) ? held : other;
      return typeof reply === 'function' ? reply(request) : reply;
    });
    const answer = await service.ask(MAIN_KEY, { messages: [{ role: 'user', content: HELD }] });
    expect(answer.status).toBe(200);
    return { finish: resolve, rest: answer.text() };
  }

  it('let running streams finish on SIGTERM, take nothing new, heed no second signal and exit 0', () =>
    withWorkers({}, async (service) => {
      const streams = [];
      for (let i = 0; i < 8; i++) streams.push(await heldStream(service));
      const exit = once(service.child, 'exit');
      service.child.kill('SIGTERM');
      for (const pid of pidsOf(service)) process.kill(pid, 'SIGTERM');
      await expect.poll(() => isListening(service.port), PATIENTLY).toBe(false);
      service.child.kill('SIGINT');
      for (const { finish } of streams) finish();
      for (const { rest } of streams) expect(await rest).toMatch(/ended.*data: \[DONE\]\n\n$/s);
      expect(await exit).toEqual([0, null]);
      expect(await recordedIds()).toHaveLength(8);
    }));

  it('lose no journal when there are fewer of them at the next start', () =>
    withDatabase({}, async (env) => {
      const url = new URL(env['DATABASE_URL']!);
      const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
      url.hostname = '127.0.0.1';
      url.port = String(proxy.port);
      const three = await start({ ...env, SVC_WORKERS: '3', DATABASE_URL: url.href, SVC_DATA_DIR: 'data' });
      try {
        for (let round = 0; round < 3; round++) expect(count(await spread(three, 64), 200)).toBe(64);
        await run(['ledger', 'check'], { ...env, SVC_DATA_DIR: 'data' });
        const before = (await recordedIds()).length;
        expect(before).toBe(192);
        await proxy.refuse();
        expect(count(await spread(three, 64), 200)).toBe(64);
        for (const pid of pidsOf(three)) process.kill(pid, 'SIGKILL');
        await three.end('SIGKILL');
        expect((await recordedIds()).length).toBe(192);
        const one = await start({ ...env, SVC_WORKERS: '1', SVC_DATA_DIR: 'data' });
        await expect.poll(async () => (await recordedIds()).length, PATIENTLY).toBe(256);
        expect(await one.end('SIGTERM')).toEqual([0, null]);
      } finally {
        await proxy.close();
      }
    }));

  it('fail together at the start, with the message of the one that cannot start', () =>
    withDatabase({}, async (env) => {
      const port = await freePort();
      const { code, out, err } = await run(['start'], { ...env, PORT: String(port), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
      expect([code, err]).toEqual([1, 'The database cannot be used: cannot_connect.\n']);
      expect(out).not.toContain('ready');
      expect(await isListening(port)).toBe(false);
    }));

  it('refuse a port in use before anything is made', () =>
    withWorkers({}, async (service, env) => {
      const second = await run(['start'], { ...env, PORT: String(service.port), SVC_DATA_DIR: 'other' });
      expect(second).toMatchObject({ code: 1, err: `The address 127.0.0.1:${service.port} is in use. Set HOST and PORT to another.\n` });
      expect(second.out).toBe('');
      expect(await codeOf(await service.ask('sk_live_nonsense'))).toBe('invalid_api_key');
    }));
});
