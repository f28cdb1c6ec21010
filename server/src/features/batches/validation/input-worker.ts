import { parentPort } from 'node:worker_threads';
import { lowerOwnPriority } from '#threads';
import type { InputRead, InputReading as Reading, InputRules, PieceRead } from './input-reading.ts';

/** The beginning of an input, which has no answer; a chunk of it; its end. */
export type InputMessage = { readonly rules: InputRules } | { readonly piece: Uint8Array } | 'end';
export type InputAnswer = Answer<PieceRead> | Answer<PieceRead & InputRead>;
type Answer<Read extends PieceRead> = Omit<Read, 'lines'> & { readonly groups: readonly Uint8Array[] };

// Live calls go first. Loading the code alone takes a second, in which they would have half of a single processor.
lowerOwnPriority();
const { InputReading } = await import('./input-reading.ts');
const { toLineGroups } = await import('./line-groups.ts');

/** What of an earlier input is left, if that was not read to its end, is dropped with the next one. */
let reading: Reading | undefined;

parentPort?.on('message', (message: InputMessage) => {
  if (typeof message === 'object' && 'rules' in message) {
    reading = new InputReading(message.rules);
    return;
  }
  const { lines, ...rest } = read(reading!, message);
  if (message === 'end') reading = undefined;
  const groups = toLineGroups(lines);
  const answer: InputAnswer = { ...rest, groups };
  parentPort?.postMessage(
    answer,
    groups.map(({ buffer }) => buffer),
  );
});

function read(of: Reading, message: Exclude<InputMessage, { readonly rules: InputRules }>) {
  if (message === 'end') return of.end();
  const { buffer, byteOffset, byteLength } = message.piece;
  return of.read(Buffer.from(buffer, byteOffset, byteLength));
}
