import { ApiError, type LimitValues } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import type { WorkspaceScope } from '#store';
import type { PromptDirectory } from './prompt-directory.ts';
import { setLabel, type StoredTemplate } from './store/template-rows.ts';

export interface LabelDeps {
  readonly prompts: PromptDirectory;
  readonly limits: LimitValues;
}

interface LabelMove {
  readonly template: StoredTemplate;
  readonly label: string;
  /** Null removes it. */
  readonly version: number | null;
}

/** Points a label at a version that is there. Calls by the label get that version as soon as the change has committed, on every node. */
export async function moveLabel(
  change: MutationContext,
  scope: WorkspaceScope,
  { template, label, version }: LabelMove,
  { prompts, limits }: LabelDeps,
): Promise<void> {
  const from = Object.hasOwn(template.labels, label) ? template.labels[label]! : null;
  if (from === version) return;
  const most = limits.labels_per_prompt_template;
  if (from === null && Object.keys(template.labels).length >= most)
    throw new ApiError('resource_conflict', {
      message: `The prompt template already has ${most} labels. Remove one first.`,
    });
  await setLabel(scope, template.id, { label, version }, change.nowMs);
  await auditChange(change, {
    event: 'prompt_template.label_moved',
    resource: { type: 'prompt_template', id: template.id },
    workspaceId: scope.workspaceId,
    changes: { [label]: { from, to: version } },
  });
  await prompts.forgetWhenCommitted(change, scope.workspaceId, `${template.name}@${label}`);
}
