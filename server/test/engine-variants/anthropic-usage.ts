/** Counts as they are written down of a call. */
export interface Counted {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
  readonly reasoning: number;
}

interface SaidUsage {
  /** Of the first event of a stream. */
  readonly start: unknown;
  /** Of the last but one. */
  readonly delta: unknown;
  /** Of a whole message. As in the delta if left out. */
  readonly whole?: unknown;
  /** Undefined: nothing that can be, and an estimate is written down. */
  readonly means: Counted | undefined;
}

const PROMPT = { input_tokens: 40, cache_read_input_tokens: 30, cache_creation_input_tokens: 20 };
const MEANS: Counted = { input: 90, cached: 30, written: 20, output: 9, reasoning: 0 };
const PLAIN: Counted = { input: 90, cached: 0, written: 0, output: 9, reasoning: 0 };
const ALL = { ...PROMPT, output_tokens: 9 };
const ZEROS = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
const NULLS = { input_tokens: null, cache_read_input_tokens: null, cache_creation_input_tokens: null };
const TTLS = { ephemeral_5m_input_tokens: 15, ephemeral_1h_input_tokens: 5 };
const { cache_creation_input_tokens: _writes, ...WITHOUT_WRITES } = PROMPT;

/** How an engine counts 90 tokens of input and 9 of output. */
export const USAGES: Readonly<Record<string, SaidUsage>> = {
  'the prompt at the start': {
    start: { ...PROMPT, output_tokens: 1 },
    delta: { output_tokens: 9 },
    whole: ALL,
    means: MEANS,
  },
  'all at the end': { start: null, delta: ALL, means: MEANS },
  'all at the end, zeros at the start': { start: { ...ZEROS, output_tokens: 0 }, delta: ALL, means: MEANS },
  'all at both ends': { start: { ...PROMPT, output_tokens: 1 }, delta: ALL, means: MEANS },
  'zeros at the end': { start: PROMPT, delta: { ...ZEROS, output_tokens: 9 }, whole: ALL, means: MEANS },
  'nulls at the end': { start: PROMPT, delta: { ...NULLS, output_tokens: 9 }, whole: ALL, means: MEANS },
  'one part at each end': {
    start: { input_tokens: 40, cache_read_input_tokens: 30 },
    delta: { cache_creation_input_tokens: 20, output_tokens: 9 },
    whole: ALL,
    means: MEANS,
  },
  'the cached part in the whole at the end': {
    start: PROMPT,
    delta: { ...ZEROS, input_tokens: 90, output_tokens: 9 },
    whole: ALL,
    means: MEANS,
  },
  'less at the end': {
    start: PROMPT,
    delta: { input_tokens: 4, output_tokens: 9 },
    whole: ALL,
    means: MEANS,
  },
  'writes by their time to live': {
    start: { ...WITHOUT_WRITES, cache_creation: TTLS },
    delta: { output_tokens: 9 },
    whole: { ...WITHOUT_WRITES, cache_creation: TTLS, output_tokens: 9 },
    means: MEANS,
  },
  'writes in both ways': {
    start: { ...PROMPT, cache_creation: TTLS },
    delta: { output_tokens: 9 },
    whole: { ...ALL, cache_creation: TTLS },
    means: MEANS,
  },
  'writes by their time to live beside a zero': {
    start: { ...PROMPT, cache_creation_input_tokens: 0, cache_creation: TTLS },
    delta: { output_tokens: 9 },
    whole: { ...ALL, cache_creation_input_tokens: 0, cache_creation: TTLS },
    means: MEANS,
  },
  'numbers as texts': {
    start: { input_tokens: '40', cache_read_input_tokens: '30', cache_creation_input_tokens: '20' },
    delta: { output_tokens: '9' },
    whole: {
      input_tokens: '40',
      cache_read_input_tokens: '30',
      cache_creation_input_tokens: '20',
      output_tokens: '9',
    },
    means: MEANS,
  },
  'the other protocol’s words': {
    start: null,
    delta: { prompt_tokens: 90, completion_tokens: 9, prompt_tokens_details: { cached_tokens: 30 } },
    means: { ...PLAIN, cached: 30 },
  },
  'the other protocol’s words beside zeros': {
    start: { ...ZEROS, output_tokens: 0 },
    delta: { ...ZEROS, output_tokens: 0, prompt_tokens: 90, completion_tokens: 9 },
    means: PLAIN,
  },
  'no cache': {
    start: { input_tokens: 90, output_tokens: 1 },
    delta: { output_tokens: 9 },
    whole: { input_tokens: 90, output_tokens: 9 },
    means: PLAIN,
  },
  'tokens of thinking': {
    start: PROMPT,
    delta: { output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } },
    whole: { ...ALL, output_tokens_details: { thinking_tokens: 4 } },
    means: { ...MEANS, reasoning: 4 },
  },
  'uses of its tools': {
    start: PROMPT,
    delta: { output_tokens: 9, server_tool_use: { web_search_requests: 3 } },
    whole: { ...ALL, server_tool_use: { web_search_requests: 3 }, service_tier: 'standard' },
    means: MEANS,
  },
  nothing: { start: null, delta: null, means: undefined },
  'nulls only': { start: NULLS, delta: { output_tokens: null }, means: undefined },
  'a list': { start: [], delta: [9], means: undefined },
  'no number that can be': {
    start: { input_tokens: -1 },
    delta: { input_tokens: 1.5, output_tokens: 1e12 },
    means: undefined,
  },
};
