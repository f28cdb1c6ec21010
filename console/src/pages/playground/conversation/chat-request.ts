import type { ExtendedChatRequest, Model } from '@svc/sdk';
import { namesFiles, type PlaygroundMessage } from '../composer/attached-file.ts';
import type { CallSetup, Sampling } from '../setup/call-setup.ts';
import { parseSchema } from '../setup/parse-schema.ts';
import { reasoningField } from '../setup/reasoning-choice.ts';
import { responseFormat } from '../setup/reply-format.ts';

/** One call as it is sent, save for how its reply comes. */
export type PlaygroundRequest = Omit<ExtendedChatRequest, 'stream' | 'messages' | 'model'> & {
  readonly model: string;
  readonly messages: PlaygroundMessage[];
};

/** Chat takes what it did not have at first only with its additions. */
export const CHAT_EXTENSIONS = 'chat-extensions-2026-12-01';

/** As many as the API takes. */
export const MAX_STOP_SEQUENCES = 4;

const PLAIN: ReadonlySet<string> = new Set(['model', 'messages', 'max_tokens', 'tools']);
const SAMPLING = ['temperature', 'top_p', 'top_k', 'seed'] as const satisfies readonly (keyof Sampling)[];

/** Whether something in it is an addition to chat. */
export function needsAdditions(request: PlaygroundRequest): boolean {
  const { messages, tools } = request;
  return (
    Object.keys(request).some((field) => !PLAIN.has(field)) ||
    namesFiles(messages) ||
    messages.some((message) => message.role === 'assistant' && message.reasoning !== undefined) ||
    (tools ?? []).some(({ type }) => type !== 'function')
  );
}

/** The body of a chat completion. A prompt template needs no messages beside its own. */
export function chatBody({ messages, ...request }: PlaygroundRequest) {
  return messages.length === 0 ? request : { ...request, messages };
}

/** The stop sequences that were typed, one a line. Spaces count: a sequence may be one. */
export function stopSequences(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** What of the setup the model takes is sent; another model of the same conversation may take more or less. */
export function chatRequest(
  setup: CallSetup,
  model: Model,
  conversation: readonly PlaygroundMessage[],
): PlaygroundRequest {
  const { system, maxTokens, prompt } = setup;
  const instructions: PlaygroundMessage[] = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  const stop = stopSequences(setup.stop);
  const tools = toolsOf(setup, model);
  return {
    model: model.id,
    messages: [...instructions, ...conversation],
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...samplingOf(setup.sampling, model),
    ...(stop.length === 0 ? {} : { stop }),
    ...reasoningField(setup.reasoning, model),
    ...(tools.length === 0 ? {} : { tools }),
    ...responseFormat(setup.format, model),
    ...(prompt ? { prompt } : {}),
  };
}

function samplingOf(sampling: Sampling, { capabilities }: Model): Sampling {
  const taken = SAMPLING.filter((name) => sampling[name] !== undefined && capabilities[name]);
  return Object.fromEntries(taken.map((name) => [name, sampling[name]]));
}

function toolsOf({ tools, serverTools }: CallSetup, { capabilities }: Model) {
  const functions = tools.map(({ name, description, schema }) => ({
    type: 'function' as const,
    function: {
      name,
      ...(description === '' ? {} : { description }),
      parameters: parseSchema(schema) ?? {},
    },
  }));
  return [
    ...(capabilities.tools ? functions : []),
    ...serverTools.filter((type) => capabilities.server_tools.includes(type)).map((type) => ({ type })),
  ];
}
