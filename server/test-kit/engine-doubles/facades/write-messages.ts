import { messageReply, type ScriptedBlock } from '@svc/conformance/upstream';
import { thoughtSignature } from '../../engines/check-converse.ts';
import type { BlockEvent } from './block-events.ts';
import { BlockWriter, type BlockFormat, type Ending } from './block-writer.ts';
import { Inexpressible, type ChatError, type VendorError } from './facade.ts';
import { countsOf, joinParts, type ChatUsage, type ReplyPart, type WholeReply } from './reply-parts.ts';

const STOPS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
};

function stopOf(reason: string): string {
  const stop = STOPS[reason];
  if (stop === undefined) throw new Inexpressible(`the finish reason ${reason}`);
  return stop;
}

function usageOf(usage: ChatUsage) {
  const counts = countsOf(usage);
  if (!counts) return undefined;
  return {
    input_tokens: counts.fresh,
    cache_read_input_tokens: counts.cached,
    cache_creation_input_tokens: 0,
    output_tokens: counts.output,
    ...(counts.reasoning > 0 && { output_tokens_details: { thinking_tokens: counts.reasoning } }),
  };
}

export function refuseWords({ refusal }: Pick<WholeReply, 'refusal'>): void {
  if (refusal !== undefined) throw new Inexpressible('the words of a refusal');
}

function toBlocks({ reasoning, text, calls = [] }: WholeReply): ScriptedBlock[] {
  const signed = (thinking: string): ScriptedBlock => ({
    type: 'thinking',
    thinking,
    signature: thoughtSignature(thinking),
  });
  return [
    ...(reasoning === undefined ? [] : [signed(reasoning)]),
    ...(text === undefined ? [] : [{ type: 'text', text } as const]),
    ...calls.map((call) => ({ type: 'tool_use', ...call }) as const),
  ];
}

/** A message in one piece. */
export function wholeMessage(parts: readonly ReplyPart[]): unknown {
  const whole = joinParts(parts);
  refuseWords(whole);
  const usage = usageOf(whole.usage);
  const { steps } = messageReply(toBlocks(whole), {
    stopReason: stopOf(whole.finish),
    ...(usage && { usage }),
  })({ body: {} });
  const message = JSON.parse([...(steps as Iterable<string>)].join('')) as object;
  return usage ? message : { ...message, usage: undefined };
}

type Encode = (event: { readonly type: string }) => string | Buffer;

class MessageFormat implements BlockFormat {
  readonly #encode: Encode;

  constructor(encode: Encode) {
    this.#encode = encode;
  }

  *begin(): Generator<string | Buffer> {
    const message = {
      id: 'msg_VendorMarker',
      type: 'message',
      role: 'assistant',
      model: 'VendorMarker',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      // The prompt is counted at the end, where scripts say it.
      usage: { output_tokens: 1 },
    };
    yield this.#encode({ type: 'message_start', message } as { type: string });
  }

  *block(event: BlockEvent): Generator<string | Buffer> {
    const { index, kind, id, name, text } = event.block;
    if (kind === 'refusal') throw new Inexpressible('the words of a refusal');
    const delta = (value: object): string | Buffer =>
      this.#encode({ type: 'content_block_delta', index, delta: value } as { type: string });
    if (event.event === 'start') {
      const block = {
        text: { type: 'text', text: '' },
        reasoning: { type: 'thinking', thinking: '', signature: '' },
        call: { type: 'tool_use', id, name, input: {} },
      }[kind];
      yield this.#encode({ type: 'content_block_start', index, content_block: block } as { type: string });
    } else if (event.event === 'delta') {
      if (kind === 'text') yield delta({ type: 'text_delta', text: event.text });
      else if (kind === 'reasoning') yield delta({ type: 'thinking_delta', thinking: event.text });
      else yield delta({ type: 'input_json_delta', partial_json: event.text });
    } else {
      if (kind === 'reasoning') yield delta({ type: 'signature_delta', signature: thoughtSignature(text) });
      yield this.#encode({ type: 'content_block_stop', index } as { type: string });
    }
  }

  *error({
    message = '',
    code,
  }: {
    readonly message?: string;
    readonly code?: unknown;
  }): Generator<string | Buffer> {
    const { body } = messageFailure({ status: typeof code === 'number' ? code : 500, message });
    yield this.#encode(body as { type: string });
  }

  *finish({ reason, usage }: Ending): Generator<string | Buffer> {
    const delta = { stop_reason: stopOf(reason), stop_sequence: null };
    yield this.#encode({ type: 'message_delta', delta, usage: usageOf(usage) ?? {} } as { type: string });
    yield this.#encode({ type: 'message_stop' });
  }
}

/** The events of a streamed message, each as `encode` sends it. */
export function messageWriter(encode: Encode): BlockWriter {
  return new BlockWriter(new MessageFormat(encode));
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

export function messageFailure({ status, message }: ChatError): VendorError {
  const type = ERROR_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  return { status, body: { type: 'error', error: { type, message } } };
}
