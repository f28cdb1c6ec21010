import type { ModelCapabilities, ModelConfig } from '#config';
import type { Block, ReasoningEffort, Sampling, ToolResultBlock, Turn } from '#engine';
import type { InferenceCall } from '#exchange';

const IMAGE_OMITTED = '[image omitted: this model reads text only]';

/**
 * The call without what the model cannot do and the answer does not depend on (COMPG-09), and with an amount of reasoning
 * that fits the reply (COMPG-08). What it cannot leave out is refused later, as in every call.
 */
export function fitToModel(
  call: InferenceCall,
  model: Pick<ModelConfig, 'capabilities' | 'max_output_tokens'>,
  reasoningMinTokens: number,
): InferenceCall {
  const { capabilities } = model;
  const { sampling, reasoning, parallelToolCalls, ...rest } = call;
  const kept = sampling && keepSampling(sampling, capabilities);
  const effort =
    reasoning && capabilities.reasoning
      ? fitReasoning(
          reasoning,
          Math.min(call.maxTokens ?? Infinity, model.max_output_tokens),
          reasoningMinTokens,
        )
      : undefined;
  const isParallel = parallelToolCalls && !capabilities.parallel_tool_calls ? undefined : parallelToolCalls;
  const fitted: InferenceCall = {
    ...rest,
    ...(kept ? { sampling: kept } : {}),
    ...(effort ? { reasoning: effort } : {}),
    ...(isParallel === undefined ? {} : { parallelToolCalls: isParallel }),
    tools: capabilities.strict_tools ? call.tools : call.tools.map(({ strict: _strict, ...tool }) => tool),
  };
  return capabilities.vision ? fitted : withoutResultImages(fitted);
}

function keepSampling(sampling: Sampling, able: ModelCapabilities): Sampling | undefined {
  const { temperature, topP, topK, seed, presencePenalty, frequencyPenalty } = sampling;
  const kept = {
    ...(able.temperature && temperature !== undefined ? { temperature } : {}),
    ...(able.top_p && topP !== undefined ? { topP } : {}),
    ...(able.top_k && topK !== undefined ? { topK } : {}),
    ...(able.seed && seed !== undefined ? { seed } : {}),
    ...(able.penalties && presencePenalty !== undefined ? { presencePenalty } : {}),
    ...(able.penalties && frequencyPenalty !== undefined ? { frequencyPenalty } : {}),
  };
  return Object.keys(kept).length > 0 ? kept : undefined;
}

function fitReasoning(
  reasoning: ReasoningEffort,
  mostOutputTokens: number,
  leastTokens: number,
): ReasoningEffort {
  if (!('maxTokens' in reasoning) || reasoning.maxTokens < mostOutputTokens) return reasoning;
  const maxTokens = mostOutputTokens - 1;
  return maxTokens < leastTokens ? { effort: 'low' } : { maxTokens };
}

/** An agent that was shown a picture by one of its tools would else never get another answer. */
function withoutResultImages(call: InferenceCall): InferenceCall {
  const hasImages = (block: Block): block is ToolResultBlock =>
    block.type === 'tool_result' && (block.images?.length ?? 0) > 0;
  if (!call.turns.some(({ blocks }) => blocks.some(hasImages))) return call;
  const turns = call.turns.map((turn): Turn => ({
    ...turn,
    blocks: turn.blocks.map((block) => (hasImages(block) ? describeImages(block) : block)),
  }));
  const { pending } = call;
  return {
    ...call,
    turns,
    ...(pending && { pending: pending.filter(({ position }) => position.image === undefined) }),
  };
}

function describeImages({ images = [], text, ...result }: ToolResultBlock): ToolResultBlock {
  return {
    ...result,
    text: [text, ...images.map(() => IMAGE_OMITTED)].filter((part) => part !== '').join('\n'),
  };
}
