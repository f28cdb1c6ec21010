import { sql, type Kysely, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { OperatorRole } from '@svc/contract';
import { readPage, type Page, type PageRequest, type Tables } from '#store';
import { deleteSessionsOf, type Living } from './sessions.ts';

export type StoredOperator = Selectable<Tables['operators']>;

/** Who was not removed, oldest first. */
export function findOperators(db: Kysely<Tables>): Promise<StoredOperator[]> {
  return current(db).orderBy('id').execute();
}

/** An operator with their link and the sessions that live. */
export type OperatorWithSignIn = Pick<
  StoredOperator,
  'id' | 'email' | 'name' | 'role' | 'issuer' | 'signed_in_at' | 'created_at'
> & {
  readonly has_authenticator: boolean;
  readonly link_expires_at: number | null;
  readonly sessions: number;
};

/** Nothing of what signs them in. Newest first. */
export function findOperatorPage(
  db: Kysely<Tables>,
  { nowMs, usedSinceMs, issuer }: Living,
  page: PageRequest,
): Promise<Page<OperatorWithSignIn>> {
  const all = db
    .selectFrom('operators as o')
    .leftJoin('operator_links as l', 'l.operator_id', 'o.id')
    .select(['o.id', 'o.email', 'o.name', 'o.role', 'o.issuer', 'o.signed_in_at', 'o.created_at'])
    .select([
      'l.expires_at as link_expires_at',
      sql<boolean>`o.authenticator is not null`.as('has_authenticator'),
    ])
    .select((eb) =>
      eb
        .selectFrom('operator_sessions as s')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('s.operator_id', '=', 'o.id')
        .where('s.expires_at', '>', nowMs)
        .where('s.used_at', '>', usedSinceMs)
        .where((on) => on.or([on('s.issuer', 'is', null), on('s.issuer', '=', issuer)]))
        .as('sessions'),
    )
    .where('o.removed_at', 'is', null);
  return readPage(
    all as unknown as SelectQueryBuilder<Tables, 'operators', OperatorWithSignIn>,
    'o.id',
    page,
  );
}

/** Who signs in with a password. Those of a provider are known by their subject. */
export function findOperatorByEmail(db: Kysely<Tables>, email: string): Promise<StoredOperator | undefined> {
  return current(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('subject', 'is', null)
    .executeTakeFirst();
}

/** However they sign in. */
export function findOperatorsOfEmail(db: Kysely<Tables>, email: string): Promise<StoredOperator[]> {
  return current(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .execute();
}

export function findOperator(db: Kysely<Tables>, id: string): Promise<StoredOperator | undefined> {
  return current(db).where('id', '=', id).executeTakeFirst();
}

/** As they are now, until the transaction ends: a reset that was first is seen. */
export function lockOperator(trx: Kysely<Tables>, id: string): Promise<StoredOperator | undefined> {
  return current(trx).where('id', '=', id).forShare().executeTakeFirst();
}

function current(db: Kysely<Tables>) {
  return db.selectFrom('operators').selectAll().where('removed_at', 'is', null);
}

export async function insertOperator(
  db: Kysely<Tables>,
  operator: { readonly id: string; readonly email: string; readonly role: OperatorRole },
  nowMs: number,
): Promise<void> {
  const unset = { password: null, authenticator: null, removed_at: null };
  await db
    .insertInto('operators')
    .values({ ...operator, ...unset, name: operator.email, created_at: nowMs })
    .execute();
}

/** Takes away what signed them in. */
export async function resetOperator(db: Kysely<Tables>, id: string, role: OperatorRole): Promise<void> {
  await db
    .updateTable('operators')
    .set({ role, password: null, authenticator: null })
    .where('id', '=', id)
    .execute();
  await dropSignIns(db, id);
}

export async function setRemoved(db: Kysely<Tables>, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable('operators')
    .set({ removed_at: nowMs, password: null, authenticator: null })
    .where('id', '=', id)
    .execute();
  await dropSignIns(db, id);
}

async function dropSignIns(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('operator_links').where('operator_id', '=', id).execute();
  await deleteSessionsOf(db, id);
}

/** What they chose by their link; the code that proved the app is used up with it. */
export async function setSignIn(
  db: Kysely<Tables>,
  id: string,
  chosen: {
    readonly name: string;
    readonly password: string;
    readonly authenticator: Buffer;
    readonly step: number;
  },
): Promise<void> {
  const { step, ...content } = chosen;
  await db
    .updateTable('operators')
    .set({ ...content, last_step: step })
    .where('id', '=', id)
    .execute();
}

/** False when this code or a later one was taken before, on whichever node, or the app it is of was replaced. */
export async function claimStep(
  db: Kysely<Tables>,
  id: string,
  { authenticator, step }: { readonly authenticator: Buffer; readonly step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operators')
    .set({ last_step: step })
    .where('id', '=', id)
    .where('authenticator', '=', authenticator)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
