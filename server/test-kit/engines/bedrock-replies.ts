import { messageEvents, messageReply, type ScriptedBlock } from '@svc/conformance/upstream';
import { thoughtSignature } from './check-converse.ts';
import { chunkFrame, eventFrame } from './event-frames.ts';

/** What a model says in one reply, in either API. */
export interface BedrockSaid {
  readonly reasoning?: string;
  readonly redacted?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  readonly stopReason?: string;
  readonly usage?: BedrockUsage;
}

export interface BedrockUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadInputTokens?: number;
  readonly cacheWriteInputTokens?: number;
}

const USAGE: BedrockUsage = { inputTokens: 10, outputTokens: 5 };

const wordsOf = (text: string): string[] => text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];

function usageOf({ usage = USAGE }: BedrockSaid): object {
  return { ...usage, totalTokens: usage.inputTokens + usage.outputTokens };
}

function stopOf({ stopReason, calls }: BedrockSaid): string {
  return stopReason ?? (calls ? 'tool_use' : 'end_turn');
}

export function converseWhole(said: BedrockSaid): object {
  const { reasoning, redacted, text, calls = [] } = said;
  const thought = reasoning && { text: reasoning, signature: thoughtSignature(reasoning) };
  const content = [
    ...(redacted === undefined ? [] : [{ reasoningContent: { redactedContent: redacted } }]),
    ...(thought ? [{ reasoningContent: { reasoningText: thought } }] : []),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ name, input }, i) => ({ toolUse: { toolUseId: `tooluse_${i}`, name, input } })),
  ];
  return {
    metrics: { latencyMs: 100 },
    output: { message: { role: 'assistant', content } },
    stopReason: stopOf(said),
    usage: usageOf(said),
  };
}

/** Only calls are announced; other blocks begin with what they say. */
export function converseFrames(said: BedrockSaid): Buffer[] {
  const { reasoning, redacted, text, calls = [] } = said;
  const frames = [eventFrame('messageStart', { role: 'assistant' })];
  let index = 0;
  const block = (deltas: readonly object[], start?: object): void => {
    const contentBlockIndex = index++;
    if (start) frames.push(eventFrame('contentBlockStart', { contentBlockIndex, start }));
    frames.push(...deltas.map((delta) => eventFrame('contentBlockDelta', { contentBlockIndex, delta })));
    frames.push(eventFrame('contentBlockStop', { contentBlockIndex }));
  };
  if (redacted !== undefined) block([{ reasoningContent: { redactedContent: redacted } }]);
  if (reasoning !== undefined) {
    const words = wordsOf(reasoning).map((word) => ({ reasoningContent: { text: word } }));
    block([...words, { reasoningContent: { signature: thoughtSignature(reasoning) } }]);
  }
  if (text !== undefined) block(wordsOf(text).map((word) => ({ text: word })));
  for (const [i, { name, input }] of calls.entries()) {
    const json = JSON.stringify(input);
    const half = Math.ceil(json.length / 2);
    const parts = json === '{}' ? [] : [json.slice(0, half), json.slice(half)];
    block(
      parts.map((part) => ({ toolUse: { input: part } })),
      { toolUse: { toolUseId: `tooluse_${i}`, name } },
    );
  }
  frames.push(eventFrame('messageStop', { stopReason: stopOf(said) }));
  frames.push(eventFrame('metadata', { metrics: { latencyMs: 100 }, usage: usageOf(said) }));
  return frames;
}

function toBlocks({ reasoning, redacted, text, calls = [] }: BedrockSaid): ScriptedBlock[] {
  return [
    ...(redacted === undefined ? [] : [{ type: 'redacted_thinking', data: redacted } as const]),
    ...(reasoning === undefined
      ? []
      : [{ type: 'thinking', thinking: reasoning, signature: thoughtSignature(reasoning) } as const]),
    ...(text === undefined ? [] : [{ type: 'text', text } as const]),
    ...calls.map((call) => ({ type: 'tool_use', ...call }) as const),
  ];
}

function messageOptions(said: BedrockSaid) {
  const { inputTokens, outputTokens, cacheReadInputTokens, cacheWriteInputTokens } = said.usage ?? USAGE;
  return {
    stopReason: stopOf(said),
    usage: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cache_read_input_tokens: cacheReadInputTokens ?? 0,
      cache_creation_input_tokens: cacheWriteInputTokens ?? 0,
    },
  };
}

/** The JSON of a whole message in Anthropic's form. */
export function invokeWhole(said: BedrockSaid): string {
  const { steps } = messageReply(toBlocks(said), messageOptions(said))({ body: {} });
  return [...(steps as Iterable<string>)].join('');
}

export function invokeFrames(said: BedrockSaid): Buffer[] {
  const { inputTokens: inputTokenCount, outputTokens: outputTokenCount } = said.usage ?? USAGE;
  const metrics = { inputTokenCount, outputTokenCount, invocationLatency: 100, firstByteLatency: 10 };
  return messageEvents(toBlocks(said), messageOptions(said)).map((event) =>
    chunkFrame(
      event.type === 'message_stop' ? { ...event, 'amazon-bedrock-invocationMetrics': metrics } : event,
    ),
  );
}
