import type { AgentDefinition } from '@svc/contract';
import { auditChange, type AuditChanges, type MutationContext } from '#features/audit';
import type { WorkspaceScope } from '#store';

/** Short settings. Instructions, tools and servers stay out of the log; the version that it names has them. */
const AUDITED = [
  'name',
  'model',
  'max_output_tokens',
  'max_rounds',
  'approval_timeout_s',
  'version',
] as const;

type Audited = Partial<AgentDefinition & { readonly version: number }>;

interface AgentChange {
  readonly id: string;
  /** Absent: there was none. */
  readonly before?: Audited;
  /** Absent: there is none any more. */
  readonly after?: Audited;
}

/** Writes the event with the settings that differ (SHARE-18). */
export async function auditAgent(
  change: MutationContext,
  { workspaceId }: WorkspaceScope,
  event: 'agent.created' | 'agent.updated' | 'agent.archived' | 'agent.deleted',
  { id, before = {}, after = {} }: AgentChange,
): Promise<void> {
  const changes: AuditChanges = Object.fromEntries(
    AUDITED.map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }] as const).filter(
      ([, { from, to }]) => from !== to,
    ),
  );
  await auditChange(change, { event, resource: { type: 'agent', id }, workspaceId, changes });
}
