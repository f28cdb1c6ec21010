import { ApiError, type SignUp, type SignUpRefusal } from '@svc/contract';
import type { Updateable } from 'kysely';
import { enqueueMail, type LinkSeal } from '#features/mail';
import type { OperatorChange } from '#features/module';
import type { Tables } from '#store';
import { toSignUp } from './list-sign-ups.ts';
import { mailApproval } from './mail-approval.ts';
import { makeLink } from './sign-up-link.ts';
import { APPROVED_MS, ENDED_MS } from './sign-up-limits.ts';
import { decideWaiting, hasVerified, type VerifiedSignUp } from './store.ts';

/** Mails the applicant a link to choose a password. The organization exists once they have. */
export async function approveSignUp(change: OperatorChange, id: string, seal: LinkSeal): Promise<SignUp> {
  const { db, nowMs } = change;
  const { token, fingerprint } = makeLink();
  const expiresAtMs = nowMs + APPROVED_MS;
  const decision = { status: 'approved', fingerprint, decided_at: nowMs, expires_at: expiresAtMs } as const;
  const signUp = await requireWaiting(change, id, decision);
  await mailApproval(db, seal, { ...signUp, token, expiresAtMs }, nowMs);
  await change.note({
    event: 'sign_up.approved',
    resource: { type: 'sign_up', id },
    changes: { status: { from: 'waiting', to: 'approved' } },
  });
  return toSignUp(signUp);
}

/** Mails the applicant the reason. */
export async function refuseSignUp(
  change: OperatorChange,
  id: string,
  { reason }: SignUpRefusal,
): Promise<SignUp> {
  const { db, nowMs } = change;
  const decision = { status: 'refused', reason, decided_at: nowMs, expires_at: nowMs + ENDED_MS } as const;
  const signUp = await requireWaiting(change, id, decision);
  const data = { organization: signUp.organization_name, reason };
  await enqueueMail(db, { kind: 'sign_up_refused', data, to: signUp.email, organizationId: null }, nowMs);
  await change.note({
    event: 'sign_up.refused',
    resource: { type: 'sign_up', id },
    changes: { status: { from: 'waiting', to: 'refused' }, reason: { from: null, to: reason } },
  });
  return toSignUp(signUp);
}

/** Throws 404 where there is none, 409 where it is no longer waiting. */
async function requireWaiting(
  { db, nowMs }: OperatorChange,
  id: string,
  decision: Updateable<Tables['sign_ups']>,
): Promise<VerifiedSignUp> {
  const signUp = await decideWaiting(db, id, decision, nowMs);
  if (signUp) return signUp;
  if (!(await hasVerified(db, id))) throw new ApiError('sign_up_not_found');
  throw new ApiError('resource_conflict', { message: 'This sign-up is no longer waiting for approval.' });
}
