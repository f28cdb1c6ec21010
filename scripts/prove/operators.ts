import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../server/src/kit/index.ts';
import { migrate, openStore, type Store } from '../../server/src/store/index.ts';
import { oneModel, oneOrganization } from '../../server/test-kit/index.ts';
import { seedManyKeys } from './admin-lists/key-lists.ts';
import { measureNowPage } from './operators/now-cost.ts';
import { operatorReads } from './operators/reads.ts';
import { seedOperations } from './operators/seed-operations.ts';
import { timeReads } from './operators/time-reads.ts';
import { PostgresCluster } from './postgres-cluster.ts';
import { require, type Proof, type ProofOptions } from './proof.ts';
import { seed, type Amounts } from './scale/seed.ts';
import { prepareFolder, runCommand, startServiceProcess } from './service-process.ts';
import { DATA_KEY } from './store-access.ts';

const ORGANIZATIONS = 10_000;
const KEYS = 1_000_000;
const RECORDS = 20_000_000;
const BYTES_A_RECORD = 2500;
const BYTES_OF_THE_REST = 4e9;
const LIMITS = { console_requests_per_minute: 1_000_000 };

/** A server that is only for this: what a crash would lose does not matter. */
const SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  fsync: 'off',
  full_page_writes: 'off',
  maintenance_work_mem: '256MB',
};

export const proveOperators: Proof = {
  name: 'operators',
  summary:
    'every read of operators in 300 ms over a million keys and twenty million usage records, and who watches them takes 1 % of calls',
  async run({ size, rounds }: ProofOptions) {
    const records = Math.ceil(RECORDS * size);
    const { bavail, bsize } = await statfs(tmpdir());
    require(bavail * bsize >
      records * BYTES_A_RECORD + BYTES_OF_THE_REST, 'there is not enough room on the disk');
    const cluster = await PostgresCluster.make(SETTINGS);
    if (!cluster) {
      require(process.env['REQUIRE_SERVICES'] !== '1', 'PostgreSQL is not installed, and REQUIRE_SERVICES=1');
      console.log('  skipped: PostgreSQL not found');
      return;
    }
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-operators-'));
    try {
      const databaseUrl = await cluster.createDatabase('operators');
      const store = await openStore({ dataDir: directory, databaseUrl, log: createLog('silent') });
      try {
        await fill(store, { organizations: ORGANIZATIONS, keys: KEYS, records }, size);
      } finally {
        await store.close();
      }
      await readAll(directory, databaseUrl, rounds);
    } finally {
      await cluster.remove();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function fill(store: Store, amounts: Amounts, size: number): Promise<void> {
  const told = (what: string): void => console.log(`  ${what}`);
  await migrate(store);
  await seed(store, amounts, told);
  // As many again, of one organization.
  await seedManyKeys(store, amounts.keys);
  await seedOperations(store, size, told);
}

/** Asks a service over a filled database, with a key, for all that operators read, and what a page that asks again and again takes. */
async function readAll(directory: string, databaseUrl: string, rounds: number): Promise<void> {
  const plans = [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000_000, models: ['Svc Standard'] }];
  const deployment = oneModel({ type: 'sandbox', max_concurrency: 2048 }, { plans, limits: LIMITS });
  const folder = prepareFolder(directory, deployment, oneOrganization(), {
    DATABASE_URL: databaseUrl,
    SVC_DATA_KEY: DATA_KEY,
  });
  const service = await startServiceProcess(folder);
  try {
    const { output } = await runCommand(folder, ['operators', 'keys', 'create', 'Proof']);
    const secret = /sk_op_\w+/.exec(output)?.[0];
    require(secret !== undefined, `no operator key was made: ${output}`);
    const slow = await timeReads(service.url, secret, operatorReads(await knownCalls(service.url, secret)));
    await measureNowPage(service, secret, rounds);
    require(slow.length === 0, slow.join('; '));
  } finally {
    await service.end('SIGKILL');
  }
}

async function knownCalls(url: string, secret: string) {
  const answer = await fetch(`${url}/operator/v1/requests?limit=100`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
  return { recent: data.at(-1)!.id, usage: `req_${'1000000'.padStart(26, '0')}` };
}
