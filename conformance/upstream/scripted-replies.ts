/**
 * What a scripted upstream answers: a head and a list of steps. Build one by hand for anything odd, or with the helpers
 * below for the usual forms. Chunks have the shape real servers send.
 */
export type Step =
  /** Written as one piece of its own. */
  | string
  | Uint8Array
  | { readonly delayMs: number }
  /** Goes on when the promise resolves. */
  | { readonly until: Promise<unknown> }
  /** Cuts the connection here. */
  | { readonly destroy: true }
  /** Says nothing more and keeps the connection open. */
  | { readonly stall: true };

export interface PlannedReply {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Run in order; the response ends after the last. May be endless: writing waits for the reader. */
  readonly steps: Iterable<Step> | AsyncIterable<Step>;
  /** The first step runs before the head is sent: a stall or a cut then happens without any answer. */
  readonly beforeHead?: boolean;
}

/** The part of a request the helpers look at. */
export interface ScriptedRequest {
  readonly body: Readonly<Record<string, unknown>>;
}

/** A reply, or a function that makes one from the request (to answer as stream or whole, as asked). */
export type Reply = PlannedReply | ((request: ScriptedRequest) => PlannedReply);

export interface WireUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens?: number;
  readonly prompt_tokens_details?: { readonly cached_tokens: number };
  readonly completion_tokens_details?: { readonly reasoning_tokens: number };
}

export interface ReplyOptions {
  /** Default `{ prompt_tokens: 10, completion_tokens: <pieces> }`; null leaves it out. Streams send it only when the request asks for it. */
  readonly usage?: WireUsage | null;
  readonly finishReason?: string;
  /** Between chunks of a stream. */
  readonly delayMs?: number;
}

export interface ScriptedToolCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments: string;
}

export const STALL: Step = { stall: true };
export const DESTROY: Step = { destroy: true };

const ENVELOPE = { id: 'chatcmpl-upstream-marker', created: 1_767_225_600, model: 'upstream-model-marker' };

/** One event: `data:`, the JSON (or the text as it is), and a blank line. */
export function sse(data: unknown): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** A chunk with one choice. */
export function chunk(delta: object, finishReason: string | null = null): object {
  return {
    ...ENVELOPE,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}

/** The chunk after the last choice, which holds only usage. */
export function usageChunk(usage: WireUsage): object {
  return { ...ENVELOPE, object: 'chat.completion.chunk', choices: [], usage };
}

/** Events of a stream, each its own write: strings are text deltas, objects whole chunks. Ends with usage, if given, and `[DONE]`. */
export function streamOf(chunks: readonly (string | object)[], options: ReplyOptions = {}): PlannedReply {
  const events = chunks.map((item) => sse(typeof item === 'string' ? chunk({ content: item }) : item));
  if (options.finishReason !== undefined) events.push(sse(chunk({}, options.finishReason)));
  if (options.usage) events.push(sse(usageChunk(options.usage)));
  events.push(sse('[DONE]'));
  const { delayMs } = options;
  const steps: Step[] =
    delayMs === undefined ? events : events.flatMap((event, i) => (i === 0 ? [event] : [{ delayMs }, event]));
  return rawReply(steps, { 'content-type': 'text/event-stream' });
}

/** Pieces of bytes just as given, with status 200: to cut events anywhere, to stall, to break off. */
export function rawReply(
  steps: Iterable<Step> | AsyncIterable<Step>,
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/event-stream' },
): PlannedReply {
  return { headers, steps };
}

export function jsonReply(
  body: unknown,
  options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): PlannedReply {
  const { status = 200, headers = {} } = options;
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    steps: [JSON.stringify(body)],
  };
}

/** An error status whose body names a vendor, a host and an id: none of it may be seen anywhere. */
export const ERROR_MARKERS = [
  'VendorMarker',
  'engine-host.marker.internal',
  'upstream-model-marker',
] as const;
export function errorReply(status: number, headers: Readonly<Record<string, string>> = {}): PlannedReply {
  return jsonReply(
    { error: { message: `${ERROR_MARKERS.join(' ')} says no`, type: 'marker_error', code: 'marker_code' } },
    { status, headers },
  );
}

/** Takes the request and never answers. */
export function hang(): PlannedReply {
  return { beforeHead: true, steps: [STALL] };
}

