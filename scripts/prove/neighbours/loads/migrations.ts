import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../../../../server/test-kit/index.ts';
import { runCommand } from '../../deployment/service-process.ts';
import { DATA_KEY, withStore } from '../../deployment/store-access.ts';
import type { Load } from '../load.ts';
import { repeat } from './calls.ts';

const NAME = '0001_foundation';
const FORMER = new URL(`../../../../server/test-kit/former-migrations/${NAME}.sql`, import.meta.url);

/** Other nodes that open data as a former version left it, beside one that serves: each brings the database up to date. */
export const MIGRATIONS: Load = {
  name: 'migrations of former data',
  database: 'postgres',
  async run({ databaseUrl }, hold, signal) {
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-migrations-'));
    const environment = { DATABASE_URL: databaseUrl!, SVC_DATA_KEY: DATA_KEY };
    const sha256 = createHash('sha256')
      .update(await readFile(FORMER))
      .digest('hex');
    try {
      await repeat(1, signal, async () => {
        await withStore({ dataDir: directory, databaseUrl: databaseUrl! }, ({ db }) =>
          sql`update schema_checksums set sha256 = ${sha256} where name = ${NAME}`.execute(db),
        );
        const command = runCommand({ directory, environment }, ['migrate']);
        const { code, output } = await hold(sha256.length, command);
        if (code !== 0) throw new Error(`svc migrate: ${output}`);
      });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
