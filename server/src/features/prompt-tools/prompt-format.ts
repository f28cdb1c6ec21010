import { LIMITS, type PromptToolResult } from '@svc/contract';
import type { ResponseFormat } from '#engine';

/** What a model writes; its names are those of the answer (D-PTOOL-2). */
export type WrittenPrompt = Pick<PromptToolResult, 'system' | 'messages' | 'variables' | 'working' | 'notes'>;

const message = {
  type: 'object',
  properties: {
    role: { type: 'string', enum: ['user', 'assistant'] },
    content: { type: 'string', minLength: 1 },
  },
  required: ['role', 'content'],
  additionalProperties: false,
};

/**
 * The form of every reply. `working` comes first, because a model that writes down its reasons first chooses better. Not `strict` towards engines:
 * theirs take no object whose names are not known ahead.
 */
export const PROMPT_FORMAT: ResponseFormat = {
  type: 'json_schema',
  name: 'prompt',
  enforced: true,
  schema: {
    type: 'object',
    properties: {
      working: { type: 'string', minLength: 1 },
      system: { type: ['string', 'null'] },
      messages: { type: 'array', minItems: 1, maxItems: LIMITS.prompt_template_messages, items: message },
      variables: { type: ['object', 'null'], additionalProperties: { type: 'string' } },
      notes: { type: 'array', items: { type: 'string' } },
    },
    required: ['working', 'system', 'messages', 'variables', 'notes'],
    additionalProperties: false,
  },
};
