import { ApiError, type Agent } from '@svc/contract';
import type { MutationContext } from '#features/audit';
import type { ResourceCaller } from '#features/module';
import { auditAgent } from './audit-agent.ts';
import { readAgent, requireAgent } from './read-agents.ts';
import { deleteAgentRow, updateAgentRow } from './store/agents.ts';

/** For good. Archiving an archived agent changes nothing (SHARE-09). */
export async function archiveAgent(
  change: MutationContext,
  id: string,
  { workspace }: ResourceCaller,
): Promise<Agent> {
  const agent = await requireAgent(workspace, id);
  if (agent.archived_at === null) {
    const { nowMs } = change;
    await updateAgentRow(workspace, id, { archived_at: nowMs, updated_at: nowMs });
    await auditAgent(change, workspace, 'agent.archived', { id });
  }
  return readAgent(workspace, id, {});
}

/** With all its versions. Throws 403 `role_required` for an agent of somebody else where the caller may delete only their own (SHARE-17). */
export async function deleteAgent(
  change: MutationContext,
  id: string,
  { workspace, reach }: ResourceCaller,
): Promise<{ readonly id: string; readonly type: 'agent'; readonly deleted: true }> {
  const agent = await requireAgent(workspace, id);
  if (reach === 'own' && agent.user_id !== change.userId)
    throw new ApiError('role_required', {
      message: 'Your role lets you delete only agents that you made. Ask a workspace admin.',
    });
  await deleteAgentRow(workspace, id);
  await auditAgent(change, workspace, 'agent.deleted', { id, before: { name: agent.name } });
  return { id, type: 'agent', deleted: true };
}
