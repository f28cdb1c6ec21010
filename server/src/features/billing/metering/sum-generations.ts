import type { Conversation, ServerToolKind, TokenUsage } from '#engine';
import type { MeteredExchange } from '#exchange';
import { addUsage, type GenerationTally } from './generation-tally.ts';
import { judgeCount, type JudgedCount } from './judge-count.ts';
import type { MeteredUsage } from './to-usage-record.ts';
import type { TokenCounter } from './token-counter.ts';

/** A reply whose generations have ended. */
interface EndedReply {
  readonly counter: TokenCounter;
  readonly exchange: MeteredExchange;
  /** The prompt of the first generation, which admission may have counted. */
  readonly prompt: Conversation;
  readonly generations: readonly GenerationTally[];
  /** Undefined where no tool ran. */
  readonly toolUse: Partial<Record<ServerToolKind, number>> | undefined;
}

/** Sums all generations. What the engine did not count, or cannot have, is estimated, one after the other (D-89). */
export function sumGenerations(reply: EndedReply, then: (sum: Omit<MeteredUsage, 'outcome'>) => void): void {
  const { counter, exchange, generations, toolUse } = reply;
  const { admission, tenant } = exchange;
  let estimated = false;
  let engineCostNanos: number | undefined;
  let cacheSavedNanos: number | undefined;
  const add = (sum: TokenUsage | undefined, index: number): void => {
    const generation = generations[index];
    if (!generation) {
      const usage = toolUse ? { ...sum!, serverToolUse: toolUse } : sum!;
      return then({ usage, estimated, engineCostNanos, cacheSavedNanos });
    }
    const count = judgeCount(generation, admission);
    if (count.isImplausible) generation.countedImplausibly();
    estimated ||= count.inputTokens === undefined || count.outputTokens === undefined;
    completeCount(reply, { generation, count }, (usage) =>
      generation.withReasoning(usage, { counter, tenant }, (counted) => {
        const nanos = generation.engineCostNanos(counted);
        // What is known counts, although another engine of the reply may have no cost.
        if (nanos !== undefined) engineCostNanos = (engineCostNanos ?? 0) + nanos;
        const saved = generation.cacheSavedNanos(counted);
        if (saved !== undefined) cacheSavedNanos = (cacheSavedNanos ?? 0) + saved;
        add(sum ? addUsage(sum, counted) : counted, index + 1);
      }),
    );
  };
  add(undefined, 0);
}

interface CountedGeneration {
  readonly generation: GenerationTally;
  readonly count: JudgedCount;
}

/** Estimates what is not known of a generation's count. */
function completeCount(
  reply: EndedReply,
  { generation, count }: CountedGeneration,
  then: (usage: TokenUsage) => void,
): void {
  const { inputTokens: input, outputTokens: output, cachedInputTokens, reasoningTokens } = count;
  const writes = count.cacheWriteTokens > 0 ? { cacheWriteTokens: count.cacheWriteTokens } : {};
  const withOutput = (outputTokens: number): void => {
    const withInput = (inputTokens: number): void =>
      then({ inputTokens, cachedInputTokens, outputTokens, reasoningTokens, ...writes });
    if (input === undefined) estimateInput(reply, generation, withInput);
    else withInput(input);
  };
  if (output !== undefined) return withOutput(output);
  // Our vocabulary differs from the engine's. Nobody pays for more than could have been generated.
  reply.counter.countText(reply.exchange.tenant, generation.output.text, (tokens) =>
    withOutput(Math.min(tokens, generation.maxOutputTokens)),
  );
}

function estimateInput(
  { counter, exchange, prompt: first }: EndedReply,
  { prompt, maxOutputTokens }: GenerationTally,
  then: (tokens: number) => void,
): void {
  const { promptTokens } = exchange.admission;
  if (promptTokens !== undefined && prompt === first) return then(promptTokens);
  counter.countPrompt(exchange.tenant, { ...prompt, maxOutputTokens, stream: false }, then);
}
