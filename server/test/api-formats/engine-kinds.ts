import {
  chunk,
  messageError,
  messageEvents,
  messageReply,
  messageSse,
  openaiEngine,
  jsonReply,
  sse,
  usageChunk,
  type PlannedReply,
  type ScriptedBlock,
  encryptedReasoning,
  responsesEvents,
  responsesSse,
  responsesWhole,
} from '#test-kit';
import type { Said } from './conversation.ts';

/**
 * A kind of engine behind a protocol: its configuration, and how a scripted server sends the same in its
 * format.
 */
export interface EngineKind {
  readonly engine: (baseUrl: string) => unknown;
  /** The events of a stream, each with its blank line. Only the last ends it. */
  readonly events: (said: Said) => readonly (string | Buffer)[];
  /** Of a stream, where they are not those of events in lines. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The engine's name for the model, where it matters. */
  readonly model?: string;
  readonly whole: (said: Said) => PlannedReply;
  /** What an engine that signs its reasoning must get back of it, with the results of its calls. */
  readonly signs?: (reasoning: string) => string;
  /** The event that reports an overloaded server. */
  readonly overloaded: string | Buffer;
}

/** The token counts that each engine reports. */
export const COUNTED = { input: 40, output: 21 } as const;

const CHAT_USAGE = { prompt_tokens: COUNTED.input, completion_tokens: COUNTED.output };

/** Parallel calls are interleaved, as the protocol allows. */
function chatDeltas({ reasoning, text, calls = [] }: Said): object[] {
  const inputs = calls.map(({ input }) => JSON.stringify(input));
  const starts = calls.map(({ name }, index) => ({
    index,
    id: `up_${index}`,
    type: 'function',
    function: { name, arguments: '' },
  }));
  const firsts = inputs.map((input, index) => ({ index, function: { arguments: input.slice(0, 5) } }));
  const rests = inputs.map((input, index) => ({ index, function: { arguments: input.slice(5) } }));
  return [
    { role: 'assistant', content: '' },
    ...(reasoning?.match(/\s*\S+/g) ?? []).map((part) => ({ reasoning_content: part })),
    ...(text?.match(/\s*\S+/g) ?? []).map((part) => ({ content: part })),
    ...[...starts, ...firsts, ...rests].map((part) => ({ tool_calls: [part] })),
  ];
}

const openai: EngineKind = {
  engine: (baseUrl) => openaiEngine(baseUrl),
  events: (said) => {
    const finish = chunk({}, said.calls ? 'tool_calls' : 'stop');
    return [
      ...[...chatDeltas(said).map((delta) => chunk(delta)), finish, usageChunk(CHAT_USAGE)].map(sse),
      sse('[DONE]'),
    ];
  },
  whole: ({ reasoning, text, calls }) => {
    const tools = calls?.map(({ name, input }, i) => ({
      id: `up_${i}`,
      function: { name, arguments: JSON.stringify(input) },
    }));
    const message = {
      role: 'assistant',
      content: text ?? null,
      reasoning_content: reasoning,
      tool_calls: tools,
    };
    return jsonReply({
      choices: [{ index: 0, message, finish_reason: calls ? 'tool_calls' : 'stop' }],
      usage: CHAT_USAGE,
    });
  },
  overloaded: sse({ error: { code: 529, message: 'VendorMarker' } }),
};

function toBlocks({ reasoning, text, calls = [] }: Said): ScriptedBlock[] {
  return [
    ...(reasoning === undefined ? [] : [{ type: 'thinking', thinking: reasoning } as const]),
    ...(text === undefined ? [] : [{ type: 'text', text } as const]),
    ...calls.map((call) => ({ type: 'tool_use', ...call }) as const),
  ];
}

const MESSAGE_USAGE = {
  input_tokens: COUNTED.input - 30,
  cache_read_input_tokens: 30,
  output_tokens: COUNTED.output,
};

const anthropic: EngineKind = {
  engine: (baseUrl) => ({ ...(openaiEngine(baseUrl) as object), type: 'anthropic' }),
  events: (said) => messageEvents(toBlocks(said), { usage: MESSAGE_USAGE }).map(messageSse),
  whole: (said) => messageReply(toBlocks(said), { usage: MESSAGE_USAGE })({ body: {} }),
  signs: (reasoning) => reasoning,
  overloaded: messageSse(messageError('overloaded_error')),
};

const RESPONSES_USAGE = {
  input_tokens: COUNTED.input,
  input_tokens_details: { cached_tokens: 30 },
  output_tokens: COUNTED.output,
  output_tokens_details: { reasoning_tokens: 5 },
};

const responses: EngineKind = {
  engine: (baseUrl) => ({ ...(openaiEngine(baseUrl) as object), api: 'responses' }),
  events: (said) => responsesEvents(said, RESPONSES_USAGE).map(responsesSse),
  whole: (said) => jsonReply(responsesWhole(said, RESPONSES_USAGE)),
  signs: (reasoning) => encryptedReasoning(reasoning),
  overloaded: responsesSse({
    type: 'error',
    code: 'server_is_overloaded',
    message: 'VendorMarker',
    param: null,
  }),
};

/** Chunks of the one form that answers have. */
function toContents({ reasoning, text, calls = [] }: Said): object[] {
  return [
    ...(reasoning?.match(/\s*\S+/g) ?? []).map((part) => ({ text: part, thought: true })),
    ...(text?.match(/\s*\S+/g) ?? []).map((part) => ({ text: part })),
    ...calls.map(({ name, input: args }) => ({ functionCall: { name, args } })),
  ];
}

function geminiResponse(parts: readonly object[], isLast: boolean): object {
  const content = { role: 'model', parts };
  const usageMetadata = {
    promptTokenCount: COUNTED.input,
    candidatesTokenCount: COUNTED.output - 4,
    thoughtsTokenCount: 4,
  };
  return isLast
    ? { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata }
    : { candidates: [{ content, index: 0 }], usageMetadata: { promptTokenCount: COUNTED.input } };
}

const gemini: EngineKind = {
  engine: (baseUrl) => ({ ...(openaiEngine(baseUrl) as object), type: 'gemini', api_key: 'k' }),
  events: (said) => [
    sse(geminiResponse([], false)),
    ...toContents(said).map((part) => sse(geminiResponse([part], false))),
    sse(geminiResponse([], true)),
  ],
  whole: (said) => jsonReply(geminiResponse(toContents(said), true)),
  overloaded: sse({ error: { code: 503, message: 'VendorMarker', status: 'UNAVAILABLE' } }),
};

/** Every kind of engine that is called over a protocol. */
export const ENGINE_KINDS: Readonly<Record<string, EngineKind>> = { openai, anthropic, responses, gemini };
