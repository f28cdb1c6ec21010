import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, testDatabases, type OpenTestDatabase } from '../../../server/test-kit/index.ts';
import { prepareFolder, startServiceProcess, type ServiceProcess } from '../deployment/service-process.ts';
import { DATA_KEY } from '../deployment/store-access.ts';
import { LoopLog } from '../hostile/loop-log.ts';
import { Neighbour } from '../hostile/neighbour.ts';
import type { Load, LoadTarget } from './load.ts';
import { LOAD_KEYS, neighboursDeployment, neighboursProvisioning } from './neighbours-deployment.ts';

/** A service of its own, with the measured tenant calling it. */
export interface Side {
  readonly service: ServiceProcess;
  readonly loop: LoopLog;
  readonly neighbour: Neighbour;
  readonly target: LoadTarget;
}

/** Two services alike at the same time on the same machine: only one gets the load. */
export interface Pair {
  readonly loaded: Side;
  readonly quiet: Side;
}

/** Starts a pair for the use of it. What one load leaves behind is not the next one's doing. */
export async function withPair<T>(load: Load, use: (pair: Pair) => Promise<T>): Promise<T> {
  const started = await Promise.allSettled([startSide(load), startSide(load)]);
  const sides = started.flatMap((side) => (side.status === 'fulfilled' ? [side.value] : []));
  try {
    const [loaded, quiet] = sides;
    for (const side of started) if (side.status === 'rejected') throw side.reason;
    return await use({ loaded: loaded!, quiet: quiet! });
  } finally {
    for (const side of sides) await side.stop();
  }
}

async function startSide({ database }: Load): Promise<Side & { stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-prove-neighbours-'));
  const opened = database && (await openPostgres());
  const [loop, enginePort] = [new LoopLog(directory), await freePort()];
  const environment = {
    ...loop.environment('--max-old-space-size=1024'),
    ...(opened && { DATABASE_URL: opened.databaseUrl!, SVC_DATA_KEY: DATA_KEY }),
  };
  const deployment = neighboursDeployment(enginePort);
  const service = await startServiceProcess(
    prepareFolder(directory, deployment, neighboursProvisioning(), environment),
  );
  const neighbour = new Neighbour(service);
  return {
    service,
    loop,
    neighbour,
    target: { url: service.url, ...LOAD_KEYS, enginePort, databaseUrl: opened?.databaseUrl },
    stop: async () => {
      await neighbour.stop();
      await service.end('SIGKILL');
      await opened?.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function openPostgres(): Promise<OpenTestDatabase> {
  const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
  if (!postgres) throw new Error('There is no PostgreSQL for a load that needs one.');
  return postgres.open({ migrated: false });
}
