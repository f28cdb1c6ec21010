/** What the double answers to one chat completion. */
export interface AzureReply {
  readonly text?: string;
  /** Names and arguments as JSON text. */
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
  /** Default: `stop`, or `tool_calls` with calls. */
  readonly finishReason?: string;
  /** The answer was filtered behind this much of it. */
  readonly filtered?: true;
  readonly usage?: AzureUsage;
}

export interface AzureUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens: number };
  readonly completion_tokens_details?: { readonly reasoning_tokens: number };
}

const SAFE = { filtered: false, severity: 'safe' };
const NOTHING_FILTERED = { hate: SAFE, self_harm: SAFE, sexual: SAFE, violence: SAFE };
const PROMPT_RESULTS = [
  {
    prompt_index: 0,
    content_filter_results: { ...NOTHING_FILTERED, jailbreak: { filtered: false, detected: false } },
  },
];
const MODEL = 'gpt-4o-2024-11-20';
const ENVELOPE = {
  id: 'chatcmpl-VendorMarker',
  created: 1_764_460_800,
  model: MODEL,
  system_fingerprint: 'fp_VendorMarker',
};
const USAGE: AzureUsage = { prompt_tokens: 40, completion_tokens: 21, total_tokens: 61 };

function endingOf({ finishReason, filtered, calls }: AzureReply): string {
  return finishReason ?? (filtered ? 'content_filter' : calls ? 'tool_calls' : 'stop');
}

function filterOf({ filtered }: AzureReply): object {
  return filtered
    ? { ...NOTHING_FILTERED, violence: { filtered: true, severity: 'medium' } }
    : NOTHING_FILTERED;
}

function toolCalls({ calls = [] }: AzureReply): object[] | undefined {
  if (calls.length === 0) return undefined;
  return calls.map((call, index) => ({
    id: `call_VendorMarker${index}`,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
}

export function wholeReply(reply: AzureReply): object {
  const message = {
    role: 'assistant',
    content: reply.text ?? null,
    refusal: null,
    annotations: [],
    tool_calls: toolCalls(reply),
  };
  return {
    ...ENVELOPE,
    object: 'chat.completion',
    prompt_filter_results: PROMPT_RESULTS,
    choices: [
      {
        index: 0,
        message,
        finish_reason: endingOf(reply),
        logprobs: null,
        content_filter_results: reply.calls ? {} : filterOf(reply),
      },
    ],
    usage: reply.usage ?? USAGE,
  };
}

function* deltasOf({ text, calls = [] }: AzureReply): Generator<object> {
  for (const content of text?.match(/\s*\S+/g) ?? []) yield { content };
  for (const [index, { name, arguments: input }] of calls.entries()) {
    yield {
      tool_calls: [
        { index, id: `call_VendorMarker${index}`, type: 'function', function: { name, arguments: '' } },
      ],
    };
    for (const chunk of input.match(/.{1,7}/gs) ?? [])
      yield { tool_calls: [{ index, function: { arguments: chunk } }] };
  }
}

/** The chunks of a stream: the first says what was filtered of the prompt, and has no choices. */
export function* streamedReply(reply: AzureReply, withUsage: boolean): Generator<object> {
  const chunk = { ...ENVELOPE, object: 'chat.completion.chunk', usage: withUsage ? null : undefined };
  const choice = { index: 0, finish_reason: null, logprobs: null };
  yield { choices: [], created: 0, id: '', model: '', object: '', prompt_filter_results: PROMPT_RESULTS };
  yield {
    ...chunk,
    choices: [
      { ...choice, delta: { role: 'assistant', content: '', refusal: null }, content_filter_results: {} },
    ],
  };
  for (const delta of deltasOf(reply))
    yield {
      ...chunk,
      choices: [{ ...choice, delta, content_filter_results: 'content' in delta ? NOTHING_FILTERED : {} }],
    };
  yield {
    ...chunk,
    choices: [
      {
        ...choice,
        delta: {},
        finish_reason: endingOf(reply),
        content_filter_results: reply.filtered ? filterOf(reply) : {},
      },
    ],
  };
  // A filter that looks at the text behind it reports in chunks without a delta.
  yield {
    ...chunk,
    choices: [
      {
        ...choice,
        content_filter_results: NOTHING_FILTERED,
        content_filter_offsets: { check_offset: 44, start_offset: 44, end_offset: 100 },
      },
    ],
  };
  if (withUsage) yield { ...chunk, choices: [], usage: reply.usage ?? USAGE };
}
