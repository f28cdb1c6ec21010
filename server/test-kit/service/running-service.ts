import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { pino } from 'pino';
import { loadEnvironment } from '#config';
import type { Log } from '#kit';
import { chooseDatabase } from '../databases/databases.ts';
import { lendDatabase } from '../embedded/reuse-databases.ts';
import { namedDatabase, openStore, type Store, type Tables } from '#store';
import { startService, type Service } from '#platform';

export interface RunningService extends Service {
  /** Everything logged so far, one JSON line each. */
  readonly logLines: string[];
  readonly dataDir: string;
  /** POST to a path with a bearer and a JSON body. */
  post(path: string, key: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Moves the test clock. */
  advance(seconds: number): Promise<void>;
  stop(): Promise<void>;
  /** Stops the service, if it runs, and reads its embedded database or the one in DATABASE_URL. Its files stay until `stop`. */
  drainAndRead<T>(read: (db: Store['db']) => Promise<T>): Promise<T>;
  /** Stops the service and reads what it wrote down, oldest first. */
  stopAndReadUsage(): Promise<UsageRow[]>;
}

export type UsageRow = Selectable<Tables['usage_records']>;

export interface RunningServiceOptions {
  /** `svc.yaml`, as an object; YAML is a superset of JSON. */
  readonly deployment?: unknown;
  readonly provisioning?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A whole service inside the test's process, on a free port, with a folder and, unless its environment names one, a database of its own. */
export async function startRunningService(options: RunningServiceOptions = {}): Promise<RunningService> {
  const chosen = await chooseDatabase(options.environment ?? {});
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  const write = async (name: string, content: unknown): Promise<string> => {
    const path = join(dataDir, name);
    await writeFile(path, JSON.stringify(content));
    return path;
  };
  // Several nodes must say that they share their files.
  const deployment = options.environment?.['REDIS_URL']
    ? { storage: { type: 'local', shared: true }, ...(options.deployment as object | undefined) }
    : options.deployment;
  const environment = loadEnvironment(
    {
      HOST: '127.0.0.1',
      PORT: '0',
      SVC_DATA_DIR: join(dataDir, 'data'),
      SVC_TEST_CLOCK: '1',
      ...(deployment ? { SVC_CONFIG: await write('svc.yaml', deployment) } : {}),
      ...(options.provisioning ? { SVC_PROVISION: await write('provision.yaml', options.provisioning) } : {}),
      ...chosen.environment,
    },
    dataDir,
  );
  if (!environment.databaseUrl) lendDatabase(environment.dataDir);
  const logLines: string[] = [];
  const service = await startService({ environment, log: captureLog(logLines) }).catch(async (error) => {
    await chosen.release();
    throw error;
  });
  const drainAndRead = async <T>(read: (db: Store['db']) => Promise<T>): Promise<T> => {
    await service.drain();
    const { dataDir: directory } = environment;
    const log = captureLog([]);
    const store = await openStore({ dataDir: directory, log, ...namedDatabase(environment) });
    try {
      return await read(store.db);
    } finally {
      await store.close();
    }
  };
  const stop = async (): Promise<void> => {
    await service.drain();
    await chosen.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  return Object.assign(service, {
    logLines,
    dataDir,
    post: (path: string, key: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${service.port}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    advance: async (seconds: number) => {
      const body = JSON.stringify({ advance_s: seconds });
      const { status } = await fetch(`http://127.0.0.1:${service.port}/internal/test/clock`, {
        method: 'POST',
        body,
      });
      if (status !== 200) throw new Error(`the test clock answered ${status}`);
    },
    stop,
    drainAndRead,
    stopAndReadUsage: async () => {
      try {
        return await drainAndRead((db) =>
          db.selectFrom('usage_records').selectAll().orderBy('created_at').orderBy('request_id').execute(),
        );
      } finally {
        await stop();
      }
    },
  });
}

function captureLog(lines: string[]): Log {
  return pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
}
