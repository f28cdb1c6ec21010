import { jsonReply, messageSse, rawReply, type PlannedReply } from '#test-kit';
import type { Variant } from './anthropic-variants.ts';

export interface WireEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** 90 tokens of input, 30 of them cached, and 9 of output. */
const START_USAGE = { input_tokens: 60, cache_read_input_tokens: 30, output_tokens: 1 };
const USAGE = { ...START_USAGE, output_tokens: 9 };

const HEAD = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm' };

export function startOf(usage: unknown = START_USAGE, content: unknown = []): WireEvent {
  const message = { ...HEAD, content, stop_reason: null, stop_sequence: null, usage };
  return { type: 'message_start', message };
}

export function endOf(ending: unknown, usage: unknown = { output_tokens: 9 }): WireEvent[] {
  const delta = { stop_reason: ending, stop_sequence: null };
  return [{ type: 'message_delta', delta, usage }, { type: 'message_stop' }];
}

/** A block that comes whole with its announcement. */
export function blockOf(block: unknown, index: unknown = 0): WireEvent[] {
  return [
    { type: 'content_block_start', index, content_block: block },
    { type: 'content_block_stop', index },
  ];
}

/** A block as it is announced, and what follows, character by character. */
function chunksOf(block: unknown): readonly [opened: unknown, deltas: readonly Fields[]] {
  const { type, text, thinking, signature, input, name, ...rest } = (block ?? {}) as Fields;
  const characters = (value: unknown): string[] =>
    Array.from({ length: (value as string).length }, (_, i) => (value as string).charAt(i));
  if (type === 'text' && typeof text === 'string')
    return [
      { ...rest, type, text: '' },
      characters(text).map((chunk) => ({ type: 'text_delta', text: chunk })),
    ];
  if (type === 'thinking' && typeof thinking === 'string') {
    const chunks = characters(thinking).map((chunk) => ({ type: 'thinking_delta', thinking: chunk }));
    const signed = signature === undefined ? [] : [{ type: 'signature_delta', signature }];
    return [{ ...rest, type, thinking: '', signature: '' }, [...chunks, ...signed]];
  }
  if (typeof name === 'string' && input !== undefined && input !== null) {
    const json = typeof input === 'string' ? input : JSON.stringify(input);
    const chunks = ['', ...characters(json === '{}' ? '' : json)];
    return [
      { ...rest, type, name, input: {} },
      chunks.map((chunk) => ({ type: 'input_json_delta', partial_json: chunk })),
    ];
  }
  return [block, []];
}

function inChunks(content: readonly unknown[], indexOf: (position: number) => unknown): WireEvent[] {
  return content.flatMap((block, position) => {
    const index = indexOf(position);
    const [opened, deltas] = chunksOf(block);
    return [
      { type: 'content_block_start', index, content_block: opened },
      ...(position === 0 ? [{ type: 'ping' }] : []),
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
  });
}

const listOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? (content as unknown[]) : [content];

const streamed = (events: readonly WireEvent[]): PlannedReply => rawReply(events.map(messageSse));

function wholeOf({ content, ending = 'end_turn' }: Variant): Fields {
  return { ...HEAD, content, stop_reason: ending, stop_sequence: null, usage: USAGE };
}

/** How the same reply may come: as a stream of some form, or whole. */
export const REPLY_FORMATS: Readonly<Record<string, (variant: Variant) => PlannedReply>> = {
  'in pieces': ({ content, ending = 'end_turn' }) =>
    streamed([startOf(), ...inChunks(listOf(content), (position) => position), ...endOf(ending)]),
  whole: (variant) => jsonReply(wholeOf(variant)),
  'in pieces numbered by texts': ({ content, ending = 'end_turn' }) =>
    streamed([startOf(), ...inChunks(listOf(content), String), ...endOf(ending)]),
  'in pieces without numbers': ({ content, ending = 'end_turn' }) =>
    streamed([startOf(), ...inChunks(listOf(content), () => undefined), ...endOf(ending)]),
  'in pieces all numbered 0': ({ content, ending = 'end_turn' }) =>
    streamed([startOf(), ...inChunks(listOf(content), () => 0), ...endOf(ending)]),
  'in whole blocks': ({ content, ending = 'end_turn' }) =>
    streamed([startOf(), ...listOf(content).flatMap((block, i) => blockOf(block, i)), ...endOf(ending)]),
  'in the first event': ({ content, ending = 'end_turn' }) =>
    streamed([startOf(START_USAGE, content), ...endOf(ending)]),
  'in the last event': (variant) =>
    streamed([startOf(), { type: 'message_stop', message: wholeOf(variant) }]),
  'in one event': (variant) => streamed([wholeOf(variant) as WireEvent]),
  'as one JSON body of a stream': (variant) => rawReply([JSON.stringify(wholeOf(variant), null, 1)]),
};

/** Those that every door is tried with. */
export const COMMON_FORMATS = ['in pieces', 'whole'] as const;
