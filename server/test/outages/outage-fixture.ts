import { afterEach, expect } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startOwnRedis,
  startRunningService,
  startScriptedUpstream,
  startTcpProxy,
  testDatabases,
  testRedisUrl,
  textReply,
  type OpenTestDatabase,
  type OwnRedis,
  type RunningService,
  type ScriptedUpstream,
  type TcpProxy,
} from '#test-kit';

export const postgres = (await testDatabases()).find((database) => database.kind === 'postgres');
/** Whether a test can start its own Redis on this machine. */
export const hasRedis = (await testRedisUrl()) !== undefined;

export const ASK = { messages: [{ role: 'user', content: 'hello' }], stream: false };
/** A key that the service has not seen when the outage begins. */
export const SECOND_KEY = `sk_live_${'2'.repeat(64)}`;
/** A key that does not exist. */
export const UNKNOWN_KEY = `sk_live_${'9'.repeat(64)}`;
const DATA_KEY = Buffer.alloc(32, 7).toString('base64');

/** Run after each test in reverse order. */
export const cleanups: (() => unknown)[] = [];

/** Call once per test file. */
export function installCleanups(): void {
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });
}

export interface CallOutcome {
  readonly status: number;
  readonly code: string | undefined;
  readonly ms: number;
}

/** One whole call: its result and duration. */
export async function ask(service: RunningService, key = MAIN_KEY): Promise<CallOutcome> {
  const start = performance.now();
  const response = await service.post('/v1/chat/completions', key, ASK);
  const body = (await response.json()) as { error?: { code: string } };
  return { status: response.status, code: body.error?.code, ms: performance.now() - start };
}

/** The status of `/readyz` and the dependencies it names. */
export async function readiness(
  service: RunningService,
): Promise<readonly [status: number, degraded: readonly string[]]> {
  const reply = await fetch(`http://127.0.0.1:${service.port}/readyz`);
  const { degraded } = (await reply.json()) as { degraded: readonly string[] };
  return [reply.status, degraded];
}

/** A PostgreSQL database for the duration of the test. */
export async function openDatabase(): Promise<OpenTestDatabase> {
  const database = await postgres!.open();
  cleanups.push(() => database.close());
  return database;
}

export interface OutageFixture {
  readonly service: RunningService;
  readonly upstream: ScriptedUpstream;
  readonly database: OpenTestDatabase;
  /** In front of PostgreSQL. */
  readonly proxy: TcpProxy;
}

export interface OutageFixtureOptions {
  readonly deployment?: Readonly<Record<string, unknown>>;
  readonly organization?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** By default a new one. */
  readonly database?: OpenTestDatabase;
  /** How long the service waits for a connection to it. By default as long as a service that is told nothing. */
  readonly connectTimeoutS?: number;
}

/**
 * A service behind a proxy to its own PostgreSQL database, with two keys of which the first is already
 * cached.
 */
export async function startOutageFixture(options: OutageFixtureOptions = {}): Promise<OutageFixture> {
  const { deployment, organization, environment, connectTimeoutS, database = await openDatabase() } = options;
  const url = new URL(environment?.['DATABASE_URL'] ?? database.databaseUrl!);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  cleanups.push(() => proxy.close());
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  // Most of these tests measure how soon it gives up, and the address of the tests' server may name a longer time.
  if (connectTimeoutS === undefined) url.searchParams.delete('connect_timeout');
  else url.searchParams.set('connect_timeout', String(connectTimeoutS));
  const upstream = await startScriptedUpstream(textReply('fine'));
  cleanups.push(() => upstream.close());
  const keys = [MAIN_KEY, SECOND_KEY].map((secret, i) => ({
    name: `key ${i}`,
    kind: 'private',
    workspace: 'Default',
    created_by: 'ada@acme.test',
    secret,
  }));
  const service = await startRunningService({
    deployment: oneModel(openaiEngine(upstream.baseUrl), deployment),
    provisioning: oneOrganization({ keys, ...organization }),
    environment: { ...environment, DATABASE_URL: url.href, SVC_DATA_KEY: DATA_KEY },
  });
  cleanups.push(() => service.stop());
  expect((await ask(service)).status).toBe(200);
  return { service, upstream, database, proxy };
}

export interface SharedOutageFixture extends OutageFixture {
  readonly redis: OwnRedis;
}

/** The same with its own Redis, which knows the organization. */
export async function startSharedOutageFixture(
  options: OutageFixtureOptions = {},
): Promise<SharedOutageFixture> {
  const redis = await startOwnRedis();
  cleanups.push(() => redis.kill());
  const fixture = await startOutageFixture({
    ...options,
    environment: { ...options.environment, REDIS_URL: redis.url },
  });
  await expect.poll(() => readiness(fixture.service)).toEqual([200, []]);
  // The first call after the connection reads the epoch from the database and publishes it.
  for (let call = 0; call < 2; call++) expect((await ask(fixture.service)).status).toBe(200);
  return { ...fixture, redis };
}
