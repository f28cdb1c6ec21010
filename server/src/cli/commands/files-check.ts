import { openBlobStore } from '#blobs';
import { loadDataKey, loadDeployment, loadEnvironment } from '#config';
import { checkFiles } from '#features/files';
import { SealingRing } from '#sealing';
import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printFindings } from '../print-findings.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';

export async function filesCheck({ terminal }: Invocation): Promise<ExitCode> {
  const environment = loadEnvironment();
  const { findings } = await runInServiceOrDatabase(
    environment,
    'POST /files/check',
    {},
    async ({ db }, nowMs) => {
      const { config } = loadDeployment(environment);
      const sealing = new SealingRing(await loadDataKey(environment));
      const blobs = await openBlobStore({ config: config.storage, filesDir: environment.filesDir, sealing });
      return { findings: await checkFiles({ db, blobs }, nowMs) };
    },
  );
  return printFindings(terminal, findings);
}
