import { sql, type Selectable } from 'kysely';
import { readPage, type Page, type PageRequest, type Tables, type WorkspaceScope } from '#store';

export type VersionRow = Selectable<Tables['agent_versions']>;

/** A version without its definition. */
export interface SizedVersion {
  readonly agent_id: string;
  readonly number: number;
  /** Bytes of the definition. */
  readonly bytes: number;
}

/** The caller has found the agent in the workspace. */
export async function findVersion(
  { db }: WorkspaceScope,
  agentId: string,
  number: number,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('agent_versions')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** Newest first. Cursors are numbers of versions. */
export function findVersionPage(
  { db }: WorkspaceScope,
  agentId: string,
  page: PageRequest,
): Promise<Page<SizedVersion>> {
  const versions = db
    .selectFrom('agent_versions as v')
    .select(['v.agent_id', 'v.number', sql<number>`octet_length(v.definition)`.as('bytes')])
    .where('v.agent_id', '=', agentId);
  return readPage(versions, 'v.number', page);
}

/** In the order in which they are asked for. */
export async function loadVersions(
  { db }: WorkspaceScope,
  wanted: readonly Pick<VersionRow, 'agent_id' | 'number'>[],
): Promise<VersionRow[]> {
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('agent_versions')
    .selectAll()
    .where((eb) =>
      eb(
        eb.refTuple('agent_id', 'number'),
        'in',
        wanted.map(({ agent_id: agentId, number }) => eb.tuple(agentId, number)),
      ),
    )
    .execute();
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return wanted.flatMap((version) => byKey.get(keyOf(version)) ?? []);
}

export async function insertVersion({ db }: WorkspaceScope, version: VersionRow): Promise<void> {
  await db.insertInto('agent_versions').values(version).execute();
}

function keyOf({ agent_id: agentId, number }: Pick<VersionRow, 'agent_id' | 'number'>): string {
  return `${agentId}/${number}`;
}
