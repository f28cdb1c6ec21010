import type { Sampling } from '#engine';
import { parseSeedAndPenalties } from '#features/chat';
import { parseSampling, type CallParts, type Fields } from '#features/conversation';

/** What a model cannot honour is ignored (COMPG-09), so nothing is noted as needed. */
export function parseOpenAiSampling(fields: Fields, parts: CallParts): Sampling {
  const { temperature, top_p, seed, presence_penalty, frequency_penalty } = fields;
  const lenient: CallParts = { ...parts, needs: [] };
  return {
    ...parseSampling({ temperature, top_p }, lenient),
    ...parseSeedAndPenalties({ seed, presence_penalty, frequency_penalty }, lenient),
  };
}
