import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  rawReply,
  sse,
  STALL,
  startOwnRedis,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type Step,
} from '#test-kit';
import {
  ask,
  ASK,
  cleanups,
  hasRedis,
  installCleanups,
  openDatabase,
  postgres,
  readiness,
  SECOND_KEY,
  startOutageFixture,
  startSharedOutageFixture,
  UNKNOWN_KEY,
  type OutageFixture,
  type OutageFixtureOptions,
  type CallOutcome,
} from './outages/outage-fixture.ts';

installCleanups();

/** How to make a running Redis return errors, and how to repair it. */
const FAULTS: Readonly<
  Record<string, { begin: (admin: Redis) => Promise<unknown>; end: (admin: Redis) => Promise<unknown> }>
> = {
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
      await expect.poll(() => admin.ping().catch(String)).toContain('BUSY');
    },
    end: (admin) => admin.script('KILL'),
  },
};

/** A directory with the saved data of a Redis with this many keys. */
async function savedKeys(keys: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-redis-'));
  cleanups.push(() => rm(directory, { recursive: true, force: true }));
  const redis = await startOwnRedis('--dir', directory);
  const admin = new Redis(redis.url);
  await admin.eval("for i = 1, ARGV[1] do redis.call('set', 'filler:' .. i, i) end", 0, keys);
  await admin.save();
  admin.disconnect();
  await redis.kill();
  return directory;
}

/**
 * Checks that for two seconds every call gets its normal response without waiting, and the node reports that
 * it counts alone.
 */
async function expectCountedAlone(service: RunningService): Promise<void> {
  const states = new Set<string>();
  const until = performance.now() + 2000;
  expect(await ask(service)).toMatchObject({ status: 200 });
  while (performance.now() < until) {
    const [known, unknown, state] = await Promise.all([
      ask(service),
      ask(service, UNKNOWN_KEY),
      readiness(service),
    ]);
    expect([known.status, unknown.status]).toEqual([200, 401]);
    expect(known.ms).toBeLessThan(1900);
    states.add(JSON.stringify(state));
  }
  expect([...states]).toEqual([JSON.stringify([200, ['counters']])]);
}

describe.runIf(postgres && hasRedis)('Redis that returns errors', () => {
  it.each(Object.keys(FAULTS))(
    'LIMIT-12 %s: nodes count alone and report it, nobody waits, and sharing resumes',
    async (name) => {
      const { begin, end } = FAULTS[name]!;
      const { service, redis } = await startSharedOutageFixture();
      const admin = new Redis(redis.url);
      cleanups.push(() => admin.disconnect());
      await begin(admin);
      await expectCountedAlone(service);
      await end(admin);
      await expect.poll(() => readiness(service)).toEqual([200, []]);
      expect(await ask(service)).toMatchObject({ status: 200 });
      expect(service.logLines.filter((line) => line.includes('Redis unreachable'))).toHaveLength(1);
    },
  );

  it('LIMIT-12 restarted and still loading: nodes count alone and report it, nobody waits, and sharing resumes', async () => {
    const { service, redis } = await startSharedOutageFixture();
    const directory = await savedKeys(6000);
    await redis.kill();
    // One millisecond per key, with replies in between.
    await redis.restart(
      '--dir',
      directory,
      '--key-load-delay',
      '1000',
      '--loading-process-events-interval-bytes',
      '1024',
    );
    const admin = new Redis(redis.url, { enableReadyCheck: false });
    cleanups.push(() => admin.disconnect());
    await expect.poll(() => admin.ping().catch(String)).toContain('LOADING');
    await expectCountedAlone(service);
    expect(await admin.ping().catch(String)).toContain('LOADING');
    await expect.poll(() => readiness(service)).toEqual([200, []]);
    expect(await ask(service)).toMatchObject({ status: 200 });
  });

  it('LIMIT-12 its scripts flushed: no call is refused, and it is not unavailable for long', async () => {
    const { service, redis } = await startSharedOutageFixture();
    const admin = new Redis(redis.url);
    cleanups.push(() => admin.disconnect());
    await admin.script('FLUSH');
    for (let call = 0; call < 20; call++) expect(await ask(service)).toMatchObject({ status: 200 });
    await expect.poll(() => readiness(service)).toEqual([200, []]);
    expect(await ask(service)).toMatchObject({ status: 200 });
    expect(await readiness(service)).toEqual([200, []]);
  });
});

