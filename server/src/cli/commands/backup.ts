import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Backups, BackupRefused, refusePostgres, requireFinishedRestore } from '#backup';
import { fileFolder, openBlobStore } from '#blobs';
import { type Environment, loadDataKey, loadDeployment, loadEnvironment } from '#config';
import { createClock, createLog, version } from '#kit';
import { SealingRing } from '#sealing';
import { openStore } from '#store';
import { acquireControl, controlClient } from '../../control/index.ts';
import type { Invocation } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { formatBytes } from '../format-bytes.ts';
import { writeNewFile, writeChunks } from '../write-new-file.ts';

/** Writes a backup into a new file, or to standard output. What is said goes where the backup does not. */
export async function backup({ args: [target = ''], terminal }: Invocation): Promise<ExitCode> {
  const environment = loadEnvironment();
  const write = (chunks: AsyncIterable<Buffer>) =>
    target === '-' ? writeChunks(terminal.binaryOut, chunks) : writeNewFile(target, chunks);
  const bytes = await withBackup(environment, write);
  const say = target === '-' ? terminal.err : terminal.out;
  const key = environment.dataKey ? 'SVC_DATA_KEY' : join(environment.dataDir, 'data.key');
  say(`Backed up ${formatBytes(bytes)}${target === '-' ? '' : ` to ${target}`}.`);
  say(
    `The data key (${key}) is not in it, and without the key it cannot be restored. Keep a copy elsewhere.`,
  );
  say(
    'Files and stored secrets are sealed in it. Names, addresses, templates and usage are plain: encrypt it.',
  );
  return OK;
}

/** Has the running service make it; where none runs, makes it itself. */
async function withBackup(
  environment: Environment,
  write: (chunks: AsyncIterable<Buffer>) => Promise<number>,
): Promise<number> {
  const client = await controlClient(environment.dataDir);
  return client
    ? write(await client.download('POST /backup'))
    : withOwnBackup(environment, async (backups) => write(await backups.start(version())));
}

/** Does not migrate the database: a backup is often made before an upgrade. */
async function withOwnBackup<T>(environment: Environment, use: (backups: Backups) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = environment;
  const { storage } = loadDeployment(environment).config;
  const filesDir = fileFolder(storage, environment.filesDir);
  if (databaseUrl) throw refusePostgres(filesDir);
  if (!existsSync(join(dataDir, 'database')))
    throw new BackupRefused(`There is nothing to back up: ${dataDir} has no database. Set SVC_DATA_DIR.`);
  const control = await acquireControl(dataDir);
  try {
    await requireFinishedRestore(dataDir);
    const dataKey = await loadDataKey(environment);
    const blobs = await openBlobStore({
      config: storage,
      filesDir: environment.filesDir,
      sealing: new SealingRing(dataKey),
    });
    const log = createLog('silent');
    const store = await openStore({ dataDir, log });
    const { nowMs } = createClock();
    try {
      return await use(new Backups({ dataDir, filesDir, store, blobs, dataKey, nowMs, log }));
    } finally {
      await store.close();
    }
  } finally {
    await control.release();
  }
}
