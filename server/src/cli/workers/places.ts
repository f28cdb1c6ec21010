import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '#config';
import { moveSegments } from '#store';
import { acquireControl, type Control, DataDirectoryBusyError } from '../../control/index.ts';

const PLACE = /^worker-(\d{1,4})$/;
const LOOK_AGAIN_MS = 50;
const LONGEST_WAIT_MS = 30_000;

/** A worker's own data directory: its journal, its node id and its lock, so that it is a node like any other. */
export function placeOf(dataDir: string, worker: number): string {
  return join(dataDir, `worker-${worker}`);
}

/**
 * Leaves no journal behind that the processes about to start will not open: that of a service which ran alone before, or
 * of workers beyond those there are now. Comes before anything is opened, with the data directory's lock held. A worker
 * that outlived its killed parent is ended: the journal it writes has a new owner now, and all it answered is in there.
 */
export async function gatherJournals({ dataDir, workers }: Pick<Environment, 'dataDir' | 'workers'>): Promise<void> {
  const alone = join(dataDir, 'journal');
  const first = workers === 1 ? alone : join(placeOf(dataDir, 1), 'journal');
  const places = await placesIn(dataDir);
  const held: Control[] = [];
  try {
    for (const worker of places) held.push(await takePlace(placeOf(dataDir, worker)));
    if (workers > 1) await moveSegments(alone, first);
    for (const worker of places) {
      if (workers === 1 || worker > workers) await moveSegments(join(placeOf(dataDir, worker), 'journal'), first);
    }
  } finally {
    await Promise.all(held.map((control) => control.release()));
  }
}

async function placesIn(dataDir: string): Promise<number[]> {
  return (await readdir(dataDir)).flatMap((name) => {
    const match = PLACE.exec(name);
    return match ? [Number(match[1])] : [];
  });
}

async function takePlace(path: string): Promise<Control> {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    try {
      return await acquireControl(path);
    } catch (error) {
      if (!(error instanceof DataDirectoryBusyError) || performance.now() > giveUpAt) throw error;
      // It answered on the lock of this very place a moment ago, so the number is not another process's.
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