/** Cuts the connection instead of answering. */
export function hangUp(): PlannedReply {
  return { beforeHead: true, steps: [DESTROY] };
}

function withUsage(parts: number, { usage }: ReplyOptions): WireUsage | null {
  if (usage !== undefined) return usage;
  return { prompt_tokens: 10, completion_tokens: parts, total_tokens: 10 + parts };
}

function whole(message: object, finishReason: string, usage: WireUsage | null): PlannedReply {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason }];
  return jsonReply({ ...ENVELOPE, object: 'chat.completion', choices, ...(usage ? { usage } : {}) });
}

function streamed(
  request: ScriptedRequest,
  deltas: readonly object[],
  finishReason: string,
  usage: WireUsage | null,
  options: ReplyOptions,
): PlannedReply {
  const asked =
    (request.body['stream_options'] as { include_usage?: boolean } | undefined)?.include_usage === true;
  const chunks = [
    chunk({ role: 'assistant', content: '' }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finishReason),
  ];
  const { delayMs } = options;
  return streamOf(chunks, { usage: asked ? usage : null, ...(delayMs === undefined ? {} : { delayMs }) });
}

/** A text answer, as stream or whole as the request asks. A string is streamed word by word, an array piece by piece. */
export function textReply(text: string | readonly string[], options: ReplyOptions = {}): Reply {
  const parts = typeof text === 'string' ? (text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) : text;
  const { finishReason = 'stop' } = options;
  const usage = withUsage(parts.length, options);
  return (request) => {
    if (request.body['stream'] !== true) return whole({ content: parts.join('') }, finishReason, usage);
    return streamed(
      request,
      parts.map((content) => ({ content })),
      finishReason,
      usage,
      options,
    );
  };
}

/** Calls of functions, as stream (each call's arguments in two pieces) or whole as the request asks. */
export function toolCalls(calls: readonly ScriptedToolCall[], options: ReplyOptions = {}): Reply {
  const { finishReason = 'tool_calls' } = options;
  const usage = withUsage(calls.length, options);
  const complete = calls.map((call, index) => ({
    id: call.id ?? `call_up_${index}`,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  const deltas = complete.flatMap((call, index) => {
    const half = Math.ceil(call.function.arguments.length / 2);
    const head = {
      index,
      ...call,
      function: { ...call.function, arguments: call.function.arguments.slice(0, half) },
    };
    return [
      { tool_calls: [head] },
      { tool_calls: [{ index, function: { arguments: call.function.arguments.slice(half) } }] },
    ];
  });
  return (request) => {
    if (request.body['stream'] !== true)
      return whole({ content: null, tool_calls: complete }, finishReason, usage);
    return streamed(request, deltas, finishReason, usage, options);
  };
}

export interface EmbeddingsOptions {
  /** Numbers per vector. Default 1024. */
  readonly width?: number;
  /** Tokens reported for each text; null leaves usage out. Default 5. */
  readonly tokensEach?: number | null;
  /** How numbers are written, whatever the request asks for. */
  readonly form?: 'float' | 'base64';
}

/** A vector for each text of the request: of any length, the same for the same text, and another for any other. */
export function embeddingsReply({ width = 1024, tokensEach = 5, form }: EmbeddingsOptions = {}): Reply {
  return ({ body }) => {
    const inputs = [body['input']].flat() as string[];
    const asText = (form ?? body['encoding_format']) === 'base64';
    const data = inputs.map((text, index) => {
      const vector = scriptedVector(text, width);
      return {
        object: 'embedding',
        index,
        embedding: asText ? Buffer.from(vector.buffer).toString('base64') : [...vector],
      };
    });
    const tokens = inputs.length * (tokensEach ?? 0);
    const usage = tokensEach === null ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } };
    return jsonReply({ object: 'list', model: ENVELOPE.model, data, ...usage });
  };
}

/** What `embeddingsReply` answers for a text. */
export function scriptedVector(text: string, width = 1024): Float32Array {
  let seed = 1;
  for (let i = 0; i < text.length; i++) seed = (Math.imul(seed, 31) + text.charCodeAt(i)) | 0;
  return Float32Array.from({ length: width }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed / 0x7fffffff) * 2 - 1;
  });
}
