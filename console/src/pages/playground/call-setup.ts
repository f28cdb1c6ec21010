import type { PlaygroundMessage } from './attached-file.ts';

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
  readonly messages: PlaygroundMessage[];
  readonly max_tokens?: number;
}

export function requestOf(
  { model, system, maxTokens }: CallSetup,
  conversation: readonly PlaygroundMessage[],
): PlaygroundRequest {
  const instructions: PlaygroundMessage[] = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  return {
    model,
    messages: [...instructions, ...conversation],
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  };
}
