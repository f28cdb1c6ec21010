import { converseWhole } from '../../engines/bedrock-replies.ts';
import { thoughtSignature } from '../../engines/check-converse.ts';
import { eventFrame, exceptionFrame } from '../../engines/event-frames.ts';
import type { BlockEvent } from './block-events.ts';
import { BlockWriter, type BlockFormat, type Ending } from './block-writer.ts';
import { Inexpressible } from './facade.ts';
import { countsOf, joinParts, type ChatUsage, type ReplyPart } from './reply-parts.ts';
import { refuseWords } from './write-messages.ts';

const STOPS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'content_filtered',
};

function stopOf(reason: string): string {
  const stop = STOPS[reason];
  if (stop === undefined) throw new Inexpressible(`the finish reason ${reason}`);
  return stop;
}

function usageOf(usage: ChatUsage) {
  const counts = countsOf(usage);
  if (!counts) return undefined;
  const { fresh: inputTokens, cached: cacheReadInputTokens, output: outputTokens, input } = counts;
  return { inputTokens, cacheReadInputTokens, outputTokens, totalTokens: input + outputTokens };
}

export function wholeConverse(parts: readonly ReplyPart[]): unknown {
  const { usage, finish, ...said } = joinParts(parts);
  refuseWords(said);
  return { ...converseWhole({ ...said, stopReason: stopOf(finish) }), usage: usageOf(usage) };
}

const FORMAT: BlockFormat = {
  begin: () => [eventFrame('messageStart', { role: 'assistant' })],
  *block(event: BlockEvent) {
    const { index: contentBlockIndex, kind, id, name, text } = event.block;
    if (kind === 'refusal') throw new Inexpressible('the words of a refusal');
    const delta = (value: object): Buffer =>
      eventFrame('contentBlockDelta', { contentBlockIndex, delta: value });
    if (event.event === 'start') {
      // Only calls are announced.
      if (kind === 'call')
        yield eventFrame('contentBlockStart', {
          contentBlockIndex,
          start: { toolUse: { toolUseId: id, name } },
        });
    } else if (event.event === 'delta') {
      if (kind === 'text') yield delta({ text: event.text });
      else if (kind === 'reasoning') yield delta({ reasoningContent: { text: event.text } });
      else yield delta({ toolUse: { input: event.text } });
    } else {
      if (kind === 'reasoning') yield delta({ reasoningContent: { signature: thoughtSignature(text) } });
      yield eventFrame('contentBlockStop', { contentBlockIndex });
    }
  },
  error: ({ message = '' }) => [exceptionFrame('internalServerException', message)],
  *finish({ reason, usage }: Ending) {
    yield eventFrame('messageStop', { stopReason: stopOf(reason) });
    yield eventFrame('metadata', { metrics: { latencyMs: 100 }, usage: usageOf(usage) });
  },
};

export const converseWriter = (): BlockWriter => new BlockWriter(FORMAT);
