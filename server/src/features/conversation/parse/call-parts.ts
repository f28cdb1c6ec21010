import type { EarlierReply, Need, PendingContent } from '#exchange';

/** Numbers of the contract the parser holds a body to (inference contract §8, D-37, D-53, D-55). */
export interface ConversationLimits {
  readonly turns: number;
  readonly images: number;
  readonly documents: number;
  readonly imageBytes: number;
  readonly stopSequences: number;
  readonly metadataEntries: number;
  readonly metadataKeyCharacters: number;
  readonly metadataValueCharacters: number;
  readonly endUserIdCharacters: number;
  readonly reasoningMinTokens: number;
}

/** What is found on the way through a body, beside the conversation itself. */
export interface CallParts {
  readonly limits: ConversationLimits;
  readonly needs: Need[];
  readonly pending: PendingContent[];
  readonly earlierReplies: EarlierReply[];
  images: number;
  documents: number;
}

export function newCallParts(limits: ConversationLimits): CallParts {
  return { limits, needs: [], pending: [], earlierReplies: [], images: 0, documents: 0 };
}

/** Notes what the model must be able to do. The first place where it is needed is the one that is named. */
export function need(parts: CallParts, capability: Need['capability'], refusal: Need['refusal'], param: string): void {
  if (!parts.needs.some((known) => known.capability === capability)) parts.needs.push({ capability, refusal, param });
}
