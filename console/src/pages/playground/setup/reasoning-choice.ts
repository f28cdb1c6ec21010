import type { ExtendedChatRequest, Model } from '@svc/sdk';

/** Off, an effort, or a number of tokens. */
export interface ReasoningChoice {
  readonly amount: 'off' | 'low' | 'medium' | 'high' | 'tokens';
  readonly tokens: number;
}

/** The least that the API takes. */
export const MIN_REASONING_TOKENS = 1024;

export const NO_REASONING: ReasoningChoice = { amount: 'off', tokens: MIN_REASONING_TOKENS };

/** The field of a request, where the model can reason. */
export function reasoningField(
  { amount, tokens }: ReasoningChoice,
  { capabilities }: Model,
): Pick<ExtendedChatRequest, 'reasoning'> {
  if (amount === 'off' || !capabilities.reasoning) return {};
  return { reasoning: amount === 'tokens' ? { max_tokens: tokens } : { effort: amount } };
}
