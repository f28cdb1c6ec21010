import { fileFolder, type SealedBlobStore } from '#blobs';
import type { DeploymentConfig, Environment } from '#config';
import type { Clock, Log, Secret } from '#kit';
import type { Store } from '#store';
import { Backups } from './backups.ts';

interface OpenBackupsParts {
  readonly environment: Environment;
  readonly config: DeploymentConfig['storage'];
  readonly store: Store;
  readonly blobs: SealedBlobStore;
  readonly dataKey: Secret;
  readonly clock: Clock;
  readonly log: Log;
}

/** Backups of a running service. Files outside a folder of this machine are not in them. */
export function openBackups({
  environment: { dataDir, filesDir },
  config,
  clock,
  store,
  blobs,
  dataKey,
  log,
}: OpenBackupsParts): Backups {
  return new Backups({
    dataDir,
    filesDir: fileFolder(config, filesDir),
    store,
    blobs,
    dataKey,
    nowMs: () => clock.nowMs(),
    log,
  });
}
