import type { ApiError } from '@svc/contract';
import type { Conversation, TokenUsage } from '#engine';
import type { ReplySink } from '#exchange';
import type { Generated } from '../generation-sink.ts';
import type { Generations } from '../generations.ts';
import type { FormatStage, FormatVerdict } from './format-stage.ts';

/** How a reply ended that had to have a form. */
export interface FormedEnd extends Pick<Generated, 'stop' | 'stopSequence'> {
  /** It has not got it, and is refused for that. */
  readonly error?: ApiError;
}

interface FormatParts {
  readonly stage: FormatStage;
  readonly generations: Pick<Generations, 'generate'>;
  readonly sink: Pick<ReplySink, 'next' | 'event'>;
  readonly isOver: () => boolean;
}

/** Of a repair that came to nothing: the text that is sent was counted with the first generation. */
const NOTHING_TAKEN: TokenUsage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

/** Whatever kept it from being written, an engine that failed or no slot to be had: the reply is evaluated without it. */
async function repair(
  { stage, generations }: FormatParts,
  conversation: Conversation,
): Promise<Generated | undefined> {
  const generated = await generations.generate(conversation, stage).catch(() => undefined);
  return typeof generated === 'object' && !generated.fault ? generated : undefined;
}

/**
 * After a reply's last generation: has it evaluated, repaired once if need be, and sends what is held. Undefined when the
 * caller left meanwhile.
 */
export async function enforceFormat(
  parts: FormatParts,
  generated: Generated,
  conversation: Conversation,
): Promise<FormedEnd | undefined> {
  const { stage, sink, isOver } = parts;
  let end: FormedEnd = generated;
  let verdict: FormatVerdict = await stage.evaluate(generated, conversation);
  if (verdict.outcome === 'repair' && !isOver()) {
    stage.discard();
    // Nothing may be written to it yet, should no engine be asked.
    sink.next(verdict.conversation, 0);
    const repaired = await repair(parts, verdict.conversation);
    verdict = repaired ? await stage.evaluate(repaired, verdict.conversation) : stage.withoutRepair();
    if (repaired) end = repaired;
    else if (!isOver()) sink.event({ type: 'usage', usage: NOTHING_TAKEN });
  }
  if (isOver()) return undefined;
  if (verdict.outcome !== 'refuse') stage.release();
  else stage.discard();
  return verdict.outcome === 'refuse' ? { ...end, error: verdict.error } : end;
}
