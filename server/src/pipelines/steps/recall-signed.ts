import type { Authenticated, Exchange, Parsed, Step } from '#exchange';
import type { SignedReplies } from '#features/conversation';

export interface RecallSignedDeps {
  readonly signedReplies: Pick<SignedReplies, 'recall'>;
}

/** Finds what engines signed in the earlier replies of a call, before it takes a slot (D-ENG-17). */
export function recallSigned({ signedReplies }: RecallSignedDeps): Step<Exchange & Authenticated & Parsed> {
  return (exchange) => signedReplies.recall(exchange);
}
