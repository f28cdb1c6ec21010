import type { GenerateRequest } from '../../turns.ts';
import type { WireMessage } from '../anthropic/wire-messages.ts';
import { isThinkingReturned, toWireThinking } from '../anthropic/wire-thinking.ts';
import { withoutOmitted, type RequestFormat } from '../http/request-format.ts';
import type { ModelTraits } from './model-family.ts';

type Settings = Readonly<Partial<Record<'temperature' | 'top_p' | 'top_k', number>>>;

/** Of a reply's sampling what is sent, in the names that refusals are learnt by. */
function settingsOf({ sampling }: GenerateRequest, format: RequestFormat): Settings {
  const { temperature, topP, topK } = sampling ?? {};
  // Sent beside a temperature it is refused, even where it changes nothing.
  const settings = { temperature, top_p: topP === 1 ? undefined : topP, top_k: topK };
  return withoutOmitted(settings, format);
}

/** The parts of a Converse request that say how the reply is written. */
export function toInferenceFields(
  request: GenerateRequest,
  format: RequestFormat,
  { traits, messages }: { readonly traits: ModelTraits; readonly messages: readonly WireMessage[] },
): object {
  const { temperature, top_p: topP, top_k: topK } = settingsOf(request, format);
  const more = { ...toTopK(topK, traits), ...toReasoning(request, traits, messages) };
  return {
    inferenceConfig: { maxTokens: request.maxOutputTokens, temperature, topP },
    additionalModelRequestFields: Object.keys(more).length > 0 ? more : undefined,
  };
}

/** Each vendor has a field of its own for what Converse has none for. */
function toTopK(topK: number | undefined, { topKAs }: ModelTraits): object {
  if (topK === undefined) return {};
  return topKAs === 'inferenceConfig' ? { inferenceConfig: { topK } } : { [topKAs]: topK };
}

function toReasoning(
  request: GenerateRequest,
  { effort: as }: ModelTraits,
  messages: readonly WireMessage[],
): object {
  const { reasoning } = request;
  if (!reasoning || as === undefined) return {};
  if (as === 'thinking') return toWireThinking(request, isThinkingReturned(messages));
  const effort = 'effort' in reasoning ? reasoning.effort : effortOfBudget(reasoning.maxTokens);
  return as === 'reasoning_effort'
    ? { reasoning_effort: effort }
    : { reasoningConfig: { type: 'enabled', maxReasoningEffort: effort } };
}

/** Models with levels take no budgets. By the budgets that levels stand for elsewhere (D-ENG-22). */
function effortOfBudget(tokens: number): 'low' | 'medium' | 'high' {
  if (tokens <= 1024) return 'low';
  return tokens <= 8192 ? 'medium' : 'high';
}
