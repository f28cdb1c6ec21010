import type { ServerTool } from '@svc/contract';
import { NO_FORMAT, type FormatChoice } from './reply-format.ts';
import { NO_REASONING, type ReasoningChoice } from './reasoning-choice.ts';

/** A function that the model may call; the person types what it returns. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, as it was typed. It is an object. */
  readonly schema: string;
}

/** What is left out is as the model has it by itself. */
export interface Sampling {
  readonly temperature?: number | undefined;
  readonly top_p?: number | undefined;
  readonly top_k?: number | undefined;
  readonly seed?: number | undefined;
}

export interface PromptChoice {
  readonly template: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** What every call of the conversation has in common. */
export interface CallSetup {
  readonly workspaceId: string;
  readonly model: string;
  /** A second model that answers the same conversation. */
  readonly compared?: string | undefined;
  readonly system: string;
  /** Undefined: as many as the model writes. */
  readonly maxTokens: number | undefined;
  readonly sampling: Sampling;
  /** One a line. */
  readonly stop: string;
  readonly reasoning: ReasoningChoice;
  readonly tools: readonly ToolDefinition[];
  readonly serverTools: readonly ServerTool[];
  readonly format: FormatChoice;
  /** A template whose messages come first. */
  readonly prompt?: PromptChoice | undefined;
}

export function newSetup(workspaceId: string): CallSetup {
  return {
    workspaceId,
    model: '',
    system: '',
    maxTokens: undefined,
    sampling: {},
    stop: '',
    reasoning: NO_REASONING,
    tools: [],
    serverTools: [],
    format: NO_FORMAT,
  };
}
