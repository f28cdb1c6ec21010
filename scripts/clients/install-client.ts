import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from './client.ts';

const MANIFEST = 'installed.json';

/** Outside of the repository, whose packages a client would find otherwise. */
function clientsFolder(): string {
  return process.env['SVC_CLIENTS_DIR'] ?? join(tmpdir(), 'svc-clients');
}

/** One for all ways in that a page shows. */
export function installedFolder({ page }: Pick<Client, 'page'>): string {
  return join(clientsFolder(), basename(page, '.md'));
}

/** Installs the packages of a client where they are not yet. Rejects where the registry does not give them. */
export async function installClient(client: Client): Promise<void> {
  const folder = installedFolder(client);
  const wanted = JSON.stringify(client.packages);
  const before = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (before === wanted) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', ['install', ...options, ...client.packages], { cwd: folder });
  await writeFile(join(folder, MANIFEST), wanted);
}
