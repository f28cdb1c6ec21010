import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Client, Command, Place } from './client.ts';
import { installedFolder } from './install-client.ts';

/** A client that waits longer has not understood what it was told. */
const HANGING_MS = 120_000;

export interface Outcome {
  /** Null of a client that was ended because it would not. */
  readonly code: number | null;
  readonly output: string;
}

/** A new folder for one turn, removed behind it. */
export async function inPlace<T>(
  client: Client,
  origin: string,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `svc-client-${client.name}-`));
  try {
    await mkdir(join(folder, 'tmp'));
    return await use({ origin, folder, installed: installedFolder(client) });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Runs a command to its end, with nothing of this machine in its environment. */
export async function runTurn(
  { program, args, environment }: Command,
  { folder }: Place,
  key: string,
): Promise<Outcome> {
  const child = spawn(program, args, {
    cwd: folder,
    // What it starts ends with it.
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      TMPDIR: join(folder, 'tmp'),
      SVC_KEY: key,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), HANGING_MS);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  clearTimeout(timer);
  return { code: code as number | null, output: out + err };
}
