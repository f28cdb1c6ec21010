import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  chunk,
  MAIN_KEY,
  rawReply,
  sse,
  startOwnRedis,
  testDatabases,
  testRedisUrl,
  textReply,
  type OpenTestDatabase,
  type OwnRedis,
  type Reply,
} from '#test-kit';
import { start, upstream, writeServiceFiles, writeProvisioning, type Started } from './service-process.ts';

const HELD = 'wait for me';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
/** Whether services with several workers can run here with distinguishable processes. */
export const runsWorkers =
  postgres !== undefined && (await testRedisUrl()) !== undefined && process.platform === 'linux';

type Variables = Readonly<Record<string, string>>;
type ServiceOptions = NonNullable<Parameters<typeof writeServiceFiles>[0]> & {
  readonly provisioning?: unknown;
};

let redis: OwnRedis;
let database: OpenTestDatabase;

/** Call once per suite: provides a separate Redis. */
export function installWorkerHooks(): void {
  beforeAll(async () => {
    redis = await startOwnRedis();
  });
  afterAll(() => redis.kill());
}

/** The variables of a service with two workers on its own database. */
export async function withDatabase(
  options: ServiceOptions,
  use: (env: Variables) => Promise<void>,
): Promise<void> {
  database = await postgres!.open();
  const files = writeServiceFiles(options);
  if (options.provisioning) writeProvisioning(options.provisioning);
  try {
    await use({
      ...files,
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

/** A running service with two workers, stopped at the end. */
export const withWorkers = (
  options: ServiceOptions,
  use: (service: Started, env: Variables) => Promise<void>,
  more: Variables = {},
): Promise<void> =>
  withDatabase(options, async (shared) => {
    const env = { ...shared, ...more };
    const service = await start(env);
    try {
      await use(service, env);
    } finally {
      if (service.child.exitCode === null && service.child.signalCode === null)
        expect(await service.end('SIGTERM')).toEqual([0, null]);
    }
  });

/** The statuses of concurrent requests. */
export const spread = (service: Started, count: number, key = MAIN_KEY): Promise<number[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const response = await service.ask(key);
      await response.arrayBuffer();
      return response.status;
    }),
  );

export const count = (values: readonly unknown[], value: unknown): number =>
  values.filter((each) => each === value).length;

/** On a new connection, so that it may reach any of the workers. */
export const fresh = (
  service: Started,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> => fetch(service.url + path, { headers: { ...headers, connection: 'close' } });

export const readiness = async (service: Started) =>
  (await (await fresh(service, '/readyz')).json()) as {
    status: string;
    degraded: string[];
    configuration: string;
  };

export const pidsOf = ({ child: { pid } }: Started): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

export function isRunning(pid: number): boolean {
  try {
    // A terminated process may still wait for its new parent to reap it.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** The ids of the usage records in the database. */
export const recordedIds = async (): Promise<string[]> =>
  (await database.store.db.selectFrom('usage_records').select('request_id').execute()).map(
    ({ request_id }) => request_id,
  );

/** The nodes that wrote any record. */
export async function recordingNodes(): Promise<string[]> {
  const runs = await database.store.db.selectFrom('usage_records').select('node_id').distinct().execute();
  return [...new Set(runs.map(({ node_id }) => node_id?.split('/')[0] ?? ''))];
}

/** Kills a worker, checks that this is reported and that the others serve, and waits until it is back. */
export async function killOneAndWait(service: Started): Promise<void> {
  const [victim] = pidsOf(service);
  process.kill(victim!, 'SIGKILL');
  await expect
    .poll(() => readiness(service).catch(() => undefined))
    .toMatchObject({ status: 'degraded', degraded: ['workers'] });
  await expect.poll(() => readiness(service)).toMatchObject({ status: 'ready', degraded: [] });
  expect(pidsOf(service)).toHaveLength(2);
  expect(pidsOf(service)).not.toContain(victim);
}

/** The callers' results: ids of whole responses, and the status of everything else. */
export interface CallResults {
  readonly ids: readonly string[];
  readonly refused: readonly number[];
}

/** Callers that send one request after the other until stopped. */
export function callers(service: Started, howMany: number): { stop(): Promise<CallResults> } {
  const ids: string[] = [];
  const refused: number[] = [];
  const stop = new AbortController();
  const all = Array.from({ length: howMany }, async () => {
    while (!stop.signal.aborted) {
      const response = await service.ask().catch(() => undefined);
      const whole = await response?.arrayBuffer().catch(() => undefined);
      if (response?.status === 200 && whole) ids.push(response.headers.get('x-request-id')!);
      else if (response) refused.push(response.status);
    }
  });
  return {
    async stop() {
      stop.abort();
      await Promise.all(all);
      return { ids, refused };
    },
  };
}

/** A running stream that ends when `finish` is called. `rest` is everything that follows. */
export async function heldStream(service: Started): Promise<{ finish: () => void; rest: Promise<string> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held: Reply = rawReply([
    sse(chunk({ content: 'begun ' })),
    { until: promise },
    sse(chunk({ content: 'ended' }, 'stop')),
    sse('[DONE]'),
  ]);
  const other = textReply('fine');
  upstream.script((request) => {
    const reply = JSON.stringify(request.body).includes(HELD) ? held : other;
    return typeof reply === 'function' ? reply(request) : reply;
  });
  const response = await service.ask(MAIN_KEY, { messages: [{ role: 'user', content: HELD }] });
  expect(response.status).toBe(200);
  return { finish: resolve, rest: response.text() };
}
