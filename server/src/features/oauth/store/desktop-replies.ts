import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** False where the workspace has as many replies as it may. Other nodes that ask for the same workspace wait meanwhile. */
export function insertReply(
  db: Kysely<Tables>,
  reply: Tables['desktop_replies'],
  { most, nowMs }: { readonly most: number; readonly nowMs: number },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', reply.workspace_id)
      .forNoKeyUpdate()
      .execute();
    const running = trx.selectFrom('desktop_replies').select(({ fn }) => fn.countAll<number>().as('count'));
    const { count } = await running
      .where('workspace_id', '=', reply.workspace_id)
      .where('expires_at', '>', nowMs)
      .executeTakeFirstOrThrow();
    if (count < most) await trx.insertInto('desktop_replies').values(reply).execute();
    return count < most;
  });
}

export async function deleteReply(db: Kysely<Tables>, requestId: string): Promise<void> {
  await db.deleteFrom('desktop_replies').where('request_id', '=', requestId).execute();
}

/** What an earlier run of a node left when it was killed. */
export async function deleteRepliesOfNode(db: Kysely<Tables>, nodeId: string): Promise<void> {
  await db.deleteFrom('desktop_replies').where('node_id', '=', nodeId).execute();
}

export async function deleteRepliesExpiredBefore(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db.deleteFrom('desktop_replies').where('expires_at', '<', beforeMs).execute();
}
