import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { HOLDABLE, line, refusedAs, timestamp, wholeNumber } from '../administration/fields.ts';

const ROLES = ['system', 'user', 'assistant'] as const;

const modelName = line(1, 200);

/** One message of a template; `content` may hold `{{name}}` marks (D-PTPL-6). */
const PromptTemplateMessage = z.object({ role: z.enum(ROLES), content: z.string() });
export type PromptTemplateMessage = z.infer<typeof PromptTemplateMessage>;

/** Platform contract §2.9. */
export const PromptTemplate = z
  .object({
    id: z.string().describe('Begins with `ptpl_`.'),
    type: z.literal('prompt_template'),
    name: z
      .string()
      .describe('Unique in the workspace. Requests refer to `name@label` or `name-v<version>`.'),
    latest_version: z.int().describe('The highest version number.'),
    labels: z.record(z.string(), z.int()).describe('The version that each label points at.'),
    model: z
      .string()
      .nullable()
      .describe('Who answers a request that names no model. Of the version that `version` shows.'),
    variables: z.array(z.string()).describe('Names in `{{name}}` marks of the newest version.'),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.object({
      number: z.int(),
      messages: z.array(PromptTemplateMessage),
      created_at: timestamp,
      created_by: z.string().describe('Id of a user.'),
    }),
  })
  .meta({ id: 'PromptTemplate' });
export type PromptTemplate = z.infer<typeof PromptTemplate>;

/** Names end like references where they end in `-v<digits>`, so that no reference could tell the two apart (D-PTPL-2). */
const LIKE_A_REFERENCE = /-v\d+$/;

function nameOf(most: number) {
  const pattern = new RegExp(`^[a-z0-9][a-z0-9_-]{0,${most - 1}}$`);
  return z
    .string()
    .refine(
      (name) => pattern.test(name),
      refusedAs(
        'invalid_name',
        `must have 1 to ${most} lower-case letters, digits, "-" and "_", and begin with a letter or a digit`,
      ),
    )
    .refine(
      (name) => !LIKE_A_REFERENCE.test(name),
      refusedAs('invalid_name', 'must not end like a version, such as -v3'),
    )
    .meta({
      description: 'Lower-case letters, digits, `-` and `_`. It does not end in `-v` and a number.',
      pattern: '^[a-z0-9][a-z0-9_-]*$',
      minLength: 1,
      maxLength: most,
    });
}

export function promptTemplateName(limits: LimitValues) {
  return nameOf(limits.prompt_template_name_characters);
}

/** `latest` is not for anybody to set (D-PTPL-4). */
export function promptTemplateLabel(limits: LimitValues) {
  return nameOf(limits.prompt_template_label_characters).refine(
    (label) => label !== 'latest',
    refusedAs('invalid_name', 'must not be latest, which is reserved'),
  );
}

/** A new template, or the next version of one that has the name (D-PTPL-1). */
export function promptTemplateCreation(limits: LimitValues) {
  const content = z
    .string()
    .min(1)
    .refine(...HOLDABLE)
    .describe('Text; `{{name}}` stands for the variable `name`.');
  return z.strictObject({
    name: promptTemplateName(limits),
    messages: z
      .array(z.strictObject({ role: z.enum(ROLES), content }))
      .min(1)
      .max(limits.prompt_template_messages),
    model: modelName.nullish().describe('Who answers a request that names no model.'),
    labels: z
      .array(promptTemplateLabel(limits))
      .max(limits.labels_per_prompt_template)
      .nullish()
      .describe('Labels that point at this version from now on.'),
  });
}
export type PromptTemplateCreation = z.output<ReturnType<typeof promptTemplateCreation>>;

/** Where a label points; null removes it (D-PTPL-4). */
export function promptTemplateLabelTarget() {
  return z.strictObject({ version: z.int().min(1).nullable().describe('null removes the label.') });
}
export type PromptTemplateLabelTarget = z.output<ReturnType<typeof promptTemplateLabelTarget>>;

/** More digits than this no number of a version has. */
const HIGHEST_VERSION = 999_999_999;

/** Which version `version` shows; the newest when neither is sent (D-PTPL-3). */
export function promptTemplateQuery() {
  return z.object({
    version: wholeNumber(1, HIGHEST_VERSION).optional().describe('Number of the version to show.'),
    label: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Label of the version to show. Not together with version.'),
  });
}
export type PromptTemplateQuery = z.output<ReturnType<typeof promptTemplateQuery>>;

/** How a model call names a template (D-PTPL-5). */
export const PromptReference = z
  .strictObject({
    template: z
      .string()
      .max(300)
      .regex(/^[a-z0-9][a-z0-9_-]*(@[a-z0-9][a-z0-9_-]*|-v[1-9]\d{0,8})$/)
      .describe('`name@label` or `name-v<version>`.'),
    variables: z
      .record(z.string(), z.string())
      .nullish()
      .describe('A value for each variable of the template, inserted as it is.'),
  })
  .meta({
    id: 'PromptReference',
    description: 'A stored prompt. Its messages come before those of the request, which may be left out.',
  });
export type PromptReference = z.infer<typeof PromptReference>;
