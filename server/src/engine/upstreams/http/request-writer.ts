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

/** A body that is written chunk by chunk, each time it is asked for. */
export type ChunkedBody = () => AsyncGenerator<Buffer>;

/** The same JSON in chunks, yielding to other work in between. */
async function* inChunks(json: object): AsyncGenerator<Buffer> {
  for (const chunk of writeJson(json)) {
    yield Buffer.from(chunk);
    await setImmediate();
  }
}

/**
 * Serializes a request with a list `messages`. A large one is written in chunks, because serializing 32 MB of
 * JSON at once would block every stream; it is then sent without a length. Live chat bodies are never that
 * large.
 */
export function writeRequest(
  turns: readonly Turn[],
  { messages, around }: WireRequest,
): string | ChunkedBody {
  const json = around(Array.from(messages));
  return isLarge(turns) ? () => inChunks(json) : stringifyRaw(json);
}
