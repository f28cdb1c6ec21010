import { parentPort, workerData } from 'node:worker_threads';
import { InputReading, type InputRead, type InputRules, type PieceRead } from './input-reading.ts';

/** A chunk of the input, or its end. */
export type InputMessage = { readonly piece: Uint8Array } | 'end';
export type InputAnswer = PieceRead | (PieceRead & InputRead);

const reading = new InputReading(workerData as InputRules);

parentPort?.on('message', (message: InputMessage) => {
  const answer: InputAnswer =
    message === 'end'
      ? reading.end()
      : reading.read(Buffer.from(message.piece.buffer, message.piece.byteOffset, message.piece.byteLength));
  parentPort?.postMessage(answer);
});
