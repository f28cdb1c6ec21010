import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openStore, type Store } from '../../server/src/store/index.ts';
import { createLog } from '../../server/src/kit/index.ts';
import { readKeyLists, seedManyKeys } from './admin-lists/key-lists.ts';
import { readUsageReports } from './admin-lists/usage-reports.ts';
import { PostgresCluster } from './postgres-cluster.ts';
import { require, type Proof, type ProofOptions } from './proof.ts';
import { seed, type Amounts } from './scale/seed.ts';

const ORGANIZATIONS = 10_000;
const RECORDS = 20_000_000;
/** Of one organization. It takes a minute, so it is never less. */
const KEYS = 1_000_000;
const BYTES_A_RECORD = 1200;
const BYTES_OF_KEYS = 2e9;

/** A server that is only for this: what a crash would lose does not matter. */
const SETTINGS = {
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  fsync: 'off',
  full_page_writes: 'off',
  maintenance_work_mem: '256MB',
};

export const proveAdminLists: Proof = {
  name: 'admin-lists',
  summary:
    'an organization with a million keys, and twenty million usage records: every list of keys in 20 ms, every usage report in 300 ms',
  async run({ size }: ProofOptions) {
    const amounts: Amounts = {
      organizations: ORGANIZATIONS,
      keys: 100 * ORGANIZATIONS,
      records: Math.ceil(RECORDS * size),
    };
    const { bavail, bsize } = await statfs(tmpdir());
    require(bavail * bsize >
      amounts.records * BYTES_A_RECORD + BYTES_OF_KEYS, 'there is not enough room on the disk');
    const cluster = await PostgresCluster.make(SETTINGS);
    if (!cluster) {
      require(process.env['REQUIRE_SERVICES'] !== '1', 'PostgreSQL is not installed, and REQUIRE_SERVICES=1');
      console.log('  skipped: PostgreSQL not found');
      return;
    }
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-admin-'));
    let store: Store | undefined;
    try {
      const databaseUrl = await cluster.createDatabase('lists');
      store = await openStore({ dataDir: directory, databaseUrl, log: createLog('silent') });
      await migrate(store);
      await seed(store, amounts, (what) => console.log(`  ${what}`));
      await seedManyKeys(store, KEYS);
      const slow = [...(await readKeyLists(store.db)), ...(await readUsageReports(store))];
      require(slow.length === 0, slow.join('; '));
    } finally {
      await store?.close();
      await cluster.remove();
      await rm(directory, { recursive: true, force: true });
    }
  },
};
