import { lowerOwnPriority, serveCalls } from '#threads';
import type { InputRead, InputReading as Reading, InputRules, PieceRead } from './input-reading.ts';

/** A chunk of an input, or its end. Rules begin the next input. */
export interface InputMessage {
  readonly rules: InputRules | undefined;
  readonly piece: Uint8Array | 'end';
}
export type InputAnswer = Answer<PieceRead> | Answer<PieceRead & InputRead>;
type Answer<Read extends PieceRead> = Omit<Read, 'lines'> & { readonly groups: readonly Uint8Array[] };

// Live calls go first. Loading the code alone takes a second, in which they would have half of a single processor.
lowerOwnPriority();
const { InputReading } = await import('./input-reading.ts');
const { toLineGroups } = await import('./line-groups.ts');

/** What of an earlier input is left, if that was not read to its end, is dropped with the next one. */
let reading: Reading | undefined;

serveCalls(
  ({ rules, piece }: InputMessage): InputAnswer => {
    if (rules) reading = new InputReading(rules);
    if (!reading) throw new Error('an input must begin with its rules');
    const { lines, ...rest } = read(reading, piece);
    if (piece === 'end') reading = undefined;
    return { ...rest, groups: toLineGroups(lines) };
  },
  ({ groups }) => groups.map(({ buffer }) => buffer as ArrayBuffer),
);

function read(of: Reading, piece: Uint8Array | 'end'): PieceRead | (PieceRead & InputRead) {
  if (piece === 'end') return of.end();
  const { buffer, byteOffset, byteLength } = piece;
  return of.read(Buffer.from(buffer, byteOffset, byteLength));
}
