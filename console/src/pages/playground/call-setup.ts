import { namesFiles, type PlaygroundMessage } from './attached-file.ts';

/** What every call of the conversation has in common. */
export interface CallSetup {
  readonly workspaceId: string;
  readonly model: string;
  readonly system: string;
  /** Undefined: as many as the model writes. */
  readonly maxTokens: number | undefined;
  /** A template whose messages come first. */
  readonly prompt?: PromptChoice | undefined;
}

export interface PromptChoice {
  readonly template: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** One call as it is sent, save for how its reply comes. */
export interface PlaygroundRequest {
  readonly model: string;
  readonly messages: PlaygroundMessage[];
  readonly max_tokens?: number;
  readonly prompt?: PromptChoice;
}

/** Files and templates are additions to chat. */
export function needsAdditions({ messages, prompt }: PlaygroundRequest): boolean {
  return prompt !== undefined || namesFiles(messages);
}

export function requestOf(
  { model, system, maxTokens, prompt }: CallSetup,
  conversation: readonly PlaygroundMessage[],
): PlaygroundRequest {
  const instructions: PlaygroundMessage[] = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  return {
    model,
    messages: [...instructions, ...conversation],
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(prompt ? { prompt } : {}),
  };
}
