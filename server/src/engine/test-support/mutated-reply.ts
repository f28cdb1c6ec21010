import fc from 'fast-check';
import { expect } from 'vitest';
import { EngineFault } from '../events.ts';
import { ReplyOutput } from '../upstreams/http/reply-output.ts';
import type { ReplyReader } from '../upstreams/http/reply-reader.ts';
import { textIn } from './read-events.ts';
import { RecordingSink } from './recording-sink.ts';

export interface Played {
  readonly sink: RecordingSink;
  readonly isFault: boolean;
}

/** Reads the events of a stream. */
export function play(build: (output: ReplyOutput) => ReplyReader, events: readonly unknown[]): Played {
  const sink = new RecordingSink();
  const reply = build(new ReplyOutput(sink, 10_000));
  try {
    for (const event of events) if (reply.event(JSON.stringify(event))) break;
    reply.finish();
  } catch (error) {
    // Whatever an engine sends is its fault, and never ours.
    expect(error).toBeInstanceOf(EngineFault);
    return { sink, isFault: true };
  }
  return { sink, isFault: false };
}

const wordsOf = ({ sink }: Played): string => textIn(sink.events) + textIn(sink.events, 'reasoning');
export const isEmpty = (played: Played): boolean =>
  wordsOf(played) === '' && !played.sink.events.some(({ type }) => type === 'tool_call_start');

/** The largest count of this name. */
export const counts = (usages: readonly unknown[], name: string): number =>
  Math.max(
    0,
    ...usages.map((said) => {
      const value = Number((said as Record<string, unknown> | null | undefined)?.[name] ?? 0);
      return Number.isInteger(value) ? value : 0;
    }),
  );

export type Mutation = readonly [path: readonly number[], what: 'drop' | 'rename' | 'empty' | 'nest'];
export const mutation: fc.Arbitrary<Mutation> = fc.tuple(
  fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 5 }),
  fc.constantFrom('drop', 'rename', 'empty', 'nest'),
);

/** Changes one value of a JSON document: it is gone, under another name, empty, or in a list. */
export function mutate(value: unknown, [[at, ...rest], what]: Mutation): unknown {
  if (typeof value !== 'object' || value === null || at === undefined) return value;
  const entries = Object.entries(value);
  const index = at % Math.max(1, entries.length);
  const changed = entries.flatMap(([key, inner], i): [string, unknown][] => {
    if (i !== index) return [[key, inner]];
    if (rest.length > 0 && typeof inner === 'object') return [[key, mutate(inner, [rest, what])]];
    if (what === 'drop') return [];
    if (what === 'rename') return [[`${key}_of_theirs`, inner]];
    return [[key, what === 'empty' ? '' : [inner]]];
  });
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}
