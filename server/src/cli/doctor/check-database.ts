import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DeploymentConfig, Environment } from '#config';
import { createClock, createLog } from '#kit';
import { namedDatabase, openStore, schemaState } from '#store';
import { explainError } from '../explain-error.ts';
import { checkJobs } from './check-jobs.ts';
import { checkTunnels } from './check-tunnels.ts';
import type { Finding } from './finding.ts';

const what = 'database';

const SCHEMA_NOTES = {
  current: 'the schema is up to date',
  behind: 'the schema is behind: the next start or svc migrate brings it up to date',
  ahead: 'the schema is from a newer version: run that version',
} as const;

/** A server is asked. The embedded database is not opened: one that runs must not be, one that does not would be made. */
export async function checkDatabase(
  environment: Environment,
  running: boolean,
  deployment: DeploymentConfig | undefined,
): Promise<Finding[]> {
  const { dataDir, databaseUrl, redisUrl } = environment;
  if (!databaseUrl) {
    const made = existsSync(join(dataDir, 'database'));
    const detail = running ? 'in use by the running service' : made ? 'there' : 'created at the first start';
    return [{ state: 'ok', what, detail: `embedded, ${detail}` }];
  }
  const store = await openStore({ dataDir, ...namedDatabase(environment), log: createLog('silent') });
  try {
    await store.requirePooling();
    const schema = await schemaState(store);
    const database: Finding = {
      state: schema === 'ahead' ? 'failed' : 'ok',
      what,
      detail: `PostgreSQL answers; ${SCHEMA_NOTES[schema]}`,
    };
    if (schema !== 'current') return [database];
    const nowMs = createClock().nowMs();
    const findings = [database, await checkJobs(store.db, nowMs)];
    if (!deployment) return findings;
    const nodes = {
      hasClusterSecret: deployment.cluster_secret !== undefined,
      isShared: redisUrl !== undefined,
    };
    return [...findings, await checkTunnels(store.db, nowMs, nodes)];
  } catch (error) {
    return [{ state: 'failed', what, detail: explainError(error) }];
  } finally {
    await store.close();
  }
}
