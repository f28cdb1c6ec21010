import type { Kysely } from 'kysely';
import type { Tables } from '#store';

export interface ModelAllowlist {
  readonly organizationId: string;
  /** Null: the organization's own list. */
  readonly workspaceId: string | null;
  readonly models: readonly string[];
}

/** All lists of the given organizations, their workspaces' included. */
export async function loadModelAllowlists(
  db: Kysely<Tables>,
  organizationIds: readonly string[],
): Promise<ModelAllowlist[]> {
  const rows = await db
    .selectFrom('model_allowlists')
    .selectAll()
    .where('organization_id', 'in', organizationIds)
    .execute();
  return rows.map((row) => ({
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    models: row.models,
  }));
}

/** Narrows an organization, or one workspace, to the models listed. True when that changed anything. */
export async function setModelAllowlist(db: Kysely<Tables>, list: ModelAllowlist): Promise<boolean> {
  const models = [...new Set(list.models)];
  const scope = { organization_id: list.organizationId, workspace_id: list.workspaceId };
  const found = (await loadModelAllowlists(db, [list.organizationId])).find(
    (stored) => stored.workspaceId === list.workspaceId,
  );
  if (found === undefined)
    await db
      .insertInto('model_allowlists')
      .values({ ...scope, models })
      .execute();
  else if (JSON.stringify(found.models) === JSON.stringify(models)) return false;
  else {
    await db
      .updateTable('model_allowlists')
      .set({ models })
      .where('organization_id', '=', list.organizationId)
      .where('workspace_id', 'is not distinct from', list.workspaceId)
      .execute();
  }
  return true;
}
