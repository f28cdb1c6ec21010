import type { EmbedRequest } from '../embedding/embedding.ts';
import type { FunctionTool, GenerateRequest, Turn } from '../turns.ts';

/** Ceilings. A model that reasons unasked needs room for it; replies to these questions are short. */
const MAX_REPLY_TOKENS = 1024;
const MAX_REASONING_REPLY_TOKENS = 2048;

/** The smallest that Anthropic's models take. */
const REASONING_BUDGET_TOKENS = 1024;

/** Takes a thought. */
const RIDDLE = 'Is 391 a prime number? Reply with yes or no.';

/** A red square, 64 pixels wide: some engines refuse images below 32. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAS0lEQVR42u3PQQkAAAgAsetfWiP4FgYrsKZeS0BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsqnc8OJg6Ln3AAAAAElFTkSuQmCC';

export const PROBE_TOOL: FunctionTool = {
  name: 'report_number',
  description: 'Reports a number.',
  parameters: {
    type: 'object',
    properties: { number: { type: 'integer' } },
    required: ['number'],
    additionalProperties: false,
  },
};

function ask(text: string, more: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    turns: [userTurn({ type: 'text', text })],
    tools: [],
    toolChoice: 'auto',
    maxOutputTokens: MAX_REPLY_TOKENS,
    stream: true,
    ...more,
  };
}

function userTurn(...blocks: Turn['blocks']): Turn {
  return { role: 'user', blocks };
}

/** What each chat route is asked. All are streamed, as most calls are. */
export const QUESTIONS = {
  plain: ask('Reply with the word ok.'),
  whole: ask('Reply with the word ok.', { stream: false }),
  forcedCall: ask('Call report_number with 7.', {
    tools: [PROBE_TOOL],
    toolChoice: { name: PROBE_TOOL.name },
  }),
  freeCall: ask('Call report_number with 7.', { tools: [PROBE_TOOL] }),
  vision: ask('', {
    turns: [
      userTurn(
        { type: 'image', mediaType: 'image/png', data: RED_SQUARE, detail: 'low' },
        { type: 'text', text: 'Which color is this square? Reply with one word.' },
      ),
    ],
  }),
  reasoning: ask(RIDDLE, { maxOutputTokens: MAX_REASONING_REPLY_TOKENS, reasoning: { effort: 'low' } }),
  reasoningWithBudget: ask(RIDDLE, {
    maxOutputTokens: MAX_REASONING_REPLY_TOKENS,
    reasoning: { maxTokens: REASONING_BUDGET_TOKENS },
  }),
} as const;

export const EMBEDDING_QUESTION: EmbedRequest = { inputs: ['ok'], dimensions: 256 };
