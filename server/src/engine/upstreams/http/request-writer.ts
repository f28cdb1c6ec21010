import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { blockCharacters } from '../../block-characters.ts';
import type { Turn } from '../../turns.ts';
import { writeJson } from './write-json.ts';

/** Up to here a request is written in one go: a few milliseconds. */
const LARGE_CHARACTERS = 2_097_152;

function isLarge(turns: readonly Turn[]): boolean {
  let characters = 0;
  for (const { blocks } of turns) for (const block of blocks) characters += blockCharacters(block);
  return characters > LARGE_CHARACTERS;
}

/** A request as its wire form has it: its messages, and all of it around given ones. */
export interface WireRequest {
  readonly messages: Iterable<object>;
  readonly around: (messages: readonly object[]) => object;
}

/** The same JSON piece by piece, with a turn for everybody else in between. */
async function* inPieces({ messages, around }: WireRequest): AsyncGenerator<Buffer> {
  for (const piece of writeJson(around(Array.from(messages)))) {
    yield Buffer.from(piece);
    await setImmediate();
  }
}

/**
 * The JSON of a request with a list `messages`. A large one comes in pieces, because writing 32 MB of JSON at once would
 * stop every stream; it is then sent without a length. Live chat's bodies are never that large.
 */
export function writeRequest(turns: readonly Turn[], request: WireRequest): string | Readable {
  return isLarge(turns)
    ? Readable.from(inPieces(request), { objectMode: false })
    : JSON.stringify(request.around(Array.from(request.messages)));
}
