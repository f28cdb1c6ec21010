import type { BuiltinTool, Exchange } from '#exchange';
import type { ReplyRooms } from '#reply';

/** What a request may take beyond one generation on its prompt: held with it, where credits pay (D-85). */
export interface WorstCase {
  /** Generations that read the whole prompt. */
  readonly prompts: number;
  /** Output beside the reply's own. */
  readonly summaryTokens: number;
  readonly tools: readonly BuiltinTool[];
}

/** A summary is a generation of its own, of the same prompt (D-39), and so is a reply in another form (D-38). */
export function worstCaseOfCall({ replyLimits }: Pick<ReplyRooms, 'replyLimits'>): (exchange: Exchange) => WorstCase {
  return ({ call, admission }) => {
    const compact = call.contextManagement?.compact;
    const summarises = compact !== undefined && (admission.promptTokens ?? admission.promptBytes) >= compact.triggerTokens;
    const prompts = 1 + (summarises ? 1 : 0) + (call.responseFormat ? 1 : 0);
    return { prompts, summaryTokens: summarises ? replyLimits().compactionTokens : 0, tools: call.builtinTools ?? [] };
  };
}

export function worstCaseOfEmbeddings(): WorstCase {
  return { prompts: 1, summaryTokens: 0, tools: [] };
}
