import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createLog } from '../../../server/src/kit/index.ts';
import { migrate, openStore, type Store } from '../../../server/src/store/index.ts';
import { sql } from '../../../server/test-kit/index.ts';
import { PostgresCluster } from '../deployment/postgres-cluster.ts';
import { report, require } from '../proof.ts';

/** A server that is only for this: what a crash would lose does not matter. So nothing is logged of a table that is filled in the transaction that emptied it. */
const SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  wal_level: 'minimal',
  max_wal_senders: '0',
  fsync: 'off',
  full_page_writes: 'off',
  maintenance_work_mem: '512MB',
};

export interface LargeServer {
  readonly cluster: PostgresCluster;
  /** For whatever the proof writes. */
  readonly directory: string;
}

export type Progress = (what: string) => void;

/** Runs a proof on a PostgreSQL of its own with so much room on the disk. Without PostgreSQL it is skipped. */
export async function onLargeServer(
  { name, bytes }: { readonly name: string; readonly bytes: number },
  prove: (server: LargeServer) => Promise<void>,
): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  require(bavail * bsize > bytes, 'there is not enough room on the disk');
  const cluster = await PostgresCluster.make(SETTINGS);
  if (!cluster) {
    require(process.env['REQUIRE_SERVICES'] !== '1', 'PostgreSQL is not installed, and REQUIRE_SERVICES=1');
    console.log('  skipped: PostgreSQL not found');
    return;
  }
  const directory = await mkdtemp(join(tmpdir(), `svc-prove-${name}-`));
  try {
    await prove({ cluster, directory });
  } finally {
    await cluster.remove();
    await rm(directory, { recursive: true, force: true });
  }
}

/** A migrated database that `fill` has filled. The caller closes the store. */
export async function makeDatabase(
  cluster: PostgresCluster,
  { name, dataDir }: { readonly name: string; readonly dataDir: string },
  fill: (store: Store, progress: Progress) => Promise<void>,
): Promise<{ readonly store: Store; readonly databaseUrl: string }> {
  const databaseUrl = await cluster.createDatabase(name);
  const store = await openStore({ dataDir, databaseUrl, log: createLog('silent') });
  try {
    await migrate(store);
    const startedAt = performance.now();
    await fill(store, (what) =>
      console.log(`  ${name}: ${what} after ${Math.round((performance.now() - startedAt) / 1000)} s`),
    );
    const { rows } = await sql<{
      size: string;
    }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(store.db);
    report(name, { 'is its size': rows[0]!.size });
    return { store, databaseUrl };
  } catch (error) {
    await store.close();
    throw error;
  }
}
