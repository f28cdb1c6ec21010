import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

/** An output item of a response, sealed. */
export interface SealedItem {
  readonly workspaceId: string;
  readonly itemId: string;
  readonly sealed: Buffer;
  /** When the reply was given. */
  readonly atMs: number;
}

/**
 * Ids are unique: an item that is there was written by an attempt whose answer was lost. One text for any number of items,
 * because building a statement for each took longer than sealing them.
 */
export async function insertResponseItems(db: Kysely<Tables>, items: readonly SealedItem[]): Promise<void> {
  const rows = items.map(({ sealed, ...item }) => ({ ...item, sealed: sealed.toString('base64') }));
  await sql`
    insert into response_items (workspace_id, item_id, sealed, created_at)
    select "workspaceId", "itemId", decode(sealed, 'base64'), to_timestamp("atMs" / 1000.0)
    from jsonb_to_recordset(${rows}::jsonb) as r ("workspaceId" text, "itemId" text, sealed text, "atMs" bigint)
    on conflict (workspace_id, item_id) do nothing`.execute(db);
}

interface ItemsToLoad {
  readonly workspaceId: string;
  readonly itemIds: readonly string[];
  /** Older ones count as gone. */
  readonly sinceMs: number;
  /** Of all of them together. */
  readonly mostBytes: number;
}

/** Those that are there, by id; undefined where they are larger than `mostBytes`, which are not read then. */
export async function loadResponseItems(
  db: Kysely<Tables>,
  { workspaceId, itemIds, sinceMs, mostBytes }: ItemsToLoad,
): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const rows = await db
    .selectFrom('response_items')
    .select([
      'item_id',
      sql<Buffer | null>`case when sum(octet_length(sealed)) over () <= ${mostBytes} then sealed end`.as(
        'sealed',
      ),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('item_id', 'in', sql<string>`(select jsonb_array_elements_text(${itemIds}::jsonb))`)
    .where('created_at', '>=', sinceMs)
    .execute();
  const items = new Map<string, Buffer>();
  for (const { item_id: id, sealed } of rows) {
    if (!sealed) return undefined;
    items.set(id, sealed);
  }
  return items;
}

/** Forgets items older than `beforeMs`, at most `most` of them. Returns how many. */
export async function deleteOldItems(db: Kysely<Tables>, beforeMs: number, most: number): Promise<number> {
  const old = db
    .selectFrom('response_items')
    .select(['workspace_id', 'item_id'])
    .where('created_at', '<', beforeMs)
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('response_items')
    .where((row) =>
      row(row.refTuple('workspace_id', 'item_id'), 'in', old.$asTuple('workspace_id', 'item_id')),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Forgets items of workspaces that were archived, and of organizations that have chosen zero data retention since, at most
 * `most` of them. Goes by workspace, so that no other items are looked at. Returns how many.
 */
export async function deleteOrphanedItems(db: Kysely<Tables>, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from response_items where (workspace_id, item_id) in (
      select item.workspace_id, item.item_id
      from workspaces
      join organizations on organizations.id = workspaces.organization_id
      cross join lateral (
        select workspace_id, item_id from response_items where workspace_id = workspaces.id limit ${most}
      ) item
      where workspaces.archived_at is not null or organizations.zero_data_retention
      limit ${most}
    )`.execute(db);
  return Number(numAffectedRows);
}
