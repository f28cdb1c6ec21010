import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { HOLDABLE, line } from '../administration/fields.ts';
import { MessageUsage } from '../messages-response.ts';

export const PROMPT_TOOLS = ['generate', 'improve', 'templatize'] as const;
export type PromptTool = (typeof PROMPT_TOOLS)[number];

const ROLES = ['user', 'assistant'] as const;
const text = z
  .string()
  .min(1)
  .refine(...HOLDABLE);
const model = line(1, 200)
  .nullish()
  .describe('The model that the prompt is for, which also answers. The default model when left out.');

function promptOf(limits: LimitValues) {
  return {
    messages: z
      .array(z.strictObject({ role: z.enum(ROLES), content: text }))
      .min(1)
      .max(limits.prompt_template_messages)
      .describe('The prompt, as it would be sent.'),
    system: text.nullish(),
  };
}

/** D-PTOOL-1. */
export function promptGeneration(limits: LimitValues) {
  return z.strictObject({
    task: text.max(limits.prompt_task_characters).describe('What the prompt is to achieve.'),
    model,
  });
}
export type PromptGeneration = z.output<ReturnType<typeof promptGeneration>>;

export function promptImprovement(limits: LimitValues) {
  return z.strictObject({
    ...promptOf(limits),
    problem: text.max(limits.prompt_task_characters).describe('What is wrong with its replies.'),
    model,
  });
}
export type PromptImprovement = z.output<ReturnType<typeof promptImprovement>>;

export function promptTemplating(limits: LimitValues) {
  return z.strictObject({ ...promptOf(limits), model });
}
export type PromptTemplating = z.output<ReturnType<typeof promptTemplating>>;

/** Answer of all three (D-PTOOL-2). */
export const PromptToolResult = z
  .object({
    id: z.string().describe('Begins with `ptool_`.'),
    type: z.literal('prompt_tool_result'),
    tool: z.enum(PROMPT_TOOLS),
    model: z.string(),
    system: z.string().nullable(),
    messages: z
      .array(z.object({ role: z.enum(ROLES), content: z.string() }))
      .describe('With `{{name}}` where a variable belongs, so that they can be stored as a template.'),
    variables: z
      .record(z.string(), z.string())
      .nullable()
      .describe('Variables with the value that stood in their place.'),
    working: z.string().describe('How the prompt came about, for whoever reviews it.'),
    notes: z.array(z.string()).describe('What was left open and not guessed.'),
    usage: MessageUsage,
    request_id: z.string(),
  })
  .meta({ id: 'PromptToolResult' });
export type PromptToolResult = z.infer<typeof PromptToolResult>;
