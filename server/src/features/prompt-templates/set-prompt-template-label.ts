import {
  ApiError,
  promptTemplateLabel,
  type PromptTemplate,
  type PromptTemplateLabelTarget,
} from '@svc/contract';
import type { MutationContext } from '#features/audit';
import type { WorkspaceScope } from '#store';
import { moveLabel, type LabelDeps } from './move-label.ts';
import { readPromptTemplate, requireTemplate, requireVersion } from './read-prompt-templates.ts';

/** D-PTPL-4. Answers with the template as it is then, and its newest version. */
export async function setPromptTemplateLabel(
  change: MutationContext,
  scope: WorkspaceScope,
  { template: idOrName, label }: { readonly template: string; readonly label: string },
  { version }: PromptTemplateLabelTarget,
  deps: LabelDeps,
): Promise<PromptTemplate> {
  if (!promptTemplateLabel(deps.limits).safeParse(label).success)
    throw new ApiError('invalid_name', { param: 'label' });
  const template = await requireTemplate(scope, idOrName);
  if (version !== null) await requireVersion(scope, template, version);
  await moveLabel(change, scope, { template, label, version }, deps);
  return readPromptTemplate(scope, template.id, {});
}
