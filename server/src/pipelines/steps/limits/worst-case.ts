import type { Authenticated, BuiltinTool, Exchange, Parsed, Selected } from '#exchange';
import type { ReplyDeps } from '#reply';
import { countPrompt } from './count-prompt.ts';

export type SelectedCall = Exchange & Authenticated & Selected;

/** What a request may use beyond one generation on its prompt. Held with it when credits pay (D-85). */
export interface WorstCase {
  /** Generations that read the whole prompt. */
  readonly prompts: number;
  /** Output in addition to the reply's own. */
  readonly summaryTokens: number;
  readonly tools: readonly BuiltinTool[];
  /** The prompt's tokens. Called if its bytes alone are inconclusive. */
  countPrompt(): Promise<number>;
}

export type WorstCaseDeps = Pick<ReplyDeps, 'replyLimits'>;

/**
 * A summary is a separate generation on the same prompt (D-39), and so is the repair of structured output
 * (D-38).
 */
export function worstCaseOfCall({
  replyLimits,
}: WorstCaseDeps): (exchange: SelectedCall & Parsed) => WorstCase {
  return (exchange) => {
    const { call, admission } = exchange;
    const compact = call.contextManagement?.compact;
    const summarises =
      compact !== undefined && (admission.promptTokens ?? admission.promptBytes) >= compact.triggerTokens;
    const prompts = 1 + (summarises ? 1 : 0) + (call.responseFormat ? 1 : 0);
    return {
      prompts,
      summaryTokens: summarises ? replyLimits().compactionTokens : 0,
      tools: call.builtinTools ?? [],
      countPrompt: () => countPrompt(exchange),
    };
  };
}

/** All texts are counted before their model is chosen. */
export function worstCaseOfEmbeddings({ admission }: SelectedCall): WorstCase {
  return {
    prompts: 1,
    summaryTokens: 0,
    tools: [],
    countPrompt: () => Promise.resolve(admission.promptTokens ?? admission.promptBytes),
  };
}
