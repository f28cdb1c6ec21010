import type { Annotation, ChatUsage, ToolCall } from '@svc/sdk';

/** A stretch of reasoning. Without its signature, which comes last, it cannot be sent back. */
export interface ReasoningPart {
  readonly text: string;
  readonly signature: string;
}

/** A reply as far as it came. */
export interface PlaygroundReply {
  readonly state: 'running' | 'complete' | 'stopped' | 'failed';
  readonly model: string;
  readonly text: string;
  readonly reasoning: readonly ReasoningPart[];
  /** Of a complete reply only: arguments that are cut off are no use. */
  readonly calls: readonly ToolCall[];
  readonly sources: readonly Annotation[];
  /** Absent while nothing was answered. */
  readonly requestId?: string | undefined;
  /** Milliseconds from sending to the first words, and to the end. */
  readonly firstMs?: number;
  readonly totalMs?: number;
  readonly usage?: ChatUsage;
  /** It ended because it may not be longer. */
  readonly isCutOff?: boolean;
  readonly error?: unknown;
}

export function newReply(model: string): PlaygroundReply {
  return { state: 'running', model, text: '', reasoning: [], calls: [], sources: [] };
}
