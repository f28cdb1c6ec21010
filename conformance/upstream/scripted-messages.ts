import { jsonReply, rawReply, type PlannedReply, type ScriptedRequest } from './scripted-replies.ts';

/** Blocks of a message in Anthropic's wire form. */
export type ScriptedBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'tool_use'; readonly id?: string; readonly name: string; readonly input: object };

export interface ScriptedUsage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly output_tokens: number;
  readonly output_tokens_details?: { readonly thinking_tokens: number };
}

export interface ScriptedMessageOptions {
  /** Default `{ input_tokens: 10, output_tokens: 5 }`. */
  readonly usage?: ScriptedUsage;
  /** Default: `tool_use` where there is a call, else `end_turn`. */
  readonly stopReason?: string;
  readonly stopSequence?: string;
}

const HEAD = {
  id: 'msg_upstream-marker',
  type: 'message',
  role: 'assistant',
  model: 'upstream-model-marker',
};
const USAGE: ScriptedUsage = { input_tokens: 10, output_tokens: 5 };
const PING = { type: 'ping' };

/** One named event, and a blank line. */
export function messageSse(event: { readonly type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Events of a stream, each its own write. */
export function messageStream(events: readonly { readonly type: string }[]): PlannedReply {
  return rawReply(events.map(messageSse));
}

function ending(
  content: readonly ScriptedBlock[],
  { stopReason, stopSequence }: ScriptedMessageOptions,
): object {
  const calls = content.some(({ type }) => type === 'tool_use');
  return {
    stop_reason: stopReason ?? (calls ? 'tool_use' : 'end_turn'),
    stop_sequence: stopSequence ?? null,
  };
}

function named(block: ScriptedBlock, index: number): ScriptedBlock {
  return block.type === 'tool_use' ? { ...block, id: block.id ?? `toolu_up_${index}` } : block;
}

/** As it is opened: with nothing in it yet, but for what cannot come in pieces. */
function opened(block: ScriptedBlock): object {
  if (block.type === 'text') return { type: 'text', text: '' };
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' };
  return block.type === 'tool_use' ? { ...block, input: {} } : block;
}

/** Word by word, the signature and calls' input in pieces of their own; input that is empty has no piece. */
function deltas(block: ScriptedBlock): object[] {
  const words = (text: string): string[] => text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
  if (block.type === 'text') return words(block.text).map((text) => ({ type: 'text_delta', text }));
  if (block.type === 'thinking') {
    const signature = { type: 'signature_delta', signature: block.signature ?? 'c2lnbmF0dXJlLW1hcmtlcg==' };
    return [...words(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })), signature];
  }
  if (block.type === 'redacted_thinking') return [];
  const input = JSON.stringify(block.input);
  if (input === '{}') return [];
  const half = Math.ceil(input.length / 2);
  return ['', input.slice(0, half), input.slice(half)].map((partial) => ({
    type: 'input_json_delta',
    partial_json: partial,
  }));
}

/** The events a message is streamed as. */
export function messageEvents(
  content: readonly ScriptedBlock[],
  options: ScriptedMessageOptions = {},
): { readonly type: string; readonly [field: string]: unknown }[] {
  const { output_tokens: outputTokens, output_tokens_details: details, ...prompt } = options.usage ?? USAGE;
  const usage = { ...prompt, output_tokens: 1 };
  const blocks = content.flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: opened(named(block, index)) },
    ...(index === 0 ? [PING] : []),
    ...deltas(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]);
  const final = { output_tokens: outputTokens, ...(details ? { output_tokens_details: details } : {}) };
  return [
    {
      type: 'message_start',
      message: { ...HEAD, content: [], stop_reason: null, stop_sequence: null, usage },
    },
    ...blocks,
    { type: 'message_delta', delta: ending(content, options), usage: final },
    { type: 'message_stop' },
  ];
}

/** A message, as stream or whole as the request asks. */
export function messageReply(
  content: readonly ScriptedBlock[],
  options: ScriptedMessageOptions = {},
): (request: ScriptedRequest) => PlannedReply {
  return ({ body }) => {
    if (body['stream'] === true) return messageStream(messageEvents(content, options));
    return jsonReply({
      ...HEAD,
      content: content.map(named),
      ...ending(content, options),
      usage: options.usage ?? USAGE,
    });
  };
}

/** An error in the stream, whose text names a vendor. */
export function messageError(type: string): { readonly type: 'error'; readonly error: object } {
  return { type: 'error', error: { type, message: 'VendorMarker says no' } };
}
