import type { ToolResultBlock, Turn } from '../../turns.ts';
import { toImage, type WirePart } from './wire-parts.ts';

/** A call that an assistant turn made. */
interface MadeCall {
  readonly name: string;
  /** Its place among all calls of the conversation. */
  readonly position: number;
}

/** The calls of a conversation by their ids: results name their function, and stand in the order of the calls (D-ENG-21). */
export type MadeCalls = ReadonlyMap<string, MadeCall>;

export function callsIn(turns: readonly Turn[]): MadeCalls {
  const calls = new Map<string, MadeCall>();
  for (const { role, blocks } of turns)
    if (role === 'assistant')
      for (const block of blocks)
        if (block.type === 'tool_call') calls.set(block.id, { name: block.name, position: calls.size });
  return calls;
}

/** Images of these types may stand in a result. */
const IN_RESULTS = new Set(['image/png', 'image/jpeg', 'image/webp']);

interface WireResponse {
  readonly results: readonly WirePart[];
  /** Images that cannot stand in a result. */
  readonly beside: readonly WirePart[];
}

/** All results of a turn, in the order of their calls. `takesImages`: the model takes them in a result. */
export function toResults(
  blocks: readonly ToolResultBlock[],
  calls: MadeCalls,
  takesImages: boolean,
): WireResponse {
  const inOrder = blocks.toSorted((a, b) => positionOf(a, calls) - positionOf(b, calls));
  const results: WirePart[] = [];
  const beside: WirePart[] = [];
  for (const { callId, text, images = [], isError } of inOrder) {
    const inside = images.filter(({ mediaType }) => takesImages && IN_RESULTS.has(mediaType));
    beside.push(...images.filter((image) => !inside.includes(image)).map(toImage));
    const name = calls.get(callId)?.name;
    // A result of no call would be refused.
    if (name === undefined) {
      beside.push({ text }, ...inside.map(toImage));
      continue;
    }
    const response = isError ? { error: text } : { output: text };
    const parts = inside.length > 0 ? { parts: inside.map(toImage) } : {};
    results.push({ functionResponse: { id: callId, name, response, ...parts } });
  }
  return { results, beside };
}

function positionOf({ callId }: ToolResultBlock, calls: MadeCalls): number {
  return calls.get(callId)?.position ?? calls.size;
}
