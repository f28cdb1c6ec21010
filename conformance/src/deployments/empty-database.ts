import { cpSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServiceCommand } from './spawn-service.ts';

let made: Promise<string> | undefined;

/** Puts an empty embedded database into a data directory. One is made per process: that takes seconds, a copy a moment. */
export async function copyEmptyDatabase(dataDirectory: string): Promise<void> {
  made ??= makeEmptyDatabase();
  // A thousand small files: one by one, each awaited, they take fifteen times as long.
  cpSync(await made, join(dataDirectory, 'database'), { recursive: true });
}

async function makeEmptyDatabase(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-conformance-empty-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  await runServiceCommand(['migrate'], directory, { SVC_DATA_DIR: directory });
  return join(directory, 'database');
}