/**
 * A separate database role for the service: settings of the role do not apply to a superuser, and leave other
 * tests alone.
 */
async function startAsRole(
  options: Pick<OutageFixtureOptions, 'connectTimeoutS'> = {},
): Promise<{ fixture: OutageFixture; admin: Client; role: string }> {
  const role = `svc_role_${randomBytes(6).toString('hex')}`;
  const database = await openDatabase();
  const admin = new Client({ connectionString: database.databaseUrl });
  await admin.connect();
  cleanups.push(async () => {
    await admin.query(`drop owned by ${role}; drop role ${role}`);
    await admin.end();
  });
  await admin.query(`create role ${role} login password '${role}'; grant all on all tables in schema public to ${role};
    grant all on all sequences in schema public to ${role}; grant all on schema public to ${role}; alter table usage_records owner to ${role}; alter table request_records owner to ${role}`);
  const url = Object.assign(new URL(database.databaseUrl!), { username: role, password: role });
  return {
    fixture: await startOutageFixture({ ...options, database, environment: { DATABASE_URL: url.href } }),
    admin,
    role,
  };
}

const disconnect = (admin: Client, role: string): Promise<unknown> =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);

/** For tests in which nobody may be refused: on a busy machine a connection may take longer than the usual second. */
const PATIENT = { connectTimeoutS: 10 } as const;

/** This many unknown keys, each looked up in the database. */
let unknownKeys = 0;
const unknownCalls = (service: RunningService, calls: number): Promise<CallOutcome[]> =>
  Promise.all(
    Array.from({ length: calls }, () => ask(service, `sk_live_${String(unknownKeys++).padStart(64, '0')}`)),
  );

describe.runIf(postgres)('PostgreSQL that returns errors', () => {
  it('AUTH-38 full: existing connections stay in use, and nobody is refused', async () => {
    const { fixture, admin, role } = await startAsRole(PATIENT);
    const { service } = fixture;
    const connections = async (): Promise<number> => {
      const { rows } = await admin.query<{ n: number }>(
        'select count(*)::int as n from pg_stat_activity where usename = $1',
        [role],
      );
      return rows[0]!.n;
    };
    // As many connections as a busy service has.
    await unknownCalls(service, 20);
    const before = await connections();
    expect(before).toBeGreaterThan(0);
    await admin.query(`alter role ${role} connection limit 0`);
    for (let round = 0; round < 10; round++) {
      const received = await Promise.all([
        Promise.all(Array.from({ length: 10 }, () => ask(service))),
        unknownCalls(service, 10),
      ]);
      expect(received.flatMap((calls) => [...new Set(calls.map(({ status }) => status))])).toEqual([
        200, 401,
      ]);
      expect(Math.max(...received.flat().map(({ ms }) => ms))).toBeLessThan(2000);
    }
    expect(await readiness(service)).toEqual([200, []]);
    // A connection no longer needed by background work may have been closed, but none can have been opened.
    const after = await connections();
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(before);
    await admin.query(`alter role ${role} connection limit -1`);
    await disconnect(admin, role);
    await expect.poll(async () => (await unknownCalls(service, 1))[0]!.status).toBe(401);
  });

  it('AUTH-38 full, without any connection left: unknown keys get 503 within 3 s, and a valid key never 401', async () => {
    const { fixture, admin, role } = await startAsRole();
    const { service } = fixture;
    await admin.query(`alter role ${role} connection limit 0`);
    await disconnect(admin, role);
    const refused = await ask(service, SECOND_KEY);
    expect(refused).toMatchObject({ status: 503, code: 'authorization_unavailable' });
    expect(refused.ms).toBeLessThan(3000);
    expect(await ask(service)).toMatchObject({ status: 200 });
    await expect.poll(() => readiness(service)).toEqual([503, ['database']]);
    await admin.query(`alter role ${role} connection limit -1`);
    await expect.poll(() => readiness(service)).toEqual([200, []]);
    expect(await ask(service, SECOND_KEY)).toMatchObject({ status: 200 });
  });

  it('AUTH-38 read-only: keys are read, usage waits in the journal, and the node is not ready until it is writable', async () => {
    // Each refused write costs a connection, so this opens many.
    const { fixture, admin, role } = await startAsRole(PATIENT);
    const { service, database } = fixture;
    const recorded = async (): Promise<number> =>
      (await database.store.db.selectFrom('usage_records').select('request_id').execute()).length;
    await expect.poll(recorded).toBe(1);
    await admin.query(`alter role ${role} set default_transaction_read_only = on`);
    await disconnect(admin, role);
    await expect.poll(() => readiness(service)).toEqual([503, ['database']]);
    const until = performance.now() + 2000;
    let known = 0;
    for (; performance.now() < until; known++) {
      expect(await ask(service)).toMatchObject({ status: 200 });
      expect((await unknownCalls(service, 1)).map(({ status }) => status)).toEqual([401]);
    }
    expect(await ask(service, SECOND_KEY)).toMatchObject({ status: 200 });
    expect([await readiness(service), await recorded()]).toEqual([[503, ['database']], 1]);
    await admin.query(`alter role ${role} reset default_transaction_read_only`);
    // Nobody disconnects the node: its earlier connections are still read-only, as after a failover.
    await expect.poll(() => readiness(service)).toEqual([200, []]);
    await expect.poll(recorded).toBe(known + 2);
  });
});

