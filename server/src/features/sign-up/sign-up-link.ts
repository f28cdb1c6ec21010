import { ApiError, type SignUpLink } from '@svc/contract';
import type { Kysely } from 'kysely';
import type { SignUpConfig } from '#config';
import type { HttpExchange } from '#exchange';
import { withinAddressLimit, type WithCookies } from '#features/console-auth';
import { readLinkToken } from '#features/mail';
import { fingerprint, fingerprintBytes, newSecret, toTimestamp, type Secret } from '#kit';
import type { Tables } from '#store';
import { isOpenTo } from './mail-domain.ts';
import type { SignUpDeps } from './request-sign-up.ts';
import { signUpConfig } from './require-sign-up.ts';
import { findByLink, takeByLink, type StoredSignUp } from './store.ts';

/** A link that goes on with a sign-up. Only its fingerprint is kept, and the token sealed until it was mailed. */
export function makeLink(): { readonly token: Secret; readonly fingerprint: Buffer } {
  const token = newSecret('join_');
  return { token, fingerprint: digest(token.reveal()) };
}

export async function readSignUpLink(
  deps: SignUpDeps,
  exchange: HttpExchange,
  { token }: { readonly token: string },
): Promise<WithCookies<SignUpLink>> {
  const signUp = await requireLink(deps, exchange, token);
  const body: SignUpLink = {
    type: 'sign_up_link',
    email: signUp.email,
    name: signUp.name,
    organization: signUp.organization_name,
    next: nextOf(signUpConfig(deps, exchange.operation), signUp),
    expires_at: toTimestamp(signUp.expires_at),
  };
  return { body, cookies: [] };
}

/** Throws 404 `link_invalid`, which counts against the network. */
export function requireLink(deps: SignUpDeps, exchange: HttpExchange, given: string): Promise<StoredSignUp> {
  const config = signUpConfig(deps, exchange.operation);
  return withinAddressLimit(deps, exchange, async () => {
    const signUp = await findByLink(deps.db, mailedDigest(deps, given), deps.clock.nowMs());
    return requireOpen(config, signUp);
  });
}

/** Uses the link for what comes next: another who uses it at the same time gets 404 `link_invalid`. */
export async function takeLink(
  deps: SignUpDeps,
  trx: Kysely<Tables>,
  { token, config, next }: { token: string; config: SignUpConfig; next: SignUpLink['next'] },
): Promise<StoredSignUp> {
  const found = await takeByLink(trx, mailedDigest(deps, token), deps.clock.nowMs());
  const signUp = requireOpen(config, found);
  if (nextOf(config, signUp) !== next) throw new ApiError('link_invalid');
  return signUp;
}

function requireOpen(config: SignUpConfig, signUp: StoredSignUp | undefined): StoredSignUp {
  if (!signUp || !isOpenTo(config, signUp.email)) throw new ApiError('link_invalid');
  return signUp;
}

function nextOf({ mode }: SignUpConfig, { status }: StoredSignUp): SignUpLink['next'] {
  return mode === 'approval' && status === 'unverified' ? 'approval' : 'password';
}

/** The token must be one that was mailed: it is what proves the address. */
function mailedDigest({ outbox }: SignUpDeps, given: string): Buffer {
  const { token, isMailed } = readLinkToken(outbox.seal, given);
  if (!isMailed) throw new ApiError('link_invalid');
  return digest(token);
}

function digest(token: string): Buffer {
  return fingerprintBytes(fingerprint(token));
}
