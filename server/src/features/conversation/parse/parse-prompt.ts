import type { InferenceCall, PromptCall, PromptVariable } from '#exchange';
import { fieldPath, invalid, isAbsent, isObject, readObject } from './fields.ts';

const PROMPT = new Set(['template', 'variables']);
/** Names and labels as templates have them; how long they may be is theirs to say. */
const REFERENCE = /^[a-z0-9][a-z0-9_-]*(?:@[a-z0-9][a-z0-9_-]*|-v[1-9]\d{0,8})$/;
const MAX_REFERENCE_CHARACTERS = 300;

/** Which template is meant, with which values (D-PTPL-5, D-PTPL-6). Whether there is one is looked up later. */
export function parsePrompt(value: unknown): Pick<PromptCall, 'template' | 'variables'> | undefined {
  if (isAbsent(value)) return undefined;
  const { template, variables } = readObject(value, 'prompt', PROMPT);
  if (typeof template !== 'string' || template.length > MAX_REFERENCE_CHARACTERS || !REFERENCE.test(template))
    throw invalid(
      'prompt.template',
      'prompt.template must name a template with a label or a version, such as welcome@production or welcome-v3.',
    );
  return { template, variables: parseVariables(variables) };
}

function parseVariables(value: unknown): PromptVariable[] {
  if (isAbsent(value)) return [];
  if (!isObject(value)) throw invalid('prompt.variables', 'prompt.variables must be an object of strings.');
  return Object.entries(value).map(([name, text]) => {
    const path = fieldPath('prompt.variables', name);
    if (typeof text !== 'string') throw invalid(path, `${path} must be a string.`);
    return { name, value: text };
  });
}

/** The call without its reference, whose turns have moved by `added`, all of them put in ahead of what the body names by position. */
export function moveTurns({ prompt: _prompt, ...call }: InferenceCall, added: number): InferenceCall {
  const { pending, earlierReplies } = call;
  return {
    ...call,
    ...(pending && {
      pending: pending.map((content) => ({
        ...content,
        position: { ...content.position, turn: content.position.turn + added },
      })),
    }),
    ...(earlierReplies && {
      earlierReplies: earlierReplies.map((reply) => ({ ...reply, turn: reply.turn + added })),
    }),
  };
}
