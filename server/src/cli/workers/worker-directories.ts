import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '#config';
import { JOURNAL_DIRECTORIES, moveSegments } from '#store';
import { acquireControl, type Control, DataDirectoryBusyError } from '../../control/index.ts';

const WORKER_DIRECTORY = /^worker-(\d{1,4})$/;
const LOOK_AGAIN_MS = 50;
const MAX_WAIT_MS = 30_000;

/** A worker's own data directory: its journal, its node id and its lock, so that it is a node like any other. */
export function workerDirectory(dataDir: string, worker: number): string {
  return join(dataDir, `worker-${worker}`);
}

/**
 * Moves leftover journal segments (of single-process runs, of removed workers) to a process that will open them: worker 1, or the
 * only process. Call before any journal is opened, with the data directory's lock held. Ends workers that outlived a killed
 * parent: their journals get a new owner, and everything they answered is in them.
 */
export async function gatherJournals({
  dataDir,
  workers,
}: Pick<Environment, 'dataDir' | 'workers'>): Promise<void> {
  const found = await workersIn(dataDir);
  const held: Control[] = [];
  try {
    for (const worker of found) held.push(await lockDirectory(workerDirectory(dataDir, worker)));
    const orphaned = found
      .filter((worker) => workers === 1 || worker > workers)
      .map((worker) => workerDirectory(dataDir, worker));
    const target = workers === 1 ? dataDir : workerDirectory(dataDir, 1);
    for (const name of Object.values(JOURNAL_DIRECTORIES)) {
      for (const directory of workers === 1 ? orphaned : [dataDir, ...orphaned])
        await moveSegments(join(directory, name), join(target, name));
    }
  } finally {
    await Promise.all(held.map((control) => control.release()));
  }
}

async function workersIn(dataDir: string): Promise<number[]> {
  return (await readdir(dataDir)).flatMap((name) => {
    const match = WORKER_DIRECTORY.exec(name);
    return match ? [Number(match[1])] : [];
  });
}

async function lockDirectory(path: string): Promise<Control> {
  const giveUpAt = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await acquireControl(path);
    } catch (error) {
      if (!(error instanceof DataDirectoryBusyError) || performance.now() > giveUpAt) throw error;
      // It answered on the lock of this very directory a moment ago, so the number is not another process's.
      if (error.pid !== undefined) endProcess(error.pid);
      await delay(LOOK_AGAIN_MS);
    }
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
