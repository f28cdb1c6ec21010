import type { ContentLimits } from '#content';
import type { ConversationLimits } from '#features/conversation';
import type { ModelNames } from './model-names.ts';

/** What every parser of model calls is given. Plain data, so that it runs on any thread. */
export interface CompatParserSettings {
  readonly identityInstruction: string;
  readonly limits: ConversationLimits;
}

/** The deployment's settings of one vendor's endpoints, as they stand when a request arrives. */
export interface CompatSettings extends CompatParserSettings {
  readonly bodyLimitBytes: number;
  readonly contentLimits: ContentLimits;
  readonly names: ModelNames;
}
