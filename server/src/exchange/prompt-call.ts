import type { KnownBytes } from '#engine';

export interface PromptVariable {
  readonly name: string;
  readonly value: string;
}

/**
 * The prompt template that a body refers to, until its messages are inserted into the conversation
 * (D-PTPL-5).
 */
export interface PromptCall {
  /** `name@label` or `name-v3`. */
  readonly template: string;
  readonly variables: readonly PromptVariable[];
  /**
   * Where its messages go, as indexes into the call's turns. On chat its system text stays among the others.
   */
  readonly systemAt?: number;
  readonly turnsAt: number;
  /** Number of messages in the body itself, and the role of the first one. */
  readonly messages: number;
  readonly firstRole?: 'user' | 'assistant';
  /** A compaction block among the messages also replaces the template's turns (D-39). */
  readonly isCompacted?: boolean;
}

/** One message of a template with its variables filled in. */
export interface RenderedMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
  /** Only of long texts. */
  readonly known?: KnownBytes;
}
