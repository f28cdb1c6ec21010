import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkLedger, dropUsage } from '../../../server/src/features/billing/index.ts';
import { usageMonth, type Store, type Tables } from '../../../server/src/store/index.ts';
import { oneModel, oneOrganization, sql, type Kysely } from '../../../server/test-kit/index.ts';
import type { PostgresCluster } from '../deployment/postgres-cluster.ts';
import { report, require, type Proof, type ProofOptions } from '../proof.ts';
import { compareAdmission } from './admission.ts';
import { makeDatabase, onLargeServer } from './large-server.ts';
import { readAllMargins } from './margins.ts';
import { seeManyKeys } from './memory.ts';
import { readReports } from './reports.ts';
import { seed } from './seed.ts';
import type { Amounts } from './seeded.ts';
import { prepareFolder, startServiceProcess, type ServiceProcess } from '../deployment/service-process.ts';
import { DATA_KEY } from '../deployment/store-access.ts';

const FULL: Amounts = { organizations: 10_000, keys: 1_000_000, records: 20_000_000 };
/** Of disk, for each record with its share of everything else. */
const BYTES_A_RECORD = 2500;
/** Organizations whose keys are used, and keys of each, in the database that holds nothing else. */
const ROTATION = { organizations: 1000, keysEach: 50 };
const DROP_LIMIT_MS = 1000;
const VACUUM_POLL_MS = 1000;

export const proveScale: Proof = {
  name: 'scale',
  summary:
    'a million keys and twenty million records: admission as on an empty database, memory bounded, old months gone in a second',
  async run(options) {
    const amounts = scaled(FULL, options.size);
    await onLargeServer(
      { name: 'scale', bytes: amounts.records * BYTES_A_RECORD },
      ({ cluster, directory }) => scale(cluster, directory, amounts, options),
    );
  },
};

function scaled({ organizations, keys, records }: Amounts, size: number): Amounts {
  return {
    organizations: Math.ceil(organizations * size),
    keys: Math.ceil(keys * size),
    records: Math.ceil(records * size),
  };
}

async function scale(
  cluster: PostgresCluster,
  directory: string,
  amounts: Amounts,
  { rounds }: ProofOptions,
): Promise<void> {
  const few = Math.min(ROTATION.organizations, amounts.organizations);
  const fewAmounts: Amounts = { organizations: few, keys: few * ROTATION.keysEach, records: 0 };
  const small = await makeSide(cluster, directory, 'small', fewAmounts);
  const large = await makeSide(cluster, directory, 'large', amounts);
  const services: ServiceProcess[] = [];
  try {
    for (const { folder } of [small, large]) services.push(await startServiceProcess(folder));
    const [onSmall, onLarge] = services as [ServiceProcess, ServiceProcess];
    // The database took long to fill: one figure that is not as it should be must not keep the others from being seen.
    const failures: unknown[] = [];
    const part = (work: Promise<void>): Promise<void> =>
      work.catch((error: unknown) => void failures.push(error));
    await untilVacuumed(large.store.db);
    await part(
      compareAdmission({ service: onSmall, amounts: fewAmounts }, { service: onLarge, amounts }, rounds),
    );
    await onSmall.end('SIGTERM');
    await part(seeManyKeys({ service: onLarge, amounts }, large.store.db));
    await part(readReports(large.store.db, amounts));
    await part(readAllMargins(large.store.db));
    await part(dropOldest(large.store));
    require((await onLarge.end('SIGTERM')) ===
      0, `the service did not end well: ${onLarge.output.slice(-2000)}`);
    await part(checkBooks(large.store));
    require(failures.length === 0, failures
      .map((failure) => (failure instanceof Error ? failure.message : String(failure)))
      .join('; '));
  } finally {
    await Promise.all(services.map((service) => service.end('SIGKILL')));
    await Promise.all([small, large].map(({ store }) => store.close()));
  }
}

async function makeSide(cluster: PostgresCluster, directory: string, name: string, amounts: Amounts) {
  const home = join(directory, name);
  mkdirSync(home);
  const { store, databaseUrl } = await makeDatabase(cluster, { name, dataDir: home }, (filled, progress) =>
    seed(filled, amounts, progress),
  );
  const plans = [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000_000, models: ['Svc Standard'] }];
  const deployment = oneModel({ type: 'sandbox', max_concurrency: 2048 }, { plans });
  return {
    store,
    folder: prepareFolder(home, deployment, oneOrganization(), {
      DATABASE_URL: databaseUrl,
      SVC_DATA_KEY: DATA_KEY,
    }),
  };
}

/** What the server still does about twenty million new rows is no part of admission. */
async function untilVacuumed(db: Kysely<Tables>): Promise<void> {
  for (;;) {
    const { rows } =
      await sql`select 1 from pg_stat_activity where backend_type = 'autovacuum worker'`.execute(db);
    if (rows.length === 0) return;
    await sleep(VACUUM_POLL_MS);
  }
}

async function dropOldest(store: Store): Promise<void> {
  const nowMs = Date.now();
  const row = await store.db
    .selectFrom('usage_months')
    .select('starts_at')
    .orderBy('starts_at')
    .executeTakeFirstOrThrow();
  const { n } = await store.withoutTimeLimits((db) =>
    db
      .selectFrom('usage_records')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('created_at', '<', usageMonth(row.starts_at, 1))
      .executeTakeFirstOrThrow(),
  );
  const startedAt = performance.now();
  const dropped = await store.withoutTimeLimits((db) => dropUsage(db, usageMonth(row.starts_at, 1), nowMs));
  const tookMs = performance.now() - startedAt;
  report('dropping the oldest month', {
    records: n,
    MB: Math.round(dropped[0]!.bytes / 1e6),
    'ms it took': Math.round(tookMs),
  });
  require(n > 0 && dropped.length === 1, 'there was nothing to drop');
  require(tookMs < DROP_LIMIT_MS, 'dropping a month took too long');
}

async function checkBooks(store: Store): Promise<void> {
  const startedAt = performance.now();
  const findings = await store.withoutTimeLimits((db) => checkLedger(db, Date.now()));
  for (const { property, broken } of findings)
    require(broken.length === 0, `${property}: ${broken.join('; ')}`);
  report('books', {
    'properties that hold': findings.length,
    's to check them': Math.round((performance.now() - startedAt) / 1000),
  });
}
