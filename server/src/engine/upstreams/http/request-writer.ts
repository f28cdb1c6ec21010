import { setImmediate } from 'node:timers/promises';
import { stringifyRaw } from '#kit';
import { blockCharacters } from '../../block-characters.ts';
import type { Turn } from '../../turns.ts';
import { writeJson } from './write-json.ts';

/** A request of up to this size is serialized at once, in a few milliseconds. */
const LARGE_CHARACTERS = 2_097_152;

function isLarge(turns: readonly Turn[]): boolean {
  let characters = 0;
  for (const { blocks } of turns) for (const block of blocks) characters += blockCharacters(block);
  return characters > LARGE_CHARACTERS;
}

/** A request in its wire format: its messages, and everything around them. */
export interface WireRequest {
  readonly messages: Iterable<object>;
  readonly around: (messages: readonly object[]) => object;
}

/** A body that is written piece by piece, each time it is asked for. */
export type BodyInPieces = () => AsyncGenerator<Buffer>;

/** The same JSON in pieces, yielding to other work in between. */
async function* inPieces(json: object): AsyncGenerator<Buffer> {
  for (const piece of writeJson(json)) {
    yield Buffer.from(piece);
    await setImmediate();
  }
}

/**
 * Serializes a request with a list `messages`. A large one is written in pieces, because serializing 32 MB of
 * JSON at once would block every stream; it is then sent without a length. Live chat bodies are never that
 * large.
 */
export function writeRequest(
  turns: readonly Turn[],
  { messages, around }: WireRequest,
): string | BodyInPieces {
  const json = around(Array.from(messages));
  return isLarge(turns) ? () => inPieces(json) : stringifyRaw(json);
}
