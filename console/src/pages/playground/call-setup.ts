import type { ChatMessage } from '@svc/sdk';

/** What every call of the conversation has in common. */
export interface CallSetup {
  readonly workspaceId: string;
  readonly model: string;
  readonly system: string;
  /** Undefined: as many as the model writes. */
  readonly maxTokens: number | undefined;
}

/** One call as it is sent, save for how its reply comes. */
export interface PlaygroundRequest {
  readonly model: string;
  readonly messages: ChatMessage[];
  readonly max_tokens?: number;
}

export function requestOf(
  { model, system, maxTokens }: CallSetup,
  conversation: readonly ChatMessage[],
): PlaygroundRequest {
  const instructions: ChatMessage[] = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  return {
    model,
    messages: [...instructions, ...conversation],
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  };
}
