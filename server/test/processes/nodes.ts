import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  MAIN_KEY,
  startOwnRedis,
  testDatabases,
  testRedisUrl,
  type OpenTestDatabase,
  type OwnRedis,
} from '#test-kit';
import { ASK, start, writeServiceFiles, writeProvisioning, type Started } from './service-process.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
/** Whether this machine has a PostgreSQL and a Redis, which several nodes need. */
export const canRunNodes = postgres !== undefined && (await testRedisUrl()) !== undefined;
export const NODES = 3;
/** Shared by the nodes: one Redis per test file, a database per test. */
export let redis: OwnRedis;
export let database: OpenTestDatabase;

/** Call once per suite of nodes, together with `installProcessHooks`. */
export function installNodeHooks(): void {
  beforeAll(async () => {
    redis = await startOwnRedis();
  });
  afterAll(() => redis.kill());
}

/** Several nodes on one PostgreSQL and one Redis, each with its own data directory. */
export async function withNodes(
  options: Parameters<typeof writeServiceFiles>[0] & {
    provisioning?: unknown;
    /** More variables of the nodes, of the database that `database` is. */
    environment?: (opened: OpenTestDatabase) => Readonly<Record<string, string>>;
  },
  use: (nodes: readonly Started[], env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  database = await postgres!.open();
  const files = writeServiceFiles(options);
  if (options.provisioning) writeProvisioning(options.provisioning);
  const env = {
    ...files,
    DATABASE_URL: database.databaseUrl!,
    REDIS_URL: redis.url,
    SVC_DATA_KEY: randomBytes(32).toString('base64'),
    SVC_TEST_CLOCK: '1',
    ...options.environment?.(database),
  };
  const nodes: Started[] = [];
  try {
    nodes.push(
      ...(await Promise.all(
        Array.from({ length: NODES }, (_, node) => start({ ...env, SVC_DATA_DIR: `node-${node}` })),
      )),
    );
    for (const node of nodes)
      await expect
        .poll(async () => ((await (await fetch(`${node.url}/readyz`)).json()) as { status: string }).status)
        .toBe('ready');
    await use(nodes, env);
  } finally {
    const running = nodes.filter(({ child }) => child.exitCode === null && child.signalCode === null);
    await Promise.all(running.map((node) => node.end('SIGTERM')));
    await database.close();
  }
}

/** Statuses of this many concurrent whole calls, spread evenly over the nodes. */
export const spread = (
  nodes: readonly Started[],
  count: number,
  key = MAIN_KEY,
  body: object = { ...ASK, stream: false },
): Promise<number[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const response = await nodes[i % nodes.length]!.ask(key, body);
      await response.arrayBuffer();
      return response.status;
    }),
  );

export const count = (statuses: readonly number[], status: number): number =>
  statuses.filter((each) => each === status).length;
