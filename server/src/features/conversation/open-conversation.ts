import type { Limits } from '#config';
import type { Clock, Log, Secret } from '#kit';
import type { SealingRing } from '#sealing';
import type { Store } from '#store';
import type { ReplyHistory } from './history/check-history.ts';
import { ReasoningKeys } from './history/reasoning-keys.ts';
import { ReasoningSignatures } from './history/reasoning-signatures.ts';
import { ReplyMarks } from './history/reply-marks.ts';
import { SignedReplies } from './signed/signed-replies.ts';

interface ConversationParts {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly log: Log;
  readonly dataKey: Secret;
  readonly sealing: SealingRing;
  readonly limits: () => Limits;
  readonly catalog: () => { readonly anyReasons: boolean };
}

/** What earlier replies of a conversation are recognized by. */
export function openConversation({ db, clock, log, dataKey, sealing, limits, catalog }: ConversationParts) {
  const keys = new ReasoningKeys(dataKey, clock, () => {
    const { reasoning_signature_rotation_days, reasoning_signature_accepted_days } = limits();
    return {
      rotationDays: reasoning_signature_rotation_days,
      acceptedDays: reasoning_signature_accepted_days,
    };
  });
  const history: ReplyHistory = {
    signatures: new ReasoningSignatures(keys),
    marks: new ReplyMarks({ db, clock, log, keptDays: () => limits().reply_mark_days }),
    markKey: keys.derive('reply marks'),
    anyReasons: () => catalog().anyReasons,
  };
  return { history, signedReplies: new SignedReplies({ db, clock, log, sealing }) };
}
