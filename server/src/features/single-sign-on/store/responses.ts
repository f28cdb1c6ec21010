import type { Insertable, Kysely } from 'kysely';
import { deleteInSteps, type Tables } from '#store';

/** Keeps what a provider said until the browser that it is for has been recognized. */
export async function insertResponse(
  db: Kysely<Tables>,
  response: Insertable<Tables['sso_responses']>,
): Promise<void> {
  await db.insertInto('sso_responses').values(response).execute();
}

/** Uses it up. */
export function takeStoredResponse(
  db: Kysely<Tables>,
  { fingerprint, connectionId }: { readonly fingerprint: Buffer; readonly connectionId: string },
  nowMs: number,
) {
  const taken = db
    .deleteFrom('sso_responses')
    .where('fingerprint', '=', fingerprint)
    .where('connection_id', '=', connectionId)
    .where('expires_at', '>', nowMs);
  return taken.returningAll().executeTakeFirst();
}

/** False when the message was used before, on whichever node. */
export async function claimMessage(
  db: Kysely<Tables>,
  message: Insertable<Tables['sso_used_messages']>,
): Promise<boolean> {
  const claimed = db
    .insertInto('sso_used_messages')
    .values(message)
    .onConflict((conflict) => conflict.doNothing());
  return ((await claimed.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function dropResponses(db: Kysely<Tables>, nowMs: number): Promise<void> {
  return deleteInSteps(db, 'sso_responses', db.selectFrom('sso_responses').where('expires_at', '<=', nowMs));
}

export function dropUsedMessages(db: Kysely<Tables>, nowMs: number): Promise<void> {
  const over = db.selectFrom('sso_used_messages').where('expires_at', '<=', nowMs);
  return deleteInSteps(db, 'sso_used_messages', over);
}
