import type { Kysely } from 'kysely';
import type { OperatorRole } from '@svc/contract';
import type { Tables } from '#store';
import type { StoredOperator } from './operators.ts';

/** By which a person is known who signs in through a provider. */
export interface ProvidedIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** What the provider says of them, and what its groups give. */
interface Profile {
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
}

/** False: they are there already. */
export async function insertProvidedOperator(
  db: Kysely<Tables>,
  operator: ProvidedIdentity & Profile & { readonly id: string },
  nowMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operators')
    .values({ ...operator, password: null, authenticator: null, created_at: nowMs, removed_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .where('removed_at', 'is', null)
        .where('subject', 'is not', null)
        .doNothing(),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** As they are until the transaction ends. */
export function lockProvidedOperator(
  trx: Kysely<Tables>,
  { issuer, subject }: ProvidedIdentity,
): Promise<StoredOperator | undefined> {
  return trx
    .selectFrom('operators')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function setProvided(db: Kysely<Tables>, id: string, profile: Profile): Promise<void> {
  await db.updateTable('operators').set(profile).where('id', '=', id).execute();
}

/** The app of an operator who has none. False: they have one by now. */
export async function setFirstAuthenticator(
  db: Kysely<Tables>,
  id: string,
  { authenticator, step }: { readonly authenticator: Buffer; readonly step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operators')
    .set({ authenticator, last_step: step })
    .where('id', '=', id)
    .where('authenticator', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
