import { Redis } from 'ioredis';
import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { MAIN_KEY, rawReply, sse, streamOf, textReply } from '#test-kit';
import {
  ask,
  ASK,
  cleanups,
  hasRedis,
  installCleanups,
  postgres,
  readiness,
  SECOND_KEY,
  startOutageWorld,
  startSharedOutageWorld,
  UNKNOWN_KEY,
} from './outages/outage-world.ts';

vi.setConfig({ testTimeout: 60_000 });
const PATIENTLY = { timeout: 15_000 };
installCleanups();

/** How a Redis that runs and answers is made to answer errors, and how it is put right again. */
const FAULTS: Readonly<Record<string, { begin: (admin: Redis) => Promise<unknown>; end: (admin: Redis) => Promise<unknown> }>> = {
  'out of memory': {
    begin: async (admin) => {
      await admin.config('SET', 'maxmemory-policy', 'noeviction');
      await admin.config('SET', 'maxmemory', '1mb');
    },
    end: (admin) => admin.config('SET', 'maxmemory', '0'),
  },
  'a replica that takes no writes': {
    begin: (admin) => admin.replicaof('127.0.0.1', 1),
    end: (admin) => admin.replicaof('NO', 'ONE'),
  },
  'busy with a script': {
    begin: async (admin) => {
      await admin.config('SET', 'busy-reply-threshold', '1');
      const other = new Redis(admin.options.port!, { commandTimeout: 60_000 });
      cleanups.push(() => other.disconnect());
      other.eval('while true do end', 0).catch(() => undefined);
      await expect.poll(() => admin.ping().catch(String), PATIENTLY).toContain('BUSY');
    },
    end: (admin) => admin.script('KILL'),
  },
};

describe.runIf(postgres && hasRedis)('Redis that answers errors', () => {
  it.each(Object.keys(FAULTS))('LIMIT-12 %s: counted alone and said so all the while, nobody waits, back by itself', async (name) => {
    const { begin, end } = FAULTS[name]!;
    const { service, redis } = await startSharedOutageWorld();
    const admin = new Redis(redis.url);
    cleanups.push(() => admin.disconnect());
    await begin(admin);
    const states = new Set<string>();
    const until = performance.now() + 2000;
    expect(await ask(service)).toMatchObject({ status: 200 });
    while (performance.now() < until) {
      const [known, unknown, state] = await Promise.all([ask(service), ask(service, UNKNOWN_KEY), readiness(service)]);
      expect([known.status, unknown.status]).toEqual([200, 401]);
      expect(known.ms).toBeLessThan(1000);
      states.add(JSON.stringify(state));
    }
    expect([...states]).toEqual([JSON.stringify([200, ['counters']])]);
    await end(admin);
    await expect.poll(() => readiness(service), PATIENTLY).toEqual([200, []]);
    expect(await ask(service)).toMatchObject({ status: 200 });
    expect(service.logLines.filter((line) => line.includes('the shared counters are away'))).toHaveLength(1);
  });

  it('LIMIT-12 its scripts flushed: no call is refused, and it is not away for long', async () => {
    const { service, redis } = await startSharedOutageWorld();
    const admin = new Redis(redis.url);
    cleanups.push(() => admin.disconnect());
    await admin.script('FLUSH');
    for (let call = 0; call < 20; call++) expect(await ask(service)).toMatchObject({ status: 200 });
    await expect.poll(() => readiness(service), PATIENTLY).toEqual([200, []]);
    expect(await ask(service)).toMatchObject({ status: 200 });
    expect(await readiness(service)).toEqual([200, []]);
  });
});
