import type { Kysely } from 'kysely';
import { ApiError, type OwnerLink, type SignInOutcome } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { claimEmail, setUnverified } from '#features/organization';
import { DAY_MS, fingerprint, fingerprintBytes, newSecret, toTimestamp, type Secret } from '#kit';
import type { Tables } from '#store';
import { inTurnOfNetwork, withinAddressLimit } from './attempts.ts';
import { auditEverywhere, byPerson } from './audit-everywhere.ts';
import { mailFactorChange, noteFactorChange } from './change-factor.ts';
import { requireStrongPassword } from './password-strength/require-strong-password.ts';
import { hashPassword, setPassword } from './passwords.ts';
import type { WithCookies } from './complete-sign-in.ts';
import { signInWithNewPassword, type SignInDeps } from './sign-in.ts';
import { deleteOwnerLink, findEmail, findOwnerLink, putOwnerLink, setPerson } from './store/owner-links.ts';
import { lockForChange } from './store/person-lock.ts';

export interface OwnerSetup {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Makes the one link by which the primary owner sets name, email and password; an earlier one of theirs stops. */
export async function makeOwnerLink(
  trx: Kysely<Tables>,
  owner: { readonly organizationId: string; readonly userId: string },
  { nowMs, days }: { readonly nowMs: number; readonly days: number },
): Promise<{ readonly token: Secret; readonly expiresAtMs: number }> {
  const token = newSecret('owner_');
  const expiresAtMs = nowMs + days * DAY_MS;
  await putOwnerLink(trx, { ...owner, fingerprint: digest(token.reveal()), expiresAtMs });
  return { token, expiresAtMs };
}

export async function readOwnerLink(
  deps: SignInDeps,
  exchange: HttpExchange,
  { token }: { readonly token: string },
): Promise<OwnerLink> {
  const link = await withinAddressLimit(deps, exchange, () => requireLink(deps, token));
  return {
    type: 'owner_link',
    organization: link.organization,
    name: link.name,
    email: link.email,
    expires_at: toTimestamp(link.expires_at),
  };
}

/** Uses the link, which works once, and signs the owner in. */
export async function setUpOwner(
  deps: SignInDeps,
  exchange: HttpExchange,
  setup: OwnerSetup,
): Promise<WithCookies<SignInOutcome>> {
  const { db, clock } = deps;
  const { organization, userId } = await withinAddressLimit(deps, exchange, () =>
    requireLink(deps, setup.token),
  );
  await requireStrongPassword(setup.password, { ...setup, organizations: [organization] });
  const hash = await inTurnOfNetwork(deps, exchange, () => hashPassword(setup.password));
  const [email, nowMs] = [setup.email.toLowerCase(), clock.nowMs()];
  await db.transaction().execute(async (trx) => {
    // Before the link: a reset locks the person and then takes the link away, and each would wait for the other.
    await lockForChange(trx, userId);
    if (!(await deleteOwnerLink(trx, digest(setup.token), nowMs))) throw new ApiError('link_invalid');
    const holder = await claimEmail(trx, email);
    if (holder && holder.id !== userId) {
      throw new ApiError('resource_conflict', {
        param: 'email',
        message: 'This email belongs to another account. Use a different one.',
      });
    }
    const before = await findEmail(trx, userId);
    await setPerson(trx, userId, { name: setup.name, email });
    await setPassword(trx, userId, hash, nowMs);
    if (before.toLowerCase() !== email) await noteNewAddress(trx, exchange, { userId, email, before }, nowMs);
    const event = { event: 'owner.set_up', resource: { type: 'user', id: userId } } as const;
    await auditEverywhere(trx, { ...byPerson(exchange, { userId, email }), ...event }, nowMs);
  });
  return signInWithNewPassword(deps, exchange, { userId, password: hash });
}

/** The operator confirms the owner, not an address the owner chose. Both addresses get mail. */
async function noteNewAddress(
  trx: Kysely<Tables>,
  exchange: HttpExchange,
  { userId, email, before }: { readonly userId: string; readonly email: string; readonly before: string },
  nowMs: number,
): Promise<void> {
  await setUnverified(trx, userId, true);
  await noteFactorChange(trx, exchange, { userId, email, change: 'email.changed' }, nowMs);
  await mailFactorChange(trx, exchange, { userId, email: before, change: 'email.changed' }, nowMs);
}

async function requireLink({ db, clock }: SignInDeps, token: string) {
  const link = await findOwnerLink(db, digest(token), clock.nowMs());
  if (!link) throw new ApiError('link_invalid');
  return link;
}

function digest(token: string): Buffer {
  return fingerprintBytes(fingerprint(token));
}
