import type { Insertable, Kysely } from 'kysely';
import { deleteInSteps, type Tables } from '#store';

export async function insertTest(db: Kysely<Tables>, test: Insertable<Tables['sso_tests']>): Promise<void> {
  await db.insertInto('sso_tests').values(test).execute();
}

/** Who asked for the test. It is used up. */
export async function takeTest(
  db: Kysely<Tables>,
  test: { readonly fingerprint: Buffer; readonly connectionId: string },
  nowMs: number,
): Promise<string | undefined> {
  const taken = db
    .deleteFrom('sso_tests')
    .where('fingerprint', '=', test.fingerprint)
    .where('connection_id', '=', test.connectionId)
    .where('expires_at', '>', nowMs);
  return (await taken.returning('user_id').executeTakeFirst())?.user_id;
}

export function dropTests(db: Kysely<Tables>, nowMs: number): Promise<void> {
  return deleteInSteps(db, 'sso_tests', db.selectFrom('sso_tests').where('expires_at', '<=', nowMs));
}
