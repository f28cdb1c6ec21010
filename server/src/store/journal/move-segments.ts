import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '#kit';
import { segmentName, segmentNumber } from './segment-queue.ts';

/**
 * Moves the segments of a journal that nobody will open again into another journal, whose next owner delivers
 * them. Neither may be open. A segment is always in exactly one of them: after a crash in between, the next
 * call moves the rest.
 */
export async function moveSegments(from: string, to: string): Promise<void> {
  const numbers = await segmentNumbers(from);
  if (numbers.length === 0) return;
  await makeDirectory(to);
  let next = Math.max(0, ...(await segmentNumbers(to))) + 1;
  for (const number of numbers) await rename(join(from, segmentName(number)), join(to, segmentName(next++)));
}

async function segmentNumbers(directory: string): Promise<number[]> {
  try {
    return (await readdir(directory)).flatMap((name) => segmentNumber(name) ?? []).toSorted((a, b) => a - b);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
