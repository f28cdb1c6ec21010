import type { Node } from '@svc/contract';
import type { Kysely, Selectable } from 'kysely';
import { readPage, type Page, type PageRequest, type Tables } from '#store';

/** What a node tells of itself. Whether it still does follows from when it last did. */
export type NodeReport = Omit<Node, 'id' | 'type' | 'reported_at'>;

export type StoredNode = Omit<Selectable<Tables['nodes']>, 'report'> & { readonly report: NodeReport };

export async function putReport(
  db: Kysely<Tables>,
  id: string,
  report: NodeReport,
  nowMs: number,
): Promise<void> {
  const row = { report, reported_at: nowMs };
  await db
    .insertInto('nodes')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** Those that have reported since. */
export function findNodes(db: Kysely<Tables>, sinceMs: number, page: PageRequest): Promise<Page<StoredNode>> {
  const nodes = db.selectFrom('nodes').selectAll().where('reported_at', '>=', sinceMs);
  return readPage(nodes, 'id', page) as Promise<Page<StoredNode>>;
}

export async function nodeExists(db: Kysely<Tables>, id: string): Promise<boolean> {
  return (await db.selectFrom('nodes').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function deleteNode(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute();
}

export async function dropNodes(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db.deleteFrom('nodes').where('reported_at', '<', beforeMs).execute();
}
