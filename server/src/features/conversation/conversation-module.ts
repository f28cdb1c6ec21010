import type { Module } from '#features/module';
import type { ReplyHistory } from './history/check-history.ts';
import { SEALED_REPLIES } from './signed/sealed-replies.ts';
import type { SignedReplies } from './signed/signed-replies.ts';

interface ConversationParts {
  readonly history: ReplyHistory;
  readonly signedReplies: SignedReplies;
}

export function conversationModule({ history: { marks }, signedReplies }: ConversationParts) {
  return {
    jobs: [...marks.jobs, ...signedReplies.jobs],
    sealed: [SEALED_REPLIES],
    close: async () => {
      await marks.flush();
      await signedReplies.flush();
    },
  } satisfies Module;
}
