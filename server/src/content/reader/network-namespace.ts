import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const UNSHARE = '/usr/bin/unshare';
/**
 * A user namespace, which any user may create, and in it a network namespace whose interfaces are all down.
 */
const NAMESPACES = ['--user', '--net'];
const TRIAL_MS = 10_000;

let tried: Promise<boolean> | undefined;

/**
 * Whether a process can be started here without network access, enforced by the kernel. Tested once, by
 * reading one of the program's files in such a process: kernels, containers and security modules forbid it in
 * many ways, and root loses its rights over other users' files there.
 */
export function hasNetworkNamespace(): Promise<boolean> {
  return (tried ??= tryNamespace());
}

async function tryNamespace(): Promise<boolean> {
  if (!existsSync(UNSHARE)) return false;
  const words = [
    ...NAMESPACES,
    process.execPath,
    '-e',
    'fs.readFileSync(process.argv[1])',
    fileURLToPath(import.meta.url),
  ];
  return promisify(execFile)(UNSHARE, words, { env: {}, timeout: TRIAL_MS }).then(
    () => true,
    () => false,
  );
}

/**
 * The command that starts Node with these flags, for `fork`: in a network namespace if possible. The process
 * id is Node's own.
 */
export async function withoutNetwork(
  flags: readonly string[],
): Promise<{ execPath: string; execArgv: string[] }> {
  if (!(await hasNetworkNamespace())) return { execPath: process.execPath, execArgv: [...flags] };
  return { execPath: UNSHARE, execArgv: [...NAMESPACES, process.execPath, ...flags] };
}
