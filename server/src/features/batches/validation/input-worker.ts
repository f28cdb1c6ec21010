import { lowerOwnPriority, serveCalls } from '#threads';
import type { InputRead, InputReading as Reading, InputRules, ChunkRead } from './input-reading.ts';

/** A chunk of an input, or its end. Rules begin the next input. */
export interface InputMessage {
  readonly rules: InputRules | undefined;
  readonly chunk: Uint8Array | 'end';
}
export type InputResult = Posted<ChunkRead> | Posted<ChunkRead & InputRead>;
type Posted<Read extends ChunkRead> = Omit<Read, 'lines'> & { readonly groups: readonly Uint8Array[] };

// Live calls go first. Loading the code alone takes a second, in which they would have half of a single processor.
lowerOwnPriority();
const { InputReading } = await import('./input-reading.ts');
const { toLineGroups } = await import('./line-groups.ts');

/** What of an earlier input is left, if that was not read to its end, is dropped with the next one. */
let reading: Reading | undefined;

serveCalls(
  ({ rules, chunk }: InputMessage): InputResult => {
    if (rules) reading = new InputReading(rules);
    if (!reading) throw new Error('an input must begin with its rules');
    const { lines, ...rest } = read(reading, chunk);
    if (chunk === 'end') reading = undefined;
    return { ...rest, groups: toLineGroups(lines) };
  },
  ({ groups }) => groups.map(({ buffer }) => buffer as ArrayBuffer),
);

function read(of: Reading, chunk: Uint8Array | 'end'): ChunkRead | (ChunkRead & InputRead) {
  if (chunk === 'end') return of.end();
  const { buffer, byteOffset, byteLength } = chunk;
  return of.read(Buffer.from(buffer, byteOffset, byteLength));
}
