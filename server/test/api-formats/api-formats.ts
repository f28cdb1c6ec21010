import { CHAT_EXTENSIONS_BETA, Message } from '@svc/contract';
import {
  assertBrokenStream,
  assertCompletedStream,
  MAIN_KEY,
  readMessageStream,
  type RunningService,
} from '#test-kit';
import { anthropicFormat } from './anthropic-format.ts';
import type { Question, ReceivedReply } from './conversation.ts';
import { openAiFormat } from './openai-format.ts';
import { responsesFormat } from './responses-format.ts';

/** One request format: how it expresses a conversation, and how its responses are strictly parsed. */
export interface ApiFormat {
  readonly path: string;
  /** Headers that a request of this format needs in addition to a key. */
  readonly headers: Readonly<Record<string, string>>;
  /** What it supports in addition to text and calls. */
  readonly carries: { readonly reasoning: boolean; readonly images: boolean };
  /** Our statuses by those of this format that stand for others. */
  readonly statuses?: Readonly<Record<number, number>>;
  /** How this format reports an outcome: several may share one value (D-35). */
  statusOfOutcome(outcome: string): string;
  ask(question: Question): Record<string, unknown>;
  /** The conversation with its reply and the results of the reply's calls, by name of the tool. */
  reply(
    asked: Record<string, unknown>,
    received: ReceivedReply,
    results: Readonly<Record<string, string>>,
  ): Record<string, unknown>;
  /** The conversation with a reply and the user's next message. */
  goOn(asked: Record<string, unknown>, received: ReceivedReply, text: string): Record<string, unknown>;
  readWhole(body: unknown): ReceivedReply;
  readStream(response: StreamResponse): ReceivedReply | 'broken';
}

export interface StreamResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly complete: boolean;
}

const MODEL = 'Svc Standard';

function toTools(names: readonly string[]): object[] {
  const parameters = { type: 'object', properties: { city: { enum: ['Ulm', 'Oslo'] } }, required: ['city'] };
  return names.map((name) => ({
    type: 'function',
    function: { name, description: `Looks up the ${name}.`, parameters },
  }));
}

/** The fields both shapes share. */
function common({ tools, maxTokens = 1000 }: Question): Record<string, unknown> {
  return { model: MODEL, max_tokens: maxTokens, ...(tools ? { tools: toTools(tools) } : {}) };
}

function asMessages(body: Record<string, unknown>, ...more: object[]): Record<string, unknown> {
  return { ...body, messages: [...(body['messages'] as object[]), ...more] };
}

function ofMessage({ content, stop_reason: stop, usage }: Message): ReceivedReply {
  const texts = (type: 'text' | 'reasoning'): string =>
    content.map((block) => (block.type === type ? block.text : '')).join('');
  const calls = content.flatMap((block) =>
    block.type === 'tool_call' ? [{ id: block.id, name: block.name, input: block.input }] : [],
  );
  return {
    reasoning: texts('reasoning'),
    text: texts('text'),
    calls,
    stop: stop ?? '',
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    reply: { role: 'assistant', content },
  };
}

const messages: ApiFormat = {
  path: '/v1/messages',
  headers: {},
  carries: { reasoning: true, images: true },
  statusOfOutcome: (outcome) => outcome,
  ask: (question) => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: question.image },
    };
    return {
      ...common(question),
      ...(question.system ? { system: question.system } : {}),
      ...(question.forced ? { tool_choice: { type: 'tool', name: question.forced } } : {}),
      ...(question.reasoning ? { reasoning: { effort: 'high' } } : {}),
      messages: [
        {
          role: 'user',
          content: [{ type: 'text', text: question.text }, ...(question.image ? [image] : [])],
        },
      ],
    };
  },
  reply: (asked, { reply, calls }, results) => {
    const content = calls.map(({ id, name }) => ({
      type: 'tool_result',
      tool_call_id: id,
      content: results[name],
    }));
    return asMessages(asked, reply, { role: 'user', content });
  },
  goOn: (asked, { reply }, text) => asMessages(asked, reply, { role: 'user', content: text }),
  readWhole: (body) => ofMessage(Message.parse(body)),
  readStream: ({ bytes }) => {
    const { message, error } = readMessageStream(bytes.toString());
    return error ? 'broken' : ofMessage(message!);
  },
};

const STOPS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_call',
};

interface ChatCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface Reasoning {
  readonly text: string;
  readonly signature?: string;
}

