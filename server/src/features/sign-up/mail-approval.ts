import type { Kysely } from 'kysely';
import { enqueueLinkMail, type LinkSeal } from '#features/mail';
import type { Secret } from '#kit';
import type { Tables } from '#store';
import type { StoredSignUp } from './store.ts';

interface Approval extends Pick<StoredSignUp, 'email' | 'organization_name'> {
  readonly token: Secret;
  readonly expiresAtMs: number;
}

/** Mails an applicant who was approved the link to choose a password. */
export function mailApproval(
  trx: Kysely<Tables>,
  seal: LinkSeal,
  { email: to, organization_name: organization, token, expiresAtMs }: Approval,
  nowMs: number,
): Promise<void> {
  const mail = { kind: 'sign_up_approved', data: { organization }, token, expiresAtMs } as const;
  return enqueueLinkMail(trx, seal, { ...mail, to, organizationId: null }, nowMs);
}
