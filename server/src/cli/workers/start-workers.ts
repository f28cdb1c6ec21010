import { refusePostgres } from '#backup';
import { fileFolder } from '#blobs';
import { boundBaseUrl, type Environment, loadDeployment } from '#config';
import { version, type Log } from '#kit';
import { openMetricsListener } from '#telemetry';
import type { ControlHandlers, ControlRoute } from '../../control/index.ts';
import { requireKeyNames } from '../require-key-names.ts';
import { refusing } from '../refusing.ts';
import type { RunningProcesses } from '../running-processes.ts';
import { holdPort } from './hold-port.ts';
import { WorkerPool } from './worker-pool.ts';

/** Several processes that together are the service. The data directory's lock is held by the caller. `print` gets what a start prints. */
export async function startWorkers(
  environment: Environment,
  log: Log,
  print: (banner: readonly string[]) => void,
): Promise<RunningProcesses> {
  const deployment = loadDeployment(environment);
  const starting = { status: 'starting', degraded: [], configuration: deployment.digest } as const;
  const held = await holdPort(environment, deployment, log, () => Promise.resolve(starting));
  const { port } = held;
  const pool = new WorkerPool({ environment, deployment, port, log });
  const { host, metricsPort } = environment;
  try {
    const metrics =
      metricsPort === undefined ? undefined : await openMetricsListener(pool.metrics, host, metricsPort);
    const banner = await pool.start();
    await held.close();
    print(banner);
    pool.open();
    return {
      handlers: {
        ...poolHandlers(pool, boundBaseUrl(environment, port)),
        // Several processes share PostgreSQL.
        'POST /backup': refusing(() => {
          throw refusePostgres(fileFolder(deployment.config.storage, environment.filesDir));
        }),
      },
      reload: () => pool.reload(),
      async drain() {
        metrics?.close();
        await pool.drain();
      },
    };
  } catch (error) {
    await held.close();
    await pool.drain().catch(() => {});
    throw error;
  }
}

/** One worker does what an operator asks, save what concerns them all. */
function poolHandlers(pool: WorkerPool, baseUrl: string): Omit<ControlHandlers, 'POST /backup'> {
  const byOne = (route: ControlRoute) => (body: Readonly<Record<string, unknown>>) =>
    pool.control(route, body);
  return {
    'GET /status': async () => ({ ...(await pool.readiness()), version: version(), base_url: baseUrl }),
    'GET /engines': async () => ({ down: await pool.downRoutes() }),
    'POST /engines/restore-keys': refusing(async ({ keys }) => ({
      restored: await pool.restoreKeys(requireKeyNames(keys)),
    })),
    'POST /reload': refusing(() => pool.reload()),
    'POST /keys/revoke': byOne('POST /keys/revoke'),
    'POST /provision': byOne('POST /provision'),
    'POST /credits/grant': byOne('POST /credits/grant'),
    'POST /sign-in/reset': byOne('POST /sign-in/reset'),
    'POST /files/check': byOne('POST /files/check'),
    'POST /reseal': byOne('POST /reseal'),
    'POST /requests/show': byOne('POST /requests/show'),
    'POST /operators/add': byOne('POST /operators/add'),
    'POST /operators/list': byOne('POST /operators/list'),
    'POST /operators/remove': byOne('POST /operators/remove'),
    'POST /operators/keys/create': byOne('POST /operators/keys/create'),
    'POST /operators/keys/revoke': byOne('POST /operators/keys/revoke'),
    'POST /usage/drop': async (body) => {
      await pool.flushUsage();
      return pool.control('POST /usage/drop', body);
    },
    'POST /ledger/check': async (body) => {
      await pool.flushUsage();
      return pool.control('POST /ledger/check', body);
    },
  };
}
