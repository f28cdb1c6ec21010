import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { ResourceNames } from '#features/audit';
import {
  readPage,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type Tables,
  type WorkspaceScope,
} from '#store';

export type AgentRow = Selectable<Tables['agents']>;

/** Without its definition, which may be long. */
export interface SizedAgent extends AgentRow {
  /** Bytes of the definition of the current version. */
  readonly bytes: number;
}

export function findAgent(scope: WorkspaceScope, id: string): Promise<AgentRow | undefined> {
  return agentsOf(scope).selectAll('a').where('a.id', '=', id).executeTakeFirst();
}

export function findAgentPage(
  scope: WorkspaceScope,
  { includeArchived }: { readonly includeArchived: boolean },
  page: PageRequest,
): Promise<Page<SizedAgent>> {
  const sized = agentsOf(scope)
    .innerJoin('agent_versions as v', (join) =>
      join.onRef('v.agent_id', '=', 'a.id').onRef('v.number', '=', 'a.version'),
    )
    .selectAll('a')
    .select(sql<number>`octet_length(v.definition)`.as('bytes'));
  return readPage(includeArchived ? sized : sized.where('a.archived_at', 'is', null), 'a.id', page);
}

/** Agents that are not archived. */
export async function countAgents(scope: WorkspaceScope): Promise<number> {
  const { count } = await agentsOf(scope)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('a.archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertAgent(
  { db, organizationId, workspaceId }: WorkspaceScope,
  agent: Omit<Insertable<Tables['agents']>, 'organization_id' | 'workspace_id'>,
): Promise<void> {
  await db
    .insertInto('agents')
    .values({ ...agent, organization_id: organizationId, workspace_id: workspaceId })
    .execute();
}

export async function updateAgentRow(
  { db, organizationId, workspaceId }: WorkspaceScope,
  id: string,
  set: Updateable<Tables['agents']>,
): Promise<void> {
  await db
    .updateTable('agents')
    .set(set)
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** With all its versions. */
export async function deleteAgentRow(
  { db, organizationId, workspaceId }: WorkspaceScope,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('agents')
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

function agentsOf({ db, organizationId, workspaceId }: WorkspaceScope) {
  return db
    .selectFrom('agents as a')
    .where('a.organization_id', '=', organizationId)
    .where('a.workspace_id', '=', workspaceId);
}

/** For the audit log. */
export const agentNames: ResourceNames = ({ organizationId }) =>
  sql`select id, name from agents where organization_id = ${organizationId}`;

/** Whether the workspace has any, archived ones included. */
export async function hasAgents(
  { db, organizationId }: OrganizationScope,
  workspaceId: string,
): Promise<boolean> {
  const one = db
    .selectFrom('agents')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId)
    .limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}
