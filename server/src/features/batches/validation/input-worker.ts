import { parentPort, workerData } from 'node:worker_threads';
import { InputReading, type InputRead, type InputRules, type PieceRead } from './input-reading.ts';
import { toLineGroups } from './line-groups.ts';

/** A chunk of the input, or its end. */
export type InputMessage = { readonly piece: Uint8Array } | 'end';
export type InputAnswer = Answer<PieceRead> | Answer<PieceRead & InputRead>;
type Answer<Read extends PieceRead> = Omit<Read, 'lines'> & { readonly groups: readonly Uint8Array[] };

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
