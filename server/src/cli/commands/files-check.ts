import { openBlobStore } from '#blobs';
import { type Environment, loadDataKey, loadDeployment, loadEnvironment } from '#config';
import { checkFiles, type FilesFinding } from '#features/files';
import { createClock } from '#kit';
import { controlClient } from '../../control/index.ts';
import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printFindings } from '../print-findings.ts';
import { withDatabase } from '../with-database.ts';

export async function filesCheck({ terminal }: Invocation): Promise<ExitCode> {
  return printFindings(terminal, await check(loadEnvironment()));
}

async function check(environment: Environment): Promise<readonly FilesFinding[]> {
  const client = await controlClient(environment.dataDir);
  if (client) return ((await client.call('POST /files/check')) as { findings: FilesFinding[] }).findings;
  const { config } = loadDeployment(environment);
  return withDatabase(environment, async ({ db }) => {
    const dataKey = await loadDataKey(environment);
    const blobs = await openBlobStore({
      config: config.storage,
      filesDir: environment.filesDir,
      dataKey,
    });
    return checkFiles({ db, blobs }, createClock().nowMs());
  });
}
