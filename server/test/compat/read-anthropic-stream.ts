import { expect } from 'vitest';
import type { AnthropicMessage } from './anthropic-fixture.ts';

/** What the events of a stream add up to. */
export interface AnthropicStream {
  /** Undefined where the stream did not reach its end. */
  readonly message: AnthropicMessage | undefined;
  readonly events: readonly StreamEvent[];
  /** Data of the final error of a stream that broke. */
  readonly error: unknown;
}

interface StreamEvent {
  readonly type: string;
  readonly index?: number;
  readonly message?: AnthropicMessage;
  readonly content_block?: Record<string, unknown>;
  readonly delta?: Record<string, string> & { citation?: unknown };
  readonly usage?: Record<string, unknown>;
}

/** Adds events up as the vendor's clients do, and holds them to the order that clients need (COMPA-13). */
export function readAnthropicStream(text: string): AnthropicStream {
  const events = text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const [, name, data] = /^event: (\w+)\ndata: ([^\n]*)$/.exec(event) ?? [];
      const parsed = JSON.parse(data!) as StreamEvent;
      expect(parsed.type).toBe(name);
      return parsed;
    });
  expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['message_start', 'ping']);
  const content: Record<string, unknown>[] = [];
  const message = { ...events[0]!.message! };
  let open: number | undefined;
  for (const event of events) {
    if (event.type === 'content_block_start') {
      expect([open, event.index]).toEqual([undefined, content.length]);
      open = content.push({ ...event.content_block }) - 1;
    } else if (event.type === 'content_block_delta') addDelta(content[event.index!]!, event.delta!);
    else if (event.type === 'content_block_stop') {
      expect(open).toBe(event.index);
      open = undefined;
    } else if (event.type === 'message_delta') {
      const { container: _container, ...stop } = event.delta!;
      Object.assign(message, stop, { usage: event.usage! });
    }
  }
  const isComplete = events.at(-1)!.type === 'message_stop';
  return {
    message: isComplete ? { ...message, content: content.flatMap(closed) } : undefined,
    events,
    error: events.at(-1)!.type === 'error' ? events.at(-1) : undefined,
  };
}

const CHUNKS: Readonly<Record<string, readonly [delta: string, field: string]>> = {
  text_delta: ['text', 'text'],
  thinking_delta: ['thinking', 'thinking'],
  signature_delta: ['signature', 'signature'],
  input_json_delta: ['partial_json', 'json'],
};

function addDelta(block: Record<string, unknown>, delta: NonNullable<StreamEvent['delta']>): void {
  if (delta['type'] === 'citations_delta') {
    block['citations'] = [...((block['citations'] as unknown[] | undefined) ?? []), delta.citation];
    return;
  }
  const [from, to] = CHUNKS[delta['type']!]!;
  block[to] = `${(block[to] as string | undefined) ?? ''}${delta[from]}`;
}

/** A call that was cut has no input, and no whole answer shows it. */
function closed({ json, ...block }: Record<string, unknown>): Record<string, unknown>[] {
  if (json === undefined) return [block];
  try {
    return [{ ...block, input: JSON.parse(json as string) as unknown }];
  } catch {
    return [];
  }
}
