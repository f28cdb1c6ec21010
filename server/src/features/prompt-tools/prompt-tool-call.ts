import type { PromptGeneration, PromptImprovement, PromptTemplating, PromptTool } from '@svc/contract';
import type { InferenceCall } from '#exchange';
import { instructionsOf } from './instructions.ts';
import { PROMPT_FORMAT } from './prompt-format.ts';

export type PromptToolBody = PromptGeneration | PromptImprovement | PromptTemplating;

/** What a model is asked: our instructions, and what was sent as one text of data. Nothing stored takes part in it (PTOOL-09). */
export function promptToolCall(
  tool: PromptTool,
  { model, ...input }: PromptToolBody,
  defaultModel: string,
): InferenceCall {
  return {
    requestedModel: model ?? defaultModel,
    stream: false,
    maxTokens: undefined,
    turns: [
      { role: 'system', blocks: [{ type: 'text', text: instructionsOf(tool) }] },
      { role: 'user', blocks: [{ type: 'text', text: JSON.stringify(input, undefined, 2) }] },
    ],
    tools: [],
    toolChoice: 'auto',
    responseFormat: PROMPT_FORMAT,
  };
}
