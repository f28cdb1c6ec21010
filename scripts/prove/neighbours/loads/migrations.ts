import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { FORMER_MIGRATIONS } from '../../../../server/src/store/former-migrations.ts';
import { runCommand } from '../../deployment/service-process.ts';
import { DATA_KEY, withStore } from '../../deployment/store-access.ts';
import type { Load } from '../load.ts';
import { repeat } from './calls.ts';

/** Other nodes that open data as a former version left it, beside one that serves: each brings the database up to date. */
export const MIGRATIONS: Load = {
  name: 'migrations of former data',
  database: 'postgres',
  async run({ databaseUrl }, sent, signal) {
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-migrations-'));
    const environment = { DATABASE_URL: databaseUrl!, SVC_DATA_KEY: DATA_KEY };
    const { name, sha256 } = FORMER_MIGRATIONS.find((former) => former.name === '0001_foundation')!;
    try {
      await repeat(1, signal, async () => {
        await withStore({ dataDir: directory, databaseUrl: databaseUrl! }, ({ db }) =>
          sql`update schema_checksums set sha256 = ${sha256} where name = ${name}`.execute(db),
        );
        sent(sha256.length);
        const { code, output } = await runCommand({ directory, environment }, ['migrate']);
        if (code !== 0) throw new Error(`svc migrate: ${output}`);
      });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
