/** What a server of OpenAI's Responses says in one reply. */
export interface ResponsesSaid {
  readonly reasoning?: string;
  readonly text?: string;
  readonly refusal?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  readonly incomplete?: 'max_output_tokens' | 'content_filter';
}

export interface ResponsesUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly input_tokens_details?: { readonly cached_tokens: number };
  readonly output_tokens_details?: { readonly reasoning_tokens: number };
}

type Item = Readonly<Record<string, unknown>> & { readonly type: string; readonly id: string };

/** What only the server can read of its reasoning. */
export function encryptedReasoning(reasoning: string): string {
  return Buffer.from(`encrypted ${reasoning}`).toString('base64');
}

function itemsOf({ reasoning, text, refusal, calls = [] }: ResponsesSaid): Item[] {
  const items: Item[] = [];
  if (reasoning !== undefined)
    items.push({
      id: 'rs_1',
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: reasoning }],
      encrypted_content: encryptedReasoning(reasoning),
    });
  const content = [
    ...(text === undefined ? [] : [{ type: 'output_text', text, annotations: [], logprobs: [] }]),
    ...(refusal === undefined ? [] : [{ type: 'refusal', refusal }]),
  ];
  if (content.length > 0)
    items.push({ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content });
  for (const [i, { name, input }] of calls.entries())
    items.push({
      id: `fc_${i}`,
      type: 'function_call',
      status: 'completed',
      call_id: `up_${i}`,
      name,
      arguments: JSON.stringify(input),
    });
  return items;
}

/** A complete response, as `POST /v1/responses` documents it. */
export function responsesWhole(said: ResponsesSaid, usage: ResponsesUsage): object {
  const { incomplete } = said;
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    status: incomplete ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: incomplete ? { reason: incomplete } : null,
    instructions: null,
    metadata: {},
    model: 'vendor-model',
    output: itemsOf(said),
    parallel_tool_calls: true,
    store: false,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: { ...usage, total_tokens: usage.input_tokens + usage.output_tokens },
  };
}

const halves = (text: string): string[] => text.match(/\s*\S+/g) ?? (text === '' ? [] : [text]);

function itemEvents(item: Item, output_index: number): object[] {
  const at = { item_id: item.id, output_index };
  const words = { type: 'output_text', text: '', annotations: [], logprobs: [] };
  if (item.type === 'reasoning') {
    const [part] = item['summary'] as [{ readonly text: string }];
    return [
      {
        type: 'response.output_item.added',
        output_index,
        item: { ...item, summary: [], encrypted_content: '' },
      },
      { type: 'response.reasoning_summary_part.added', ...at, summary_index: 0, part: { ...part, text: '' } },
      ...halves(part.text).map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        ...at,
        summary_index: 0,
        delta,
      })),
      { type: 'response.reasoning_summary_text.done', ...at, summary_index: 0, text: part.text },
      { type: 'response.reasoning_summary_part.done', ...at, summary_index: 0, part },
      { type: 'response.output_item.done', output_index, item },
    ];
  }
  if (item.type === 'function_call') {
    const text = item['arguments'] as string;
    return [
      {
        type: 'response.output_item.added',
        output_index,
        item: { ...item, status: 'in_progress', arguments: '' },
      },
      ...[text.slice(0, 5), text.slice(5)]
        .filter((delta) => delta !== '')
        .map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
      { type: 'response.function_call_arguments.done', ...at, name: item['name'], arguments: text },
      { type: 'response.output_item.done', output_index, item },
    ];
  }
  const content = item['content'] as readonly {
    readonly type: string;
    readonly text?: string;
    readonly refusal?: string;
  }[];
  return [
    {
      type: 'response.output_item.added',
      output_index,
      item: { ...item, status: 'in_progress', content: [] },
    },
    ...content.flatMap((part, content_index) => {
      const place = { ...at, content_index };
      const isText = part.type === 'output_text';
      const kind = isText ? 'output_text' : 'refusal';
      const whole = part.text ?? part.refusal ?? '';
      return [
        {
          type: 'response.content_part.added',
          ...place,
          part: isText ? words : { type: 'refusal', refusal: '' },
        },
        ...halves(whole).map((delta) => ({
          type: `response.${kind}.delta`,
          ...place,
          delta,
          ...(isText && { logprobs: [] }),
        })),
        {
          type: `response.${kind}.done`,
          ...place,
          ...(isText ? { text: whole, logprobs: [] } : { refusal: whole }),
        },
        { type: 'response.content_part.done', ...place, part },
      ];
    }),
    { type: 'response.output_item.done', output_index, item },
  ];
}

/** The events of a streamed response, in the order and with the numbers that the vendor documents. Only the last ends it. */
export function responsesEvents(said: ResponsesSaid, usage: ResponsesUsage): object[] {
  const response = responsesWhole(said, usage) as Readonly<Record<string, unknown>>;
  const begun = { ...response, status: 'in_progress', output: [], usage: null, incomplete_details: null };
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...itemsOf(said).flatMap(itemEvents),
    { type: said.incomplete ? 'response.incomplete' : 'response.completed', response },
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

/** Events as they are sent. */
export function responsesSse(event: object): string {
  return `event: ${(event as { readonly type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`;
}
