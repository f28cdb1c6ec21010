import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment, Environment, ProvisioningFile } from '#config';
import { Secret } from '#kit';
import type { Finding } from './finding.ts';

const OTHERS = 0o077;

export interface ConfigurationFiles {
  readonly deployment?: Deployment;
  readonly provisioning?: { readonly path: string; readonly file: ProvisioningFile };
}

/** Warns of what keeps secrets and may be read by others on the machine: the data directory, its key, files with secrets written out. */
export function checkPrivateFiles(
  { dataDir }: Environment,
  { deployment, provisioning }: ConfigurationFiles,
): Finding[] {
  const paths = [dataDir, join(dataDir, 'data.key')].filter((path) => existsSync(path));
  if (deployment && holdsSecret(deployment.text, deployment.config)) paths.push(deployment.source);
  if (provisioning && holdsSecret(readFileSync(provisioning.path, 'utf8'), provisioning.file))
    paths.push(provisioning.path);
  return paths.flatMap((path) => {
    const detail = exposure(path);
    return detail === undefined ? [] : [{ state: 'warn', what: 'private files', detail }];
  });
}

/** How others than the user of this process may get at it. Undefined: not at all, or the system has no modes. */
function exposure(path: string): string | undefined {
  const userId = process.getuid?.();
  if (userId === undefined) return undefined;
  const { mode, uid } = statSync(path);
  if (uid !== userId)
    return `${path} belongs to user ${uid}, but doctor runs as ${userId}: run both as the user of the service, or chown it`;
  if ((mode & OTHERS) === 0) return undefined;
  return `${path} is open to other users (mode ${(mode & 0o777).toString(8).padStart(4, '0')}): chmod go= ${path}`;
}

/** Whether a secret is written in the file itself and not as `${NAME}`. */
function holdsSecret(text: string, value: unknown): boolean {
  if (value instanceof Secret) return text.includes(value.reveal());
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((part) => holdsSecret(text, part))
  );
}
