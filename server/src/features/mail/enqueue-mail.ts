import type { Kysely } from 'kysely';
import { newId, type Secret } from '#kit';
import type { OrganizationScope, Tables } from '#store';
import type { LinkSeal } from './link-seal.ts';
import type { LinkKind, MailFacts, NoticeKind } from './mail-kinds.ts';
import type { MailInsert } from './store/mails.ts';
import { findAddresses } from './store/addresses.ts';
import { writeMails } from './write-mails.ts';

export interface MailAddress {
  readonly to: string;
  /** Whose matter it is. Null: the account of the person, which belongs to no organization. */
  readonly organizationId: string | null;
  /** The account it is about; needed where there is no organization. */
  readonly userId?: string;
}

/** A kind of mail with its facts. */
export type Notice = {
  [Kind in NoticeKind]: { readonly kind: Kind; readonly data: MailFacts[Kind] };
}[NoticeKind];

/** The same with a link. */
export type LinkNotice = {
  [Kind in LinkKind]: {
    readonly kind: Kind;
    readonly data: MailFacts[Kind];
    /** Works once, and not after `expiresAtMs`. Only its fingerprint is stored. */
    readonly token: Secret;
    readonly expiresAtMs: number;
  };
}[LinkKind];

/** Writes a mail without a link, in the transaction of the change it reports. It is sent soon after. */
export async function enqueueMail(
  trx: Kysely<Tables>,
  mail: Notice & MailAddress,
  nowMs: number,
): Promise<void> {
  await writeMails(trx, [toRow(mail, mail, nowMs)], nowMs);
}

/** The same with a link, whose token is kept sealed. */
export async function enqueueLinkMail(
  trx: Kysely<Tables>,
  seal: LinkSeal,
  mail: LinkNotice & MailAddress,
  nowMs: number,
): Promise<void> {
  const row = toRow(mail, mail, nowMs);
  await writeMails(
    trx,
    [
      {
        ...row,
        sealed_token: seal.seal(mail.token.reveal(), tokenAad(row)),
        expires_at: mail.expiresAtMs,
      },
    ],
    nowMs,
  );
}

/** The same notice to every owner of the organization. */
export async function enqueueForOwners(
  { db, organizationId }: OrganizationScope,
  notice: Notice,
  nowMs: number,
): Promise<void> {
  const addresses = await findAddresses(db, [organizationId], ['primary_owner', 'owner']);
  await writeMails(
    db,
    (addresses.get(organizationId) ?? []).map((to) => toRow(notice, { to, organizationId }, nowMs)),
    nowMs,
  );
}

/** A token opens only in the mail it was closed for: moved to another recipient it is noise. */
export function tokenAad({ id, recipient, kind }: Pick<MailInsert, 'id' | 'recipient' | 'kind'>): string {
  return JSON.stringify([id, recipient, kind]);
}

export function toRow(
  { kind, data }: Notice | LinkNotice,
  { to, organizationId, userId }: MailAddress,
  nowMs: number,
): MailInsert {
  return {
    id: newId('mail_', nowMs),
    organization_id: organizationId,
    user_id: userId ?? null,
    recipient: to,
    kind,
    data,
    created_at: nowMs,
  };
}
