import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** How many reasoning blocks a reply had, under the digest of its other blocks (D-46). */
export interface ReplyMark {
  readonly workspaceId: string;
  /** Base64. */
  readonly digest: string;
  readonly reasoningBlocks: number;
  /** When the reply was given. */
  readonly atMs: number;
}

/** Keeps the smallest number of blocks of replies that read alike, and the newest time. No digest may come twice. */
export async function insertReplyMarks(db: Kysely<Tables>, marks: readonly ReplyMark[]): Promise<void> {
  await db
    .insertInto('reply_marks')
    .values(
      marks.map(({ workspaceId, digest, reasoningBlocks, atMs }) => ({
        workspace_id: workspaceId,
        digest: Buffer.from(digest, 'base64'),
        reasoning_blocks: reasoningBlocks,
        created_at: atMs,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'digest']).doUpdateSet((row) => ({
        reasoning_blocks: row.fn<number>('least', [
          'reply_marks.reasoning_blocks',
          'excluded.reasoning_blocks',
        ]),
        created_at: row.fn<number>('greatest', ['reply_marks.created_at', 'excluded.created_at']),
      })),
    )
    .execute();
}

/** The marks of these digests that are not older than `sinceMs`. */
export async function loadReplyMarks(
  db: Kysely<Tables>,
  workspaceId: string,
  digests: readonly string[],
  sinceMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('reply_marks')
    .select(['digest', 'reasoning_blocks'])
    .where('workspace_id', '=', workspaceId)
    .where(
      'digest',
      'in',
      digests.map((digest) => Buffer.from(digest, 'base64')),
    )
    .where('created_at', '>=', sinceMs)
    .execute();
  return new Map(rows.map((row) => [row.digest.toString('base64'), row.reasoning_blocks]));
}

/** Forgets marks older than `beforeMs`, at most `most` of them. Returns how many. */
export async function deleteReplyMarks(db: Kysely<Tables>, beforeMs: number, most: number): Promise<number> {
  const old = db
    .selectFrom('reply_marks')
    .select(['workspace_id', 'digest'])
    .where('created_at', '<', beforeMs)
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('reply_marks')
    .where((row) => row(row.refTuple('workspace_id', 'digest'), 'in', old.$asTuple('workspace_id', 'digest')))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
