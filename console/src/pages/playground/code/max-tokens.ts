import type { Model } from '@svc/sdk';
import type { PlaygroundRequest } from '../conversation/chat-request.ts';

const USUAL_TOKENS = 4096;

/** The limit of a reply where an API wants one: as it was set, else a usual one that leaves room behind the reasoning. */
export function maxTokens({ max_tokens: set, reasoning }: PlaygroundRequest, model: Model): number {
  const room = USUAL_TOKENS + (reasoning?.max_tokens ?? 0);
  return set ?? Math.min(room, model.max_output_tokens);
}
