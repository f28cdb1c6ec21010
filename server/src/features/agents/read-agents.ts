import { ApiError, type Agent, type AgentListQuery, type AgentQuery } from '@svc/contract';
import { cutPage, isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import type { Page, PageRequest, WorkspaceScope } from '#store';
import { toAgent } from './agent-object.ts';
import { findAgent, findAgentPage, type AgentRow } from './store/agents.ts';
import { findVersion, findVersionPage, loadVersions, type VersionRow } from './store/versions.ts';

/** A page ends early where its definitions are longer than this: each may have as much as a body. */
const PAGE_BYTES = 2_097_152;

type AgentAndVersion = readonly [AgentRow, VersionRow];

/** Each in its current version. */
export function listAgents(scope: WorkspaceScope, query: AgentListQuery): Promise<ListBody> {
  const includeArchived = query.include_archived === 'true';
  return listPage(query, {
    read: (page) => readAgentPage(scope, includeArchived, page),
    hasPlace: isWellFormedId('agent'),
    toItem: ([agent, version]) => toAgent(agent, version),
    idOf: ([{ id }]) => id,
  });
}

/** The current version, or the one that is asked for. Throws 404 `agent_not_found` and `agent_version_not_found`. */
export async function readAgent(scope: WorkspaceScope, id: string, { version }: AgentQuery): Promise<Agent> {
  const agent = await requireAgent(scope, id);
  return toAgent(agent, await requireVersion(scope, agent, version ?? agent.version));
}

/** Throws 404 `agent_not_found`, for one of another workspace too. */
export async function requireAgent(scope: WorkspaceScope, id: string): Promise<AgentRow> {
  const agent = await findAgent(scope, id);
  if (!agent) throw new ApiError('agent_not_found', { param: 'agent_id' });
  return agent;
}

/** Throws 404 `agent_version_not_found`. */
export async function requireVersion(
  scope: WorkspaceScope,
  { id }: Pick<AgentRow, 'id'>,
  number: number,
): Promise<VersionRow> {
  const version = await findVersion(scope, id, number);
  if (!version) throw new ApiError('agent_version_not_found', { param: 'version' });
  return version;
}

/** Newest first. All versions have the id of the agent, so their numbers are the cursors. */
export async function listAgentVersions(
  scope: WorkspaceScope,
  id: string,
  query: PageQuery,
): Promise<ListBody> {
  const agent = await requireAgent(scope, id);
  return listPage(query, {
    read: (page) => readVersionPage(scope, agent, page),
    hasPlace: (number) => /^[1-9]\d{0,8}$/.test(number),
    toItem: (version) => toAgent(agent, version),
    idOf: ({ number }) => String(number),
  });
}

async function readAgentPage(
  scope: WorkspaceScope,
  includeArchived: boolean,
  page: PageRequest,
): Promise<Page<AgentAndVersion>> {
  const { items, hasMore } = cut(await findAgentPage(scope, { includeArchived }, page), page);
  const current = items.map(({ id, version }) => ({ agent_id: id, number: version }));
  const versions = await loadVersions(scope, current);
  return { items: items.map((agent, i) => [agent, versions[i]!]), hasMore };
}

async function readVersionPage(
  scope: WorkspaceScope,
  { id }: AgentRow,
  page: PageRequest,
): Promise<Page<VersionRow>> {
  const { items, hasMore } = cut(await findVersionPage(scope, id, page), page);
  return { items: await loadVersions(scope, items), hasMore };
}

function cut<Row extends { readonly bytes: number }>(whole: Page<Row>, page: PageRequest): Page<Row> {
  return cutPage(whole, page, { bytesOf: ({ bytes }) => bytes, maxBytes: PAGE_BYTES });
}