interface ChatSaid {
  readonly text: string;
  readonly calls: readonly ChatCall[];
  /** Undefined if the extensions were not requested. */
  readonly reasoning: readonly Reasoning[] | undefined;
  readonly finish: string;
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

function ofChat({ text, calls, reasoning, finish, usage }: ChatSaid): ReceivedReply {
  const toolCalls = calls.map(({ id, name, arguments: input }) => ({
    id,
    type: 'function',
    function: { name, arguments: input },
  }));
  return {
    reasoning: reasoning?.map((block) => block.text).join(''),
    text,
    calls: calls.map(({ id, name, arguments: input }) => ({ id, name, input: JSON.parse(input) as unknown })),
    stop: STOPS[finish] ?? finish,
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    reply: {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(reasoning && reasoning.length > 0 ? { reasoning } : {}),
      ...(calls.length > 0 ? { tool_calls: toolCalls } : {}),
    },
  };
}

interface Completion {
  readonly choices: readonly {
    readonly finish_reason: string;
    readonly message: {
      readonly content: string | null;
      readonly reasoning?: readonly Reasoning[];
      readonly tool_calls?: readonly { id: string; function: Omit<ChatCall, 'id'> }[];
    };
  }[];
  readonly usage: { prompt_tokens: number; completion_tokens: number };
}

function contentParts({ text, image }: Question): unknown {
  if (image === undefined) return text;
  return [
    { type: 'text', text },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } },
  ];
}

/** Chat completions as they are live, or with the extensions. */
function chatFormat(additions: boolean): ApiFormat {
  const shown = (reasoning: readonly Reasoning[]): readonly Reasoning[] | undefined =>
    additions ? reasoning : undefined;
  return {
    path: '/v1/chat/completions',
    headers: additions ? { 'svc-beta': CHAT_EXTENSIONS_BETA } : {},
    carries: { reasoning: additions, images: additions },
    statusOfOutcome: (outcome) => {
      if (outcome === 'context_window') return 'max_tokens';
      return additions || ['max_tokens', 'tool_call'].includes(outcome) ? outcome : 'end_turn';
    },
    ask: (question) => ({
      ...common(question),
      ...(question.forced ? { tool_choice: { type: 'function', function: { name: question.forced } } } : {}),
      ...(additions && question.reasoning ? { reasoning: { effort: 'high' } } : {}),
      messages: [
        ...(question.system ? [{ role: 'system', content: question.system }] : []),
        { role: 'user', content: additions ? contentParts(question) : question.text },
      ],
    }),
    reply: (asked, { reply, calls }, results) =>
      asMessages(
        asked,
        reply,
        ...calls.map(({ id, name }) => ({ role: 'tool', tool_call_id: id, content: results[name] })),
      ),
    goOn: (asked, { reply }, text) => asMessages(asked, reply, { role: 'user', content: text }),
    readWhole: (body) => {
      const { choices, usage } = body as Completion;
      const { message, finish_reason: finish } = choices[0]!;
      const calls = (message.tool_calls ?? []).map(({ id, function: fn }) => ({ id, ...fn }));
      return ofChat({
        text: message.content ?? '',
        calls,
        reasoning: shown(message.reasoning ?? []),
        finish,
        usage,
      });
    },
    readStream: (response) => {
      if (!response.bytes.toString().endsWith('data: [DONE]\n\n'))
        return assertBrokenStream(response, additions) && 'broken';
      const { reasoning, finishReason: finish, ...said } = assertCompletedStream(response, additions);
      return ofChat({ ...said, reasoning: shown(reasoning), finish });
    },
  };
}

/** Every request format. Tests of engines run through each of them. */
export const API_FORMATS: Readonly<Record<string, ApiFormat>> = {
  messages,
  chat: chatFormat(false),
  'chat with its additions': chatFormat(true),
  'chat of OpenAI': openAiFormat(chatFormat(true)),
  'Responses of OpenAI': responsesFormat(chatFormat(true)),
  'messages of Anthropic': anthropicFormat(messages),
};

export async function askWhole(
  service: RunningService,
  format: ApiFormat,
  body: Readonly<Record<string, unknown>>,
): Promise<ReceivedReply> {
  const response = await service.post(format.path, MAIN_KEY, { ...body, stream: false }, format.headers);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return format.readWhole(JSON.parse(text));
}

/** A number: the status of a refusal before the first byte. */
export async function askStreamed(
  service: RunningService,
  format: ApiFormat,
  body: Readonly<Record<string, unknown>>,
): Promise<ReceivedReply | 'broken' | number> {
  const response = await service.post(format.path, MAIN_KEY, { ...body, stream: true }, format.headers);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) return format.statuses?.[response.status] ?? response.status;
  return format.readStream({
    status: 200,
    headers: Object.fromEntries(response.headers),
    bytes,
    complete: true,
  });
}

/** Returns the reply; throws if there is none. */
export function requireReply(outcome: ReceivedReply | 'broken' | number): ReceivedReply {
  if (typeof outcome !== 'object') throw new Error(`not an answer: ${outcome}`);
  return outcome;
}
