import {
  sql,
  type Insertable,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  type Updateable,
} from 'kysely';
import type { SignUp, SignUpQuery } from '@svc/contract';
import { deleteInSteps, readPage, type Page, type PageRequest, type Tables } from '#store';

export type StoredSignUp = Selectable<Tables['sign_ups']>;
/** A sign-up with a verified address. */
export type VerifiedSignUp = StoredSignUp & { readonly status: SignUp['status'] };

/** Requests that may become an organization yet. */
const OPEN = ['unverified', 'waiting', 'approved'] as const;

/** Makes others with the same address wait until the transaction ends. */
export async function lockEmail(trx: Kysely<Tables>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${email}`}, 0))`.execute(trx);
}

export async function insertSignUp(trx: Kysely<Tables>, row: Insertable<Tables['sign_ups']>): Promise<void> {
  await trx.insertInto('sign_ups').values(row).execute();
}

/** While its link works. */
export function findByLink(
  db: Kysely<Tables>,
  fingerprint: Buffer,
  nowMs: number,
): Promise<StoredSignUp | undefined> {
  return byLink(db, fingerprint, nowMs).executeTakeFirst();
}

/** The same for the one who uses it: whoever comes at the same time waits, and finds nothing. */
export function takeByLink(
  trx: Kysely<Tables>,
  fingerprint: Buffer,
  nowMs: number,
): Promise<StoredSignUp | undefined> {
  return byLink(trx, fingerprint, nowMs).forUpdate().executeTakeFirst();
}

function byLink(db: Kysely<Tables>, fingerprint: Buffer, nowMs: number) {
  return db
    .selectFrom('sign_ups')
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .where('expires_at', '>', nowMs);
}

/** The request of the address that an operator has to judge, or has let in. */
export function findJudged(
  trx: Kysely<Tables>,
  email: string,
  nowMs: number,
): Promise<StoredSignUp | undefined> {
  return trx
    .selectFrom('sign_ups')
    .selectAll()
    .where('email', '=', email)
    .where('status', 'in', ['waiting', 'approved'])
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
}

export async function updateSignUp(
  trx: Kysely<Tables>,
  id: string,
  changes: Updateable<Tables['sign_ups']>,
): Promise<void> {
  await trx.updateTable('sign_ups').set(changes).where('id', '=', id).execute();
}

/** Decides on a request that waits: undefined where it does not. Two who decide at once are one. */
export async function decideWaiting(
  trx: Kysely<Tables>,
  id: string,
  decision: Updateable<Tables['sign_ups']>,
  nowMs: number,
): Promise<VerifiedSignUp | undefined> {
  return (await trx
    .updateTable('sign_ups')
    .set(decision)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('expires_at', '>', nowMs)
    .returningAll()
    .executeTakeFirst()) as VerifiedSignUp | undefined;
}

/** Drops what else was asked for with the address, and the links with it. */
export async function dropOpen(trx: Kysely<Tables>, email: string): Promise<void> {
  await trx.deleteFrom('sign_ups').where('email', '=', email).where('status', 'in', OPEN).execute();
}

export async function dropSignUp(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('sign_ups').where('id', '=', id).execute();
}

export async function dropExpired(db: Kysely<Tables>, nowMs: number): Promise<void> {
  const expired = db.selectFrom('sign_ups').where('expires_at', '<=', nowMs).orderBy('expires_at');
  await deleteInSteps(db, 'sign_ups', expired);
}

/** Those with a verified address, newest first. */
export function findSignUpPage(
  db: Kysely<Tables>,
  { status }: SignUpQuery,
  page: PageRequest,
): Promise<Page<VerifiedSignUp>> {
  const verified = verifiedOf(db);
  const found = status === undefined ? verified : verified.where('status', '=', status);
  return readPage(found as SelectQueryBuilder<Tables, 'sign_ups', VerifiedSignUp>, 'sign_ups.id', page);
}

export async function hasVerified(db: Kysely<Tables>, id: string): Promise<boolean> {
  return (await verifiedOf(db).where('id', '=', id).executeTakeFirst()) !== undefined;
}

function verifiedOf(db: Kysely<Tables>) {
  return db.selectFrom('sign_ups').selectAll().where('status', '<>', 'unverified');
}
