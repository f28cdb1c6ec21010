import {
  encryptedReasoning,
  responsesSse,
  responsesWhole,
  type ResponsesSaid,
  type ResponsesUsage,
} from '../responses-events.ts';
import type { BlockEvent } from './block-events.ts';
import { BlockWriter, type BlockFormat, type Ending } from './block-writer.ts';
import { countsOf, joinParts, type ChatUsage, type ReplyPart } from './reply-parts.ts';

const INCOMPLETE: Readonly<Record<string, ResponsesSaid['incomplete']>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};

function usageOf(usage: ChatUsage): ResponsesUsage {
  const { input, cached, output, reasoning } = countsOf(usage) ?? {
    input: 0,
    cached: 0,
    output: 0,
    reasoning: 0,
  };
  return {
    input_tokens: input,
    output_tokens: output,
    input_tokens_details: { cached_tokens: cached },
    output_tokens_details: { reasoning_tokens: reasoning },
  };
}

function incompleteOf(reason: string): Pick<ResponsesSaid, 'incomplete'> {
  const incomplete = INCOMPLETE[reason];
  return incomplete === undefined ? {} : { incomplete };
}

function response(said: ResponsesSaid, usage: ChatUsage): object {
  const whole = responsesWhole(said, usageOf(usage));
  return countsOf(usage) ? whole : { ...whole, usage: null };
}

export function wholeResponse(parts: readonly ReplyPart[]): unknown {
  const { usage, finish, ...said } = joinParts(parts);
  return response({ ...said, ...incompleteOf(finish) }, usage);
}

type Block = BlockEvent['block'];

function itemOf({ index, kind, id, name, text }: Block, status: string): object {
  if (kind === 'reasoning')
    return {
      id: `rs_${index}`,
      type: 'reasoning',
      summary: text === '' ? [] : [{ type: 'summary_text', text }],
      encrypted_content: encryptedReasoning(text),
    };
  if (kind === 'call')
    return { id: `fc_${index}`, type: 'function_call', status, call_id: id, name, arguments: text };
  const content =
    kind === 'text'
      ? { type: 'output_text', text, annotations: [], logprobs: [] }
      : { type: 'refusal', refusal: text };
  return {
    id: `msg_${index}`,
    type: 'message',
    role: 'assistant',
    status,
    content: status === 'completed' ? [content] : [],
  };
}

const DELTAS = {
  reasoning: 'response.reasoning_summary_text.delta',
  text: 'response.output_text.delta',
  refusal: 'response.refusal.delta',
  call: 'response.function_call_arguments.delta',
} as const;

class ResponsesFormat implements BlockFormat {
  #number = 0;
  readonly #output: object[] = [];

  begin(): string[] {
    const begun = { ...response({}, {}), status: 'in_progress', output: [] };
    return [
      this.#event({ type: 'response.created', response: begun }),
      this.#event({ type: 'response.in_progress', response: begun }),
    ];
  }

  *block(event: BlockEvent): Generator<string> {
    const { block } = event;
    const { index: output_index, kind } = block;
    const { id: item_id } = itemOf(block, '') as { readonly id: string };
    const part = kind === 'reasoning' ? { summary_index: 0 } : kind === 'call' ? {} : { content_index: 0 };
    const at = { item_id, output_index, ...part };
    if (event.event === 'start') {
      yield this.#event({
        type: 'response.output_item.added',
        output_index,
        item: itemOf(block, 'in_progress'),
      });
      yield* this.#part('added', block, at);
    } else if (event.event === 'delta') yield this.#event({ type: DELTAS[kind], ...at, delta: event.text });
    else {
      if (kind === 'call')
        yield this.#event({
          type: 'response.function_call_arguments.done',
          ...at,
          name: block.name,
          arguments: block.text,
        });
      else yield* this.#part('done', block, at);
      const item = itemOf(block, 'completed');
      this.#output.push(item);
      yield this.#event({ type: 'response.output_item.done', output_index, item });
    }
  }

  /** What is in pieces of its own begins and ends, too. */
  *#part(what: 'added' | 'done', { kind, text }: Block, at: object): Generator<string> {
    if (kind === 'call') return;
    const name = kind === 'reasoning' ? 'reasoning_summary_part' : 'content_part';
    const part = {
      text: { type: 'output_text', text, annotations: [], logprobs: [] },
      reasoning: { type: 'summary_text', text },
      refusal: { type: 'refusal', refusal: text },
    }[kind];
    yield this.#event({ type: `response.${name}.${what}`, ...at, part });
  }

  error({
    message = '',
    code,
  }: {
    readonly message?: string;
    readonly code?: string | number | null;
  }): string[] {
    return [this.#event({ type: 'error', code: String(code ?? 'server_error'), message, param: null })];
  }

  finish({ reason, usage }: Ending): string[] {
    const incomplete = incompleteOf(reason);
    const type = 'incomplete' in incomplete ? 'response.incomplete' : 'response.completed';
    return [this.#event({ type, response: { ...response(incomplete, usage), output: this.#output } })];
  }

  #event(event: object): string {
    return responsesSse({ ...event, sequence_number: this.#number++ });
  }
}

export const responsesWriter = (): BlockWriter => new BlockWriter(new ResponsesFormat());
