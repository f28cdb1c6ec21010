import { describe, expect, it, vi } from 'vitest';
import { freePort, MAIN_KEY, oneModel } from '#test-kit';
import {
  codeOf,
  installProcessHooks,
  run,
  SECOND_KEY,
  start,
  writeDeployment,
  type Started,
} from './processes/service-process.ts';
import {
  count,
  fresh,
  installWorkerHooks,
  isListening,
  killOneAndWait,
  readiness,
  runsWorkers,
  spread,
  withDatabase,
  withWorkers,
} from './processes/worker-service.ts';

vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

it('SVC_WORKERS above 1 is refused without the shared stores', async () => {
  expect(await run(['start'], { SVC_WORKERS: '2' })).toEqual({
    code: 1,
    out: '',
    err: 'The environment has a problem:\n  SVC_WORKERS: more than 1 needs DATABASE_URL and REDIS_URL: the processes share their state there\n',
  });
});

/** One service of several processes. */
describe.runIf(runsWorkers)('several workers', () => {
  installWorkerHooks();

  it('print their lines once, share one port, and log whole lines that name the worker', () =>
    withDatabase({}, async (env) => {
      const service = await start({ ...env, SVC_PROVISION: '' });
      const first = /\n {2}(sk_live_[0-9a-f]{64})\n/.exec(service.output())![1]!;
      expect(count(await spread(service, 128, first), 200)).toBe(128);
      expect(await service.end('SIGTERM')).toEqual([0, null]);
      expect(service.output().match(/Svc is ready at /g)).toHaveLength(1);
      expect(service.output().match(/\n {2}sk_live_/g)).toHaveLength(1);
      const lines = service
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{"level"'));
      const requests = lines
        .map((line) => JSON.parse(line) as { msg: string; worker?: number })
        .filter(({ msg }) => msg === 'request');
      expect(requests).toHaveLength(128);
      for (const worker of [1, 2])
        expect(
          count(
            requests.map((line) => line.worker),
            worker,
          ),
        ).toBeGreaterThan(0);
    }));

  it('LIMIT-06 admit exactly 600 requests of a key per minute, all together', () =>
    withWorkers({ deployment: { limits: { chat_requests_per_minute: 600 } } }, async (service) => {
      const outages = () => service.output().split('Redis unreachable').length;
      let statuses: number[];
      let before: number;
      // On a machine too busy for Redis to answer in time each worker counts alone (LIMIT-12), and the test
      // proves nothing.
      do {
        await service.advance(61);
        before = outages();
        statuses = [];
        while (statuses.length < 900) statuses.push(...(await spread(service, 60)));
      } while (outages() > before);
      expect([count(statuses, 200), count(statuses, 429)]).toEqual([600, 300]);
    }));

  it('AUTH-11 refuse a key once its revocation returned, while it is in use', () =>
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
        const response = await fresh(service, '/v1/models', { authorization: `Bearer ${MAIN_KEY}` });
        return ((await response.json()) as { data: { description: string }[] }).data[0]!.description;
      }),
    );
    return [...new Set(all)];
  };

  it('apply a changed svc.yaml together or not at all, and a restarted one has the same configuration', () =>
    withWorkers({}, async (service, env) => {
      const before = await readiness(service);
      writeDeployment(described('by reload'));
      expect(await run(['reload'], env)).toMatchObject({
        code: 0,
        out: 'Applied the changed configuration.\n',
      });
      expect(await descriptions(service)).toEqual(['by reload']);
      expect((await readiness(service)).configuration).not.toBe(before.configuration);
      writeDeployment({ ...described('bad'), drain_seconds: -1 });
      const refused = await run(['reload'], env);
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringContaining('drain_seconds: must be at least 0'),
      ]);
      expect(await descriptions(service)).toEqual(['by reload']);
      await killOneAndWait(service);
      expect(await descriptions(service)).toEqual(['by reload']);
    }));

  it('apply a changed svc.yaml together when an operator asks one of them over the API', () =>
    withWorkers({}, async (service, env) => {
      const [, secret = ''] =
        /(sk_op_\w+)/.exec((await run(['operators', 'keys', 'create', 'sync'], env)).out) ?? [];
      const api = async (method: string, path: string, body?: object) => {
        const response = await fetch(`${service.url}/operator/v1/configuration/${path}`, {
          method,
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return (await response.json()) as { readonly status: string; readonly digest: string };
      };
      expect((await api('GET', 'file')).status).toBe('unchanged');
      writeDeployment(described('by an operator'));
      const { status, digest } = await api('GET', 'file');
      expect(status).toBe('changed');
      expect(await api('POST', 'reload', { digest })).toMatchObject({ digest });
      expect(await descriptions(service)).toEqual(['by an operator']);
      expect((await readiness(service)).configuration).toBe(digest);
    }));

  it('move their clocks together before the response, and a restarted one has moved too', () =>
    withWorkers(
      { secondKey: { expires_at: new Date(Date.now() + 3_600_000).toISOString() } },
      async (service) => {
        expect(count(await spread(service, 32, SECOND_KEY), 200)).toBe(32);
        expect((await service.advance(3601)).status).toBe(200);
        expect(count(await spread(service, 32, SECOND_KEY), 401)).toBe(32);
        await killOneAndWait(service);
        expect(count(await spread(service, 32, SECOND_KEY), 401)).toBe(32);
        expect(count(await spread(service, 32), 200)).toBe(32);
      },
    ));

  it('report summed metrics, which a crash does not lower', async () => {
    const metricsPort = await freePort();
    const responses = async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const read = (name: RegExp) => [...text.matchAll(name)].map((match) => Number(match[1]));
      return {
        requests: read(/^svc_requests_total\{.*chat.* (\d+)$/gm),
        seconds: read(/^svc_request_duration_seconds_count\{.*chat.* (\d+)$/gm),
        attempts: read(/^svc_engine_attempts_total\{.*completed.* (\d+)$/gm),
        limits: read(/^svc_engine_slots_limit\{.* (\d+)$/gm),
        backlog: read(/^svc_usage_journal_backlog_bytes (\d+)$/gm),
      };
    };
    await withWorkers(
      {},
      async (service) => {
        expect(count(await spread(service, 64), 200)).toBe(64);
        expect(await responses()).toMatchObject({
          requests: [64],
          seconds: [64],
          attempts: [64],
          // Of all workers together, and not of each.
          limits: [2048],
          backlog: [expect.any(Number)],
        });
        await killOneAndWait(service);
        expect(await responses()).toMatchObject({ requests: [64], seconds: [64] });
        expect(count(await spread(service, 64), 200)).toBe(64);
        expect(await responses()).toMatchObject({ requests: [128], seconds: [128] });
      },
      { SVC_METRICS_PORT: String(metricsPort) },
    );
  });

  it('fail together at the start, with the message of the one that cannot start', () =>
    withDatabase({}, async (env) => {
      const port = await freePort();
      const { code, out, err } = await run(['start'], {
        ...env,
        PORT: String(port),
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      });
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:1 cannot be used: .*\(ECONNREFUSED\)\. .+\n$/),
      ]);
      expect(out).not.toContain('ready');
      expect(await isListening(port)).toBe(false);
    }));

  it('refuse a port in use before anything is created', () =>
    withWorkers({}, async (service, env) => {
      const second = await run(['start'], { ...env, PORT: String(service.port), SVC_DATA_DIR: 'other' });
      expect(second).toMatchObject({
        code: 1,
        err: `The address 127.0.0.1:${service.port} is already in use. Set HOST or PORT to another.\n`,
      });
      expect(second.out).toBe('');
      expect(await codeOf(await service.ask('sk_live_nonsense'))).toBe('invalid_api_key');
    }));
});
