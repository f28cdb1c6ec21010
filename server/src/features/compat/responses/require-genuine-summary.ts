import type { Authenticated, Parsed } from '#exchange';
import type { ReasoningSignatures } from '#features/conversation';
import { notGenuine } from './parse/parse-compaction.ts';
import { isGenuineSummary } from './signed-text.ts';

/**
 * Refuses a summary that this service did not write for the organization (COMPR-19): left out, it would take the whole
 * conversation along. Throws 400.
 */
export function requireGenuineSummary(
  signatures: ReasoningSignatures,
  exchange: Authenticated & Parsed,
): void {
  const { responses, ...call } = exchange.call;
  if (!responses?.summary) return;
  const { summary, ...request } = responses;
  if (!isGenuineSummary(signatures, exchange.credential.organizationId, summary))
    throw notGenuine(summary.path);
  exchange.call = { ...call, responses: request };
}
