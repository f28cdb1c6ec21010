import { link, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { probe } from './probe.ts';

const LOCK = /^control\.lock\.(\d{1,15})$/;
/** Locks this far below the owner's are removed. Those in between stay, for racers that are reading the directory. */
const KEPT_GENERATIONS = 4;

const lockName = (generation: number) => `control.lock.${generation}`;

/** What a claim left in the directory. */
export interface Claim {
  /** Gives the directory free. To be called while the owner still listens: once it does not, the name must stay. */
  withdraw(): Promise<void>;
}

/**
 * Claims the data directory for the process that listens on the socket `draft`, or tells that a live process has it.
 *
 * A socket file outlives its process, and to delete a stale one is a race: two starters see it stale, the first
 * replaces it with its own, the second deletes that. So nothing stale that decides is ever deleted or replaced. Each owner
 * has a generation, `control.lock.<n>`, a hard link to its listening socket. The highest generation counts: when
 * nobody listens there, the next is claimed by link(), which fails if the name exists, so one racer gets it.
 *
 * A racer that slept since it read the directory may link a generation that was used and cleaned up since. It then
 * finds a higher one and withdraws. For that the highest stale name must never vanish: an owner removes only locks far
 * below its own, and its own while it still listens there, so that nobody has ever seen that one stale.
 */
export async function claim(directory: string, draft: string): Promise<Claim | 'busy'> {
  for (;;) {
    const highest = Math.max(0, ...(await generations(directory)));
    if (highest > 0) {
      const state = await probe(directory, lockName(highest));
      if (state === 'live') return 'busy';
      if (state === 'gone') continue;
    }
    const mine = highest + 1;
    if (!(await tryLink(join(directory, draft), join(directory, lockName(mine))))) continue;
    const now = await generations(directory);
    if (Math.max(...now) > mine) {
      await remove(join(directory, lockName(mine)));
      continue;
    }
    for (const generation of now) {
      if (generation < mine - KEPT_GENERATIONS) await remove(join(directory, lockName(generation)));
    }
    return { withdraw: () => remove(join(directory, lockName(mine))) };
  }
}

async function generations(directory: string): Promise<number[]> {
  return (await readdir(directory)).flatMap((name) => {
    const match = LOCK.exec(name);
    return match ? [Number(match[1])] : [];
  });
}

async function tryLink(existing: string, name: string): Promise<boolean> {
  try {
    await link(existing, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Unlinks a name that may be gone already. */
export async function remove(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
