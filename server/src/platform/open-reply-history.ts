import { ReasoningKeys, ReasoningSignatures, ReplyMarks, type ReplyHistory } from '#features/conversation';
import type { ProcessParts } from './process-services.ts';

/** What earlier replies of a conversation are recognized by. `anyReasons` says whether any model that is offered reasons. */
export function openReplyHistory(
  { store, clock, log, dataKey, deployment }: ProcessParts,
  anyReasons: () => boolean,
): ReplyHistory {
  const keys = new ReasoningKeys(dataKey, clock, () => {
    const {
      reasoning_signature_rotation_days: rotationDays,
      reasoning_signature_accepted_days: acceptedDays,
    } = deployment().limits;
    return { rotationDays, acceptedDays };
  });
  return {
    signatures: new ReasoningSignatures(keys),
    marks: new ReplyMarks({ db: store.db, clock, log, keptDays: () => deployment().limits.reply_mark_days }),
    markKey: keys.derive('reply marks'),
    anyReasons,
  };
}
