import {
  ApiError,
  issueWords,
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
  const refused = promptTemplateLabel(deps.limits).safeParse(label, { reportInput: true }).error?.issues[0];
  if (refused)
    throw new ApiError('invalid_name', { param: 'label', message: `The label ${issueWords(refused)}.` });
  const template = await requireTemplate(scope, idOrName);
  if (version !== null) await requireVersion(scope, template, version);
  await moveLabel(change, scope, { template, label, version }, deps);
  return readPromptTemplate(scope, template.id, {});
}
