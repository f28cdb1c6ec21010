import { isFields } from '../http/error-object.ts';
import { readTokenCount } from '../http/token-count.ts';
import type { SaidCount } from '../http/usage-count.ts';

/** Converse counts cached parts apart from the rest of the prompt; our count is the total (D-ENG-15). */
export function readConverseUsage(usage: unknown): SaidCount {
  if (!isFields(usage)) return {};
  const uncached = readTokenCount(usage['inputTokens']);
  const cached = readTokenCount(usage['cacheReadInputTokens']);
  const cacheWrites = readTokenCount(usage['cacheWriteInputTokens']);
  return {
    input: (uncached ?? 0) + (cached ?? 0) + (cacheWrites ?? 0),
    cached,
    cacheWrites,
    output: readTokenCount(usage['outputTokens']),
  };
}
