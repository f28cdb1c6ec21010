import type { Kysely } from 'kysely';
import { ApiError, type OwnerLink, type SignInAnswer } from '@svc/contract';
import type { Exchange } from '#exchange';
import { DAY_MS, fingerprint, fingerprintBytes, newSecret, toTimestamp, type Secret } from '#kit';
import type { Tables } from '#store';
import { withinAddressLimit } from './attempts.ts';
import { auditEverywhere, byPerson } from './audit-everywhere.ts';
import { hashPassword, setPassword } from './passwords.ts';
import { signIn, type Answered, type SignInRooms } from './sign-in.ts';
import { deleteOwnerLink, findOwnerLink, isTaken, putOwnerLink, setPerson } from './store/owner-links.ts';

export interface OwnerSetup {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Makes the one link by which the primary owner sets name, e-mail and password; an earlier one of theirs stops. */
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

export async function readOwnerLink(rooms: SignInRooms, exchange: Exchange, { token }: { readonly token: string }): Promise<OwnerLink> {
  const link = await withinAddressLimit(rooms, exchange, () => requireLink(rooms, token));
  return {
    type: 'owner_link',
    organization: link.organization,
    name: link.name,
    email: link.email,
    expires_at: toTimestamp(link.expires_at),
  };
}

/** Uses the link, which works once, and signs the owner in. */
export async function setUpOwner(rooms: SignInRooms, exchange: Exchange, setup: OwnerSetup): Promise<Answered<SignInAnswer>> {
  const { db, clock } = rooms;
  await withinAddressLimit(rooms, exchange, () => requireLink(rooms, setup.token));
  const hash = await hashPassword(setup.password);
  const [email, nowMs] = [setup.email.toLowerCase(), clock.nowMs()];
  await db.transaction().execute(async (trx) => {
    const userId = await deleteOwnerLink(trx, digest(setup.token), nowMs);
    if (userId === undefined) throw new ApiError('link_invalid');
    if (await isTaken(trx, email, userId)) {
      throw new ApiError('resource_conflict', {
        param: 'email',
        message: 'Somebody else has an account with this e-mail. Use another one.',
      });
    }
    await setPerson(trx, userId, { name: setup.name, email });
    await setPassword(trx, userId, hash, nowMs);
    const event = { event: 'owner.set_up', resource: { type: 'user', id: userId } } as const;
    await auditEverywhere(trx, { ...byPerson(exchange, { userId, email }), ...event }, nowMs);
  });
  return signIn(rooms, exchange, { email, password: setup.password });
}

async function requireLink({ db, clock }: SignInRooms, token: string) {
  const link = await findOwnerLink(db, digest(token), clock.nowMs());
  if (!link) throw new ApiError('link_invalid');
  return link;
}

function digest(token: string): Buffer {
  return fingerprintBytes(fingerprint(token));
}
