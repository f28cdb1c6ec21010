import { setImmediate } from 'node:timers/promises';
import { OutboundError } from '#kit';

/** More than any honest list of tools or result has in one answer. */
export const STRUCTURE_LIMIT = 5000;
const SLICE_BYTES = 16_384;

const QUOTE = 0x22;
const ESCAPE = 0x5c;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const OBJECT = 0x7b;
const ARRAY = 0x5b;

/**
 * Passes on JSON, or a stream of events that hold JSON, in slices that leave others their turn, and fails with `too_large`
 * after so many objects and arrays. The library checks each against a union of schemas, where a megabyte of `{}` holds up
 * everybody for seconds; text, however long, costs it nothing.
 */
export async function* boundedStructure(
  body: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let structures = 0;
  let inString = false;
  let escaped = false;
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      const slice = chunk.subarray(at, at + SLICE_BYTES);
      for (const byte of slice) {
        // No string of JSON holds one. First of all, or what is no JSON in a stream of events could hide what follows.
        if (byte === LINE_FEED || byte === RETURN) inString = escaped = false;
        else if (escaped) escaped = false;
        else if (byte === QUOTE) inString = !inString;
        else if (inString) escaped = byte === ESCAPE;
        else if (byte === OBJECT || byte === ARRAY) structures++;
      }
      if (structures > limit) throw new OutboundError('too_large', 'size');
      yield slice;
      await setImmediate();
    }
  }
}
