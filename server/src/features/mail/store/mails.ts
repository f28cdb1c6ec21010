import { sql, type Insertable, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { MailFailure, MailKind } from '@svc/contract';
import {
  deleteInSteps,
  readPage,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type Tables,
} from '#store';

/** A mail with the name its organization has today. */
export interface StoredMail {
  readonly id: string;
  readonly organization: string | null;
  readonly recipient: string;
  readonly kind: MailKind;
  readonly data: unknown;
  readonly sealed_token: Buffer | null;
  readonly status: 'waiting' | 'sent' | 'failed';
  readonly failure: MailFailure | null;
  readonly attempts: number;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly expires_at: number | null;
}

export type MailInsert = Omit<Insertable<Tables['mails']>, 'status' | 'attempts'>;

export async function insertMails(db: Kysely<Tables>, mails: readonly MailInsert[]): Promise<void> {
  if (mails.length === 0) return;
  await db
    .insertInto('mails')
    .values([...mails])
    .execute();
}

/** Newest first: the organization's own, and those to people whose account is its concern alone. */
export function findMailPage(
  scope: OrganizationScope,
  status: string | undefined,
  page: PageRequest,
): Promise<Page<StoredMail>> {
  const mails = status === undefined ? mailsOf(scope) : mailsOf(scope).where(sql`m.status`, '=', status);
  return readPage(mails as unknown as SelectQueryBuilder<Tables, 'mails', StoredMail>, 'm.id', page);
}

/** Drops mail that is old enough, whatever became of it. */
export async function dropMails(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  const old = db.selectFrom('mails').where('created_at', '<', beforeMs).orderBy('created_at');
  await deleteInSteps(db, 'mails', old);
}

/**
 * Mail about an account gives access to that account. Its owners see it only where the person is a member of no other
 * organization and has a lesser role than theirs: else one tenant would get into another, or an owner into another's place.
 */
function mailsOf({ db, organizationId }: OrganizationScope) {
  const people = sql<string>`(select o.user_id from members o where o.organization_id = ${organizationId} and o.status <> 'removed'
    and o.role not in ('primary_owner', 'owner') and not exists (
      select 1 from members e where e.user_id = o.user_id and e.organization_id <> o.organization_id and e.status <> 'removed'))`;
  return selectMails(db).where((eb) =>
    eb.or([
      eb('m.organization_id', '=', organizationId),
      eb.and([eb('m.organization_id', 'is', null), eb('m.user_id', 'in', people)]),
    ]),
  );
}

export function selectMails(db: Kysely<Tables>) {
  return db
    .selectFrom('mails as m')
    .leftJoin('organizations as o', 'o.id', 'm.organization_id')
    .select([
      'm.id',
      'm.recipient',
      'm.kind',
      'm.data',
      'm.sealed_token',
      'm.status',
      'm.failure',
      'm.attempts',
    ])
    .select(['m.created_at', 'm.sent_at', 'm.expires_at', 'o.name as organization']);
}
