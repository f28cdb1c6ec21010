import { setImmediate } from 'node:timers/promises';
import { OutboundError } from '#kit';

/** More than any honest list of tools or result has in one answer. */
export const STRUCTURE_LIMIT = 3000;
const SLICE_BYTES = 16_384;
/** The library reads each event of a stream at once, and reports each that is not JSON: a tenth of a millisecond a line, and several answers share a turn. */
const MAX_LINES_IN_SLICE = 16;

const QUOTE = 0x22;
const ESCAPE = 0x5c;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const OBJECT = 0x7b;
const ARRAY = 0x5b;

export interface StructureBounds {
  /** Objects and arrays; in a stream of events also its lines. */
  readonly limit: number;
  readonly isStream: boolean;
}

/**
 * Passes on JSON, or a stream of events that hold JSON, in slices that leave others their turn, and fails with `too_large`
 * after so many objects and arrays, and lines of events. The library checks each object against a union of schemas, where a megabyte of
 * `{}` holds up everybody for seconds, and a megabyte of events that say nothing as long; text, however long, costs it nothing.
 */
export async function* boundedStructure(
  body: AsyncIterable<Uint8Array>,
  { limit, isStream }: StructureBounds,
): AsyncGenerator<Uint8Array, void, undefined> {
  let structures = 0;
  let inString = false;
  let escaped = false;
  for await (const chunk of body) {
    for (let from = 0, to = 0; from < chunk.length; from = to) {
      const end = Math.min(from + SLICE_BYTES, chunk.length);
      for (let lines = 0; to < end && lines < MAX_LINES_IN_SLICE; to++) {
        const byte = chunk[to];
        // No string of JSON holds one. First of all, or what is no JSON in a stream of events could hide what follows.
        if (byte === LINE_FEED || byte === RETURN) {
          inString = escaped = false;
          if (isStream) {
            structures++;
            lines++;
          }
        } else if (escaped) escaped = false;
        else if (byte === QUOTE) inString = !inString;
        else if (inString) escaped = byte === ESCAPE;
        else if (byte === OBJECT || byte === ARRAY) structures++;
      }
      if (structures > limit) throw new OutboundError('too_large', 'size');
      yield chunk.subarray(from, to);
      await setImmediate();
    }
  }
}
