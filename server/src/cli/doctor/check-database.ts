import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DeploymentConfig, Environment } from '#config';
import { createClock, createLog } from '#kit';
import { findActiveIssuers } from '#features/single-sign-on';
import { databaseAheadMs, namedDatabase, openStore, schemaState } from '#store';
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

/** The most issuers of connections that are asked. */
const MAX_ISSUERS = 20;

export interface CheckedDatabase {
  readonly findings: readonly Finding[];
  /** By which its clock is ahead. */
  readonly aheadMs?: number;
  /** Of the providers through which people of organizations sign in. */
  readonly issuers: readonly string[];
}

/** A server is asked. The embedded database is not opened: one that runs must not be, one that does not would be made. */
export async function checkDatabase(
  environment: Environment,
  running: boolean,
  deployment: DeploymentConfig | undefined,
): Promise<CheckedDatabase> {
  const { dataDir, databaseUrl, redisUrl } = environment;
  if (!databaseUrl) {
    const made = existsSync(join(dataDir, 'database'));
    const detail = running ? 'in use by the running service' : made ? 'there' : 'created at the first start';
    return { findings: [{ state: 'ok', what, detail: `embedded, ${detail}` }], issuers: [] };
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
    if (schema !== 'current') return { findings: [database], issuers: [] };
    const clock = createClock();
    const nowMs = clock.nowMs();
    const findings = [database, await checkJobs(store.db, nowMs)];
    const aheadMs = await databaseAheadMs(store.db, clock);
    const issuers = await findActiveIssuers(store.db, MAX_ISSUERS);
    if (!deployment) return { findings, aheadMs, issuers };
    const nodes = {
      hasClusterSecret: deployment.cluster_secret !== undefined,
      isShared: redisUrl !== undefined,
    };
    return { findings: [...findings, await checkTunnels(store.db, nowMs, nodes)], aheadMs, issuers };
  } catch (error) {
    return { findings: [{ state: 'failed', what, detail: explainError(error) }], issuers: [] };
  } finally {
    await store.close();
  }
}
