import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { InputRead, InputRules, PieceRead } from './input-reading.ts';

/** A chunk of the input, or its end. */
export type InputMessage = { readonly piece: Uint8Array } | 'end';
export type InputAnswer = Answer<PieceRead> | Answer<PieceRead & InputRead>;
type Answer<Read extends PieceRead> = Omit<Read, 'lines'> & { readonly groups: readonly Uint8Array[] };

// Live calls go first. Loading the code alone takes a second, in which they would have half of a single processor.
letOthersGoFirst();
const { InputReading } = await import('./input-reading.ts');
const { toLineGroups } = await import('./line-groups.ts');
const reading = new InputReading(workerData as InputRules);

parentPort?.on('message', (message: InputMessage) => {
  const { lines, ...rest } =
    message === 'end'
      ? reading.end()
      : reading.read(Buffer.from(message.piece.buffer, message.piece.byteOffset, message.piece.byteLength));
  const groups = toLineGroups(lines);
  const answer: InputAnswer = { ...rest, groups };
  parentPort?.postMessage(
    answer,
    groups.map(({ buffer }) => buffer),
  );
});

/** Linux has a priority for each thread, and this is the calling one's; elsewhere it would be that of the whole process. */
function letOthersGoFirst(): void {
  if (process.platform !== 'linux') return;
  try {
    const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
    setPriority(Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  } catch {
    // A sandbox forbids it.
  }
}
