import { createReadStream } from 'node:fs';
import { BackupRefused, restoreBackup } from '#backup';
import { fileFolder } from '#blobs';
import { findDataKey, loadDeployment, loadEnvironment } from '#config';
import { version } from '#kit';
import { acquireControl } from '../../control/index.ts';
import type { Invocation } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';

const CHUNK_BYTES = 1_048_576;

/** Fills an empty data directory from a file that `svc backup` wrote. */
export async function restore({ args: [path = ''], terminal }: Invocation): Promise<ExitCode> {
  const environment = loadEnvironment();
  const { dataDir, databaseUrl } = environment;
  if (databaseUrl)
    throw new BackupRefused(
      'DATABASE_URL is set, and a backup is of the embedded database. Unset it, or restore PostgreSQL with pg_restore (docs/backup.md). Nothing was restored.',
    );
  const { config } = loadDeployment(environment);
  const control = await acquireControl(dataDir);
  try {
    const { manifest, counts } = await restoreBackup(createReadStream(path, { highWaterMark: CHUNK_BYTES }), {
      dataDir,
      filesDir: fileFolder(config.storage, environment.filesDir),
      dataKey: await findDataKey(environment),
      version: version(),
    });
    const { organizations, users, api_keys: apiKeys, files } = counts.database;
    terminal.out(`Restored the backup of ${manifest.created_at} into ${dataDir}:`);
    terminal.out(
      `  ${amount(organizations, 'organization')}, ${amount(users, 'user')}, ${amount(apiKeys, 'API key')}, ${amount(files, 'file')}`,
    );
    terminal.out('Start the service, then run svc ledger check and svc files check.');
    return OK;
  } finally {
    await control.release();
  }
}

function amount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