describe('an engine with a false Content-Length', () => {
  const LIES: readonly (readonly [
    lie: string,
    difference: number,
    ending: Step,
    received: Readonly<Record<string, unknown>>,
  ])[] = [
    ['less than it sends', -20, { delayMs: 0 }, { status: 502, code: 'upstream_error' }],
    ['more than it sends before it hangs up', 20, DESTROY, { status: 502, code: 'upstream_error' }],
    ['more than it ever sends', 20, STALL, { status: 504, code: 'upstream_timeout' }],
  ];

  it('ERR-28 ERR-29 fails a whole response and ends a streamed one with an error; the next call works, and only what was sent is charged', async () => {
    await using upstream = await startScriptedUpstream();
    const engine = openaiEngine(upstream.baseUrl, {
      timeouts: { first_output_s: 2, silence_s: 2, total_s: 2 },
    });
    const service = await startRunningService({
      deployment: oneModel(engine),
      provisioning: oneOrganization(),
    });
    const usage = { prompt_tokens: 10, completion_tokens: 2 };
    const whole = JSON.stringify({
      choices: [{ index: 0, message: { content: 'one two' }, finish_reason: 'stop' }],
      usage,
    });
    for (const [lie, difference, ending, received] of LIES) {
      const length = String(Buffer.byteLength(whole) + difference);
      upstream.script(
        rawReply([whole, ending], { 'content-type': 'application/json', 'content-length': length }),
      );
      expect(await ask(service), lie).toMatchObject(received);
      upstream.script(textReply('fine', { usage }));
      expect(await ask(service), lie).toMatchObject({ status: 200 });
    }

    const events = ['one ', 'two '].map((content) => sse(chunk({ content })));
    const tooShort = String(events.join('').length);
    const streamed = async (steps: readonly Step[], length: string): Promise<string> => {
      upstream.script(rawReply(steps, { 'content-type': 'text/event-stream', 'content-length': length }));
      return (await service.post('/v1/chat/completions', MAIN_KEY, { ...ASK, stream: true })).text();
    };
    const last = [sse(chunk({}, 'stop')), sse('[DONE]')];
    expect(await streamed([...events, ...last], tooShort)).toMatch(/"two ".*"code":"stream_error".*\n\n$/s);
    expect(await streamed([...events, ...last, STALL], '100000')).toMatch(/"two ".*data: \[DONE\]\n\n$/s);
    const records = await service.stopAndReadUsage();
    expect(records.map(({ outcome, output_tokens }) => [outcome, output_tokens])).toEqual([
      ...LIES.map(() => ['completed', 2]),
      ['failed', 3],
      ['completed', 3],
    ]);
  });
});
