import {
  ApiError,
  ID_PREFIXES,
  type LimitValues,
  type PromptTemplate,
  type PromptTemplateCreation,
} from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { newId } from '#kit';
import type { WorkspaceScope } from '#store';
import { moveLabel } from './move-label.ts';
import { cutAtPlaceholders, namesIn } from './placeholders.ts';
import type { PromptDirectory } from './prompt-directory.ts';
import { readPromptTemplate, requireTemplate } from './read-prompt-templates.ts';
import { countTemplates, findTemplateNamed, insertTemplate, insertVersion } from './store/template-rows.ts';

/** More would make filling them in the longest part of a call. */
const MAX_PLACEHOLDERS = 10_000;

/** A new template with version 1, or the next version of the one that has the name (D-PTPL-1). */
export async function createPromptTemplate(
  change: MutationContext,
  scope: WorkspaceScope,
  body: PromptTemplateCreation,
  { prompts, limits }: { readonly prompts: PromptDirectory; readonly limits: LimitValues },
): Promise<PromptTemplate> {
  const { name, messages, model = null, labels } = body;
  const variables = acceptPlaceholders(body, limits);
  const template =
    (await findTemplateNamed(scope, name)) ?? (await createTemplate(change, scope, name, limits));
  const number = template.latest_version + 1;
  if (number > limits.versions_per_prompt_template)
    throw full(`The prompt template already has ${limits.versions_per_prompt_template} versions.`);
  const version = { number, messages, variables, model, created_by: change.userId };
  await insertVersion(scope, template.id, version, change.nowMs);
  await auditChange(change, {
    event: 'prompt_template.version_created',
    resource: { type: 'prompt_template', id: template.id },
    workspaceId: scope.workspaceId,
    changes: { name: { from: null, to: name }, version: { from: number - 1 || null, to: number } },
  });
  await prompts.forgetWhenCommitted(change, scope.workspaceId, `${name}-v${number}`);
  for (const label of new Set(labels))
    await moveLabel(
      change,
      scope,
      { template: await requireTemplate(scope, template.id), label, version: number },
      { prompts, limits },
    );
  return readPromptTemplate(scope, template.id, {});
}

/** The names of its variables. Throws 400 for too many. */
function acceptPlaceholders({ messages }: PromptTemplateCreation, limits: LimitValues): string[] {
  const texts = messages.map(({ content }) => cutAtPlaceholders(content));
  const variables = namesIn(texts);
  if (variables.length > limits.prompt_template_variables)
    throw invalid(`The messages may have at most ${limits.prompt_template_variables} variables.`);
  if (texts.reduce((sum, { names }) => sum + names.length, 0) > MAX_PLACEHOLDERS)
    throw invalid(`The messages may have at most ${MAX_PLACEHOLDERS} placeholders.`);
  return variables;
}

async function createTemplate(
  { nowMs }: MutationContext,
  scope: WorkspaceScope,
  name: string,
  limits: LimitValues,
): Promise<{ id: string; latest_version: number }> {
  if ((await countTemplates(scope)) >= limits.prompt_templates_per_workspace)
    throw full(`The workspace already has ${limits.prompt_templates_per_workspace} prompt templates.`);
  const id = newId(ID_PREFIXES.promptTemplate, nowMs);
  await insertTemplate(scope, { id, name }, nowMs);
  return { id, latest_version: 0 };
}

function full(message: string): ApiError {
  return new ApiError('resource_conflict', { message });
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_parameter', { param: 'messages', message });
}
