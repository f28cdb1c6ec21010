import { onDatabase, type OpenTestDatabase, type TestDatabase } from '../databases/databases.ts';
import {
  startRunningService,
  type RunningService,
  type RunningServiceOptions,
} from '../service/running-service.ts';
import { oneModel } from '../service/deployment-fixtures.ts';

export interface RunningConsole extends RunningService {
  /** The time of the service. */
  nowMs(): number;
}

/** A service with people, on one of the databases. */
export async function startConsole(
  database: TestDatabase,
  provisioning?: unknown,
  limits: object = {},
  more: object = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningConsole> {
  const opened = database.kind === 'postgres' ? await database.open() : undefined;
  const service = await startConsoleNode(opened, {
    deployment: deployment(limits, more),
    environment,
    ...(provisioning ? { provisioning } : {}),
  });
  const stop = service.stop.bind(service);
  return Object.assign(service, {
    async stop() {
      await stop();
      await opened?.close();
    },
  });
}

/** One of several over the same PostgreSQL database; without one, a service with the embedded database. */
export async function startConsoleNode(
  opened: OpenTestDatabase | undefined,
  options: RunningServiceOptions,
): Promise<RunningConsole> {
  const shared = { ...onDatabase(opened), SVC_DATA_KEY: Buffer.alloc(32, 7).toString('base64') };
  const service = await startRunningService({
    deployment: deployment(),
    ...options,
    environment: { ...shared, ...options.environment },
  });
  const advance = service.advance.bind(service);
  let movedMs = 0;
  return Object.assign(service, {
    nowMs: () => Date.now() + movedMs,
    async advance(seconds: number) {
      await advance(seconds);
      movedMs += seconds * 1000;
    },
  });
}

function deployment(limits: object = {}, more: object = {}): unknown {
  const { models } = oneModel({ type: 'sandbox' }) as { models: { capabilities: object }[] };
  const seeing = models.map((model) => ({
    ...model,
    capabilities: { ...model.capabilities, vision: true, documents: true },
  }));
  return oneModel({ type: 'sandbox' }, { limits, payments: { manual: 'owners' }, models: seeing, ...more });
}
