import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { freePort, startTcpProxy } from '#test-kit';
import { installProcessHooks, run, start } from './processes/service-process.ts';
import {
  callers,
  count,
  heldStream,
  installWorkerHooks,
  isListening,
  isRunning,
  killOneAndWait,
  pidsOf,
  recordedIds,
  recordingNodes,
  runsWorkers,
  spread,
  withDatabase,
  withWorkers,
} from './processes/worker-service.ts';

vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

/** One service of several processes, which are killed or stopped. */
describe.runIf(runsWorkers)('several workers', () => {
  installWorkerHooks();

  it('continue when one is killed under load: it restarts, and each response has exactly one usage record', () =>
    withWorkers({}, async (service, env) => {
      const load = callers(service, 8);
      await killOneAndWait(service);
      await killOneAndWait(service);
      const { ids: responded, refused } = await load.stop();
      expect(refused).toEqual([]);
      expect(responded.length).toBeGreaterThan(50);
      const { code, out } = await run(['ledger', 'check'], env);
      expect([code, out]).toEqual([0, expect.not.stringContaining('FAIL')]);
      const recorded = await recordedIds();
      expect(responded.filter((id) => !recorded.includes(id))).toEqual([]);
      expect(new Set(recorded).size).toBe(recorded.length);
      // Wallet leases have these names: each worker is a node, whatever happens to its processes.
      expect(await recordingNodes()).toHaveLength(2);
    }));

  it('stop listening when their parent is killed, and the next start succeeds immediately with every record', () =>
    withDatabase({}, async (env) => {
      const port = String(await freePort());
      const service = await start({ ...env, PORT: port });
      const workers = pidsOf(service);
      const load = callers(service, 4);
      const stream = await heldStream(service);
      stream.rest.catch(() => {});
      await expect.poll(() => service.output()).toContain('"msg":"request"');
      await service.end('SIGKILL');
      const { ids: responded, refused } = await load.stop();
      // Workers that are stopping may refuse before they close.
      expect(refused.filter((status) => status !== 503)).toEqual([]);
      await expect.poll(() => isListening(service.port)).toBe(false);
      // One of them still streams, so it drains.
      expect(workers.filter(isRunning).length).toBeGreaterThan(0);
      const again = await start({ ...env, PORT: port });
      expect(workers.filter(isRunning)).toEqual([]);
      expect((await again.ask()).status).toBe(200);
      expect(await again.end('SIGTERM')).toEqual([0, null]);
      const recorded = await recordedIds();
      expect(responded.filter((id) => !recorded.includes(id))).toEqual([]);
    }));

  it('drain and exit without a parent', () =>
    withDatabase({}, async (env) => {
      const service = await start(env);
      const workers = pidsOf(service);
      const stream = await heldStream(service);
      await service.end('SIGKILL');
      await expect.poll(() => isListening(service.port)).toBe(false);
      stream.finish();
      expect(await stream.rest).toMatch(/ended.*data: \[DONE\]\n\n$/s);
      await expect.poll(() => workers.filter(isRunning)).toEqual([]);
      expect(await recordedIds()).toHaveLength(1);
    }));

  it('let running streams finish on SIGTERM, accept nothing new, ignore a second signal and exit 0', () =>
    withWorkers({}, async (service) => {
      const streams = [];
      for (let i = 0; i < 8; i++) streams.push(await heldStream(service));
      const exit = once(service.child, 'exit');
      service.child.kill('SIGTERM');
      for (const pid of pidsOf(service)) process.kill(pid, 'SIGTERM');
      await expect.poll(() => isListening(service.port)).toBe(false);
      service.child.kill('SIGINT');
      for (const { finish } of streams) finish();
      for (const { rest } of streams) expect(await rest).toMatch(/ended.*data: \[DONE\]\n\n$/s);
      expect(await exit).toEqual([0, null]);
      expect(await recordedIds()).toHaveLength(8);
    }));

  it('lose no journal when the next start has fewer of them', () =>
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
        await expect.poll(async () => (await recordedIds()).length).toBe(256);
        expect(await one.end('SIGTERM')).toEqual([0, null]);
      } finally {
        await proxy.close();
      }
    }));
});
